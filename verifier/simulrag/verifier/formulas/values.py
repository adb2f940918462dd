"""What the parts of a formula are worth: a centre, how well it is known, and an ensemble.

A centre is what the run states; `low` and `high` bound it (rounding, Monte-Carlo error). Members
are the equally likely values behind it: member i of two calls of a simulator has the same draw, so
that differences and orders are taken member by member. Different simulators are independent.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from tokenize import TokenError
from typing import Any

import numpy as np

from simulrag.simulators.arguments import shown
from simulrag.simulators.interface import NO_TOLERANCE, Output, Range, Scale, Tolerance
from simulrag.simulators.output_operations import Interval
from simulrag.verifier.formulas.members import Array, Draws, beside, quantiles
from simulrag.verifier.formulas.syntax import FormulaError
from simulrag.verifier.formulas.truths import Truth
from simulrag.verifier.units import UNITS, convert

#: Units of two values whose zero is arbitrary: what their difference is in.
DIFFERENCES = {
    "degC": "delta_degC", "degF": "delta_degF", "percent": "percentage_point", "date": "day",
}  # fmt: skip
#: Units that nothing is multiplied, divided or added up in.
WITHOUT_ZERO = ("degC", "degF", "date")
#: What "about" means for percentages at least, points.
PERCENT_POINTS = 2.0
#: The probability that a predictive interval holds, percent.
LEVEL = 90.0
#: Units of a share of a hundred.
PERCENTAGES = ("percent", "percentage_point")
#: How many units and printed numbers are kept as worked out; longest unit that is written.
_KEPT, _LONGEST_UNIT = 1_024, 40


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit; unit None for one that was written and takes the other side's.

    half: half of the last digit of a number that was written. spread: the ends between which it
    lies with 90 %, where there are no members. ranges: those that the run states. day_span: for a
    date, how many days before it belong to it. year: it is a calendar year, which is exact.
    ensemble: of a probability, how many members it is a share of. multiple: it is a ratio of two
    values of runs in one unit. hundredths: 1 for a share, which a percentage made, -1 for what was
    divided by the bare 100. counted: what a number without a unit is of ("patients"). place: it is
    one in a ranking, which is as sure as the orders that make it. beyond: the least that it may be
    where it, or a member, is infinite, as what it dates comes then or later, or never.
    """

    centre: float
    low: float
    high: float
    unit: str | None = None
    members: Draws | None = None
    spread: tuple[float, float] | None = None
    half: float = 0.0
    tolerance: Tolerance = NO_TOLERANCE
    decimals: int = 2
    scales: tuple[Scale, ...] = ()
    ranges: tuple[Range, ...] = ()
    day_span: int = 0
    year: bool = False
    written: bool = False
    ensemble: int = 0
    multiple: bool = False
    hundredths: int = 0
    counted: str = ""
    place: bool = False
    beyond: float = math.inf

    def predicted(self) -> tuple[float, float]:
        """Return the ends between which the value lies with 90 %.

        Those that the run states for an output, which are the exact ends where its members are a
        sample; of what is made of several values, those of its members, widened to the value where
        that lies outside, as the size of a change of either sign may. Infinite where members have
        no end, as a year that does not come.
        """
        for one in () if self.exact else self.ranges:
            if math.isclose(100.0 * one.level, LEVEL):
                return one.low, one.high
        if self.members is not None:
            low, high = quantiles(self.members.values, (0.05, 0.95))
            if not (math.isnan(low) or math.isnan(high)):
                return min(low, self.centre, self.beyond), max(high, self.centre)
        return self.spread or (self.low, self.high)

    @property
    def exact(self) -> bool:
        """Tell whether nothing about it is uncertain."""
        return self.members is None and self.spread is None and self.low == self.high


@dataclass(frozen=True, slots=True)
class Category:
    """One of several labels: that of the centre, and how true each is.

    choices: label -> other words for it. alike: other labels that hold as well as the first.
    """

    label: str
    truths: Mapping[str, Truth]
    choices: Mapping[str, tuple[str, ...]]
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Period:
    """A day, month or week that was written: its first and last day, as ordinals."""

    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """A text that takes the type of the other side."""

    text: str


@dataclass(frozen=True, slots=True)
class Undefined:
    """What means nothing, with the reason."""

    why: str


Value = Amount | Category | Period | Written | Undefined


def point(value: float, unit: str | None = "") -> Amount:
    """Return a number without any uncertainty."""
    return Amount(value, value, value, unit)


def of_print(value: float, printed: str) -> Amount:
    """Return a number as it was written, with half of its last digit.

    An integer of 1,000 or more that ends in two zeros stands for half of its last other digit
    (560,000 for 555,000 to 565,000), but for a tenth of itself at most: 100,000 is no 71,000.
    """
    return Amount(value, value, value, None, half=_half_of(printed), written=True)


@lru_cache(maxsize=_KEPT)
def _half_of(printed: str) -> float:
    number = Decimal(printed.lstrip("-").replace("_", ""))
    _, digits, power = number.as_tuple()
    exponent = int(power)
    if number == 0:
        exponent = min(exponent, 0)
    elif exponent >= 0 and number >= 1000:
        written = "".join(str(digit) for digit in digits)
        zeros = exponent + len(written) - len(written.rstrip("0"))
        if zeros >= 2:
            return min(0.5 * 10.0**zeros, 0.1 * float(number))
    return 0.5 * 10.0**exponent


def end_of_range(value: Amount, level: float, *, high: bool) -> "Amount | Undefined":
    """Return an end of the range that holds a value with a probability of `level` percent."""
    if not 0 < level < 100:
        raise FormulaError(f"a level of {level:g} % is none; write 90 for the range from 5 to 95 %")
    stated = [one for one in value.ranges if math.isclose(100.0 * one.level, level)]
    if stated:
        end = stated[0].high if high else stated[0].low
    elif value.members is not None:
        share = 0.5 + level / 200.0 if high else 0.5 - level / 200.0
        (end,) = quantiles(value.members.values, [share])
        if not math.isfinite(end):
            return Undefined(
                f"the {level:g} % range has no such end: some members never come to it"
            )
    elif value.spread is not None and math.isclose(level, LEVEL):
        end = value.spread[1] if high else value.spread[0]
    elif value.exact and not value.ranges:
        end = value.centre
    else:
        held = ", ".join(f"{100 * one.level:g}" for one in value.ranges) or "none"
        return Undefined(f"the run states no {level:g} % range; it states {held}")
    return replace(point(end, value.unit), tolerance=value.tolerance, decimals=value.decimals)


def of_output(output: Output, unit: str) -> Tolerance:
    """Return what an output declares "about" to mean."""
    declared = output.tolerance
    absolute = declared.absolute
    if unit in ("percent", "percentage_point"):
        absolute = max(absolute, PERCENT_POINTS)
    return Tolerance(absolute, declared.relative, declared.difference or absolute)


def of_unit(unit: str) -> Tolerance:
    """Return what "about" means for a value of no output: points of a percentage, or the print."""
    points = PERCENT_POINTS if unit in PERCENTAGES else 0.0
    return Tolerance(points, 0.0, points)


def named_unit(unit: str) -> str:
    """Return a unit by one of its names ("°F", "weeks"); FormulaError for one that is unknown."""
    if unit in UNITS.values() or unit in DIFFERENCES.values() or not unit:
        return unit
    if (known := UNITS.get(unit.strip().lower(), "")) or (known := UNITS.get(unit.strip(), "")):
        return known
    if not _is_unit(unit):
        raise FormulaError(f"unit {shown(unit)} is unknown; write it as pint does: degF, km/h")
    return unit


#: Names joined by * and /, with powers of one digit: pint works out all else that looks like
#: arithmetic, towers of powers included.
_NAME = r"[^\W\d]+[23]?(?:(?:\*\*|\^)-?\d)?"
_UNIT = re.compile(rf"(?:1 ?/ ?)?\(?{_NAME}\)?(?: ?[*/ ] ?\(?{_NAME}\)?)*")
_NOT_CONVERTED = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, SyntaxError,
    TypeError, ValueError, TokenError,
)  # fmt: skip


@lru_cache(maxsize=_KEPT)
def _is_unit(unit: str) -> bool:
    if len(unit) > _LONGEST_UNIT or not _UNIT.fullmatch(unit):
        return False
    try:
        convert(Interval(1.0, 1.0), unit, f"1*({unit})", difference=True)
    except _NOT_CONVERTED:
        return False
    return True


@lru_cache(maxsize=_KEPT)
def line(unit: str, wanted: str, difference: bool) -> tuple[float, float]:
    """Return the offset and factor that turn one unit into another. Raises FormulaError."""
    try:
        zero, one, two = (
            convert(Interval(x, x), unit, wanted, difference=difference).low
            for x in (0.0, 1.0, 2.0)
        )
    except _NOT_CONVERTED:
        zero, one, two = 0.0, 0.0, math.nan
    if not math.isclose(two - one, one - zero, rel_tol=1e-9):  # decibels, and what is no unit
        raise FormulaError(
            f"{unit or 'a plain number'} and {wanted or 'a plain number'} do not measure the same"
        ) from None
    return zero, one - zero


def in_unit(value: Amount, wanted: str) -> Amount:
    """Return a number in another unit; FormulaError where that measures something else.

    One that was written without a unit is in the wanted one. A temperature beside a difference of
    temperatures means a difference.
    """
    if value.unit == wanted:
        return value
    if value.unit is None:
        return replace(value, unit=wanted)
    unit = value.unit
    if {unit, wanted} == {*PERCENTAGES}:
        return replace(value, unit=wanted)
    if "" in (unit, wanted) and not {unit, wanted}.isdisjoint(PERCENTAGES) and not value.written:
        raise FormulaError(
            "a plain number stands beside a percentage; x / 100 of the percentage is a plain number"
        )
    if unit in ("degC", "degF") and wanted.startswith("delta_") and not value.written:
        raise FormulaError("a temperature stands where a difference of temperatures is meant")
    difference = wanted.startswith("delta_") or unit.startswith("delta_")
    if difference and not wanted.startswith("delta_"):
        raise FormulaError("a difference of temperatures stands where a temperature is meant")
    offset, factor = line(unit.removeprefix("delta_"), wanted, difference)
    return scaled(value, offset, factor, wanted)


def scaled(value: Amount, offset: float, factor: float, unit: str | None) -> Amount:
    """Return offset + factor x of a number, in a unit."""

    def ends(low: float, high: float) -> tuple[float, float]:
        a, b = offset + factor * low, offset + factor * high
        return (a, b) if a <= b else (b, a)

    def moved(held: Any) -> Any:
        return offset + factor * held

    size, was = abs(factor), value.tolerance
    tolerance = Tolerance(size * was.absolute, was.relative, size * was.difference)
    made = _applied(value, moved, ends)
    return replace(made, unit=unit, half=size * value.half, tolerance=tolerance)


def _applied(
    value: Amount, made: Callable[..., Any], ends: Callable[[float, float], tuple[float, float]]
) -> Amount:
    """Return a function of a number: of its centre, of each pair of ends, and member by member."""
    low, high = ends(value.low, value.high)
    check_finite(low, high)
    ranges = ((*ends(one.low, one.high), one.level) for one in value.ranges)
    return replace(
        value,
        centre=float(made(value.centre)),
        low=low,
        high=high,
        members=value.members and value.members.apply(made),
        spread=value.spread and ends(*value.spread),
        ranges=tuple(Range(low=a, high=b, level=level) for a, b, level in ranges),
    )


def finite(value: Amount | Undefined) -> Amount | Undefined:
    """Return a number; undefined for the year of what does not come as long as a run looks."""
    if isinstance(value, Amount) and not math.isfinite(value.centre):
        return Undefined(f"it does not come before {value.beyond:g}")
    return value


def check_finite(*numbers: float) -> None:
    """Raise FormulaError where a number is none, or too large for one."""
    if not all(math.isfinite(one) for one in numbers):
        raise FormulaError("the result is too large for a number")


def negative(value: Amount) -> Amount:
    """Return a number with its sign turned."""
    if value.unit in WITHOUT_ZERO and not value.written:
        raise FormulaError(f"minus of a value in {value.unit} means nothing; take a difference")
    return scaled(value, 0.0, -1.0, value.unit)


def absolute(value: Amount) -> Amount:
    """Return the size of a number."""
    if value.unit == "date":
        raise FormulaError("a date has no size; take a difference of two dates")

    def ends(low: float, high: float) -> tuple[float, float]:
        sizes = sorted((abs(low), abs(high)))
        return (0.0 if low <= 0.0 <= high else sizes[0]), sizes[1]

    # Where zero lies within, the range of the size is that of its members.
    apart = tuple(one for one in value.ranges if not one.low <= 0.0 <= one.high)
    return _applied(replace(value, ranges=apart), np.abs, ends)


def logarithm(value: Amount) -> Amount | Undefined:
    """Return the natural logarithm of a number."""
    if value.low <= 0.0 or value.unit in WITHOUT_ZERO:
        return Undefined("the logarithm of what may be zero or less is undefined")
    spread = value.spread
    if spread is not None and spread[0] <= 0.0:
        return Undefined("the logarithm of what may be zero or less is undefined")
    with np.errstate(invalid="ignore", divide="ignore"):
        members = value.members and value.members.apply(np.log)
    return Amount(
        math.log(value.centre),
        math.log(value.low),
        math.log(value.high),
        "",
        members,
        spread and (math.log(spread[0]), math.log(spread[1])),
        written=value.written,
    )


def add(left: Amount, right: Amount) -> Amount:
    """Return left + right. Raises FormulaError where that means nothing."""
    if left.unit is None and right.unit is not None:
        left, right = right, left
    unit = left.unit
    if unit in WITHOUT_ZERO:
        if left.written and right.unit in WITHOUT_ZERO and not right.written:
            return add(right, left)
        if right.unit == unit and not (right.written and unit == "degC"):
            raise FormulaError(f"two values in {unit} cannot be added; take a mean or a difference")
        right = in_unit(right, DIFFERENCES[unit])
    elif right.unit in WITHOUT_ZERO and not (right.written and unit in DIFFERENCES.values()):
        return add(right, left)
    elif unit is not None:
        right = in_unit(right, unit)
    return _on_calendar(combined(left, right, np.add, unit, _of_sum(left, right)))


def _on_calendar(value: Amount) -> Amount:
    """Return a value; FormulaError for a date before the year 1 or after 9999."""
    if value.unit == "date" and not (value.low >= 1 and value.high <= date.max.toordinal()):
        raise FormulaError("the date lies outside of the years 1 to 9999")
    return value


def subtract(left: Amount, right: Amount) -> Amount:
    """Return left - right. Raises FormulaError where that means nothing."""
    unit = left.unit
    if (unit == "date" and right.unit is None) or (unit is None and right.unit == "date"):
        raise FormulaError("a plain number beside a date is written days(7) or weeks(2)")
    if unit is None:
        left, unit = replace(left, unit=right.unit), right.unit
    if unit in WITHOUT_ZERO and right.unit not in (unit, None):
        if right.unit in WITHOUT_ZERO:
            right = in_unit(right, unit)
        else:  # a day less some days is a day
            return add(left, negative(right))
    right = right if unit is None else in_unit(right, unit)
    made = None if unit is None else DIFFERENCES.get(unit, unit)
    if unit == "percent" and (left.written or right.written):
        made = unit  # 100 less a share is a share
    tolerances = left.tolerance, right.tolerance
    tolerance = Tolerance(
        max(one.difference for one in tolerances),
        max(one.relative for one in tolerances),
        max(one.difference for one in tolerances),
        same=0.0,
    )
    return combined(left, right, np.subtract, made, tolerance)


def _of_sum(left: Amount, right: Amount) -> Tolerance:
    one, other = left.tolerance, right.tolerance
    return Tolerance(
        max(one.absolute, other.absolute),
        max(one.relative, other.relative),
        max(one.difference, other.difference),
    )


def combined(
    left: Amount,
    right: Amount,
    made: Callable[..., Array],
    unit: str | None,
    tolerance: Tolerance,
) -> Amount:
    """Return an operation on two numbers: on centres, on ends, and member by member."""

    def ends(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
        found = [float(made(x, y)) for x in a for y in b]
        return min(found), max(found)

    with np.errstate(all="ignore"):
        centre = float(made(left.centre, right.centre))
        exact = left.low == left.high and right.low == right.high
        low, high = centre, centre
        if not exact:
            low, high = ends((left.low, left.high), (right.low, right.high))
        members = drawn([left, right], made)
        spread = None
        if members is None and not (left.exact and right.exact):
            spread = ends(left.predicted(), right.predicted())
    if math.isfinite(left.centre) and math.isfinite(right.centre):
        check_finite(centre, low, high)
    # A quotient of written numbers is a fraction, "a third", and has no last digit.
    sums = made in (np.add, np.subtract)
    counted = _counted(left, right) if sums or made is np.multiply else ""
    return Amount(
        centre, low, high, unit, members, spread, tolerance=tolerance,
        decimals=max(left.decimals, right.decimals) if unit or counted else 2,
        written=left.written and right.written,
        half=left.half + right.half if left.written and right.written and sums else 0.0,
        ranges=_stated(left, right, made),
        multiple=made is np.divide and unit == "" and not (left.written or right.written),
        counted=counted,
        beyond=float(made(left.beyond, right.centre)) if sums and right.exact else math.inf,
    )  # fmt: skip


def _stated(left: Amount, right: Amount, made: Callable[..., Array]) -> tuple[Range, ...]:
    """Return the ranges that a run states for a value, beside a number that is exact."""
    if left.exact == right.exact:
        return ()
    found: list[Range] = []
    for one in left.ranges if right.exact else right.ranges:
        if right.exact:
            ends = [float(made(end, right.centre)) for end in (one.low, one.high)]
        elif made is np.divide and one.low <= 0.0 <= one.high:
            return ()
        else:
            ends = [float(made(left.centre, end)) for end in (one.low, one.high)]
        found.append(Range(low=min(ends), high=max(ends), level=one.level))
    return tuple(found)


def _counted(left: Amount, right: Amount) -> str:
    """Return what a sum, difference or multiple counts; nothing where the two count others."""
    if left.counted == right.counted:
        return left.counted
    return left.counted if right.written else right.counted if left.written else ""


def side_by_side(parts: Sequence[Amount]) -> tuple[str, list[Array]] | None:
    """Return the members of numbers, the centre of what is exact beside them; with their source.

    None where one has a spread and no members, or none has any.
    """
    if any(one.members is None and one.spread is not None for one in parts):
        return None
    return beside([(one.members, one.centre) for one in parts])


def drawn(parts: Sequence[Amount], made: Callable[..., Array]) -> Draws | None:
    """Return what a function makes of the members of numbers; None as for `side_by_side`."""
    held = side_by_side(parts)
    return held and Draws(held[0], made(*held[1]))
