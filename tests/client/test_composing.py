"""Numbers in an answer: where they come from, and how those without a run are marked."""

import re

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from simulrag.client.composing import (
    NO_RUN,
    Masked,
    fill,
    for_prompt,
    given_numbers,
    mark_numbers,
    mask,
    plainly,
)
from simulrag.client.result import AnsweredClaim
from simulrag.client.stages import Sentence

QUESTION = (
    "For Suresnes in 2050, under ssp245 with CO2 emissions increasing by 23.83% and CH4 by "
    "39.2 percent, what is the projected temperature?"
)
GIVEN = given_numbers(QUESTION)


def claim(text: str, verdict: str = "supported", key: str = "c1", run: str = "r-1") -> Masked:
    answered = AnsweredClaim.model_validate(
        {"id": key, "text": text, "verdict": verdict, "updated": text, "run_ids": (run,)}
    )
    return mask(answered, GIVEN)


def test_numbers_of_the_question_are_conditions_and_names_are_no_numbers() -> None:
    assert {"2050", "23.83%", "39.2%", "ssp245", "CO2", "CH4"} == GIVEN
    names = "CO2 SSP2-4.5 R0 PM2.5 H1N1 ssp585"
    assert given_numbers(names) == set(names.split())


def test_a_result_becomes_a_reference_and_a_condition_stays() -> None:
    masked = claim("In 2050 the temperature in Suresnes is 7.9 °C with 23.83% more CO2.")
    assert masked.text == "In 2050 the temperature in Suresnes is {c1.1} with 23.83% more CO2."
    assert masked.parts["c1.1"].text == "7.9 °C"
    assert for_prompt([masked]) == [{"id": "c1", "text": masked.text, "verified": True}]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("It peaks on December 10, 2022.", "It peaks on December {c1.1}."),
        ("It peaks on 2022-12-10.", "It peaks on {c1.1}."),
        ("Between 4 and 6 weeks.", "Between {c1.1} weeks."),
        ("From 4.55 to 5.95 °C.", "From {c1.1}."),
        ("It changes by -3.5 °C.", "It changes by {c1.1}."),
        ("It changes by −3.5%.", "It changes by {c1.1}."),
        ("12,345 patients (7%) in SSP2-4.5.", "{c1.1} patients ({c1.2}) in SSP2-4.5."),
        (
            "It rises by .5 °C to 46F, 3x the mean.",
            "It rises by {c1.1}F, {c1.2}x the mean.",
        ),
        ("A tenfold rise.", "A tenfold rise."),
    ],
)
def test_dates_and_ranges_are_one_reference(text: str, masked: str) -> None:
    assert claim(text).text == masked


def test_a_filled_number_carries_its_runs() -> None:
    sentence = Sentence(text="In 2050 it will be {c1.1} in Suresnes.", claims=["c1"])
    composed, notes = fill([sentence], [claim("It is 7.9 °C.")], GIVEN)
    assert composed[0].marked == "In 2050 it will be 7.9 °C [r-1] in Suresnes."
    assert composed[0].plain == "In 2050 it will be 7.9 °C in Suresnes."
    assert notes == []


def test_a_number_that_the_model_wrote_itself_is_marked() -> None:
    sentence = Sentence(text="It is {c1.1}, or 46.2 °F, by 2051.", claims=["c1"])
    composed, _ = fill([sentence], [claim("It is 7.9 °C.")], GIVEN)
    assert composed[0].marked == "It is 7.9 °C [r-1], or 46.2 °F [no run], by 2051 [no run]."


def test_a_digit_set_before_a_reference_is_seen() -> None:
    sentence = Sentence(text="It is 1{c1.1}.", claims=["c1"])
    composed, _ = fill([sentence], [claim("It is 7.9 °C.")], GIVEN)
    assert composed[0].marked == "It is 1 [no run]7.9 °C [r-1]."


def test_a_name_that_hides_a_number_is_marked_unless_it_was_given() -> None:
    sentence = Sentence(text="With CO2 up, rose.5 or SSP9-1.9 in Suresnes1.", claims=["c1"])
    composed, _ = fill([sentence], [claim("Suresnes1 is warm.")], GIVEN)
    assert composed[0].marked == ("With CO2 up, rose.5 [no run] or SSP9-1.9 [no run] in Suresnes1.")


def test_a_number_that_no_run_decided_is_marked() -> None:
    masked = claim("Harvests fall by 12%.", verdict="outside")
    assert masked.marked == "Harvests fall by 12% [no run]."
    assert not masked.verified


def test_a_sentence_that_rests_on_nothing_is_left_out_and_told() -> None:
    written = [
        Sentence(text="Ruin is near.", claims=[]),
        Sentence(text="It is {c9.1}.", claims=["c1"]),
        Sentence(text="It is {c1.7}.", claims=["c1"]),
        Sentence(text="It is {c1.1}.", claims=["c8"]),
    ]
    composed, notes = fill(written, [claim("It is 7.9 °C.")], GIVEN)
    assert [sentence.plain for sentence in composed] == ["It is 7.9 °C."]
    assert [note.split(": ")[-1] for note in notes] == [
        "'Ruin is near.'",
        "'It is {c9.1}.'",
        "'It is {c1.7}.'",
    ]


def test_a_whole_claim_can_be_referred_to() -> None:
    composed, _ = fill([Sentence(text="{c1}", claims=[])], [claim("It is 7.9 °C.")], GIVEN)
    assert composed[0].marked == "It is 7.9 °C [r-1]."


def test_listed_claims_begin_with_those_that_were_verified() -> None:
    listed = plainly([claim("A is 1.", "outside", "c1"), claim("B is 2.", "refuted", "c2")])
    assert [sentence.marked for sentence in listed] == ["B is 2 [r-1].", "A is 1 [no run]."]


@examples(
    st.lists(
        st.one_of(
            st.decimals(-9999, 9999, places=2, allow_nan=False).map(str),
            st.integers(-10_000, 10_000).map(str),
            st.sampled_from(
                ["in", "2050", "the", "23.83%", "{c1.1}", "CO2", "it is", "and", "to", ".5"]
            ),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_every_number_of_an_answer_is_given_or_followed_by_a_mark(words: list[str]) -> None:
    """Our promise: no number without its run, whatever the model writes."""
    sentence = Sentence(text=" ".join(words), claims=["c1"])
    (composed,), _ = fill([sentence], [claim("It is 7.9 °C.")], GIVEN)
    unmarked = re.sub(r"\S+(?: °C)?(?:(?: to | and )\S+)* \[(?:no run|r-1)\]", "", composed.marked)
    left = re.findall(r"(?<![\w.])-?[.\d]*\d%?", unmarked)
    assert {number.lstrip("-") for number in left} <= GIVEN


def test_the_mark_of_no_run_is_not_taken_for_a_number() -> None:
    once = mark_numbers("It is 5.", (), GIVEN)
    assert once == f"It is 5 {NO_RUN}."
    assert mark_numbers(once, (), GIVEN).count(NO_RUN) == 2
