"""Sentences about observed counts that are read as a whole, every word accounted for."""

from collections.abc import Callable

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.slightness import SLIGHTLY, with_slightness
from simulrag.verifier.plain.tally_changes import later, moved, seasonwise, steadily, together
from simulrag.verifier.plain.tally_clauses import PARTINGS
from simulrag.verifier.plain.tally_crests import crested
from simulrag.verifier.plain.tally_frames import Told, compared, multiplied
from simulrag.verifier.plain.tally_ledger import ledger_of
from simulrag.verifier.plain.tally_ranks import among_places, among_seasons, placed_nth, unmatched
from simulrag.verifier.plain.tally_rows import row_of
from simulrag.verifier.plain.tally_sides import Unclear
from simulrag.verifier.plain.tally_spoken import (
    beside_spoken,
    multiplied_spoken,
    no_other,
    timed_beside,
    unsurpassed,
)
from simulrag.verifier.plain.tally_values import peaked, valued

_FRAMES: tuple[Callable[[Told], list[Reading]], ...] = (
    crested, beside_spoken, multiplied_spoken, no_other, timed_beside, unsurpassed, compared,
    multiplied, moved, steadily, later, among_places, placed_nth, among_seasons, unmatched,
    seasonwise, together, peaked, valued,
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
    made = _framed(told) or _in_parts(told)
    own = {o.name for o in ledger.kept.outputs}
    if SLIGHTLY.search(scene.text) and any(
        t.output not in own for r in made for t in r.expression.terms
    ):
        return []
    if made and not {"P", "Q", "K"} & set(row.signs):
        known = scene.discourse.latest(ledger.simulator, ledger.place)
        names = ", ".join(map(str, known)) if isinstance(known, list) else str(known)
        scene.assumed.append(f"{ledger.place}: {names}, from what was said before")
    return with_slightness(scene, made)


def _in_parts(told: Told) -> list[Reading]:
    """Return the readings of a row that says two things at once."""
    for way in PARTINGS:
        try:
            made = way(told, _framed)
        except Unclear:
            continue
        if made:
            return made
    return []


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
