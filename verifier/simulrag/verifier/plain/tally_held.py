"""What a sign of a sentence about observed counts stands for, and where it stands."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.ratios import Ratio


@dataclass(frozen=True, slots=True)
class Places:
    """Places that are named together or in a list, each as the states that it is made of."""

    each: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Span:
    """The days from one to another."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Between:
    """The two numbers between which one lies."""

    low: Printed
    high: Printed


Held = Places | Between | Printed | Ratio | Time | Span | str | tuple[str, ...] | None


class Piece(NamedTuple):
    """A sign at text[start:end], with what it stands for.

    P places, C a season, F several of them, T a time, R the days between two, N a number, X a
    multiple; the others are those of `tally_words`.
    """

    sign: str
    start: int
    end: int
    held: Held = None
    #: The week or the season from which one is counted: "the week before".
    anchor: Time | str | None = None
