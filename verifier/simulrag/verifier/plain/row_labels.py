"""Whether something grows or comes to nothing, read as a row of signs: "fails to take off"."""

import re
from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Output, Parameter
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain.readings import expression
from simulrag.verifier.plain.row_table import NUMERIC, tells_growth
from simulrag.verifier.plain.row_words import ends_of_growth
from simulrag.verifier.plain.rows import Row, Sign, account_for_all, row_of
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete

_KINDS = frozenset(
    "value number label not of condition by name output it share and even to over only from".split()
)
_TWO = 2
_HARDLY = re.compile(r"hardly|barely|scarcely", re.I)
_AT_LEAST = ("above", "at_least", "just_above")
_AT_MOST = ("below", "at_most", "just_below")


def labels_in_rows(scene: Scene) -> list[Reading]:
    """Read "no epidemic develops at an R0 of 1.3 with 60 % immune" in any order of its parts."""
    output = _of_two_ends(scene)
    row = row_of(scene) if output is not None else None
    labels = row.of_kind("label") if row is not None else []
    if output is None or row is None or not labels or {s.kind for s in row.signs} - _KINDS:
        return []
    if any(_HARDLY.fullmatch(scene.text, s.start, s.end) for s in row.of_kind("not")):
        return []  # "barely takes off" does so
    way = _way(row, labels)
    settings = list(_settings(scene, row))
    if not way or not settings:
        return []
    label = next((v for v, words in output.choices.items() if ends_of_growth(words) == way), "")
    if not label:
        return []
    account_for_all(scene)
    at = labels[0]
    figure = Figure(text=scene.text[at.start : at.end], start=at.start, end=at.end)
    return [
        Reading(
            expression=expression("value", (complete(scene, setting, comparing=False),), output),
            comparator="is", figures=(figure,), label=label,
        )
        for setting in settings
    ]  # fmt: skip


def _of_two_ends(scene: Scene) -> Output | None:
    """Return the one output that says whether something grows, where no day decides it."""
    function = scene.function
    if function.observed or any(p.kind == "date" for p in function.parameters):
        return None
    return next((o for o in function.outputs if tells_growth(o)), None)


def _way(row: Row, labels: list[Sign]) -> int:
    """Return 1 where all words say that it grows, -1 that it does not, 0 where they disagree."""
    told: set[int] = set()
    denied = 0
    for at, sign in enumerate(row.signs):
        if sign.kind == "not":
            denied += 1
        elif sign in labels and _is_subject(row.signs[at : at + 2]):
            denied += 1  # "no epidemic develops"
        elif sign.kind == "label" and sign.way is not None:
            told.add(-sign.way.sign if denied % _TWO else sign.way.sign)
            denied = 0
    return told.pop() if len(told) == 1 and not denied else 0


def _is_subject(signs: Sequence[Sign]) -> bool:
    """Tell whether "no epidemic" stands before the verb that says what it does."""
    words = [s.way.words if s.way is not None else "" for s in signs]
    return len(words) == _TWO and words[0].startswith("no ") and signs[1].kind == "label"


def _settings(scene: Scene, row: Row) -> Iterator[dict[str, JsonValue]]:
    """Yield the settings at both ends of what is said; none where a value is told twice."""
    given = {s.parameter: s.value for s in row.of_kind("value")}
    if any(len({str(s.value) for s in row.values(name)}) > 1 for name in given):
        return
    bounds = row.of_kind("number")
    if len(bounds) > 1 or (row.of_kind("only") and not given):
        return
    if not bounds:
        if given:
            yield given
        return
    found = _owner(scene, bounds[0])
    if found is None or found[0].name in given:
        return
    parameter, ends = found
    for end in ends:
        yield {**given, parameter.name: end}


def _owner(scene: Scene, sign: Sign) -> tuple[Parameter, tuple[float, float]] | None:
    """Return the input of which a bound is told, and the two ends of what it allows."""
    figure = sign.number
    if figure is None or figure.qualifier not in (*_AT_LEAST, *_AT_MOST):
        return None
    kind = "share" if figure.unit == "percent" else "number" if not figure.unit else ""
    owners = [p for p in scene.function.parameters if p.kind == kind and p.kind in NUMERIC]
    if len(owners) != 1:
        return None
    low, high, value = owners[0].low, owners[0].high, float(figure.value)
    if low is None or high is None or not low <= value <= high:
        return None
    return owners[0], (value, high) if figure.qualifier in _AT_LEAST else (low, value)
