"""Fields on the globe that a simulator can give beside its runs, for files and maps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.interface import Call, Run

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GlobeField:
    """One quantity on a regular grid: arrays (latitudes, longitudes), ends of its interval too."""

    name: str
    title: str
    #: A pint unit, as in `Output.unit`.
    unit: str
    latitudes: Floats
    longitudes: Floats
    values: Floats
    low: Floats
    high: Floats
    #: Probability of the interval.
    level: float
    #: CF standard name, where there is one.
    standard_name: str = ""
    cell_methods: str = ""
    #: What the call asked for, in words: period, scenario, changes, reference.
    conditions: str = ""
    #: Whether values are differences, with zero in their middle.
    difference: bool = False
    #: 1 on land, 0 at sea, for outlines; None where a map needs none.
    land: Floats | None = None


@runtime_checkable
class Mapped(Protocol):
    """A simulator that can give fields."""

    def globe_fields(self, call: Call) -> Sequence[GlobeField]:
        """Return the fields that belong to a call; none for most functions."""
        ...


@runtime_checkable
class PartsDrawn(Protocol):
    """A simulator that can draw the parts of a run in one picture, such as a map of states."""

    def draw_parts(self, run: Run, axes: Any) -> None:
        """Draw `Run.parts` on empty matplotlib axes."""
        ...
