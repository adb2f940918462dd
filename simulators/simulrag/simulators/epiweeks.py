"""Weeks as US public health numbers them (MMWR weeks, epidemiological weeks).

A week runs from Sunday to Saturday; week 1 of a year is the first with four days or more in it,
which is the week of 4 January (CDC, MMWR Week Fact Sheet).
"""

from datetime import date, timedelta

#: Weeks of a long year.
MOST_WEEKS = 53


def epiweek(year: int, week: int) -> tuple[date, date]:
    """Return the first and last day of a week; ValueError for one that the year does not have."""
    fourth = date(year, 1, 4)
    sunday = fourth - timedelta(days=(fourth.weekday() + 1) % 7) + timedelta(weeks=week - 1)
    # Four days or more of a week lie in the year of its Wednesday.
    if not 1 <= week <= MOST_WEEKS or (sunday + timedelta(days=3)).year != year:
        raise ValueError(f"{year} has no epidemiological week {week}")
    return sunday, sunday + timedelta(days=6)
