"""What is said of simulators that have no typed tool here."""

from simulrag.simulators.emulating import emulated
from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan


def toolless(simulator: Simulator) -> str:
    """Say in the list of simulators why one has no tool."""
    return "not installed" if missing(simulator) else "emulated; answer_question, check_answer"


def emulated_lines(planned: Plan, registry: Registry) -> list[str]:
    """Say who makes the calls of a plan whose simulator is emulated and has no tool."""
    names = dict.fromkeys(call.simulator for call in planned.calls)
    return [
        f"{why}. Without simulate_{name}, answer_question makes these runs."
        for name in names
        if (why := emulated(registry.simulator(name)))
    ]
