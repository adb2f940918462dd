"""One fact that a sentence states, and the words it may be made of."""

from itertools import chain
from typing import Literal

from simulrag.simulators.interface import Band, Frozen, Output, Parameter
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.dates import DateMention

FactKind = Literal["number", "range", "label", "date", "direction"]
Direction = Literal["rise", "fall", "none"]


class Fact(Frozen):
    """One fact at text[start:end], in the clause text[left:right]."""

    kind: FactKind
    start: int
    end: int
    left: int
    right: int
    printed: tuple[Printed, ...] = ()
    date: DateMention | None = None
    label: str = ""
    band: Band | None = None
    direction: Direction = "none"
    #: Where the word that gives the direction stands.
    direction_at: tuple[int, int] | None = None
    negated: bool = False
    #: The number is a difference or change, not a value.
    of_change: bool = False
    #: The number is said to be a value ("a median of 7 %"), so that a share is no change.
    of_value: bool = False
    #: A difference without a sign ("the difference is 0.3 °C").
    undirected: bool = False
    #: The value at the start or the end of a change ("rises from 4.5 to 5.9 °C").
    course: Literal["", "start", "end"] = ""


class Vocabulary(Frozen):
    """What the facts of a sentence may be about."""

    outputs: tuple[Output, ...]
    parameters: tuple[Parameter, ...]
    bands: tuple[Band, ...] = ()

    def rises(self) -> tuple[str, ...]:
        """Return the outputs' own words for more."""
        return tuple(chain.from_iterable(output.rise_words for output in self.outputs))

    def falls(self) -> tuple[str, ...]:
        """Return the outputs' own words for less."""
        return tuple(chain.from_iterable(output.fall_words for output in self.outputs))
