"""A sign of a statement about runs: a letter, where it stands and what it stands for."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from simulrag.simulators.interface import Band
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.text import small_letters


class Sign(NamedTuple):
    """A sign of text[start:end] with what it stands for."""

    sign: str
    start: int
    end: int
    #: Runs (S), a number (N), a factor (f), a date (D), a band (K) or one of several words (Z).
    held: "frozenset[int] | Printed | DateMention | Band | str | None" = None
    word: str = ""
    #: Runs by an input that is changed in them, which words for less or more may go with.
    inputs: tuple[str, ...] = ()


#: text[start:end] that is one sign; None where it says nothing.
Piece = tuple[int, int, Sign | None]


def joined_signs(
    small: str, taken: Iterable[Piece], signed: Callable[[int, int], list[Sign] | None]
) -> tuple[Sign, ...] | None:
    """Return the signs of a text in order, of pieces and of the words between them.

    Of pieces that overlap the first and longest counts. None where `signed` knows none for the
    words from one place to another.
    """
    made: list[Sign] = []
    at = 0
    ordered = sorted(taken, key=lambda piece: (piece[0], -piece[1]))
    for start, end, sign in (*ordered, (len(small), len(small), None)):
        if start < at:
            continue
        between = signed(at, start)
        if between is None:
            return None
        made += between
        if sign is not None:
            made.append(sign)
        at = end
    return tuple(sign for sign in made if sign.sign)


def plain_phrase(phrase: str) -> str:
    """Return a phrase as tables of signs hold it: in small letters, hyphens as spaces."""
    return small_letters(phrase).replace("-", " ").strip()
