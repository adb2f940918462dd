"""Amounts, dates, horizons and widths that a text says in words of its own are held as meant."""

import json

import pytest

from verifier.formulas.anchored import accepted, held, reasons, tells_apart

WARM = "Coffee poured at 90 °C into a paper cup has a temperature of {} °C after {} minutes."
RUN = 'coffee.cooling(cup="paper cup", initial_temperature=90, minutes={}).temperature'


ADMISSIONS = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").reported_total'
IN_SEASON = "In the 2024-25 season Texas had {} as many flu admissions as Ohio."


@pytest.mark.parametrize(("said", "times"), [("twice", 2), ("2.5 times", 2.5), ("half", 0.5)])
def test_a_multiple_is_held_whichever_run_it_multiplies_and_turned_ones_are_sent_back(said, times):
    one, other = ADMISSIONS.format("Texas"), ADMISSIONS.format("Ohio")
    text = IN_SEASON.format(f"more than {said}")
    for right, wrong in ((">", "<"), ("<", ">")):
        sides = (one, other) if right == ">" else (other, one)
        factor = f"{times} *" if right == ">" else f"{1 / times} *"
        formula = f"{sides[0]} {{}} {factor} {sides[1]}"
        tells_apart(text, formula.format(right), formula.format(wrong))
    assert accepted(text, f"{one} / {other} > {times}")
    assert accepted(text, f"{other} / {one} < {1 / times}")
    for turned in (f"{other} / {one} > {times}", f"{one} / {other} > {1 / times}"):
        assert not accepted(text, turned)
    assert not accepted(text, f"{one} > {times + 1} * {other}")


GLOBAL = 'climate.global_temperature(year={}, scenario="ssp126").global_warming'


def test_a_list_of_years_may_end_where_years_are_declared_to_end_and_nowhere_else():
    text = "Under SSP1-2.6 global warming never exceeds 2 °C."
    formula = f"all({GLOBAL.format('y')} <= 2 for y in years({{}}, {{}}))"
    assert accepted(text, formula.format(1850, 2100))
    assert accepted(text, formula.format(2015, 2100))
    (problem,) = held(text, formula.format(2015, 2070)).problems
    assert "2070" in problem.message
    assert "declared to end" in problem.message
    rising = f"all({GLOBAL.format('y + 1')} > {GLOBAL.format('y')} for y in years(2060, {{}}))"
    text = "Under SSP1-2.6 global warming keeps rising after 2060."
    tells_apart(text, rising.format(2099), rising.format(2098))


def test_by_a_year_is_a_limit_of_it():
    text = "Under SSP1-2.6 global warming exceeds 1.5 °C by 2040."
    formula = f"first(({GLOBAL.format('y')} > 1.5 for y in years(2015, 2100))) {{}} 2040"
    tells_apart(text, formula.format("<="), formula.format(">"))


@pytest.mark.parametrize(
    "before",
    ["2. {}", "(3) {}", "{} [12]", "{} (Figure 3)", "A third reader says: {}", "See Table 4: {}"],
)  # fmt: skip
def test_numbers_of_parts_of_a_text_claim_nothing(before):
    text = before.format(WARM.format(61, 12))
    assert accepted(text, f"{RUN.format(12)} == about(61)")


def test_a_part_of_one_is_a_number_where_no_noun_follows():
    text = "A single lane raises the travel time on the corridor by a third."
    formula = "urban.corridor(lanes=1).travel_time / urban.corridor().travel_time {}"
    tells_apart(text, formula.format("== about(1.333)"), formula.format("> 1"))


@pytest.mark.parametrize("link", ["-", "–", " to "])
def test_an_outputs_own_baseline_is_held_and_another_is_sent_back(link):
    text = f"Relative to {{}}{link}{{}}, global warming is about 1.7 °C in 2050 under SSP1-2.6."
    formula = f"{GLOBAL.format(2050)} == about(1.7)"
    assert accepted(text.format(1850, 1900), formula)
    assert "text_not_in_formula" in reasons(text.format(1986, 2005), formula)
    assert not accepted(text.format(1850, 1950), formula)


TOP = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").top_week'


def test_a_context_gives_what_is_compared_with_but_no_substitute_for_what_the_text_names():
    text = "California recorded its peak one week earlier."
    context = ["When did flu admissions peak in New York and Texas in the 2024-25 season?"]
    later = f"{TOP.format('New York')} - {{}} == weeks(1)"
    assert accepted(text, later.format(TOP.format("California")), context=context)
    found = held(text, later.format(TOP.format("Texas")), context=context)
    assert "from the context, but the text speaks of California" in found.problems[0].message


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("four weeks after January 4, 2025", "2025-02-01"),
        ("a fortnight before January 4, 2025", "2024-12-21"),
        ("in the second week of January 2025", "2025-01-11"),
        ("a week before Christmas 2024", "2024-12-21"),
    ],
)
def test_a_date_follows_from_another_and_a_time_in_words(said, day):
    text = f"Ohio reported 1,000 flu admissions {said}."
    formula = 'epidemiology.admissions(states=["Ohio"], week="{}").week_admissions == 1000'
    assert accepted(text, formula.format(day))
    for other in ("2024-11-16", "2025-03-15"):
        assert not accepted(text, formula.format(other))


MEASURED = (
    'epidemiology.intervention(states=["Ohio"], start_date="2022-10-01", r0=2.2, '
    'seasonality="none", immunity=30, measures=[{}]).averted_share == 10'
)
SEASON_SAID = "In Ohio (start October 1, 2022, no seasonality, R0 2.2, 30% prior immunity), "


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        (
            "schools closed from November 1 to mid-December",
            ('"kind": "schools closed", "from": "2022-11-01", "until": "2022-12-15"',),
            (
                '"kind": "schools closed", "from": "2022-12-01", "until": "2022-12-15"',
                '"kind": "schools closed", "from": "2022-11-01"',
                '"kind": "schools closed", "from_week": 9, "weeks": 9',
                '"kind": "vaccinated", "share": 20, "from": "2022-11-01", "until": "2022-12-15"',
            ),
        ),
        (
            "closing schools from week 5 for 8 weeks",
            ('"kind": "schools closed", "from_week": 5, "weeks": 8',),
            (
                '"kind": "schools closed", "from_week": 8, "weeks": 5.5',
                '"kind": "schools closed", "from_week": 5',
                '"kind": "workplaces closed", "from_week": 5, "weeks": 8',
            ),
        ),
        (
            "a quarter fewer contacts at work for a fortnight",
            (
                '"kind": "fewer work contacts", "share": 25, "weeks": 2',
                '"weeks": 2.0, "share": 25.0, "kind": "fewer work contacts"',
            ),
            (
                '"kind": "fewer contacts", "share": 20, "weeks": 2',
                '"kind": "fewer household contacts", "share": 25, "weeks": 2',
            ),
        ),
        (
            "vaccinating 60 % of the elderly and of children with an efficacy of 35 %",
            ('"kind": "vaccinated", "share": 60, "ages": ["0-4", "5-17", "65+"], "efficacy": 35',),
            (
                '"kind": "vaccinated", "share": 35, "ages": ["0-4", "5-17", "65+"], "efficacy": 60',
                '"kind": "vaccinated", "share": 60, "ages": ["18-49", "65+"], "efficacy": 35',
                '"kind": "vaccinated", "share": 60, "efficacy": 35',
            ),
        ),
        (
            "vaccinating two thirds of the population with an efficacy of 45 %",
            ('"kind": "vaccinated", "share": 67, "efficacy": 45',),
            ('"kind": "vaccinated", "share": 60, "efficacy": 45',),
        ),
    ],
)
def test_each_field_of_a_measure_comes_from_the_text(said, right, wrong):
    text = f"{SEASON_SAID}{said} averts 10% of the admissions."
    for fields in right:
        found = held(text, MEASURED.format(f"{{{fields}}}"))
        assert not found.problems
    for fields in wrong:
        assert not accepted(text, MEASURED.format(f"{{{fields}}}")), fields


def test_what_a_text_leaves_open_of_a_measure_is_assumed():
    text = f"{SEASON_SAID}closing schools averts 10% of the admissions."
    closed = {"kind": "schools closed", "from": "2022-11-01", "weeks": 6}
    formula = MEASURED.format(json.dumps(closed))
    assert not accepted(text, formula)
    assume = {"measures": [closed]}
    assert accepted(text, formula, assume=assume)


CUT = 'climate.global_temperature(year=2050, scenario="ssp126", ch4={}).global_change_from_baseline'


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("With methane halved", -50), ("If methane doubled", 100),
    ],
)  # fmt: skip
def test_half_and_double_are_amounts(said, change):
    text = f"{said}, the planet would be {{}} in 2050 under SSP1-2.6."
    text = text.format("cooler" if change < 0 else "warmer")
    formula = f"{CUT} {'<' if change < 0 else '>'} 0"
    assert accepted(text, formula.format(change))
    for other in {-100, -50, 100, -20} - {change}:
        assert not accepted(text, formula.format(other))


@pytest.mark.parametrize(
    ("said", "width"),
    [("2.0 ± 0.3 °C", 0.3), ("2.0 °C, give or take 0.2", 0.2), ("within 5 % of 2.0 °C", 0.1)],
)
def test_a_width_around_a_number_is_a_tolerance_or_two_limits(said, width):
    text = f"Global warming in 2050 under SSP1-2.6 is {said}."
    run = GLOBAL.format(2050)
    assert accepted(text, f"{run} == about(2.0, within={width})")
    assert accepted(text, f"{2 - width:g} <= {run} <= {2 + width:g}")
    assert not accepted(text, f"{run} == about(2.0, within=0.7)")
    assert not accepted(text, f"1.2 <= {run} <= 2.8")


def test_history_is_what_runs_of_past_years_are_of():
    text = "The historical average temperature of Suresnes in 1992 was 11.4 °C."
    run = 'climate.temperature(place="Suresnes", year=1992{}).temperature == 11.4'
    assert accepted(text, run.format(""))
    assert accepted(text, run.format(', scenario="historical"'))


def test_the_effect_of_a_change_is_not_the_value_with_it():
    text = "The effect of methane down 50% on the global mean temperature in 2050 under SSP1-2.6 "
    text += "is -0.1 °C."
    formula = f"{CUT.format(-50)} == -0.1"
    assert accepted(text, formula)
    other = formula.replace("global_change_from_baseline", "global_warming")
    assert "other_output" in reasons(text, other)


def test_a_difference_is_taken_one_way_round_throughout():
    text = "Under ssp126 global warming rises by 0.5 °C (range 0.3 to 0.7 °C) from 2020 to 2080."
    late, early = GLOBAL.format(2080), GLOBAL.format(2020)
    right = f"{late} - {early} == about(0.5) and 0.3 <= {late} - {early} <= 0.7"
    assert accepted(text, right)
    wrong = f"{late} - {early} == about(0.5) and 0.3 <= {early} - {late} <= 0.7"
    assert "pair_differs" in reasons(text, wrong)


def test_literals_that_come_from_nowhere_are_told_together():
    text = "With demand up 10 %, average travel time on the corridor rises by 14 %."
    formula = "urban.corridor(demand=10, speed_limit=-7, lanes=1).travel_time_change == about(14)"
    (problem,) = held(text, formula).problems
    assert "speed_limit=-7" in problem.message
    assert "lanes=1" in problem.message
    assert problem.message.count("neither text nor context") == 1
