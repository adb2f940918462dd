"""How the distance of two values changes from one pair to another, with its interval."""

from collections.abc import Sequence

#: A value, and the least and the most that it is known to be.
Known = tuple[float, float, float]


def gap_change(values: Sequence[Known]) -> Known:
    """Return |d - c| - |b - a| of four values, at least and at most.

    Raises ValueError where there are not four.
    """
    if len(values) != 4:
        raise ValueError(f"gap_change needs four values, {len(values)} given")
    before, after = _gap(*values[:2]), _gap(*values[2:])
    return after[0] - before[0], after[1] - before[2], after[2] - before[1]


def _gap(one: Known, other: Known) -> Known:
    """Return how far two values are apart, at least and at most."""
    least = max(0.0, one[1] - other[2], other[1] - one[2])
    return abs(other[0] - one[0]), least, max(other[2] - one[1], one[2] - other[1])
