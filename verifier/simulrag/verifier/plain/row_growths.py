"""Which of two settings changes more, and what a change of emissions does, as rows of signs."""

from collections.abc import Sequence

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.row_effects import lead_of, ordered
from simulrag.verifier.plain.row_words import Kind
from simulrag.verifier.plain.rows import Row, Sign, account_for_all, row_of
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete

Readings = list[Reading]
#: How much something moves, beside a verb that says which way.
_MORE = frozenset("more faster stronger greater larger bigger quicker further higher".split())
_LESS = frozenset("less slower weaker smaller fewer lesser".split())
_TWO = 2
#: The sign of words that say that something changes, either way.
_OTHER = 2
#: Signs that would have to be bound to others.
_UNBOUND: tuple[Kind, ...] = (
    "or", "lag", "exchange", "even", "label", "pick", "pair", "nth", "all",
)  # fmt: skip
#: Kinds of inputs that are changes of others.
_MOVED = ("change", "texts")


def growths_in_rows(scene: Scene) -> Readings:
    """Read "Oslo gains more degrees between 1990 and 2080 than Lima does", in any order."""
    years = [p.name for p in scene.function.parameters if p.kind == "year"]
    row = row_of(scene) if years else None
    if row is None or row.of_kind(*_UNBOUND, "slight", "number", "not", "only"):
        return []
    varied = [name for name in _given(row) if len(_distinct(row, name)) == _TWO]
    others = [name for name in varied if name not in years]
    graded = _graded(row)
    if graded is None:
        return []
    if not varied:
        return _as_before(scene, row, graded)
    if len(varied) != _TWO or len(others) != 1 or len(row.of_kind("than", "outdo")) != 1:
        return []
    first, last = sorted(_distinct(row, years[0]), key=lambda s: float(str(s.value)))
    ends = _outdone(row, others[0]) or ordered(scene, row, others[0])
    if ends is None or not _spans(row, years[0]):
        return []
    setting = {s.parameter: s.value for s in row.of_kind("value")}
    calls = [
        complete(scene, {**setting, others[0]: end.value, years[0]: year.value}, comparing=True)
        for end in ends
        for year in (first, last)
    ]
    return _read(scene, calls, graded)


def _as_before(scene: Scene, row: Row, graded: Comparative) -> Readings:
    """Read "Lima warms by more": than what the sentence before told to warm, in the same years."""
    calls = scene.discourse.calls
    own = len(calls) == _TWO and calls[0].function == scene.function.name
    given = {s.parameter: s.value for s in row.of_kind("value")}
    if not own or len(given) != 1 or {s.kind for s in row.signs} - {"value", "way", "output", "of"}:
        return []
    years = [p.name for p in scene.function.parameters if p.kind == "year"]
    moved = [n for n, v in calls[1].arguments.items() if calls[0].arguments.get(n) not in (None, v)]
    ((name, value),) = given.items()
    if moved != years or calls[1].arguments.get(name) in (None, value):
        return []
    mine = [complete(scene, {**c.arguments, name: value}, comparing=True) for c in calls]
    return _read(scene, [*calls, *mine], graded)


def _outdone(row: Row, name: str) -> tuple[Sign, Sign] | None:
    """Return what is outdone and what outdoes it: "Oslo outpaces Lima in warming"."""
    verbs, own = row.of_kind("outdo"), row.values(name)
    if len(verbs) != 1 or len(own) != _TWO or not own[0].start < verbs[0].start < own[1].start:
        return None
    return own[1], own[0]


def _given(row: Row) -> list[str]:
    return list(dict.fromkeys(s.parameter for s in row.of_kind("value")))


def _distinct(row: Row, name: str) -> list[Sign]:
    """Return the signs that give an input its values, one for each value."""
    return list({str(s.value): s for s in row.values(name)}.values())


def _spans(row: Row, name: str) -> bool:
    """Tell whether two years are the ends of a stretch of time."""
    own = row.values(name)
    leads = [set(lead_of(row, s)) for s in own]
    return (
        len(own) == _TWO and bool({"between", "from"} & leads[0]) and bool({"and", "to"} & leads[1])
    )


def _graded(row: Row) -> Comparative | None:
    """Return the word for how much, its sign turned to what it says of a rise."""
    words = [s.way for s in row.of_kind("way") if s.way is not None]
    grades = [w for w in words if w.words in _MORE | _LESS]
    verbs = list({w.words: w for w in words if w not in grades}.values())
    if row.of_kind("outdo") and not grades and len(verbs) == 1 and verbs[0].sign == 1:
        return verbs[0]
    if len(grades) != 1 or len(verbs) != 1 or verbs[0].sign != 1 or verbs[0].aspect != "size":
        return None
    sign = 1 if grades[0].words in _MORE else -1
    return verbs[0].model_copy(update={"sign": sign})


def _read(scene: Scene, calls: Sequence[Call], word: Comparative) -> Readings:
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, word.model_copy(update={"sign": 1}), held)
    if output is None:
        return []
    account_for_all(scene)
    return [direction(expression("double_difference", calls, output), word, output)]


def changes_in_rows(scene: Scene) -> Readings:
    """Read "a third less CO2 leaves Lisbon cooler in 2085" in any order of its parts."""
    effects = {o.changes_of: o for o in scene.function.outputs if o.changes_of}
    if scene.function.compares:
        effects = {o.name: o for o in scene.function.outputs if "lower" in o.fall_words}
    row = row_of(scene) if effects else None
    if row is None or row.of_kind(*_UNBOUND, "number", "from"):
        return []
    moved = [s for s in row.of_kind("value") if scene.parameter(s.parameter).kind in _MOVED]
    if len(moved) != 1 or any(len(_distinct(row, name)) > 1 for name in _given(row)):
        return []
    if {"than", "pivot", "not"} & set(lead_of(row, moved[0])) or not _against_none(scene, row):
        return []
    told = _told(row)
    if told is None:
        return []
    sign, word = told
    if word.sign not in (1, -1) and scene.text != scene.text.strip():
        return []  # of a part of a sentence, whose change may be told in another
    at = row.signs.index(sign)
    negated = at > 0 and row.signs[at - 1].kind == "not"
    if len(row.of_kind("not")) != negated:
        return []
    setting = {s.parameter: s.value for s in row.of_kind("value")}
    call = complete(scene, setting, comparing=True)
    return _effect(scene, call, effects, word, negated=negated)


def _told(row: Row) -> tuple[Sign, Comparative] | None:
    """Return the one word for what a change does; "heats it still more" is told by the verb."""
    ways = [s for s in row.of_kind("way") if s.way is not None]
    verbs = [s for s in ways if s.way is not None and s.way.words not in _MORE | _LESS]
    grades = [s.way for s in ways if s not in verbs]
    told = verbs or ways
    if len(told) != 1 or told[0].way is None or len(ways) - len(told) > 1:
        return None
    word = told[0].way
    if verbs and grades and (word.sign == 0 or grades[0] is None):
        return None
    lessened = bool(verbs) and any(g is not None and g.words in _LESS for g in grades)
    return told[0], word.model_copy(update={"sign": -word.sign if lessened else word.sign})


def _against_none(scene: Scene, row: Row) -> bool:
    """Tell whether what is compared with, if anything, is the same without the change."""
    pivots = row.of_kind("than", "pivot")
    if not pivots:
        return True
    behind = [s for s in row.signs if s.start > pivots[0].start and s.kind == "value"]
    first = scene.parameter(behind[0].parameter).kind if behind else ""
    return len(pivots) == 1 and (len(behind) <= 1 or first == "choice")


def _effect(
    scene: Scene, call: Call, effects: dict[str, Output], word: Comparative, *, negated: bool
) -> Readings:
    held = [o for o in choosing.named(scene, list(call.arguments)) if o.name in effects]
    output = choosing.for_comparison(scene, word, held)
    told = [effects[output.name]] if output is not None else []
    if not held and scene.function.compares:
        told = list(effects.values())  # "a smaller epidemic": each of its sizes
    account_for_all(scene)
    if word.sign == _OTHER:
        word, negated = word.model_copy(update={"sign": 0}), not negated
    return [
        direction(expression("value", (call,), effect), word, effect, negated=negated)
        for effect in told
    ]
