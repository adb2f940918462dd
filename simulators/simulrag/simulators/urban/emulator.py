"""A small neural emulator of the corridor in numpy: means and spread over seeds in microseconds.

Two layers of `tanh` units turn a setting into the logarithms of what one simulation gives, with
their standard deviations over seeds (a Gaussian whose mean and spread are both learnt: Nix and
Weigend 1994, doi 10.1109/ICNN.1994.374138). `train_emulator` makes the weights from live runs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from statistics import NormalDist
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.urban.corridor import (
    LANES_BUILT,
    SPEED_LIMIT,
    VEHICLES_AN_HOUR,
    Control,
    Corridor,
)
from simulrag.simulators.urban.outputs import INSERTION

Array = NDArray[np.float64]

#: What is learnt, in logarithms: per vehicle, and with `ADDED` where it can be zero.
LEARNT = (
    "travel_time",
    "idling_time",
    "co2_per_vehicle",
    "nox_per_vehicle",
    "fuel_per_vehicle",
    "distance",
    "throughput",
    "queue_length",
    "outside",
)
ADDED = {"queue_length": 1.0, "outside": 1.0}
#: Longest mean wait before the entry, seconds, for which the emulator answers.
MOST_OUTSIDE = 3.0
#: Members of an emulated ensemble.
MEMBERS = 100
CONTROLS: tuple[Control, ...] = get_args(Control)


def features(corridors: Sequence[Corridor]) -> Array:
    """Return (settings, 9) inputs of order 1."""
    rows = [
        [
            2.5 * (one.limit / SPEED_LIMIT - 0.7),
            1.7 * (one.demand / VEHICLES_AN_HOUR - 1.0),
            1.0 * (SPEED_LIMIT / one.limit - 1.4),
            one.demand / VEHICLES_AN_HOUR * (LANES_BUILT / one.lanes) - 1.5,
            2.0 * one.lanes - 3.0,
            *(float(one.signal == control) for control in CONTROLS),
        ]
        for one in corridors
    ]
    return np.array(rows)


@dataclass(frozen=True)
class Emulated:
    """Means over seeds, and the Gaussian of the logarithms of single seeds, by name of `LEARNT`.

    All are (settings,); `log` and `spread` are mean and standard deviation of the logarithms.
    """

    mean: Mapping[str, Array]
    log: Mapping[str, Array]
    spread: Mapping[str, Array]


@dataclass(frozen=True)
class Emulator:
    """Weights, and the errors that were measured on settings that training did not see.

    errors : output of the corridor -> 90 % of absolute errors of the mean lie below, in percent of
        the value; for changes, in percentage points
    """

    weights: Mapping[str, Array]
    errors: Mapping[str, float]

    def predict(self, corridors: Sequence[Corridor]) -> Emulated:
        """Return the emulated figures. Raises OutOfRange where traffic would not fit."""
        found = self.extrapolated(corridors)
        for one, outside in zip(corridors, found.mean["outside"], strict=True):
            if outside > MOST_OUTSIDE:
                raise OutOfRange(
                    f"demand {100 * (one.demand / VEHICLES_AN_HOUR - 1):+.0f} % on {one.lanes} "
                    f"lane(s) with the signal {one.signal} fills the corridor beyond its entry, "
                    "where the emulator is not trained; run the engine: "
                    "pip install 'simulrag[urban]'",
                    parameter="demand",
                )
        return found

    def extrapolated(self, corridors: Sequence[Corridor]) -> Emulated:
        """Return the same without the check."""
        w = self.weights
        hidden = np.tanh(features(corridors) @ w["first"] + w["first_bias"])
        hidden = np.tanh(hidden @ w["second"] + w["second_bias"])
        made = hidden @ w["output"] + w["output_bias"]
        count = len(LEARNT)
        logs = made[:, :count] * w["scale"] + w["centre"]
        spread = np.exp(made[:, count:]) * w["scale"]
        level = np.exp(logs + spread**2 / 2)  # mean of a log-normal with these parameters
        return Emulated(
            {n: level[:, i] - ADDED.get(n, 0.0) for i, n in enumerate(LEARNT)},
            {n: logs[:, i] for i, n in enumerate(LEARNT)},
            {n: spread[:, i] for i, n in enumerate(LEARNT)},
        )


def means(emulator: Emulator, corridors: Sequence[Corridor]) -> list[dict[str, float]]:
    """Return the outputs of each setting in their units. Raises OutOfRange as `predict` does."""
    found = emulator.predict(corridors).mean
    return [
        {
            name: float(value)
            for name, value in _outputs({n: found[n][row] for n in LEARNT}, corridor).items()
        }
        for row, corridor in enumerate(corridors)
    ]


def members(emulator: Emulator, corridors: Sequence[Corridor], seed: int) -> list[dict[str, Array]]:
    """Return (MEMBERS,) values of the outputs of each setting. Raises OutOfRange as `predict`.

    Member i lies equally many standard deviations from the mean of its logarithm in every setting,
    so that a difference of two settings is of the settings and not of chance. Figures are drawn
    apart from each other, and the pairing is perfect: pairs of the engine, whose drivers change
    with what others do, lie further apart where signals answer to traffic, so that a difference
    here is somewhat too sure. The emulator's own error is no part of them.
    """
    found, scores = emulator.predict(corridors), _scores(seed)
    made: list[dict[str, Array]] = []
    for row, corridor in enumerate(corridors):
        drawn = {
            n: np.exp(found.log[n][row] + found.spread[n][row] * scores[n]) - ADDED.get(n, 0.0)
            for n in LEARNT
        }
        made.append({n: np.broadcast_to(v, MEMBERS) for n, v in _outputs(drawn, corridor).items()})
    return made


@lru_cache(maxsize=64)
def _scores(seed: int) -> Mapping[str, Array]:
    """Return (MEMBERS,) standard normal scores by figure, in an order of their own."""
    ordered = [NormalDist().inv_cdf((i + 0.5) / MEMBERS) for i in range(MEMBERS)]
    generator = np.random.default_rng(seed % 2**63)
    return {name: generator.permutation(ordered) for name in LEARNT}


def _outputs(one: Mapping[str, Array], corridor: Corridor) -> dict[str, Array]:
    """Return the outputs of a setting from what is learnt, whatever the shape."""
    count = np.float64(len(corridor.departures))
    return {
        "travel_time": one["travel_time"],
        "idling_time": np.maximum(one["idling_time"], INSERTION),
        "co2": one["co2_per_vehicle"] * count / 1e3,
        "co2_per_vehicle": one["co2_per_vehicle"],
        "nox": one["nox_per_vehicle"] * count / 1e3,
        "fuel": one["fuel_per_vehicle"] * count / 1e3,
        "vehicles": np.asarray(count),
        "distance": one["distance"],
        "speed": 3.6 * one["distance"] / one["travel_time"],
        "throughput": one["throughput"],
        "queue_length": np.maximum(one["queue_length"], 0.0),
    }


@cache
def shipped() -> Emulator:
    """Return the emulator with the shipped weights."""
    path = files("simulrag.simulators.urban") / "data" / "emulator.npz"
    with path.open("rb") as file, np.load(file) as arrays:
        held = {name: arrays[name].astype(np.float64) for name in arrays.files}
    errors = {
        name.removeprefix("error_"): float(held.pop(name))
        for name in list(held)
        if name.startswith("error_")
    }
    return Emulator(held, errors)
