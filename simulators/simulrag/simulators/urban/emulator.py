"""A small neural emulator of the corridor in numpy: means and spread over seeds in microseconds.

Two layers of `tanh` units turn a setting into the logarithms of what one simulation gives, with
their standard deviations over seeds (a Gaussian whose mean and spread are both learnt: Nix and
Weigend 1994, doi 10.1109/ICNN.1994.374138). `train_emulator` makes the weights from live runs.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from statistics import NormalDist
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Parameter
from simulrag.simulators.urban import parameters
from simulrag.simulators.urban.corridor import (
    CYCLE,
    SPEED_LIMIT,
    VEHICLES_AN_HOUR,
    Control,
    Corridor,
)
from simulrag.simulators.urban.outputs import INSERTION
from simulrag.simulators.urban.parameters import LANES_BUILT

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
#: Seed of the random settings on which the error is measured.
HELD_OUT = 1
#: Share of random settings in which an input is left as it is.
UNCHANGED = 1 / 3
#: Standard deviation of the nearness to the unchanged corridor, as a share of limit and demand.
NEAR = 0.015
#: Members of an emulated ensemble.
MEMBERS = 100
CONTROLS: tuple[Control, ...] = get_args(Control)


def features(corridors: Sequence[Corridor]) -> Array:
    """Return (settings, 13) inputs of order 1.

    What share of those who come in ten minutes meets a red light changes with the time from the
    entry to it, over and over again with each cycle.
    """
    phases = [2.0 * math.pi * one.seconds_to_signal / CYCLE for one in corridors]
    rows = [
        [
            2.5 * (one.limit / SPEED_LIMIT - 0.7),
            1.7 * (one.demand / VEHICLES_AN_HOUR - 1.0),
            1.0 * (SPEED_LIMIT / one.limit - 1.4),
            one.demand / VEHICLES_AN_HOUR * (LANES_BUILT / one.lanes) - 1.5,
            2.0 * one.lanes - 3.0,
            *(float(one.signal == control) for control in CONTROLS),
            *(turn(times * phase) for times in (1, 2) for turn in (math.sin, math.cos)),
        ]
        for one, phase in zip(corridors, phases, strict=True)
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
    pins : level -> by how much the engine's is larger on the unchanged corridor, as a factor
    """

    weights: Mapping[str, Array]
    errors: Mapping[str, float]
    pins: Mapping[str, float] = field(default_factory=dict[str, float])

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

    def outputs(self, learnt: Mapping[str, Array], corridor: Corridor) -> dict[str, Array]:
        """Return the outputs of a setting from what is learnt, pinned where little is changed."""
        made = _outputs(learnt, corridor)
        return {n: v * self.pins.get(n, 1.0) ** _nearness(corridor) for n, v in made.items()}

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


def random_corridors(count: int, random: np.random.Generator) -> list[Corridor]:
    """Return settings drawn evenly from the ranges of the parameters.

    Each of limit and demand is left as it is in a third of them, as in most questions.
    """

    def factor(parameter: Parameter) -> float:
        change = random.uniform(parameter.low or 0.0, parameter.high or 0.0) / 100.0
        return 1.0 if random.random() < UNCHANGED else 1.0 + change

    return [
        Corridor(
            limit=SPEED_LIMIT * factor(parameters.SPEED_LIMIT),
            demand=VEHICLES_AN_HOUR * factor(parameters.DEMAND),
            lanes=int(random.integers(1, LANES_BUILT + 1)),
            signal=CONTROLS[int(random.integers(len(CONTROLS)))],
        )
        for _ in range(count)
    ]


def answered(emulator: Emulator, count: int, random: np.random.Generator) -> list[Corridor]:
    """Return random settings that an emulator does not refuse."""
    found: list[Corridor] = []
    while len(found) < count:
        drawn = random_corridors(1, random)
        outside = emulator.extrapolated(drawn).mean["outside"]
        found += drawn if outside[0] <= MOST_OUTSIDE else []
    return found


def means(emulator: Emulator, corridors: Sequence[Corridor]) -> list[dict[str, float]]:
    """Return the outputs of each setting in their units. Raises OutOfRange as `predict` does."""
    found = emulator.predict(corridors).mean
    return [
        {
            name: float(value)
            for name, value in emulator.outputs(
                {n: found[n][row] for n in LEARNT}, corridor
            ).items()
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
        outputs = emulator.outputs(drawn, corridor)
        made.append({n: np.broadcast_to(v, MEMBERS) for n, v in outputs.items()})
    return made


def _nearness(corridor: Corridor) -> float:
    """Return how near a setting is to the unchanged corridor: 1 there, 0 with another signal.

    There demand divides the cycle evenly, and what follows from that a smooth emulator cannot
    learn; it is gone where limit or demand are a few percent off.
    """
    plain = Corridor()
    if (corridor.lanes, corridor.signal) != (plain.lanes, plain.signal):
        return 0.0
    shares = corridor.limit / plain.limit, corridor.demand / plain.demand
    return math.exp(-(math.dist(shares, (1.0, 1.0)) ** 2) / (2 * NEAR**2))


@lru_cache(maxsize=64)
def _scores(seed: int) -> Mapping[str, Array]:
    """Return (MEMBERS,) standard normal scores by figure, in an order of their own."""
    ordered = [NormalDist().inv_cdf((i + 0.5) / MEMBERS) for i in range(MEMBERS)]
    generator = np.random.default_rng(seed % 2**63)
    return {name: generator.permutation(ordered) for name in LEARNT}


def _outputs(one: Mapping[str, Array], corridor: Corridor) -> dict[str, Array]:
    """Return the outputs of a setting from what is learnt, whatever the shape."""
    count, metres = np.float64(len(corridor.departures)), one["distance"]
    return {
        "travel_time": one["travel_time"],
        "idling_time": np.maximum(one["idling_time"], INSERTION),
        "co2": one["co2_per_vehicle"] * count / 1e3,
        "co2_per_vehicle": one["co2_per_vehicle"],
        "co2_per_km": one["co2_per_vehicle"] / metres * 1e3,
        "nox": one["nox_per_vehicle"] * count / 1e3,
        "nox_per_vehicle": one["nox_per_vehicle"],
        "nox_per_km": one["nox_per_vehicle"] / metres * 1e3,
        "fuel": one["fuel_per_vehicle"] * count / 1e3,
        "fuel_per_vehicle": one["fuel_per_vehicle"],
        "fuel_per_100km": one["fuel_per_vehicle"] / metres * 100.0,
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
    return Emulator(held, _of(held, "error_"), _of(held, "pin_"))


def _of(held: dict[str, Array], kind: str) -> dict[str, float]:
    """Take the numbers whose names begin with their kind from what is held."""
    names = [name for name in held if name.startswith(kind)]
    return {name.removeprefix(kind): float(held.pop(name)) for name in names}
