"""Sentences about observed counts that are read as a whole, every word accounted for."""

import re
from collections.abc import Callable
from dataclasses import replace

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.slightness import SLIGHTLY, with_slightness
from simulrag.verifier.plain.tally_changes import later, moved, steadily
from simulrag.verifier.plain.tally_crests import crested
from simulrag.verifier.plain.tally_frames import Told, compared, multiplied
from simulrag.verifier.plain.tally_ledger import ledger_of
from simulrag.verifier.plain.tally_ranks import among_places, among_seasons, placed_nth
from simulrag.verifier.plain.tally_rows import row_of
from simulrag.verifier.plain.tally_sides import Unclear
from simulrag.verifier.plain.tally_spoken import beside_spoken, no_other, timed_beside
from simulrag.verifier.plain.tally_values import at_each, peaked, valued

_FRAMES: tuple[Callable[[Told], list[Reading]], ...] = (
    crested, beside_spoken, no_other, timed_beside, compared, multiplied, moved, steadily, later, among_places, placed_nth, among_seasons,
    peaked, valued,
)  # fmt: skip


def tallied(scene: Scene) -> list[Reading]:
    """Return the readings of a sentence about observed counts; none where a word is unknown."""
    ledger = ledger_of(scene.simulator)
    if ledger is None or scene.function.name != ledger.kept.name:
        return []
    row = row_of(scene, ledger)
    if row is None:
        return []
    told = Told(row, ledger, scene.discourse)
    made = _framed(told) or _at_once(told) or _not_but(told) or _added(told) or at_each(told)
    own = {o.name for o in ledger.kept.outputs}
    if SLIGHTLY.search(scene.text) and any(
        t.output not in own for r in made for t in r.expression.terms
    ):
        return []
    return with_slightness(scene, made)


def _framed(told: Told) -> list[Reading]:
    """Return the readings of a row by the first frame that fits it."""
    for frame in _FRAMES:
        try:
            made = frame(told)
        except Unclear:
            continue
        if made:
            return made
    return []


#: A count and what it is compared with: "607 admissions, three times as many as a week before".
_AND_COMPARED = re.compile(r"[^N]*N[^N]*?,(?=X|>[a]*n|<[a]*n|[GBS])")


def _at_once(told: Told) -> list[Reading]:
    """Return what a row says of a count that it both gives and compares."""
    found = _AND_COMPARED.match(told.row.signs)
    if not found:
        return []
    first, rest = told.row.pieces[: found.end() - 1], told.row.pieces[found.end() :]
    bare = tuple(p for p in first if p.sign != "N")
    size = _framed(replace(told, row=replace(told.row, pieces=first)))
    other = _framed(replace(told, row=replace(told.row, pieces=(*bare, *rest))))
    return [*size, *other] if size and other else []


#: "Not in early January but in February", "in February, not in early January".
_NOT_BUT = re.compile(
    r"!(?P<mid>[k=aIwrg]*)(?P<no>[CTPN]),?l(?P<yes>[CTPN])|(?P<yes2>[CTPN]),?!(?P<no2>[CTPN])(?![&|])"
)


def _not_but(told: Told) -> list[Reading]:
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
        _framed(replace(told, row=replace(told.row, pieces=(*start, *mid, pieces[at], *rest))))
        for at in (found.start(yes), found.start(no))
    )
    if len(said) != 1 or len(denied) != 1 or denied[0].negated:
        return []
    return [said[0], denied[0].model_copy(update={"negated": True})]


#: A count that is added behind: "..., when 3,870 patients were admitted".
_ADDED = re.compile(r"(?P<first>[^N]*),[I=]*(?P<count>N)[aw]*|(?P<count2>N)[aw]*,(?P<first2>[^N]*)")


def _added(told: Told) -> list[Reading]:
    """Return what a row says, and the count that it gives behind it of the place and week."""
    found = _ADDED.fullmatch(told.row.signs)
    if found is None:
        return []
    pieces = told.row.pieces
    last = "" if found["count"] else "2"
    first = pieces[found.start(f"first{last}") : found.end(f"first{last}")]
    count = pieces[found.start(f"count{last}")]
    named = tuple(p for p in first if p.sign in ("PCk" if last else "PT"))
    told_of = _framed(replace(told, row=replace(told.row, pieces=first)))
    size = _framed(replace(told, row=replace(told.row, pieces=(*named, count))))
    weeks = [p for p in named if p.sign in ("k" if last else "T")]
    return [*told_of, *size] if told_of and size and len(weeks) == 1 else []
