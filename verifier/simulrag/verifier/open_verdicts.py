"""Claims about the world that a simulator's own spread leaves open.

A claim about a run is compared with that run's output. A claim about the world is not: where the
verdict would change inside the spread of the ensemble, it is undecided (design of the verdicts;
the paper takes simulations as exact).
"""

from collections.abc import Sequence

from simulrag.simulators.interface import Quantity
from simulrag.simulators.operations import Interval, known
from simulrag.verifier.claims import Reading
from simulrag.verifier.nearness import OF_DISTANCE, held_beyond


def is_open(reading: Reading, value: Quantity, printed: Sequence[Interval], *, holds: bool) -> bool:
    """Tell whether a value's spread holds what would turn the verdict.

    printed: the intervals that the claim's figures stand for, in the value's unit; the ends of
    its band for a label; empty for a direction. A value without spread leaves nothing open.
    """
    if value.low is None or value.high is None or reading.quantile != "median":
        return False
    spread = Interval(low=value.low, high=value.high)
    match reading.comparator:
        case "equal" | "about" | "between" | "just_above" | "just_below":
            ends = [end for one in printed for end in (one.low, one.high)]
            return not holds and spread.meets(Interval(low=min(ends), high=max(ends)))
        case "rises" | "falls" | "unchanged":
            return spread.low <= 0 <= spread.high
        case _:
            middles = [(one.low + one.high) / 2 for one in printed]
            return any(spread.low < middle < spread.high for middle in middles)


def nearly(reading: Reading, value: Quantity, printed: Sequence[Interval]) -> bool:
    """Tell whether a value misses what is claimed by so little that this stays open.

    It misses it by no more than the reading's middle zone, or lies neither just nor well beyond it.
    """
    if reading.comparator in OF_DISTANCE:
        return held_beyond(reading, value, printed) is None
    if reading.middle <= 0:
        return False
    first, last = printed[0], printed[-1]
    wider = Interval(low=first.low - reading.middle, high=last.high + reading.middle)
    return wider.meets(known(value))
