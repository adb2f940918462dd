"""Patterns that are matched in small letters find what `re.IGNORECASE` finds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.reading import clauses, judgements
from simulrag.verifier.reading.text import AnyCase, normalise

PATTERNS = (
    r"\b(?:should|I (?:personally |really )?(?:think|hope)|CI|\W+R0\b)",
    r"\b(?P<ordinal>First|second)\b(?=\s+\w+)|\S+[A-Z]\b",
)
WORDS = st.sampled_from(
    ("I", "think", "SHOULD", "first", "Second", "case", "ci", "r0", "K", "ſ", "İ", "é", "°C", "-")
)


@given(pieces=st.lists(WORDS | st.text(max_size=4), max_size=12))
def test_a_pattern_in_any_case_finds_the_places_that_ignoring_case_finds(pieces: list[str]) -> None:
    text = normalise(" ".join(pieces))
    for pattern in PATTERNS:
        expected = [m.span() for m in re.finditer(pattern, text, re.IGNORECASE)]
        assert [m.span() for m in AnyCase(pattern).finditer(text)] == expected


@pytest.mark.parametrize(("text", "found"), [("We SHOULD act", True), ("The mean is 4 °C", False)])
def test_an_opinion_is_one_in_capitals_too(text: str, found: bool) -> None:
    assert judgements.is_opinion(text) == found


def test_a_denial_counts_in_capitals_and_not_after_but() -> None:
    assert clauses.negated("It does NOT")
    assert not clauses.negated("small but not")
