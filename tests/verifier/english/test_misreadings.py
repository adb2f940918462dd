"""What a sentence's words compose and need not mean is not read."""

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.claims import Bound
from simulrag.verifier.english.reader import Read, Unread, claim, formula_claim

SEASON = (
    "For an influenza season in Georgia starting on October 1, 2023, with an R0 of 2.4, moderate "
    "seasonality and 20% prior immunity, how large is the peak of hospital incidence?"
)
CORRIDOR = "How does an actuated signal change travel time and emissions on the urban corridor?"
WEEK = "1,630 flu admissions in the week ending March 1, 2025."
WORST = "In the 2024-25 season Texas had more flu admissions in its worst week than"


def is_read(text: str, *context: str) -> bool:
    return isinstance(claim(text, context, installed()), Read)


@pytest.mark.parametrize("verb", ["expected", "predicted", "projected"])
def test_a_record_is_not_what_was_foreseen(verb):
    assert is_read(f"Florida reported {WEEK}")
    assert not is_read(f"Florida {verb} {WEEK}")
    assert is_read(f"Global warming in 2081-2100 under SSP5-8.5 is {verb} to be 4.4 °C.")


def test_more_than_two_names_is_not_more_than_their_sum():
    assert is_read(f"{WORST} California.")
    assert not is_read(f"{WORST} California and Florida.")
    assert is_read(f"{WORST} California and Florida combined.")


def test_a_season_that_no_record_has_is_not_all_of_them():
    text = "Texas reported a peak of about 3,000 weekly flu admissions in the"
    assert is_read(f"{text} 2024-25 season.")
    assert not is_read(f"{text} 2027-28 season.")
    assert not is_read("The total number of admissions over the season is about 20,800.", SEASON)


@pytest.mark.parametrize(
    "text",
    ["Ohio reported 27,749 flu admissions in all{}.", "Ohio's flu admissions{} peaked at 1,315."],
)
def test_a_period_that_is_left_open_is_missing_unless_all_that_is_on_record_is_meant(text):
    bound = formula_claim(text.format(""), (), installed())
    assert isinstance(bound, Bound)
    assert bound.problem.reason == "missing_condition"
    assert bound.problem.parameter == "reported_season"
    assert not is_read(text.format(""), "How many flu admissions did Ohio report in summer 2022?")
    for when in ("since records began", "on record", "in the 2024-25 season"):
        assert is_read(text.format(f" {when}"))
        assert is_read(text.format(""), f"How many flu admissions did Ohio report {when}?")
    assert not is_read(text.format(" on record in the 2024-25 season"))


def test_a_week_of_no_known_season_is_not_the_top_of_all_weeks():
    text = "Flu admissions in Ohio peaked in the week ending {}."
    assert is_read(text.format("8 February 2025"))
    assert not is_read(text.format("12 February 2022"))


def test_a_record_does_not_answer_for_a_simulation():
    assert is_read("The peak is higher than 500.", SEASON)
    assert not is_read("The peak is about 1,400 admissions a week.", SEASON)


def test_what_falls_to_a_share_does_not_fall_by_it():
    assert is_read("Travel time falls by about 9%.", CORRIDOR)
    assert is_read("Travel time falls to 67 seconds.", CORRIDOR)
    assert not is_read("Travel time falls to about 9%.", CORRIDOR)


def test_the_city_is_not_a_road():
    assert is_read("CO2 emissions fall by about 3.5%.", CORRIDOR)
    assert not is_read("CO2 emissions of the city fall by about 3.5%.", CORRIDOR)


def test_what_is_as_it_was_changes_nothing():
    assert is_read("With a green wave, travel time falls by about 26%.", CORRIDOR)
    assert not is_read("With a fixed-time signal, travel time falls by about 9%.", CORRIDOR)


def test_emphasis_is_not_a_word():
    plain = claim("Travel time falls by about 9%.", (CORRIDOR,), installed())
    assert claim("Travel time *falls* by **about 9%**.", (CORRIDOR,), installed()) == plain


def test_why_it_is_not_read_is_said():
    reading = claim(f"Florida expected {WEEK}", (), installed())
    assert isinstance(reading, Unread)
    assert "foreseen" in reading.why
