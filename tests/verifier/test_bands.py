"""Labels that a question defines by thresholds."""

import pytest

from simulrag.verifier.reading.bands import Scaled, scales
from simulrag.verifier.reading.text import normalise

Bands = list[tuple[str, float | None, float | None]]


def only(text: str) -> Scaled:
    """Return the one scale of a text."""
    found = scales(normalise(text))
    assert len(found) == 1, [[b.label for b in s.bands] for s in found]
    return found[0]


def bands(scaled: Scaled) -> Bands:
    """Return labels with their ends."""
    return [(band.label, band.low, band.high) for band in scaled.bands]


THREE: Bands = [("negligible", None, 0.2), ("modest", 0.2, 1.0), ("significant", 1.0, None)]


@pytest.mark.parametrize(
    "text",
    [
        "Is this difference considered negligible (less than 0.2°C), modest (0.2°C to 1.0°C), or "
        "significant (over 1.0°C)?",
        "Is the difference negligible (<0.2 °C), modest (0.2-1.0 °C) or significant (>1.0 °C)?",
        "Is the difference negligible (below 0.2 degrees Celsius), modest (between 0.2 and 1.0 "
        "degrees Celsius), or significant (1.0 degrees Celsius or more)?",
        "Would the difference be 'negligible' (under 0.2°C), 'modest' (from 0.2°C to 1.0°C), or "
        "'significant' (greater than 1.0°C)?",
        "Is the difference negligible (up to 0.2 °C), modest (0.2–1.0 °C) or significant "
        "(at least 1.0 °C)?",
        "Is it a negligible (≤ 0.2 °C), modest (0.2 °C to 1.0 °C) or significant (≥ 1.0 °C) "
        "difference?",
        "For the difference, a change less than 0.2 °C is negligible, between 0.2 °C and 1.0 °C "
        "is modest, and over 1.0 °C is significant.",
    ],
)
def test_the_same_thresholds_are_read_in_many_wordings(text: str):
    assert bands(only(text)) == THREE


def test_a_scale_of_a_difference_is_told_from_one_of_a_value():
    assert only(
        "Is this difference negligible (less than 0.2°C) or modest (0.2°C or more)?"
    ).of_difference
    assert not only(
        "Would the local climate be cold (below 5°C), mild (5°C to 15°C), or warm (above 15°C)?"
    ).of_difference


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("cold (below 5°C) or warm (above 5°C)", "degC"),
        ("low (below 5 %) or high (above 5 %)", "percent"),
        ("cold (below 41 °F) or warm (above 41 °F)", "degF"),
        ("mild (under 1,000) or severe (over 1,000)", ""),
    ],
)
def test_the_unit_of_the_thresholds_is_kept(text: str, unit: str):
    assert only(f"Is it {text}?").unit == unit


def test_thresholds_with_thousands_are_read():
    assert bands(only("Is it mild (under 1,000) or severe (over 1,000)?")) == [
        ("mild", None, 1000.0),
        ("severe", 1000.0, None),
    ]


def test_negative_ends_keep_their_signs():
    assert bands(
        only("Is it freezing (below -5 °C), cold (-5 °C to 5 °C) or mild (over 5 °C)?")
    ) == [
        ("freezing", None, -5.0),
        ("cold", -5.0, 5.0),
        ("mild", 5.0, None),
    ]


def test_a_label_of_two_words_is_kept_whole():
    found = bands(only("Is it very cold (below 0 °C) or rather mild (over 0 °C)?"))
    assert found[0][0] == "very cold"


@pytest.mark.parametrize(
    "text",
    [
        "What is the temperature in Paris (France) in 2050?",
        "What is the temperature at [(-73.6075, 40.6511)]?",
        "Assume a basic reproduction number (R0) of 2.2.",
        "",
    ],
)
def test_a_parenthesis_that_sets_no_threshold_is_no_scale(text: str):
    assert scales(text) == []


def test_the_spans_cover_the_thresholds_so_that_they_are_no_inputs():
    text = "Is it cold (below 5°C) or warm (above 5°C) in 2050?"
    covered = [text[s.start : s.end] for s in only(text).spans]
    assert covered == ["(below 5°C)", "(above 5°C)"]
