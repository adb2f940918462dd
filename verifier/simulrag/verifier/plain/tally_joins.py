"""Joins signs that stand for one thing: lists of places, stretches of weeks, ranges of numbers."""

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.tally_held import Between, Piece, Places, Span
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.quantities import Printed

#: What stands between a place and its own highest count, and what stands for the place.
_OWN = re.compile(r"'s? *(?:own |single )?$")
_ITS = frozenset(("its", "their"))


def _highest(pieces: Sequence[Piece], text: str) -> list[Piece]:
    """Take "its highest count" and "the highest weekly count of 2024-25" for a peak."""
    signs = "".join(p.sign for p in pieces)
    weekly = "w" in signs and not set(signs) & set("TkFAQO")
    made: list[Piece] = []
    for piece in pieces:
        own = weekly
        if piece.sign == "S" and made and made[-1].sign in "IP":
            last = made[-1]
            own = own or bool(_OWN.search(text[last.end : piece.start]))
            own = own or text[last.start : last.end].lower() in _ITS
        made.append(piece._replace(sign="k") if piece.sign == "S" and own else piece)
    return made


#: "Between 300 and 400", "12,000 to 20,000".
_NUMBERS = re.compile(r"(?:[bf])N[&o]N|N[o|]N(?![&o])")
#: Two seasons of which something holds.
_BOTH = re.compile(r"(?:x|(?<=!))C[&!]C")
#: "Either of the two seasons before it or the one that followed".
_ALSO = re.compile(r"F[|&]C")
_LIST = re.compile(r"P(?:,P)*,?[&|]P|(?<=!)P!P")
_FROM_TO = re.compile(r"f[TC]g?[oU]g?[TC]|b[TC]g?&g?[TC]")
#: All that is held from a time on: "no week above 200 since the autumn of 2022".
_SINCE = re.compile(r"i[TC]")


_Join = Callable[[Sequence[Piece]], Piece | None]


def joined(pieces: Sequence[Piece], ledger: Ledger, text: str) -> list[Piece]:
    """Join places that are listed, and the two ends of a stretch of weeks or seasons."""
    made = [
        p
        for at, p in enumerate(_highest(pieces, text))
        if p.sign != "Y" or at + 1 == len(pieces) or pieces[at + 1].sign in "TCRFNXbfUA+Y"
    ]
    denied = any(p.sign == "!" for p in made)
    weeks = any(p.sign == "!" and "week" in text[p.start : p.end].lower() for p in made)
    ways: tuple[tuple[re.Pattern[str], _Join], ...] = (
        (_LIST, lambda parts: _one_list(parts, denied=denied)),
        (_FROM_TO, lambda parts: _one_stretch(parts, ledger)),
        (_SINCE, lambda parts: _to_the_end(parts, ledger, weeks) if denied else None),
        (_NUMBERS, _one_range),
        (_BOTH, _both),
        (_ALSO, _also),
    )
    for pattern, join in ways:
        for match in reversed(list(pattern.finditer("".join(p.sign for p in made)))):
            parts = made[match.start() : match.end()]
            one = join(parts)
            if one is not None:
                made[match.start() : match.end()] = [one]
    return made


def _one_list(parts: Sequence[Piece], *, denied: bool) -> Piece | None:
    if not denied and any(p.sign == "|" for p in parts):
        return None  # of one of them, nobody knows which
    each = tuple(one for p in parts if isinstance(p.held, Places) for one in p.held.each)
    return Piece("P", parts[0].start, parts[-1].end, Places(each))


def _one_range(parts: Sequence[Piece]) -> Piece | None:
    """Return the two numbers between which a count lies."""
    low, high = (p.held for p in parts if p.sign == "N")
    if not (isinstance(low, Printed) and isinstance(high, Printed)) or low.value >= high.value:
        return None
    if low.unit or high.unit or {low.qualifier, high.qualifier} - {"exact", "about"}:
        return None
    return Piece("N", parts[0].start, parts[-1].end, Between(low, high))


def _both(parts: Sequence[Piece]) -> Piece:
    names = tuple(p.held for p in parts if isinstance(p.held, str))
    return Piece("F", parts[0].start, parts[-1].end, names)


def _also(parts: Sequence[Piece]) -> Piece | None:
    several, one = parts[0].held, parts[2].held
    if not isinstance(several, tuple) or not isinstance(one, str):
        return None
    return Piece("F", parts[0].start, parts[2].end, (*several, one))


def _one_stretch(parts: Sequence[Piece], ledger: Ledger) -> Piece | None:
    first, last = (p.held for p in parts if p.sign in "TC")
    if isinstance(first, Time) and isinstance(last, Time):
        span = Span(_opening(first), _closing(last))
        return Piece("R", parts[0].start, parts[-1].end, span) if span.first < span.last else None
    names = [name for name, _, _ in ledger.seasons]
    if not (isinstance(first, str) and isinstance(last, str)):
        return None
    if names.index(first) >= names.index(last):
        return None
    between = tuple(names[names.index(first) : names.index(last) + 1])
    return Piece("F", parts[0].start, parts[-1].end, between)


def _to_the_end(parts: Sequence[Piece], ledger: Ledger, weeks: bool) -> Piece | None:
    time = parts[1].held
    last = ledger.seasons[-1][2]
    if isinstance(time, str) and weeks:
        return Piece("R", parts[0].start, parts[-1].end, Span(ledger.days_of(time)[0], last))
    if not isinstance(time, Time) or time.first >= last:
        return None
    return Piece("R", parts[0].start, parts[-1].end, Span(_opening(time), last))


#: From the last week that ends in a month to the month's last day.
_WITHIN = timedelta(days=6)


def _opening(time: Time) -> date:
    """Return the day from which a stretch counts: a month's first, the middle of a fuzzy part."""
    return time.first if time.grain != "part" or _is_month(time) else time.middle


def _closing(time: Time) -> date:
    if time.grain != "part":
        return time.last
    return time.last - _WITHIN if _is_month(time) else time.middle


def _is_month(time: Time) -> bool:
    return time.first.day == 1 and (time.last - time.first).days >= 27
