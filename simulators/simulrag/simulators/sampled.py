"""Simulators that give the values behind their intervals, member by member."""

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from simulrag.simulators.interface import Call, Statistic

#: What to do about members that are not paired.
PAIRING = (
    "draw member n of every call from a generator that is seeded by n and the call's seed alone, "
    "and as many numbers in the same order whatever the arguments"
)


@runtime_checkable
class Sampled(Protocol):
    """A simulator that can give the equally likely values behind an interval."""

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return values by output, those of parts under `parts.part_name`.

        The n-th values of two calls share all that is random; where one has fewer, its are the
        first. A date is its proleptic Gregorian ordinal (`date.toordinal`), days. NaN is not
        defined: the day of the peak of a season in which no wave rises; of a year (`..._year`), one
        that does not come within what was looked at. An output that is left out is a point. The
        value of a run's output is their median, or the `Output.statistic` that is declared.
        `simulrag validate-simulator` tries all of this.
        """
        ...


def of_single_year(output: str) -> str:
    """Return the name of the samples of a year that has been, natural variability included.

    They stand beside those of what is forced, for outputs that declare `forced`, in the same order;
    of calls that name no single year that has been they are left out.
    """
    return f"{output} of the single year"


def of_other_records(output: str) -> str:
    """Return the name of the samples of what other records may say of an observed output.

    A claim that contradicts the run's record, but none of these, is not refuted by it.
    """
    return f"{output} in other records"


def centre(values: Sequence[float], statistic: Statistic = "median") -> float | None:
    """Return the median or mean of the values that are defined; None where less than half are."""
    found = [value for value in values if not math.isnan(value)]
    if not found or 2 * len(found) < len(values):
        return None
    return statistics.fmean(found) if statistic == "mean" else statistics.median(found)


def ninety_percent(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the 5 and 95 percentiles of values; None where less than half of them are defined."""
    found = sorted(value for value in values if not math.isnan(value))
    if not found or 2 * len(found) < len(values):
        return None
    return quantile(found, 0.05), quantile(found, 0.95)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return a quantile (share 0 to 1) of sorted numbers, linear between them; NaN of none."""
    if not len(ordered):
        return math.nan
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    whole = low == high or at == below or low == -math.inf
    return low if whole else low + (at - below) * (high - low)
