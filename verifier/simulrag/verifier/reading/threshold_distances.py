"""How far a graded change lies from a limit: "misses it by less than three points"."""

from simulrag.verifier.claims import Comparator, Expression, Figure, Reading
from simulrag.verifier.quantities import Printed


def at_distance(
    limit: float, apart: Printed, change: Expression, *, above: bool, half: float = 0.0
) -> list[Reading]:
    """Return that a change is a limit and so many percentage points: "5 points above the 30 %".

    "Less than 5 points above it" is between the two. half: what an exact distance leaves open at
    least, percentage points.
    """
    value = limit + float(apart.value) * (1 if above else -1)
    less = apart.qualifier in ("below", "just_below", "at_most")
    more = apart.qualifier in ("above", "just_above", "at_least")
    exact = not less and not more
    figure = Figure(
        text=apart.text,
        start=apart.start,
        end=apart.end,
        value=value,
        half_unit=max(float(apart.half_unit), half) if exact else 0.0,
    )
    if exact:
        return [_compared(change, "equal", figure)]
    beyond: Comparator = "above" if above == more else "below"
    made = [_compared(change, beyond, figure)]
    if less:
        side: Comparator = "at_least" if above else "below"
        made.append(_compared(change, side, figure.model_copy(update={"value": limit})))
    return made


def _compared(change: Expression, comparator: Comparator, figure: Figure) -> Reading:
    return Reading(expression=change, comparator=comparator, figures=(figure,), unit="percent")
