"""Parts in words: which change in percent they are."""

import pytest

from simulrag.verifier.reading.factors import factors
from simulrag.verifier.reading.shares import shares


@pytest.mark.parametrize(
    ("text", "percent", "qualifier"),
    [
        ("It rises by a fifth.", 20, "exact"),
        ("It falls by two thirds, they say.", 66.67, "exact"),
        ("It improves by over a quarter.", 25, "above"),
        ("It grows by less than a tenth", 10, "below"),
        ("It becomes a third longer.", 33.33, "exact"),
        ("It shrinks to a tenth of what it was.", -90, "exact"),
        ("It shrinks to less than a tenth of what it was.", -90, "below"),
        ("It is cut by half.", 50, "exact"),
        ("It is cut by one half.", 50, "exact"),
        ("It lasts half as long as before.", -50, "exact"),
    ],
)
def test_a_part_is_a_change_in_percent(text: str, percent: float, qualifier: str) -> None:
    (found,) = shares(text, ())
    assert float(found.value) == pytest.approx(percent, abs=0.01)
    assert found.qualifier == qualifier
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "It warms by half a degree.",
        "It warms by a quarter degree.",
        "By a third of the way it stops.",
        "A fifth wheel.",
        "It ends by one.",
    ],
)
def test_other_parts_are_left_alone(text: str) -> None:
    assert shares(text, ()) == []


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("It is more than halved.", "below"),
        ("It is not quite halved.", "just_above"),
        ("It more than doubled.", "above"),
    ],
)
def test_more_than_halved_is_a_larger_fall(text: str, qualifier: str) -> None:
    (found,) = factors(text, ())
    assert found.qualifier == qualifier
