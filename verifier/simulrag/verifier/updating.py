"""Rewrites a refuted statement by the smallest change that makes it true.

The paper asks a language model to update claims (A.2.4); here only the wrong digits, label, date
or direction word is replaced, in the statement's own precision, unit and format.
"""

import math
import re
from collections.abc import Sequence
from datetime import date, timedelta

from simulrag.simulators.interface import Output
from simulrag.simulators.operations import Interval
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.units import UnitMismatchError, convert
from simulrag.verifier.verdicts import Decided

_Edit = tuple[int, int, str]


def rewritten(text: str, refuted: Sequence[tuple[Reading, Decided, Output]]) -> str | None:
    """Return the text with every refuted reading mended; None where one cannot be mended."""
    edits: list[_Edit] = []
    for reading, decided, output in refuted:
        made = _edits(text, reading, decided, output)
        if made is None:
            return None
        edits += [edit for edit in made if edit not in edits]
    for start, end, new in sorted(edits, reverse=True):
        text = _with_article(text[:start], new) + text[end:]
    return text


def _with_article(before: str, new: str) -> str:
    """Join, with the article before a replaced word made to fit it ("an increase")."""
    match = re.search(r"\b(a|an|A|An)\s+$", before)
    if match is None or not new[:1].isalpha():
        return before + new
    wanted = "an" if new[0].lower() in "aeiou" else "a"
    wanted = wanted.capitalize() if match[1][0].isupper() else wanted
    return before[: match.start()] + wanted + before[match.end(1) :] + new


def _edits(text: str, reading: Reading, decided: Decided, output: Output) -> list[_Edit] | None:
    if reading.negated or not reading.figures:
        return None
    if reading.unit == "date":
        return _date(text, reading, decided)
    if reading.comparator in ("rises", "falls"):
        if reading.expression.operation in ("double_difference", "gap_change"):
            return None  # the verb says which way both go, not which goes further
        return _direction(reading.figures[0], output)
    if reading.comparator == "is":
        return _label(text, reading, decided, output)
    if decided.value is None or len(reading.figures) != 1:
        return None
    return _number(reading, decided, output)


_DATED = re.compile(r"\d|\b(?:January|February|March|April|May|June|July|August|September|October|"
                    r"November|December)\b", re.I)  # fmt: skip
#: Words before a date that stay true of another one.
_KEPT = re.compile(r"(?:(?:a|the|that|one)\s+)*(?:reporting\s+)?(?:week\s+(?:\w+\s+){1,2})?", re.I)


#: How many days the result lies before or after a date of which the statement becomes true.
_DAYS_AWAY = {
    "above": -1,
    "just_above": -1,
    "well_above": -14,
    "below": 1,
    "just_below": 1,
    "well_below": 14,
}
_MONTH_ALONE = re.compile(r"[A-Za-z]+(?:,?\s+\d{4})?")


def _limit_day(printed: str, actual: date, comparator: str) -> date:
    """Return a day of which the comparison holds: a day, or a day of the month, before or after."""
    limit = actual + timedelta(days=_DAYS_AWAY.get(comparator, 0))
    if comparator not in _DAYS_AWAY or not _MONTH_ALONE.fullmatch(printed):
        return limit
    if comparator.endswith("above"):
        return limit.replace(day=1) - timedelta(days=1)
    return (limit.replace(day=1) + timedelta(days=31)).replace(day=1)


def _date(text: str, reading: Reading, decided: Decided) -> list[_Edit] | None:
    figure = reading.figures[0]
    actual = date.fromisoformat(decided.simulated)
    printed = figure.text or text[figure.start : figure.end]
    dated = _DATED.search(printed)
    if dated is None or not _KEPT.fullmatch(printed[: dated.start()]):
        return None
    at = figure.start + dated.start()
    bare = printed[dated.start() :]
    return [(at, figure.end, _like(bare, _limit_day(bare, actual, reading.comparator)))]


def _like(printed: str, actual: date) -> str:
    """Return a date in the format of another: ISO, numeric, month, day first or month first."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", printed):
        return actual.isoformat()
    if "/" in printed:
        return f"{actual.month}/{actual.day}/{actual.year}"
    month = actual.strftime("%B")
    year = f", {actual.year}" if re.search(r"\d{4}", printed) else ""
    if _MONTH_ALONE.fullmatch(printed):
        return month + year.replace(",", "")
    if re.match(r"\d", printed):
        return f"{actual.day} {month}{year.replace(',', '')}"
    return f"{month} {actual.day}{year}"


def _direction(figure: Figure, output: Output) -> list[_Edit] | None:
    opposite = opposite_word(figure.text, output)
    return None if opposite is None else [(figure.start, figure.end, opposite)]


_BESIDE = {"above": "below", "below": "above", "beneath": "above", "on top of": "below"}


def opposite_word(word: str, output: Output) -> str | None:
    """Return the word for the other direction: rise and fall words stand in pairs."""
    if word.casefold() in _BESIDE:
        return _BESIDE[word.casefold()]
    for words, others in (
        (output.rise_words, output.fall_words),
        (output.fall_words, output.rise_words),
    ):
        for own, other in zip(words, others, strict=False):
            if own.casefold() == word.casefold():
                return other.capitalize() if word[:1].isupper() else other
    return None


#: What leads in an infinitive, and what begins a phrase that is none.
_MODAL = re.compile(r"\b(?:can|could|will|would|may|might|to)\s+$", re.I)
_FINITE = re.compile(r"(?:\w+s|can|cannot|no)\b", re.I)


def _label(text: str, reading: Reading, decided: Decided, output: Output) -> list[_Edit] | None:
    figure = reading.figures[0]
    if not decided.label or decided.label.casefold() == figure.text.casefold():
        return None
    new = _in_place_of(figure.text, decided.label, output)
    if _MODAL.search(text[: figure.start]):
        phrases = output.choices.get(decided.label, ())
        new = next((p for p in phrases if not _FINITE.match(p)), new)
    if text[figure.start : figure.start + 1].isupper():
        new = new[:1].upper() + new[1:]
    return [(figure.start, figure.end, new)]


def _in_place_of(printed: str, label: str, output: Output) -> str:
    """Return a label, led by a preposition where the replaced one is ("at sea", "on land")."""
    leads = ("at ", "in ", "on ", "over ")
    if not printed.casefold().startswith(leads):
        return label
    phrases = output.choices.get(label, ())
    return next((p for p in phrases if p.startswith(leads)), label)


def _number(reading: Reading, decided: Decided, output: Output) -> list[_Edit] | None:
    figure = reading.figures[0]
    if figure.value is not None:
        return None
    if (
        decided.value is None
        or printed_number(figure.text) is None
        or not figure.text.strip("+-")[:1].isdigit()
    ):
        return None
    value = _in_unit(decided.value, decided.unit, reading, output)
    if value is None:
        return None
    edits: list[_Edit] = []
    if reading.direction is not None and value < 0:
        opposite = opposite_word(reading.direction.text, output)
        if opposite is None:
            return None
        edits.append((reading.direction.start, reading.direction.end, opposite))
        value = -value
    if reading.direction is not None and reading.direction.start < figure.start and value == 0:
        value = abs(value)
    edits.append((figure.start, figure.end, _formatted(figure.text, value, reading)))
    return edits


def _in_unit(value: float, unit: str, reading: Reading, output: Output) -> float | None:
    """Return the value in the unit in which the statement prints it."""
    of_difference = reading.expression.operation == "difference" or output.unit.startswith("delta_")
    try:
        point = Interval(low=value, high=value)
        wanted = reading.unit if reading.unit != "degree" else "degC"
        return convert(point, unit.removeprefix("delta_"), wanted, difference=of_difference).low
    except UnitMismatchError:
        return None


def _formatted(printed: str, value: float, reading: Reading) -> str:
    """Return a value with the decimals, separators and sign style of the printed number."""
    scale = re.search(r"[\s-]*(hundred|thousand|million|billion)$", printed)
    factor = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
    shrunk = value / factor[scale[1]] if scale else value
    digits = printed[: scale.start()] if scale else printed
    decimals = len(digits.split(".")[1]) if "." in digits else 0
    number = _limit(shrunk, decimals, reading.comparator)
    grouped = "," in digits or (abs(number) >= 10_000 and "," in digits)
    text = f"{number:,.{decimals}f}" if grouped else f"{number:.{decimals}f}"
    if digits.startswith("+") and number >= 0:
        text = f"+{text}"
    return text + (scale.group() if scale else "")


def _limit(value: float, decimals: int, comparator: str) -> float:
    """Round so that the comparison holds: "over 400" for 300.5 becomes "over 300"."""
    step = 10.0**-decimals
    match comparator:
        case "above" | "just_above":
            return (math.ceil(value / step) - 1) * step
        case "well_above":
            return math.floor(0.8 * value / step) * step
        case "at_least":
            return math.floor(value / step) * step
        case "below" | "just_below":
            return (math.floor(value / step) + 1) * step
        case "well_below":
            return math.ceil(1.25 * value / step) * step
        case "at_most":
            return math.ceil(value / step) * step
        case _:
            return value
