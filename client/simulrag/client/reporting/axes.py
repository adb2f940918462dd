"""Ticks of axes: round numbers, and days at the start of months."""

import math
from collections.abc import Sequence
from datetime import date

#: Steps that read well, as multiples of a power of ten.
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most `most` + 1 round numbers from `low` to `high`."""
    if not low < high:
        return [low]
    rough = (high - low) / most
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * scale for factor in _STEPS if factor * scale >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def months(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Return at most `most` first days of months, as ordinals with labels.

    A label holds the year where it is the first or another than that of the label before.
    """
    first, last = date.fromordinal(math.ceil(low)), date.fromordinal(math.floor(high))
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    starts = [date(first.year + m // 12, m % 12 + 1, 1)
              for m in range(first.month - 1, first.month - 1 + count)]  # fmt: skip
    inside = [day for day in starts if first <= day <= last]
    picked = inside[:: max(1, math.ceil(len(inside) / most))] or [first, last]
    return [(float(day.toordinal()), _label(n, picked)) for n, day in enumerate(picked)]


def _label(number: int, days: Sequence[date]) -> str:
    day = days[number]
    if day.day != 1:
        return day.isoformat()
    new = number == 0 or days[number - 1].year != day.year
    return f"{day:%b} {day.year}" if new else f"{day:%b}"
