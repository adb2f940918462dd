"""Tables in the formats of their sources, as these may publish them next, whole or spoiled."""

from datetime import date, timedelta

from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.epidemiology.reported_source import PER, REPORTS, shipped_tables

#: Day on which the tables are read.
TODAY = date(2027, 2, 20)
NEXT_WEEK = "2026-07-04"


def years(last: int = 2025, changed: dict[int, float] | None = None) -> str:
    """Return the table of global years to a year, the later ones as warm as 2024."""
    held = {int(year): value for (_, year), value in RECORD.read_shipped().items()}
    held |= {year: held[2024] for year in range(2025, last + 1)} | (changed or {})
    lines = [f"GCAG,{year},{value:g}" for year, value in sorted(held.items()) if year <= last]
    return "\n".join(["Source,Year,Mean", "GISTEMP,1880,-0.1725", *lines]) + "\n"


def admissions(
    weeks: int = 1, changed: dict[tuple[str, str], float] | None = None, per: float = PER
) -> str:
    """Return the table of admissions with some weeks more than ship, each as the last of those."""
    tables = shipped_tables()
    residents = dict(zip(tables["places"].tolist(), tables["residents"].tolist(), strict=True))
    held = dict(REPORTS.read_shipped())
    last = date.fromisoformat(REPORTS.shipped)
    later = [(last + timedelta(weeks=i + 1)).isoformat() for i in range(weeks)]
    held |= {(p, week): held[p, last.isoformat()] for p in residents for week in later}
    held |= changed or {}
    lines = [
        f'{week},"00","{place}",{_value(held.get((place, week)), residents[place], per)}'
        for week in sorted({*tables["weeks"].tolist(), *later} | {w for _, w in held}, reverse=True)
        for place in residents
    ]
    return "\n".join(['"date","location","location_name","value","weekly_rate"', *lines]) + "\n"


def _value(count: float | None, residents: float, per: float) -> str:
    return "NA,NA" if count is None else f"{count:g},{per * count / residents}"
