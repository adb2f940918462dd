"""A sign of a statement about values of runs: a letter, where it stands and what it stands for."""

from typing import NamedTuple

from simulrag.simulators.interface import Band
from simulrag.verifier.quantities import Printed


class Sign(NamedTuple):
    """A sign of text[start:end] with what it stands for."""

    sign: str
    start: int
    end: int
    #: Runs (S), a number (N), a factor (f), a band (K) or one of several words (Z).
    held: "frozenset[int] | Printed | Band | str | None" = None
    word: str = ""
    #: Runs by an input that is changed in them, which words for less or more may go with.
    inputs: tuple[str, ...] = ()


#: text[start:end] that is one sign; None where it says nothing.
Piece = tuple[int, int, Sign | None]
