"""The urban simulator as it is registered: what it says of itself, light to load.

What runs it is loaded with the first run, and the engine never in this process.
"""

import platform
from collections.abc import Mapping, Sequence

from simulrag.handbooks.reader import text as handbook_text
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.interface import Call, Candidate, Run
from simulrag.simulators.urban.aspects import ASPECTS
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.installed import ENGINE, engine_version


class UrbanSimulator:
    """Cars on a signalled corridor; plans, boundary and recorded evidence need no engine."""

    name = "urban"
    title = "Urban corridor"
    version = "0.2.0"
    description = (
        "Cars on one signalled corridor: travel time, idling, CO2, NOx, fuel, by speed limit, "
        "demand, lanes and signal. Not: air quality, safety, costs, other roads, policy."
    )
    functions = (CORRIDOR,)
    aspects = ASPECTS

    def missing(self) -> str:
        """Return why nothing can be run, with what to install (see `Installable`)."""
        if engine_version():
            return ""
        return (
            "urban is not installed: its engine, Eclipse SUMO, comes with the extra "
            "pip install 'simulrag[urban]'; plans, handbook and recorded evidence work without it"
        )

    def run(self, call: Call) -> Run:
        """Run a validated call. Raises NotInstalled, with what to install, or RunFailed."""
        if why := self.missing():
            raise NotInstalled(why)
        from simulrag.simulators.urban.corridor_run import run_corridor

        return run_corridor(call, self.version, _build())

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return the values of each output by seed (see `operations.Sampled`)."""
        if self.missing():
            return {}
        from simulrag.simulators.urban.corridor_run import samples

        return samples(call)

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: there is one corridor and no places."""
        return ()

    def handbook(self) -> str:
        """Return the handbook's Markdown."""
        return handbook_text(self.name)


def _build() -> str:
    return f"{ENGINE} {engine_version()}, python {platform.python_version()}, {platform.machine()}"
