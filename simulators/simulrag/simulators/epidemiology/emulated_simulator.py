"""The emulator of seasons as a simulator of its own, light to load; see `emulated_season`."""

import platform
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.metadata import version as installed_version

from simulrag.simulators.emulating import Emulated
from simulrag.simulators.epidemiology.functions import EMULATED_SEASON
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Candidate, Run, Simulator

#: What the version of an emulated run ends with; it changes with the emulator's numbers.
NUMBERS = "emulator.1"


class EmulatedSeasons:
    """Emulates seasons in single states for the simulator that it stands for (see `Together`)."""

    functions = (EMULATED_SEASON,)

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.name, self.title = simulator.name, simulator.title
        self.description = simulator.description
        self.version = f"{simulator.version}+{NUMBERS}"

    def together(
        self, calls: Sequence[Call], outputs: Collection[str]
    ) -> Sequence[Emulated | None]:
        """Return the run and members of each call, None where it is not known."""
        from simulrag.simulators.epidemiology.emulated_season import emulate

        return emulate(calls, outputs, self.version, build("numpy"))

    def run(self, call: Call) -> Run:
        """Emulate a season. Raises OutOfRange for what `together` does not know."""
        return self._made(call).run

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return each output by member (see `Sampled`). Raises as `run`."""
        return {name: values.tolist() for name, values in self._made(call).members.items()}

    def _made(self, call: Call) -> Emulated:
        (made,) = self.together([call], ())
        if made is None:
            raise OutOfRange(
                "the emulator knows seasons in a single state, states added up; run the simulator",
                parameter="states",
                given=str(call.arguments["states"]),
            )
        return made

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what the simulator finds."""
        return self._simulator.find(parameter, text)

    def handbook(self) -> str:
        """Return the simulator's handbook."""
        return self._simulator.handbook()


@cache
def build(*names: str) -> str:
    """Return versions of libraries by name, and what they run on."""
    libraries = [f"{name} {installed_version(name)}" for name in names]
    return ", ".join([*libraries, f"python {platform.python_version()}", platform.machine()])
