"""Statements of what a change of an input does: "halving CO2 would leave it cooler"."""

import itertools
import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Expression, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.comparisons import comparisons, telling, use_shared_pivots
from simulrag.verifier.plain.courses import PARTS, worded
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item, changes_in_words
from simulrag.verifier.plain.marks import PIVOT, Comparative
from simulrag.verifier.plain.pairs import UNCHANGED
from simulrag.verifier.plain.readings import direction, expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.text import Span

Readings = list[Reading]


def changed(scene: Scene) -> Readings:
    """Read what a change of an input does, compared with none: "more methane would cool"."""
    moved = [i for i in scene.items if scene.parameter(i.parameter).kind == "change"]
    if not moved or _apart(scene, moved):
        return []
    made: Readings = []
    for setting in settings_of(scene, scene.items):
        call = complete(scene, setting, comparing=True)
        made += _effects(scene, call)
        use_shared_pivots(scene, call)
    scene.use(*scene.items)
    for word in UNCHANGED.finditer(scene.text):
        scene.use(Span(text="", start=word.start(), end=word.end()))
    return made


#: Changes of which each is spoken of by itself: "both cool it equally", "as much as".
_EACH = re.compile(
    r"\b(?:equally|alike|each|either|neither|respectively|apiece|separately|the\s+same|differ\w*|"
    r"just\s+as|as\s+(?:much|little|strongly)|whereas|while|but|rather|instead|cancel\w*|offset\w*|"
    r"outweigh\w*)\b",
    re.I,
)


def _apart(scene: Scene, moved: Sequence[Item]) -> bool:
    """Tell whether changes of several inputs are not made together."""
    if len({i.parameter for i in moved}) < 2:
        return False
    order = sorted(moved, key=lambda i: i.start)
    gaps = [(a.end, b.start) for a, b in itertools.pairwise(order) if a.end < b.start]
    told = [c for c in scene.comparatives if c.outputs]
    between = any(left <= c.start < right for left, right in gaps for c in told)
    return between or bool(_EACH.search(scene.text))


def _effects(scene: Scene, call: Call) -> Readings:
    changes = {o.changes_of: o for o in scene.function.outputs if o.changes_of}
    held = [o for o in choosing.named(scene, list(call.arguments)) if o.name in changes]
    moved = [i for i in scene.items if scene.parameter(i.parameter).kind == "change"]
    #: "40 % higher" says how the input moves.
    ways = [
        c
        for c in scene.comparatives
        if _WAY.fullmatch(c.words) and any(i.end <= c.start <= i.end + 1 for i in moved)
    ]
    scene.use(*ways)
    inside = [
        c
        for c in scene.comparatives
        if c not in ways
        and not any(i.start <= c.start < i.end for i in scene.items)
        and not _open(scene.text, c.start)
    ]
    last = max(i.end for i in moved)
    plain = [
        c
        for c in inside
        if c.aspect == "size"
        and c.sign
        and (c.start >= last or _of_topic(scene, c) or _CONDITION.match(scene.text, c.end))
    ]
    words = [c for c in inside if c.outputs] or [
        c for c in plain if c.words.lower() not in ("more", "less")
    ]
    nothing = [c for c in inside if c.sign == 0 and c.aspect == "size" and c.start >= last]
    if nothing and words and nothing[0].end <= words[0].start:
        if not _is_object(scene.text, nothing[0], words[0]):
            return []
        words = nothing  # "has no influence on how warm it is"
    words = words or nothing
    if {1, -1} <= {w.sign for w in telling(words)}:
        return []  # up and down at once: one of them is said of something else
    made: Readings = []
    for word in telling(words)[:1]:
        output = choosing.for_comparison(scene, word, held)
        if output is None:
            return []
        scene.use(*inside)
        effect = changes[output.name]
        negated = denied(scene, word.start) != (word.sign == _UNLIKE)
        if word.sign == _UNLIKE:  # no change, denied
            word = word.model_copy(update={"sign": 0})
        size = _size(scene, effect, last, acts=_acts(scene, word, last))
        if size is not None and word.sign == 0:
            return []  # "makes a difference of 1.6 °C": either way
        if size is not None and effect.unit != "percent" and _lent(scene):
            return []  # how much a change does depends on when
        if size is None and any(_graded(scene, c, word) for c in inside):
            return []  # "cools it more": than what?
        if size is not None:
            scene.use(size)
            signed = _signed(scene, call, output, effect, falls=word.sign < 0)
            made.append(number(signed, size, effect, negated=negated, direction=word))
            continue
        made.append(direction(expression("value", (call,), effect), word, effect, negated=negated))
    return made


#: What follows is the change that is spoken of: "would be lower if emissions were halved".
_CONDITION = re.compile(r"\s+(?:in\s+\d{4}\s+)?(?:if|when|with|were|should)\b", re.I)
_ON = re.compile(r"\s+(?:on|upon|to|for|in|how|whether)\s+(?:[\w']+\s+){0,5}", re.I)


def _is_object(text: str, nothing: Comparative, word: Comparative) -> bool:
    """Tell whether a word only says of what it is that nothing changes: "no effect on the heat"."""
    return bool(_ON.fullmatch(text, nothing.end, word.start))


def _of_topic(scene: Scene, word: Comparative) -> bool:
    """Tell whether a word stands right before an output: "a lower annual mean temperature"."""
    return any(s.start - word.end == 1 for _, s in scene.topics)


#: The sign of a word that says that something differs, whichever way.
_UNLIKE = 2
_WAY = re.compile(
    r"higher|lower|more|less|fewer|larger|smaller|greater|up|down|above|below|over|under", re.I
)
#: What is left open: "whether emissions follow it or are 40 % lower".
_WHETHER = re.compile(r"\w\s+whether\b[^,;:]*\bor\b[^,;:]*$", re.I)


def _open(text: str, at: int) -> bool:
    """Tell whether a word stands in what a sentence leaves open."""
    return bool(_WHETHER.search(text[:at]))


def _lent(scene: Scene) -> list[str]:
    """Return the inputs that are told by nobody and would have to take a typical value."""
    told = {i.parameter for i in scene.items}
    return [
        p.name
        for p in scene.function.parameters
        if p.typical is not None
        and p.name not in told
        and scene.discourse.latest(scene.simulator.name, p.name) is None
    ]


def _graded(scene: Scene, word: Comparative, after: Comparative) -> bool:
    """Tell whether "more" stands behind a verb without "than", so that it is not told than what."""
    if word.words.lower() not in ("more", "less") or word.start < after.end:
        return False
    return not PIVOT.search(scene.text, word.end) and not _NUMBER.match(scene.text, word.end)


_NUMBER = re.compile(r"\s+than\s+(?:an?\b|half\b|one\b|two\b|three\b|\d)", re.I)


def _signed(scene: Scene, call: Call, output: Output, effect: Output, *, falls: bool) -> Expression:
    """Return the effect of a call's changes: as a difference, whose spread is known, if it is one.

    A percentage is an output of its own.
    """
    if effect.unit == "percent" or scene.interval is not None:
        return expression("value", (call,), effect, negative=falls)
    kinds = {p.name: p.kind for p in scene.function.parameters}
    kept = {n: 0.0 if kinds[n] == "change" else value for n, value in call.arguments.items()}
    without = call.model_copy(update={"arguments": kept})
    return expression("difference", (without, call), output, negative=falls)


_PART = re.compile(
    r"\b(?:by\s+)?(?P<q>(?:more than|over|well over|at least|less than|under|about|around|roughly|"
    rf"nearly|almost)\s+)?(?P<part>{'|'.join(sorted(PARTS, key=len, reverse=True))})"
    r"(?=\s*(?:[,.;]|$)|\s+(?:longer|shorter|higher|lower|more|less|fewer|larger|smaller|slower|"
    r"faster)\b)",
    re.I,
)
#: Verbs that say of a change that it brings about what follows.
_CAUSES = re.compile(r"\b(?:makes?|made|making|leaves?|left|leaving|keeps?|kept|renders?)\b", re.I)


#: Between a change and the verb that it is the subject of, and between the verb and its object.
_SUBJECT = re.compile(
    r"\s+(?:emissions\s+)?(?:(?:in|under|following|of|relative\s+to)\s+(?:ssp\s?[\d.-]+|that\s+scenario)\s+)?"
    r"(?:(?:would|will|could|can|does|only|also|merely|eventually)\s+)*",
    re.I,
)
_OBJECT = re.compile(r"\s+(?:the|[A-Z])")


def _acts(scene: Scene, word: Comparative, last: int) -> bool:
    """Tell whether a change is said to do something: "halving CO2 cools Oslo by 1 °C"."""
    led = word.start >= last and _SUBJECT.fullmatch(scene.text, last, word.start)
    return bool(led and _OBJECT.match(scene.text, word.end))


def _size(scene: Scene, effect: Output, last: int, *, acts: bool) -> Printed | None:
    """Return by how much a change of inputs that ends at `last` changes an output, if that is said.

    A percentage is always of the state without the change; a difference might be from an
    earlier year, if no verb says that the change makes it.
    """
    if effect.unit == "percent" and (part := _PART.search(scene.text, last)):
        return worded(part, "part", PARTS[" ".join(part["part"].lower().split())])
    sizes = [q for q in scene.numbers if family(q.unit) == family(effect.unit) and q.start >= last]
    made = acts or _CAUSES.search(scene.text, last, sizes[0].start if sizes else last)
    caused = effect.unit == "percent" or (not scene.baselines and made)
    return sizes[0] if len(sizes) == 1 and caused else None


#: By how much an input moves that is said to be higher or lower without a number, of its range.
_STEP_SHARE = 0.15


def moved_in_words(scene: Scene) -> Readings:
    """Read "less immunity flattens the wave": two typical settings, one lower than the other."""
    moved = changes_in_words(scene.text, scene.function)
    if len({p.name for p, _, _ in moved}) != 1:
        return []
    parameter, sign, span = moved[0]
    given = [i for i in scene.items if i.parameter == parameter.name]
    if given or parameter.low is None or parameter.high is None:
        return []
    if parameter.kind == "change":
        moved_to: JsonValue = 100.0 * _STEP_SHARE * 2 * sign
        scene.assumed.append(f"{parameter.name}: {moved_to}, for a change without a number")
        scene.items.append(
            Item(parameter=parameter.name, value=moved_to, start=span.start, end=span.end)
        )
        return changed(scene)
    base = parameter.typical
    if not isinstance(base, int | float):
        return []
    step = _STEP_SHARE * (parameter.high - parameter.low)
    base = min(max(base, parameter.low + step), parameter.high - step)
    other = base + sign * step
    typical = {
        p.name: p.typical
        for p in scene.function.parameters
        if p.kind in ("number", "share") and p.typical is not None
    }
    calls = [
        complete(scene, {**typical, **setting, parameter.name: value}, comparing=True)
        for setting in settings_of(scene, scene.items)
        for value in (base, other)
    ]
    if len(calls) != 2:
        return []
    scene.use(*scene.items, span)
    scene.comparatives = [c for c in scene.comparatives if not span.start <= c.start < span.end]
    scene.assumed.append(f"{parameter.name}: {other:g} against {base:g}")
    return comparisons(scene, calls[:1], calls[1:], None)
