"""How fast the climate simulator answers, and how much memory a process with it takes.

    python benchmarks/climate_calls.py

Point calls, a batch of a million place-years with intervals, and the peak memory of a process with
the server after 1,000 point calls. Prints JSON.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.climate.temperature_functions import LOCAL
from simulrag.simulators.interface import Call

#: Point calls that are timed, and place-years of the batch.
CALLS, PLACES, YEARS = 400, 10_000, 100


def measured() -> dict[str, JsonValue]:
    """Time point calls and a batch of a million place-years; weigh a process."""
    return {
        **_point_calls(),
        "batch of 1,000,000 place-years with intervals, s": round(_batch(), 3),
        "memory after 1,000 point calls, MB": _memory(),
    }


def _call(percent: float) -> Call:
    given: dict[str, JsonValue] = {
        "place": "Suresnes", "year": 2060, "scenario": "ssp245", "co2": percent,
    }  # fmt: skip
    return Call(simulator="climate", function="temperature", arguments=validate(LOCAL, given))


def _point_calls() -> dict[str, JsonValue]:
    simulator = ClimateSimulator()
    simulator.run(_call(-1.0))
    taken: list[float] = []
    for number in range(CALLS):
        call = _call(0.1 * number)
        begun = time.perf_counter()
        simulator.run(call)
        taken.append(time.perf_counter() - begun)
    p50, p95 = 1000.0 * np.quantile(taken, (0.5, 0.95))
    return {"point call p50, ms": round(p50, 2), "point call p95, ms": round(p95, 2)}


def _batch() -> float:
    from simulrag.simulators.climate.many_places import temperatures

    generator = np.random.default_rng(0)
    latitudes = np.degrees(np.arcsin(generator.uniform(-1, 1, PLACES)))
    longitudes = generator.uniform(-180, 180, PLACES)
    begun = time.perf_counter()
    made = temperatures(latitudes, longitudes, list(range(2001, 2001 + YEARS)), "ssp370")
    taken = time.perf_counter() - begun
    if made.value.shape != (PLACES, YEARS) or not np.isfinite(made.low).all():
        raise ValueError("the batch is incomplete")
    return taken


_WEIGHED = """
import sys
from pathlib import Path
from simulrag.simulators.arguments import validate
from simulrag.simulators.climate.temperature_functions import LOCAL
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.interface import Call
import simulrag.server.app
simulator = ClimateSimulator()
for i in range(1000):
    given = dict(place=("Suresnes", "Lima", "Perth")[i % 3], year=2015 + i % 86, scenario="ssp245",
                 co2=i / 20)
    simulator.run(Call(simulator="climate", function="temperature",
                       arguments=validate(LOCAL, given)))
assert "torch" not in sys.modules
status = Path("/proc/self/status").read_text()  # of this program alone, unlike ru_maxrss
print(int(status.split("VmHWM:")[1].split()[0]) / 1024)
"""


def _memory() -> float | str:
    """Return the peak memory of a process with the server and 1,000 calls, MB; without torch."""
    if not Path("/proc/self/status").exists():
        return "not measured: only Linux tells"
    made = subprocess.run(
        [sys.executable, "-c", _WEIGHED], capture_output=True, text=True, check=True
    )
    return round(float(made.stdout), 1)


if __name__ == "__main__":
    print(json.dumps(measured(), ensure_ascii=False, indent=2))
