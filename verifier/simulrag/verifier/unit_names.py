"""Words for units as text has them, and the kinds of quantities that units measure."""

from simulrag.simulators import unit_words

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
    "minutes": "minute", "minute": "minute", "mins": "minute", "min": "minute",
    "seconds": "second", "second": "second", "s": "second",
    "kilometres per hour": "km/h", "kilometers per hour": "km/h", "km/h": "km/h",
    "kilometres": "km", "kilometers": "km", "km": "km", "metres": "m", "meters": "m", "m": "m",
    "kilograms": "kg", "kilogram": "kg", "kg": "kg", "grams": "g", "gram": "g", "g": "g",
    "milligrams": "mg", "mg": "mg", "tonnes": "tonne", "litres": "l", "liters": "l",
    "millilitres": "ml", "milliliters": "ml", "ml": "ml",
    "times": "times", "fold": "times",
} | {word.lower(): unit for word, unit in unit_words.WORDS.items()}  # fmt: skip

FAMILIES = {
    **unit_words.QUANTITIES, "km/h": "speed",
    "degC": "temperature", "degF": "temperature", "kelvin": "temperature",
    "degree": "temperature", "delta_degC": "temperature",
    "week": "time", "day": "time", "month": "time", "year": "time", "hour": "time",
    "minute": "time", "second": "time", "fortnight": "time", "decade": "time", "century": "time",
    "km": "length", "m": "length", "kg": "mass", "g": "mass", "mg": "mass", "tonne": "mass",
    "l": "volume", "ml": "volume",
}  # fmt: skip
