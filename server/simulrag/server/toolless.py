"""What is said of simulators whose runs are emulated here, or that cannot run at all."""

from simulrag.simulators.emulating import emulated
from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan


def how_run(simulator: Simulator) -> str:
    """Say in the list of simulators by which tool one runs, or why by none."""
    if missing(simulator):
        return "not installed"
    return f"tool `simulate_{simulator.name}`" + (", emulated" if emulated(simulator) else "")


def emulated_lines(planned: Plan, registry: Registry) -> list[str]:
    """Say which runs of a plan are emulated here, and what brings the engine."""
    names = dict.fromkeys(call.simulator for call in planned.calls)
    return [f"{why}." for name in names if (why := emulated(registry.simulator(name)))]
