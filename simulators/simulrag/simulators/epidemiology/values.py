"""Estimates and daily curves as the values that a run holds."""

from datetime import timedelta

from simulrag.simulators.epidemiology.request import DAYS, Request
from simulrag.simulators.epidemiology.summary import LEVEL, Curve, Estimate
from simulrag.simulators.interface import Output, Quantity, Series


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
