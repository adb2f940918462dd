"""Where newer years of the record of the global mean come from, and what such a table has to be."""

import csv
from datetime import date
from importlib.resources import files

from simulrag.simulators.errors import BadValue
from simulrag.simulators.measurement_tables import Published, Table, number, rows

#: The table that ships.
FILE = "global_years.csv"
#: Name of HadCRUT5 in the source's table, where NASA's record stands as well; that of its place.
HADCRUT, WORLD = "gcag", "global mean"
#: First year of the record.
FIRST_RECORDED = 1850
#: Years whose mean anomalies are counted from, how far that may lie from 0, and the largest
#: anomaly that a year can have, °C.
BASE, OFF_BASE, LARGEST = range(1961, 1991), 0.02, 3.0


def read_years(text: str, today: date) -> Table:
    """Return HadCRUT5's anomaly of each year that is over, °C against 1961-1990."""
    listed = [
        (row["Year"], number(row, "Mean", f"{HADCRUT} {row['Year']}"))
        for row in rows(text, ("Source", "Year", "Mean"))
        if row["Source"].casefold() == HADCRUT
    ]
    years = [year for year, _ in listed]
    if not listed or years != [str(FIRST_RECORDED + i) for i in range(len(listed))]:
        raise BadValue(f"its years of {HADCRUT} do not follow each other from {FIRST_RECORDED} on")
    base = [anomaly for year, anomaly in listed if int(year) in BASE]
    largest = max(abs(anomaly) for _, anomaly in listed)
    if abs(sum(base)) > OFF_BASE * len(BASE) or largest > LARGEST:
        raise BadValue(
            f"its numbers of {HADCRUT} are no anomalies of the global mean in °C, whose mean over "
            f"{BASE[0]}-{BASE[-1]} is 0"
        )
    # The source has a year from its first month on, and the whole of it by the end of January.
    return {(WORLD, y): v for y, v in listed if date(int(y) + 1, 2, 1) <= today}


def _read_shipped() -> Table:
    text = (files(__package__ or "") / "data" / FILE).read_text(encoding="utf-8")
    lines = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return {(WORLD, row["year"]): float(row["anomaly"]) for row in lines}


RECORD = Published(
    simulator="climate",
    title="HadCRUT5 global annual means",
    url="https://raw.githubusercontent.com/datasets/global-temp/main/data/annual.csv",
    shipped="2024",
    read=read_years,
    read_shipped=_read_shipped,
    # HadCRUT 5.1 differs from 5.0 by up to 0.03 °C.
    revision=(0.05, 0.0),
)
#: Last year of the record that is in use.
LAST_RECORDED = int(RECORD.through)
