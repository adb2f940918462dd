"""How far members of the built-in simulators are paired: function by input by output.

    python benchmarks/pairing.py [--step 0.01] [--all] [--simulator NAME]

Of every function that has members, each numeric input is moved by a share of its range (whole
numbers by 1, dates by a day), and the members of each output before and after are correlated. Each
call is made again in another process, where nothing has changed: every member must then differ by
exactly 0. Printed are the least correlation of each input, and all that are not above 0.5, at the
step, at a tenth and at a thousandth of it: there, members come together that share their draws and
are driven apart by the system, and dice that are thrown anew do not.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor

from pydantic import JsonValue

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Function, Simulator
from simulrag.simulators.registry import installed
from simulrag.simulators.urban.simulator import UrbanSimulator, engine_version
from simulrag.verifier.conformance.pairing import (
    LEAST,
    NUMERIC,
    Members,
    Pair,
    drawn,
    equal,
    pairs,
)

Arguments = Mapping[str, JsonValue]

_ROAD: Arguments = {"speed_limit": -20, "demand": -10, "lanes": 2}
_SEASON: Arguments = {"r0": 2.6, "immunity": 20.0, "seasonality": "moderate",
                      "start_date": "2022-10-04", "metric": "hospital incidence"}  # fmt: skip
_SOUGHT: Arguments = {"states": ["Ohio"], "start_date": "2022-10-01", "seasonality": "moderate",
                      "metric": "hospital incidence", "peak": 900.0}  # fmt: skip
_CUT: Arguments = {"co2": -20.0, "ch4": -20.0, "so2": -20.0, "bc": -20.0}
#: Function -> settings of it that are tried: name, and arguments beside those of its example.
SETTINGS: Mapping[str, Mapping[str, Arguments]] = {
    "climate.temperature": {"example": {}, "cut emissions": {"year": 2060, **_CUT}},
    "climate.global_temperature": {"example": {}, "cut emissions": {"year": 2060, **_CUT}},
    "epidemiology.season": {
        "one state": {**_SEASON, "states": ["Ohio"]},
        "two states": {**_SEASON, "states": ["North Carolina", "Massachusetts"]},
    },
    "epidemiology.needed_r0": {"example": {**_SOUGHT, "immunity": 30.0}},
    "epidemiology.needed_immunity": {"example": {**_SOUGHT, "r0": 2.4}},
    "epidemiology.needed_contacts": {"example": {**_SOUGHT, "r0": 2.6, "immunity": 20.0}},
    "urban.corridor": {
        signal: {**_ROAD, "signal": signal}
        for signal in ("fixed-time", "actuated", "green wave", "unsignalled")
    },
}


def simulators(wanted: str) -> dict[str, Simulator]:
    """Return the built-in simulators by name, urban's engine and its emulator by themselves."""
    found = {one.name: one for one in installed() if one.name != "urban"}
    found["urban emulated"] = UrbanSimulator(emulate=True)
    if engine_version():
        found["urban engine"] = UrbanSimulator(emulate=False)
    return {name: one for name, one in found.items() if wanted in name}


def settings(simulator: Simulator) -> Iterator[tuple[Function, str, Arguments]]:
    """Yield functions with the arguments with which they are tried."""
    for function in simulator.functions:
        if function.observed:
            continue
        known = SETTINGS.get(f"{simulator.name}.{function.name}", {"example": {}})
        for name, arguments in known.items():
            yield function, name, {**function.example, **arguments}


def members(wanted: str, function_name: str, arguments: Arguments) -> Members:
    """Return the members of a call, drawn in this process."""
    (simulator,) = simulators(wanted).values()
    function = next(one for one in simulator.functions if one.name == function_name)
    return {name: list(values) for name, values in drawn(simulator, function, arguments).items()}


def moved(
    simulator: Simulator, function: Function, arguments: Arguments, base: Members, step: float
) -> list[Pair]:
    """Return how outputs move with every input; one whose step is refused is told."""
    found: list[Pair] = []
    for parameter in function.parameters:
        if parameter.kind not in NUMERIC:
            continue
        try:
            found += pairs(simulator, function, arguments, base, parameter, step)
        except SimulatorError as error:
            print(f"  {parameter.name:<18} step refused: {error}")
    return found


def told(found: list[Pair], nearer: list[list[Pair]], every: bool) -> None:
    """Print the least correlation of each input, and what is not above the least allowed."""
    near: dict[tuple[str, str], list[str]] = {}
    for one in (one for step in nearer for one in step if one.correlation is not None):
        near.setdefault((one.parameter, one.output), []).append(f"{one.correlation:.2f}")
    for parameter in dict.fromkeys(one.parameter for one in found):
        own = [one for one in found if one.parameter == parameter]
        spread = [one for one in own if one.correlation is not None]
        low = [one for one in spread if one.correlation is not None and one.correlation <= LEAST]
        least = min((one.correlation or 0.0 for one in spread), default=1.0)
        print(
            f"  {parameter:<18} {own[0].before} -> {own[0].after}: least {least:.2f}, "
            f"{len(low)} of {len(spread)} outputs with a spread not above {LEAST}"
        )
        for one in spread if every else low:
            then = near.get((parameter, one.output), [])
            beside = f"   smaller steps: {', '.join(then)}" if then else ""
            print(f"      {one.output:<28} {one.correlation:.2f}{beside}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--step", type=float, default=0.01, help="share of an input's range")
    parser.add_argument("--all", action="store_true", help="print every output")
    parser.add_argument("--simulator", default="", help="part of the name of one")
    given = parser.parse_args()
    failed = 0
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as elsewhere:
        for name, simulator in simulators(given.simulator).items():
            for function, setting, arguments in settings(simulator):
                title = f"{name}.{function.name} ({setting})"
                try:
                    base = drawn(simulator, function, arguments)
                except SimulatorError as error:
                    print(f"{title}: refused: {error}")
                    continue
                if not base:
                    print(f"{title}: no members")
                    continue
                other = elsewhere.submit(members, name, function.name, arguments).result()
                differs = equal(base, other)
                failed += bool(differs)
                same = f"NOT exactly 0 in {differs}" if differs else "exactly 0"
                count = max(map(len, base.values()))
                print(f"{title}: {count} members; nothing changed: {same}")
                found = moved(simulator, function, arguments, base, given.step)
                low = any(one.correlation is not None and one.correlation <= LEAST for one in found)
                steps = [given.step / 10, given.step / 1_000] if low else []
                nearer = [moved(simulator, function, arguments, base, one) for one in steps]
                told(found, nearer, given.all)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
