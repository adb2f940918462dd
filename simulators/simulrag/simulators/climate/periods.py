"""Scenarios and years that can be asked for, without what it takes to run them."""

from simulrag.simulators.climate.record_source import FIRST, RECORD

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
