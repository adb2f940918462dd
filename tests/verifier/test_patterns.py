"""Patterns that look only where a text holds one of their pieces."""

import importlib
import pkgutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simulrag.verifier.reading as reading
from simulrag.verifier.reading.text import AnyCase, list_pieces


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
@settings(max_examples=30, deadline=None)
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


def test_a_listed_text_without_the_pieces_is_not_searched() -> None:
    pattern = AnyCase(r"\bwarm\w*", holding=("cool",))  # wrong on purpose: it shows the short cut
    text = "A warm day that nobody has listed before."
    assert pattern.search(text) is not None
    list_pieces(text)
    assert pattern.search(text) is None
    assert list(pattern.finditer(text)) == []
