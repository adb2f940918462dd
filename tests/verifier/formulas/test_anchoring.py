"""A formula is accepted where it says what its text says, and sent back with a reason where not."""

import sys

import pytest
from hypothesis import assume as suppose
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import Formula
from verifier.formulas.anchored import REAL, accepted, held, reasons, tells_apart

WARM = "Coffee poured at 90 °C into a paper cup has a temperature of {} °C after {} minutes."
RUN = 'coffee.cooling(cup="paper cup", initial_temperature=90, minutes={}).temperature'


@given(st.integers(20, 89), st.integers(2, 80), st.integers(2, 80))
def test_a_number_is_accepted_as_printed_and_sent_back_as_any_other(value, minutes, other):
    text = WARM.format(value, minutes)
    assert accepted(text, f"{RUN.format(minutes)} == about({value})")
    suppose(other not in (minutes, value, 90))
    assert reasons(text, f"{RUN.format(other)} == about({value})")
    assert reasons(text, f"{RUN.format(minutes)} == about({other})")


def test_a_bare_number_under_equality_has_the_digits_of_the_text():
    text = WARM.format("61.0", 12)
    tells_apart(text, f"{RUN.format(12)} == 61.0", f"{RUN.format(12)} == 61")


def test_a_number_in_another_unit_is_converted_or_says_its_unit():
    text = WARM.replace("temperature of {} °C", "temperature of {} °F").format(142, 12)
    assert accepted(text, f'{RUN.format(12)} == about(quantity(142, "degF"))')
    assert not accepted(text, f"{RUN.format(12)} == about(142)")
    assert not accepted(text, f'{RUN.format(12)} == about(quantity(142, "degC"))')


def test_a_length_of_time_in_words_and_another_unit_fills_an_argument():
    text = "Half an hour after it was poured at 90 °C, the coffee in a mug is hot."
    formula = (
        'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes={}).temperature > 40'
    )
    assert "literal_without_source" in reasons(text, formula.format(30))  # 40 is not printed
    text = text.replace("hot", "hotter than 40 °C")
    tells_apart(text, formula.format(30), formula.format(60))


def test_a_choice_is_the_one_that_the_text_names():
    text = WARM.format(61, 12)
    other = RUN.replace("paper cup", "ceramic mug").format(12)
    (problem, *_) = held(text, f"{other} == about(61)").problems
    assert problem.reason == "literal_without_source"
    assert "ceramic mug" in problem.message
    assert "paper cup" in problem.message


def test_what_the_context_prints_may_stand_in_the_formula_unless_the_text_prints_another():
    context = ["How hot is coffee that was poured at 90 °C into a paper cup?"]
    formula = f"{RUN.format(12)} == about(61)"
    assert accepted("Its temperature is 61 °C after 12 minutes.", formula, context=context)
    text = "In a ceramic mug its temperature is 61 °C after 12 minutes."
    assert not accepted(text, formula, context=context)


def test_an_assumption_fills_an_argument_and_is_told_but_excuses_nothing_that_is_printed():
    text = "Coffee in a paper cup has a temperature of 61 °C after 12 minutes."
    formula = f"{RUN.format(12)} == about(61)"
    assert "literal_without_source" in reasons(text, formula)
    found = held(text, formula, assume={"initial_temperature": 90})
    assert not found.problems
    assert any("initial_temperature = 90" in said for said in found.assumed)
    assert not accepted(text, f"{RUN.format(12)} == about(62)", assume={"temperature": 62})
    assert not accepted(WARM.format(61, 15), formula, assume={"minutes": 12})


COMPARED = "After 20 minutes coffee poured at 90 °C is {} in a thermos than in a paper cup."
FLASK = 'coffee.cooling(cup="vacuum flask", initial_temperature=90, minutes=20).temperature'
PAPER = 'coffee.cooling(cup="paper cup", initial_temperature=90, minutes=20).temperature'


@pytest.mark.parametrize("word", ["hotter", "warmer", "cooler", "colder"])
def test_a_comparison_goes_the_way_of_its_words_and_of_its_two_sides(word):
    text = COMPARED.format(word)
    right, wrong = (">", "<") if word in ("hotter", "warmer") else ("<", ">")
    assert accepted(text, f"{FLASK} {right} {PAPER}")
    assert reasons(text, f"{FLASK} {wrong} {PAPER}") == {"comparison_differs"}
    assert reasons(text, f"{PAPER} {right} {FLASK}") == {"comparison_differs"}
    assert reasons(text, f"not {FLASK} {right} {PAPER}") == {"comparison_differs"}
    assert reasons(text, f"{PAPER} - {FLASK} {right} 0") == {"comparison_differs"}


@pytest.mark.parametrize(
    ("words", "right", "wrong"),
    [
        ("above", ">", "<"), ("more than", ">", "<"), ("at least", ">=", "<="),
        ("below", "<", ">"), ("less than", "<", ">="), ("no more than", "<=", ">"),
    ],
)  # fmt: skip
def test_a_limit_is_compared_as_the_words_beside_it_say(words, right, wrong):
    text = WARM.replace("of {} °C", f"of {words} {{}} °C").format(61, 12)
    assert accepted(text, f"{RUN.format(12)} {right} 61")
    assert "comparison_differs" in reasons(text, f"{RUN.format(12)} {wrong} 61")


def test_values_stay_with_what_they_are_printed_beside_and_none_is_left_out():
    text = (
        "Poured at 90 °C, coffee has 82 °C in a thermos and 48 °C in a paper cup after 20 minutes."
    )
    assert accepted(text, f"{FLASK} == about(82) and {PAPER} == about(48)")
    assert "pair_differs" in reasons(text, f"{FLASK} == about(48) and {PAPER} == about(82)")
    assert "text_not_in_formula" in reasons(text, f"{FLASK} == about(82)")


def test_a_number_that_an_output_does_not_count_is_of_another_output():
    text = (
        "The waiting time until coffee poured at 90 °C in a paper cup is at 60 °C is 12.5 minutes."
    )
    wait = 'coffee.waiting(cup="paper cup", initial_temperature=90, target_temperature=60)'
    assert accepted(text, f"{wait}.waiting_time == about(12.5)")
    other = 'coffee.cooling(cup="paper cup", initial_temperature=90, minutes=60).temperature'
    assert not accepted(text, f"{other} == about(12.5)")


def test_places_years_and_scenarios_of_two_runs_are_not_exchanged():
    text = "Under ssp585 Oslo warms more from 1990 to 2080 than Cairo does."
    year = 'climate.temperature(place="{}", year={}{}).temperature'
    late = ', scenario="ssp585"'
    rise = "{} - {} > {} - {}"
    oslo, cairo = year.format("Oslo", 2080, late), year.format("Cairo", 2080, late)
    before = year.format("Oslo", 1990, ""), year.format("Cairo", 1990, "")
    assert accepted(text, rise.format(oslo, before[0], cairo, before[1]))
    assert reasons(text, rise.format(cairo, before[1], oslo, before[0]))
    assert reasons(text, rise.format(oslo, before[1], cairo, before[0]))


def test_compared_literals_have_their_places_in_the_text():
    text = WARM.format("61.5", 12)
    (placed,) = held(text, f"{RUN.format(12)} == about(61.5)").placed
    assert text[placed.start : placed.end] == "61.5"


@given(st.text(max_size=400))
def test_no_text_is_too_strange_to_be_held_against_a_formula(text):
    held(text, f"{FLASK} > {PAPER}", context=[text])


SEASON = (
    'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0={}, seasonality="none", '
    'immunity={}, metric="hospital prevalence")'
)
IN_OHIO = "In Ohio (start October 1, 2022, no seasonality, R0 2.3, 30% prior immunity), "


@pytest.mark.parametrize(
    ("said", "sign"),
    [
        ("with demand up 37 %", 1), ("with demand down 37 %", -1), ("with 37 % more demand", 1),
        ("when demand falls by 37 %", -1), ("after a 37 % cut in demand", -1),
        ("with a change in demand of +37 %", 1), ("with a change in demand of -37 %", -1),
    ],
)  # fmt: skip
def test_a_change_of_an_input_has_the_sign_of_its_words(said, sign):
    text = f"Average travel time on the corridor rises by 14 % {said}."
    formula = "urban.corridor(demand={}).travel_time_change == about(14)"
    assert accepted(text, formula.format(37 * sign))
    problems = reasons(text, formula.format(-37 * sign))
    assert problems == {"comparison_differs"}


def test_inputs_that_are_joined_share_a_word_of_direction():
    text = (
        "Cuts of 33.3 % in CO2 and 41.7 % in CH4 under ssp126 lower the global mean temperature "
        "in 2083 by 0.3 °C."
    )
    formula = (
        'climate.global_temperature(year=2083, scenario="ssp126", co2={}, ch4={})'
        ".global_change_from_baseline == about(-0.3)"
    )
    assert accepted(text, formula.format(-33.3, -41.7))
    for co2, ch4 in ((33.3, -41.7), (-33.3, 41.7), (-41.7, -33.3)):
        assert not accepted(text, formula.format(co2, ch4))


def test_a_number_is_positive_unless_a_minus_or_a_word_says_otherwise():
    text = WARM.format(61, 12)
    assert "comparison_differs" in reasons(text, f"{RUN.format(12)} == about(-61)")
    text = WARM.format(-61, 12)
    assert accepted(text, f"{RUN.format(12)} == about(-61)")
    assert "comparison_differs" in reasons(text, f"{RUN.format(12)} == about(61)")


@pytest.mark.parametrize("said", ["", "about ", "exactly "])
@pytest.mark.parametrize("sign", ["<", ">", "<=", ">="])
def test_a_number_that_is_stated_is_no_limit(said, sign):
    text = WARM.replace("of {}", f"of {said}{{}}").format(61, 12)
    assert reasons(text, f"{RUN.format(12)} {sign} 61") == {"comparison_differs"}


def test_a_printed_range_is_a_lower_and_an_upper_limit_and_no_number():
    text = f"{IN_OHIO}hospital prevalence peaks at about 13,000 people (range 7,000 to 22,000)."
    run = SEASON.format(2.3, 30)
    right = f"{run}.peak == about(13000) and 7000 <= {run}.peak <= 22000"
    assert accepted(text, right)
    for one, other in ((13000, 7000), (13000, 22000), (7000, 22000)):
        swapped = (
            right.replace(str(one), "x").replace(str(other), str(one)).replace("x", str(other))
        )
        assert not accepted(text, swapped)
    assert not accepted(text, right.removesuffix(" <= 22000"))


def test_a_number_beside_the_words_of_an_input_is_that_input():
    text = f"{IN_OHIO}hospital prevalence peaks at about 13,000 people."
    for r0, immunity in ((2.3, 2.3), (30, 30), (2.3, 13000)):
        formula = f"{SEASON.format(r0, immunity)}.peak == about(13000)"
        assert not accepted(text, formula)


def test_what_is_printed_once_is_in_every_run():
    text = (
        f"{IN_OHIO.replace(', 30% prior immunity', '')}hospital prevalence peaks 39 days later "
        "with 40% prior immunity than with 15%."
    )
    late, early = SEASON.format(2.3, 40), SEASON.format(2.3, 15)
    formula = "{}.peak_date - {}.peak_date == about(39)"
    assert accepted(text, formula.format(late, early))
    bare = early.replace(', metric="hospital prevalence"', "")
    assert "text_not_in_formula" in reasons(text, formula.format(late, bare))


def test_a_band_ends_where_the_text_says():
    text = (
        "With demand up 37 %, the change in travel time on the corridor is moderate (10 % to 20 %)."
    )
    formula = (
        'band(abs(urban.corridor(demand=37).travel_time_change), {{"minor": (None, 10), '
        '"moderate": ({}, {}), "significant": (20, None)}}) == "moderate"'
    )
    context = ["Is it minor (less than 10 %), moderate (10 % to 20 %) or significant (over 20 %)?"]
    assert accepted(text, formula.format(10, 20), context=context)
    assert not accepted(text, formula.format(20, 37), context=context)
    assert not accepted(text, formula.format(10, 37), context=context)


def test_the_side_of_a_comparison_is_told_by_what_is_said_of_an_input():
    text = (
        "A higher R0 leads to an earlier peak of hospital prevalence in Ohio in a season "
        "of influenza starting October 1, 2022 (no seasonality, 10% prior immunity)."
    )
    context = ["Compare an R0 of 1.7 with an R0 of 2.4."]
    high, low = SEASON.format(2.4, 10), SEASON.format(1.7, 10)
    assert accepted(text, f"{high}.peak_date < {low}.peak_date", context=context)
    wrong = reasons(text, f"{low}.peak_date < {high}.peak_date", context=context)
    assert wrong == {"comparison_differs"}


WARMING = 'climate.global_temperature(year={}, scenario="ssp245").global_warming'


def test_a_limit_that_is_also_the_label_of_a_band_is_a_number_too():
    text = "Global warming in 2050 under SSP2-4.5 is {} 2 °C."
    formula = WARMING.format(2050)
    tells_apart(text.format("above"), f"{formula} > 2", f"{formula} < 2", f"{formula} == 2")


def test_the_end_of_the_century_is_a_year_of_it():
    text = "By the end of the century, global warming reaches 2.7 °C under ssp245."
    assert accepted(text, f"{WARMING.format(2100)} == about(2.7)")
    assert not accepted(text, f"{WARMING.format(2050)} == about(2.7)")


def test_a_problem_names_the_unit_and_tells_a_year_once():
    text = WARM.replace("temperature of {} °C", "temperature of {} °F").format(142, 12)
    (first, *_) = held(text, f"{RUN.format(12)} == about(142)").problems
    assert "142 °F" in first.message
    text = "Global warming under ssp245 in 2090 is 2.7 °C."
    (problem,) = held(text, f"{WARMING.format(2080)} == 2.7").problems
    assert "2080" in problem.message
    assert "2090" in problem.message


def test_labels_within_a_tolerance_are_no_numbers():
    formula = f"{RUN.format(12)} == about(61, within={RUN.format(12)})"
    assert not accepted("Coffee is 61 °C warm.", formula)


PIECES = ("not more than half of the 12 ", "1,1,1,", "a half ", "( - and 3 in ", "1 ", "1-", "1/",
          "−", "2050 ", "above 2 ", "in May ", "than ", "CO2 down 3 % ", "no ")  # fmt: skip


def work(text: str, formula: Formula, registry: Registry, context: str = "") -> int:
    """Return how many functions are called in holding a formula against a text: no clock."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:  # noqa: ARG001
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        anchor(text, formula, registry, context=[context])
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("piece", PIECES)
def test_twice_the_text_is_twice_the_work(piece):
    formula = parse(f"{RUN.format(12)} == about(61) and {RUN.format(12)} < 62")

    def taken(size: int) -> int:
        return work((piece * size)[:size], formula, REAL, (piece * size)[: 4 * size])

    taken(10)
    short = taken(400)
    assert taken(800) < 2.6 * short + 1_000


def test_twice_the_comparisons_are_little_more_than_twice_the_work():
    let = {f"A{i}": WARMING.format(2020 + i) for i in range(20)}
    text = ("Global warming in 2050 under SSP2-4.5 is above 2 °C and below 12. " * 40)[:900]

    def taken(count: int) -> int:
        formula = parse(" and ".join(f"A{i % 20} > {i}" for i in range(count)), let)
        return work(text, formula, REAL)

    taken(10)
    assert taken(100) < 3.0 * taken(50)
