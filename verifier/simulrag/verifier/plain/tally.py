"""Sentences about observed counts that are read as a whole, every word accounted for."""

from collections.abc import Callable

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.slightness import with_slightness
from simulrag.verifier.plain.tally_changes import later, moved
from simulrag.verifier.plain.tally_frames import Told, compared, multiplied
from simulrag.verifier.plain.tally_ledger import ledger_of
from simulrag.verifier.plain.tally_ranks import among_places, among_seasons, placed_nth
from simulrag.verifier.plain.tally_rows import row_of
from simulrag.verifier.plain.tally_sides import Unclear
from simulrag.verifier.plain.tally_values import peaked, valued

_FRAMES: tuple[Callable[[Told], list[Reading]], ...] = (
    compared, multiplied, moved, later, among_places, placed_nth, among_seasons, peaked, valued,
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
    for frame in _FRAMES:
        try:
            made = frame(told)
        except Unclear:
            continue
        if made:
            return with_slightness(scene, made)
    return []
