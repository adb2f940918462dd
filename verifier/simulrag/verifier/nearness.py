"""How far beyond a limit something still is "just" beyond it, and from where on "well"."""

from collections.abc import Sequence
from typing import NamedTuple

from simulrag.simulators.interface import Quantity
from simulrag.simulators.operations import Interval
from simulrag.verifier.claims import Comparator, Reading

JUST: tuple[Comparator, ...] = ("just_above", "just_below")
WELL: tuple[Comparator, ...] = ("well_above", "well_below")
#: The comparators that say how far beyond a limit something lies, and not only on which side.
OF_DISTANCE = (*JUST, *WELL)


class Reach(NamedTuple):
    """Distances from a limit, and what words of nearness and distance say of them."""

    just: float  #: Up to here it is "just" beyond the limit;
    hardly_just: float  #: farther than this it is not, and between the two it is open.
    well: float  #: From here on it is "well" beyond the limit;
    hardly_well: float  #: nearer than this it is not.


#: Days: "just before Christmas" is in the week before it, "well before" ten days before or more.
DAYS = Reach(just=8, hardly_just=21, well=10, hardly_well=6)


def reach_of(little: float) -> Reach:
    """Return the distances in a quantity of which "a little" amounts to so much."""
    return Reach(just=little, hardly_just=1.5 * little, well=0.5 * little, hardly_well=0.2 * little)


def beyond(comparator: Comparator, distance: float, reach: Reach) -> bool | None:
    """Tell whether what lies so far beyond a limit does so just or well; None where that is open.

    distance: how far it lies on the side that the comparator names; at most 0 on the other side.
    """
    if distance <= 0:
        return False
    if comparator in JUST:
        return None if reach.just < distance <= reach.hardly_just else distance <= reach.just
    return None if reach.hardly_well <= distance < reach.well else distance >= reach.well


def above_limit(reading: Reading) -> bool:
    """Tell whether a reading's limit lies below what is said of it."""
    return reading.comparator.endswith("above")


def held_beyond(reading: Reading, value: Quantity, printed: Sequence[Interval]) -> bool | None:
    """Tell whether a value lies as far beyond its limit as is said; None where that is open."""
    limit = (printed[0].low + printed[0].high) / 2
    past = value.value - limit if above_limit(reading) else limit - value.value
    return beyond(reading.comparator, past, reach_of(_little(reading, limit)))


def _little(reading: Reading, limit: float) -> float:
    """Return what "a little" may amount to: twice what "about" does, at least a tenth."""
    return max(
        0.1 * abs(limit), 2 * reading.about_absolute, 2 * reading.about_relative * abs(limit)
    )
