"""Plain statements of values, ranges and dates, for one setting or for each of several."""

import re
from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing, no_values
from simulrag.verifier.plain.bands import (
    RANGES,
    counts_from_start,
    extremes,
    is_of_many,
    least_of,
    of_extremes,
    spans_days,
    spread_over,
)
from simulrag.verifier.plain.compared_times import time_comparator
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.ranges import LEVELS, of_end
from simulrag.verifier.plain.readings import dated, direction, expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.text import Span, find_phrases

Readings = list[Reading]
_JOINED = re.compile(r"\s*(?:°?\s?[CF]\b)?\s*(?:to|and|-|through|up to)\s*$", re.I)
_RANGE = re.compile(
    r"\b(?:range[sd]?|interval|between|from|uncertainty|likely|bounds?|runs?|spans?|lies?)\b", re.I
)
_WARM = re.compile(r"\s*(?:[\w-]+\s+)?$")


#: How far two values are apart is the value of none of them.
_GAP = re.compile(
    r"\b(?:gap|difference|distance|contrast|margin)s?\s+(?:(?:[\w-]+\s+){0,4}between\b|"
    r"(?:is|was|being|of|comes?\s+to|came\s+to|amounts?\s+to|exceeds?|reache[sd])\b)",
    re.I,
)
_BELOW = re.compile(r"\s*(?:well |far )?(?:below|beneath)\b", re.I)


def directs(scene: Scene) -> Readings:
    """Return the readings of the numbers, ranges and dates of a sentence."""
    settings = settings_of(scene, scene.items)
    apart = any(c.sign == 2 for c in scene.comparatives)
    if not settings or apart or _GAP.search(scene.text) or no_values.lies_between(scene):
        return []
    held = [o for o in scene.function.outputs if o.kind == "date"]
    timed = any(o in held for o, _ in scene.topics)
    calls = [complete(scene, setting, comparing=False) for setting in settings]
    found = values(scene, calls)
    if timed:
        found += _dates(scene, calls)
    found += _labels(scene, calls)
    found += [] if found else _against_baseline(scene, calls)
    scene.use(*scene.items)
    return found


def values(scene: Scene, calls: Sequence[Call]) -> Readings:
    """Return the readings of the numbers that no other reading uses."""
    held = choosing.named(scene, list(calls[0].arguments))
    found: Readings = []
    skip = -1
    for index, figure in enumerate(scene.numbers):
        if index == skip or any(s.start <= figure.start < s.end for s in scene.used):
            continue
        after = scene.numbers[index + 1] if index + 1 < len(scene.numbers) else None
        if after is not None and is_range(scene, figure, after):
            made = _range(scene, calls, held, figure, after)
            skip = index + 1
        else:
            made = of_end(scene, value(scene, calls, held, figure), figure)
            if any(r.quantile == "median" for r in made) and no_values.is_possible(scene, figure):
                return []  # what may be is said of an end of a range
        if not made or any(_contradicts(r, o) for r in made for o in found):
            return []
        if spans_days(scene) and any(r.expression == o.expression for r in made for o in found):
            return []  # two values of one stretch of days are of parts of it
        found += made
    return found


def _contradicts(reading: Reading, other: Reading) -> bool:
    """Tell whether two numbers are given to one quantity, so that one is of something else."""
    same = reading.expression == other.expression and reading.unit == other.unit
    exact = reading.comparator == other.comparator == "equal"
    return same and exact and reading.quantile == other.quantile and not reading.negated


def _what_is_counted(text: str, figure: Printed, output: Output) -> list[Span]:
    """Return the noun right behind a number where the output counts that: "5,000 infections"."""
    after = text[figure.end :]
    lead = len(after) - len(after.lstrip())
    return [
        Span(text=s.text, start=figure.end + s.start, end=figure.end + s.end)
        for s in (find_phrases(after, output.unit_words) if output.unit_words else ())
        if s.start == lead
    ]


def value(scene: Scene, calls: Sequence[Call], held: Sequence[Output], figure: Printed) -> Readings:
    """Return that a number is the value of an output, for each of the calls."""
    output = choosing.for_number(scene, figure, held)
    if output is None or (scene.function.compares and output.fall_words and output.unit):
        return []  # how large a change is says nothing without its direction
    if (
        counts_from_start(scene, output)
        or no_values.is_relative(scene, figure, output)
        or no_values.is_further(scene, figure, output)
        or _is_amount(scene, figure, output)
        or _WITHIN_OF.match(scene.text, figure.qualified_from)
    ):
        return []
    if not output.unit.startswith("delta_") and no_values.is_gained(scene, figure):
        return []  # what is added to a level is not the level
    scene.use(figure, *_what_is_counted(scene.text, figure, output))
    negated = denied(scene, figure.start)
    word = next(
        (
            c
            for c in scene.comparatives
            if c.sign and c.outputs and _WARM.fullmatch(scene.text[figure.unit_end : c.start])
        ),
        None,
    )
    if word is not None and no_values.is_effect(scene, calls, word):
        return []  # than without the change, or than before? It is not told.
    for c in scene.comparatives:
        near = figure.qualified_from <= c.start < figure.start or c is word
        if near or (c.sign > 0 and output.unit.startswith("delta_")):
            scene.use(c)
    signed = output.unit.startswith("delta_")
    cooler = word if word is not None and word.sign < 0 and signed else None
    cooler = cooler or _below(scene, figure, output)
    made = [
        number(
            expression("value", (call,), output, negative=cooler is not None),
            figure,
            output,
            negated=negated,
            direction=cooler,
        )
        for call in calls
    ]
    reached = negated and _REACHES.search(scene.text[: figure.start])
    return [least_of(reading, figure) for reading in made] if reached else made


#: "Within two degrees of each other": how far apart, and no value.
_WITHIN_OF = re.compile(
    r"\s*within\s[^,;:.]*?(?:degrees?(?:\s+(?:celsius|fahrenheit))?|°\s?[CF]|K)\s+of\s+"
    r"(?!(?:global\s+|further\s+)?(?:warming|heating)\b)",
    re.I,
)
_MAKES = re.compile(r"\b(?:makes?|made|making|leaves?|left|leaving|renders?|keeps?)\b[^;:]*$", re.I)
_TURNED = re.compile(r"\s+(?:warmer|cooler|hotter|colder)\b(?!\s+than\b)", re.I)


def _is_amount(scene: Scene, figure: Printed, output: Output) -> bool:
    """Tell whether a number says by how much a value moves, or how much of what it is counted by.

    Where a difference is what the output is, "rises by 3 °C" gives its value.
    """
    differs = output.unit.startswith("delta_")
    caused = differs and not scene.baselines and _MAKES.search(scene.text[: figure.start])
    if caused and _TURNED.match(scene.text, figure.unit_end):
        return True  # than it would be without what is said to make it so
    moves = not differs and not scene.function.compares
    return bool(output.proportional_to) or bool(
        moves and no_values.BY_SO_MUCH.search(scene.text[: figure.start])
    )


def _below(scene: Scene, figure: Printed, output: Output) -> Comparative | None:
    """Return "below" right between a number and what the output is counted from."""
    match = _BELOW.match(scene.text, figure.unit_end)
    if match is None:
        return None
    bases = find_phrases(scene.text[match.end() :], output.baseline_words)
    if not any(s.start <= len(" that in the ") for s in bases):
        return None
    return Comparative(sign=-1, start=match.start(), end=match.end(), words=match.group())


_REACHES = re.compile(
    r"\b(?:reach|attain|hit|get|got|make|made|come|came|climb|rise|bring|brought|pass|cross|clear|"
    r"breach|break|top|overshoot|go|went|touch|scrape|nudge|extend|stretch|amount|creep|edge)\w*\b"
    r"[^.;:]*$",
    re.I,
)


def is_range(scene: Scene, first: Printed, second: Printed) -> bool:
    gap = scene.text[first.unit_end : second.start]
    lead = scene.text[max(0, first.start - 60) : first.start]
    tail = scene.text[second.unit_end : second.unit_end + 40]
    return bool(_JOINED.fullmatch(gap) and (_RANGE.search(lead) or _RANGE.search(tail)))


def _range(
    scene: Scene, calls: Sequence[Call], held: Sequence[Output], first: Printed, second: Printed
) -> Readings:
    unit = second.unit or first.unit
    earlier = [q.unit for q in scene.numbers if q.end <= first.start and q.unit]
    unit = unit or (earlier[-1] if earlier else "")
    low, high = (p.model_copy(update={"unit": unit, "qualifier": "exact"}) for p in (first, second))
    output = choosing.for_number(scene, high, held)
    if output is None or is_of_many(scene, output):
        return []
    if no_values.is_range_gained(scene, first, second, output):
        return []
    scene.use(first, second)
    level = _level(scene, first)
    if level is None and RANGES.search(scene.text[: first.start]) and not spread_over(scene):
        return of_extremes(scene, calls, output, (first, second))
    counted = scene.function.observed and not output.published
    if level is None and (counted or not re.search(r"\b(?:range|interval)\b", scene.text, re.I)):
        joined = number(expression("value", calls[:1], output), low, output)
        ends = (figure_of(low), figure_of(high))
        return [
            joined.model_copy(
                update={
                    "expression": expression("value", (call,), each),
                    "comparator": "between",
                    "figures": ends,
                }
            )
            for call in calls
            for each in extremes(scene.function, output)
        ]
    found: Readings = []
    for call in calls:
        for printed, end in ((low, "low"), (high, "high")):
            reading = number(expression("value", (call,), output), printed, output)
            found.append(
                reading.model_copy(update={"quantile": end, "level": level, "comparator": "equal"})
            )
    return found


def _level(scene: Scene, at: Printed) -> float | None:
    """Return the probability of a range by the words before it, in IPCC's sense."""
    for pattern, level in LEVELS:
        if pattern.search(scene.text[: at.start]) or pattern.search(scene.text[at.unit_end :]):
            return level
    return None


def _labels(scene: Scene, calls: Sequence[Call]) -> Readings:
    """Return the readings of categories: "cannot take off", "dies out"."""
    found: Readings = []
    for output in scene.function.outputs:
        phrases = {p.casefold(): v for v, ps in output.choices.items() for p in (v, *ps)}
        for span, value in _of_one_kind(scene, find_phrases(scene.text, phrases), phrases):
            scene.use(span)
            stopped = _STOPS.search(scene.text[: span.start])
            none = _NO.search(scene.text[: span.start])
            if none is not None:
                scene.use(Span(text="", start=none.start(), end=none.end()))
            negated = (none is not None or denied(scene, span.start)) != bool(stopped)
            found += [
                Reading(
                    expression=expression("value", (call,), output),
                    comparator="is",
                    figures=(Figure(text=span.text, start=span.start, end=span.end),),
                    label=value,
                    negated=negated,
                )
                for call in calls
            ]
    return found


def _of_one_kind(
    scene: Scene, spans: Sequence[Span], phrases: Mapping[str, str]
) -> list[tuple[Span, str]]:
    """Return the last words for a category, the others used where they say the same.

    "A flu wave takes off" says one thing twice, and so does "dies out without spreading".
    """
    told: list[tuple[Span, str]] = []
    for span in spans:
        value = phrases.get(" ".join(span.text.split()).casefold())
        denial = _WITHOUT.search(scene.text[: span.start]) if len(spans) > 1 and told else None
        if value is None or (denial is not None and value == told[0][1]):
            return []
        if denial is not None:
            scene.use(span, Span(text="", start=denial.start(), end=denial.end()))
        else:
            told.append((span, value))
    if len({value for _, value in told}) > 1:
        return told[:1]
    scene.use(*(span for span, _ in told[:-1]))
    return told[-1:]


_WITHOUT = re.compile(r"\b(?:without|rather\s+than|instead\s+of)\s+(?:ever\s+)?$", re.I)


def _against_baseline(scene: Scene, calls: Sequence[Call]) -> Readings:
    """Read "2001-2020 was not warmer than 1850-1900": above what the output is counted from."""
    words = [c for c in scene.comparatives if c.sign in (1, -1) and c.aspect == "size"]
    if scene.numbers or not scene.baselines or len(words) != 1:
        return []
    lead = scene.text[words[0].end : scene.baselines[0].start]
    held = choosing.named(scene, list(calls[0].arguments))
    output = next((o for o in held if o.unit.startswith("delta_") and o.baseline_words), None)
    if output is None or not re.fullmatch(
        r"\s+than\s+(?:(?:that|those|it|was|in|of|the|at)\s+){0,4}", lead
    ):
        return []
    scene.use(words[0], Span(text="", start=words[0].end, end=scene.baselines[0].end))
    negated = denied(scene, words[0].start)
    return [
        direction(expression("value", (call,), output), words[0], output, negated=negated)
        for call in calls
    ]


_NO = re.compile(r"\bno\s+(?:\w+\s+){0,3}$", re.I)
_STOPS = re.compile(
    r"\b(?:stops?|stopped|prevents?|prevented|(?:keeps?|kept)(?!\s[^;:,]*\b(?:in\s+check|at\s+bay|under\s+control|down)\b)"
    r"|hinders?|blocks?|rules? out)\b[^;:]*$",
    re.I,
)


_NOT_THAT = re.compile(
    r"\b(?:rather than|instead of|and not|as opposed to)\s+(?:[\w-]+\s+){0,2}$", re.I
)


def _dates(scene: Scene, calls: Sequence[Call]) -> Readings:
    outputs = [o for o in choosing.named(scene, list(calls[0].arguments)) if o.kind == "date"]
    inputs = [i for i in scene.items if scene.parameter(i.parameter).kind == "date"]
    free = [
        t
        for t in scene.times
        if t.grain in ("day", "week", "part")
        and not any(s.start <= t.start < s.end for s in (*scene.used, *scene.spans(inputs)))
    ]
    if len(free) == 2 and _NOT_THAT.search(scene.text, free[0].end, free[1].start):
        scene.keep(*scene.spans(free[1:]))  # "in early February rather than around New Year"
        free = free[:1]
    if not outputs or len(free) != 1:
        return []
    time = free[0]
    if no_values.ONE_OF_SEVERAL.search(scene.text):
        return []
    if _NOT_THAT.search(scene.text[: time.start]):
        return []  # what it is instead could not be read
    comparator, lead, time = time_comparator(scene, time)
    scene.use(time, *(c for c in scene.comparatives if 0 <= time.start - c.end <= len(" the ")))
    negated = denied(scene, time.start) and not lead
    return [dated(call, outputs[0], time, comparator, negated=negated) for call in calls]
