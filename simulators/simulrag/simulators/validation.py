"""How far a simulator may be trusted, as its own validation measured it."""

from typing import Protocol, runtime_checkable

from pydantic import Field

from simulrag.simulators.interface import Call, Frozen, Simulator


class Skill(Frozen):
    """`share` of independent cases that the simulator got right, 0 to 1, and what was measured.

    Its handbook states the same figure.
    """

    share: float = Field(ge=0, le=1)
    measured: str


@runtime_checkable
class Validated(Protocol):
    """A simulator that was compared with cases that it was not made from."""

    def skill(self, call: Call) -> Skill | None:
        """Return the skill for a call's function; None where nothing was measured."""
        ...


def skill_of(simulator: Simulator, call: Call) -> Skill | None:
    """Return a simulator's measured skill for a call; None where none is known."""
    return simulator.skill(call) if isinstance(simulator, Validated) else None
