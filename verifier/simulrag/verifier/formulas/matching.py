"""When a printed number, date or name is the literal of a formula."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache

from simulrag.simulators.operations import Interval
from simulrag.verifier.formulas.literals import Literal
from simulrag.verifier.formulas.mentions import Meaning, Mentions, PrintedNumber
from simulrag.verifier.formulas.periods import Period
from simulrag.verifier.formulas.vocabulary import Hit
from simulrag.verifier.unit_names import FAMILIES, UNITS
from simulrag.verifier.units import UnitMismatchError, convert

#: How far apart numbers may be that were converted from another unit or put in words.
CLOSE = 0.012
#: A period of more days than this is meant by its ends, to so many days.
LONG, NEAR_END = 100, 35
_SHARES = ("percent", "percentage_point")
#: Units that a text prints beside their number.
_TIMES = ("day", "week", "month", "hour", "minute", "second")
_AMBIGUOUS = ("degree", "K", "kelvin")


def number_fits(number: PrintedNumber, literal: Literal) -> bool:
    """Tell whether a literal says a printed number: value, unit and digits."""
    if not isinstance(literal.value, float):
        return False
    if literal.role == "argument" and literal.parameter is not None:
        return _argument_fits(number, literal, literal.parameter.kind)
    wanted = abs(literal.value)
    if not any(
        _near(wanted, abs(value), exact=exact) for value, exact in _amounts(number, literal)
    ):
        return False
    return _digits_agree(number, literal)


def _digits_agree(number: PrintedNumber, literal: Literal) -> bool:
    """Tell whether a number that is compared as printed has the decimals that the text prints."""
    exact = literal.role == "compared" and literal.comparator in ("==", "!=")
    if not exact or literal.approximate or not number.digits:
        return True
    if not _near(abs(float(literal.value)), abs(number.value), exact=True):
        return True
    return _decimals(number.digits.replace(",", "")) == _decimals(literal.printed)


def _decimals(digits: str) -> int:
    return len(digits.partition(".")[2])


def _near(wanted: float, value: float, *, exact: bool) -> bool:
    if exact:
        return abs(wanted - value) <= 1e-9 * max(1.0, wanted)
    return abs(wanted - value) <= CLOSE * max(wanted, value)


def _argument_fits(number: PrintedNumber, literal: Literal, kind: str) -> bool:
    value, wanted = number.value, float(literal.value)
    if kind in ("share", "change"):
        amounts = {value}
        if number.kind == "fraction":
            amounts = {100 * value, 100 * (1 - value)} if kind == "change" else {100 * value}
        elif number.kind == "factor":
            amounts = {100 * (value - 1)}
        elif number.unit not in ("", *_SHARES):
            return False
        close = number.kind == "number"
        return any(_near(abs(wanted), abs(one), exact=close) for one in amounts)
    if number.kind == "factor" and not number.in_words:
        return False
    if number.unit in _SHARES:
        return False
    unit = literal.unit or ""
    if number.unit and unit and number.unit != unit:
        return any(_near(abs(wanted), abs(v), exact=False) for v in _converted(number, unit, False))
    return _near(abs(wanted), abs(value), exact=True)


def _amounts(number: PrintedNumber, literal: Literal) -> Iterator[tuple[float, bool]]:
    """Return what a number may amount to in the unit of a literal, and whether exactly."""
    value, unit = number.value, literal.unit
    exact = not (number.in_words and number.kind == "fraction")
    if number.kind == "factor":
        yield from _times(value, unit)
    elif unit in (None, "ratio", "", "number"):
        yield from _plain(number, unit, exact=exact)
    elif unit in _SHARES:
        yield from _share(number, exact=exact)
    elif (not number.unit and unit not in _TIMES) or number.unit == unit:
        yield value, exact
        yield from _of_hundred_thousand(number)
    elif number.unit in _AMBIGUOUS and "deg" in unit:
        yield value, exact
    elif _family(number.unit) == _family(unit):
        difference = unit.startswith("delta_") or literal.difference
        if number.unit == unit.removeprefix("delta_"):
            yield value, exact
        elif not literal.own_unit:
            yield from ((one, False) for one in _converted(number, unit, difference))


def _times(value: float, unit: str | None) -> Iterator[tuple[float, bool]]:
    if unit in _SHARES:
        yield from ((100 * (value - 1), True), (100 * value, True), (100 / value, False))
    elif unit is None or unit in ("ratio", "", "number", "year", "week", "day"):
        yield from ((value, True), (1 / value, False))


def _plain(number: PrintedNumber, unit: str | None, *, exact: bool) -> Iterator[tuple[float, bool]]:
    value = number.value
    if number.unit in _SHARES:
        if unit in (None, "ratio"):
            yield from ((value / 100, True), (1 + value / 100, True), (1 - value / 100, True))
        if unit is None:
            yield value, True
        return
    if number.unit and unit == "" and _family(number.unit) in ("temperature", "time"):
        return
    yield value, exact
    if number.kind == "fraction":
        yield from (
            (1 - value, False),
            (1 + value, False),
            (1 / value, False),
            (1 / (1 - value), False),
        )
        yield from _of_hundred_thousand(number)


def _of_hundred_thousand(number: PrintedNumber) -> Iterator[tuple[float, bool]]:
    if number.kind == "fraction" and number.value < 0.2:
        yield from ((1e5 * number.value, False), (1 / number.value, False))


def _share(number: PrintedNumber, *, exact: bool) -> Iterator[tuple[float, bool]]:
    if number.kind == "fraction":
        yield from ((100 * number.value, False), (100 * (1 - number.value), False))
    elif number.unit in ("", *_SHARES):
        yield number.value, exact


@lru_cache(maxsize=1024)
def _family(unit: str) -> str:
    known = UNITS.get(unit.lower(), unit)
    return FAMILIES.get(known, FAMILIES.get(known.removeprefix("delta_"), known))


@lru_cache(maxsize=1024)
def _line(unit: str, wanted: str, difference: bool) -> tuple[float, float] | None:
    try:
        zero, one = (
            convert(Interval(low=v, high=v), unit, wanted, difference=difference).low
            for v in (0.0, 1.0)
        )
    except (UnitMismatchError, ValueError):
        return None
    return zero, one - zero


def _converted(number: PrintedNumber, unit: str, difference: bool) -> tuple[float, ...]:
    if number.unit == "degree":
        return (number.value,)
    line = _line(number.unit, unit, difference)
    return () if line is None else (line[0] + line[1] * number.value,)


def iso_day(text: str) -> tuple[date, date] | None:
    """Return the first and last day of an ISO date or month; None for other texts."""
    try:
        if len(text) == 7:
            year, month = int(text[:4]), int(text[5:])
            last = date(year + month // 12, month % 12 + 1, 1)
            return date(year, month, 1), date.fromordinal(last.toordinal() - 1)
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day, day


def period_fits(period: Period, literal: Literal) -> bool:
    """Tell whether a literal is a printed date: the day, the year, or an end of a period."""
    if isinstance(literal.value, str):
        days = iso_day(literal.value)
        return days is not None and _days_fit(period, days, literal)
    if not period.year_known:
        return False
    year = float(literal.value)
    if not year.is_integer() or not _year_fits(period, int(year)):
        return False
    ends = period.first.year, period.last.year
    if not literal.is_end or not period.exact:
        return True
    return min(abs(year - end) for end in ends) <= (period.last.year - period.first.year > 10)


def _days_fit(period: Period, days: tuple[date, date], literal: Literal) -> bool:
    first, last = days
    if first != last:
        return period.holds(first) or period.holds(last)
    if period.is_day and period.exact:
        return period.holds(first) or _beside(period, first, literal)
    if period.year_alone and literal.role == "argument":
        return False
    if (period.last - period.first).days > LONG:
        ends = period.first, period.last
        return any(abs((first - end).days) <= NEAR_END for end in ends)
    slack = 0 if period.exact else max(4, (period.last - period.first).days // 4)
    return period.holds(first, max(1, slack))


def _beside(period: Period, day: date, literal: Literal) -> bool:
    """Tell whether a day follows or goes before one that is only a limit."""
    return literal.comparator in ("<", "<=", ">", ">=") and period.holds(day, 1)


def _year_fits(period: Period, year: int) -> bool:
    first, last = period.first.year, period.last.year
    if period.is_day or (period.last - period.first).days < 300:
        return first == year
    slack = 0 if period.exact else 1
    return first - slack <= year <= last + slack


def phrase_tokens(literal: Literal, text: Mentions) -> tuple[int, ...]:
    """Return the tokens at which a text prints the words of a literal, up to its first comma."""
    return text.places(str(literal.value).split(",", 1)[0])


def named_tokens(literal: Literal, text: Mentions) -> tuple[int, ...]:
    """Return the tokens at which a text names the choice of a literal."""
    return tuple(hit.first for hit in named_hits(literal, text))


def named_hits(literal: Literal, text: Mentions) -> list[Hit[Meaning]]:
    """Return where a text names the choice of a literal, or the group that a literal is."""
    parameter = literal.parameter
    groups: Mapping[str, tuple[str, ...]] = parameter.groups if parameter else {}
    group = groups.get(str(literal.value))
    value = choice_of(literal)
    return [
        hit
        for hit in text.of("choice", "group")
        if hit.meaning.name == literal.parameter_name
        and (hit.meaning.values == (value,) or hit.meaning.values == group)
    ]


def choice_of(literal: Literal) -> str:
    """Return a literal as choices are named: an integer in digits."""
    return literal.value if isinstance(literal.value, str) else f"{literal.value:g}"
