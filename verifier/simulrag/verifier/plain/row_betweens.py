"""What lies between two others, read as a row of signs: "Lisbon lies between Oslo and Lima"."""

import itertools
from collections.abc import Sequence

from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import counted, direction, expression
from simulrag.verifier.plain.row_effects import is_of_model
from simulrag.verifier.plain.rows import Row, Sign, account_for_all, row_of
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete

_KINDS = frozenset("value between and of output way it condition by to".split())
_TWO = 2
_THREE = 3


def betweens_in_rows(scene: Scene) -> list[Reading]:
    """Read "Lisbon lies between Oslo and Lima": above the one and below the other."""
    row = row_of(scene) if is_of_model(scene) and "between" in scene.text.casefold() else None
    if row is None or {s.kind for s in row.signs} - _KINDS or len(row.of_kind("between")) != 1:
        return []
    given = {s.parameter for s in row.of_kind("value")}
    varied = [n for n in given if len(row.values(n)) == _THREE]
    if len(varied) != 1 or any(len(row.values(n)) > 1 for n in given - set(varied)):
        return []
    placed = _placed(row, varied[0])
    if placed is None or len({str(s.value) for s in placed}) != _THREE:
        return []
    setting = {s.parameter: s.value for s in row.of_kind("value")}
    calls = [complete(scene, {**setting, varied[0]: s.value}, comparing=True) for s in placed]
    return _read(scene, calls, _graded(row, placed[1:]))


def _placed(row: Row, name: str) -> Sequence[Sign] | None:
    """Return what lies between two others, and these two."""
    at = row.of_kind("between")[0].start
    before = [s for s in row.values(name) if s.start < at]
    after = [s for s in row.values(name) if s.start > at]
    if len(after) == _THREE:
        return [after[-1], *after[:-1]]  # "between Oslo and Lima lies Lisbon"
    return [*before, *after] if len(before) == 1 else None


def _graded(row: Row, ends: Sequence[Sign]) -> list[Comparative | None] | None:
    """Return the word behind each of two ends, if any; None where a word is astray."""
    found: list[Comparative | None] = [None for _ in ends]
    owner: int | None = None
    for sign in row.signs:
        if sign in ends:
            owner = ends.index(sign)
        elif sign.way is not None:
            if owner is None or found[owner] is not None or sign.way.sign not in (1, -1):
                return None
            found[owner] = sign.way
    return found


def _read(
    scene: Scene, calls: Sequence[Call], graded: Sequence[Comparative | None] | None
) -> list[Reading]:
    held = choosing.named(scene, list(calls[0].arguments))
    number = next((o for o in held if o.kind == "number"), None)
    told = [g for g in graded if g is not None] if graded is not None else None
    if number is None or told is None or len({w.sign for w in told}) != len(told):
        return []
    middle, *ends = calls
    word = Comparative(sign=1, start=0, end=0, words="")

    def above(lower: Call, higher: Call) -> Reading:
        return direction(expression("difference", [lower, higher], number), word, number)

    ways = [(above(low, middle), above(middle, high)) for low, high in itertools.permutations(ends)]
    account_for_all(scene)
    if not told or graded is None:
        return [counted(ways, 1, 1)]
    higher = next(at if g.sign > 0 else 1 - at for at, g in enumerate(graded) if g is not None)
    return list(ways[1 - higher])
