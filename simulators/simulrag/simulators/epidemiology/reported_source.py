"""Where newer reported admissions come from, and what a table of them has to be."""

import math
from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from simulrag.simulators.errors import BadValue
from simulrag.simulators.measurement_tables import Published, Table, number, rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: As `train.weekly_admissions` makes them.
Tables = Mapping[str, "NDArray[Any]"]
#: Largest share of a place's residents who can be admitted in a week, and how far rates, which may
#: be of newer numbers of residents, and national numbers, which hold territories, may be off.
MOST, OFF_RATE, OFF_SUM = 0.01, 0.05, 0.1
#: Name of the whole country in the table.
NATION = "US"
#: Residents whom a rate is of.
PER = 100_000.0


def shipped_tables() -> "Tables":
    """Return the tables that ship."""
    from simulrag.simulators.epidemiology.population import shipped

    return shipped("admissions")


def _read(text: str, today: date) -> Table:
    """Return the admissions of each place and week, named by its last day, that are known."""
    held = shipped_tables()
    residents = dict(zip(held["places"].tolist(), held["residents"].tolist(), strict=True))
    found: dict[tuple[str, str], float | None] = {}
    for row in rows(text, ("date", "location_name", "value", "weekly_rate")):
        key = place, week = row["location_name"], row["date"]
        where = f"{place} {week}"
        if place not in residents or key in found:
            raise BadValue(f"{where} stands there twice, or is no state, Puerto Rico or {NATION}")
        found[key] = None
        if row["value"] != "NA":
            count = found[key] = number(row, "value", where)
            rate = PER * count / residents[place]
            if count % 1.0 or not 0.0 <= rate <= PER * MOST:
                raise BadValue(f"{count:g} for {where} is no number of admissions in a week")
            if abs(number(row, "weekly_rate", where) - rate) > OFF_RATE * rate:
                raise BadValue(f"the rate for {where} is not {count:g} per 100,000 residents")
    weeks = sorted({week for _, week in found})
    _check_weeks(weeks, today)
    if len(found) < len(weeks) * len(residents):
        raise BadValue(f"it lacks weeks of some of {len(residents)} places")
    known = {key: count for key, count in found.items() if count is not None}
    _check_sums(known, weeks, residents.keys() - {NATION})
    return known


def _check_weeks(weeks: list[str], today: date) -> None:
    """Raise BadValue for weeks that are none, are not over, or do not follow each other."""
    try:
        days = [date.fromisoformat(week) for week in weeks]
    except ValueError as error:
        raise BadValue(f"its dates are no days: {error}") from error
    wanted = [days[-1] - timedelta(days=7 * i) for i in reversed(range(len(days)))]
    if days != wanted or days[-1].isoweekday() != 6 or days[-1] > today:
        raise BadValue(f"its dates are not one Saturday after the other, up to {today}")


def _check_sums(known: Table, weeks: list[str], others: Collection[str]) -> None:
    """Raise BadValue for a national number that is not the sum of the places'."""
    for week in weeks:
        parts = sum(known.get((place, week), 0.0) for place in others)
        whole = known.get((NATION, week), parts)
        if abs(whole - parts) > OFF_SUM * max(whole, parts):
            raise BadValue(f"{NATION} {week} has {whole:g} admissions, its states {parts:g}")


def _read_shipped() -> Table:
    held = shipped_tables()
    counts = zip(held["places"].tolist(), held["admissions"].tolist(), strict=True)
    return {
        (place, week): count
        for place, row in counts
        for week, count in zip(held["weeks"].tolist(), row, strict=True)
        if not math.isnan(count)
    }


REPORTS = Published(
    simulator="epidemiology",
    title="CDC NHSN hospital admissions, as collected by the FluSight forecast hub",
    url="https://raw.githubusercontent.com/cdcepi/FluSight-forecast-hub/main/target-data/"
    "target-hospital-admissions.csv",
    shipped="2026-06-27",
    read=_read,
    read_shipped=_read_shipped,
    # Between first and last archive 13 of 12,154 reports changed by more.
    revision=(100.0, 1.0),
)
