"""Units of printed numbers turned into those of outputs, by pint, loaded when first needed."""

from functools import cache
from typing import TYPE_CHECKING

from simulrag.simulators.operations import Interval
from simulrag.simulators.unit_words import for_pint

if TYPE_CHECKING:
    import pint

#: Ours -> pint's, where the names differ.
_PINT = {"percentage_point": "percent", "tonne": "metric_ton", "l": "liter", "ml": "milliliter",
         "decade": "ten_years"}  # fmt: skip
#: A month of the calendar's mean length, days; pint's own month is 30.44 days as well.
_SPECIAL = {"degree": {"degC", "delta_degC"}}


class UnitMismatchError(ValueError):
    """The two units measure different things."""


@cache
def _registry() -> "pint.UnitRegistry[float]":
    import pint

    registry = pint.UnitRegistry[float]()
    registry.define("ten_years = 10 * year")  # pint's decade is one of logarithms
    return registry


def is_known(unit: str) -> bool:
    """Tell whether values in a unit can be converted to others of its kind."""
    import pint

    plain = unit.removeprefix("delta_")
    try:
        _registry().Unit(_PINT.get(plain, for_pint(plain)))
    except (pint.UndefinedUnitError, ValueError, AttributeError):
        return False
    return True


def convert(interval: Interval, unit: str, wanted: str, *, difference: bool) -> Interval:
    """Return an interval in another unit; `difference` tells 1 K of change from 1 K of value.

    Raises UnitMismatchError where the units are of different families; nothing is converted in
    silence between percent and plain numbers, or between a temperature and its change.
    """
    wanted_plain = wanted.removeprefix("delta_")
    if unit in (wanted, wanted_plain) or wanted in _SPECIAL.get(unit, set()):
        return interval
    if not unit or not wanted:
        raise UnitMismatchError(f"{unit or 'a plain number'} is not {wanted or 'a plain number'}")
    return _by_pint(interval, unit, wanted_plain, difference=difference)


def _by_pint(interval: Interval, unit: str, wanted: str, *, difference: bool) -> Interval:
    import pint

    registry = _registry()
    source, target = (_PINT.get(one, for_pint(one)) for one in (unit, wanted))
    if difference:
        source, target = (
            f"delta_{one}" if one in ("degC", "degF") else one for one in (source, target)
        )
    try:
        low, high = (registry.convert(end, source, target) for end in (interval.low, interval.high))
    except (pint.DimensionalityError, pint.UndefinedUnitError) as error:
        raise UnitMismatchError(f"{unit} is not {wanted}: {error}") from None
    return Interval(low=min(low, high), high=max(low, high))
