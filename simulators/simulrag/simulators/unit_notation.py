"""Units as text writes them and as they are printed, for simulators of any domain.

A unit's name is its first word, in a form that pint reads once a digit behind a letter is taken
for a power ("m3/s"). Capitals count where a word holds one ("MW", "mW").
"""

import re
from collections.abc import Mapping

#: Unit -> the words that mean it behind a number, by what it measures.
BY_QUANTITY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "speed": {
        "m/s": ("metres per second", "meters per second", "metre per second", "meter per second"),
        "mph": ("miles per hour",),
    },
    "length": {
        "mm": ("millimetres", "millimeters", "millimetre", "millimeter"),
        "cm": ("centimetres", "centimeters", "centimetre", "centimeter"),
        "mile": ("miles",),
        "ft": ("feet",),
    },
    "area": {
        "m2": ("square metres", "square meters"),
        "km2": ("square kilometres", "square kilometers"),
        "ha": ("hectares", "hectare"),
    },
    "volume": {"m3": ("cubic metres", "cubic meters")},
    "flow": {
        "l/min": ("litres per minute", "liters per minute", "litres a minute", "L/min"),
        "l/s": ("litres per second", "liters per second", "litres a second", "L/s"),
        "l/h": ("litres per hour", "liters per hour", "litres an hour", "L/h"),
        "m3/s": ("cubic metres per second", "cubic meters per second"),
        "m3/h": ("cubic metres per hour", "cubic meters per hour"),
    },
    "concentration": {
        "mg/l": ("milligrams per litre", "milligrams per liter", "mg/L"),
        "g/l": ("grams per litre", "grams per liter", "g/L"),
        "ppm": ("parts per million",),
    },
    "density": {"kg/m3": ("kilograms per cubic metre", "kilograms per cubic meter")},
    "power": {
        "W": ("watts", "watt"),
        "kW": ("kilowatts", "kilowatt"),
        "MW": ("megawatts", "megawatt"),
        "GW": ("gigawatts", "gigawatt"),
    },
    "irradiance": {"W/m2": ("watts per square metre", "watts per square meter")},
    "energy": {
        "J": ("joules", "joule"),
        "kJ": ("kilojoules",),
        "MJ": ("megajoules",),
        "kWh": ("kilowatt-hours", "kilowatt hours", "kilowatt-hour", "kilowatt hour"),
        "MWh": ("megawatt-hours", "megawatt hours"),
        "GWh": ("gigawatt-hours", "gigawatt hours"),
    },
    "pressure": {
        "Pa": ("pascals", "pascal"),
        "kPa": ("kilopascals", "kilopascal"),
        "MPa": ("megapascals", "megapascal"),
        "hPa": ("hectopascals", "hectopascal"),
        "bar": ("bars",),
        "mbar": ("millibars", "millibar"),
    },
    "force": {"N": ("newtons", "newton"), "kN": ("kilonewtons", "kilonewton")},
    "frequency": {"Hz": ("hertz",), "kHz": ("kilohertz",), "MHz": ("megahertz",)},
    "voltage": {"V": ("volts", "volt"), "kV": ("kilovolts", "kilovolt")},
    "current": {"A": ("amperes", "amps", "ampere", "amp"), "mA": ("milliamperes", "milliamps")},
}  # fmt: skip

_SUPERSCRIPTS = str.maketrans("23", "²³")
#: Word -> unit.
WORDS: Mapping[str, str] = {
    word: unit
    for units in BY_QUANTITY.values()
    for unit, words in units.items()
    for word in (unit, *words, unit.translate(_SUPERSCRIPTS))
}
#: Unit -> what it measures.
QUANTITIES: Mapping[str, str] = {
    unit: quantity for quantity, units in BY_QUANTITY.items() for unit in units
}


#: What people write for a unit -> its name here.
_OTHER_NAMES = {
    "%": "percent", "°C": "degC", "°F": "degF", "°": "degree", "degrees": "degree", "K": "kelvin",
    "deg": "degree", "yr": "year", "yrs": "year", "d": "day", "h": "hour", "hr": "hour",
    "hrs": "hour", "min": "minute", "sec": "second",
    **{f"{unit}s": unit for unit in ("second", "minute", "hour", "day", "week", "month", "year")},
}  # fmt: skip


def unit_name(written: object) -> object:
    """Return the name of a unit that is written otherwise ("%" is "percent")."""
    return _OTHER_NAMES.get(written, written) if isinstance(written, str) else written


def for_pint(unit: str) -> str:
    """Return a unit as pint reads it ("m3/s" is "m**3/s")."""
    return re.sub(r"(?<=[A-Za-z])([23])\b", r"**\1", unit)


_SYMBOLS = {
    "degC": "°C", "delta_degC": "°C", "degF": "°F", "delta_degF": "°F", "percent": "%",
    "percentage_point": "percentage points", "dimensionless": "",
}  # fmt: skip
#: Units that are words, with a plural.
_COUNTED = ("second", "minute", "hour", "day", "week", "month", "year", "degree")
#: A factor of a product of units: "(delta_degC)*(delta_degC)".
_FACTOR = re.compile(r"\(([^()*/]*)\)")
_ONE = re.compile(r"[-−]?1(?:\.0*)?")
_NAME = re.compile(r"[A-Za-z_]+")


def symbol(unit: str, number: str = "1") -> str:
    """Return a unit of an output or a formula as it is printed: "°C", "days", "°C·°C".

    number: what is printed before it, which says whether it is one.
    """
    if unit in _COUNTED:
        return unit if _ONE.fullmatch(number) else f"{unit}s"
    if "(" not in unit:
        return _SYMBOLS.get(unit, unit.replace("_", " "))
    bare = _FACTOR.sub(lambda found: found[1] if " " not in found[1] else found[0], unit)
    return _NAME.sub(lambda found: _SYMBOLS.get(found[0], found[0]), bare).replace("*", "·")
