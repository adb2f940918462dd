"""The influenza simulator: simulated seasons, measures against them, and reported admissions."""

import platform
from importlib.metadata import version as installed_version

from simulrag.handbooks.reader import text as handbook_text
from simulrag.simulators.epidemiology.admissions import ADMISSIONS, run_admissions
from simulrag.simulators.epidemiology.intervention import INTERVENTION, run_intervention
from simulrag.simulators.epidemiology.season import SEASON, run_season
from simulrag.simulators.interface import Call, Candidate, Run

_RUNS = {
    SEASON.name: run_season,
    INTERVENTION.name: run_intervention,
    ADMISSIONS.name: run_admissions,
}


class EpidemiologySimulator:
    """Simulates influenza seasons; holds no state."""

    name = "epidemiology"
    title = "Influenza seasons in US states"
    version = "0.2.0"
    description = (
        "A population-level numerical model on public surveillance data: influenza in US states, "
        "hospital incidence or prevalence, measures, reported admissions. No other "
        "disease or place, no deaths, costs, causes, forecasts."
    )
    functions = (SEASON, INTERVENTION, ADMISSIONS)

    def run(self, call: Call) -> Run:
        """Run a validated call.

        Raises OutOfRange for a date or an ensemble that is not allowed, MissingCondition for an
        intervention without a measure.
        """
        return _RUNS[call.function](call, self.version, _build())

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: states are choices, and there are no free places."""
        return ()

    def handbook(self) -> str:
        """Return the handbook's Markdown."""
        return handbook_text(self.name)


def _build() -> str:
    libraries = [f"{name} {installed_version(name)}" for name in ("torch", "numpy")]
    return ", ".join([*libraries, f"python {platform.python_version()}", platform.machine()])
