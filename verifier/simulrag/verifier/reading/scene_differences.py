"""By how much two runs differ, which of them is warmer, and whether they are the same."""

import itertools

from simulrag.verifier.claims import Expression, Figure, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_frames import Part, compared, either
from simulrag.verifier.reading.scene_relations import (
    denied_left,
    direction_of,
    pair_of,
    presupposed,
    reached,
    relation_at,
    rest_known,
)


def difference(part: Part, at: int) -> list[Reading] | None:
    """Return the readings of a number by which two runs differ."""
    printed = part.row[at].held
    relation = relation_at(part, at)
    if not isinstance(printed, Printed) or relation is None or len(part.scene.runs.calls) != 2:
        return None
    how, denied = relation
    part.used.add(at)
    part.used |= set(part.at("s")) if how in ("l", "<", "~") else set()  # "the same to within 0.1"
    way = direction_of(part)
    if way is None or not rest_known(part, "SOVDTBFtc"):
        return None
    denied = denied != denied_left(part)
    expression = expression_of(part, way, printed)
    if expression is None:
        return None
    how, denied = reached(how, denied=denied)
    made = compared(part.scene, expression, how, printed, negated=denied)
    rising = expression.model_copy(update={"absolute": False})
    if denied and way and presupposed(part):
        turn = Reading(expression=rising, comparator="rises")
        lower = compared(part.scene, expression, "<", printed)
        return [lower, turn] if how == "" else [made, turn]
    if denied and how == "":
        below = compared(part.scene, expression, "<", printed)
        return [below] if _is_mark(part, printed, way) else either([made, below])
    if way == 0 and not denied and _of_change(part) and expression.absolute:
        return either([made, made.model_copy(update={"expression": rising})])
    if way and how in ("<", "l", "i") and not denied:
        return [made, Reading(expression=rising, comparator="rises")]
    return [made]


def _is_mark(part: Part, printed: Printed, way: int) -> bool:
    """Tell whether a number that is denied is not reached: "does not warm by half a degree"."""
    return bool(way) and (printed.text[:1].isalpha() or bool(part.at("B")))


_CHANGES = frozenset(
    "change changes shift shifts effect effects impact impacts response deviation departure "
    "anomaly influence step alteration variation movement".split()
)


def _of_change(part: Part) -> bool:
    """Tell whether a change is told that has a sign, where one run comes before the other."""
    return not part.scene.alike and any(
        s.sign == "D" and _CHANGES & set(s.word.split()) for s in part.row
    )


def expression_of(part: Part, way: int, printed: Printed) -> Expression | None:
    scene = part.scene
    pair = pair_of(part)
    if way == 0:
        if printed.signed and pair is None:
            return None
        first, second = pair or (0, 1)
        return scene.difference(first, second, absolute=not printed.signed)
    if pair is None:
        return None
    first, second = pair
    if way < 0 and printed.signed and printed.value < 0:
        return scene.difference(first, second)
    if printed.signed and (printed.value < 0) == (way > 0):
        return None
    return scene.difference(first, second) if way > 0 else scene.difference(second, first)


def comparison(part: Part) -> list[Reading] | None:
    """Return the reading of which run is warmer, without a number."""
    scene = part.scene
    if len(scene.runs.calls) != 2 or part.signs.endswith("!"):
        return None
    for n in part.at("hk"):
        part.row[n] = part.row[n]._replace(sign="w" if part.row[n].sign == "h" else "q")
    if any(a.sign == "T" and b.sign not in "SODV" for a, b in itertools.pairwise(part.row)):
        return None  # "instead of cooling"
    way = direction_of(part)
    if not way or not rest_known(part, "SOVDTBFtc"):
        return None
    denied = denied_left(part)
    pair = pair_of(part)
    if pair is None:
        return None
    return [scene.turned(*pair, way).model_copy(update={"negated": denied})]


def sameness(part: Part) -> list[Reading] | None:
    """Return the reading that both runs have one value, or that they have not."""
    scene = part.scene
    same = part.at("s=")
    none = len(same) == 0 and part.at("D") and len(part.at("!")) == 1
    if len(scene.runs.calls) != 2 or not (len(same) == 1 or none):
        return None
    part.used |= set(same)
    if not rest_known(part, "SOVDTBFt"):
        return None
    denied = denied_left(part) != bool(none)
    zero = part.row[same[0]] if same else part.row[part.at("D")[0]]
    word = figure_at(zero.start, zero.end)
    return [
        Reading(
            expression=scene.difference(0, 1),
            comparator="equal",
            figures=(word,),
            unit=scene.level.unit,
            negated=denied,
        )
    ]


def figure_at(start: int, end: int, value: float = 0.0) -> Figure:
    """Return a place of the text that stands for a value."""
    return Figure(text="0", start=start, end=end, value=value, half_unit=0.0)
