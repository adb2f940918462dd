"""Why our seasons differ from the published ones: shifted state names, and pooled states.

From Florida on, the published numbers stand under the name of the next state, and several states
are pooled (one quantile over all of them), not summed. Both are shown from the records: peaks do
not depend on the residents of the states that are printed, and are proportional to those of the
states whose numbers they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

import numpy as np
from pydantic import JsonValue

from simulrag.evaluation.epidemiology_records import benchmark_labels, digest, held_out_digests
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.interface import Call
from studies.published_records.agreement import correlation, significant
from studies.published_records.replay import AS_ASKED, Array, Replayed, distinct, need, numbers

POOLED, PUT_RIGHT = "pooled", "pooled, states put right"
#: Members of the ensembles that are far off: their own spread is small beside what they show.
FEW = 20
PEAK = "median_curve_peak"
#: Added to both peaks before the logarithm, persons: published medians come in halves.
HALF_PERSON = 0.5
#: Days between the starts of two seasons that count as the same setting.
SAME_START = 4
#: Difference of residents, as log10, from which a pair says something about their effect.
APART = 0.15
_SETTING = ("r0", "immunity", "seasonality", "metric")


def variants(call: Call) -> dict[str, Call]:
    """Return the call as asked, pooled, and pooled for the states whose numbers they are.

    None for a season on which the preset was calibrated: to agree with that would show nothing.
    """
    if call.function != "season":
        return {AS_ASKED: call}
    if _digest(call) not in held_out_digests():
        return {}
    few = {**call.arguments, "members": FEW}
    right = {**call.arguments, "states": list(put_right(_states(call))), "aggregation": POOLED}
    return {
        AS_ASKED: call.model_copy(update={"arguments": few}),
        POOLED: call.model_copy(update={"arguments": {**few, "aggregation": POOLED}}),
        PUT_RIGHT: call.model_copy(update={"arguments": right}),
    }


def put_right(printed: Sequence[str]) -> tuple[str, ...]:
    """Return the states whose numbers stand under the printed names."""
    true = benchmark_labels()
    return tuple(sorted(true[name] for name in printed))


def _states(call: Call) -> tuple[str, ...]:
    given = call.arguments.get("states")
    return tuple(str(one) for one in given) if isinstance(given, list) else (str(given),)


def residents(states: Sequence[str]) -> float:
    """Return the median of the states' residents."""
    return float(np.median(population(states).people.sum(axis=1)))


@dataclass(frozen=True)
class Peaks:
    """Published peaks and ours by variant, persons, of seasons that the calibration did not see."""

    recorded: Array
    ours: Mapping[str, Array]

    def off(self, variant: str) -> Array:
        """Return |log10| of the ratios of the two peaks."""
        ratio = (self.ours[variant] + HALF_PERSON) / (self.recorded + HALF_PERSON)
        return np.abs(np.log10(ratio))

    def figures(self) -> dict[str, JsonValue]:
        """Return the median factor between the peaks by variant."""
        found: dict[str, JsonValue] = {"n": len(self.recorded)}
        for name in self.ours:
            found[f"median factor apart, {name}"] = _factor(self.off(name))
        return found


def peaks(some: Sequence[Replayed]) -> Peaks:
    """Compare published peaks with ours. Raises RunFailed where there is none."""
    names = (AS_ASKED, POOLED, PUT_RIGHT)
    kept = [one for one in distinct(some) if one.number(PEAK) is not None]
    kept = need([one for one in kept if one.ours.keys() >= set(names)], "seasons with a peak")
    return Peaks(
        recorded=numbers(kept, PEAK),
        ours={name: numbers(kept, PEAK, name) for name in names},
    )


@dataclass(frozen=True)
class Pairs:
    """Pairs of published seasons of one setting: log10 of the ratios of peaks and of residents."""

    peaks: Array
    printed: Array
    right: Array

    def figures(self) -> dict[str, JsonValue]:
        """Return how peaks depend on residents, by the names as printed and put right."""
        return {
            "pairs": len(self.peaks),
            "correlation with the residents printed": round(
                correlation(self.printed, self.peaks), 3
            ),
            "correlation with the residents put right": round(
                correlation(self.right, self.peaks), 3
            ),
            "slope on the residents put right": significant(
                float(np.polyfit(self.right, self.peaks, 1)[0]), 3
            ),
        }


def pairs(some: Sequence[Replayed]) -> Pairs:
    """Return the pairs of seasons that differ in their states alone. No simulator takes part.

    Raises RunFailed where there is none.
    """
    kept = [one for one in distinct(some) if one.number(PEAK) is not None]
    found = [
        (
            _ratio(_peak(a), _peak(b)),
            _ratio(*_residents(a, b)),
            _ratio(*_residents(a, b, right=True)),
        )
        for a, b in combinations(kept, 2)
        if _same_setting(a.recorded.call, b.recorded.call)
    ]
    apart = [one for one in found if max(abs(one[1]), abs(one[2])) > APART]
    table = np.array(need(apart, "pairs of seasons of one setting", least=3))
    return Pairs(table[:, 0], table[:, 1], table[:, 2])


@dataclass(frozen=True)
class States:
    """What shows whose numbers stand under a state's name."""

    pairs: Pairs
    peaks: Peaks

    def figures(self) -> dict[str, JsonValue]:
        """Return the figures of both."""
        return self.pairs.figures() | self.peaks.figures()


def states(some: Sequence[Replayed]) -> States:
    """Return both demonstrations. Raises RunFailed where the records do not suffice."""
    return States(pairs(some), peaks(some))


def _same_setting(one: Call, other: Call) -> bool:
    a, b = one.arguments, other.arguments
    if any(a.get(name) != b.get(name) for name in _SETTING) or a["states"] == b["states"]:
        return False
    starts = [date.fromisoformat(str(each["start_date"])) for each in (a, b)]
    return abs((starts[0] - starts[1]).days) <= SAME_START


def _residents(a: Replayed, b: Replayed, *, right: bool = False) -> tuple[float, float]:
    states = [_states(one.recorded.call) for one in (a, b)]
    first, second = (residents(put_right(one) if right else one) for one in states)
    return first, second


def _ratio(one: float, other: float) -> float:
    return float(np.log10(one / other))


def _peak(one: Replayed) -> float:
    return (one.number(PEAK) or 0.0) + HALF_PERSON


def _digest(call: Call) -> str:
    """Return the digest by which the calibration knows a season; "" for one that it cannot."""
    given = call.arguments
    if any(given.get(name) is None for name in ("r0", "immunity", "start_date", "states")):
        return ""
    return digest(
        put_right(_states(call)),
        str(given["start_date"]),
        float(str(given["r0"])),
        str(given.get("seasonality") or "none"),
        float(str(given["immunity"])),
        str(given.get("metric") or "hospital incidence"),
    )


def _factor(off: Array) -> float:
    return significant(float(10.0 ** np.median(off)))
