"""Published epidemiology records as scenarios, with the states that their numbers belong to.

In the records the state names from Florida on are shifted by one: the numbers under "Florida" are
those of the District of Columbia, those under "Georgia" are Florida's, and those under "District
of Columbia" are Wyoming's. Regressing the published peaks on residents shows it: with the names
as printed they do not depend on population, with this map they are proportional to it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from simulrag.evaluation.records import BadRecords, Record, evidence
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.interface import Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.records import parse_records, recorded

#: R0 times the share that is not immune, above which an outbreak takes off, by seasonality.
TAKE_OFF = {"none": 1.25, "moderate": 1.5, "high": 1.6}
_CAPITAL = "District of Columbia"
#: What records hold of a season: statistics of the median curve of its members.
_OUTLOOK = ("peak", "weeks_to_peak", "growth", "trend", "cumulative")


def benchmark_labels() -> dict[str, str]:
    """Return for each state name in the records the state whose numbers stand under it.

    The names were listed with the District of Columbia last, the numbers alphabetically.
    """
    printed = [*(state for state in STATES if state != _CAPITAL), _CAPITAL]
    return dict(zip(printed, STATES, strict=True))


def digest(
    states: Sequence[str], start: str, r0: float, seasonality: str, immunity: float, metric: str
) -> str:
    """Name a setting; states in the simulator's order, immunity in percent."""
    setting = ["|".join(states), start, f"{r0:g}", seasonality, f"{immunity:g}", metric]
    return hashlib.sha256("\n".join(setting).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Scenario:
    """One setting of the published simulator and what it returned.

    peak and cumulative in persons, growth in percent over four weeks.
    """

    #: States whose numbers they are, in the simulator's order.
    states: tuple[str, ...]
    start: str
    r0: float
    seasonality: str
    immunity: float
    metric: str
    peak: float
    weeks: float
    growth: float
    trend: str
    cumulative: float

    @property
    def digest(self) -> str:
        """Name the setting, whatever the wording of the question and the order of states."""
        return digest(
            self.states, self.start, self.r0, self.seasonality, self.immunity, self.metric
        )

    @property
    def takes_off(self) -> bool:
        """Tell whether the outbreak grows (`TAKE_OFF`)."""
        return self.r0 * (1.0 - self.immunity / 100.0) > TAKE_OFF[self.seasonality]

    @property
    def held_out(self) -> bool:
        """Tell whether the calibration left this scenario out."""
        return self.digest in held_out_digests()


@cache
def held_out_digests() -> frozenset[str]:
    """Return the shipped digests of scenarios that the calibration did not see."""
    path = files("simulrag.evaluation") / "epidemiology_held_out.txt"
    return frozenset(path.read_text(encoding="utf-8").split())


def scenario(record: Record, registry: Registry) -> Scenario:
    """Read a record. Raises BadRecords where question or evidence is not as published."""
    held = parse_records(evidence(record))[0]
    try:
        (run,) = recorded(held, record.evidence_question, registry).runs
        return _scenario(run)
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecords(f"record {record.index}: no published outlook: {error!r}") from error


def _scenario(run: Run) -> Scenario:
    true, asked = benchmark_labels(), run.call.arguments
    found = {name: run.outputs[f"median_curve_{name}"] for name in _OUTLOOK}
    numbers = {n: value for n, value in found.items() if isinstance(value, Quantity)}
    return Scenario(
        states=tuple(sorted(true[str(name)] for name in cast("list[str]", asked["states"]))),
        start=str(asked["start_date"]),
        r0=float(str(asked["r0"])),
        seasonality=str(asked["seasonality"]),
        immunity=float(str(asked["immunity"])),
        metric=str(asked["metric"]),
        peak=numbers["peak"].value,
        weeks=numbers["weeks_to_peak"].value,
        growth=numbers["growth"].value,
        trend=str(found["trend"].value),
        cumulative=numbers["cumulative"].value,
    )


def unique(scenarios: Iterable[Scenario]) -> list[Scenario]:
    """Return each setting once, in order."""
    return list({one.digest: one for one in reversed(list(scenarios))}.values())[::-1]
