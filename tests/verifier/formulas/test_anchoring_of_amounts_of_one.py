"""Amounts of one, denials of every case, and inputs that are given against their context."""

import pytest

from simulrag.verifier.formulas.anchoring.mentions import mentions
from verifier.formulas.anchored import accepted, held

WEEK = 'epidemiology.admissions(states=["New York"], reported_season="2024-25").top_week_admissions'
OSLO = (
    'climate.temperature(place="Oslo", year=2050, scenario="ssp245").temperature - '
    'climate.temperature(place="Oslo", year=2000).temperature'
)


@pytest.mark.parametrize("amount", ["a degree", "one degree", "a full degree", "1 °C"])
def test_a_unit_with_an_article_is_an_amount_of_one(amount):
    text = f"Under SSP2-4.5 Oslo is more than {amount} warmer in 2050 than in 2000."
    assert accepted(text, f"{OSLO} > 1")
    assert not accepted(text, f"{OSLO} > 2")


def test_what_an_article_counts_is_no_amount():
    said = ["They built a second lane.", "It is more than a second winter.", "He won a degree."]
    assert [mentions(text, ()).numbers for text in said] == [(), (), ()]


def test_two_numbers_in_words_are_the_ends_of_a_range():
    text = "Under SSP2-4.5 Oslo is between two and three degrees warmer in 2050 than in 2000."
    assert accepted(text, f"2 <= {OSLO} <= 3")
    assert not accepted(text, f"{OSLO} == 5")
    assert [n.value for n in mentions("a hundred and two days", ()).numbers] == [102.0]


def test_no_week_denies_what_a_sentence_says_of_each_and_a_refusal_proposes_no_comparison():
    text = "In New York, no week of the 2024-25 season brought more than 4,500 flu admissions."
    assert accepted(text, f"{WEEK} <= 4500")
    assert accepted(text, f"not {WEEK} > 4500")
    (problem, *_) = held(text, f"{WEEK} >= 4500").problems
    assert problem.message.endswith("compare as the text does")


def test_a_limit_follows_from_the_one_that_the_context_gives_or_that_is_declared():
    text = "Going down to 30 km/h on the grid makes a car trip less than a quarter longer."
    formula = 'urban.corridor(network="grid", speed_limit={}).travel_time_change < 25'
    before = "The limit there is 50 km/h today."
    assert accepted(text, formula.format(-40), before)
    assert not accepted(text, formula.format(-30), before)
    assert accepted(text, formula.format(-40))
    assert not accepted(text, formula.format(-40), before.replace("50", "60"))


def test_the_quantity_may_stand_between_a_limit_and_its_number():
    text = "Under SSP2-4.5 Reykjavik stays below an annual average of eight degrees in 2050."
    run = 'climate.temperature(place="Reykjavik", year=2050, scenario="ssp245").temperature'
    assert accepted(text, f"{run} < 8")
    assert not accepted(text, f"{run} > 8")


@pytest.mark.parametrize("word", ["hottest", "warmest"])
def test_an_extreme_of_places_speaks_of_their_temperature(word):
    text = f"Of Cairo, Athens and Lisbon, Cairo is the {word} in 2060 under SSP2-4.5."
    run = 'climate.temperature(place=p, year=2060, scenario="ssp245").temperature'
    places = '["Cairo", "Athens", "Lisbon"]'
    assert accepted(text, f'argmax({run} for p in {places}) == "Cairo"')
    assert not accepted(text, f'argmin({run} for p in {places}) == "Cairo"')
