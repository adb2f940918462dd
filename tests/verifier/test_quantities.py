"""Printed numbers: value, precision, unit and hedge, as a reader takes them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.quantities import Printed, printed_number, quantities
from simulrag.verifier.reading.text import normalise


def only(text: str) -> Printed:
    """Return the one number of a text."""
    found = quantities(normalise(text))
    assert len(found) == 1, [q.text for q in found]
    return found[0]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("It is 4.55 °C.", 4.545, 4.555),
        ("It is 4.5 °C.", 4.45, 4.55),
        ("It is 5 °C.", 4.5, 5.5),
        ("It is 1.40 °C.", 1.395, 1.405),
        ("It is -3.2 °C.", -3.25, -3.15),
        ("It is 11,941 people.", 11940.5, 11941.5),
        ("It is 1,234,567.8 people.", 1234567.75, 1234567.85),
        ("It is 2.5 million people.", 2_450_000, 2_550_000),
    ],
)
def test_a_printed_number_stands_for_all_that_round_to_it(text: str, low: float, high: float):
    interval = only(text).interval()
    assert interval.low == pytest.approx(low)
    assert interval.high == pytest.approx(high)


def test_a_trailing_zero_is_a_digit_that_was_measured():
    assert only("1.40 °C").half_unit < only("1.4 °C").half_unit


@given(st.floats(-1e9, 1e9), st.integers(0, 6), st.booleans())
def test_any_printed_float_is_read_back_within_half_a_unit(
    number: float, decimals: int, grouped: bool
):
    shown = f"{number:,.{decimals}f}" if grouped else f"{number:.{decimals}f}"
    found = only(f"The value is {shown} °C.")
    assert found.text == shown
    assert found.value == Decimal(shown.replace(",", ""))
    slack = 1e-9 * max(1.0, abs(number))
    assert abs(float(found.value) - number) <= float(found.half_unit) + slack
    interval = found.interval()
    assert interval.low - slack <= number <= interval.high + slack


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("nine weeks", 9),
        ("twenty-one days", 21),
        ("one hundred and five patients", 105),
        ("three thousand two hundred patients", 3200),
        ("a dozen weeks", 12),
        ("two million people", 2_000_000),
        ("five and a half weeks", 5.5),
        ("half a degree", 0.5),
        ("one half of the people", 0.5),
        ("a third of the people", 1 / 3),
        ("three quarters of the people", 0.75),
        ("two tenths of a degree", 0.2),
        ("one and a half million people", 1_500_000),
    ],
)
def test_number_words_have_the_value_that_they_spell(words: str, value: float):
    assert float(only(f"There were {words}.").value) == pytest.approx(value)


def test_a_pronoun_is_no_number():
    assert quantities("The warmer one is this one.") == []


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("is 5 °C", "exact"),
        ("is about 5 °C", "about"),
        ("is approximately 5 °C", "about"),
        ("is ~5 °C", "about"),
        ("is roughly 5 °C", "about"),
        ("is 5 °C or so", "about"),
        ("is more than 5 °C", "above"),
        ("exceeds 5 °C", "above"),
        ("is over 5 °C", "above"),
        ("is > 5 °C", "above"),
        ("is at least 5 °C", "at_least"),
        ("is no less than 5 °C", "at_least"),
        ("is 5 °C or more", "at_least"),
        ("is ≥ 5 °C", "at_least"),
        ("is less than 5 °C", "below"),
        ("is under 5 °C", "below"),
        ("is < 5 °C", "below"),
        ("is at most 5 °C", "at_most"),
        ("is no more than 5 °C", "at_most"),
        ("does not exceed 5 °C", "at_most"),
        ("is up to 5 °C", "at_most"),
        ("is 5 °C or less", "at_most"),
        ("is <= 5 °C", "at_most"),
    ],
)
def test_the_words_beside_a_number_say_how_it_is_meant(text: str, qualifier: str):
    assert only(f"The temperature {text}.").qualifier == qualifier


def test_about_widens_by_the_tolerance_and_never_narrows():
    hedged = only("about 40.0 °C")
    assert hedged.interval(absolute=0.5).low == pytest.approx(39.5)
    assert hedged.interval(relative=0.05).high == pytest.approx(42.0)
    assert hedged.interval(absolute=0.001).low == pytest.approx(39.95)
    exact = only("40.0 °C")
    assert exact.interval(absolute=0.5).low == pytest.approx(39.95)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("5 °C", "degC"),
        ("5°C", "degC"),
        ("5 ºC", "degC"),
        ("5 degrees Celsius", "degC"),
        ("41 °F", "degF"),
        ("0.3 K", "kelvin"),
        ("5 degrees", "degree"),
        ("3 %", "percent"),
        ("3%", "percent"),
        ("3 per cent", "percent"),
        ("3 percentage points", "percentage_point"),
        ("5.4 weeks", "week"),
        ("10-minute", "minute"),
        ("300 people", ""),
        ("5 k", ""),
    ],
)
def test_the_unit_after_a_number_is_read(text: str, unit: str):
    assert only(text).unit == unit


@pytest.mark.parametrize("text", ["CO2", "CH4 and SO2", "R0", "ssp245", "H3N2", "SSP5", "the 2nd"])
def test_digits_glued_to_letters_are_no_numbers(text: str):
    assert quantities(text) == []


def test_a_subscript_does_not_turn_a_gas_into_a_number():
    assert quantities(normalise("CO₂ and CH₄")) == []


@pytest.mark.parametrize("minus", ["-", "\u2212", "\u2013"])
def test_every_typographic_minus_is_a_sign(minus: str):
    found = only(f"It changes by {minus}26.47 %.")
    assert found.value == Decimal("-26.47")
    assert found.signed


def test_a_plus_is_a_sign_and_a_hyphen_between_numbers_is_none():
    assert only("It changes by +3 %.").signed
    first, second = quantities("10-20 °C")
    assert (first.value, second.value) == (10, 20)
    assert not second.signed


def test_offsets_point_at_the_printed_characters():
    text = "From 3.25 °C in May to about 11,941 people."
    for found in quantities(text):
        assert text[found.start : found.end] == found.text
    assert text[quantities(text)[0].start : quantities(text)[0].unit_end] == "3.25 °C"


def test_a_version_or_a_date_is_no_decimal_number():
    assert [q.text for q in quantities("version 1.2.3")] == []


@pytest.mark.parametrize("piece", ["half", "a third", "12", "-0.30", "11,941", "twenty"])
def test_a_piece_cut_out_of_a_sentence_is_read_alone(piece: str):
    assert printed_number(piece) is not None


def test_text_without_a_number_has_none():
    assert printed_number("warm") is None
    assert quantities("") == []


def test_digits_of_other_scripts_have_their_value():
    assert only("It is \u0661\u0662.\u0669 °C.").value == Decimal("12.9")
