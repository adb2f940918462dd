"""The conditions of a climate call: years, scenarios and changes, checked and put into words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pydantic import JsonValue

from simulrag.simulators.climate.record_source import LAST_RECORDED
from simulrag.simulators.errors import MissingCondition, OutOfRange

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
#: The gases whose emissions a call may change, in the order of the drivers' columns.
GASES: tuple[str, ...] = ("co2", "ch4", "so2", "bc")
#: How the gases are called in sentences.
TITLES = {"co2": "CO2", "ch4": "CH4", "so2": "SO2", "bc": "BC"}
AEROSOLS = ("so2", "bc")
NO_CHANGES = "Without emission changes"
#: First year whose emissions a change acts on, in words; None stands for the year asked for.
SINCE = {"start": 2015, "year": None, "preindustrial": 1850}


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


@dataclass(frozen=True)
class Conditions:
    """Year, scenario and emission changes of a call."""

    year: int
    scenario: str
    #: Percent by gas, as given.
    changes: Mapping[str, float]
    points: tuple[tuple[float, float], ...]
    #: Where a change begins; a key of `SINCE`.
    since: str

    @cached_property
    def share(self) -> float:
        """Return the share of the world's SO2 and BC emissions that lies in `points`, if any."""
        from simulrag.simulators.climate import aerosol_sources  # with numpy, which a start lacks

        return aerosol_sources.share(self.points) if self.points else 1.0

    def effective(self) -> dict[str, float]:
        """Return percent of the world's emissions by gas."""
        return {
            gas: change * self.share if gas in AEROSOLS else change
            for gas, change in self.changes.items()
        }

    def without_aerosols(self) -> dict[str, float]:
        """Return the same without changes of SO2 and BC."""
        return {gas: x for gas, x in self.effective().items() if gas not in AEROSOLS}

    def any_change(self, *gases: str) -> bool:
        """Tell whether the emissions of one of these gases change."""
        return any(self.changes[gas] != 0.0 for gas in gases or GASES)

    def lead(self) -> str:
        """Return the beginning of a sentence that names all changes."""
        parts = [
            f"a {change:+.10g}% change in {TITLES[gas]}"
            for gas, change in self.changes.items()
            if change
        ]
        if not parts:
            return NO_CHANGES
        where = ""
        if self.points and self.any_change(*AEROSOLS):
            where = f" (SO2 and BC in {self._cells()})"
        listed = ", ".join(parts[:-1]) + " and " * (len(parts) > 1) + parts[-1]
        return f"With {listed} emissions{where} in {self._span()}"

    def _span(self) -> str:
        first = SINCE[self.since]
        if first is None or first == self.year:
            return f"the year {self.year} alone"
        return f"every year from {first} to {self.year}"

    def _cells(self) -> str:
        shown = ", ".join(f"[{lon:g}, {lat:g}]" for lon, lat in self.points[:3])
        rest = f" and {len(self.points) - 3} more" if len(self.points) > 3 else ""
        return f"the 1 degree cell{'s' * (len(self.points) > 1)} of {shown}{rest}"

    def under(self) -> str:
        """Return what emissions follow, as the end of a phrase on a period."""
        past = self.scenario == HISTORICAL
        return " (historical simulation)" if past else f" under the {self.scenario} scenario"

    def period(self) -> str:
        """Return the year and what its emissions follow."""
        return f"{self.year}{self.under()}"

    def resolved(self) -> dict[str, str]:
        """Return what was asked, for `Run.resolved`."""
        period = "annual mean, forced change without the weather of single years"
        return {"year": str(self.year), **self.followed(), "period": period}

    def followed(self) -> dict[str, str]:
        """Return what emissions follow, of any year, for `Run.resolved`."""
        return {"scenario": self.scenario, "emission changes": self.meaning()}

    def meaning(self) -> str:
        """Say what the changes mean, for `Run.resolved`."""
        if not self.any_change():
            return "none"
        return (
            f"anthropogenic emissions of {self._span()} multiplied: "
            + ", ".join(f"{TITLES[g]} by {1 + c / 100:.10g}" for g, c in self.changes.items() if c)
            + (
                f"; SO2 and BC only in {self._cells()}, {100 * self.share:.3g} % of the world's"
                if self.points and self.any_change(*AEROSOLS)
                else ""
            )
        )


def read(arguments: Mapping[str, JsonValue]) -> Conditions:
    """Return the conditions of validated arguments.

    Raises MissingCondition where a year after 2014 has no scenario, OutOfRange where scenario
    and year do not fit or emissions are changed before they can be.
    """
    year = int(str(arguments["year"]))
    given = arguments.get("scenario")
    scenario = _scenario(year, str(given) if given else "")
    changes = {gas: float(str(arguments.get(gas) or 0.0)) for gas in GASES}
    if scenario == HISTORICAL:
        _refuse_past_changes(year, changes)
    since = str(arguments.get("since") or "start")
    return Conditions(year, scenario, changes, _points(arguments.get("points")), since)


def _scenario(year: int, given: str) -> str:
    last = LAST_HISTORICAL
    if year <= last and given in ("", HISTORICAL):
        return HISTORICAL
    if year <= last:
        raise OutOfRange(
            f"year {year} lies before scenario {given} begins: history ends in {last} and is "
            f"common to all scenarios; give scenario 'historical' or none for {year}, or a year "
            f"from {last + 1} to {LAST_YEAR}",
            parameter="year",
            given=year,
            nearest=last + 1,
        )
    if not given:
        raise MissingCondition(
            f"scenario is missing: year {year} comes after {last}; "
            f"give one of {', '.join(SCENARIOS)}{_or_record(year)}",
            parameter="scenario",
            candidates=SCENARIOS,
        )
    if given == HISTORICAL:
        raise OutOfRange(
            f"scenario 'historical' ends in {last}, year {year} was given; give one of "
            f"{', '.join(SCENARIOS)}, or a year from {FIRST_YEAR} to {last}",
            parameter="year",
            given=year,
            nearest=last,
        )
    return given


def _or_record(year: int) -> str:
    """Name what was measured of a year that has been."""
    return "; global_record has what was measured of the world" if year <= LAST_RECORDED else ""


def _refuse_past_changes(year: int, changes: Mapping[str, float]) -> None:
    for gas, change in changes.items():
        if change:
            raise OutOfRange(
                f"{gas} {change:+g} % cannot be applied to {year}: emission changes act from "
                f"{LAST_HISTORICAL + 1} on; allowed is 0 for earlier years",
                parameter=gas,
                given=change,
                nearest=0.0,
            )


def _points(given: JsonValue) -> tuple[tuple[float, float], ...]:
    if not isinstance(given, list):
        return ()
    pairs = [pair for pair in given if isinstance(pair, list)]
    return tuple((float(str(pair[0])), float(str(pair[1]))) for pair in pairs)
