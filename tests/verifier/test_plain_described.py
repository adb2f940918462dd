"""Rows of counts: what each leaves out, how they compare, and by how many residents they go."""

from datetime import date, timedelta

import pytest

from plain_text import OPEN, of_week, top_week, verdict, word
from simulrag.simulators.epidemiology.reported import weekly_admissions
from simulrag.simulators.registry import Registry

JANUARY, FEBRUARY = date(2025, 1, 4), date(2025, 2, 15)
WEEK = timedelta(days=7)


def _n(state: str, day: date, more: int = 0) -> str:
    return f"{of_week(state, day) + more:,}"


@pytest.mark.parametrize(
    "text",
    [
        "Week ending 4 January 2025: Ohio {Ohio}, Texas {Texas}, Utah {Utah} flu admissions.",
        "TX: {Texas} flu admits for week ended 1/4/2025, UT: {Utah}",
        "In the week ending 4 January 2025, {Ohio} flu patients were admitted in Ohio and {Texas} "
        "in Texas.",
        "Texas and Utah had {Texas} and {Utah} flu admissions in the week ending 4 January 2025.",
    ],
)
def test_each_number_of_a_row_belongs_to_its_own_place(text: str, registry: Registry) -> None:
    counts = {state: _n(state, JANUARY) for state in ("Ohio", "Texas", "Utah")}
    assert word(text.format(**counts), registry) == "supported"
    for state in (s for s in counts if f"{{{s}}}" in text):
        wrong = {**counts, state: _n(state, JANUARY, 700)}
        assert word(text.format(**wrong), registry) == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        "Texas reported {now} influenza admissions in the week ending 15 February 2025, and {next} "
        "a week later.",
        "Texas had {now} flu admissions in the week ending February 15, 2025 and {next} the "
        "following week.",
        "From {before} in the week ending 8 February 2025, Texas's weekly flu admissions eased to "
        "{next} two weeks later.",
        "Texas, w/e 15 feb 2025 - {now} flu admits, down from {before} in the week before",
    ],
)
def test_a_time_may_be_counted_from_one_named_before(text: str, registry: Registry) -> None:
    days = {"before": FEBRUARY - WEEK, "now": FEBRUARY, "next": FEBRUARY + WEEK}
    counts = {name: _n("Texas", day) for name, day in days.items()}
    assert word(text.format(**counts), registry) == "supported"
    for name in (n for n in counts if f"{{{n}}}" in text):
        wrong = {**counts, name: _n("Texas", days[name], 150)}
        assert word(text.format(**wrong), registry) == "refuted"


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("Ohio's {one} peak was nearly six times that of {other}.", True),
        ("Ohio's {one} peak was twice that of {other}.", False),
        ("Ohio took in more than five times as many flu patients in its top week of {one} as in "
         "its top week of {other}.", True),
        ("Ohio took in more than seven times as many flu patients in its top week of {one} as in "
         "its top week of {other}.", False),
        ("The {other} peak in Ohio was exceeded by that of {one}.", True),
        ("The {one} peak in Ohio was exceeded by that of {other}.", False),
        ("Compared with the {other} season, Ohio's peak week in {one} was more than five times as "
         "bad.", True),
    ],
)  # fmt: skip
def test_multiples_of_peaks_are_measured_on_both(text: str, true: bool, registry: Registry) -> None:
    assert 5.4 < top_week("Ohio", "2024-25")[1] / top_week("Ohio", "2023-24")[1] < 6.6
    said = text.format(one="2024-25", other="2023-24")
    assert word(said, registry) == ("supported" if true else "refuted")


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("The week ending 4 January 2025 brought {} more flu admissions in Ohio than the week "
         "before.", ("four fifths", "a third")),
        ("Ohio's flu admissions had lost {} of their peak of {peak} by the week ending 8 March "
         "2025.", ("about half", "about nine tenths")),
    ],
)  # fmt: skip
def test_parts_more_and_less_are_parts_of_what_is_compared_with(
    text: str, true: tuple[str, str], registry: Registry
) -> None:
    peak = f"{top_week('Ohio', '2024-25')[1]:,}"
    assert 1.72 < of_week("Ohio", JANUARY) / of_week("Ohio", JANUARY - WEEK) < 1.88
    assert 0.45 < of_week("Ohio", date(2025, 3, 8)) / top_week("Ohio", "2024-25")[1] < 0.55
    for part, expected in zip(true, ("supported", "refuted"), strict=True):
        assert word(text.format(part, peak=peak), registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Roughly one in every {:,.0f} Ohioans was admitted with flu in the week ending 15 February "
        "2025.",
        "One Ohioan in {:,.0f} was admitted with flu in the week ending 15 February 2025.",
    ],
)
def test_one_in_so_many_is_a_rate_and_no_count(text: str, registry: Registry) -> None:
    held = weekly_admissions(["Ohio"])
    residents = float(held.residents) / of_week("Ohio", FEBRUARY)
    assert word(text.format(round(residents, -2)), registry) == "supported"
    assert word(text.format(round(residents, -2) / 5), registry) == "refuted"
    assert word(text.format(of_week("Ohio", FEBRUARY)), registry) in ("supported", "refuted")


@pytest.mark.parametrize("base", [("per million", 10.0), ("per 100,000", 1.0)])
def test_rates_are_read_by_any_number_of_residents(
    base: tuple[str, float], registry: Registry
) -> None:
    held = weekly_admissions(["Ohio"])
    rate = 100_000.0 * top_week("Ohio", "2024-25")[1] / float(held.residents)
    text = "Ohio's top weekly flu admission rate in 2024-25 was about {:.0f} {} residents."
    assert word(text.format(rate * base[1], base[0]), registry) == "supported"
    assert word(text.format(2 * rate * base[1], base[0]), registry) == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        "Christmas week (ending 28 December 2024) brought Ohio {} flu admissions.",
        "In the last week of 2024 (ending on the 28th), Ohio had {} flu admissions.",
        "In Christmas week 2024, {} people were admitted to hospitals in Ohio with influenza.",
    ],
)
def test_a_week_that_is_told_twice_is_one_week(text: str, registry: Registry) -> None:
    assert word(text.format(_n("Ohio", date(2024, 12, 28))), registry) == "supported"
    assert word(text.format(_n("Ohio", date(2024, 12, 28), 90)), registry) == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        "Ohio's two heaviest flu weeks of 2024-25 brought 3,705 admissions.",
        "Franklin County had half of Ohio's flu admissions in the week ending 4 January 2025.",
        "Of Ohio's flu patients in the week ending 4 January 2025, 1,302, twice as many were women "
        "as men.",
        "Emergency visits for flu in Texas doubled between the week ending 14 December 2024 and "
        "the week ending 4 January 2025.",
        "Texas had 2,527 RSV admissions in the week ending 4 January 2025, Ohio 1,302.",
    ],
)
def test_rows_that_say_something_else_stay_open(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


def test_the_second_number_of_a_refuted_row_is_put_right(registry: Registry) -> None:
    text = (
        "In the week ending 4 January 2025, {} flu patients were admitted in Ohio and {} in Utah."
    )
    wrong = text.format(_n("Ohio", JANUARY), _n("Utah", JANUARY, 100))
    found = verdict(wrong, registry)
    assert found.updated == text.format(_n("Ohio", JANUARY), _n("Utah", JANUARY))


def test_the_ends_of_a_stretch_of_time_are_no_weeks_of_their_own(registry: Registry) -> None:
    text = "From 2024-08-03 to 2025-06-28, weekly influenza admissions in Florida peaked at {:,}."
    _, top = top_week("Florida", "2024-25")
    assert word(text.format(top), registry) == "supported"
    assert word(text.format(top + 700), registry) == "refuted"
