"""How a difference of two values changes from one pair to another, with its interval."""

from collections.abc import Sequence

#: A value, and the least and the most that it is known to be.
Known = tuple[float, float, float]


def change_of_change(values: Sequence[Known]) -> Known:
    """Return (d - c) - (b - a) of four values. Raises ValueError where there are not four."""
    a, b, c, d = _four("double_difference", values)
    return d[0] - c[0] - (b[0] - a[0]), d[1] - c[2] - (b[2] - a[1]), d[2] - c[1] - (b[1] - a[2])


def _four(name: str, values: Sequence[Known]) -> Sequence[Known]:
    if len(values) != 4:
        raise ValueError(f"{name} needs four values, {len(values)} given")
    return values


def gap_change(values: Sequence[Known]) -> Known:
    """Return |d - c| - |b - a| of four values. Raises ValueError where there are not four."""
    values = _four("gap_change", values)
    before, after = _gap(*values[:2]), _gap(*values[2:])
    return after[0] - before[0], after[1] - before[2], after[2] - before[1]


def _gap(one: Known, other: Known) -> Known:
    """Return how far two values are apart, at least and at most."""
    least = max(0.0, one[1] - other[2], other[1] - one[2])
    return abs(other[0] - one[0]), least, max(other[2] - one[1], one[2] - other[1])
