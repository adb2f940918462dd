"""Model cards: what a simulator was made from, how far it errs, and where it may be asked."""

from typing import Protocol, runtime_checkable

from simulrag.simulators.handbook import allowed
from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Function, Parameter, Simulator


@runtime_checkable
class Carded(Protocol):
    """A simulator with a model card of its own."""

    def card(self) -> str:
        """Return Markdown: what it was trained on, its error, its limits, its data's licences."""
        ...


def card(simulator: Simulator) -> str:
    """Return the model card of a simulator as Markdown, with the ranges that it accepts.

    One that brings no card of its own has a card that says so.
    """
    own = simulator.card() if isinstance(simulator, Carded) else _without_own(simulator)
    return "\n\n".join(
        [own.rstrip(), "## Version and range", _facts(simulator), _ranges(simulator)]
    )


def sections(handbook: str, *titles: str) -> str:
    """Return the sections of a handbook with these titles (`## Title`), in its order.

    Raises KeyError where it lacks one, so that a card cannot lose a part unseen.
    """
    parts = {part.partition("\n")[0].strip(): part for part in handbook.split("\n## ")[1:]}
    if lacking := [title for title in titles if title not in parts]:
        raise KeyError(f"the handbook has no section {', '.join(lacking)}")
    return "\n\n".join(f"## {part.strip()}" for title, part in parts.items() if title in titles)


def _without_own(simulator: Simulator) -> str:
    return (
        f"# Model card: {simulator.title}\n\n{simulator.description}\n\n"
        "This simulator brings no card: what it was made from and how far it errs is not stated."
    )


def _facts(simulator: Simulator) -> str:
    told = f"Version {simulator.version}."
    return f"{told} Not installed here: {why}" if (why := missing(simulator)) else told


def _ranges(simulator: Simulator) -> str:
    return "\n".join(f"- `{one.name}`: {_inputs(one)}" for one in simulator.functions)


def _inputs(function: Function) -> str:
    found = "; ".join(_input(one) for one in function.parameters)
    return f"{found}{' (measured, not modelled)' if function.observed else ''}"


def _input(parameter: Parameter) -> str:
    return f"{parameter.name} {allowed(parameter)}"
