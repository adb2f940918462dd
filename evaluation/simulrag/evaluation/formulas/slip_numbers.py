"""Slips of numbers, units, dates and years, as models make them."""

import ast
import re
from collections.abc import Iterator
from datetime import date, timedelta

from simulrag.evaluation.formulas import slip_words as words
from simulrag.evaluation.formulas.slip_meaning import ISO
from simulrag.evaluation.formulas.slip_sheet import Edits, Sheet, constant, quoted

#: Unit -> the one that a model writes in its place.
_MISTAKEN = {
    "degC": "degF", "delta_degC": "degF", "degF": "degC", "week": "day", "weeks": "days",
    "day": "week", "days": "weeks", "kg": "tonne", "g": "kg", "second": "minute", "km/h": "mph",
    "mph": "km/h", "l": "gallon", "m": "km",
}  # fmt: skip


def numbers(sheet: Sheet) -> Iterator[Edits]:
    for node, printed in sheet.numbers():
        value = float(printed)
        if sheet.is_year(node) or not value or not words.is_printed(sheet.text, abs(value)):
            continue
        for new in (*_copied(sheet, value), *_mistyped(printed), *_signs(sheet, node, printed)):
            told = sheet.unlikely(abs(value), abs(float(new))) or float(new) == -value
            if told and _in_range(sheet, node, float(new)):
                yield [(node, new)]


def _in_range(sheet: Sheet, node: ast.expr, value: float) -> bool:
    """Tell whether a run would take a number at all."""
    parameter = sheet.owner(node)
    if parameter is None:
        return True
    low, high = parameter.low, parameter.high
    return (low is None or value >= low) and (high is None or value <= high)


def _copied(sheet: Sheet, value: float) -> Iterator[str]:
    sign = "-" if value < 0 else ""
    for one in words.neighbours(sheet.text, abs(value))[:2]:
        yield f"{sign}{one.value:.15g}"


def _mistyped(printed: str) -> Iterator[str]:
    """Return a number one off in its last digit, with digits exchanged, or ten times as large."""
    last = int(printed[-1])
    yield printed[:-1] + str(last - 1 if last else 1)
    digits = printed.lstrip("-")
    if len(digits) >= 4 and digits[-1] != digits[-2] and digits[-2:].isdigit():
        yield printed[:-2] + printed[-1] + printed[-2]
    if digits.isdigit() and len(digits) >= 3:
        yield printed + "0"
        if digits.endswith("0"):
            yield printed[:-1]
    elif "." in digits:
        yield f"{float(printed) * 10:g}"


def _signs(sheet: Sheet, node: ast.expr, printed: str) -> Iterator[str]:
    parameter, compare = sheet.owner(node), sheet.above(node, ast.Compare)
    signed = parameter is not None and parameter.kind == "change"
    said = sheet.source(compare) if compare and parameter is None else ""
    directed = "abs(" not in said and re.search(r" - |percent_change\(|change", said)
    if signed or printed.startswith("-") or directed:
        yield printed[1:] if printed.startswith("-") else f"-{printed}"


def units(sheet: Sheet) -> Iterator[Edits]:
    yield from _unit_words(sheet)
    for node, printed in sheet.numbers():
        units = sheet.units_beside(node)
        if len(units) != 1 or not float(printed) or sheet.is_year(node):
            continue
        unit = units.pop()
        if unit == "percent":
            yield [(node, f"{float(printed) / 100:.10g}")]
        elif unit in _MISTAKEN and words.is_printed(sheet.text, abs(float(printed))):
            yield [(node, f'quantity({printed}, "{_MISTAKEN[unit]}")')]


def _unit_words(sheet: Sheet) -> Iterator[Edits]:
    """Return other units where the formula names one, and the bare number of a foreign one."""
    for call in sheet.calls("quantity"):
        amount, unit = call.args[0], constant(call.args[1])
        if isinstance(unit, str) and unit in _MISTAKEN:
            yield [(call.args[1], f'"{_MISTAKEN[unit]}"')]
            if unit in ("degF", "mph", "day", "days"):
                yield [(call, sheet.source(amount))]
    for old, new in (("days", "weeks"), ("weeks", "days")):
        for call in sheet.calls(old):
            yield [(call.func, new)]
    for node, printed in sheet.numbers():
        parameter = sheet.owner(node)
        if parameter and parameter.kind in ("share", "change") and float(printed):
            yield [(node, f"{float(printed) / 100:.10g}")]


def dates(sheet: Sheet) -> Iterator[Edits]:
    days = [(node, value) for node, value in sheet.texts() if ISO.fullmatch(value)]
    for node, value in days:
        others = [other for _, other in days] if _stands(sheet, value) else []
        for new in (*_shifted(sheet, value), *others):
            if new != value:
                yield [(node, quoted(new))]
    for node, value in sheet.texts():
        if re.fullmatch(r"\d{4}-\d{2}", value) and sheet.owner(node) is None:
            yield from ([(node, quoted(new[:7]))] for new in _shifted(sheet, f"{value}-15"))
    for node, printed in sheet.numbers():
        if sheet.is_year(node):
            yield from ([(node, str(new))] for new in _years(sheet, int(float(printed))))


def _stands(sheet: Sheet, value: str) -> bool:
    """Tell whether the text prints a date."""
    return {"day", "month"} <= words.date_parts(sheet.text, date.fromisoformat(value))


def _shifted(sheet: Sheet, value: str) -> Iterator[str]:
    """Return a date off in a part that the text prints, and not another that it prints."""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return
    stated = words.date_parts(sheet.text, day)
    for new in (day - timedelta(1), day + timedelta(1), day - timedelta(7), day + timedelta(7)):
        if "day" in stated and "day" not in words.date_parts(sheet.text, new):
            yield new.isoformat()
    for months in (-1, 1):
        years, month = divmod(day.month - 1 + months, 12)
        new = day.replace(year=day.year + years, month=month + 1, day=min(day.day, 28))
        if "month" in stated and "month" not in words.date_parts(sheet.text, new):
            yield new.isoformat()
    if "year" in stated:
        yield from (
            day.replace(year=day.year + n, day=min(day.day, 28)).isoformat() for n in (-1, 1)
        )


def _years(sheet: Sheet, year: int) -> Iterator[int]:
    """Return the other years of the text, and years near one; near a decade, other decades."""
    if not (found := re.search(rf"(?<!\d){year}(?!\d)(s?)", sheet.text)):
        return
    decade = bool(found[1])
    stated = dict.fromkeys(
        int(y) for y in re.findall(r"(?<!\d)(?:1[89]|2[01])\d\d(?!\d)", sheet.text)
    )
    near = (year - 10, year + 10) if decade else (year - 1, year + 1, year + 10)
    for new in (*stated, *near):
        fresh = new in stated or str(new) not in sheet.text
        if new != year and fresh and sheet.unlikely(year, new):
            yield new
