"""Where published records hold what simulators return."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from simulrag.simulators.frozen import Frozen
from simulrag.simulators.interface import Simulator

__all__ = ["Held", "Recording"]


class Held(Frozen):
    """Where recorded evidence in JSON holds an output: dotted paths ("peak.median_value")."""

    path: str
    #: A list of both ends of its interval.
    interval: str = ""
    #: The same figure for the state without any change, where evidence holds both.
    baseline: str = ""
    #: The unit of recorded figures, where it is another than the output's.
    unit: str = ""


@runtime_checkable
class Recording(Protocol):
    """A simulator whose outputs published records hold in JSON."""

    #: Function -> output -> where records hold it.
    record_layout: Mapping[str, Mapping[str, Held]]


def layout(simulator: Simulator, function: str) -> Mapping[str, Held]:
    """Return where records hold the outputs of a function; empty where they hold none."""
    return simulator.record_layout.get(function, {}) if isinstance(simulator, Recording) else {}
