"""Scenarios, years and periods that can be asked for, without what it takes to run them."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.climate.record_source import FIRST, RECORD
from simulrag.simulators.errors import OutOfRange

SCENARIOS = (
    "ssp119", "ssp126", "ssp245", "ssp370", "ssp434", "ssp460", "ssp534-over", "ssp585",
)  # fmt: skip
HISTORICAL = "historical"
#: First and last year of the driving series.
FIRST_DRIVEN, LAST_DRIVEN = 1750, 2100
#: First and last year that can be asked for.
FIRST_YEAR, LAST_YEAR = 1850, 2100
#: Last year before the scenarios part; emission changes act from the year after it.
LAST_HISTORICAL = 2014
#: First and last year of the record of the global mean that is in use.
FIRST_RECORDED, LAST_RECORDED = FIRST, int(RECORD.through)


def between(arguments: Mapping[str, JsonValue], first: str, last: str) -> range:
    """Return the years from one argument to another. Raises OutOfRange for a wrong order."""
    begin, end = (int(str(arguments[name])) for name in (first, last))
    if end < begin:
        raise OutOfRange(
            f"{last} {end} lies before {first} {begin}; allowed is {begin} or later",
            parameter=last,
            given=end,
            nearest=begin,
        )
    return range(begin, end + 1)


def label(years: range) -> str:
    """Return a period in words: 1991-2020, or its year."""
    return str(years[0]) if len(years) == 1 else f"{years[0]}-{years[-1]}"
