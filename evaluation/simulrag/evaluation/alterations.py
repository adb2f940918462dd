"""Makes false statements of true ones: one number, unit, direction or label is altered by code.

A number is changed by more than any reading of it allows: by at least 30 % of itself, twenty
units of its last digit, and two and a half times what "about" means for an output with its unit.
Where the words before it state a limit ("over 400") it moves to the side on which it is false.
Denied statements and ranges are left alone, since a change may leave them true. Numbers are found
in the text itself and not through the verifier, so that one which it overlooks is counted against
it; directions and labels are those it read, since the same words may describe something else
("rising concerns"). Conditions (place, year, state, scenario) are exchanged for another valid
value that no run at hand has.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import JsonValue

from simulrag.evaluation.renaming import another
from simulrag.simulators.interface import Band, Call, Frozen, Output, Parameter, Simulator
from simulrag.simulators.operations import Interval
from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.dates import DateMention, dates
from simulrag.verifier.reading.mentions import Mention, mentions, unique_parameters
from simulrag.verifier.reading.text import normalise

Kind = Literal["number", "unit", "direction", "label", "place", "year", "state", "scenario"]
#: Kinds that make a statement false; the others only move it to where no run was made.
FALSE_KINDS: tuple[Kind, ...] = ("number", "unit", "direction", "label")

_NUMBER = re.compile(r"(?<![\w.,/-])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w/]|[.,]\d|-\w)")
_DENIED = re.compile(r"\b(?:not|never|without|neither|nor|no longer|cannot)\b|n't\b", re.IGNORECASE)
_UPPER = re.compile(
    r"\b(?:over|above|more than|greater than|higher than|at least|exceed\w*|surpass\w*|beyond|"
    r"upwards? of|past)\W+(?:the |an? )?$",
    re.IGNORECASE,
)
_LOWER = re.compile(
    r"\b(?:under|below|less than|fewer than|lower than|at most|up to|within|no more than)\W+"
    r"(?:the |an? )?$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(?:between|from|range)\b|[\[(]", re.IGNORECASE)
#: Numbers that name something and state no result: levels of intervals, windows of time.
_NAMES = re.compile(
    r"\s*(?:%|percent)?[\s-]*(?:confidence|credible|prediction|uncertainty|interval|range|CI)\b",
    re.IGNORECASE,
)
_WINDOW = re.compile(r"\b(?:first|initial|opening|next|SSP|R0|of R)\s*$", re.IGNORECASE)
_MONTHS: tuple[str, ...] = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_UNTIL = re.compile(r"\b(?:by|before|until|(?:no|not) later than)\s+(?:the\s+)?$", re.IGNORECASE)
_MONTH = re.compile("|".join(_MONTHS))
_LEAST_SHARE = 0.3
_LEAST_DIGITS = 20
_TOLERANCES = 2.5

#: A reading, and the values that its expression may have by the runs; None for no number.
Known = tuple[Reading, Interval | None]


class Alteration(Frozen):
    """A statement with one thing altered; `was` and `now` are the words exchanged."""

    kind: Kind
    text: str
    was: str
    now: str


def alterations(
    text: str,
    stated: Sequence[float],
    readings: Sequence[Known],
    calls: Sequence[Call],
    simulator: Simulator,
) -> list[Alteration]:
    """Return at most one alteration of each kind, the same for the same text every time.

    text: a statement that is true of the runs of `calls`; `stated`: numbers of its question,
    which are conditions and no results; `readings`: what the verifier read in the text, each
    with what the runs say of it.
    """
    chance = random.Random(text)
    outputs = [o for f in simulator.functions for o in f.outputs]
    inputs = mentions(normalise(text), simulator)
    made: list[Alteration] = []
    if not _DENIED.search(text):
        days = dates(normalise(text))
        taken = [*_spans(inputs), *((d.start, d.end) for d in days)]
        results = [m for m in _results(text, stated) if not _inside(m, taken)]
        shifted = [a for d in days if (a := _date(text, d, calls)) is not None]
        made += _first([*_numbers(text, results, outputs, chance), *shifted], chance)
        made += _first(_units(text, results, outputs, chance), chance)
        made += _first(_directions(text, [r for r, _ in readings], outputs), chance)
        made += _first(_labels(text, readings, outputs, chance), chance)
    for parameter in unique_parameters(simulator):
        made += _conditions(text, parameter, inputs, calls, chance)
    return made


def _first(found: Iterable[Alteration], chance: random.Random) -> list[Alteration]:
    options = list(found)
    return [chance.choice(options)] if options else []


def _exchanged(kind: Kind, text: str, start: int, end: int, new: str) -> Alteration:
    return Alteration(kind=kind, text=text[:start] + new + text[end:], was=text[start:end], now=new)


def _results(text: str, stated: Sequence[float]) -> Iterator[re.Match[str]]:
    for match in _NUMBER.finditer(text):
        value = _float(match.group())
        if abs(value) in {abs(one) for one in stated} or value == 0:
            continue
        if _NAMES.match(text, match.end()) or _WINDOW.search(text[: match.start()]):
            continue
        yield match


def _spans(inputs: Sequence[Mention]) -> list[tuple[int, int]]:
    return [(m.start, m.end) for m in inputs]


def _inside(match: re.Match[str], taken: Sequence[tuple[int, int]]) -> bool:
    return any(start <= match.start() and match.end() <= end for start, end in taken)


def _date(text: str, day: DateMention, calls: Sequence[Call]) -> Alteration | None:
    """Move a day by a quarter of a year; None where it is a condition or no single day."""
    words = text[day.start : day.end]
    month = _MONTH.search(words)
    held = {str(value) for call in calls for value in call.arguments.values()}
    first = day.days(day.year or 2022)[0]
    if month is None or not day.exact or any(first.isoformat()[5:] == one[5:] for one in held):
        return None
    new = _MONTHS[(_MONTHS.index(month.group()) + 3) % 12]
    start = day.start + month.start()
    if first.day > 28 or _UNTIL.search(text[: day.start]):
        return None  # a later day may be as true
    return _exchanged("number", text, start, start + len(month.group()), new)


def _numbers(
    text: str, results: Sequence[re.Match[str]], outputs: Sequence[Output], chance: random.Random
) -> Iterator[Alteration]:
    for match in results:
        before = text[: match.start()]
        if _RANGE.search(before) and len(results) > 1:
            continue
        up = bool(_UPPER.search(before)) or (not _LOWER.search(before) and chance.random() < 0.5)
        new = _moved(match.group(), up, _tolerance(text, match, outputs))
        if new is not None:
            yield _exchanged("number", text, match.start(), match.end(), new)


def _moved(printed: str, up: bool, tolerance: float) -> str | None:
    """Return a printed number moved up or down; None where that would turn its sign."""
    value = _float(printed)
    decimals = len(printed.partition(".")[2])
    step = max(_LEAST_SHARE * abs(value), _LEAST_DIGITS * 10.0**-decimals, _TOLERANCES * tolerance)
    size = abs(value) + (step if up else -step)
    if size <= 0:
        return None if not up else _like(printed, abs(value) + step, decimals)
    return _like(printed, size, decimals)


def _like(printed: str, size: float, decimals: int) -> str:
    grouping = "," if "," in printed else ""
    sign = printed[0] if printed[0] in "+-" else ""
    return f"{sign}{size:{grouping}.{decimals}f}"


def _tolerance(text: str, match: re.Match[str], outputs: Sequence[Output]) -> float:
    """Return the most that "about" allows for an output printed with the unit after a number."""
    value = abs(_float(match.group()))
    fitting = [o for o in outputs if _unit_after(text, match.end(), o.unit_words)]
    return max(
        (
            max(o.about_absolute, o.about_difference, o.about_relative * value)
            for o in fitting or outputs
        ),
        default=0.0,
    )


def _unit_after(text: str, end: int, words: Iterable[str]) -> re.Match[str] | None:
    units = "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))
    return re.compile(rf"[\s-]*(?P<unit>{units})(?!\w)").match(text, end) if units else None


def _any_unit_after(text: str, end: int, outputs: Sequence[Output]) -> re.Match[str] | None:
    found = (_unit_after(text, end, output.unit_words) for output in outputs)
    return next((match for match in found if match is not None), None)


def _units(
    text: str, results: Sequence[re.Match[str]], outputs: Sequence[Output], chance: random.Random
) -> Iterator[Alteration]:
    """Exchange a unit for one of its family, or without any for that of another output."""
    declared = {o.unit.removeprefix("delta_"): o.unit_words[0] for o in outputs if o.unit_words}
    for match in results:
        found = _any_unit_after(text, match.end(), outputs)
        if found is None:
            continue
        unit = next(o.unit for o in outputs if found["unit"] in o.unit_words)
        unit = unit.removeprefix("delta_")
        tolerance = _TOLERANCES * _tolerance(text, match, outputs)
        value = abs(_float(match.group()))
        related = [w for w, f in _RELATED.get(unit, {}).items() if value * (1 - f) > tolerance]
        foreign = [word for other, word in declared.items() if other not in (unit, "")]
        new = related if unit in _RELATED else foreign
        if new:
            start, end = found.span("unit")
            yield _exchanged("unit", text, start, end, chance.choice(new))


#: Unit -> others of its family, with the most that one of them amounts to in it.
_RELATED = {"degC": {"°F": 5 / 9}, "week": {"days": 1 / 7}}


def _directions(
    text: str, readings: Sequence[Reading], outputs: Sequence[Output]
) -> Iterator[Alteration]:
    for reading in readings:
        first = next(iter(reading.figures), None)
        own = first if reading.comparator in ("rises", "falls") else reading.direction
        if own is None or first is None or reading.negated or first.text.startswith("-"):
            continue  # "an increase of -50 %" is read as 50 % down
        output = _output(reading, outputs)
        word = text[own.start : own.end]
        new = _opposite(word, output)
        if new is not None:
            yield _exchanged("direction", text, own.start, own.end, new)


def _opposite(word: str, output: Output) -> str | None:
    pairs = list(zip(output.rise_words, output.fall_words, strict=False))
    for one, other in (*pairs, *((b, a) for a, b in pairs)):
        if one.casefold() == word.casefold():
            return other.capitalize() if word[:1].isupper() else other
    return None


def _output(reading: Reading, outputs: Sequence[Output]) -> Output:
    name = reading.expression.terms[0].output
    return next(o for o in outputs if o.name == name)


def _labels(
    text: str, readings: Sequence[Known], outputs: Sequence[Output], chance: random.Random
) -> Iterator[Alteration]:
    for reading, value in readings:
        if reading.comparator != "is" or reading.negated or not reading.figures:
            continue
        figure = reading.figures[0]
        others = _other_labels(reading, value, _output(reading, outputs))
        if others and text[figure.start : figure.end] == figure.text:
            yield _exchanged("label", text, figure.start, figure.end, chance.choice(others))


def _other_labels(reading: Reading, value: Interval | None, output: Output) -> list[str]:
    """Return the labels that are false of what the runs say."""
    if reading.band is None:
        return [one for one in output.choices if one.casefold() != reading.label.casefold()]
    if value is None:
        return []
    return [b.label for b in reading.bands if _excludes(b, value)]


def _excludes(band: Band, value: Interval) -> bool:
    """Tell whether a band holds no value of an interval, its ends included."""
    below = band.high is not None and band.high < value.low
    return below or (band.low is not None and band.low > value.high)


def _conditions(
    text: str,
    parameter: Parameter,
    inputs: Sequence[Mention],
    calls: Sequence[Call],
    chance: random.Random,
) -> Iterator[Alteration]:
    """Exchange every mention of one value of a condition for another value.

    A sentence that leaves the place open is put in another one.
    """
    kind = _CONDITIONS.get(parameter.kind)
    if kind is None or (kind == "scenario" and not parameter.applies):
        return
    own = [m for m in inputs if m.parameter == parameter.name and _named(m, parameter)]
    if not own:
        if kind in ("place", "state") and not any(m.parameter == parameter.name for m in inputs):
            new = another(parameter, None, calls, chance)
            yield Alteration(kind=kind, text=f"In {new}, {_lowered(text)}", was="", now=new)
        return
    value: JsonValue = chance.choice(own).value
    new = another(parameter, value, calls, chance)
    changed = text
    spans = [m for m in own if m.value == value]
    for mention in reversed(spans):
        changed = changed[: mention.start] + new + changed[mention.end :]
    yield Alteration(kind=kind, text=changed, was=spans[0].words, now=new)


def _lowered(text: str) -> str:
    """Return a sentence as it goes on after its first words; names keep their capital."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    return text[:1].lower() + text[1:] if first.casefold() in _OPENINGS else text


_OPENINGS = frozenset("the this that these it its a an based under with for in at such".split())

_CONDITIONS: dict[str, Kind] = {
    "place": "place",
    "year": "year",
    "choices": "state",
    "choice": "scenario",
}


def _named(mention: Mention, parameter: Parameter) -> bool:
    """Tell whether a single value is named, and not a group ("projected", "the Midwest")."""
    return parameter.kind in ("place", "year") or isinstance(mention.value, str)


def _float(printed: str) -> float:
    return float(printed.replace(",", ""))
