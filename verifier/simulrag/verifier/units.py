"""Units: words for them in text, the kinds of quantities they measure, conversion by pint."""

from functools import cache
from typing import TYPE_CHECKING

from simulrag.simulators import unit_notation
from simulrag.simulators.output_operations import Interval
from simulrag.simulators.unit_notation import for_pint

#: Unit words in text -> unit. Longest are tried first.
UNITS: dict[str, str] = {
    "percentage points": "percentage_point", "percentage point": "percentage_point",
    "percent": "percent", "per cent": "percent", "%": "percent", "pct": "percent",
    "degrees celsius": "degC", "degree celsius": "degC", "degrees centigrade": "degC",
    "degrees c": "degC", "deg c": "degC", "°c": "degC", "° c": "degC", "celsius": "degC",
    "degrees fahrenheit": "degF", "degree fahrenheit": "degF", "°f": "degF", "° f": "degF",
    "fahrenheit": "degF", "kelvins": "kelvin", "kelvin": "kelvin", "k": "kelvin",
    "c": "degC", "f": "degF",
    "degrees": "degree", "degree": "degree", "°": "degree",
    "weeks": "week", "week": "week", "days": "day", "day": "day", "months": "month",
    "month": "month", "years": "year", "year": "year", "hours": "hour", "hour": "hour",
    "fortnights": "fortnight", "fortnight": "fortnight", "decades": "decade", "decade": "decade",
    "centuries": "century", "century": "century",
    "wk": "week", "wks": "week", "yr": "year", "yrs": "year", "h": "hour", "hr": "hour",
    "hrs": "hour", "minutes": "minute", "minute": "minute", "mins": "minute", "min": "minute",
    "seconds": "second", "second": "second", "s": "second", "sec": "second", "secs": "second",
    "kilometres per hour": "km/h", "kilometers per hour": "km/h", "km/h": "km/h",
    "kilometres": "km", "kilometers": "km", "km": "km", "metres": "m", "meters": "m", "m": "m",
    "kilograms": "kg", "kilogram": "kg", "kg": "kg", "grams": "g", "gram": "g", "g": "g",
    "milligrams": "mg", "mg": "mg", "tonnes": "tonne", "t": "tonne", "litres": "l", "liters": "l",
    "millilitres": "ml", "milliliters": "ml", "ml": "ml",
    "times": "times", "fold": "times",
} | {word.lower(): unit for word, unit in unit_notation.WORDS.items()}  # fmt: skip

FAMILIES = {
    **unit_notation.QUANTITIES, "km/h": "speed",
    "degC": "temperature", "degF": "temperature", "kelvin": "temperature",
    "degree": "temperature", "delta_degC": "temperature",
    "week": "time", "day": "time", "month": "time", "year": "time", "hour": "time",
    "minute": "time", "second": "time", "fortnight": "time", "decade": "time", "century": "time",
    "km": "length", "m": "length", "kg": "mass", "g": "mass", "mg": "mass", "tonne": "mass",
    "l": "volume", "ml": "volume",
}  # fmt: skip


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
