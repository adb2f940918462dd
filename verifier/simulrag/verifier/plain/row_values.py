"""Values, bounds and ranges of a single setting, read as a row of signs."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.interface import Call
from simulrag.simulators.operations import Operation
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.directs import values
from simulrag.verifier.plain.readings import direction, expression, number
from simulrag.verifier.plain.row_effects import is_of_model
from simulrag.verifier.plain.rows import Row, account_for_all, row_of
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import figure_of

_KINDS = frozenset(
    (
        "by",
        "value",
        "number",
        "output",
        "of",
        "condition",
        "it",
        "to",
        "and",
        "name",
        "only",
        "from",
        "between",
        "level",
    )
)
_TWO = 2
LEVEL = re.compile(r"\b(?:likely|assessed)\b", re.I)


def values_in_rows(scene: Scene) -> list[Reading]:
    """Read "SSP1-1.9 ends at 1.4 °C in 2081-2100": a number of what is published."""
    if any(o.stochastic for o in scene.function.outputs) or not is_of_model(scene):
        return []
    row = row_of(scene) if 0 < len(scene.numbers) <= _TWO else None
    row = _without_nouns(scene, row) if row is not None else None
    if row is None or any(s.kind not in _KINDS for s in row.signs):
        return _spread(scene, row) or _each(scene, row) if row is not None else []
    if row.of_kind("level") and len(scene.numbers) != _TWO:
        return []
    given = {s.parameter: s.value for s in row.of_kind("value")}
    if any(len({str(s.value) for s in row.values(name)}) > 1 for name in given):
        return _each(scene, row)
    call = complete(scene, given, comparing=False)
    found = values(scene, [call]) or _between(scene, row, call)
    if not found or any(
        not any(s.start <= q.start < s.end for s in scene.used) for q in scene.numbers
    ):
        return []
    account_for_all(scene)
    return found


def _without_nouns(scene: Scene, row: Row) -> Row:
    """Leave "of warming" out behind the number of it, where no output is a level."""
    if any(not o.unit.startswith("delta_") for o in scene.function.outputs if o.unit):
        return row
    kept = [
        s
        for at, s in enumerate(row.signs)
        if s.way is None
        or s.way.words not in _NOUNS
        or "of" not in {other.kind for other in row.signs[max(0, at - 1) : at + 2]}
    ]
    return Row(signs=tuple(kept))


#: What an amount may be of: "2 °C of warming", "a warming of 2 °C".
_NOUNS = ("warming", "heating")


def _between(scene: Scene, row: Row, call: Call) -> list[Reading]:
    """Read "comes in at 15 to 17 °C": within both."""
    if len(scene.numbers) != _TWO or row.of_kind("level") or not row.of_kind("to", "and"):
        return []
    low, high = scene.numbers
    held = choosing.named(scene, list(call.arguments))
    output = choosing.for_number(scene, high, held)
    exact = low.qualifier == high.qualifier == "exact" and low.value < high.value
    if output is None or not exact or low.unit not in ("", high.unit):
        return []
    scene.use(low, high)
    told = number(expression("value", (call,), output), high, output)
    figures = (figure_of(low), figure_of(high))
    return [told.model_copy(update={"comparator": "between", "figures": figures})]


def _each(scene: Scene, row: Row) -> list[Reading]:
    """Read "goes from 2.4 °C in 2041-2060 to 4.4 °C in 2081-2100": a number for each value."""
    ways = row.of_kind("way")
    if {s.kind for s in row.signs} - _KINDS - {"way"} or len(ways) > 1 or row.of_kind("level"):
        return []
    several = [n for n in {s.parameter for s in row.of_kind("value")} if len(row.values(n)) > 1]
    if len(several) != 1 or len(row.of_kind("number")) != len(scene.numbers):
        return []
    order = [s for s in row.signs if s.kind == "number" or s.parameter == several[0]]
    kinds = [s.kind for s in order]
    pairs = list(zip(order[::2], order[1::2], strict=False))
    if kinds not in (["number", "value"] * _TWO, ["value", "number"] * _TWO):
        return []
    given = {s.parameter: s.value for s in row.of_kind("value") if s.parameter != several[0]}
    calls: list[Call] = []
    made: list[Reading] = []
    for pair in pairs:
        at, told = sorted(pair, key=lambda s: s.kind != "value")
        call = complete(scene, {**given, several[0]: at.value}, comparing=False)
        held = choosing.named(scene, list(call.arguments))
        output = choosing.for_number(scene, told.number, held) if told.number else None
        if output is None or told.number is None:
            return []
        calls.append(call)
        made.append(number(expression("value", (call,), output), told.number, output))
        if ways and len(calls) == _TWO and ways[0].way is not None:
            moved = expression("difference", calls, output)
            made.append(direction(moved, ways[0].way, output))
    account_for_all(scene)
    return made


def _spread(scene: Scene, row: Row) -> list[Reading]:
    """Read "the five scenarios spread from 1.4 to 4.4 °C": the lowest and the highest of all."""
    over = row.of_kind("all")
    told = {s.kind for s in row.signs} - _KINDS - {"all"}
    joined = row.of_kind("from", "between") and row.of_kind("to", "and")
    if told or len(over) != 1 or len(scene.numbers) != _TWO or not joined:
        return []
    given = {s.parameter: s.value for s in row.of_kind("value")}
    calls = _calls_over(scene, over[0].parameter, given)
    low, high = scene.numbers
    unit = high.unit or low.unit
    held = choosing.named(scene, list(calls[0].arguments)) if calls else []
    output = choosing.for_number(scene, high.model_copy(update={"unit": unit}), held)
    exact = low.qualifier == high.qualifier == "exact" and low.value < high.value
    if output is None or not exact or (row.of_kind("level") and LEVEL.search(scene.text)):
        return []
    account_for_all(scene)
    ends: tuple[tuple[Operation, Printed], ...] = (("minimum", low), ("maximum", high))
    return [
        number(expression(end, calls, output), q.model_copy(update={"unit": unit}), output)
        for end, q in ends
    ]


def _calls_over(scene: Scene, name: str, given: Mapping[str, JsonValue]) -> list[Call]:
    """Return the calls for all values of an input; none where another is given for it."""
    parameter = scene.parameter(name)
    if name in given or parameter.kind != "choice":
        return []
    members = [m for m in parameter.members if m != "historical"]
    return [complete(scene, {**given, name: member}, comparing=False) for member in members]
