"""How series went over time: rises week by week, stays above a value, crossings and waves."""

from datetime import date

import numpy as np
import pytest

from plain_text import OPEN, verdict, word
from simulrag.simulators.epidemiology.reported import weekly_admissions
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.registry import Registry


def national(since: date, until: date) -> list[float]:
    """Return the weekly admissions of the country in the weeks that end between two days."""
    return weekly_admissions(list(STATES)).between(since, until).admissions.tolist()


def test_a_rise_without_a_break_is_one_in_every_week(registry: Registry) -> None:
    weeks = national(date(2025, 11, 8), date(2026, 1, 3))
    assert np.all(np.diff(weeks) > 0)
    for said in ("every week", "each week", "week after week", "without a break", "steadily"):
        text = f"National flu admissions rose {said} between 8 November 2025 and 3 January 2026."
        assert word(text, registry) == "supported"
        assert word(text.replace("rose", "fell"), registry) == "refuted"
    assert min(np.diff(national(date(2025, 1, 4), date(2025, 2, 8)))) < 0
    text = "US flu admissions climbed week after week between 4 January and 8 February 2025."
    assert word(text, registry) == "refuted"


@pytest.mark.parametrize(("count", "expected"), [("nine", "supported"), ("twelve", "refuted")])
def test_weeks_in_a_row_above_a_value_are_counted(
    count: str, expected: str, registry: Registry
) -> None:
    weeks = national(date(2024, 8, 3), date(2025, 8, 2))
    above = [week > 30_000 for week in weeks]
    assert sum(above) == 9
    assert above.index(True) + 9 == len(above) - above[::-1].index(True)
    text = (
        f"In the 2024-25 season national flu admissions stayed above 30,000 a week for {count} "
        "weeks in a row."
    )
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("first exceeded 20,000 in the week ending 28 December 2024", "supported"),
        ("first exceeded 20,000 in the week ending 25 January 2025", "refuted"),
        ("were back below 20,000 by the middle of March 2025", "supported"),
        ("were back below 20,000 by the end of February 2025", "refuted"),
        ("did not climb above 20,000 until the week ending 28 December 2024", "supported"),
        ("stayed above 20,000 until mid-January 2025", "refuted"),
    ],
)
def test_the_week_in_which_a_value_is_passed_is_found(
    text: str, expected: str, registry: Registry
) -> None:
    weeks = weekly_admissions(list(STATES)).between(date(2024, 8, 3), date(2025, 8, 2))
    above = [day for day, n in zip(weeks.days, weeks.admissions, strict=True) if n > 20_000]
    assert (above[0], above[-1]) == (date(2024, 12, 28), date(2025, 3, 8))
    assert word(f"Weekly flu admissions nationwide {text}.", registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Florida's 2025-26 flu season had two peaks.", "supported"),
        ("Florida's 2025-26 flu season was double-peaked.", "supported"),
        ("The 2022-23 flu season in the United States had two peaks.", "refuted"),
        ("The 2022-23 flu season in the United States had a single peak.", "supported"),
        ("Florida's 2025-26 flu season had a second, higher peak.", "refuted"),
    ],
)
def test_waves_are_counted_by_the_dips_between_them(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


def test_what_waves_are_remains_open_where_the_dip_is_small(registry: Registry) -> None:
    # California 2025-26: 1,568 in the week ending 3 January, 1,396 two weeks later, then 2,151.
    assert word("California's 2025-26 flu season had two peaks.", registry) == "undecided"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("fell by 31,000", "supported"),
        ("fell by 21,000", "refuted"),
        ("fell by more than half", "supported"),
        ("more than halved", "supported"),
        ("dropped to less than half", "supported"),
        ("plunged by two thirds", "refuted"),
        ("did not halve", "refuted"),
        ("doubled", "refuted"),
        ("rose by a factor of five", "refuted"),
    ],
)
def test_changes_in_words_are_those_from_the_first_to_the_last_week(
    said: str, expected: str, registry: Registry
) -> None:
    first, *_, last = national(date(2025, 2, 8), date(2025, 3, 8))
    assert (first, last) == (55757, 24757)
    text = f"Between 8 February and 8 March 2025, weekly flu admissions in the US {said}."
    assert word(text, registry) == expected


@pytest.mark.parametrize(("weeks", "expected"), [("four", "supported"), ("eight", "refuted")])
def test_the_time_from_the_peak_to_half_of_it_is_counted(
    weeks: str, expected: str, registry: Registry
) -> None:
    counts = national(date(2025, 2, 8), date(2025, 8, 2))
    assert next(i for i, n in enumerate(counts) if n <= counts[0] / 2) == 4
    text = (
        f"In the 2024-25 season it took {weeks} weeks for national flu admissions to fall by half "
        "after their peak."
    )
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Flu admissions in Texas hovered around 2,000 a week in January 2025.",
        "National flu admissions fell for six weeks in a row.",
        "National flu admissions first exceeded 20,000 again in March 2025.",
        "On average, 10,000 people a week were admitted with flu nationwide in 2024-25.",
        "Flu admissions in Germany rose week after week in January 2025.",
        "The late wave in Oregon in February 2026 is down to schools reopening.",
        "The average stay of a flu patient in Texas hospitals in 2024-25 was 4.6 days.",
        "The wave of 2022-23 stayed above 10,000 admissions for longer than that of 2024-25.",
    ],
)
def test_courses_that_cannot_be_followed_are_not_decided(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


def test_two_facts_are_right_only_if_both_are(registry: Registry) -> None:
    text = (
        "National flu admissions peaked at {} in the week ending 8 February 2025 and fell below "
        "10,000 by the end of {}."
    )
    assert word(text.format("55,757", "March"), registry) == "supported"
    assert word(text.format("45,757", "March"), registry) == "refuted"
    assert word(text.format("55,757", "February"), registry) == "refuted"


def test_a_relative_clause_is_a_fact_of_its_own(registry: Registry) -> None:
    text = (
        "New York's 2025-26 flu season, which peaked in {}, was back below 500 admissions a week "
        "by early February 2026."
    )
    assert word(text.format("December 2025"), registry) == "supported"
    assert word(text.format("February 2026"), registry) == "refuted"


def test_a_date_of_something_else_is_no_start_of_a_season(registry: Registry) -> None:
    found = verdict(
        "Texas reported 2,511 admissions in the week ending 15 February 2025. Raising prior "
        "immunity from 15 to 45 percent at an R0 of 2.4 lowers the hospital peak in Texas.",
        registry,
    )
    assert "2025-02-15" not in " ".join(found.assumed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Another 100 gigatonnes of CO2 add about 0.045 °C of global warming.", "supported"),
        ("2,000 Gt of CO2 would warm the planet by roughly 0.9 °C.", "supported"),
        ("Every 500 billion tonnes of CO2 add about 0.4 °C of warming.", "refuted"),
        ("Each trillion tonnes of CO2 warms the planet by 0.27 to 0.63 °C.", "supported"),
        ("Emitting a hundred gigatonnes of CO2 adds a full degree of warming.", "refuted"),
    ],
)
def test_a_published_response_is_scaled_to_the_amount(
    text: str, expected: str, registry: Registry
) -> None:
    # AR6 WG1 SPM D.1.1: 0.45 °C, likely 0.27 to 0.63, per 1000 Gt of CO2.
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "1000 gigatonnes of carbon would warm the planet by 0.45 °C.",
        "1000 gigatonnes of methane would warm the planet by 0.45 °C.",
        "Removing 1000 gigatonnes of CO2 would warm the planet by 0.45 °C.",
    ],
)
def test_amounts_of_something_else_are_not_scaled(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "If seven in ten Alabamians are immune, a flu virus with R0 1.5 fizzles out.",
            "supported",
        ),
        ("With a third of the population immune, an R0 of 1.4 cannot spread.", "supported"),
        ("With only one person in ten immune, influenza with an R0 of 2.6 dies out.", "refuted"),
    ],
)
def test_shares_in_words_are_read(text: str, expected: str, registry: Registry) -> None:
    assert word(text, registry) == expected
