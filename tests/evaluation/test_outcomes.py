import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.evaluation.outcomes import by_sentence, outcome
from simulrag.verifier.claims import Verdict, VerdictWord

WORDS: tuple[VerdictWord, ...] = (
    "supported",
    "refuted",
    "undecided",
    "outside",
    "unread",
    "not_measured",
)


def verdict(word: VerdictWord, text: str = "x") -> Verdict:
    return Verdict(text=text, verdict=word, updated=text)


@pytest.mark.parametrize("word", WORDS)
def test_one_part_gives_its_own_word(word: VerdictWord) -> None:
    assert outcome([verdict(word)]) == word


def test_a_text_without_parts_is_unread() -> None:
    assert outcome([]) == "unread"


@given(st.lists(st.sampled_from(WORDS)))
def test_a_refuted_part_refutes_the_whole(words: list[VerdictWord]) -> None:
    assert outcome([verdict(w) for w in [*words, "refuted"]]) == "refuted"


@given(st.permutations(WORDS))
def test_the_order_of_parts_does_not_matter(words: list[VerdictWord]) -> None:
    assert outcome([verdict(w) for w in words[:3]]) == outcome([verdict(w) for w in words[2::-1]])


def test_a_part_that_is_outside_does_not_hide_a_supported_one() -> None:
    assert outcome([verdict("outside"), verdict("supported")]) == "supported"


def test_verdicts_go_to_the_sentence_that_holds_their_text() -> None:
    sentences = ["The peak is 12, and it comes in May.", "It comes late."]
    parts = [
        verdict("supported", "The peak is 12"),
        verdict("refuted", "it comes in May."),
        verdict("outside", "It comes late."),
        verdict("supported", "A heading of its own"),
    ]
    found = by_sentence(sentences, parts)
    assert [[v.verdict for v in group] for group in found] == [
        ["supported", "refuted"],
        ["outside"],
    ]


def test_a_reworded_part_goes_to_the_sentence_that_shares_its_words() -> None:
    sentences = ["Texas had 4,729 admissions.", "Ohio and Iowa had 900 and 300."]
    found = by_sentence(sentences, [verdict("supported", "Iowa had 300.")])
    assert [len(group) for group in found] == [0, 1]
