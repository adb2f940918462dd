"""Which of two sides a text makes the greater, by how much, and of which the formula must."""

import itertools

import pytest

from simulrag.verifier.formulas.anchoring.lexicon import ORDINALS
from verifier.formulas.anchored import held


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
    'measures=[{"kind": "fewer contacts", "share": 20, "from_week": 0}])'
)
CONTACTS = "In Ohio, from 1 October 2022 on, 20 % fewer contacts from day 0 would "


@pytest.mark.parametrize("verb", ["prevent", "save", "have prevented"])
@pytest.mark.parametrize("amount", ["more than 75 %", "over three quarters"])
def test_an_amount_that_is_prevented_is_not_denied(verb, amount):
    text = f"{CONTACTS}{verb} {amount} of all admissions."
    assert held(text, f"{FEWER}.averted_share > 75").accepted
    assert held(text, f"{FEWER}.admissions_change < -75").accepted
    assert not held(text, f"{FEWER}.averted_share < 75").accepted
    assert not held(text, f"{FEWER}.admissions_change > -75").accepted


def test_a_threshold_that_is_prevented_is_denied():
    run = 'climate.global_temperature(year=2090, scenario="ssp585", co2=-50).global_warming'
    text = "Halving CO2 would prevent global warming {} 2 °C in 2090 under SSP5-8.5."
    assert held(text.format("from exceeding"), f"{run} < 2").accepted
    assert not held(text.format("from exceeding"), f"{run} > 2").accepted
    assert not held(text.format("above"), f"{run} > 2").accepted


def corridor(output: str, **inputs: object) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in inputs.items())
    return f"urban.corridor({given}).{output}".replace("'", '"')


def test_what_is_more_than_halved_is_less_than_half():
    text = "Actuated signals would more than halve the time spent standing."
    new, old = corridor("idling_time", signal="actuated"), corridor("idling_time")
    change = corridor("idling_time_change", signal="actuated")
    for less in (f"{new} < {old} / 2", f"{new} / {old} < 0.5", f"2 * {new} < {old}"):
        assert held(text, less).accepted
        assert not held(text, less.replace("<", ">")).accepted
    assert held(text, f"{change} < -50").accepted
    assert not held(text, f"{change} > -50").accepted


WORLD = 'climate.global_temperature(year=2100, scenario="ssp585"{}).global_warming'


@pytest.mark.parametrize(("word", "sign"), [("more", "<"), ("less", ">")])
def test_of_two_values_the_one_that_cools_more_is_the_lower(word, sign):
    text = f"Under SSP5-8.5 halving methane would cool the global temperature of 2100 {word} than "
    text += "halving CO2 does."
    methane, carbon, none = (WORLD.format(one) for one in (", ch4=-50", ", co2=-50", ""))
    other = "<>".replace(sign, "")
    assert held(text, f"{methane} {sign} {carbon}").accepted
    assert not held(text, f"{methane} {other} {carbon}").accepted
    assert held(text, f"{none} - {methane} {other} {none} - {carbon}").accepted


def test_a_verb_and_a_negation_are_of_their_own_clause():
    run = {"network": "grid", "speed_limit": -40}
    time, carbon = (corridor(name, **run) for name in ("travel_time_change", "co2_change"))
    text = "On a grid a limit lowered by 40 % costs drivers about a fifth in travel time but trims "
    text += "CO2 by almost 10 %."
    assert held(text, f"{time} == about(20) and {carbon} == about(-10)").accepted
    assert not held(text, f"{time} == about(20) and {carbon} == about(10)").accepted
    late, early = (
        f'climate.temperature(place="Lagos", year={year}).temperature' for year in (2010, 1950)
    )
    text = "Lagos was {} in 2010 than in 1950, and nobody there had a year below 25 °C."
    formula = f"{late} > {early} and {late} >= 25"
    assert held(text.format("warmer"), formula).accepted
    assert not held(text.format("colder"), formula).accepted


@pytest.mark.parametrize("place", [2, 6])
def test_an_ordinal_is_the_place_in_a_ranking_and_no_other(place):
    run = 'epidemiology.admissions(states=[s], reported_season="2024-25").top_week_rate'
    ranked = f'rank(({run} for s in states), of="Ohio") == {{}}'
    for said in (f"came {ORDINALS[place]} of all states", f"took {place}th place of all states"):
        text = f"By admissions per 100,000 in the top week of 2024-25, Ohio {said}."
        assert held(text, ranked.format(place)).accepted
        assert not held(text, ranked.format(place + 1)).accepted


@pytest.mark.parametrize("place", [3, 5])
@pytest.mark.parametrize("said", ["was among the {} states with", "was in the top {} states by",
                                  "ranked among the top {} for"])  # fmt: skip
def test_one_of_the_first_places_is_a_limit_of_the_place_in_a_ranking(place, said):
    run = 'epidemiology.admissions(states=[s], reported_season="2024-25").reported_total'
    ranked = f'rank(({run} for s in states), of="Ohio") {{}} {place}'
    text = f"In 2024-25 Ohio {said.format(place)} reported admissions."
    assert held(text, ranked.format("<=")).accepted
    assert not held(text, ranked.format("==")).accepted


@pytest.mark.parametrize(
    ("limit", "operator"),
    [("at least", ">="), ("over", ">"), ("no less than", ">="), ("at most", "<="),
     ("up to", "<="), ("no more than", "<="), ("fewer than", "<")],
)  # fmt: skip
def test_a_limit_that_a_text_states_is_not_the_value_itself(limit, operator):
    run = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").reported_total'
    text = f"In 2024-25 {limit} 20,000 people were admitted to hospital with influenza in Ohio."
    assert held(text, f"{run} {operator} 20000").accepted
    for equal in ("20000", "about(20000)"):
        problem, *_ = held(text, f"{run} == {equal}").problems
        assert problem.reason == "comparison_differs"


@pytest.mark.parametrize(
    "said", ["It is unlikely that warming", "Experts deny that warming", "It is wrong that warming"]
)
def test_what_a_text_calls_unlikely_or_wrong_is_not_what_it_says(said):
    run = 'climate.global_temperature(year=2090, scenario="ssp585").global_warming'
    text = f"{said} exceeds 3 °C in 2090 under SSP5-8.5."
    assert not held(text, f"{run} > 3").accepted
    assert held(text, f"not {run} > 3").accepted


@pytest.mark.parametrize("whole", [4, 9])
@pytest.mark.parametrize("form", ["one admission in {}", "1/{} of all admissions", "one in {}"])
def test_a_share_is_read_from_one_in_so_many(whole, form):
    text = f"{CONTACTS}avert {form.format(whole)}."
    for formula in (f"{FEWER}.averted_share == about({100 / whole:.1f})",
                    f"{FEWER}.averted_share / 100 == about(1/{whole})"):  # fmt: skip
        assert held(text, formula).accepted
    assert not held(text, f"{FEWER}.averted_share == about({100 / whole + 8:.1f})").accepted


def test_what_a_value_is_set_against_is_in_its_unit():
    new, old = corridor("idling_time", signal="actuated"), corridor("idling_time")
    text = "With actuated signals vehicles stand idle for 22 seconds, against 38 as things are."
    assert held(text, f"{new} == about(22) and {old} == about(38)").accepted
    assert not held(text, f"{new} == about(22) and {old} == about(48)").accepted


def test_what_an_output_is_counted_from_needs_no_input():
    text = "Under SSP5-8.5 Lagos will in 2090 have warmed by more than 4 °C since preindustrial "
    text += "times."
    assert held(text, f"{warming('Lagos')} > 4").accepted
    assert not held(text, f"{warming('Lagos')} < 4").accepted


def test_a_default_that_is_written_and_not_printed_is_told():
    season = 'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=2{}).peak > 100'
    text = "In Ohio admissions peak above 100 a day with an R0 of 2 from 1 October 2022 on"
    written = season.format(', preset="gleam"')
    assert "preset = gleam (default)" in held(f"{text}.", written).assumed
    assert "preset = gleam (default)" in held(f"{text}.", season.format("")).assumed
    assert "preset = gleam (default)" not in held(f"{text} in the gleam preset.", written).assumed


def test_an_output_is_only_proposed_where_it_is_counted_in_the_same_unit():
    season = 'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=2).{}'
    text = "In Ohio the peak is 80 with an R0 of 2 from 1 October 2022 on."
    lasting, summed = (
        " ".join(one.message for one in held(text, season.format(said)).problems)
        for said in ("duration == 80", "cumulative == 80")
    )
    assert "takes duration, but the text speaks of peak" in lasting
    assert ").peak" not in lasting
    assert ").peak" in summed
