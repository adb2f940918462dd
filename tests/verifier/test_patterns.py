"""Patterns that look only where a text holds one of their pieces."""

import importlib
import pkgutil
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import simulrag.verifier.reading as reading
from simulrag.verifier.reading.text import (
    AnyCase,
    Phrases,
    Pieces,
    list_pieces,
    normalise,
    phrase_pattern,
)


def _patterns() -> dict[str, AnyCase]:
    modules = [
        importlib.import_module(f"{reading.__name__}.{found.name}")
        for found in pkgutil.iter_modules(reading.__path__)
    ]
    return {
        f"{module.__name__.rsplit('.', 1)[-1]}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, AnyCase) and value.holding
    }


PATTERNS = _patterns()


def test_there_are_patterns_that_look_for_their_pieces_first() -> None:
    assert len(PATTERNS) > 10


@pytest.mark.parametrize("name", sorted(PATTERNS))
# Word boundaries and what must not stand beside a match refuse many of the texts that are drawn.
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_whatever_a_pattern_matches_is_found_in_a_listed_text_too(
    name: str, data: st.DataObject
) -> None:
    pattern = PATTERNS[name]
    text = data.draw(st.from_regex(AnyCase(pattern.pattern).compiled, fullmatch=False))
    unlisted = AnyCase(pattern.pattern).search(text)
    list_pieces(text)
    listed = pattern.search(text)
    assert (unlisted and unlisted.span()) == (listed and listed.span())


WORDS = st.sampled_from(
    ("Fold", "by", "by ", "so-called", "%", "-", "90 %", "manifold", "IF", "iffy", "a year", "é")
)


@given(words=st.lists(WORDS, max_size=8), held=st.sets(WORDS.map(str.lower), min_size=1))
def test_a_listed_text_holds_the_pieces_that_stand_in_it(words: list[str], held: set[str]) -> None:
    text = " ".join(words)
    small = text.lower()
    spoken = set(re.findall(r"\w+", small))
    expected = any(p in (spoken if len(p) == 2 and p.isalpha() else small) for p in held)
    pieces = Pieces(held)
    list_pieces(text)
    assert pieces.held_by(text) == expected
    assert pieces.missing(text) != expected


def test_pieces_that_are_new_are_found_in_a_text_that_was_listed_before() -> None:
    text = "The quixotic measure was listed before anybody asked for its words."
    list_pieces(text)
    pattern = AnyCase(r"\bquixotic\b", holding=("quixotic",))
    assert pattern.search(text) is not None
    list_pieces(text)
    assert pattern.search(text) is not None


PHRASES = ("mean temperature", "temperature", "CO2", "the [two|hot] years", "per cent", "R0 value")
PARTS = st.sampled_from(
    ("Mean", "TEMPERATURES", "temperature", "co2", "CO2", "the", "Two", "hot", "years", "per-cent",
     "R0", "value", "r0", "ſ", "İ", ",", "."),
)  # fmt: skip


@given(parts=st.lists(PARTS, max_size=9))
def test_phrases_in_small_letters_are_found_where_their_pattern_finds_them(
    parts: list[str],
) -> None:
    text = normalise(" ".join(parts))
    pattern = phrase_pattern(PHRASES)
    expected = {m.start() for m in map(pattern.search, [text]) if m}
    found = Phrases(PHRASES).find(text)
    assert {s.start for s in found[:1]} == expected
    assert all(text[s.start : s.end] == s.text and pattern.match(text, s.start) for s in found)


def test_a_listed_text_without_the_pieces_is_not_searched() -> None:
    pattern = AnyCase(r"\bwarm\w*", holding=("cool",))  # wrong on purpose: it shows the short cut
    text = "A warm day that nobody has listed before."
    assert pattern.search(text) is not None
    list_pieces(text)
    assert pattern.search(text) is None
    assert list(pattern.finditer(text)) == []
