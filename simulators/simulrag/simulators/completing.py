"""Completes what a user begins to type as the value of a parameter."""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from simulrag.simulators.interface import Parameter, Simulator


@runtime_checkable
class Completing(Protocol):
    """A simulator that completes the values of a `place` parameter."""

    def complete(self, parameter: str, begun: str, count: int) -> tuple[str, ...]:
        """Return at most `count` values that begin so, the likeliest first."""
        ...


def completed(simulator: Simulator, parameter: Parameter, begun: str, count: int) -> list[str]:
    """Return at most `count` values of a parameter that begin so, whatever their case.

    Lists (`choices`) are completed at their last item, as "Ohio, Io" -> "Ohio, Iowa".
    """
    if parameter.kind == "place" and isinstance(simulator, Completing):
        return list(simulator.complete(parameter.name, begun, count))
    if parameter.kind != "choices":
        return beginning(parameter.choices, begun)[:count]
    head, comma, last = begun.rpartition(",")
    done = {one.strip().casefold() for one in head.split(",")}
    found = [
        one for one in beginning(parameter.choices, last.strip()) if one.casefold() not in done
    ]
    return [f"{head}{comma} {one}" if comma else one for one in found[:count]]


def beginning(names: Iterable[str], begun: str) -> list[str]:
    """Return the names that begin so, whatever their case, in their order."""
    key = begun.casefold()
    return [name for name in names if name.casefold().startswith(key)]
