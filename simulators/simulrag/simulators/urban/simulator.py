"""The urban simulator as it is registered: what it says of itself, light to load.

What runs it is loaded with the first run, and the engine never in this process.
"""

import os
import platform
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from importlib.util import find_spec

from simulrag.handbooks.reader import question_templates
from simulrag.handbooks.reader import text as handbook_text
from simulrag.simulators.handbook import sections
from simulrag.simulators.interface import Call, Candidate, Run
from simulrag.simulators.urban.functions import LAYOUT, corridor
from simulrag.simulators.urban.not_represented import NOT_REPRESENTED, OTHER_VALUES
from simulrag.simulators.urban.user_networks import digest, found

#: The library that holds Eclipse SUMO.
ENGINE = "libsumo"
#: Set to "emulator", it lets the emulator answer although the engine is installed.
VARIABLE = "SIMULRAG_URBAN"

#: Versions of what the engine's and the emulator's runs hold.
SIMULATED, EMULATED = "0.4.0", "0.5.0"


@cache
def engine_version() -> str:
    """Return the version of the engine, "" where it is not installed; looked up once a process."""
    try:
        found = find_spec(ENGINE)
        return installed_version(ENGINE) if found is not None else ""
    except (ImportError, ValueError, PackageNotFoundError):
        return ""


class UrbanSimulator:
    """Cars on a signalled corridor or grid, simulated where the engine is installed, else emulated.

    emulate: answer by the emulator although the engine is installed; by default what `VARIABLE`
    says. Verdicts that the emulator's error could turn are then the engine's (see `finer`).
    """

    name = "urban"
    title = "Urban corridor"
    description = (
        "Cars on a signalled corridor or grid: travel time, idling, CO2, NOx, fuel. Not: air "
        "quality, safety, costs, policy."
    )
    not_represented = NOT_REPRESENTED
    other_values = OTHER_VALUES
    record_layout = LAYOUT

    def __init__(self, *, emulate: bool | None = None) -> None:
        chosen = os.environ.get(VARIABLE) == "emulator" if emulate is None else emulate
        self._emulates = chosen or not engine_version()
        self._networks = found()
        self.functions = (corridor(self._networks),)
        #: Runs of another engine, or of another file, are other runs: their numbers differ.
        files = digest(self._networks)
        numbers = EMULATED if self._emulates else SIMULATED
        self.version = f"{numbers}+{self._method()}{f'.{files}' if files else ''}"

    def emulated(self) -> str:
        """Return what brings the engine where runs are emulated (see `Emulating`)."""
        if engine_version():
            return ""
        return (
            "urban runs are emulated: the engine, Eclipse SUMO, comes with the extra "
            "pip install 'simulrag[urban]'"
        )

    def finer(self) -> "UrbanSimulator | None":
        """Return the corridor as the engine runs it (see `Escalating`)."""
        return UrbanSimulator(emulate=False) if self._emulates and engine_version() else None

    def run(self, call: Call) -> Run:
        """Run a validated call.

        Raises RunFailed where the engine breaks down, OutOfRange where the emulator has not learnt
        what is asked, BadValue or NotInstalled for a file of the user's own that cannot be used.
        """
        if self._emulates:
            from simulrag.simulators.urban.emulated_run import run_emulated

            return run_emulated(call, self.version, _build(f"numpy {installed_version('numpy')}"))
        from simulrag.simulators.urban.corridor_run import run_corridor

        build = _build(f"{ENGINE} {engine_version()}")
        return run_corridor(call, self.version, build, self._networks)

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return the values of each output by seed or emulated member (see `Sampled`)."""
        if self._emulates:
            from simulrag.simulators.urban.emulated_run import emulated_samples

            return emulated_samples(call)
        from simulrag.simulators.urban.corridor_run import samples

        return samples(call, self._networks)

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: there is one corridor and no places."""
        return ()

    def handbook(self) -> str:
        """Return the handbook's Markdown, with what the networks of the user's own have."""
        text = handbook_text(self.name)
        if not self._networks:
            return text
        from simulrag.simulators.urban.streets import told

        listed = "\n".join(f"- {told(one)}" for one in self._networks.values())
        return f"{text.rstrip()}\n\n## Networks at hand\n\n{listed}\n"

    def refuse(self, call: Call) -> None:
        """Raise OutOfRange or BadValue for a setting of a shipped network (see `Refusing`)."""
        from simulrag.simulators.urban.streets import road_of

        if call.arguments["network"] not in self._networks:
            road_of(call.arguments)

    def question_templates(self) -> str:
        """Return templates of benchmark questions (see `BringsQuestions`)."""
        return question_templates(self.name)

    def card(self) -> str:
        """Return what makes the runs, how far they err, and the records' faults (see `Carded`)."""
        found = sections(
            self.handbook(),
            "How far it is to be believed",
            "Emulator",
            "Confounds of the published records",
        )
        return f"# Model card: {self.title}\n\n{found}"

    def _method(self) -> str:
        return "emulator" if self._emulates else f"{ENGINE}.{engine_version()}"


def _build(library: str) -> str:
    return f"{library}, python {platform.python_version()}, {platform.machine()}"
