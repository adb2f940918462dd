"""Numbers in an answer: where they come from, and how those without a run are marked."""

import itertools
import re

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from simulrag.client.computed_facts import Masked
from simulrag.client.marks import (
    Piece,
    given_numbers,
    mark_statement,
    marked,
    read,
    results,
    without_marks,
)
from simulrag.client.references import Composed, fill, for_prompt, mask, plainly
from simulrag.client.result import AnsweredClaim
from simulrag.client.stages import Sentence

QUESTION = (
    "For Suresnes in 2050, under ssp245 with CO2 emissions increasing by 23.83% and CH4 by "
    "39.2 percent, what is the projected temperature?"
)
GIVEN = given_numbers(QUESTION)


RUNS = {"c1": "r-00000000000a", "c2": "r-00000000000b"}


def claim(text: str, verdict: str = "supported", key: str = "c1") -> Masked:
    answered = AnsweredClaim.model_validate(
        {"id": key, "text": text, "verdict": verdict, "updated": text, "run_ids": (RUNS[key],)}
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
    assert for_prompt([masked]) == [
        {"id": "c1", "text": masked.text, "verified": True, "references": {"c1.1": "7.9 °C"}}
    ]


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


def filled(*sentences: str, claims: tuple[Masked, ...] = (claim("It is 7.9 °C."),)) -> list[str]:
    written = [Sentence(text=text, rests_on=[c.id for c in claims]) for text in sentences]
    composed = [one for one in fill(written, claims, GIVEN) if isinstance(one, Composed)]
    for sentence in composed:
        assert without_marks(sentence.marked) == sentence.plain
    return [sentence.marked for sentence in composed]


BOTH = (claim("It was 5.0 °C."), claim("It will be 7.9 °C.", key="c2"))
ONE = (claim("It is 7.9 °C."),)


@pytest.mark.parametrize(
    ("written", "claims", "marked"),
    [
        ("In 2050 it will be {c1.1} in Suresnes.", ONE,
         "In 2050 it will be 7.9 °C in Suresnes [r-00000000000a]."),
        ("From {c1.1} it rises to {c2.1}.", BOTH,
         "From 5.0 °C [r-00000000000a] it rises to 7.9 °C [r-00000000000b]."),
        ("Ruin!", (claim("Ruin is near.", "outside"),), "Ruin [no run]!"),
        ("Sulphate scatters light.", ONE, "Sulphate scatters light [no run]."),
        ("Sulphate scatters light.", (), "Sulphate scatters light [no run]."),
        ("It is {c1.1}, or 46.2 °F, by 2051.", ONE,
         "It is 7.9 °C [r-00000000000a], or 46.2 °F [no run], by 2051 [no run]."),
        ("It is 1{c1.1}.", ONE, "It is 1 [no run]7.9 °C [r-00000000000a]."),
    ],
    ids=["at the end, of one run", "one by one, of several", "of nothing decided",
         "an explanation", "of no claim", "numbers of the model", "a digit before a reference"],
)  # fmt: skip
def test_each_number_of_a_sentence_is_marked_with_its_run_or_with_none(
    written: str, claims: tuple[Masked, ...], marked: str
) -> None:
    assert filled(written, claims=claims) == [marked]


def test_a_sentence_without_numbers_carries_the_runs_that_decided_it() -> None:
    said = Sentence(text="A warming.", rests_on=["c1"], formula="c1")
    (composed,) = fill([said], [claim("It warms.")], GIVEN)
    assert composed.marked == "A warming [r-00000000000a]."


def test_a_name_that_hides_a_number_is_marked_unless_it_was_given() -> None:
    text = "With CO2 up, {c1} rose.5 or SSP9-1.9 in Suresnes1."
    sentence = Sentence(text=text, rests_on=["c1"])
    (composed,) = fill([sentence], [claim("Suresnes1 is warm.")], GIVEN)
    assert composed.own == ("rose.5", "SSP9-1.9")
    assert "rose.5 [no run] or SSP9-1.9 [no run]" in composed.marked


def test_a_number_that_no_run_decided_is_marked() -> None:
    masked = claim("Harvests fall by 12%.", verdict="outside")
    assert [s.marked for s in plainly([masked])] == ["Harvests fall by 12% [no run]."]
    assert not masked.verified


def test_in_place_of_a_sentence_with_a_wrong_reference_stands_the_reason() -> None:
    texts = ["It is {c9.1}.", "It is {c1.7}.", "It is {c1.1", "It is {c1.1}."]
    written = [Sentence(text=text, rests_on=["c8"]) for text in texts]
    *failed, composed = fill(written, [claim("It is 7.9 °C.")], GIVEN)
    assert composed.plain == "It is 7.9 °C."
    assert failed == [
        "there is no reference {c9.1}",
        "there is no reference {c1.7}",
        "a reference is broken off",
    ]


def test_a_whole_claim_can_be_referred_to() -> None:
    (composed,) = fill([Sentence(text="{c1}")], [claim("It is 7.9 °C.")], GIVEN)
    assert composed.marked == "It is 7.9 °C [r-00000000000a]."


def test_listed_claims_begin_with_those_that_were_verified() -> None:
    listed = plainly([claim("A is 1.", "outside", "c1"), claim("B is 2.", "refuted", "c2")])
    assert [sentence.marked for sentence in listed] == [
        "B is 2 [r-00000000000b].",
        "A is 1 [no run].",
    ]


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
    (marked,) = filled(" ".join(words))
    if "{c1.1}" in words and not results(" ".join(words).replace("{c1.1}", ""), GIVEN):
        assert re.search(r"\[r-00000000000a\]\W*$", marked)
        assert "[no run]" not in marked
        return
    of_runs = re.findall(r"[\d.]+\d", filled("{c1.1}")[0])[0]
    parts = re.split(r"(\[(?:no run|r-\w+)\])", marked)
    for text, mark in itertools.zip_longest(parts[::2], parts[1::2], fillvalue=""):
        if mark == "[no run]":
            text = re.sub(r"\S+(?: °C)?(?:(?: to | and )\S+)* $", "", text)
        left = {number.lstrip("-") for number in re.findall(r"(?<![\w.])-?[.\d]*\d%?", text)}
        assert left - GIVEN <= ({of_runs} if mark.startswith("[r-") else set())


def test_marks_are_taken_out_of_a_text() -> None:
    marked = mark_statement("It was 5 °C, then 7 °C.", tuple(RUNS.values()), GIVEN)
    assert marked == "It was 5 °C, then 7 °C [r-00000000000a, r-00000000000b]."
    assert without_marks(f"{marked} It is 3 [no run]. See [1].") == (
        "It was 5 °C, then 7 °C. It is 3. See [1]."
    )


@pytest.mark.parametrize(
    "own",
    [
        "seventy-one degrees",
        "a dozen degrees",
        "a tenfold rise",
        "½ degree",
        "10⁵ degrees",
        "Ⅸ degrees",
        "XIV degrees",
        "٣٤ degrees",
        "in January",
        "on 4/10/2022",
        "12-14 degrees",
        "rose.5 degrees",
    ],
)
def test_no_number_that_the_model_wrote_borrows_the_run_of_a_claim(own: str) -> None:
    """The sentence rests on a verified claim, whose run says nothing of this number."""
    (marked,) = filled(f"It is {{c1.1}}, or {own}.")
    shown, rest = marked.split(", or ")
    assert shown == "It is 7.9 °C [r-00000000000a]"
    assert "[no run]" in rest
    assert "r-00000000000a" not in rest


def test_a_word_that_stands_in_the_claim_or_the_question_is_no_number_of_the_model() -> None:
    said = claim("The two towns differ: half of one is at 7.9 °C.")
    sentence = Sentence(text="Half of the two towns is at {c1.1}.", rests_on=["c1"])
    (composed,) = fill([sentence], [said], GIVEN)
    assert composed.marked == "Half of the two towns is at 7.9 °C [r-00000000000a]."


def test_a_number_in_words_of_a_claim_that_no_run_decided_is_marked() -> None:
    verified, open_ = claim("It is 7.9 °C."), claim("It is like ten years ago.", "outside", "c2")
    sentence = Sentence(text="It is {c1.1}, and {c2}", rests_on=["c1", "c2"])
    (composed,) = fill([sentence], [verified, open_], GIVEN)
    assert "7.9 °C [r-00000000000a]" in composed.marked
    assert "ten [no run]" in composed.marked


def test_numbers_of_the_same_runs_that_follow_each_other_share_a_mark() -> None:
    one, other = ("climate-0123456789ab",), ("climate-ba9876543210",)
    pieces = [
        Piece(text="It is "), Piece(text="2.1 °C", run_ids=one), Piece(text=" ("),
        Piece(text="1.5 to 3.0", run_ids=one), Piece(text=") or "),
        Piece(text="1.7 °C", run_ids=other), Piece(text="."),
    ]  # fmt: skip
    said = f"It is 2.1 °C (1.5 to 3.0 [{one[0]}]) or 1.7 °C [{other[0]}]."
    assert marked(pieces, ()) == said
    numbers = [piece for piece in read(said, frozenset()) if piece.run_ids is not None]
    assert [piece.run_ids for piece in numbers if piece.text] == [one, one, other]
