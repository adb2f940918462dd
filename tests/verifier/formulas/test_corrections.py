"""What a refuted claim becomes: at which place of its text, and in what words."""

import itertools
from functools import partial

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simulrag.verifier.formulas.renumbering import renumbered
from simulrag.verifier.formulas.syntax import Number
from verifier.formulas import rivers
from verifier.formulas.gauge import BASES, level
from verifier.formulas.rivers import level_of

decided = partial(rivers.decided, against="run")
NAMES = sorted(BASES)


def extreme(function: str, said: str) -> str:
    return f'{function}(gauge.gauge(river=r, rain=20).level for r in rivers) == "{said}"'


LISTS = [
    "Of the rivers {0}, {1} and {2}, {high} has the highest level and {low} the lowest after 20 mm "
    "of rain.",
    "After 20 mm of rain {high} has the highest level of the rivers {0}, {1} and {2}, and {low} "
    "has the lowest.",
    "{high} leads the rivers {0}, {1}, {2} with the highest level after 20 mm of rain; {low} has "
    "the lowest level.",
]


@given(
    st.sampled_from(LISTS),
    st.permutations(NAMES),
    st.sampled_from(list(itertools.permutations(NAMES, 2))),
)
def test_a_correction_names_another_winner_and_never_another_list(form, order, said):
    assume(said != ("Cam", "Ann"))
    high, low = said
    let = {"rivers": "[" + ", ".join(f'"{one}"' for one in order) + "]"}
    formula = f"{extreme('argmax', high)} and {extreme('argmin', low)}"
    made = decided(form.format(*order, high=high, low=low), formula, let=let)
    assert made.verdict in ("refuted", "unread")
    if made.updated != made.text:
        assert made.updated == form.format(*order, high="Cam", low="Ann")


def test_a_winner_behind_the_list_it_comes_from_is_corrected():
    form = "Of the rivers Ann, Bea and Cam, {} has the highest level after 20 mm of rain."
    let = {"rivers": '["Ann", "Bea", "Cam"]'}
    made = decided(form.format("Ann"), extreme("argmax", "Ann"), let=let)
    assert made.updated == form.format("Cam")


def test_a_name_at_two_places_is_not_corrected_and_the_reason_says_so():
    text = (
        "Of the rivers Ann, Bea and Cam, Ann it is that has the highest level after 20 mm of "
        "rain: Ann leads."
    )
    made = decided(text, extreme("argmax", "Ann"), let={"rivers": '["Ann", "Bea", "Cam"]'})
    assert (made.verdict, made.updated) == ("refuted", text)
    assert "at several places" in made.uncorrected


@pytest.mark.parametrize(
    ("said", "becomes", "formula"),
    [
        ("about twice as high as", "about 3.5 times as high as", "{cam} / {ann} == about(2)"),
        ("more than four times", "more than 3.4 times", "{cam} / {ann} > 4"),
        ("less than half as high as", "less than 3.6 times as high as", "{cam} / {ann} < 0.5"),
        (
            "about a fifth higher than",
            "about 250 % higher than",
            "percent_change({cam}, {ann}) == about(20)",
        ),
    ],
)
def test_a_number_in_words_is_corrected_in_digits_that_read_well(said, becomes, formula):
    text = "After 20 mm of rain the level of the river Cam is {} that of the river Ann."
    made = decided(
        text.format(said), formula.format(ann=level_of("Ann", 20), cam=level_of("Cam", 20))
    )
    assert made.verdict == "refuted"
    assert made.updated == text.format(becomes)


@given(st.integers(3, 9))
def test_a_number_of_units_in_words_keeps_its_unit(metres):
    word = ["three", "four", "five", "six", "seven", "eight", "nine"][metres - 3]
    form = "After 20 mm of rain the level of the river Ann is about {} metres."
    made = decided(form.format(word), f"{level_of('Ann', 20)} == about({metres})")
    assert made.updated == form.format(f"{level('Ann', 20):.1f}")


@pytest.mark.parametrize(("word", "raised"), [("only ", False), ("only about ", False), ("", True)])
def test_a_number_that_is_called_small_is_not_made_a_larger_one(word, raised):
    text = f"After 100 mm of rain Ann has a level of {word}{{}} m."
    low, high = (
        decided(text.format(said), f"{level_of('Ann', 100)} == {said}") for said in ("1.20", "4.00")
    )
    assert (low.verdict, high.verdict) == ("refuted", "refuted")
    assert low.updated == text.format("2.00" if raised else "1.20")
    assert high.updated == text.format("2.00")


@pytest.mark.parametrize("verb", ["would double", "would about double", "is to triple"])
def test_a_verb_that_multiplies_is_never_replaced_by_a_number(verb):
    times = 3 if "triple" in verb else 2
    text = f"With 100 mm instead of 20 mm of rain Ann {verb} the level."
    made = decided(text, f"{level_of('Ann', 100)} / {level_of('Ann', 20)} == about({times})")
    assert made.verdict == "refuted"
    assert made.updated == text


@pytest.mark.parametrize(
    ("text", "corrected"), [("low", "high"), ("low (below 2 m)", ""), ("low, 0 to 2 m", "")]
)
def test_a_class_is_not_corrected_beside_the_bounds_of_another(text, corrected):
    classes = '{"low": (0, 2), "high": (2, None)}'
    said = f"With 60 mm of rain the level of the Cam is {text}."
    question = "Is the level low (0 to 2 m) or high (above 2 m)?"
    verdict = decided(said, f'band({level_of("Cam", 60)}, {classes}) == "low"', context=(question,))
    assert verdict.verdict == "refuted"
    assert verdict.updated == (said.replace(text, corrected) if corrected else said)


def test_a_number_that_is_a_condition_as_well_is_not_replaced(registry):
    season = 'states=["Vermont"], start_date="2022-10-01", r0=1.8, seasonality="none", immunity=30'
    vaccinated = '[{"kind": "vaccinated", "share": 40}]'
    made = decided(
        "Vaccinating 40 % of people in Vermont averts 40 % of the hospital admissions.",
        f"epidemiology.intervention({season}, measures={vaccinated}).averted_share == 40",
        context=("A season from 1 October 2022 has R0 1.8, no seasonality and 30 % immunity.",),
        registry=registry,
    )
    assert (made.verdict, made.updated) == ("refuted", made.text)
    assert "at several places" in made.uncorrected


def test_a_scenario_is_corrected_in_the_form_in_which_the_text_writes_it(registry):
    run = "climate.global_temperature(year=2090, scenario=s).global_warming for s in scenarios"
    text = "{} has the least warming of the eight scenarios in 2090."
    for said, true in (("SSP2-4.5", "SSP1-1.9"), ("ssp245", "ssp119")):
        made = decided(
            text.format(said), f'argmin({run}) == "ssp245"', registry=registry, against="world"
        )
        assert (made.verdict, made.updated) == ("refuted", text.format(true))


@given(st.integers(1800, 2100), st.integers(1800, 2100))
def test_the_zeros_of_a_calendar_year_are_no_rounding(said, true):
    assume(said != true)
    text = f"It comes in {said} at the latest."
    span = (text.index(str(said)), text.index(str(said)) + 4)
    made = renumbered(text, span, Number(float(said), str(said)), true, "<=", 0, unrounded=True)
    assert made.shown == str(true)


def test_of_changes_in_verbs_the_word_for_their_order_is_turned(registry):
    text = "By 2090 under SSP5-8.5 the Arctic warms {} than the world."
    arctic = 'climate.temperature(place="Arctic", year=2090, scenario="ssp585")'
    world = 'climate.global_temperature(year=2090, scenario="ssp585").global_warming'
    formula = f"{arctic}.warming_since_preindustrial < {world}"
    made = decided(text.format("less"), formula, registry=registry, against="world")
    assert (made.verdict, made.updated) == ("refuted", text.format("more"))


def test_what_is_said_to_be_exact_is_no_rounded_number(registry):
    run = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").top_week_admissions'
    text = "Ohio's 2024-25 flu season saw {}{} admissions in its top week."
    said = partial(decided, registry=registry, against="world")
    assert said(text.format("", "3,700"), f"{run} == 3700").verdict == "supported"
    sent_back = said(text.format("exactly ", "3,700"), f"{run} == 3700")
    assert (sent_back.verdict, "write 3700.0" in sent_back.derivation) == ("unread", True)
    wrong = said(text.format("exactly ", "3,700"), f"{run} == 3700.0")
    assert (wrong.verdict, wrong.updated) == ("refuted", text.format("exactly ", "3,705"))
    assert said(text.format("precisely ", "3,705"), f"{run} == 3705").verdict == "supported"
