"""Inputs told again as what was done to them, by the nouns that their simulator declares."""

import pytest

from coffee import Coffee
from simulrag.simulators.interface import Call
from simulrag.verifier.reading.changed_inputs import changed_inputs

HALVED = Call(
    simulator="coffee", function="temperature", arguments={"cup": "mug", "heat_loss": -50.0}
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("With the draught halved, the coffee stays warmer.", "draught halved"),
        ("Once draughts fall by 50 %, the coffee stays warmer.", "draughts fall by 50 %"),
        ("With the breeze cut by half, the coffee stays warmer.", "breeze cut by half"),
        ("At half the heat loss, the coffee stays warmer.", "half the heat loss"),
    ],
)
def test_a_declared_noun_with_a_change_tells_an_input(text: str, words: str) -> None:
    told = changed_inputs(text, [], [HALVED], Coffee())
    assert [(m.parameter, m.value, m.words) for m in told] == [("heat_loss", -50.0, words)]


@pytest.mark.parametrize(
    "text",
    [
        "With the traffic halved, the coffee stays warmer.",
        "With the breeze cut by a fifth, the coffee stays warmer.",
    ],
)
def test_other_nouns_and_other_shares_of_those_who_are_counted_tell_none(text: str) -> None:
    assert changed_inputs(text, [], [HALVED], Coffee()) == []
