"""Statements of a text beside its numbers: pairs, moves, firsts of all, second halves, denials."""

import itertools

import pytest

from verifier.formulas.anchored import accepted, tells_apart

WARMER = {
    "base": 'climate.temperature(place="Nairobi", year=1990)',
    "mild": 'climate.temperature(place="Nairobi", year=2090, scenario="ssp245")',
    "strong": 'climate.temperature(place="Nairobi", year=2090, scenario="ssp585")',
    "soon": 'climate.temperature(place="Nairobi", year=2050, scenario="ssp245")',
}
SIGNALS = {
    "usual": "urban.corridor()",
    "wave": 'urban.corridor(signal="green wave")',
    "actuated": 'urban.corridor(signal="actuated")',
    "slow": "urban.corridor(speed_limit=-30)",
}
OHIO = {
    year: f'epidemiology.admissions(states=["Ohio"], reported_season="{year}")'
    for year in ("2023-24", "2024-25")
}


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Nairobi is 2.1 °C warmer in 2090 than in 1990 under SSP2-4.5 and 3.9 °C warmer under "
         "SSP5-8.5.", ("mild", "strong")),
        ("Under SSP2-4.5 Nairobi is 2.1 °C warmer in 2090 than in 1990; under SSP5-8.5, 3.9 °C.",
         ("mild", "strong")),
        ("Under SSP2-4.5 Nairobi is 2.1 °C warmer in 2050 than in 1990 and 3.9 °C warmer in 2090.",
         ("soon", "mild")),
    ],
)  # fmt: skip
def test_differences_from_one_run_are_paired_with_what_each_other_run_has(text, runs):
    right, wrong = (
        " and ".join(f"{run}.temperature - base.temperature == {value}"
                     for run, value in zip(order, (2.1, 3.9), strict=True))
        for order in (runs, runs[::-1])
    )  # fmt: skip
    tells_apart(text, right, wrong, let=WARMER)


def test_a_run_that_leaves_out_what_is_usual_is_paired_by_its_words():
    text = "Fuel use is 9.2 l/100 km with the green wave and 12.4 l/100 km with fixed-time signals."
    right, wrong = (f"wave.fuel_per_100km == {one} and usual.fuel_per_100km == {other}"
                    for one, other in ((9.2, 12.4), (12.4, 9.2)))  # fmt: skip
    tells_apart(text, right, wrong, let=SIGNALS)


@pytest.mark.parametrize(("verb", "holds"), [("rose", True), ("climbed", True), ("fell", False),
                                             ("dropped", False)])  # fmt: skip
def test_what_moves_from_one_value_to_another_goes_that_way(verb, holds):
    text = f"Ohio's weekly peak of flu admissions {verb} from 655 in 2023-24 to 3,705 in 2024-25."
    atoms = (f"{run}.top_week_admissions == {value}"
             for run, value in zip(OHIO.values(), (655, 3705), strict=True))  # fmt: skip
    assert accepted(text, " and ".join(atoms)) == holds


@pytest.mark.parametrize(
    "text", ["Travel time falls from {} to {} seconds with a green wave.",
             "With a green wave a trip takes {1} seconds, down from {0}."]
)  # fmt: skip
def test_what_moves_begins_with_the_run_in_which_nothing_is_changed(text):
    atoms = "usual.travel_time == 73.6 and wave.travel_time == 54.7"
    assert accepted(text.format(73.6, 54.7), atoms, let=SIGNALS)
    turned = text.format(54.7, 73.6).replace("falls", "rises").replace("down", "up")
    assert not accepted(turned, atoms, let=SIGNALS)


@pytest.mark.parametrize(
    "first",
    [", the highest of any state", ", a record", ", more than in any other state",
     ", the mildest of seasons"],
)  # fmt: skip
def test_what_is_first_of_all_is_compared_with_all(first):
    peak = f"{OHIO['2024-25']}.top_week_admissions"
    text = "In 2024-25 Ohio's flu admissions peaked at 3,705 in a week{}."
    assert accepted(text.format(""), f"{peak} == 3705")
    assert not accepted(text.format(first), f"{peak} == 3705")


def test_a_best_estimate_is_first_of_nothing():
    run = "climate.sensitivity().equilibrium_climate_sensitivity"
    assert accepted("The best estimate of equilibrium climate sensitivity is 3 °C.", f"{run} == 3")


@pytest.mark.parametrize(
    ("half", "atom"),
    [("and shortens trips", "slow.travel_time_change < 0"),
     ("without lengthening trips", "slow.travel_time_change <= 0"),
     ("and leaves travel time unchanged", "slow.travel_time_change == 0"),
     ("yet leaves travel time unchanged", "slow.travel_time == about(usual.travel_time)")],
)  # fmt: skip
def test_a_second_half_without_a_number_stands_in_the_formula(half, atom):
    text = f"A 30 % lower speed limit cuts CO2 by 11.5 % {half}."
    first = "slow.co2_change == -11.5"
    tells_apart(text, f"{first} and {atom}", first, let=SIGNALS)


@pytest.mark.parametrize("pair", [*itertools.permutations(["actuated signals", "a green wave"])])
def test_neither_nor_denies_once(pair):
    text = "Neither {} nor {} shortens the trip.".format(*pair)
    both = "actuated.travel_time_change {0} 0 and wave.travel_time_change {0} 0"
    tells_apart(text, both.format(">="), both.format("<="), both.format("<"), let=SIGNALS)


def test_only_one_is_said_of_all_others_too():
    run = 'epidemiology.admissions(states=[{}], reported_season="2024-25").top_week_rate > 35'
    text = "Arizona saw more than 35 admissions per 100,000 residents in its worst week of 2024-25."
    one, each = run.format('"Arizona"'), f"count({run.format('s')} for s in states) == 1"
    assert accepted(text, one)
    tells_apart(f"Only {text}", f"{one} and {each}", one)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [("in the last ten days of November 2024", 21, 30),
     ("in the first three weeks of November 2024", 1, 21),
     ("between 21 and 30 November 2024", 21, 30), ("from 9 to 15 November 2024", 9, 15),
     ("between November 21 and 30, 2024", 21, 30)],
)  # fmt: skip
def test_a_part_of_a_month_is_limited_by_its_own_days(said, first, last):
    date = ('epidemiology.season(states=["Georgia"], start_date="2024-10-01", r0=2.2, '
            'seasonality="moderate", immunity=20).peak_date')  # fmt: skip
    text = "In Georgia, from 1 October 2024 with R0 2.2, moderate seasonality and 20 % prior "
    ends = '"2024-11-{:02}" <= {} <= "2024-11-{:02}"'
    right, whole = ends.format(first, date, last), ends.format(1, date, 30)
    tells_apart(f"{text}immunity, flu peaks {said}.", right, whole)


@pytest.mark.parametrize("but", ["Except under", "Outside", "Excluding"])
def test_what_a_text_excepts_is_no_condition_of_a_run(but):
    run = 'climate.global_temperature(year=2050, scenario="ssp126").global_warming == about(1.8)'
    assert accepted("Under SSP1-2.6, global warming is about 1.8 °C in 2050.", run)
    assert not accepted(f"{but} SSP1-2.6, global warming is about 1.8 °C in 2050.", run)


@pytest.mark.parametrize(("word", "most"), [("higher", "argmax"), ("lower", "argmin")])
def test_none_is_higher_than_the_highest(word, most):
    rates = 'epidemiology.admissions(states=[s], reported_season="2024-25").top_week_rate'
    text = f"No state had a {word} top-week rate of flu admissions in 2024-25 than Arizona."
    right, wrong = (f'{one}({rates} for s in states) == "Arizona"'
                    for one in (most, {"argmax": "argmin"}.get(most, "argmax")))  # fmt: skip
    tells_apart(text, right, wrong)


def test_another_value_of_the_run_in_which_nothing_is_changed_is_not_taken_for_the_change():
    slow = "urban.corridor(speed_limit_kmh=30).travel_time == {}"
    usual = "urban.corridor().travel_time == {}"
    text = "The trip takes {} seconds at 30 km/h and {} seconds today."
    formula = f"{slow.format(158)} and {usual.format(73.6)}"
    assert accepted(text.format(158, 73.6), formula)
    assert not accepted(text.format(73.6, 158), formula)


def test_a_time_may_leave_its_unit_to_the_one_before_it():
    road, grid = (f"urban.corridor(network={name!r}).travel_time".replace("'", '"')
                  for name in ("single road", "grid"))  # fmt: skip
    text = "A trip takes 74 seconds on the single road and 129 on the grid."
    tells_apart(text, f"{road} == 74 and {grid} == 129", f"{road} == 129 and {grid} == 74")


@pytest.mark.parametrize(("said", "place"), [("warmest", 1), ("second warmest", 2),
                                             ("third warmest", 3)])  # fmt: skip
def test_a_place_in_an_order_is_the_one_that_the_text_has(said, place):
    years = "climate.global_record(year=y).recorded_warming for y in years(1850, 2024)"
    text = f"2024 was the {said} year of all from 1850 to 2024 globally."
    for other in (1, 2, 3):
        assert accepted(text, f"rank(({years}), of=2024) == {other}") == (other == place)


@pytest.mark.parametrize(("later", "earlier"), [("Georgia", "Michigan")])
def test_after_and_before_name_the_other_of_two_events(later, earlier):
    week = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").top_week'
    one, other = week.format(later), week.format(earlier)
    text = f"In the 2024-25 flu season {later} peaked three weeks after {earlier}."
    tells_apart(text, f"{one} - {other} == weeks(3)", f"{other} - {one} == weeks(3)")


def test_people_of_a_declared_age_are_no_foreign_group():
    run = ('epidemiology.intervention(states=["Ohio"], start_date="2022-10-01", r0=2.2, '
           'seasonality="moderate", immunity=20, measures=[{"kind": "vaccinated", "share": 50, '
           '"ages": ["65+"]}]).peak_change')  # fmt: skip
    season = ["In Ohio from 1 October 2022, with R0 2.2, moderate seasonality and 20 % immunity."]
    text = "Vaccinating 50 % of {} cuts the peak by 15.5 %."
    for who in ("people aged 65+", "those aged 65 and over", "seniors"):
        assert accepted(text.format(who), f"{run} == -15.5", context=season)


@pytest.mark.parametrize(("said", "output"), [("NOx", "nox"), ("CO2", "co2"), ("fuel", "fuel")])
def test_a_change_is_of_what_the_text_names(said, output):
    run = "urban.corridor(speed_limit_kmh=50).{}_change == -11.9"
    others = (run.format(one) for one in ("nox", "co2", "fuel") if one != output)
    tells_apart(f"A limit of 50 km/h cuts {said} by 11.9 %.", run.format(output), *others)


def test_of_two_runs_a_value_stands_with_what_its_run_alone_has():
    season = ('epidemiology.season(states=["Michigan"], start_date="2022-10-01", r0=2.2, '
              'seasonality="moderate", immunity={}).peak == {}')  # fmt: skip
    given = ["In Michigan from 1 October 2022, R0 2.2, moderate seasonality, 20 % prior immunity."]
    text = "Had prior immunity been 40 % instead, the daily peak would have been {} admissions "
    formula = f"{season.format(40, 21)} and {season.format(20, 341)}"
    assert accepted(f"{text.format(21)}rather than 341.", formula, context=given)
    assert not accepted(f"{text.format(341)}rather than 21.", formula, context=given)


def test_any_number_of_hedges_may_stand_before_a_value():
    atoms = "usual.travel_time == 73.6 and wave.travel_time == 54.7"
    text = f"With a green wave a trip takes 54.7 seconds, down from {'about ' * 40}73.6 seconds."
    assert accepted(text, atoms, let=SIGNALS)
