"""Which of two sides a text makes the greater, by how much, and of which the formula must."""

import itertools

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, anchor
from simulrag.verifier.formulas.notation import parse

REAL = installed()


def held(text: str, formula: str) -> Anchoring:
    return anchor(text, parse(formula), REAL)


def warming(place: str) -> str:
    run = f'climate.temperature(place="{place}", year=2090, scenario="ssp585")'
    return f"{run}.warming_since_preindustrial"


LEADS = ["Measured against preindustrial times, ", "Relative to 1850-1900, "]


@pytest.mark.parametrize(("lead", "word"), [*itertools.product(LEADS, ["more", "less"])])
def test_what_a_sentence_leads_in_with_is_not_what_it_compares_with_behind_than(lead, word):
    text = f"{lead}Lagos will by 2090 under SSP5-8.5 have warmed {word} than Oslo."
    more, less = (f"{warming('Lagos')} {sign} {warming('Oslo')}" for sign in "><")
    assert held(text, more).accepted == (word == "more")
    assert held(text, less).accepted == (word == "less")


def top(state: str) -> str:
    run = f'epidemiology.admissions(states=["{state}"], reported_season="2024-25")'
    return f"{run}.top_week_admissions"


@pytest.mark.parametrize("lead", ["Against Ohio", "Compared with Ohio", "In comparison to Ohio"])
def test_what_leads_in_is_what_a_text_compares_with_where_nothing_else_is(lead):
    text = f"{lead}, Iowa had more admissions in its top week of 2024-25."
    assert held(text, f"{top('Iowa')} > {top('Ohio')}").accepted
    assert not held(text, f"{top('Iowa')} < {top('Ohio')}").accepted


FEWER = (
    'epidemiology.intervention(states=["Ohio"], start_date="2022-10-01", '
    'measures=["20 % fewer contacts from day 0"])'
)
CONTACTS = "In Ohio, from 1 October 2022 on, 20 % fewer contacts from day 0 would "


@pytest.mark.parametrize("verb", ["prevent", "stop", "avoid", "avert", "save", "have prevented"])
@pytest.mark.parametrize("amount", ["more than 75 %", "over three quarters", "well over 75 %"])
def test_an_amount_that_is_prevented_is_not_denied(verb, amount):
    text = f"{CONTACTS}{verb} {amount} of all admissions."
    assert held(text, f"{FEWER}.averted_share > 75").accepted
    assert held(text, f"{FEWER}.admissions_change < -75").accepted
    assert not held(text, f"{FEWER}.averted_share < 75").accepted
    assert not held(text, f"{FEWER}.admissions_change > -75").accepted


@pytest.mark.parametrize("verb", ["prevent", "stop", "avoid"])
def test_a_threshold_that_is_prevented_is_denied(verb):
    run = 'climate.global_temperature(year=2090, scenario="ssp585", co2=-50).global_warming'
    text = f"Halving CO2 would {verb} global warming {{}} 2 °C in 2090 under SSP5-8.5."
    assert held(text.format("from exceeding"), f"{run} < 2").accepted
    assert not held(text.format("from exceeding"), f"{run} > 2").accepted
    assert not held(text.format("above"), f"{run} > 2").accepted
