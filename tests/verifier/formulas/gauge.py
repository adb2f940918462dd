"""A toy simulator with an ensemble: a river's level, whose members share their draws.

Level = base + slope x rain + draw, so that every difference of two levels is exact.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from simulrag.simulators.interface import (
    Call,
    Candidate,
    Check,
    Directions,
    Function,
    LeftOpen,
    Output,
    Parameter,
    Quantity,
    Run,
    Series,
    Tolerance,
)

MEMBERS = 199
SPREAD = 1.0

RIVER = Parameter(
    name="river", kind="choice", description="which river", words=("river",),
    choices={"Ann": (), "Bea": (), "Cam": ()},
)  # fmt: skip
RAIN = Parameter(
    name="rain", kind="number", description="rain of the week", unit="mm", low=0, high=200,
    words=("rain",), left_open=LeftOpen(tried=(10, 100)),
)  # fmt: skip
LEVEL = Output(
    name="level", kind="number", description="level of the river", unit="m",
    unit_words=("m", "metres"), words=("level", "river level"), decimals=2,
    tolerance=Tolerance(absolute=0.2, difference=0.1),
    directions=Directions(rises=("higher", "rises"), falls=("lower", "falls")),
)  # fmt: skip
FLOW = Output(
    name="flow", kind="number", description="flow of the river", unit="m3/s",
    unit_words=("m3/s",), words=("flow", "discharge"), tolerance=Tolerance(relative=0.05),
)  # fmt: skip
GAUGE = Function(
    name="gauge", title="Level of a river", description="Level and flow after a week of rain.",
    parameters=(RIVER, RAIN), outputs=(LEVEL, FLOW),
    context="{river} after {rain} mm: {level} m.", example={"river": "Ann", "rain": 20},
)  # fmt: skip
BASES = {"Ann": 1.0, "Bea": 2.0, "Cam": 4.0}


def level(river: str, rain: float) -> float:
    """Return the median level, m."""
    return BASES[river] + 0.01 * rain


class Gauge:
    """The simulator. paired: whether it gives members."""

    name = "gauge"
    title = "River gauge"
    version = "1"
    description = "Levels of three rivers."
    functions = (GAUGE,)

    def run(self, call: Call) -> Run:
        centre = level(str(call.arguments["river"]), float(str(call.arguments["rain"])))
        wide = 1.645 * SPREAD
        return Run(
            id=call.run_id(self.version), call=call, version=self.version, build="numpy",
            outputs={
                "level": Quantity(
                    value=centre, unit="m", low=centre - wide, high=centre + wide, level=0.9
                ),
                "flow": Quantity(value=10 * centre, unit="m3/s"),
            },
            series={
                "level": Series(
                    unit="m", times=("2020", "2021", "2022"),
                    values=(centre - 1, centre + 1, centre),
                )
            },
            context="", check=Check(tested="none", verdict="not_evaluated"),
        )  # fmt: skip

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return the members: the same draws in every call."""
        centre = level(str(call.arguments["river"]), float(str(call.arguments["rain"])))
        draws = np.random.default_rng(call.seed).normal(0.0, SPREAD, MEMBERS)
        return {"level": (centre + draws - np.median(draws)).tolist()}

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        return ()

    def handbook(self) -> str:
        return "# Gauge\n\n{{tables}}\n"
