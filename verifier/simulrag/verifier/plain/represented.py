"""Whether formal readings hold everything that they are said to be read from.

A way of reading marks the words it accounts for. That it also made something of them is checked
here: each date, value and number of a sentence has to stand in one of its readings, and numbers
that are given to one quantity must not contradict each other.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from math import inf

from pydantic import JsonValue

from simulrag.verifier.claims import Counted, Figure, Reading
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.pitfalls import (
    lasting,
    needed_input,
    pitfall,
    summed_course,
    uncounted_residents,
)
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.stretches import passed_over
from simulrag.verifier.quantities import Printed, printed_number

#: Weeks are named by their ends, and fuzzy times reach a little further.
_SLACK = timedelta(days=10)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def missing(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return the first words that stand in no reading, "" where all do."""
    flat = list(_flat(readings))
    if _contradictory(flat):
        return "numbers that contradict each other"
    if any(_with_itself(r) or _idle(scene, r) for r in flat):
        return "a comparison of something with itself"
    checks = (uncounted_residents, summed_course, needed_input, lasting)
    turn = "" if scene.all_known else pitfall(scene)
    if taken := turn or next(filter(None, (c(scene, flat) for c in checks)), ""):
        return taken
    if unplaced := _out_of_period(scene, flat):
        return unplaced
    whole = [s for s in scene.used if s.start == 0 and s.end == len(scene.text)]
    if whole:
        return ""  # put together from sentences that were read, and checked, one by one
    arguments = [t.call.arguments for r in flat for t in r.expression.terms]
    values = [v for given in arguments for v in _single(list(given.values()))]
    own = _own(arguments, scene)
    days = [date.fromisoformat(d) for d in _dates(flat, values)]
    if skipped := passed_over(scene, flat, values, days):
        return skipped
    lost = [
        *((i.start, i.end) for i in scene.items if not _holds(scene, i, values, days)),
        *((i.start, i.end) for i in scene.items if _is_one(i) and not _holds(scene, i, own, days)),
        *(
            (t.start, t.end)
            for t in scene.times
            if not _dated(t, days) and not opens_series(scene, t)
        ),
        *((q.qualified_from, q.unit_end) for q in scene.numbers if not _printed(q, flat, values)),
    ]
    lost = [at for at in lost if not any(s.start < at[1] and at[0] < s.end for s in scene.kept)]
    return scene.text[lost[0][0] : lost[0][1]] if lost else ""


def _flat(readings: Iterable[Reading]) -> Iterable[Reading]:
    for reading in readings:
        yield reading
        if isinstance(reading, Counted):
            for group in reading.of:
                yield from _flat(group)


def _single(values: Iterable[JsonValue]) -> Iterable[JsonValue]:
    for value in values:
        if isinstance(value, list):
            yield from _single(value)
        else:
            yield value


def _dates(readings: Sequence[Reading], values: Sequence[JsonValue]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield from _ISO.findall(value)
    for reading in readings:
        if reading.unit == "date":
            yield from _ISO.findall(reading.label)


def _holds(scene: Scene, item: Item, values: Sequence[JsonValue], days: Sequence[date]) -> bool:
    """Tell whether a value stands in a call; a period also by its first and last day."""
    parameter = scene.parameter(item.parameter)
    wanted = list(_single([item.value]))
    if parameter.periods:
        ends = [parameter.periods.get(str(v)) for v in wanted]
        if all(e and any(e[0] <= d.isoformat() <= e[1] for d in days) for e in ends):
            return True
    if parameter.kind in ("number", "integer", "share", "change"):
        return any(isinstance(v, int | float) and _near(v, w) for w in wanted for v in values)
    return all(any(_same(v, w) for v in values) for w in wanted)


def _own(arguments: Sequence[Mapping[str, JsonValue]], scene: Scene) -> list[JsonValue]:
    """Return the single values of calls, those that stand for all values of an input left out.

    What is said of one of them is not said of all together.
    """
    values: list[JsonValue] = []
    for name, value in (pair for given in arguments for pair in given.items()):
        held = {p.name: len(p.choices) for p in scene.function.parameters if p.kind == "choices"}
        whole = isinstance(value, list) and 1 < held.get(name, 0) == len(value)
        values += [] if whole else list(_single([value]))
    return values


def _is_one(item: Item) -> bool:
    return not isinstance(item.value, list) or len(item.value) == 1


def _near(value: float, wanted: JsonValue) -> bool:
    if not isinstance(wanted, int | float):
        return True
    return abs(value - wanted) <= 1e-6 * max(1.0, abs(value)) or abs(value + wanted) <= 1e-6


def _same(value: JsonValue, wanted: JsonValue) -> bool:
    return str(value).casefold() == str(wanted).casefold()


_YEAR = re.compile(r"\d{4}")
_SINCE = re.compile(r"\bsince\s+(?:at\s+least\s+|the\s+)?$", re.I)


_BEGAN = re.compile(r"\bsince\s+[a-z ]*(?:began|begins?|start(?:s|ed)?)\s+in\s+$", re.I)


def opens_series(scene: Scene, time: Time) -> bool:
    """Tell whether a time only says since when a series is held: "since early 2022"."""
    firsts = [p[0] for q in scene.function.parameters for p in q.periods.values()]
    since = _SINCE.search(scene.text[: time.start]) or _BEGAN.search(scene.text[: time.start])
    return bool(firsts and since) and time.first.isoformat() <= min(firsts)


def _dated(time: Time, days: Sequence[date]) -> bool:
    if time.grain in ("now", "years"):
        return True
    return any(time.first - _SLACK <= d <= time.last + _SLACK for d in days)


def _printed(figure: Printed, readings: Sequence[Reading], values: Sequence[JsonValue]) -> bool:
    at = (min(figure.qualified_from, figure.start), max(figure.unit_end, figure.end))
    figures = [f for r in readings for f in (*r.figures, *([r.direction] if r.direction else []))]
    shown = any(f.start < at[1] and at[0] < f.end for f in figures)
    return shown or any(
        isinstance(v, int | float) and float(v) == float(figure.value) for v in values
    )


def _contradictory(readings: Sequence[Reading]) -> bool:
    """Tell whether two numbers are given to one quantity that cannot both hold."""
    told = [
        (r, ends)
        for r in readings
        if r.figures and not r.label and not r.negated and (ends := _ends(r)) is not None
    ]
    for at, (one, (low, high)) in enumerate(told):
        for other, (least, most) in told[at + 1 :]:
            same = one.expression == other.expression and one.unit == other.unit
            alike = one.quantile == other.quantile and one.level == other.level
            if same and alike and (low > most or high < least):
                return True
    return False


def _ends(reading: Reading) -> tuple[float, float] | None:
    """Return between which values a number lets a quantity lie."""
    value = _value(reading.figures[0])
    if value is None:
        return None
    if reading.comparator in ("above", "at_least", "just_above"):
        return value, inf
    if reading.comparator in ("below", "at_most", "just_below"):
        return -inf, value
    return (value, value) if reading.comparator in ("equal", "about") else None


def _with_itself(reading: Reading) -> bool:
    terms = [(t.call.canonical(), t.output, t.end) for t in reading.expression.terms]
    if reading.expression.operation == "double_difference":
        first, second = terms[:2], terms[2:]
        return first == second or first[0] == first[1] or second[0] == second[1]
    return reading.expression.operation != "value" and len(set(terms)) < len(terms)


def _out_of_period(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return a time without a year that was taken for one outside the season it is said of."""
    bare = [t for t in scene.times if not _YEAR.search(scene.text[t.start : t.end])]
    if not bare or len(bare) < len(scene.times):
        return ""
    periods = {p.name: p for p in scene.function.parameters if p.periods}
    for reading in readings:
        days = _ISO.findall(reading.label) if reading.unit == "date" else []
        for term in reading.expression.terms:
            given = ((periods[n], v) for n, v in term.call.arguments.items() if n in periods)
            ends = [p.periods[str(v)] for p, v in given if str(v) in p.periods]
            if days and any(max(days) < first or min(days) > last for first, last in ends):
                return scene.text[bare[0].start : bare[0].end]
    return ""


def _idle(scene: Scene, reading: Reading) -> bool:
    """Tell whether what is compared differs only in a day that its output does not depend on."""
    terms = reading.expression.terms
    if len(terms) != 2 or terms[0].output != terms[1].output:
        return False
    first, second = (t.call.arguments for t in terms)
    days = {n for o in scene.function.outputs for n in o.needs}
    unlike = {n for n in {*first, *second} if first.get(n) != second.get(n)}
    needed = next((o.needs for o in scene.function.outputs if o.name == terms[0].output), ())
    return bool(unlike) and unlike <= days and not unlike & {*needed}


def _value(figure: Figure) -> float | None:
    if figure.value is not None:
        return round(figure.value, 9)
    printed = printed_number(figure.text)
    return float(printed.value) if printed else None
