"""Seasons that are told by another one: "the winter before", "any other season", "a year later"."""

import re

from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.tally_held import Piece
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.plain.tally_weeks import MANY

_NEIGHBOUR = re.compile(
    r"\b(?:(?:the (?:season|winter|one|year|wave)|that) (?P<a>before(?: it| that)?|preceding it|"
    r"prior|after(?: it| that)?|previous to it|following it|"
    r"that (?:preceded|followed|came before|came after)(?: it)?)"
    r"|the (?P<b>preceding|previous|prior|following|subsequent|next|foregoing) "
    r"(?:(?:flu|influenza) )?(?:season|winter|one|wave|year)"
    r"|(?<=to )the (?P<d>next|following)(?= ?(?:$|[.,;]))"
    r"|(?:twelve months|12 months|a year|one year|a season|one season|a winter|one winter) "
    r"(?P<c>before|earlier|later|afterwards|on))\b(?! \d)"
)
_BACK = re.compile(r"before|earlier|preced|prior|previous|foregoing")


def next_to(scene: Scene, ledger: Ledger, small: str) -> list[Piece]:
    """Return the season that is named by the one before or after it, named or told last."""
    names = [name for name, _, _ in ledger.seasons]
    told = {str(i.value) for i in scene.items if i.parameter == ledger.season and not i.steps}
    told |= {ledger.season_of(t.last) for t in scene.times if t.grain in ("day", "week")}
    known = scene.discourse.latest(ledger.simulator, ledger.season)
    if not told and not scene.times and isinstance(known, str):
        told = {known}
    found = list(_NEIGHBOUR.finditer(small))
    if len(told) != 1 or len(found) != 1 or not told <= set(names):
        return []
    words = next(w for w in found[0].groups() if w)
    own = told.pop()
    at = names.index(own) + (-1 if _BACK.search(words) else 1)
    return [Piece("C", *found[0].span(), names[at], own)] if 0 <= at < len(names) else []


def anchor_of(scene: Scene, ledger: Ledger, item: Item) -> str | None:
    """Return the season from which one is counted, named before it or told last."""
    if not item.steps:
        return None
    own = [i for i in scene.items if i.parameter == ledger.season and i is not item]
    known = own[0].value if len(own) == 1 else None
    if not own and not scene.times:
        known = scene.discourse.latest(ledger.simulator, ledger.season)
    return known if isinstance(known, str) and known != item.value else None


_OTHERS = re.compile(
    r"\b(?:any|every|each|all|no)(?: of)?(?: the)? other(?: three)? "
    r"(?:(?:flu|influenza) )?(?:seasons?|winters?)\b|\b(?:any|each|all) of the other three\b|"
    r"\bthe other three(?: (?:flu |influenza )?(?:seasons|winters))?\b"
)
_IN_YEARS = re.compile(
    r"\b(?:in|for|over|of) (?:the (?:last|past) )?(?P<n>two|three|four) (?:years|seasons|winters)\b"
)
_SEVERAL_BACK = re.compile(
    r"\b(?:(?:any|each|all|either|both) of )?the (?P<n>two|three) "
    r"(?:(?:preceding|previous|prior|earlier) (?:(?:flu|influenza) )?(?:seasons|winters)|"
    r"(?:(?:flu|influenza) )?(?:seasons|winters) (?:before(?: it)?|preceding it))\b"
)


def several(scene: Scene, ledger: Ledger, small: str) -> list[Piece]:
    """Return seasons that are told by the one named: the others, and those before it."""
    names = [name for name, _, _ in ledger.seasons]
    told = {str(i.value) for i in scene.items if i.parameter == ledger.season and not i.steps}
    if len(told) != 1 or not told <= set(names):
        return []
    own = told.pop()
    made = [
        Piece("F", *m.span(), tuple(name for name in names if name != own))
        for m in _OTHERS.finditer(small)
        if not m.group().startswith("no ")
    ]
    for match in _SEVERAL_BACK.finditer(small):
        many, at = MANY[match["n"]], names.index(own)
        if at >= many:
            made.append(Piece("F", *match.span(), tuple(names[at - many : at])))
    for match in _IN_YEARS.finditer(small):
        many, at = MANY[match["n"]], names.index(own) + 1
        if at >= many:
            made.append(Piece("F", *match.span(), tuple(names[at - many : at])))
    return made
