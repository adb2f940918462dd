"""Units as they are printed behind a number."""

import re

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
