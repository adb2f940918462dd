"""Rows about observed counts that say two things at once, each read by the frame that fits it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.tally_frames import Told
from simulrag.verifier.plain.tally_held import Piece
from simulrag.verifier.plain.tally_values import at_each
from simulrag.verifier.quantities import Printed, as_exact

Framed = Callable[[Told], list[Reading]]


def _of(told: Told, pieces: Sequence[Piece]) -> Told:
    return replace(told, row=replace(told.row, pieces=tuple(pieces)))


#: A count and what it is compared with: "607 admissions, three times as many as a week before".
_AND_COMPARED = re.compile(r"[^N]*N[^N]*?,(?=X|>[a]*n|<[a]*n|[GBS])")


def _at_once(told: Told, framed: Framed) -> list[Reading]:
    """Return what a row says of a count that it both gives and compares."""
    found = _AND_COMPARED.match(told.row.signs)
    if not found:
        return []
    first, rest = told.row.pieces[: found.end() - 1], told.row.pieces[found.end() :]
    bare = tuple(p for p in first if p.sign != "N")
    size = framed(_of(told, first))
    other = framed(_of(told, (*bare, *rest)))
    return [*size, *other] if size and other else []


#: "Not in early January but in February", "in February, not in early January".
_NOT_BUT = re.compile(
    r"!(?P<mid>[k=aIwrg]*)(?P<no>[CTPN]),?l(?P<yes>[CTPN])|(?P<yes2>[CTPN]),?!(?P<no2>[CTPN])(?![&|])"
)


def _not_but(told: Told, framed: Framed) -> list[Reading]:
    """Return what is denied of one time, place or number and said of another."""
    signs, pieces = told.row.signs, told.row.pieces
    found = _NOT_BUT.search(signs)
    if found is None or signs.count("!") > 1:
        return []
    no, yes = ("no", "yes") if found["no"] else ("no2", "yes2")
    if found[no] != found[yes]:
        return []
    mid = pieces[found.start("mid") : found.end("mid")] if found["mid"] else ()
    start, rest = pieces[: found.start()], pieces[found.end() :]
    said, denied = (
        framed(_of(told, (*start, *mid, pieces[at], *rest)))
        for at in (found.start(yes), found.start(no))
    )
    if len(said) != 1 or len(denied) != 1 or denied[0].negated:
        return []
    return [said[0], denied[0].model_copy(update={"negated": True})]


#: A count that is added behind: "..., when 3,870 patients were admitted".
_ADDED = re.compile(
    r"(?P<first>[^N]*?)(?:,|(?<=O))[I=]*(?P<count>N)[aw]*|(?P<count2>N)[aw]*,(?P<first2>[^N]*)"
)


def _added(told: Told, framed: Framed) -> list[Reading]:
    """Return what a row says, and the count that it gives behind it of the place and week."""
    found = _ADDED.fullmatch(told.row.signs)
    if found is None:
        return []
    pieces = told.row.pieces
    last = "" if found["count"] else "2"
    first = pieces[found.start(f"first{last}") : found.end(f"first{last}")]
    count = pieces[found.start(f"count{last}")]
    named = tuple(p for p in first if p.sign in ("PCk" if last else "PT"))
    told_of = framed(_of(told, first))
    size = framed(_of(told, (*named, count)))
    weeks = [p for p in named if p.sign in ("k" if last else "T")]
    return [*told_of, *size] if told_of and size and len(weeks) == 1 else []


#: "Ohio peaked in February, but Arizona in January": the verb stands once.
_GAP = re.compile(r"(?P<first>[^,l&]*P[^,l&]*),?[l&]?(?P<rest>P[I=awg]*[TCN])")


def _gapped(told: Told, framed: Framed) -> list[Reading]:
    """Return what is said of one place and, with the same words, of another."""
    found = _GAP.fullmatch(told.row.signs)
    if found is None:
        return []
    pieces = told.row.pieces
    first = pieces[: found.end("first")]
    rest = pieces[found.start("rest") :]
    place, slot = rest[0], rest[-1]
    signs = [p.sign for p in first]
    times = [p.held for p in (*first, slot) if isinstance(p.held, Time)]
    if len({told.ledger.season_of(t.first) for t in times}) > 1:
        return []  # a month without its year may be of either
    if signs.count("P") != 1 or signs.count(slot.sign) != 1:
        return []
    other = [place if p.sign == "P" else slot if p.sign == slot.sign else p for p in first]
    said, also = framed(_of(told, first)), framed(_of(told, other))
    return [*said, *also] if said and also else []


_KNOWN = re.compile(r"\bthe\s+[\d,.]+$", re.I)


def _beside_known(told: Told, framed: Framed) -> list[Reading]:
    """Return "below the 3,705 of 2024-25": below that number, which was that season's."""
    pieces = told.row.pieces
    for at, piece in enumerate(pieces[:-1]):
        figure, time = piece.held, pieces[at + 1]
        bound = isinstance(figure, Printed) and figure.qualifier in ("above", "below")
        if piece.sign != "N" or not bound or time.sign not in "CT":
            continue
        assert isinstance(figure, Printed)
        if not _KNOWN.search(told.row.text, figure.start - 5, figure.end):
            continue
        own = [*pieces[: at + 1], *pieces[at + 2 :]]
        numbers = [p for p in own if p.sign == "N" and p is not piece]
        kept = [p for p in own if p not in numbers and p.sign not in "M=,"]
        exact = piece._replace(held=as_exact(figure))
        named = [p for p in kept if p.sign in "Pkrt"]
        said = framed(_of(told, kept))
        there = framed(_of(told, [*named, time, exact]))
        here = [p for p in kept if p.sign in "PkrtCT"]
        told_too = [framed(_of(told, [*here, number])) for number in numbers]
        if said and there and all(told_too):
            return [*said, *there, *(r for one in told_too for r in one)]
    return []


_IT_WAS = re.compile(r"\W*(?:it|that|this)\s+was\b", re.I)


def _it_was(told: Told, framed: Framed) -> list[Reading]:
    """Return "it was the state's worst week on record" as said of the week that was named."""
    known, pieces = told.before.time, told.row.pieces
    week = known is not None and known.grain in ("day", "week")
    if not week or not _IT_WAS.match(told.row.text) or "k" not in told.row.signs:
        return []
    if {"T", "R", "N"} & set(told.row.signs) or pieces[0].sign != "I":
        return []
    return framed(_of(told, [pieces[0]._replace(sign="T", held=known), *pieces[1:]]))


PARTINGS: tuple[Callable[[Told, Framed], list[Reading]], ...] = (
    _at_once, _not_but, _added, lambda told, _: at_each(told), _gapped, _beside_known,
    _it_was,
)  # fmt: skip
