"""The main verb of a claim, and its two sides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.literature.verbs import main_verb, sides


@pytest.mark.parametrize(
    ("claim", "base", "form"),
    [
        ("Obesity is determined in part by genes.", "is", "auxiliary"),
        ("Traps contribute to disease.", "contribute", "base"),
        ("Mortality fell in 2020.", "fall", "past"),
        ("Sleep results in growth.", "result", "third"),
        ("The results of a trial differ.", None, None),
        ("TNF-induced signals matter.", None, None),
        ("Cells where the spacers were found have less.", "have", "auxiliary"),
        ("Increases", None, None),
        ("", None, None),
    ],
)
def test_the_first_verb_that_is_surely_one_is_found(
    claim: str, base: str | None, form: str | None
) -> None:
    found = main_verb(claim)
    assert (found and found.base, found and found.form) == (base, form)


def test_a_claim_is_parted_at_its_verb() -> None:
    assert sides("Statins prevent stroke in men.") == ("Statins ", " stroke in men.")
    assert sides("Stroke in men.") is None


@given(st.text(max_size=60))
def test_the_verb_and_both_sides_are_the_claim(text: str) -> None:
    found, parts = main_verb(text), sides(text)
    assert (found is None) == (parts is None)
    if found and parts:
        assert parts[0] + text[found.start : found.end] + parts[1] == text
        assert parts[0]
