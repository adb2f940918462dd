"""Seasons, scales and counts that a sentence speaks of are those that decide it."""

import pytest

from formula_claims import decided
from simulrag.verifier.english.questions import plan

MOSCOW = 'climate.temperature(place="Moscow", year=2000{})'
MADRID = 'climate.precipitation(place="Madrid", year=2090, scenario="ssp585"{})'


@pytest.mark.parametrize(
    ("text", "formula", "verdict"),
    [
        ("The mean temperature in Moscow in January 2000 is below 5 °C.",
         MOSCOW.format(', season="January"') + ".temperature < 5", "supported"),
        ("The mean temperature in Moscow in January 2000 is below 5 °C.",
         MOSCOW.format("") + ".temperature < 5", "unread"),
        ("The mean temperature in Moscow in 2000 is below 5 °C.",
         MOSCOW.format(', season="January"') + ".temperature < 5", "unread"),
        ("The annual mean temperature in Moscow in 2000 is below 5 °C.",
         MOSCOW.format(', season="JAN"') + ".temperature < 5", "unread"),
        ("Moscow may be below 5 °C on average in 2000.",
         MOSCOW.format(', season="May"') + ".temperature < 5", "unread"),
        ("Moscow is colder in winter than in summer in 2000: mean temperature.",
         MOSCOW.format(', season="winter"') + ".temperature < "
         + MOSCOW.format(', season="summer"') + ".temperature", "supported"),
        ("Under SSP5-8.5, summer precipitation in Madrid in 2090 is below 300 mm.",
         MADRID.format(', season="summer"') + ".precipitation < 300", "supported"),
        ("Under SSP5-8.5, summer precipitation in Madrid in 2090 is below 300 mm.",
         MADRID.format("") + ".precipitation < 300", "unread"),
        ("Under SSP5-8.5, annual precipitation in Madrid in 2090 is below 300 mm.",
         MADRID.format(', season="summer"') + ".precipitation < 300", "unread"),
        ("Under SSP5-8.5, annual precipitation in Madrid in 2090 is lower than in 1995-2014.",
         MADRID.format("") + ".precipitation_change < 0", "supported"),
        ("The land warms more than the ocean by 2090 under ssp585.",
         'climate.temperature(place="land", year=2090, scenario="ssp585")'
         ".warming_since_preindustrial > "
         'climate.temperature(place="ocean", year=2090, scenario="ssp585")'
         ".warming_since_preindustrial", "supported"),
        ("Land areas are 1 °C warmer in 2090 under ssp585 than in 1850-1900.",
         'climate.global_temperature(year=2090, scenario="ssp585").global_warming == 1',
         "unread"),
        ("Delhi's mean temperature in 2090 under ssp585 is above 20 °C.",
         'climate.temperature(place="India", year=2090, scenario="ssp585").temperature > 20',
         "unread"),
    ],
)  # fmt: skip
def test_a_part_of_the_year_or_globe_is_that_of_the_text(text, formula, verdict, registry, store):
    assert decided(text, formula, registry, store).verdict == verdict


def test_a_season_of_the_context_is_not_left_out(registry, store):
    context = "In summer 2000 it was hot."
    text = "The mean temperature in Moscow in 2000 is above 2 °C."
    formula = MOSCOW.format("") + ".temperature > 2"
    assert decided(text, formula, registry, store, context).verdict == "unread"
    assert decided(text, formula, registry, store).verdict == "supported"


THEN = 'climate.temperature(place="Chicago", year=1990).temperature'
RISE = f'climate.temperature(place="Chicago", year=2090, scenario="ssp585").temperature - {THEN}'
WARMER = "Under SSP5-8.5 Chicago is {} degrees warmer in 2090 than in 1990."
WAS = "The average temperature in Chicago in 1990 was {} degrees."


@pytest.mark.parametrize(
    ("text", "formula", "verdict"),
    [
        (WAS.format("50"), f"{THEN} == 50", "undecided"),
        (WAS.format("about 50"), f"{THEN} == about(50)", "undecided"),
        (WAS.format("10"), f"{THEN} == 10", "supported"),
        (WAS.format("80"), f"{THEN} == 80", "refuted"),
        (WARMER.format("5.2"), f"{RISE} == 5.2", "supported"),
        (WARMER.format("9"), f"{RISE} == 9", "undecided"),
    ],
)
def test_a_claim_that_only_fahrenheit_makes_true_is_open_and_celsius_is_said(
    text, formula, verdict, registry, store
):
    found = decided(text, formula, registry, store)
    assert found.verdict == verdict
    assert "degrees are degrees Celsius" in found.assumed
    if verdict == "undecided":
        assert "Fahrenheit" in found.problem.message


def test_a_scale_that_is_printed_is_not_asked_for(registry, store):
    text = "The average temperature in Chicago in 1990 was 50 degrees Celsius."
    found = decided(text, f"{THEN} == 50", registry, store)
    assert (found.verdict, found.assumed) == ("refuted", ())


WEEK = 'epidemiology.admissions(states=["all states"], week="2025-02-08"{}).week_admissions == {}'
TOTAL = (
    'epidemiology.admissions(states=["all states"], reported_season="{}"{}).reported_total == {}'
)
EPIWEEKS = ', season_weeks="MMWR weeks 40 to 39"'
SEASON = (
    'epidemiology.season(states=["Ohio"], start_date="2022-10-04", r0=2.6, immunity=10, '
    'seasonality="moderate")'
)
ASKED = "A season in Ohio from October 4, 2022; R0 2.6, 10% immune, moderate seasonality."


@pytest.mark.parametrize(
    ("text", "formula", "verdict"),
    [
        (
            "As first archived, the US had 48,796 influenza admissions in the week ending "
            "February 8, 2025.",
            WEEK.format(', vintage="first archived"', 48796),
            "supported",
        ),
        (
            "As first archived, the US had 55,757 influenza admissions in the week ending "
            "February 8, 2025.",
            WEEK.format("", 55757),
            "unread",
        ),
        (
            "52,211 influenza admissions were first reported in the US for the week ending "
            "February 8, 2025.",
            WEEK.format("", 52211),
            "outside",
        ),
        (
            "CDC estimates that 470,000 people were hospitalized with flu in the US in 2023-24.",
            TOTAL.format("2023-24", "", 470000),
            "outside",
        ),
        (
            "An estimated 470,000 people were hospitalized with flu in the US in 2023-24.",
            TOTAL.format("2023-24", "", 470000),
            "outside",
        ),
        (
            "Influenza caused 470,000 hospitalizations in the US in 2023-24.",
            TOTAL.format("2023-24", "", 470000),
            "outside",
        ),
        (
            "In 2024-25, 560,000 influenza admissions were reported in the US.",
            TOTAL.format("2024-25", "", 560000),
            "supported",
        ),
        (
            "From MMWR week 40 to week 39 of 2024-25, 565,980 influenza admissions were reported "
            "in the US.",
            TOTAL.format("2024-25", EPIWEEKS, 565980),
            "supported",
        ),
        (
            "In the simulation, 560,428 people were admitted with flu in the US in 2024-25.",
            TOTAL.format("2024-25", "", 560428),
            "outside",
        ),
    ],
)
def test_a_sentence_is_decided_by_what_it_speaks_of(text, formula, verdict, registry, store):
    assert decided(text, formula, registry, store).verdict == verdict


def test_a_report_is_not_decided_by_a_simulated_season(registry, store):
    text = "Hospitals reported a peak of 1,400 admissions a day."
    made = decided(text, f"{SEASON}.peak == 1400", registry, store, ASKED)
    assert made.verdict == "outside"
    assert "what hospitals reported" in made.problem.message


def test_the_number_of_the_first_day_is_not_that_of_the_height_of_the_season(registry, store):
    text = "The initial effective reproduction number is about 2.3."
    height = "epidemiology.invasion(r0=2.6, immunity=10).effective_r == about(2.3)"
    made = decided(text, height, registry, store, ASKED)
    assert made.verdict == "unread"
    assert "start_r" in made.problem.message
    on_day = f"{SEASON}.start_r == about(2.3)"
    assert decided(text, on_day, registry, store, ASKED).verdict == "refuted"


def test_patients_of_an_age_are_decided_by_that_age_alone(registry, store):
    text = "About 62% of the hospital admissions are of people aged 65 and over."
    by_age = SEASON.replace("season(", 'season_by_age(ages=["65+"], ')
    made = decided(text, f"{by_age}.age_share == about(62)", registry, store, ASKED)
    assert made.verdict == "supported"
    other = by_age.replace("65+", "50-64")
    made = decided(text, f"{other}.age_share == about(62)", registry, store, ASKED)
    assert made.verdict == "unread"
    made = decided(text, f"{SEASON}.attack_rate == about(62)", registry, store, ASKED)
    assert made.verdict == "outside"


@pytest.mark.parametrize(
    ("question", "function", "given"),
    [
        (
            "How many influenza admissions were reported in Puerto Rico in epiweek 6 of 2025?",
            "admissions",
            {"states": ["Puerto Rico"], "week": "2025-02-08"},
        ),
        (
            "What share of children in Ohio is infected in a season from 2022-10-01 with R0 2.2, "
            "moderate seasonality and 30% immunity?",
            "season_by_age",
            {"ages": ["0-4", "5-17"], "r0": 2.2},
        ),
    ],
)
def test_a_question_is_planned_by_the_function_that_holds_what_it_names(
    question, function, given, registry
):
    made = plan(question, registry)
    (one,) = made.calls
    assert not made.problems
    assert one.function == function
    assert given.items() <= one.arguments.items()


def test_what_is_estimated_may_be_simulated(registry, store):
    text = "An estimated 50% of residents are infected."
    made = decided(text, f"{SEASON}.attack_rate == about(50)", registry, store, ASKED)
    assert made.verdict == "supported"
