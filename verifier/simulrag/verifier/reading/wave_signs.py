"""A statement about a wave as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.dates import DateMention, dates
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.text import small_letters
from simulrag.verifier.reading.wave_words import SIGNS

_WORD = re.compile(r"[a-z']+|[,:()\"]|-(?=[a-z\d])|\S")
#: Most words of a phrase that has a sign.
_LONGEST = max(len(phrase.split()) for phrase in SIGNS)
_SILENT = frozenset(',:()"-')
#: A share of simulated seasons that an interval holds, and a year by itself.
_MOST = re.compile(r"\bnine (?:in|out of|times out of) ten\b|(?<!\d)90 ?(?:%|percent|per cent)")
_WEEKS_OF_GROWTH = 4
_YEAR = re.compile(r"(?<![\d.,])20\d\d(?![\d.,%-]*\d)")


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a statement in order, with what they stand for and where.

    N is a number, v one of four weeks, D a date, K a label; the others are those of `wave_words`.
    """

    row: str
    numbers: tuple[Printed, ...]
    dates: tuple[DateMention, ...]
    labels: tuple[tuple[str, int, int], ...]


_Piece = tuple[int, int, str, Printed | DateMention | str | None]


def signs(text: str, mentions: Sequence[Mention], labels: Mapping[str, str]) -> Signs | None:
    """Return the signs of a normalised statement; None where a word of it has none.

    labels: the values of a category by the words for them, in small letters.
    """
    small = small_letters(text).rstrip(" .!")
    pieces = _pieces(text, small, mentions)
    made: list[_Piece] = []
    at = 0
    for start, end, sign, held in (*pieces, (len(small), len(small), "", None)):
        if start < at:
            continue
        between = _signed(small, at, start, labels)
        if between is None:
            return None
        made += [*between, (start, end, sign, held)]
        at = end
    kept = [piece for piece in made if piece[2]]
    return Signs(
        row="".join(piece[2] for piece in kept),
        numbers=tuple(p[3] for p in kept if isinstance(p[3], Printed)),
        dates=tuple(p[3] for p in kept if isinstance(p[3], DateMention)),
        labels=tuple((p[3], p[0], p[1]) for p in kept if isinstance(p[3], str)),
    )


def _pieces(text: str, small: str, mentions: Sequence[Mention]) -> list[_Piece]:
    """Return numbers, dates and restated places where they stand, in order."""
    days = [_held(d.start, d.end, "D", d) for d in dates(text)]
    most = _MOST.search(small)
    level = [_held(*most.span(), "", None)] if most else []
    years = [_held(*m.span(), "D", _year(m)) for m in _YEAR.finditer(text)]
    places = [_held(m.start, m.end, "", None) for m in mentions if isinstance(m.value, list | str)]
    taken = [*days, *level, *places]
    years = [y for y in years if all(y[1] <= t[0] or t[1] <= y[0] for t in taken)]
    taken += years
    found = [_held(q.start, q.unit_end, _number(q), q) for q in quantities(text)]
    taken += [n for n in found if all(n[1] <= t[0] or t[1] <= n[0] for t in taken)]
    return sorted(taken, key=lambda piece: piece[0])


def _held(start: int, end: int, sign: str, held: Printed | DateMention | None) -> _Piece:
    return start, end, sign, held


def _number(printed: Printed) -> str:
    return "v" if printed.unit == "week" and printed.value == _WEEKS_OF_GROWTH else "N"


def _year(match: re.Match[str]) -> DateMention:
    year = int(match.group())
    return DateMention(
        text=match.group(), start=match.start(), end=match.end(), first=(1, 1), last=(12, 31),
        year=year,
    )  # fmt: skip


def _signed(small: str, start: int, end: int, labels: Mapping[str, str]) -> list[_Piece] | None:
    """Return the pieces of text[start:end], longest phrases first; None at an unknown word."""
    words = [m for m in _WORD.finditer(small, start, end) if m.group() not in _SILENT]
    found: list[_Piece] = []
    at = 0
    while at < len(words):
        for many in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(w.group() for w in words[at : at + many])
            span = words[at].start(), words[at + many - 1].end()
            if phrase in labels:
                found.append((*span, "K", labels[phrase]))
                break
            if phrase in SIGNS:
                found.append((*span, SIGNS[phrase], None))
                break
        else:
            return None
        at += many
    return found
