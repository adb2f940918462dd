"""What an earlier or later first day does, read as a row of signs: "starts a month later"."""

from datetime import date, timedelta

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.row_effects import is_of_model, ways_of
from simulrag.verifier.plain.row_outputs import all_ways
from simulrag.verifier.plain.rows import Row, Sign, row_of
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete

_BETWEEN = ("of", "value", "it", "condition")
_DAYS = {"day": 1, "week": 7, "month": 30}
_KINDS = frozenset(
    ("value", "name", "output", "way", "number", "of", "by", "it", "condition", "not", "and", "on")
)


def shifts_in_rows(scene: Scene) -> list[Reading]:
    """Read "delaying the start by six weeks delays the peak": two first days of one season."""
    start = _start(scene)
    row = row_of(scene) if start is not None and is_of_model(scene) else None
    if start is None or row is None or any(s.kind not in _KINDS for s in row.signs):
        return []
    told = next((found for s in row.signs if (found := _told(row, s, start.name))), None)
    open_choices = {
        p.name
        for p in scene.function.parameters
        if p.kind == "choice" and p.default is None and p.typical is not None
    }
    setting = {s.parameter: s.value for s in row.of_kind("value")}
    if told is None or start.name in setting or not open_choices <= set(setting):
        return []
    days, used = told
    rest = Row(signs=tuple(s for s in row.signs if s not in used))
    first = date.fromisoformat(str(start.typical))
    last = first + timedelta(days=days)
    ways = ways_of(rest, "")
    if not ways or sum(denied for _, denied in ways) != len(rest.of_kind("not")):
        return []
    calls = [
        complete(scene, {**setting, start.name: day.isoformat()}, comparing=True)
        for day in (first, last)
    ]
    scene.assumed.append(f"{start.name}: {last} against {first}")
    return all_ways(scene, rest, start.name, (calls[0], calls[1]), ways)


def _start(scene: Scene) -> Parameter | None:
    days = (p for p in scene.function.parameters if p.kind == "date" and p.required)
    return next((p for p in days if isinstance(p.typical, str)), None)


def _told(row: Row, sign: Sign, name: str) -> tuple[int, list[Sign]] | None:
    """Return by how many days the start moves that a sign names, and the signs that say so."""
    if sign.kind != "name" or sign.parameter != name:
        return None
    at = row.signs.index(sign)
    after = [s for s in row.signs[at + 1 :] if s.kind not in _BETWEEN][:3]
    kinds = [s.kind for s in after]
    before = row.signs[at - 1] if at else None
    if kinds[:2] == ["by", "number"] and before is not None:
        return _moved(after[1], before, [before, sign, *after[:2]])
    if kinds[:2] == ["number", "way"]:
        return _moved(after[0], after[1], [sign, *after[:2]])
    return None


def _moved(length: Sign, way: Sign, used: list[Sign]) -> tuple[int, list[Sign]] | None:
    figure, word = length.number, way.way
    if figure is None or word is None or word.aspect != "time" or not word.sign:
        return None
    if figure.unit not in _DAYS or figure.qualifier not in ("exact", "about"):
        return None
    days = round(float(figure.value) * _DAYS[figure.unit])
    return (days * word.sign, used) if days else None
