"""What a text leaves open or says apart: years around a printed one, words of labels, baselines."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.interface import Tolerance
from simulrag.verifier.formulas.arithmetic import divide
from simulrag.verifier.formulas.comparison import About, compare
from simulrag.verifier.formulas.decision import value_text
from simulrag.verifier.formulas.values import Amount, of_print, subtract
from verifier.formulas import rivers
from verifier.formulas.anchored import REAL, accepted, held, tells_apart

decided = partial(rivers.decided, registry=REAL)
WORLD = 'climate.global_temperature(year={}, scenario="ssp245").global_warming'
PLACE = 'climate.temperature(place="{}", year={}, scenario="ssp245").temperature'


@given(st.integers(2030, 2080), st.integers(1, 9))
def test_years_around_a_printed_one_are_accepted_as_assumed_and_told_as_such(year, half):
    text = f"Under SSP2-4.5 global warming is still rising around {year}."
    ends = [year - half, year + half]
    formula = f"{WORLD.format(ends[1])} > {WORLD.format(ends[0])}"
    assert not accepted(text, formula)
    made = held(text, formula, assume={"year": ends})
    assert not made.problems
    assert any("(assumed)" in one for one in made.assumed)
    turned = f"{WORLD.format(ends[1])} < {WORLD.format(ends[0])}"
    assert not accepted(text, turned, assume={"year": ends})


def test_a_year_is_not_assumed_in_the_stead_of_one_that_the_text_prints():
    text = "In 2090 under SSP2-4.5 Nairobi is warmer than Oslo."
    formula = f"{PLACE.format('Nairobi', 2090)} > {PLACE.format('Oslo', 2085)}"
    assert not accepted(text, formula, assume={"year": 2085})
    open_ = "Under SSP2-4.5 Nairobi becomes warmer by 2090."
    formula = f"{PLACE.format('Nairobi', 2090)} > {PLACE.format('Nairobi', 2025)}"
    assert accepted(open_, formula, assume={"year": 2025})


def test_a_verdict_that_flips_at_another_plausible_year_hangs_on_the_assumed_one():
    text = "Under SSP2-4.5 global warming lies above 1.9 °C."
    made = decided(text, f"{WORLD.format(2090)} > 1.9", assume={"year": 2090})
    assert made.verdict == "undecided"
    assert "year" in (made.problem.message if made.problem else "")


@pytest.mark.parametrize(("span", "right"), [(10, True), (8, False), (40, False)])
def test_a_change_per_decade_around_a_year_spans_a_decade_and_needs_no_assumption(span, right):
    text = "Under SSP2-4.5 global warming grows by about 0.2 °C per decade around 2057."
    later, earlier = 2057 + span // 2, 2057 - span // 2
    formula = f"{WORLD.format(later)} - {WORLD.format(earlier)} == about(0.2)"
    assert accepted(text, formula) == right


def test_after_a_year_begins_with_the_next_one_and_rises_above_the_printed_one():
    text = "Under SSP2-4.5 global warming continues to rise after 2057."
    formula = f"all({WORLD.format('y')} {{}} {WORLD.format(2057)} for y in years({{}}, 2100))"
    assert accepted(text, formula.format(">", 2058))
    assert not accepted(text, formula.format(">", 2059))
    assert not accepted(text, formula.format("<", 2058))


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [("second half of the century", 2050, 2100), ("first half of the century", 2000, 2050),
     ("late century", 2058, 2100), ("early 21st century", 2000, 2042)],
)  # fmt: skip
def test_parts_of_a_century_stand_for_the_years_that_the_handbook_lists(words, first, last):
    text = f"Under SSP2-4.5 global warming passes 2 °C in the {words}."
    passed = f"first(({WORLD.format('y')} > 2 for y in years(2015, 2100)))"
    tells_apart(text, f"{first} <= {passed} <= {last}", f"{first - 5} <= {passed} <= {last}")
    assert accepted(text, f"{passed} >= {first}") == (last == 2100)


def test_a_condition_without_an_input_is_taken_from_the_question_and_never_dropped_else():
    text = "With one lane, travel time in the corridor of November 8, 2022 is longer than with two."
    run = "urban.corridor(lanes={}).travel_time"
    formula = f"{run.format(1)} > {run.format(2)}"
    question = "How does travel time in the corridor as it was on November 8, 2022 hang on lanes?"
    assert accepted(text, formula, context=[question])
    (problem,) = held(text, formula).problems
    assert "no function of the formula has an input for it" in problem.message
    season = (
        'epidemiology.season(states=["Ohio"], r0=2.3, seasonality="none", immunity=25, '
        'start_date="2022-10-01").peak > 5'
    )
    claim = (
        "In Ohio the season from November 8, 2022 with R0 2.3, 25 % immunity and no seasonality "
        "peaks above 5."
    )
    assert not accepted(claim, season, context=[claim])


def test_a_road_before_a_road_diet_has_the_lanes_that_are_built():
    question = "A road diet takes one of the two lanes away while demand decreases by 8 %."
    text = "Average travel time rises under the road diet even though demand is 8 % lower."
    run = "urban.corridor(lanes={}, demand={}).travel_time"
    formula = f"{run.format(1, -8)} > {{}}"
    whole = "urban.corridor(lanes=2).travel_time"
    assert accepted(text, formula.format(whole), context=[question])


def test_words_of_a_label_may_stand_beside_those_of_its_output():
    text = (
        "In Ohio's season from October 1, 2022 with R0 2.3, 25 % immunity and no seasonality "
        "the peak of hospital incidence falls into midwinter."
    )
    run = (
        'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=2.3, '
        'seasonality="none", immunity=25, metric="hospital incidence").peak_phase'
    )
    for label in ("midwinter peak", "midwinter"):
        assert accepted(text, f'{run} == "{label}"')
    assert not accepted(text, f'{run} == "late peak"')
    whole, short = (decided(text, f'{run} == "{one}"') for one in ("midwinter peak", "midwinter"))
    assert whole.verdict == short.verdict != "unread"


def test_what_is_avoided_more_is_no_denial():
    run = 'climate.global_temperature(year=2100, scenario="ssp245", ch4={}).global_warming'
    text = "By 2100 under SSP2-4.5 methane cuts of 50 % avoid more warming than those of 20 %."
    assert accepted(text, f"{run.format(-50)} < {run.format(-20)}")


@given(st.floats(1, 9e5), st.floats(0.01, 0.5))
def test_a_value_with_its_range_is_printed_so_that_a_claim_copied_from_it_holds(centre, share):
    value = Amount(centre, centre, centre, "", spread=(centre * (1 - share), centre * (1 + share)),
                   decimals=0)  # fmt: skip
    printed = value_text(value, with_range=True).split(" ", 1)[0]
    assert compare(value, "==", of_print(float(printed), printed)).run


@given(st.floats(10, 1e5), st.sampled_from([0.4, 0.7, 0.94, 0.96, 1.0, 1.04, 1.06, 1.4, 2.5]))
def test_two_values_are_about_the_same_by_their_tolerance_and_not_by_the_print_of_1_or_0(size, by):
    tolerance = Tolerance(0.0, 0.05, 0.1)
    first, second = (Amount(n, n, n, "", tolerance=tolerance) for n in (size * by, size))
    alike = abs(by - 1) < 0.05
    assert compare(first, "==", About(second)).run == alike
    ratio, apart = divide(first, second), subtract(first, second)
    assert compare(ratio, "==", About(of_print(1, "1"))).run == alike
    assert compare(apart, "==", About(of_print(0, "0"))).run == (size * abs(by - 1) <= 0.1)
