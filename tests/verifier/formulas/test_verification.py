"""From a claim and its formula to a verdict: record, run and world, assumptions, corrections."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import temperature
from verifier.formulas.gauge import MEMBERS, SPREAD, level
from verifier.formulas.rivers import decided, level_of


def ann(rain):
    return level_of("Ann", rain)


def said(rain: float, metres: str) -> str:
    return f"After {rain:g} mm of rain the level of the river Ann is about {metres} m."


@pytest.mark.parametrize(
    ("metres", "word"),
    [
        ("1.2", "supported"),  # the centre itself
        ("2.4", "undecided"),  # within what the ensemble allows, and off its centre
        ("4.0", "refuted"),  # beyond the 90 % predictive interval
    ],
)
def test_a_number_is_held_against_the_world_by_centre_and_interval(metres, word):
    assert abs(2.4 - level("Ann", 20)) < 1.645 * SPREAD < abs(4.0 - level("Ann", 20))
    made = decided(said(20, metres), f"{ann(20)} == about({metres})")
    assert (made.verdict, made.against) == (word, "world")


def test_an_order_of_runs_is_decided_by_their_centre_and_tells_how_many_members_agree():
    near = level("Ann", 20) - 0.2 * SPREAD
    text = f"After 20 mm of rain the level of the river Ann exceeds {near:.2f} m."
    made = decided(text, f"{ann(20)} > {near:.2f}", against="run")
    assert made.verdict == "supported"
    assert 0.5 < made.probability < 0.7
    assert made.chance


def test_records_are_held_against_the_record_whatever_is_asked(registry):
    formula = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25")'
    text = "Ohio's 2024-25 flu season peaked at 3,705 admissions a week."
    for against in ("world", "run"):
        made = decided(
            text, f"{formula}.top_week_admissions == 3705", against=against, registry=registry
        )
        assert (made.verdict, made.against) == ("supported", "record")


@pytest.mark.parametrize("month", ["January", "February"])
def test_a_week_in_two_months_is_in_neither_and_says_so(registry, month):
    text = f"In the 2024-25 season Texas's flu admissions peaked in {month} 2025."
    run = 'epidemiology.admissions(states=["Texas"], reported_season="2024-25").top_week'
    number = {"January": "01", "February": "02"}[month]
    made = decided(text, f'{run} == "2025-{number}"', registry=registry)
    assert made.verdict == "undecided"
    assert "week of 26 Jan to 1 Feb lies only in part within what is claimed" in made.would_decide


@pytest.mark.parametrize(
    ("said", "compared", "word"),
    [
        ("was 16.3 °C", "== 16.3", "supported"),
        ("was about 16 °C", "== about(16)", "supported"),
        ("was 17.4 °C", "== 17.4", "undecided"),  # its interval is 14.2 to 18.4 °C
        ("was 21.4 °C", "== 21.4", "refuted"),
        ("was above 10 °C", "> 10", "supported"),
        ("was above 17 °C", "> 17", "undecided"),
    ],
)
def test_an_analysis_of_what_was_observed_is_held_to_the_interval_that_it_states(
    registry, said, compared, word
):
    formula = f'climate.observed(place="Lisbon").observed_temperature {compared}'
    text = f"Over 1981-2010 the observed temperature in Lisbon {said}."
    made = decided(text, formula, registry=registry)
    assert (made.verdict, made.against) == (word, "world")


def test_a_published_figure_is_on_record_whatever_range_it_has(registry):
    run = 'climate.assessment(period="2011-2020").assessed_warming'
    text = "AR6 assesses that in 2011-2020 the world was 1.15 °C warmer than in 1850-1900."
    made = decided(text, f"{run} == 1.15", registry=registry)
    assert (made.verdict, made.against) == ("refuted", "record")


def test_what_hangs_on_an_assumption_is_undecided_and_told_with_the_value_under_each():
    text = "The level of the river Ann exceeds 1.5 m."
    formula = 'gauge.gauge(river="Ann").level > 1.5'
    made = decided(text, formula, assume={"rain": 200.0}, against="run")
    assert made.verdict == "undecided"
    assert (made.problem.reason, made.problem.parameter) == ("missing_condition", "rain")
    assert re.search(r"supported \(3.0+ m.* refuted \(1.1", made.problem.message)


def test_what_no_assumption_turns_is_decided_and_lists_it():
    made = decided(
        "The level of the river Ann exceeds 0.5 m.",
        'gauge.gauge(river="Ann").level > 0.5',
        against="run",
        assume={"rain": 50.0},
    )
    assert made.verdict == "supported"
    assert any("rain" in one for one in made.assumed)


def test_an_assumption_fills_no_run_beside_one_that_states_the_input():
    text = "After 20 mm of rain the level of the river Ann is higher than before."
    formula = f'{ann(20)} > gauge.gauge(river="Ann").level'
    made = decided(text, formula, assume={"rain": 20.0})
    assert made.verdict == "unread"
    assert "write rain in each run" in made.derivation


def test_a_misspelt_assumption_is_told():
    made = decided(said(20, "1.2"), f"{ann(20)} == about(1.2)", assume={"rian": 3.0})
    assert made.verdict == "unread"
    assert "did you mean rain?" in made.derivation


@given(st.integers(1, 40), st.integers(0, 3))
def test_a_corrected_number_keeps_precision_and_is_supported(tenths, decimals):
    start, minutes = 90, 10
    wrong = f"{-tenths / 10:.{decimals}f}" if tenths > 30 else f"{tenths / 10:.{decimals}f}"
    cooling = f'coffee.cooling(cup="ceramic mug", initial_temperature={start}, minutes={minutes})'
    text = (
        f"A coffee poured at {start} °C into a ceramic mug has a temperature of {wrong} °C "
        f"after {minutes} minutes."
    )
    made = decided(text, f"{cooling}.temperature == {wrong}")
    assert made.verdict == "refuted"
    if made.updated == text:  # a sign is never turned
        assert wrong.startswith("-")
        return
    true = f"{temperature('ceramic mug', start, 20, minutes):.{decimals}f}"
    assert made.updated == text.replace(f" {wrong} °C", f" {true} °C")
    assert decided(made.updated, f"{cooling}.temperature == {true}").verdict == "supported"


def test_a_correction_never_touches_a_condition(registry):
    formula = 'epidemiology.admissions(states=["Ohio"], week="2025-02-15").week_admissions'
    text = "In the week ending 15 February 2025 Ohio reported 2,025 influenza admissions."
    made = decided(text, f"{formula} == 2025", registry=registry)
    assert made.verdict == "refuted"
    assert made.updated == text.replace("2,025", "3,705")


def test_a_label_becomes_the_right_label():
    cooling = 'coffee.cooling(cup="paper cup", initial_temperature=90, minutes=120).drinkable'
    text = "A coffee poured at 90 °C into a paper cup is too hot to drink after 120 minutes."
    made = decided(text, f'{cooling} == "too hot"')
    assert made.verdict == "refuted"
    assert re.search(r"too cold", made.updated)


def test_a_direction_word_becomes_its_declared_opposite():
    text = "After 20 mm of rain the level of the river Ann is higher than that of the river Bea."
    made = decided(text, f'{ann(20)} > gauge.gauge(river="Bea", rain=20).level')
    assert made.verdict == "refuted"
    assert made.updated == text.replace("higher", "lower")


def test_what_takes_more_than_a_literal_is_left_to_whoever_writes():
    text = "The level of the river Ann is higher after 10 mm than after 100 mm of rain, by 2.0 m."
    made = decided(text, f"{ann(10)} - {ann(100)} == 2.0")
    assert made.updated == text


NORMAL = "climate.observed(place=p).observed_temperature for p in"


@pytest.mark.parametrize(
    ("places", "word"), [(["Oslo", "Reykjavik"], "undecided"), (["Oslo", "Cairo"], "supported")]
)
def test_without_members_a_name_and_a_place_are_as_sure_as_the_order_of_the_intervals(
    registry, places, word
):
    first, second = places
    listed = str(places).replace("'", '"')
    text = f"Of {first} and {second}, {first} was the colder city in 1981-2010."
    order = " < ".join(NORMAL.partition(" for ")[0].replace("=p", f'="{one}"') for one in places)
    for formula in (order, f'argmin({NORMAL} {listed}) == "{first}"'):
        assert decided(text, formula, registry=registry).verdict == word
    text = f"Of {first} and {second}, {first} ranked second by temperature in 1981-2010."
    formula = f'rank(({NORMAL} {listed}), of="{first}") == 2'
    assert decided(text, formula, registry=registry).verdict == word


WORLD = 'climate.global_temperature(year=2050, scenario="ssp245").global_warming == 2.0'


@pytest.mark.parametrize(
    ("of", "told"),
    [
        ("Madrid", "'Madrid'"),
        ("The Sahel", "'Sahel'"),
        ("The Northern Hemisphere", "climate.temperature takes place"),
        ("The oceans", "climate.temperature takes place"),
    ],
)
def test_what_a_text_says_of_a_place_is_not_read_from_the_mean_of_the_world(registry, of, told):
    made = decided(f"{of} will be 2.0 °C warmer in 2050 under SSP2-4.5.", WORLD, registry=registry)
    assert made.verdict == "unread"
    assert told in made.derivation


@pytest.mark.parametrize("of", ["Earth", "The World", "By the Paris Agreement's terms, the planet"])
def test_the_world_is_no_other_place(registry, of):
    made = decided(f"{of} will be 2.0 °C warmer in 2050 under SSP2-4.5.", WORLD, registry=registry)
    assert made.verdict == "supported"


def test_an_input_under_another_name_is_a_slip_where_its_value_tells_which(registry):
    text = "In July 2050 Madrid is at 27 °C under SSP2-4.5."
    given = (
        'climate.temperature(place="Madrid", year=2050, scenario="ssp245", {}).temperature == 27'
    )
    slip = decided(text, given.format('month="July"'), registry=registry)
    assert slip.verdict == "unread"
    assert "did you mean season?" in slip.derivation
    assert decided(text, given.format('humidity="July 4"'), registry=registry).verdict == "outside"


ANN = level_of("Ann", 20)


def level_is(words: str) -> str:
    return f"After 20 mm of rain the level of the river Ann is {words} m."


@pytest.mark.parametrize(
    ("words", "formula", "claimed"),
    [
        ("about 1.3", f"{ANN} == about(1.3, within=0.2)", (1.1, 1.5)),
        ("above 1.3", f"{ANN} > 1.3", (1.3, None)),
        ("below 1.3", f"{ANN} < 1.3", (None, 1.3)),
        ("between 1.1 and 1.3", f"1.1 <= {ANN} <= 1.3", (1.1, 1.3)),
        ("not above 1.3", f"not ({ANN} > 1.3)", (None, 1.3)),
        ("not about 1.3", f"not ({ANN} == about(1.3, within=0.2))", (None, None)),
    ],
)
def test_all_members_are_counted_and_the_claim_lies_among_them(words, formula, claimed):
    made = decided(level_is(words), formula).distribution
    assert sum(made.counts) == MEMBERS
    assert (made.claimed_low, made.claimed_high) == pytest.approx(claimed)
    edges = np.linspace(made.low, made.high, len(made.counts) + 1)
    mean = float(np.average((edges[1:] + edges[:-1]) / 2, weights=made.counts))
    assert mean == pytest.approx(level("Ann", 20), abs=0.1 * SPREAD)


def test_what_is_on_record_and_a_date_have_no_histogram(registry):
    record = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25")'
    text = "Ohio's 2024-25 flu season peaked at 3,705 admissions a week."
    made = decided(text, f"{record}.top_week_admissions == 3705", registry=registry)
    assert made.verdict == "supported"
    assert made.distribution is None
    assert "distribution" not in made.model_dump()
