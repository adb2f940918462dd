"""Values that a run holds: of estimates and daily curves, and as they are told."""

import math
from collections.abc import Mapping
from datetime import date, timedelta

from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.summary import LEVEL, Curve, Estimate
from simulrag.simulators.interface import Day, Output, Quantity, Series, Value


def value(output: Output, estimate: Estimate) -> Quantity | Day:
    """Return an estimate as its output has it; a date from proleptic Gregorian ordinals, days."""
    return day(estimate) if output.kind == "date" else quantity(output, estimate)


def quantity(output: Output, estimate: Estimate) -> Quantity:
    """Return an estimate in the unit of its output, with its spread and Monte-Carlo interval."""
    return Quantity(
        value=estimate.value,
        unit=output.unit,
        low=estimate.low,
        high=estimate.high,
        level=None if estimate.low is None else LEVEL,
        value_low=estimate.error_low,
        value_high=estimate.error_high,
    )


def day(found: Estimate) -> Day:
    """Return a date from proleptic Gregorian ordinals, days."""
    whole = math.floor(found.value), math.floor(found.error_low), math.ceil(found.error_high)
    value, low, high = (date.fromordinal(one).isoformat() for one in whole)
    return Day(value=value, low=low, high=high)


def daily_series(request: Request, curve: Curve) -> Series:
    """Return a curve over the days of a season, with its 5, 25, 75 and 95 percentiles."""
    days = [request.start + timedelta(days=day) for day in range(DAYS)]
    return Series(
        unit="",
        times=tuple(day.isoformat() for day in days),
        values=tuple(curve.median.tolist()),
        low=tuple(curve.low.tolist()),
        lower=tuple(curve.lower.tolist()),
        upper=tuple(curve.upper.tolist()),
        high=tuple(curve.high.tolist()),
    )


def told(outputs: Mapping[str, Value]) -> str:
    """Return outputs by name as contexts tell them."""
    return ", ".join(
        f"{name.replace('_', ' ')} "
        + (f"{value.value:,.6g}" if isinstance(value, Quantity) else value.value)
        for name, value in outputs.items()
    )
