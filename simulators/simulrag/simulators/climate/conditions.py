"""The conditions of a climate call: checked, completed, and put into words."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from simulrag.simulators.climate import emission_share, scenarios
from simulrag.simulators.climate.periods import LAST_RECORDED
from simulrag.simulators.errors import MissingCondition, OutOfRange

#: How the gases are called in sentences.
TITLES = {"co2": "CO2", "ch4": "CH4", "so2": "SO2", "bc": "BC"}
AEROSOLS = ("so2", "bc")
NO_CHANGES = "Without emission changes"
#: First year whose emissions a change acts on, in words; None stands for the year asked for.
SINCE = {"start": 2015, "year": None, "preindustrial": 1850}


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
    #: Share of the world's SO2 and BC emissions that lies in `points`; 1 without points.
    share: float

    def effective(self) -> dict[str, float]:
        """Return percent of the world's emissions by gas."""
        return {
            gas: change * self.share if gas in AEROSOLS else change
            for gas, change in self.changes.items()
        }

    def any_change(self, *gases: str) -> bool:
        """Tell whether the emissions of one of these gases change."""
        return any(self.changes[gas] != 0.0 for gas in gases or scenarios.GASES)

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

    def period(self) -> str:
        """Return the year and what its emissions follow."""
        if self.scenario == scenarios.HISTORICAL:
            return f"{self.year} (historical simulation)"
        return f"{self.year} under the {self.scenario} scenario"

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
    changes = {gas: float(str(arguments.get(gas) or 0.0)) for gas in scenarios.GASES}
    if scenario == scenarios.HISTORICAL:
        _refuse_past_changes(year, changes)
    points = _points(arguments.get("points"))
    share = emission_share.share(points) if points else 1.0
    since = str(arguments.get("since") or "start")
    return Conditions(year, scenario, changes, points, since, share)


def _scenario(year: int, given: str) -> str:
    last = scenarios.LAST_HISTORICAL
    if year <= last and given in ("", scenarios.HISTORICAL):
        return scenarios.HISTORICAL
    if year <= last:
        raise OutOfRange(
            f"year {year} lies before scenario {given} begins: history ends in {last} and is "
            f"common to all scenarios; give scenario 'historical' or none for {year}, or a year "
            f"from {last + 1} to {scenarios.LAST_YEAR}",
            parameter="year",
            given=year,
            nearest=last + 1,
        )
    if not given:
        raise MissingCondition(
            f"scenario is missing: year {year} comes after {last}; "
            f"give one of {', '.join(scenarios.SCENARIOS)}{_or_record(year)}",
            parameter="scenario",
            candidates=scenarios.SCENARIOS,
        )
    if given == scenarios.HISTORICAL:
        raise OutOfRange(
            f"scenario 'historical' ends in {last}, year {year} was given; give one of "
            f"{', '.join(scenarios.SCENARIOS)}, or a year from {scenarios.FIRST_YEAR} to {last}",
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
                f"{scenarios.LAST_HISTORICAL + 1} on; allowed is 0 for earlier years",
                parameter=gas,
                given=change,
                nearest=0.0,
            )


def _points(given: JsonValue) -> tuple[tuple[float, float], ...]:
    if not isinstance(given, list):
        return ()
    pairs = [pair for pair in given if isinstance(pair, list)]
    return tuple((float(str(pair[0])), float(str(pair[1]))) for pair in pairs)
