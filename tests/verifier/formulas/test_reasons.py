"""What a verdict says beyond its word: what is true, why it is not corrected, what decides it."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.answering import answer
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.truths import Odds, chance_text, stated
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import MEMBERS, level
from verifier.formulas.rivers import RIVERS, computed, decided, level_of, worth

ANN = level_of("Ann", 20)
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
            f"{ANN} / {level_of('Ann', 10)} == 3",
            "change in one word",
            "is 1.09",
        ),
    ],
)
def test_a_refuted_claim_that_is_not_corrected_says_why_and_what_is_true(text, formula, why, true):
    made = decided(text, formula)
    assert (made.verdict, made.updated) == ("refuted", text), made.derivation
    assert why in made.uncorrected
    assert true in made.true


def test_a_corrected_claim_gives_no_reason_against_its_correction():
    made = decided(f"{AFTER} about 9.0 m.", f"{ANN} == about(9.0)")
    assert made.updated == f"{AFTER} about 1.2 m."
    assert made.uncorrected == ""


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
def test_the_chance_of_a_range_is_the_share_of_members_within_it(tenths, half):
    low, high = tenths / 10, (tenths + half) / 10
    inside = worth(f"probability({low:.1f} <= {ANN} <= {high:.1f})").value
    below, above = (
        worth(f"probability({ANN} {sign})").value for sign in (f"< {low:.1f}", f"> {high:.1f}")
    )
    assert inside + below + above == pytest.approx(100.0)


@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_chance_that_looks_certain_says_how_many_members_stand_behind_it(counts):
    true, count = counts
    odds = Odds(true, 0, count)
    text = chance_text(odds)
    near = min(abs(odds.low - limit) for limit in (0.1, 0.9)) < 0.05
    assert len(text.split(" ")[0]) <= (6 if near else 4)
    chance = stated(odds)
    assert 0.0 < chance < 1.0
    assert chance == pytest.approx((true + 0.5) / (count + 1), abs=10.0 / (count + 1))
    if float(text.split(" ")[0]) in (0.0, 1.0):
        assert f"{count} members" in text


def test_a_probability_has_no_more_digits_than_its_members_bear():
    assert worth(f"probability({ANN} > -9)").text == f"100 % (all {MEMBERS} members)"
    assert worth(f"probability({ANN} > 99)").text == f"0 % (none of {MEMBERS} members)"
    assert re.fullmatch(r"\d\d %", worth(f"probability({ANN} > 1.2)").text)


def test_a_search_names_the_run_at_what_it_found_and_counts_the_others():
    with EvidenceStore() as store:
        verifier = Verifier(RIVERS, store)
        solved = verifier.compute([f'solve({level_of("Ann", 7)}, 1.5, "rain", 0, 100)'])[0]
        (used,) = verifier.used()
    assert solved.value == pytest.approx(50.0)
    assert used.call.arguments["rain"] == pytest.approx(50.0, abs=0.01)
    assert "rain 7" not in solved.words
    assert any(re.fullmatch(r"found in \d+ runs", note) for note in solved.remarks)


def test_a_first_time_rests_on_the_run_there_and_on_the_one_before():
    formula = 'first(gauge.gauge(river="Ann", rain=y).level > 1.5 for y in years(10, 150, 10))'
    with EvidenceStore() as store:
        verifier = Verifier(RIVERS, store)
        made = verifier.compute([formula])[0]
        rains = [run.call.arguments["rain"] for run in verifier.used()]
    assert made.value == next(y for y in range(10, 151, 10) if level("Ann", y) > 1.5)
    assert rains == [50.0, 60.0]
    assert "found in 15 runs" in made.remarks


def test_limits_that_exclude_each_other_hold_for_no_member():
    assert worth(f"1.3 < {ANN} < 1.1").value is False


@pytest.mark.parametrize(
    ("beyond", "said"),
    [
        ("from 2030 on", "from 2030"),
        ("starting in 2035", "starting in 2035"),
        ("by 2040", "by 2040"),
    ],
)
def test_a_change_that_begins_or_ends_in_a_year_of_its_own_is_outside(registry, beyond, said):
    text = (
        "With methane emissions halved {}, global warming in 2090 under SSP3-7.0 is above 3.0 °C."
    )
    run = 'climate.global_temperature(year=2090, scenario="ssp370", ch4=-50)'
    made = decided(text.format(beyond), f"{run}.global_warming > 3.0", registry=registry)
    assert made.run_ids == ()
    assert (made.verdict, made.problem and made.problem.reason) == ("outside", "other_condition")
    assert said in made.derivation


def test_a_change_from_the_first_year_on_or_beside_years_of_runs_is_decided(registry):
    text = "Under SSP3-7.0 with methane halved from 2015 on, the world warms from 2030 to 2090."
    formula = (
        'climate.global_temperature(year=2090, scenario="ssp370", ch4=-50).global_warming > '
        'climate.global_temperature(year=2030, scenario="ssp370", ch4=-50).global_warming'
    )
    assert decided(text, formula, registry=registry).verdict != "outside"


def test_a_threshold_year_has_a_year_of_each_member_and_a_chance(registry):
    run = 'climate.threshold_year(threshold={}, scenario="ssp585").exceedance_year'
    two, three = run.format(2), run.format(3)
    early, apart, by_years = computed(
        registry,
        f"{two} < 2040",
        f"{three} - {two}",
        'first((climate.global_temperature(year=y, scenario="ssp585").global_warming >= 2 '
        "for y in years(2015, 2100)), stays=True) < 2040",
    )
    assert 0.05 < early.probability < 0.95
    assert early.probability == by_years.probability
    assert apart.low > 0.0  # a member that is late is late for both


def test_of_two_changes_the_order_is_turned_and_not_the_word_for_a_change():
    text = "From 10 to 20 mm of rain the level of the river Ann rises more than from 20 to 100 mm."
    one = f"{level_of('Ann', 20)} - {level_of('Ann', 10)}"
    made = decided(text, f"{one} > {level_of('Ann', 100)} - {level_of('Ann', 20)}")
    assert (made.verdict, made.updated) == ("refuted", text.replace("more", "less"))


def test_a_change_of_two_sides_without_a_word_for_their_order_is_not_turned():
    text = "From 10 to 20 mm of rain the level of the river Ann rises most, not from 20 to 100 mm."
    one = f"{level_of('Ann', 20)} - {level_of('Ann', 10)}"
    made = decided(text, f"{one} > {level_of('Ann', 100)} - {level_of('Ann', 20)}")
    assert made.updated == text


def test_an_order_of_two_runs_that_is_open_tells_their_margin():
    made = worth(f'gauge.gauge(river="Ann", rain=20, seed=1).level > {ANN}')
    assert made.value is None
    assert "their difference is -" in made.would_decide


RIVERS_ALL = 'for r in ["Ann", "Bea", "Cam"]'
EVERY = "gauge.gauge(river=r, rain=20).level"
STATEMENTS = [
    f"{ANN} > {{}}",
    f"not {ANN} > {{}}",
    f"not not {ANN} <= {{}}",
    f"any({EVERY} > {{}} {RIVERS_ALL})",
    f"not any({EVERY} > {{}} {RIVERS_ALL})",
    f"all({EVERY} > {{}} {RIVERS_ALL})",
    f"not all(not {EVERY} < {{}} {RIVERS_ALL})",
    f"{ANN} > {{}} and {level_of('Bea', 20)} > 2.05",
    f"{ANN} > {{}} or {level_of('Bea', 20)} > 2.05",
    f"{ANN} > {{}} and {ANN} < 2.5",
]
HINT = re.compile(r"a limit of (-?[\d.]+) m or (less|more) is (supported|refuted)")


@pytest.mark.parametrize("statement", STATEMENTS)
@given(tenths=st.integers(-20, 70), beyond=st.integers(0, 30))
def test_a_limit_that_is_said_to_decide_does_in_its_place(statement, tenths, beyond):
    asked = statement.format(f"{tenths / 10:.1f}")
    made = worth(asked)
    placed = re.search(r"in place of (-?[\d.]+)", made.would_decide)
    if placed is not None:
        statement = re.sub(rf"(?<=[<>] ){re.escape(placed[1])}(?!\d)", "{}", asked)
    for limit, side, word in HINT.findall(made.would_decide):
        further = float(limit) + (beyond if side == "more" else -beyond) / 10
        for one in (limit, f"{further:.2f}"):
            assert worth(statement.format(one)).value is (word == "supported"), (one, side, word)


@pytest.mark.parametrize("statement", STATEMENTS[:7])
def test_an_open_order_names_a_limit_that_decides_under_not_any_and_all(statement):
    limits = [f"{tenths / 10:.1f}" for tenths in range(70)]
    opened = [made for one in limits if (made := worth(statement.format(one))).value is None]
    assert opened
    assert all(HINT.search(made.would_decide) for made in opened)


def test_what_is_said_of_numbers_is_turned_where_the_number_is_denied():
    plain, denied = (worth(f"{word}{ANN} == 2.0").would_decide for word in ("", "not "))
    assert "holds the centre, 1.20 m, is supported" in plain
    assert "holds the centre, 1.20 m, is refuted" in denied
    assert worth(f"not {ANN} == 1.20").value is False


@pytest.mark.parametrize("multiple", ["2", "about(2)", "3", "about(3)", "1", "about(1)"])
@given(hundredths=st.integers(50, 400))
def test_a_whole_multiple_means_a_twentieth_of_itself(multiple, hundredths):
    claimed = float(multiple.strip("about()"))
    flow = 'gauge.gauge(river="Ann", rain={:g}).flow'
    ratio = hundredths / 100
    formula = f"{flow.format(100 * (ratio - 1) if ratio >= 1 else 0)} / {flow.format(0)}"
    true = ratio if ratio >= 1 else 1.0
    if abs(abs(true - claimed) - 0.05 * claimed) < 1e-6 or true > 3.0:
        return
    assert worth(f"{formula} == {multiple}").value is (abs(true - claimed) < 0.05 * claimed)


def test_a_fraction_is_no_reading_and_widens_nothing():
    flow = 'gauge.gauge(river="{}", rain=0).flow'
    half = f"{flow.format('Ann')} / {flow.format('Bea')}"
    assert worth(f"{half} == about(1/2)").value is True
    assert worth(f"{half} == about(1/3)").value is False
    assert worth(f"{half} == 1/3").value is False


def test_a_value_beside_limits_shows_on_which_side_it_lies():
    made = worth(f"1.1997 < {level_of('Ann', 19.96)} < 1.2001")
    assert "1.1996" in made.text
    assert made.value is not True


def test_a_supported_number_with_a_wide_range_says_so_with_its_chance():
    wide, narrow = worth(f"{ANN} == about(1.2)"), worth(f"{ANN} == about(1.2, within=9)")
    share = worth(f"probability({ANN} == about(1.2))").value
    told = re.search(r"90 % range is not, it holds with probability ([\d.]+)", wide.text)
    assert float(told[1]) == pytest.approx(share / 100.0, abs=0.01)
    assert "90 %" not in narrow.text


def test_a_range_is_that_of_the_run_wherever_it_is_told():
    with EvidenceStore() as store:
        verifier = Verifier(RIVERS, store)
        plain, above, shifted, end = verifier.compute(
            [ANN, f"{ANN} == about(1.2)", f"{ANN} - 1", f"high({ANN}, 90)"]
        )
        stated = verifier.used()[0].outputs["level"]
    assert (plain.low, plain.high, end.value) == (stated.low, stated.high, stated.high)
    assert shifted.high == pytest.approx(stated.high - 1)
    assert plain.text in above.text


def test_a_list_is_worth_what_its_elements_are_one_by_one():
    table = worth(f"[{EVERY} {RIVERS_ALL}]")
    assert [one.element for one in table.items] == ["Ann", "Bea", "Cam"]
    for one in table.items:
        alone = worth(level_of(one.element, 20))
        assert (one.value, one.text, one.low, one.high, one.unit) == (
            alone.value, alone.text, alone.low, alone.high, alone.unit
        )  # fmt: skip


def test_a_ranking_has_places_and_the_chance_to_be_above_the_next():
    ranking = worth(f"rank({EVERY} {RIVERS_ALL})")
    assert [one.element for one in ranking.items] == ["Cam", "Bea", "Ann"]
    for one, following in pairwise(ranking.items):
        place = worth(f'rank(({EVERY} {RIVERS_ALL}), of="{one.element}")')
        above = worth(f"{level_of(one.element, 20)} > {level_of(following.element, 20)}")
        assert one.place == place.value
        assert one.above_next == pytest.approx(above.probability, abs=0.01)
    assert ranking.items[-1].above_next is None


def test_a_list_of_statements_tells_each_and_a_list_is_no_claim():
    told = worth(f"[{EVERY} > 3 {RIVERS_ALL}]")
    for one in told.items:
        alone = worth(f"{level_of(one.element, 20)} > 3")
        assert one.text == f"{alone.text.partition(':')[0]}, probability {alone.chance}"
    assert decided(f"{AFTER} 1.2 m.", f"[{EVERY} {RIVERS_ALL}]").verdict == "unread"


@pytest.mark.parametrize(
    ("true", "count", "shown"),
    [(2, 20, "0.12"), (1, 20, "0.1"), (17, 20, "0.8"), (18, 20, "0.88"), (12, 120, "0.103"),
     (11, 120, "0.10"), (108, 120, "0.897"), (109, 120, "0.90"), (60, 120, "0.50")],
)  # fmt: skip
def test_a_chance_has_the_digits_that_show_on_which_side_of_a_limit_it_lies(true, count, shown):
    assert chance_text(Odds(true, 0, count)) == shown


def test_a_number_beside_an_end_of_a_tolerance_shows_on_which_side_it_lies(registry):
    run = 'climate.global_temperature(year=2050, scenario="ssp245").global_warming'
    above = f"probability({run} > 1.9)"
    chance, far, near, value = computed(
        registry, above, f"{above} == about(68)", f"{above} == about(67)", f"{run} == about(2.1)"
    )
    assert (chance.text, 65.5 < chance.value < 66.0) == ("66 %", True)
    assert far.value is None  # who knows more may rightly state another chance
    assert far.text.startswith("undecided: 65.8 % == about(68)")
    assert (near.value, near.text) == (True, "true: 66 % == about(67)")
    assert "1.99 °C" in value.text


def test_a_chance_with_members_that_are_open_is_the_same_computed_and_told(registry):
    later, sooner = (
        f'climate.threshold_year(threshold={threshold}, scenario="ssp245").exceedance_year'
        for threshold in (2.4, 2.2)
    )
    early = f"{later} - {sooner} < 15"  # open for members that come to neither
    told, chance = computed(registry, early, f"probability({early})")
    open_ = re.search(r"\(open for \d+ of \d+ members\)", told.chance)
    assert open_[0] in chance.text
    low, high = map(float, re.findall(r"0\.\d+", told.chance))
    assert chance.low == pytest.approx(100 * low, abs=1.0)
    assert chance.high == pytest.approx(100 * high, abs=1.0)


def test_a_chance_against_runs_says_that_natural_variability_is_left_out(registry):
    nairobi, lagos = (
        f'climate.temperature(place="{place}", year=1990)' for place in ("Nairobi", "Lagos")
    )
    values = [
        f"{nairobi}.temperature < {lagos}.temperature",
        f"{nairobi}.change_from_baseline == {lagos}.change_from_baseline",
        'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").reported_total > 3',
    ]
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        assert [one.forced for one in verifier.compute(values, against="run")] == [
            True,
            False,
            False,
        ]
        assert not any(one.forced for one in verifier.compute(values))
        late = nairobi.replace("1990", '2090, scenario="ssp245"')
        warmed = f"{late}.warming_since_preindustrial"
        claim = FormulaClaim(text="It warms by more than 2.7 °C.", formula=f"{warmed} > 2.7",
                             context=["It is Nairobi in 2090 under SSP2-4.5."])  # fmt: skip
        found = verifier.verdict(claim, "run")
        assert found.open_chance == f"probability {found.chance} of what is forced"
        assert not verifier.verdict(claim).open_chance


def test_counts_and_rates_carry_what_they_count(registry):
    run = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").{}'
    ohio, texas = (run.format(one, "top_week_admissions") for one in ("Ohio", "Texas"))
    rate, most, apart, ratio = computed(
        registry, run.format("Arizona", "top_week_rate"), f"max({ohio}, {texas})",
        f"{texas} - {ohio}", f"{texas} / {ohio}",
    )  # fmt: skip
    assert rate.text == "37.53 per 100,000"
    assert (most.text, apart.text) == ("4,729 admissions", "1,024 admissions")
    assert (most.unit, ratio.unit) == ("admissions", "")
    assert registry.in_words("co2_change nox_per_km season".replace(" ", "_")) == (
        "CO2 change NOx per km season"
    )


def test_a_member_that_never_passes_a_threshold_is_later_than_all_in_the_run_and_by_years(registry):
    said: list[tuple[str, str]] = []
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        for threshold in (1.8, 2.2, 2.4):
            run = f'climate.threshold_year(threshold={threshold}, scenario="ssp245")'
            found = (
                'first((climate.global_temperature(year=y, scenario="ssp245").global_warming >= '
                f"{threshold} for y in years(2000, 2100)), stays=True)"
            )
            of_run, by_years = verifier.compute([f"{run}.exceedance_year", found])
            said.append((of_run.text, by_years.text))
    assert all(of_run == by_years for of_run, by_years in said)
    assert re.fullmatch(r"20\d\d \[20\d\d or later\]", said[-1][0])


NEVER = 'climate.threshold_year(threshold=3, scenario="ssp119").exceedance_year'
OFTEN_NEVER = NEVER.replace("ssp119", "ssp245")


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (f"{NEVER} < 2050", False),
        (f"{NEVER} == 2060", False),
        (f"{NEVER} > 2100", True),
        (f"{NEVER} > 2150", None),
        (f"{NEVER} == 2150", None),
        (f"{OFTEN_NEVER} < 2050", False),  # no member comes to it as early
        (f"{OFTEN_NEVER} < 2095", None),
        (f"{OFTEN_NEVER} == 2090", None),
        (f"{NEVER} > {NEVER.replace('119', '585')}", True),
        (f"{NEVER} > {NEVER.replace('119', '126')}", None),  # neither comes
        ('climate.exceedance(threshold=3, year=2050, scenario="ssp119").first_year < 2050', False),
        ("climate.exceedance(threshold=3, year=2010).first_year < 2010", False),
        ("climate.exceedance(threshold=3, year=2010).first_year < 2050", None),  # past years only
    ],
)
def test_a_year_that_does_not_come_is_later_than_the_last_that_runs_look_at(
    registry, formula, value
):
    (made,) = computed(registry, formula)
    assert made.problem is None
    assert made.value is value


def test_nothing_is_reckoned_with_a_year_that_does_not_come_and_lists_order_it_last(registry):
    years = NEVER.replace('"ssp119"', "s")
    listed = '["ssp119", "ssp370", "ssp585"]'
    year, apart, first, least, most = computed(
        registry, NEVER, f"{NEVER} - 2050", f"argmin({years} for s in {listed})",
        f"min({years} for s in {listed})", f"max({years} for s in {listed})",
    )  # fmt: skip
    assert (year.value, year.text) == (None, "2101 or later, or never")
    assert "does not come before 2101" in apart.problem.message
    assert (first.value, least.problem) == ("ssp585", None)
    assert 2060 <= least.value <= 2075
    assert "does not come before 2101" in most.problem.message


def test_an_answer_says_that_a_year_does_not_come(registry):
    with EvidenceStore() as store:
        made = answer("When does the world reach 3 degrees under ssp119?", registry, store)
    (said,) = made.statements
    assert "does not pass 3°C for good by 2100" in said.text
    assert computed(registry, said.formula)[0].value is True


def test_a_year_that_does_not_come_is_refuted_and_not_corrected(registry):
    text = "Under SSP1-1.9 global warming passes 3 °C in 2060."
    made = decided(text, f"{NEVER} == 2060", registry=registry)
    assert (made.verdict, made.updated) == ("refuted", text)
    assert "comes later, or never" in made.uncorrected
    assert "2101 or later, or never" in made.true


def test_what_some_members_never_come_to_has_no_upper_end_and_a_chance(registry):
    run = 'climate.threshold_year(threshold=2.4, scenario="ssp245").exceedance_year'
    year, later, end, apart = computed(
        registry, run, f"{run} > 2090", f"high({run})", f"{run} - {run}"
    )
    assert (year.low is None, year.high) == (False, None)
    assert later.probability is not None
    assert "never come to it" in end.problem.message
    assert apart.value == 0.0


def test_a_date_that_stands_for_a_week_says_so(registry):
    formula = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").top_week'
    (made,) = computed(registry, formula)
    assert (made.value, made.text) == ("2025-02-15", "2025-02-15 (week of 9 Feb to 15 Feb)")


def test_a_simulated_day_is_held_against_a_month_that_is_named(registry):
    text = (
        "In a simulated season in Ohio that starts on 1 October 2022 with an R0 of 1.8, moderate "
        "seasonality and a tenth of the residents immune, daily admissions peak in December."
    )
    run = (
        'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=1.8, '
        'seasonality="moderate", immunity=10).peak_date'
    )
    assert decided(text, f'{run} == "2022-12"', registry=registry).verdict == "supported"
