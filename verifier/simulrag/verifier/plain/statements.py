"""Turns a plain sentence into formal readings, way by way; none where a word is left over."""

import itertools
import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from simulrag.simulators.interface import Call
from simulrag.verifier.agreeing import UNDER_ANY
from simulrag.verifier.claims import Problem, Reading, Term
from simulrag.verifier.plain import (
    agreements,
    amounts,
    appositions,
    between_values,
    changes,
    choosing,
    compared_effects,
    correlations,
    courses,
    crossings,
    declines,
    directs,
    effects,
    gaps,
    grown,
    kinds,
    limits,
    orderings,
    overlaps,
    paired,
    pairs,
    periods,
    portrayed,
    ranks,
    records,
    row_betweens,
    row_effects,
    row_growths,
    row_labels,
    row_shifts,
    row_values,
    scaled,
    shifted_starts,
    steady,
    steps,
    universals,
    waves,
)
from simulrag.verifier.plain.clauses import LAG
from simulrag.verifier.plain.comparisons import apart, comparisons
from simulrag.verifier.plain.denials import denied, not_all, not_even
from simulrag.verifier.plain.discourse import days_of
from simulrag.verifier.plain.exclusives import exclusives
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.listed import listed
from simulrag.verifier.plain.parts_of_peaks import parts_of_peaks
from simulrag.verifier.plain.positions import positions
from simulrag.verifier.plain.quantified import quantified
from simulrag.verifier.plain.ranges import with_interval
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.represented import missing
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import Unsettled, complete, settings_of, values_of
from simulrag.verifier.plain.shares import shares
from simulrag.verifier.plain.slightness import with_slightness
from simulrag.verifier.plain.unexplained import left_over
from simulrag.verifier.plain.whichever import values_of_open
from simulrag.verifier.reading.ratios import multiple
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
#: Each is tried value by value inside the others, so that more would take too long.
_MOST_QUANTIFIERS = 3


def _quantified(scene: Scene) -> Readings:
    """Read what is said of how many values, each value tried as the sentence's own."""
    if len(scene.quantifiers) > _MOST_QUANTIFIERS:
        return []
    for way in (appositions.appositions, exclusives, quantified):
        found = way(scene, lambda single: interpreted(single)[0])
        if found:
            scene.used = [Span(text="", start=0, end=len(scene.text))]
            return found
    return []


def interpreted(scene: Scene) -> tuple[Readings, Problem | None]:
    """Return the readings of a sentence in terms of a function, or what stands in the way.

    A condition that is left open is no obstacle where the sentence is decided alike whatever it is.
    """
    made, problem = _tried(scene)
    if made or problem is None or not (whichever := values_of_open(scene, problem)):
        return made, problem
    name, values = whichever
    found = [interpreted(scene.trying(name, value))[0] for value in values]
    if not all(found) or len({len(readings) for readings in found}) > 1:
        return [], problem
    scene.assumed.append(f"{name}: none is named, and several give the same")
    return [
        reading.model_copy(update={"aspect": reading.aspect or f"{UNDER_ANY}{name} ({at})"})
        for readings in found
        for at, reading in enumerate(readings, start=1)
    ], None


#: How many figures a number has, which is no number itself; denials that a comparison of sizes may
#: pass over; and what holds now and then, or does not quite.
_TURNED = re.compile(
    r"\b(?:(?:single|double|triple|two|three|four|five|six|[2-6])[\s-](?:digits?|figures)|"
    r"anything\s+but\s+(?:as|so)|at\s+times|from\s+time\s+to\s+time|now\s+and\s+(?:then|again)|"
    r"(?:nearly|almost|practically|virtually|all\s+but)\s+(?:had\s+(?:more|fewer)|exceeded|overtook|"
    r"surpassed|overtaken|outdid|outnumbered))\b",
    re.I,
)
#: How long something takes, which is no more of it: only rows tell that.
_NEEDED = re.compile(r"\b(?:more|less)\s+time\s+(?:to|for|until|before)\b", re.I)
#: The highest few of many are no output, and each of them is not the highest.
_SEVERAL_TOPS = re.compile(
    r"\b(?:two|three|four|five|six|ten|\d+)\s+(?:single\s+)?(?:worst|highest|busiest|heaviest|biggest|"
    r"largest|top|lowest|quietest|mildest|warmest|coldest|hottest)\s+(?:\w+\s+){0,2}?"
    r"(?:weeks|days|seasons|winters|years|months)\b",
    re.I,
)


def _tried(scene: Scene) -> tuple[Readings, Problem | None]:
    """Return the readings by the first way that leaves no word over, or what stands in the way."""
    if several := _not_said_at_once(scene):
        scene.unread = several
        return [], None
    problem: Problem | None = None
    ways = _IN_ROWS if _NEEDED.search(scene.text) else _WAYS
    if overlaps.compares_ranges(scene.text):
        ways = (overlaps.overlaps,)
    for way in ways:
        scene.used, scene.kept, scene.all_known = [], [], False
        try:
            found = with_interval(scene, way(scene))
        except Unsettled as error:
            problem = problem or error.problem
            continue
        found = not_all(scene.text, found)
        left = _left(scene, found) if found else ""
        if found and not left:
            return with_slightness(scene, not_even(scene.text, found)), None
        scene.unread = scene.unread or left
    return [], problem


def _not_said_at_once(scene: Scene) -> str:
    """Return words for what no single reading can hold or nothing was observed of, "" for none."""
    if several := _SEVERAL_TOPS.search(scene.text) or _TURNED.search(scene.text):
        return several.group()
    if (lag := LAG.search(scene.text)) and any(
        t.grain in ("day", "week", "part") and not t.start <= lag.start() < t.end
        for t in scene.times
    ):
        return lag.group()  # when something was and how much later: two facts
    later = _beyond(scene)
    return scene.text[later.start : later.end] if later else ""


def _left(scene: Scene, found: Sequence[Reading]) -> str:
    """Return what readings leave over: words, or how far apart two times are."""
    lag = LAG.search(scene.text)
    if lag and not any(lag.start() <= f.start < lag.end() for r in found for f in r.figures):
        return lag.group()
    return left_over(scene) or missing(scene, found)


def _beyond(scene: Scene) -> Time | None:
    """Return a day that is named and lies after all that was observed, or "since" one before it."""
    if not scene.function.observed:
        return None
    spans = [days_of(p, name) for p in scene.function.parameters for name in p.periods]
    if not spans:
        return None
    first, last = min(s[0] for s in spans), max(s[1] for s in spans)
    return next((t for t in scene.times if _is_beyond(scene, t, first, last)), None)


#: How long before its first whole season a series may be said to begin.
_BEGINS = timedelta(days=366)


def _is_beyond(scene: Scene, time: Time, first: date, last: date) -> bool:
    if time.grain in ("day", "week", "part") and time.first > last:
        return True
    since = time.grain != "now" and _SINCE.search(scene.text[: time.start])
    return bool(since) and first - time.first > _BEGINS


def _stepped(scene: Scene) -> Readings:
    """Read "the next season was lower": compared with the one that it is counted from."""
    for parameter in scene.function.parameters:
        if not parameter.periods or len(scene.discourse.values) == 0:
            continue
        own = [i for i in scene.items if i.parameter == parameter.name]
        anchor = scene.discourse.latest(scene.simulator.name, parameter.name)
        if len(own) != 1 or anchor is None or own[0].value == anchor:
            continue
        if not _STEP.search(scene.text):
            continue
        subjects = settings_of(scene, scene.items)
        made: Readings = []
        values = (own[0].value, anchor) if _NOW.search(scene.text) else (anchor, own[0].value)
        for subject in subjects:
            calls = [
                complete(scene, {**subject, parameter.name: value}, comparing=True)
                for value in values
            ]
            made += comparisons(scene, calls[:1], calls[1:], None)
            made += directs.values(scene, calls[1:]) if made else []
        scene.use(*scene.items)
        return made
    return []


_STEP = re.compile(
    r"\b(?:next|following|subsequent|after|previous|preceding|before|later|followed)\b", re.I
)


#: "Hit hard the winter before, it had a higher peak this time": said of the later one.
_NOW = re.compile(r"\bthis\s+(?:time|year|season|winter)\b", re.I)


def _neighbours(scene: Scene) -> list[tuple[Item, Item]]:
    """Return items of one parameter that follow each other, items of others between or not."""
    found: list[tuple[Item, Item]] = []
    for name in dict.fromkeys(i.parameter for i in scene.items):
        own = [i for i in scene.items if i.parameter == name]
        found += itertools.pairwise(own)
    return found


_SINCE = re.compile(r"\bsince\s+$", re.I)
_AMID = re.compile(r"\bbetween\s+(?:\w+\s+){0,2}$", re.I)
#: "Replacing the corridor's fixed-time light by a vehicle-actuated one".
_REPLACED = re.compile(
    r"\b(?:replac|swapp|exchang|substitut|switch|convert|upgrad)(?:e|es|ed|ing)\s+(?:[\w']+\s+){0,5}$",
    re.I,
)
#: How far apart two values are, whichever is the higher.
_APART = re.compile(r"\b(?:gap|difference|distance|spread|margin|contrast)\b", re.I)


def _from_to(scene: Scene) -> Readings:
    """Read "from 1.5 to 2.2" and "between 1990 and 2050": the second compared with the first."""
    apart_by = _APART.search(scene.text)
    for first, second in _neighbours(scene):
        if first.value == second.value:
            continue
        before = scene.text[max(0, first.start - 40) : first.start]
        named = re.search(r"\b(?:from|between)\b", scene.text[first.start : first.end])
        lead = scene.text[first.start : first.start + named.end()] + " " if named else before
        gap = scene.text[first.end : second.start]
        joined = (
            re.search(r"\bfrom\s+(?:\w+\s+){0,2}$", lead, re.I) and re.search(r"\bto\b", gap)
        ) or (re.search(r"\bbetween\s+(?:\w+\s+){0,5}$", lead, re.I) and re.search(r"\band\b", gap))
        kind = scene.parameter(first.parameter).kind
        free = kind == "choice" and not scene.parameter(first.parameter).periods
        unordered = kind in ("place", "choices") or (free and _AMID.search(lead))
        if joined and unordered and not apart_by:
            continue  # of two places neither comes before the other
        if not joined and (joined := _SINCE.search(scene.text[: second.start])):
            first, second = second, first
        joined = joined or _SINCE.search(scene.text[: first.start])
        joined = joined or (_REPLACED.search(lead) and re.search(r"\b(?:by|with|for|to)\b", gap))
        if not joined:
            continue
        rest = [i for i in scene.items if i not in (first, second)]
        made: Readings = []
        for setting in settings_of(scene, rest):
            calls = [
                complete(scene, {**setting, i.parameter: i.value}, comparing=True)
                for i in (first, second)
            ]
            if apart_by is not None:
                return _gap(scene, calls, apart_by.start())
            made += _multiple(scene, calls) or comparisons(scene, calls[:1], calls[1:], None)
        if replaced := _REPLACED.search(lead):
            scene.use(Span(text="", start=first.start - len(replaced.group()), end=first.start))
        scene.use(*scene.items)
        return made
    return []


def _multiple(scene: Scene, calls: Sequence[Call]) -> Readings:
    """Read "went up fourfold": the second value is so many times the first."""
    words = [c for c in scene.comparatives if c.aspect == "size" and c.sign]
    if len(scene.ratios) != 1 or len(words) != 1 or words[0].sign < 0:
        return []
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, words[0], held)
    if output is None or output.unit == "degC":
        return []
    scene.use(words[0], scene.ratios[0])
    terms = (Term(call=calls[0], output=output.name), Term(call=calls[1], output=output.name))
    return [multiple(terms, scene.ratios[0], negated=denied(scene, words[0].start))]


def _gap(scene: Scene, calls: Sequence[Call], at: int) -> Readings:
    """Read "the gap between 1.5 and 2.2 is ...", whichever of the two is the higher."""
    held = [o for o in choosing.named(scene, list(calls[0].arguments)) if o.kind == "number"]
    if not held:
        return []
    scene.use(*scene.comparatives, *scene.items)
    return apart(scene, calls, held[0], None, negated=denied(scene, at))


_HOW = re.compile(r"\bhow\s+$", re.I)


def _alike(scene: Scene) -> Readings:
    """Read that two settings give the same: "with 10 % and with 45 % immune ... the same"."""
    words = [c for c in scene.comparatives if c.sign in (0, 2)]
    scene.use(*(c for c in scene.comparatives if _HOW.search(scene.text[: c.start])))
    values = values_of(scene, scene.items)
    several = [name for name, given in values.items() if len(given) == 2]
    if len(words) == 0 or len(several) != 1:
        return []
    name = several[0]
    rest = {other: given[0] for other, given in values.items() if other != name}
    settings = [{**rest, name: value} for value in values[name]]
    calls = [complete(scene, setting, comparing=True) for setting in settings]
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, words[-1], held)
    if output is None:
        return []
    scene.use(*scene.items, *words)
    negated = denied(scene, words[0].start)
    if words[-1].sign == 2 and not scene.numbers:
        alike = words[-1].model_copy(update={"sign": 0})
        return [
            direction(expression("difference", calls, output), alike, output, negated=not negated)
        ]
    if words[-1].sign == 2:
        return apart(scene, calls, output, None, negated=negated)
    made = expression("difference", calls, output)
    return [direction(made, words[-1], output, negated=negated)]


#: In the order in which they are tried.
_WAYS: tuple[Callable[[Scene], Readings], ...] = (
    _quantified,
    orderings.orderings,
    positions,
    shares,
    parts_of_peaks,
    listed,
    scaled.scaled,
    waves.waves,
    steps.steps,
    limits.lengths,
    declines.declines,
    crossings.crossings,
    between_values.between_values,
    amounts.amounts,
    grown.grown,
    records.records,
    records.record_dates,
    ranks.superlatives,
    gaps.gaps,
    kinds.kinds,
    correlations.correlated,
    shifted_starts.shifted,
    periods.continued,
    universals.universals,
    compared_effects.compared_effects,
    steady.steady,
    pairs.pairs,
    _stepped,
    _from_to,
    changes.changed,
    changes.moved_in_words,
    _alike,
    agreements.agreements,
    universals.trends,
    universals.ends,
    paired.paired,
    courses.courses,
    effects.effects,
    directs.directs,
    portrayed.portrayed,
    row_effects.effects_in_rows,
    row_labels.labels_in_rows,
    row_growths.growths_in_rows,
    row_growths.changes_in_rows,
    row_values.values_in_rows,
    row_shifts.shifts_in_rows,
    row_betweens.betweens_in_rows,
)
_IN_ROWS = tuple(way for way in _WAYS if way.__module__.rpartition(".")[2].startswith("row_"))
