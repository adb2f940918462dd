"""Rows about observed counts that rank a place among the others, or a season among the seasons."""

import re
from dataclasses import replace

from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.plain.tally_frames import ASPECT, Readings, Told
from simulrag.verifier.plain.tally_held import Piece, Places
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.plain.tally_sides import Side, Unclear, measures, placed, seasoned, side_of

_AMONG = re.compile(r"(!?)(?:(>|<)nO|(G|B)O|[QO]?([Ss])[QO]?|[QO](>|<)n)")
_UP = frozenset(">GS")
_OWN = re.compile(r"(?:\bits|\btheir|'s?)\s*$")
_NTH = re.compile(r"(?:D[Ss]?[OQ]?|[OQ]?D[Ss]?)(B)?")
_RANKS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "runner-up": 2}


#: Words that may be said of how many there were or of how many per head.
_OF_SIZE_OR_RATE = re.compile(r"\b(?:hit|hardest|worst|affected|off|fared|harder)\b", re.I)
#: More states than this, added up, are the country.
_MANY = 50


def among_places(told: Told) -> Readings:
    """Read that a place had the most: "more than any other state", "the largest number of all"."""
    found = _AMONG.fullmatch(told.core)
    row = told.row
    if not found or "gS" in row.signs or (found[1] and not found[4]):
        return []
    word = next(p for p in row.pieces if p.sign in "><GBSs")
    pieces, domain = _listed_domain(row.pieces)
    side = side_of(pieces)
    bare = bool(not domain and found[4] and not set("OQ") & set(told.core))
    if bare and ("k" in side.kinds or "x" in row.signs or not side.timed or side.of_week()):
        return []  # "had the most admissions": of what is not said
    if side.seasons or side.ever or (found[4] and "w" in side.kinds and "k" not in side.kinds):
        return []
    side = seasoned(placed(side, told.ledger, told.before), told.ledger, told.before)
    if "r" not in side.kinds and _OF_SIZE_OR_RATE.search(row.text[word.start : word.end]):
        raise Unclear("count or rate")
    return [
        ranked_among(
            told,
            side,
            domain or told.ledger.every_place,
            word,
            up=word.sign in _UP,
            negated=bool(found[1]),
        )
    ]


def _listed_domain(pieces: tuple[Piece, ...]) -> tuple[list[Piece], tuple[str, ...]]:
    """Take out the list of places among which one of them is ranked."""
    places = [p for p in pieces if p.sign == "P" and isinstance(p.held, Places)]
    nation = [p for p in places if isinstance(p.held, Places) and len(p.held.each[0]) > _MANY]
    if len(places) == 2 and len(nation) == 1:
        everywhere = nation[0].held
        assert isinstance(everywhere, Places)
        return [p for p in pieces if p is not nation[0]], everywhere.each[0]
    lists = [
        p for p in pieces if p.sign == "P" and isinstance(p.held, Places) and len(p.held.each) > 1
    ]
    singles = [p for p in pieces if p.sign in "PI" and p not in lists]
    if len(lists) != 1 or len(singles) != 1 or not isinstance(lists[0].held, Places):
        return list(pieces), ()
    names = tuple(s for one in lists[0].held.each for s in one)
    return [p for p in pieces if p is not lists[0]], names


def ranked_among(
    told: Told, side: Side, domain: tuple[str, ...], word: Piece, *, up: bool, negated: bool
) -> Reading:
    """Return the reading that one state has the highest or the lowest count of some states."""
    state = one_state(side, domain)
    terms = _terms(told.ledger, side, (state, *(s for s in domain if s != state)))
    figure = Figure(text=told.row.text[word.start : word.end], start=word.start, end=word.end)
    return Reading(
        expression=Expression(operation="lead" if up else "trail", terms=terms),
        comparator="rises", figures=(figure,), negated=negated,
    )  # fmt: skip


def one_state(side: Side, domain: tuple[str, ...]) -> str:
    """Return the one state of a side. Raises Unclear where it is none of those that are ranked."""
    each = side.places.each if side.places else ()
    if len(each) != 1 or len(each[0]) != 1 or each[0][0] not in domain:
        raise Unclear("state")
    return each[0][0]


def _terms(ledger: Ledger, side: Side, states: tuple[str, ...]) -> tuple[Term, ...]:
    made: list[Term] = []
    for state in states:
        options = measures(side, (state,), ledger)
        if len(options) != 1:
            raise Unclear("kind")
        made.append(options[0][1])
    return tuple(made)


def placed_nth(told: Told) -> Readings:
    """Read which place a state had: "Texas ranked second behind New York"."""
    found = _NTH.fullmatch(told.core)
    if not found:
        return []
    pieces = list(told.row.pieces)
    at = next(p for p in pieces if p.sign == "D")
    first = pieces.index(at)
    if first and pieces[first - 1].sign in "IP" and _OWN.search(told.row.text[: at.start].lower()):
        return []  # "its second-highest peak": among its own
    ahead: list[Piece] = []
    if found[1]:
        split = next(i for i, p in enumerate(pieces) if p.sign == "B")
        ahead = [p for p in pieces[split + 1 :] if p.sign == "P"][:1]
        if not ahead:
            return []
        pieces = [p for p in pieces if p is not ahead[0]]
    side = side_of(pieces)
    if not side.timed or side.seasons or side.ever or "s" in told.core:
        return []
    side = placed(side, told.ledger, told.before)
    domain = told.ledger.every_place
    state = one_state(side, domain)
    terms = _terms(told.ledger, side, (state, *(s for s in domain if s != state)))
    figure = Figure(
        text=told.row.text[at.start : at.end], start=at.start, end=at.end,
        value=float(_RANKS[str(at.held)]),
    )  # fmt: skip
    read = [
        Reading(
            expression=Expression(operation="rank", terms=terms),
            comparator="equal",
            figures=(figure,),
        )
    ]
    if ahead and isinstance(ahead[0].held, Places):
        first = replace(side, places=ahead[0].held)
        other = _terms(told.ledger, first, (one_state(first, domain),))
        read.append(
            Reading(
                expression=Expression(operation="difference", terms=(terms[0], *other)),
                comparator="rises", figures=(figure.model_copy(update={"value": None}),),
            )
        )  # fmt: skip
    return read


_SEASON = re.compile(r"([SsVW]?)(?:i?)(?:>nO|O)?")


def among_seasons(told: Told) -> Readings:
    """Read that a season was the heaviest or the earliest: "of the four seasons, the worst"."""
    row, ledger = told.row, told.ledger
    found = _SEASON.fullmatch(told.core)
    if not found or "T" in row.signs or "R" in row.signs or set("OQK>") & set(told.core):
        return []
    pieces = list(row.pieces)
    names = [name for name, _, _ in ledger.seasons]
    domain = tuple(names)
    if "i" in told.core:
        at = row.signs.index("i")
        since = next((p for p in pieces[at:] if p.sign == "C"), None)
        if since is None:
            return []
        pieces.remove(since)
        # The one that it is counted from may have been higher.
        domain = tuple(names[names.index(str(since.held)) + 1 :])
    elif not ({"F", "A"} & set(row.signs)) and "gS" not in row.signs and "gs" not in row.signs:
        return []
    for piece in [p for p in pieces if p.sign in "FA"]:
        pieces.remove(piece)
        if isinstance(piece.held, tuple):
            domain = tuple(map(str, piece.held))
    side = placed(side_of(pieces), ledger, told.before)
    word = found[1]
    if side.season not in domain or len(domain) < 2 or side.places is None:
        return []
    if not word and "k" not in side.kinds:
        return []
    at = next((p for p in pieces if p.sign == (word or "k")), pieces[0])
    figure = Figure(text=row.text[at.start : at.end], start=at.start, end=at.end)
    order = (side.season, *(s for s in domain if s != side.season))
    read: Readings = []
    for states in side.places.each:
        read += _heaviest(told, side, states, order, word, figure)
    return read


def _heaviest(
    told: Told,
    side: Side,
    states: tuple[str, ...],
    order: tuple[str, ...],
    word: str,
    figure: Figure,
) -> Readings:
    ledger = told.ledger
    if word and word in "VW":
        if "k" not in side.kinds:
            raise Unclear("what was early")
        columns = [tuple(ledger.term(ledger.peak_index, states, season=s) for s in order)]
    else:
        each = [measures(replace(side, season=s), states, ledger) for s in order]
        columns = [tuple(m[1] for m in column) for column in zip(*each, strict=True)]
    aspect = ASPECT if len(columns) > 1 else ""
    up = word not in ("s", "W")
    return [
        Reading(
            expression=Expression(operation="lead" if up else "trail", terms=terms),
            comparator="rises", figures=(figure,), aspect=aspect,
        )
        for terms in columns
    ]  # fmt: skip


_UNMATCHED = re.compile(r"!i?(?:ee|([><])n)")


def unmatched(told: Told) -> Readings:
    """Read "no season since 2022-23 has been as heavy as 2024-25": that one was the heaviest."""
    row, ledger = told.row, told.ledger
    found = _UNMATCHED.fullmatch(told.core)
    if not found or "!g" not in row.signs.replace("a", "") or {"T", "R", "K"} & set(row.signs):
        return []
    split = max(i for i, p in enumerate(row.pieces) if p.sign in "en")
    left, right = list(row.pieces[:split]), row.pieces[split + 1 :]
    names = [name for name, _, _ in ledger.seasons]
    if "i" in told.core:
        at = next(i for i, p in enumerate(left) if p.sign == "i")
        since = left[at + 1 :][:1]
        if not since or since[0].sign != "C":
            return []
        left.remove(since[0])
        names = names[names.index(str(since[0].held)) :]
    side, other = side_of(left), side_of(right)
    if side.season or side.seasons or not other.season or other.season not in names:
        return []
    if side.places is None:
        side = replace(side, places=other.places)
    elif other.places not in (None, side.places):
        return []
    side = placed(replace(side, kinds=side.kinds + other.kinds), ledger, told.before)
    order = (other.season, *(n for n in names if n != other.season))
    word = next(p for p in row.pieces if p.sign in ("e" if not found[1] else "><"))
    figure = Figure(text=row.text[word.start : word.end], start=word.start, end=word.end)
    read: Readings = []
    for states in side.places.each if side.places else ():
        read += _heaviest(told, side, states, order, "s" if found[1] == "<" else "S", figure)
    return read
