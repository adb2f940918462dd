"""What a verdict says beyond its word: what is true, why it is not corrected, what decides it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed, FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.chances import chance_text, stated
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.truths import Odds
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import MEMBERS, Gauge, level

RIVERS = Registry([Gauge(), Coffee()])


def decided(text: str, formula: str, against: Against = "world") -> Verdict:
    with EvidenceStore() as store:
        return Verifier(RIVERS, store).verdict(FormulaClaim(text=text, formula=formula), against)


def worth(formula: str) -> Computed:
    with EvidenceStore() as store:
        return Verifier(RIVERS, store).compute([formula])[0]


def gauge(river: str, rain: float) -> str:
    return f'gauge.gauge(river="{river}", rain={rain:g}).level'


ANN = gauge("Ann", 20)
AFTER = "After 20 mm of rain the level of the river Ann is"


@pytest.mark.parametrize(
    ("text", "formula", "why", "true"),
    [
        (f"{AFTER} between 5.0 m and 7.0 m.", f"5.0 <= {ANN} <= 7.0", "two limits", "is 1.2 m"),
        (
            f"{AFTER} not below 9.0 m.",
            f"not {ANN} < 9.0",
            "denies",
            "is 1.2 m",
        ),
        (
            "After 20 mm of rain the levels of the rivers Ann and Bea are above 9 m.",
            'all(gauge.gauge(river=r, rain=20).level > 9 for r in ["Ann", "Bea"])',
            "several cases",
            "level (Ann, rain 20 mm) is 1.2 m",
        ),
        (
            "From 10 to 20 mm of rain the level of the river Ann triples.",
            f"{ANN} / {gauge('Ann', 10)} == 3",
            "change in one word",
            "is 1.09",
        ),
    ],
)
def test_a_refuted_claim_that_is_not_corrected_says_why_and_what_is_true(
    text: str, formula: str, why: str, true: str
) -> None:
    made = decided(text, formula)
    assert (made.verdict, made.updated) == ("refuted", text), made.derivation
    assert why in made.uncorrected
    assert true in made.true


def test_a_corrected_claim_gives_no_reason_against_its_correction() -> None:
    made = decided(f"{AFTER} about 9.0 m.", f"{ANN} == about(9.0)")
    assert made.updated == f"{AFTER} about 1.2 m."
    assert made.uncorrected == ""


@given(st.integers(-40, 60))
def test_an_open_threshold_names_limits_that_do_decide(tenths: int) -> None:
    limit = f"{tenths / 10:.1f}"
    made = worth(f"{ANN} > {limit}")
    if made.value is not None:
        assert made.would_decide == ""
        return
    up, down = re.findall(r"a limit of (-?[\d.]+) m or (?:less|more)", made.would_decide)
    assert worth(f"{ANN} > {up}").value is True
    assert worth(f"{ANN} > {down}").value is False


@given(st.integers(0, 60), st.integers(1, 40))
def test_a_range_is_decided_as_a_number_with_its_tolerance_however_it_is_written(
    tenths: int, half: int
) -> None:
    # Off the hundredths, on which the centre lies: a band has no upper end of its own.
    ends = 2 * tenths + 0.1, 2 * (tenths + half) + 0.1
    low, high, middle = (f"{x / 20:.3f}" for x in (*ends, sum(ends) / 2))
    written = [
        f"{low} <= {ANN} <= {high}",
        f"{ANN} >= {low} and {ANN} <= {high}",
        f"{high} >= {ANN} and {low} <= {ANN}",
        f'band({ANN}, {{"in": ({low}, {high}), "below": (None, {low}), "above": ({high}, None)}}) '
        '== "in"',
    ]
    about = worth(f"{ANN} == about({middle}, within={half / 20:.3f})").value
    found = [worth(one).value for one in written]
    assert found == [about] * 4


@given(st.integers(0, 60), st.integers(1, 40))
def test_the_chance_of_a_range_is_the_share_of_members_within_it(tenths: int, half: int) -> None:
    low, high = tenths / 10, (tenths + half) / 10
    inside = worth(f"probability({low:.1f} <= {ANN} <= {high:.1f})").value
    below, above = (
        worth(f"probability({ANN} {sign})").value for sign in (f"< {low:.1f}", f"> {high:.1f}")
    )
    assert isinstance(inside, float)
    assert isinstance(below, float)
    assert isinstance(above, float)
    assert inside + below + above == pytest.approx(100.0)


@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_chance_that_looks_certain_says_how_many_members_stand_behind_it(
    counts: tuple[int, int],
) -> None:
    true, count = counts
    odds = Odds(true, 0, count)
    text = chance_text(odds)
    assert len(text.split(" ")[0]) <= 4
    chance = stated(odds)
    assert chance is not None
    assert 0.0 < chance < 1.0
    assert chance == pytest.approx((true + 0.5) / (count + 1), abs=10.0 / (count + 1))
    if float(text.split(" ")[0]) in (0.0, 1.0):
        assert f"{count} members" in text


def test_a_probability_has_no_more_digits_than_its_members_bear() -> None:
    assert worth(f"probability({ANN} > -9)").text == f"100 % (all {MEMBERS} members)"
    assert worth(f"probability({ANN} > 99)").text == f"0 % (none of {MEMBERS} members)"
    assert re.fullmatch(r"\d\d %", worth(f"probability({ANN} > 1.2)").text)


def test_a_search_names_the_run_at_what_it_found_and_counts_the_others() -> None:
    with EvidenceStore() as store:
        verifier = Verifier(RIVERS, store)
        solved = verifier.compute([f'solve({gauge("Ann", 7)}, 1.5, "rain", 0, 100)'])[0]
        (used,) = verifier.used()
    assert solved.value == pytest.approx(50.0)
    assert used.call.arguments["rain"] == pytest.approx(50.0, abs=0.01)
    assert "rain 7" not in solved.words
    assert any(re.fullmatch(r"found in \d+ runs", note) for note in solved.notes)


def test_a_first_time_rests_on_the_run_there_and_on_the_one_before() -> None:
    formula = 'first(gauge.gauge(river="Ann", rain=y).level > 1.5 for y in years(10, 150, 10))'
    with EvidenceStore() as store:
        verifier = Verifier(RIVERS, store)
        made = verifier.compute([formula])[0]
        rains = [run.call.arguments["rain"] for run in verifier.used()]
    assert made.value == next(y for y in range(10, 151, 10) if level("Ann", y) > 1.5)
    assert rains == [50.0, 60.0]
    assert "found in 15 runs" in made.notes


def test_limits_that_exclude_each_other_hold_for_no_member() -> None:
    assert worth(f"1.3 < {ANN} < 1.1").value is False


@pytest.mark.parametrize(
    ("beyond", "said"),
    [
        ("from 2030 on", "from 2030"),
        ("starting in 2035", "starting in 2035"),
        ("by 2040", "by 2040"),
    ],
)
def test_a_change_that_begins_or_ends_in_a_year_of_its_own_is_outside(
    registry: Registry, beyond: str, said: str
) -> None:
    text = (
        "With methane emissions halved {}, global warming in 2090 under SSP3-7.0 is above 3.0 °C."
    )
    run = 'climate.global_temperature(year=2090, scenario="ssp370", ch4=-50)'
    claim = FormulaClaim(text=text.format(beyond), formula=f"{run}.global_warming > 3.0")
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        made = verifier.verdict(claim)
        assert verifier.used() == ()
    assert (made.verdict, made.problem and made.problem.reason) == ("outside", "other_condition")
    assert said in made.derivation


def test_a_change_from_the_first_year_on_or_beside_years_of_runs_is_decided(
    registry: Registry,
) -> None:
    text = "Under SSP3-7.0 with methane halved from 2015 on, the world warms from 2030 to 2090."
    formula = (
        'climate.global_temperature(year=2090, scenario="ssp370", ch4=-50).global_warming > '
        'climate.global_temperature(year=2030, scenario="ssp370", ch4=-50).global_warming'
    )
    with EvidenceStore() as store:
        made = Verifier(registry, store).verdict(FormulaClaim(text=text, formula=formula))
    assert made.verdict != "outside"


def test_a_threshold_year_has_a_year_of_each_member_and_a_chance(registry: Registry) -> None:
    run = 'climate.threshold_year(threshold={}, scenario="ssp585").exceedance_year'
    two, three = run.format(2), run.format(3)
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        early, apart, by_years = verifier.compute(
            [
                f"{two} < 2040",
                f"{three} - {two}",
                'first((climate.global_temperature(year=y, scenario="ssp585").global_warming >= 2 '
                "for y in years(2015, 2100)), stays=True) < 2040",
            ]
        )
    assert early.probability is not None
    assert 0.05 < early.probability < 0.95
    assert early.probability == by_years.probability
    assert apart.low is not None
    assert apart.low > 0.0  # a member that is late is late for both


def test_the_word_for_a_change_is_not_turned_where_two_changes_are_compared() -> None:
    text = "From 10 to 20 mm of rain the level of the river Ann rises more than from 20 to 100 mm."
    one = f"{gauge('Ann', 20)} - {gauge('Ann', 10)}"
    made = decided(text, f"{one} > {gauge('Ann', 100)} - {gauge('Ann', 20)}")
    assert (made.verdict, made.updated) == ("refuted", text)
    assert "says how each side changes" in made.uncorrected


def test_an_order_of_two_runs_that_is_open_tells_their_margin() -> None:
    with EvidenceStore() as store:
        registry = Registry([Gauge(), Coffee()])
        made = Verifier(registry, store).compute(
            [f'gauge.gauge(river="Ann", rain=20, seed=1).level > {ANN}']
        )[0]
    assert made.value is None
    assert "their difference is -" in made.would_decide


def test_a_member_that_never_passes_a_threshold_is_later_than_all_in_the_run_and_by_years(
    registry: Registry,
) -> None:
    said: list[tuple[str, str]] = []
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        for threshold in (1.9, 2.2, 2.4):
            run = f'climate.threshold_year(threshold={threshold}, scenario="ssp245")'
            found = (
                'first((climate.global_temperature(year=y, scenario="ssp245").global_warming >= '
                f"{threshold} for y in years(2000, 2100)), stays=True)"
            )
            of_run, by_years = verifier.compute([f"{run}.exceedance_year", found])
            said.append((of_run.text, by_years.text))
    assert all(of_run == by_years for of_run, by_years in said)
    assert re.fullmatch(r"20\d\d \[20\d\d or later\]", said[-1][0])


def test_what_some_members_never_come_to_has_no_upper_end_and_a_chance(registry: Registry) -> None:
    run = 'climate.threshold_year(threshold=2.4, scenario="ssp245").exceedance_year'
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        year, later, end, apart = verifier.compute(
            [run, f"{run} > 2090", f"high({run})", f"{run} - {run}"]
        )
    assert (year.low is None, year.high) == (False, None)
    assert later.probability is not None
    assert end.problem is not None
    assert "never come to it" in end.problem.message
    assert apart.value == 0.0


IN_DECEMBER = (
    "In a simulated season in Ohio that starts on 1 October 2022 with an R0 of 1.8, moderate "
    "seasonality and a tenth of the residents immune, daily admissions peak in December."
)


def test_a_default_that_no_other_value_contradicts_is_taken_and_told(registry: Registry) -> None:
    run = (
        'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=1.8, '
        'seasonality="moderate", immunity=10).peak_date'
    )
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        made = verifier.verdict(FormulaClaim(text=IN_DECEMBER, formula=f'{run} == "2022-12"'))
    assert made.verdict == "supported"
    assert "preset = gleam (default)" in made.assumed


def test_an_input_that_turns_the_verdict_is_told_with_the_value_under_each() -> None:
    text = "The level of the river Ann exceeds 1.5 m."
    claim = FormulaClaim(
        text=text, formula='gauge.gauge(river="Ann").level > 1.5', assume={"rain": 200.0}
    )
    with EvidenceStore() as store:
        made = Verifier(RIVERS, store).verdict(claim, "run")
    assert made.problem is not None
    assert re.search(r"supported \(3.0+ m.* refuted \(1.1", made.problem.message)


def test_a_date_that_stands_for_a_week_says_so(registry: Registry) -> None:
    formula = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").top_week'
    with EvidenceStore() as store:
        made = Verifier(registry, store).compute([formula])[0]
    assert (made.value, made.text) == ("2025-02-15", "2025-02-15 (week of 9 Feb to 15 Feb)")
