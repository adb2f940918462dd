"""A number of a text is a level, a change, a rate, an extreme or a mean: never one for another."""

import pytest

from verifier.formulas.anchored import accepted, tells_apart, told

LIMIT = "urban.corridor({}).{}"
LIMITED = LIMIT.format("speed_limit_kmh=50", "travel_time")
UNCHANGED = LIMIT.format("", "travel_time")
TOP = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").{}'


STEPS = ["lengthens the trip by {}", "makes the trip {} longer", "adds {} to the trip",
         "brings a rise of {} in travel time"]  # fmt: skip


@pytest.mark.parametrize("said", STEPS)
def test_how_far_something_moves_is_a_difference_and_where_it_gets_to_is_a_level(said):
    text = f"A limit of 50 km/h {said.format('27 seconds')}."
    level = f"{LIMITED} == 27"
    tells_apart(text, f"{LIMITED} - {UNCHANGED} == 27", level)
    assert "compare a change or a difference" in told(text, level)
    assert accepted("A limit of 50 km/h lengthens the trip to 101 seconds.", f"{LIMITED} == 101")


def test_a_comparative_behind_degrees_is_warming_and_no_temperature():
    run = 'climate.temperature(place="Madrid", year=2085, scenario="ssp370").{} == about({})'
    text = "Madrid will be about 4.1 °C warmer in 2085 under SSP3-7.0 than in 1850-1900."
    tells_apart(
        text, run.format("warming_since_preindustrial", 4.1), run.format("temperature", 4.1)
    )


@pytest.mark.parametrize("said", ["per resident", "per capita", "for its size", "per head"])
def test_what_is_said_for_each_head_is_a_rate_and_no_count(said):
    text = f"Arizona had more flu admissions {said} than Texas in its top week of 2024-25."
    order = f"{TOP.format('Arizona', '{0}')} > {TOP.format('Texas', '{0}')}"
    tells_apart(text, order.format("top_week_rate"), order.format("top_week_admissions"))


def test_what_each_car_emits_is_no_total():
    change = LIMIT.format("demand=50", "{}")
    text = "With 50 % more demand {} 55 % more CO2."
    assert accepted(text.format("all cars emit"), f"{change.format('co2_change')} == 55")
    assert not accepted(text.format("each car emits"), f"{change.format('co2_change')} == 55")
    assert accepted("Every state had more than 20 admissions in its top week of 2024-25.",
                    f"all({TOP.format('{}', 'top_week_admissions')} > 20 for s in states)"
                    .replace('"{}"', "s"))  # fmt: skip


def test_percentage_points_are_no_change_in_percent():
    change = LIMIT.format('signal="green wave"', "travel_time_change") + " == about(-26)"
    text = "A green wave cuts the travel time by 26 {}."
    assert accepted(text.format("%"), change)
    assert not accepted(text.format("percentage points"), change)


@pytest.mark.parametrize(("said", "right"), [
    ("its worst week", True), ("its busiest week", True), ("the top week", True),
    ("its second-worst week", False), ("its worst month", False), ("its worst day", False),
    ("a typical week", False), ("an average week", False), ("every week", False),
])  # fmt: skip
def test_the_top_week_is_no_other_week_and_no_other_time(said, right):
    text = f"In {said} of the 2024-25 flu season Ohio had 3,705 admissions."
    assert accepted(text, f"{TOP.format('Ohio', 'top_week_admissions')} == 3705") == right


def test_the_week_with_most_is_not_the_week_with_fewest():
    text = "Ohio's flu admissions of 2024-25 were {} in the week ending 15 February 2025."
    week = f'{TOP.format("Ohio", "top_week")} == "2025-02-15"'
    assert accepted(text.format("highest"), week)
    assert not accepted(text.format("lowest"), week)
    assert not accepted(text.format("fewest"), week)


def test_degrees_below_a_mean_are_less_in_any_unit():
    run = "climate.global_record(year=2024, baseline_first=1901, baseline_last=2000)"
    text = "In 2024 the global temperature was 2.32 °F below the average of 1901-2000."
    sides = [f'{run}.recorded_warming == {sign}quantity(2.32, "degF")' for sign in ("-", "")]
    tells_apart(text, *sides)


@pytest.mark.parametrize(("than", "right"), [
    ("than in 1850-1900", True), ("than in pre-industrial times", True), ("than today", False),
    ("than now", False), ("than the twentieth-century average", False),
])  # fmt: skip
def test_warming_since_a_fixed_period_is_not_counted_from_another_time(than, right):
    run = "climate.global_temperature(year={}{}).global_warming"
    new, old = run.format(2050, ', scenario="ssp245"'), run.format(2025, ', scenario="ssp245"')
    text = f"In 2050 the world will be 2.0 °C warmer {than} under SSP2-4.5."
    assert accepted(text, f"{new} == 2.0") == right
    assert accepted("In 2050 the world will be 0.7 °C warmer than in 2025 under SSP2-4.5.",
                    f"{new} - {old} == 0.7")  # fmt: skip


@pytest.mark.parametrize("said", ["four weeks", "4 weeks", "a month", "six weeks"])
def test_how_long_a_measure_lasts_is_in_the_run_whether_in_digits_or_words(said):
    run = (
        'epidemiology.intervention(states=["Ohio"], start_date="2022-10-01", r0=1.8, '
        'seasonality="high", immunity=30, measures=[{{"kind": "schools closed", '
        '"from": "2022-11-14"{}}}]).averted_share > 55'
    )
    text = (
        f"With high seasonality and 30 % immune, closing schools for {said} from 14 November 2022 "
        "averts more than 55 % of infections in Ohio in a season with R0 1.8 from 1 October 2022."
    )
    assert "the text prints the" in told(text, run.format(""))
    if said == "four weeks":
        assert not told(text, run.format(', "weeks": 4'))


@pytest.mark.parametrize("unit", ["minute", "minutes", "min"])
def test_a_unit_is_the_same_by_each_of_its_names(unit):
    text = "At a limit of 50 km/h the trip takes 1.7 minutes."
    assert accepted(text, f'{LIMITED} == quantity(1.7, "{unit}")')
    assert not accepted(text, f'{LIMITED} == quantity(1.7, "hours")')


def test_years_that_are_counted_are_years():
    warm = "climate.global_record(year=y).recorded_warming > 1 for y in years(1850, 2024)"
    text = "{} years on record have been more than 1 °C warmer than the 1850-1900 mean."
    for said in ("Twelve", "12", "A dozen"):
        tells_apart(text.format(said), f"count({warm}) == 12", f"count({warm}) == 13")


def test_where_something_gets_to_is_no_difference():
    wave = LIMIT.format('signal="green wave"', "travel_time")
    difference = f"{UNCHANGED} - {wave} == 18.9"
    text = "A green wave cuts the travel time {} 18.9 seconds."
    assert accepted(text.format("by"), difference)
    assert not accepted(text.format("to"), difference)


@pytest.mark.parametrize("said", ["a day", "a month", "per 100,000 residents"])
def test_what_is_said_of_a_week_is_of_no_other_time_and_of_no_rate(said):
    text = "Ohio's flu admissions peaked at 3,705 {} in 2024-25."
    level = f"{TOP.format('Ohio', 'top_week_admissions')} == 3705"
    assert accepted(text.format("a week"), level)
    assert not accepted(text.format(said), level)


def test_warming_per_decade_is_a_trend_and_no_warming():
    run = "climate.global_record(year=1991, last_year=2020).{} == 0.23"
    text = "The world warmed by 0.23 °C per decade from 1991 through 2020."
    tells_apart(text, run.format("recorded_trend_per_decade"), run.format("recorded_warming"))


def test_the_week_before_is_not_the_week_that_ends_on_a_day():
    week = 'epidemiology.admissions(states=["Florida"], week="2025-01-{}").week_admissions == 2454'
    text = "Florida reported 2,454 flu admissions in the week ending January 11, 2025."
    tells_apart(text, week.format("11"), week.format("04"))


def test_of_two_changes_the_text_says_which_is_the_greater():
    run = 'urban.corridor(signal="actuated").{}'
    less = f"{run.format('idling_time_change')} < {run.format('co2_change')}"
    more = f"{run.format('co2_change')} < {run.format('idling_time_change')}"
    tells_apart("Actuated signals cut idling time more than they cut CO2.", less, more)
    tells_apart("Actuated signals cut CO2 more than they cut idling time.", more, less)


def test_what_was_before_is_another_run_of_the_same_text():
    both = " and ".join(
        f"{TOP.replace('2024-25', season).format('Ohio', 'top_week_admissions')} == {count}"
        for season, count in (("2024-25", 3705), ("2023-24", 655))
    )
    for told_of in (
        "a week in 2024-25, after 655 in 2023-24",
        "in 2024-25, up from 655 a year earlier",
    ):
        assert accepted(f"Ohio's flu admissions peaked at 3,705 {told_of}.", both)


def test_a_count_and_its_rate_may_stand_in_one_sentence():
    text = (
        "In its top week of 2024-25 Ohio had 3,705 flu admissions, or 31.18 per 100,000 residents."
    )
    count, rate = (TOP.format("Ohio", name) for name in ("top_week_admissions", "top_week_rate"))
    tells_apart(
        text, f"{count} == 3705 and {rate} == 31.18", f"{rate} == 3705 and {count} == 31.18"
    )


def test_what_an_output_says_in_its_own_sentence_is_accepted_of_it():
    course = (
        'epidemiology.admissions_course(states=["Florida"], since="2025-08-01", '
        'until="2026-06-27").{} == {}'
    )
    span = "From 2025-08-01 to 2026-06-27, "
    fell = f"{span}weekly influenza admissions in Florida fell by 48 admissions."
    assert accepted(fell, course.format("gain", -48))
    crest = f"{span}the second crest in Florida was in the week of 2026-02-14."
    assert "second crest" not in told(crest, course.format("second_crest", '"2026-02-14"'))
