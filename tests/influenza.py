"""The influenza simulator as a call asks it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.metapopulation import Ensemble, simulate
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.presets import GLEAM
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.interface import Call, Run

SIMULATOR = EpidemiologySimulator()


def call(function: str, seed: int = 0, **given: JsonValue) -> Call:
    """Return a call with validated arguments."""
    (declared,) = (one for one in SIMULATOR.functions if one.name == function)
    arguments = validate(declared, given)
    return Call(simulator="epidemiology", function=function, arguments=arguments, seed=seed)


def run(function: str, seed: int = 0, **given: JsonValue) -> Run:
    return SIMULATOR.run(call(function, seed, **given))


def number(made: Run, name: str) -> float:
    return made.outputs[name].value  # pyright: ignore


def ensemble(
    states: Sequence[str], steps: int = 300, factor: float = 0.85, **given: Any
) -> Ensemble:
    """Return seasons with the constants of `gleam` and the same factor on R0 in all half days."""
    usual = {"r0": 2.2, "immune": 0.2, "transmission": np.full(steps, factor), "seed": 7}
    made = simulate(population(states), GLEAM, **{**usual, **given})
    assert made.residual == 0.0
    assert made.lowest >= 0.0
    return made
