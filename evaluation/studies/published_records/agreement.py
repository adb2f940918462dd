"""How near our numbers are to the published ones: one row for each output and variant."""

from collections.abc import Sequence

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.interface import Label, Quantity
from studies.published_records.replay import Array, Replayed, distinct

#: Fewer pairs have no correlation worth printing.
LEAST = 3


def agreement(some: Sequence[Replayed], variant: str) -> dict[str, JsonValue]:
    """Return for each output its figures over the distinct runs that have it on both sides.

    n; the median of the absolute differences, in the output's unit; the share of published values
    within our 90 % interval, where we have one; the correlation; for categories the share that is
    the same.
    """
    runs = [one for one in distinct(some) if variant in one.ours]
    names = dict.fromkeys(name for one in runs for name in one.recorded.outputs)
    rows = {name: _row(runs, name, variant) for name in names}
    return {name: row for name, row in rows.items() if row}


def _row(runs: Sequence[Replayed], name: str, variant: str) -> JsonValue:
    labels = [
        (a.value, b.value)
        for one in runs
        if isinstance(a := one.recorded.outputs.get(name), Label)
        and isinstance(b := one.ours[variant].outputs.get(name), Label)
    ]
    if labels:
        same = sum(a == b for a, b in labels)
        return {"n": len(labels), "same": round(same / len(labels), 4)}
    pairs = [
        (a, b)
        for one in runs
        if isinstance(a := one.recorded.outputs.get(name), Quantity)
        and isinstance(b := one.ours[variant].outputs.get(name), Quantity)
    ]
    return _numbers(pairs) if pairs else None


def _numbers(pairs: Sequence[tuple[Quantity, Quantity]]) -> JsonValue:
    theirs = np.array([a.value for a, _ in pairs])
    ours = np.array([b.value for _, b in pairs])
    row: dict[str, JsonValue] = {
        "n": len(pairs),
        "unit": pairs[0][1].unit,
        "median absolute difference": significant(float(np.median(np.abs(ours - theirs)))),
    }
    inside = [
        b.low <= a.value <= b.high for a, b in pairs if b.low is not None and b.high is not None
    ]
    if inside:
        row["within our interval"] = round(sum(inside) / len(inside), 4)
    if len(pairs) >= LEAST and np.ptp(theirs) > 0 and np.ptp(ours) > 0:
        row["correlation"] = round(correlation(theirs, ours), 3)
    return row


def correlation(one: Array, other: Array) -> float:
    """Return Pearson's correlation of two arrays of the same length, both not constant."""
    return float(np.corrcoef(one, other)[0, 1])


def slope(x: Array, y: Array) -> float:
    """Return the least-squares slope of y on x through the origin."""
    return float(x @ y / (x @ x))


def significant(value: float, digits: int = 4) -> float:
    """Round to so many significant digits."""
    return float(f"{value:.{digits}g}")
