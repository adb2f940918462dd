"""The place of one number among others, each known within an interval."""

from collections.abc import Sequence


def places(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float], *, down: bool
) -> tuple[int, int, int]:
    """Return the place of the first number, and the best and the worst that it may have.

    down: counted from the highest, which has place 1; else from the lowest. Equal numbers share
    a place. The three sequences have the same length, at least one.
    """
    if not down:
        values, lows, highs = ([-x for x in values], [-x for x in highs], [-x for x in lows])
    return (
        1 + sum(value > values[0] for value in values[1:]),
        1 + sum(low > highs[0] for low in lows[1:]),
        1 + sum(high > lows[0] for high in highs[1:]),
    )
