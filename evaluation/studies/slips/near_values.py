"""Values that are easily written for others: a digit, a day, a sign, an order of magnitude."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Parameter
from simulrag.verifier.formulas.syntax import Number

#: Places that a text about others might be mistaken for.
PLACES = ("Nairobi", "Oslo", "Lima", "Chicago", "Osaka", "Madrid", "Perth", "Lagos")


def number(value: Decimal) -> Number:
    """Return a number that prints as it is."""
    printed = f"{value:f}"
    return Number(float(printed), printed)


def digits(printed: str) -> Iterator[Number]:
    """Return numbers of the same print: the neighbours, another digit, two digits exchanged."""
    value = Decimal(printed)
    step = Decimal(1).scaleb(_last(value))
    yield from (number(value + step), number(value - step))
    first = value.adjusted()
    if first > _last(value):
        yield number(value + Decimal(1).scaleb(first).copy_sign(value))
    body = printed.lstrip("-")
    for i in range(len(body) - 1):
        one, other = body[i], body[i + 1]
        if one.isdigit() and other.isdigit() and one != other and "0" not in (one, other):
            turned = f"{body[:i]}{other}{one}{body[i + 2 :]}"
            yield number(Decimal(turned).copy_sign(value))


def _last(value: Decimal) -> int:
    """Return the exponent of the last digit that says something: hundreds in 2,700."""
    exponent = int(value.as_tuple().exponent)
    return int(value.normalize().as_tuple().exponent) if value and exponent == 0 else exponent


def magnitudes(printed: str) -> Iterator[Number]:
    """Return a number with its decimal point moved."""
    if value := Decimal(printed):
        yield from (number(_tidy(value * 10)), number(_tidy(value / 10)))


def _tidy(value: Decimal) -> Decimal:
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value


def opposite(printed: str) -> Iterator[Number]:
    """Return a number with the other sign."""
    if value := Decimal(printed):
        yield number(-value)


def years(year: int) -> Iterator[int]:
    """Return years that are easily written for one."""
    yield from (year + 1, year - 1, year + 10, year - 10, year + 100, year - 100)
    text = str(year)
    if text[2] != text[3]:
        yield int(f"{text[:2]}{text[3]}{text[2]}")


def days(text: str) -> Iterator[str]:
    """Return days that are easily written for one."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return
    yield from ((day + timedelta(days=step)).isoformat() for step in (1, -1, 7, 10))
    for month, year in ((day.month % 12 + 1, day.year), (day.month, day.year + 1)):
        if day.day <= 28:
            yield date(year, month, day.day).isoformat()
    if day.day <= 12 and day.day != day.month:
        yield date(day.year, day.day, day.month).isoformat()


def allowed(parameter: Parameter, value: JsonValue) -> bool:
    """Tell whether a parameter takes a value."""
    try:
        check_value(parameter, value)
    except SimulRAGError:
        return False
    return True
