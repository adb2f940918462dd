"""What a text prints: numbers, dates, choices, whatever the simulator."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import CUP, Coffee
from simulrag.verifier.formulas.anchoring.mentions import Declared, PrintedNumber, mentions

COOLING = Declared(Coffee.functions[0])


def numbers(text: str) -> list[PrintedNumber]:
    return list(mentions(text, (COOLING,)).numbers)


def days(text: str) -> list[tuple[date, date]]:
    return [(one.first, one.last) for one in mentions(text, ()).periods]


@given(st.integers(0, 10**9), st.sampled_from(["", " °C", " %", " minutes"]))
def test_an_integer_is_read_as_it_is_printed_with_or_without_separators(value, unit):
    for shown in (str(value), f"{value:,}"):
        read = [one for one in numbers(f"It came to {shown}{unit} in all.") if not one.in_words]
        assert [one.value for one in read] == [value]


@given(st.decimals(0, 10_000, places=2))
def test_decimals_keep_the_digits_that_the_text_prints(value):
    (read,) = numbers(f"The result is {value} °C there.")
    assert (read.digits, read.unit) == (f"{value}", "degC")


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("four fifths of it", 0.8, "fraction"),
        ("one in every 6,000 people", 1 / 6000, "fraction"),
        ("nine in ten people", 0.9, "fraction"),
        ("half an hour", 0.5, "fraction"),
        ("a dozen cups", 12, "number"),
        ("one and a half degrees", 1.5, "number"),
        ("two hundred and five cups", 205, "number"),
        ("1.2 million cups", 1_200_000, "number"),
        ("2.4 times as high", 2.4, "factor"),
        ("it doubled", 2, "factor"),
    ],
)
def test_words_fractions_and_factors_amount_to_numbers(text, value, kind):
    (read,) = numbers(text)
    assert read.value == pytest.approx(value)
    assert read.kind == kind


@pytest.mark.parametrize("name", ["CO2", "R0", "H3N2", "PM2.5", "COVID-19", "SSP2-4.5", "3rd"])
def test_digits_inside_a_name_are_no_number(name):
    assert numbers(f"In this case {name} was meant.") == []


@pytest.mark.parametrize(("sign", "wanted"), [("-", -1), ("−", -1), ("+", 1), ("", 0)])
def test_a_sign_is_one_only_where_it_stands_alone_before_the_digits(sign, wanted):
    assert [one.sign for one in numbers(f"a change of {sign}12 %")] == [wanted]
    assert [one.sign for one in numbers("from 5-15 % of it")] == [0, 0]


def test_the_first_end_of_a_range_has_the_unit_of_the_second():
    assert [one.unit for one in numbers("a range of 1.9 to 3.1 °C")] == ["degC", "degC"]
    assert [one.unit for one in numbers("with 2.3 and 25 % of them")] == ["", "percent"]


@pytest.mark.parametrize(
    "shown",
    ["2025-02-08", "February 8, 2025", "8 February 2025", "8 Feb 2025", "Feb 8th 2025"],
)
def test_a_day_is_the_same_in_every_spelling(shown):
    assert days(f"It was on {shown}, they said.") == [(date(2025, 2, 8), date(2025, 2, 8))]


def test_months_decades_and_parts_of_a_century_are_periods():
    assert days("in January 2025") == [(date(2025, 1, 1), date(2025, 1, 31))]
    assert days("in the 2090s") == [(date(2090, 1, 1), date(2099, 12, 31))]
    ((first, last),) = days("in the early 2050s")
    assert (first.year, last.year) == (2050, 2054)
    ((first, last),) = days("by the end of the century")
    assert last.year == 2100
    assert first.year > 2075
    ((first, last),) = days("in mid-December 2023")
    assert first < date(2023, 12, 15) < last
    assert last.month == 12


@given(st.dates(date(1900, 1, 1), date(2200, 1, 1)))
def test_every_date_is_found_in_a_sentence(day):
    assert days(f"It happened on {day.day} {day:%B} {day.year}.") == [(day, day)]


def test_choices_are_found_by_their_words_and_longer_ones_first():
    for value, words in CUP.choices.items():
        for word in words:
            hits = mentions(f"Take a {word} of it.", (COOLING,)).of("choice")
            assert [hit.meaning.values for hit in hits] == [(value,)]


@given(st.text(max_size=300))
def test_no_text_is_too_strange_to_be_read(text):
    read = mentions(text, (COOLING,))
    for one in (*read.numbers, *read.periods):
        assert 0 <= one.start < one.stop <= len(text)
