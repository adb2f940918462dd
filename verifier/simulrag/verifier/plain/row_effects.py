"""What a changed input does to a result, read as a row of signs: every word accounted for."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.row_outputs import all_ways
from simulrag.verifier.plain.rows import Row, Sign, row_of
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete

Readings = list[Reading]
_UP_FROM = re.compile(r"\b(?:up|down)\s+from\s+(?:\w+\s+){0,2}$", re.I)
_THAT = re.compile(r"\b(?:than|with|to|as)\s+(?:that|it|this)(?:\s+one)?\W*$", re.I)
_TWO = 2
_LEADS = ("condition", "name", "of", "it", "to", "or", "and", "share", "only", "by")


def effects_in_rows(scene: Scene) -> Readings:
    """Read "50 instead of 20 % immune makes the peak lower" in any order of its parts."""
    row = row_of(scene) if is_of_model(scene) else None
    if row is None:
        return []
    varied = _varied(row)
    if varied is None:
        leaning = (_as_before, _than_that, _of_two, _it_against)
        for way in leaning:
            if made := way(scene, row):
                return made
        return []
    ends = ordered(scene, row, varied)
    ways = ways_of(row, varied)
    if not ways or (scene.parameter(varied).kind == "place" and _is_graded(row)):
        return []  # how much two places warm is no matter of which is warmer
    if ends is None and all(s.way is not None and s.way.sign in (0, 2) for s, _ in ways):
        ends = _either(row, varied)
    if ends is None or not _inputs_agree(row, varied, *ends, ways):
        return []
    return all_ways(scene, row, varied, _calls(scene, row, *ends), ways)


def _as_before(scene: Scene, row: Row) -> Readings:
    """Read "it also peaks earlier": the same two settings as in the sentence before."""
    calls = scene.discourse.calls
    own = len(calls) == _TWO and (calls[0].simulator, calls[0].function) == (
        scene.simulator.name,
        scene.function.name,
    )
    told = {s.kind for s in row.signs} - {"output", "way", "it", "of", "not", "and"}
    plain = not scene.function.observed and row.of_kind("way")
    if not own or told or not (row.of_kind("it") or plain):
        return []
    ways = ways_of(row, "")
    if told & {"slight"} or sum(denied for _, denied in ways) != len(row.of_kind("not")):
        return []
    varied = [n for n, v in calls[1].arguments.items() if calls[0].arguments.get(n) != v]
    return all_ways(scene, row, varied[0], (calls[0], calls[1]), ways) if len(varied) == 1 else []


def _than_that(scene: Scene, row: Row) -> Readings:
    """Read "SSP1-2.6 ends cooler than that": than the setting of the sentence before."""
    calls = scene.discourse.calls
    own = len(calls) == 1 and (calls[0].simulator, calls[0].function) == (
        scene.simulator.name,
        scene.function.name,
    )
    last = row.signs[-1] if row.signs else None
    if not own or last is None or not _points_back(last):
        return []
    told = {s.kind for s in row.signs if s is not last}
    if told - {"value", "output", "way", "of", "condition", "it", "number", "even", "to"}:
        return []
    setting = {**calls[0].arguments, **{s.parameter: s.value for s in row.of_kind("value")}}
    varied = [n for n, v in setting.items() if calls[0].arguments.get(n) != v]
    ended = last.kind == "way" or _THAT.search(scene.text) is not None
    if len(varied) != 1 or not ended:
        return []
    both = (calls[0], complete(scene, setting, comparing=True))
    return all_ways(scene, row, varied[0], both, ways_of(row, varied[0]))


def _points_back(last: Sign) -> bool:
    """Tell whether a sentence ends with what it compares with: "than that", "cooler"."""
    if last.way is None:
        return last.kind in ("than", "pivot")
    return last.way.sign in (1, -1) and (
        last.way.words.endswith(("er", " it", " that", " one"))
        or last.way.words in ("more", "less")
    )


def _of_two(scene: Scene, row: Row) -> Readings:
    """Read "Moscow is the colder of the two in 2090": of the two that were named last."""
    given = {s.parameter: s.value for s in row.of_kind("value")}
    places = [n for n in given if scene.parameter(n).kind in ("place", "choice", "choices")]
    told = {s.kind for s in row.signs} - {"value", "output", "way", "pair", "it", "of", "condition"}
    if told or len(row.of_kind("pair")) != 1 or not places:
        return []
    for name in places:
        known = scene.discourse.several(scene.simulator.name, name)[-_TWO:]
        if len(known) == _TWO and given[name] in known:
            other = next(v for v in known if v != given[name])
            first, second = (
                complete(scene, {**given, name: v}, comparing=True) for v in (other, given[name])
            )
            return all_ways(scene, row, name, (first, second), ways_of(row, name))
    return []


def _it_against(scene: Scene, row: Row) -> Readings:
    """Read "its mean is the same as Miami's": what was named last, against what is named now."""
    own = {s.parameter: s for s in row.of_kind("value")}
    last = row.signs[-1] if row.signs else None
    told = {s.kind for s in row.signs} - {"value", "output", "way", "it", "of", "condition", "than"}
    if told or last is None or last.kind != "value" or not row.of_kind("it"):
        return []
    name = last.parameter
    known = scene.discourse.latest(scene.simulator.name, name)
    several = scene.discourse.among(scene.simulator.name, name)
    led = _COMPARED.search(scene.text[: last.start])
    if scene.parameter(name).kind != "place" or several or known in (None, last.value) or not led:
        return []
    setting = {n: s.value for n, s in own.items()}
    first, second = (
        complete(scene, {**setting, name: value}, comparing=True) for value in (last.value, known)
    )
    return all_ways(scene, row, name, (first, second), ways_of(row, name))


#: What leads in the other of two that are compared.
_COMPARED = re.compile(
    r"\b(?:as|than|to|from)\s+(?:(?:that|those|the\s+one)\s+(?:of|in)\s+)?$", re.I
)


def is_of_model(scene: Scene) -> bool:
    """Tell whether a function is a model or a table, and no series of what was counted."""
    function = scene.function
    counted = any(p.periods or p.kind == "date" for p in function.parameters)
    return not function.observed or not counted or any(o.published for o in function.outputs)


def _varied(row: Row) -> str | None:
    """Return the one input that is given two values, each other one having one."""
    values: dict[str, list[object]] = {}
    for sign in row.of_kind("value"):
        given = values.setdefault(sign.parameter, [])
        if sign.value not in given:
            given.append(sign.value)
    several = [name for name, given in values.items() if len(given) > 1]
    return several[0] if len(several) == 1 and len(values[several[0]]) == 2 else None


def lead_of(row: Row, sign: Sign) -> Sequence[str]:
    """Return the kinds of the signs right before a value that lead it in, nearest first."""
    kinds: list[str] = []
    for other in reversed(row.signs[: row.signs.index(sign)]):
        if other.kind == "value" and other.parameter != sign.parameter:
            continue
        if other.kind not in (*_LEADS, "from", "pivot", "than", "not", "between"):
            break
        kinds.append(other.kind)
    return kinds


def ordered(scene: Scene, row: Row, varied: str) -> tuple[Sign, Sign] | None:
    """Return the value that is compared with, and the one of which something is said."""
    own = row.values(varied)
    first = own[0]
    second = next(s for s in own if s.value != first.value)
    pivots = row.of_kind("pivot", "than", "exchange")
    if len(own) > _TWO:
        return _named_again(row, own, pivots)
    if picks := row.of_kind("pick"):
        return _picked(picks, first, second) if not pivots else None
    leads = lead_of(row, first), lead_of(row, second)
    denied = "not" in leads[1] and not pivots
    exchanged = all(p.kind == "exchange" for p in pivots)
    if "from" in leads[0] and "to" in leads[1] and exchanged:
        return first, second
    if scene.parameter(varied).kind == "year" or scene.parameter(varied).periods:
        spans = {"between", "from"} & set(leads[0]) and {"and", "to"} & set(leads[1])
        if spans and not pivots:
            return (first, second) if str(first.value) < str(second.value) else None
    if "to" in leads[0] and "from" in leads[1] and not pivots:
        return second, first
    if len(pivots) == 1 and pivots[0].kind == "exchange":
        between = [s for s in row.signs if first.start < s.start < second.start]
        led = {"condition", "by", "to"} & {s.kind for s in between}
        return (first, second) if pivots[0].start < first.start and led else None
    if "from" in leads[1] and "from" not in leads[0] and not pivots:
        return (second, first) if _UP_FROM.search(scene.text[: second.start]) else None
    if ends := _nth(row, first, second):
        return ends if not pivots else None
    if denied or (len(pivots) == 1 and {"pivot", "than"} & set(leads[1])):
        return second, first
    if len(pivots) == 1 and "pivot" in leads[0]:
        return first, second
    return None


def _nth(row: Row, first: Sign, second: Sign) -> tuple[Sign, Sign] | None:
    """Return the two of which "the second" or "the former" is spoken of, behind both."""
    told = row.of_kind("nth")
    if len(told) != 1 or told[0].start < second.end:
        return None
    if any(w.start < told[0].start for w in row.of_kind("way")):
        return None
    return (second, first) if told[0].value == 0 else (first, second)


def _picked(picks: Sequence[Sign], first: Sign, second: Sign) -> tuple[Sign, Sign] | None:
    """Return the two of which the lower or the higher one is spoken of."""
    numbers = isinstance(first.value, float) and isinstance(second.value, float)
    if len(picks) != 1 or picks[0].way is None or not numbers or picks[0].start > first.start:
        return None
    low, high = sorted((first, second), key=lambda s: float(str(s.value)))
    return (low, high) if picks[0].way.sign > 0 else (high, low)


def _named_again(row: Row, own: Sequence[Sign], pivots: Sequence[Sign]) -> tuple[Sign, Sign] | None:
    """Return the ends of "R0 2.1 against 1.5: with 2.1 it peaks later", the last one spoken of."""
    first, second, last = own[0], own[1], own[-1]
    apart = len(own) == _TWO + 1 and first.value != second.value
    between = all(first.start < p.start < second.start for p in pivots)
    ways = row.of_kind("way")
    if not apart or not between or not ways or any(w.start < last.start for w in ways):
        return None
    return (second, first) if last.value == first.value else (first, second)


def _either(row: Row, varied: str) -> tuple[Sign, Sign] | None:
    """Return two values that are called alike or different, so that their order says nothing."""
    own = row.values(varied)
    return (own[0], own[-1]) if len(own) == _TWO else None


def ways_of(row: Row, varied: str) -> list[tuple[Sign, bool]]:
    """Return the words that say which way a result goes, each with whether it is denied."""
    found: list[tuple[Sign, bool]] = []
    signs = row.signs
    for at, sign in enumerate(signs):
        if sign.kind != "way" or _of_input(row, at, varied) or _lies(signs[at:]):
            continue
        denied = _is_denied(signs[:at], varied)
        found.append((sign, denied))
    told = [f for f in found if not f[1]] or found
    #: "Adds 2 °C of warming": a noun for what it is that something is added to.
    verbs = [f for f in told if f[0].way is not None and not f[0].way.words.endswith("ing")]
    told = verbs or told
    told = _graded(told)
    signs_of = {(s.way.aspect, s.way.sign) for s, _ in told if s.way is not None}
    if len(signs_of) != len({aspect for aspect, _ in signs_of}):
        return []  # up and down at once
    return told


#: Verbs that say with a time when something is: "falls two weeks later".
_LIE = re.compile(r"f[ae]ll(?:s|en|ing)?", re.I)


def _lies(signs: Sequence[Sign]) -> bool:
    """Tell whether the first of some signs is a verb that a word of time gives its meaning."""
    behind = next((s for s in signs[1:] if s.kind not in ("number", "lag", "only", "by")), None)
    way = behind.way if behind is not None and behind.kind == "way" else None
    timed = way is not None and way.aspect == "time"
    return timed and signs[0].way is not None and bool(_LIE.fullmatch(signs[0].way.words))


#: Words behind a number that say which way it moves something, whatever the verb before it.
_ADDED = ("off", "on top", "onto")


def _graded(told: list[tuple[Sign, bool]]) -> list[tuple[Sign, bool]]:
    """Return "less" alone of "warms it 1.2 °C less": the verb only says what there is less of."""
    behind = [f for f in told if f[0].way is not None and f[0].way.words in _ADDED]
    if len(behind) == 1 and len({s.way.sign for s, _ in told if s.way is not None}) == 1:
        return behind  # "shaves 0.8 °C off"
    grades = [f for f in told if f[0].way is not None and f[0].way.words in ("more", "less")]
    verbs = [f for f in told if f not in grades]
    rises = all(s.way is not None and s.way.sign == 1 and s.way.aspect == "size" for s, _ in verbs)
    return grades if len(grades) == len(verbs) == 1 and rises else told


def _is_graded(row: Row) -> bool:
    """Tell whether a row holds both a verb for a change and how much of it there is."""
    words = [s.way.words for s in row.of_kind("way") if s.way is not None and s.way.sign]
    return bool({"more", "less"} & {*words}) and bool({*words} - {"more", "less"})


def _is_denied(before: Sequence[Sign], varied: str) -> bool:
    """Tell whether a denial stands before a word, nothing that is compared between."""
    for sign in reversed(before):
        if sign.kind == "not":
            return True
        other = sign.kind == "value" and sign.parameter != varied
        if not other and sign.kind not in ("output", "it", "of", "condition"):
            return False
    return False


def _of_input(row: Row, at: int, varied: str) -> bool:
    """Tell whether a word says which way an input goes: "raising R0", "R0 goes up from"."""
    after = row.signs[at + 1 : at + 4]
    kinds = [s.kind for s in after]
    skipped = 0
    while skipped < len(kinds) and kinds[skipped] in ("of", "share"):
        skipped += 1
    nearest = after[skipped] if skipped < len(after) else None
    if nearest is not None and nearest.kind == "value" and nearest.parameter != varied:
        nearest = after[skipped + 1] if skipped + 1 < len(after) else None
    if nearest is not None and nearest.parameter == varied and nearest.kind == "name":
        return True
    before = row.signs[at - 1] if at else None
    named = before is not None and before.kind == "name" and before.parameter == varied
    return named and bool(kinds) and kinds[0] in ("from", "to")


def _inputs_agree(
    row: Row, varied: str, reference: Sign, subject: Sign, ways: Sequence[tuple[Sign, bool]]
) -> bool:
    """Tell whether every denial belongs to a result, and each word for an input to its values."""
    outside = [
        s
        for at, s in enumerate(row.signs)
        if s.way is not None
        and ((s.kind == "way" and _of_input(row, at, varied)) or s.kind == "moved")
    ]
    if any(s.kind == "moved" and s.parameter != varied for s in outside):
        return False
    if isinstance(subject.value, float) and isinstance(reference.value, float):
        rises = 1 if subject.value > reference.value else -1
        if any(s.way is None or s.way.sign != rises or s.way.aspect != "size" for s in outside):
            return False
    elif outside:
        return False
    told = sum(denied for _, denied in ways)
    spoken = len(row.of_kind("not")) - ("not" in lead_of(row, reference))
    amounts = row.of_kind("number")
    if len(amounts) > (len(ways) == 1) or (row.of_kind("exchange") and outside):
        return False
    return told == spoken and _binds(row)


def _binds(row: Row) -> bool:
    """Tell whether words that bind to what follows, such as "only", stand before that alone."""
    for at, sign in enumerate(row.signs):
        after = next((s.kind for s in row.signs[at + 1 :] if s.kind not in _LEADS), "")
        counts = sign.kind == "only" and after == "number"
        if sign.kind in ("only", "or") and after != "value" and not counts:
            return False
        if sign.kind == "even" and (not row.signs[at + 1 :] or row.signs[at + 1].kind != "way"):
            return False
        if sign.kind in ("from", "between") and after != "value":
            return False  # "keeps it from rising"
        if sign.kind in ("slight", "label"):
            return False
        if sign.kind == "lag" and (after != "way" or row.signs[at + 1].kind != "way"):
            return False
    return True


def _calls(scene: Scene, row: Row, reference: Sign, subject: Sign) -> tuple[Call, Call]:
    setting = {s.parameter: s.value for s in row.of_kind("value")}
    first, second = (
        complete(scene, {**setting, end.parameter: end.value}, comparing=True)
        for end in (reference, subject)
    )
    return first, second
