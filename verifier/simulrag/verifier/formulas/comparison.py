"""Compares two values: numbers by intervals and members, dates by days, labels by name."""

import calendar
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TypeAlias

import numpy as np

from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.interface import Band
from simulrag.verifier.formulas.members import Array, Draws
from simulrag.verifier.formulas.syntax import TURNED, Bands, FormulaError
from simulrag.verifier.formulas.truths import (
    Truth,
    conjunction,
    disjunction,
    known,
    negation,
    undefined,
)
from simulrag.verifier.formulas.values import (
    DIFFERENCES,
    Amount,
    Category,
    Period,
    Undefined,
    Value,
    Written,
    drawn,
    in_unit,
    subtract,
)

_ORDERS: dict[str, Callable[[Array, Array], Array]] = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")
#: Differences below this, relative to what is compared, are rounding of the machine.
_ROUNDING = 1e-9
#: Half of the last digit of a whole number.
_WHOLE = 0.5
#: How far from a year "around 2055" reaches, as outputs that are years declare it.
_ABOUT_A_YEAR = 5.0
#: A difference that is none, or twice as much, is not about so much: the share that it may be off.
_SHORT_OF_NONE = 0.99
#: Percent of the members that may differ from all others and count for nothing.
_AGREED = 5.0
#: Limits of a range, one on either side.
_BOTH = 2


@dataclass(frozen=True, slots=True)
class About:
    """A side of == that is meant within a tolerance; the output's own where none is given."""

    value: Value
    within: Amount | None = None


def compare(
    left: Value | About, operator: str, right: Value | About, *, by_member: bool = False
) -> Truth:
    """Return whether a comparison holds. Raises FormulaError where the sides do not go together.

    by_member: an equality is true or false for each member, not one value for all.
    """
    if isinstance(left, About):
        left, operator, right = right, TURNED[operator], left
    if isinstance(left, About):
        raise FormulaError("about stands on one side of a comparison")
    if operator == "!=":
        return negation(compare(left, "==", right, by_member=by_member))
    if isinstance(right, About):
        if operator != "==":
            raise FormulaError(
                f"about(...) is a whole side of == or !=; for {operator} write the limit itself"
            )
        return _equal(left, right.value, right, by_member)
    if operator == "==":
        return _equal(left, right, None, by_member)
    return _ordered(left, operator, right)


def between(value: Value, limits: Sequence[tuple[str, Value]], *, by_member: bool = False) -> Truth:
    """Return whether a value lies within limits on both sides, as a number with a tolerance does.

    In the world it does where the centre lies within them, and does not where the whole 90 % range
    lies outside, so that `1.9 <= x <= 2.1` says the same as `x == about(2, within=0.1)`.
    """
    held = conjunction(compare(value, operator, limit) for operator, limit in limits)
    if by_member or not isinstance(value, Amount) or value.exact or not _spans(limits):
        return held

    def of(low: float, high: float) -> bool | None:
        part = replace(value, low=low, high=high, members=None, spread=None)
        return conjunction(compare(part, operator, limit) for operator, limit in limits).run

    near, far = of(value.centre, value.centre), of(*value.predicted()) is False
    return Truth(held.run, True if near else False if far else None, None, held.why)


def _spans(limits: Sequence[tuple[str, Value]]) -> bool:
    """Tell whether there is something between two limits."""
    if len(limits) < _BOTH:
        return False
    lower, upper = sorted(limits, key=lambda one: one[0].startswith("<"))
    if not (isinstance(lower[1], Amount) and isinstance(upper[1], Amount)):
        return True
    return compare(lower[1], "<", upper[1]).run is True


def _equal(left: Value, right: Value, about: About | None, by_member: bool) -> Truth:
    match _typed(left, right):
        case (Undefined(why=why), _) | (_, Undefined(why=why)):
            return undefined(why)
        case Amount() as one, Amount() as other:
            return _equal_amounts(one, other, about, by_member)
        case (Amount(unit="date") as one, Period() as other) | (
            Period() as other,
            Amount(unit="date") as one,
        ):
            return _within_period(one, other, about)
        case Category() as one, Category() as other:
            return disjunction(
                conjunction([truth, other.truths[label]])
                for label, truth in one.truths.items()
                if label in other.truths
            )
        case Amount() as one, Band(low=low, high=high):
            return within_band(one, low, high, by_member=by_member)
        case one, other:
            raise FormulaError(f"{_kind(one)} and {_kind(other)} cannot be equal")


def _ordered(left: Value, operator: str, right: Value) -> Truth:
    match _typed(left, right):
        case (Undefined(why=why), _) | (_, Undefined(why=why)):
            return undefined(why)
        case Amount() as one, Amount() as other:
            if one.unit is None and other.unit is not None:
                one, operator, other = other, TURNED[operator], one
            known = other if one.unit is None else in_unit(other, _comparable(one, other))
            return _order(one, operator, known)
        case Amount(unit="date") as one, Period() as other:
            return _beside_period(one, operator, other)
        case Period() as other, Amount(unit="date") as one:
            return _beside_period(one, TURNED[operator], other)
        case one, other:
            labels = isinstance(one, Category | Band) or isinstance(other, Category | Band)
            hint = "; labels are compared by == and !=" if labels else ""
            raise FormulaError(f"{_kind(one)} and {_kind(other)} have no order{hint}")


_Typed: TypeAlias = Amount | Category | Period | Undefined | Band


def _typed(left: Value, right: Value) -> tuple[_Typed, _Typed]:
    """Give a text the type of the other side."""
    if isinstance(left, Written):
        if isinstance(right, Written):
            raise FormulaError(f"{shown(left.text)} and {shown(right.text)} are both texts")
        return _as_typed(left.text, right), right
    return left, _as_typed(right.text, left) if isinstance(right, Written) else right


def _as_typed(text: str, other: Amount | Category | Period | Undefined) -> _Typed:
    match other:
        case Undefined():
            return other
        case Category():
            label = _label(text, other)
            return Category(label, {label: known(True)}, other.choices)
        case Amount(unit="date"):
            return period(text)
        case Amount():
            return _band_named(text, other)
        case Period():
            raise FormulaError(f"{shown(text)} and {other.text} are both dates")


def _kind(value: _Typed) -> str:
    match value:
        case Amount(unit="date"):
            return "a date"
        case Amount():
            return "a number"
        case Period():
            return f"the date {value.text}"
        case _:
            return "a label"


def _label(text: str, of: Category) -> str:
    """Return the label that a text names among those of a category."""
    by_word = {w.casefold(): label for label, words in of.choices.items() for w in (label, *words)}
    # Or the only one that has all of its words ("midwinter" of a midwinter peak).
    words = set(text.casefold().split())
    having = [one for one in of.choices if words and words <= set(one.casefold().split())]
    label = by_word.get(text.casefold()) or (having[0] if len(having) == 1 else None)
    if label is None:
        near = nearest_names(text, by_word)
        hint = f"; did you mean {by_word[near[0].casefold()]}?" if near else ""
        listed = ", ".join(list(of.choices)[:12]) + (", ..." if len(of.choices) > 12 else "")
        raise FormulaError(f"label {shown(text)} is unknown{hint}; there are {listed}")
    return label


def _band_named(text: str, of: Amount) -> Band:
    bands = [band for scale in of.scales for band in scale.bands]
    for band in bands:
        if text.casefold() in (word.casefold() for word in (band.label, *band.words)):
            return band
    known_labels = ", ".join(band.label for band in bands)
    allowed = f"its labels are {known_labels}" if bands else "it is a number and has no labels"
    raise FormulaError(
        f"{shown(text)} is no value of this output: {allowed}; a scale of your own is "
        'band(value, {"label": (low, high)}) == "label"'
    )


def period(text: str) -> Period:
    """Return the days of "2025-02-08", "2025-02" or "2025"."""
    found = _DATE.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError
        year, month, day = (int(part) if part else None for part in found.groups())
        assert year is not None
        first = date(year, month or 1, day or 1)
        last = date(year, month or 12, day or calendar.monthrange(year, month or 12)[1])
    except ValueError:
        raise FormulaError(
            f"{shown(text)} is no date; write 2025-02-08, or 2025-02 for a month"
        ) from None
    return Period(first.toordinal(), last.toordinal(), text)


def week_of(text: str) -> Period:
    """Return the week, Sunday to Saturday, that holds a day."""
    day = period(text)
    if day.first != day.last:
        raise FormulaError(f"week takes a day, such as 2025-02-08, not {shown(text)}")
    sunday = day.first - day.first % 7
    return Period(sunday, sunday + 6, f"week of {text}")


def _equal_amounts(left: Amount, right: Amount, about: About | None, by_member: bool) -> Truth:
    if (left.written and not right.written) or math.isinf(right.centre):
        left, right = right, left
    if math.isinf(right.centre):
        return undefined("neither comes before what runs look at ends")
    _comparable(left, right)
    if left.unit == "degC" and right.unit == "kelvin":  # a temperature, and no step of one
        right = in_unit(right, left.unit)
    difference = subtract(left, right)
    half = _half_width(left, right, difference, about)
    if left.ensemble and right.written:
        low, high = _rightly_stated(left)
        far = right.centre + half < low or right.centre - half > high
        return _of_chance(_near_zero(difference, half, left, by_member), far=far)
    if left.place and difference.members is None:
        low, high = difference.predicted()
        world = _near_zero(replace(difference, low=low, high=high), half, left, by_member).run
        return Truth(_near_zero(difference, half, left, by_member).run, world)
    return _near_zero(difference, half, left, by_member or left.place)


def _rightly_stated(chance: Amount) -> tuple[float, float]:
    """Return the chances, percent, that somebody may rightly state whose is `chance` here.

    Members differ in what nobody knows for sure. Who knows more, or trusts other models, may be
    sure of either outcome that one in twenty members or more has.
    """
    low = chance.low if chance.low > 100.0 - _AGREED else 0.0
    return low, chance.high if chance.high < _AGREED else 100.0


def _of_chance(held: Truth, *, far: bool) -> Truth:
    """Return whether a chance is as stated: the world refutes it only where it lies `far` off."""
    if held.world is not False or far:
        return held
    why = "members differ, and who knows more may rightly state another chance"
    return Truth(held.run, None, None, why)


def allowed(value: Amount, operator: str, side: Value | About) -> tuple[float, float]:
    """Return the ends between which a comparison with a number allows a value, in its unit.

    Both infinite for a comparison with anything else, and under !=.
    """
    about = side if isinstance(side, About) else None
    limit = side.value if isinstance(side, About) else side
    if not isinstance(limit, Amount) or not limit.exact or operator == "!=":
        return -math.inf, math.inf
    at = in_unit(limit, value.unit or "").centre
    if operator == "==":
        half = _half_width(value, limit, subtract(value, limit), about)
        return at - half, at + half
    return (at, math.inf) if operator in (">", ">=") else (-math.inf, at)


def _half_width(left: Amount, right: Amount, difference: Amount, about: About | None) -> float:
    """Return how far apart two equal numbers may lie, in the unit of their difference."""
    printed = _print_width(left, right, difference)
    if about is None:
        return printed if right.written and right.half else 0.5 * 10.0**-left.decimals
    tolerance = left.tolerance if left.tolerance.of(1.0) else right.tolerance
    width = tolerance.of(right.centre) if right.written else tolerance.between(right.centre)
    if width and right.written and right.centre == left.tolerance.same:
        printed = min(printed, width)
    if left.year and not width:
        width = _ABOUT_A_YEAR
    if (alike := left.tolerance.same) is not None and right.written and right.centre != alike:
        claimed = in_unit(right, difference.unit or "").centre
        width = min(width, _SHORT_OF_NONE * abs(claimed - alike))
    if about.within is not None:
        return max(in_unit(about.within, difference.unit or "").centre, printed)
    return max(width, printed)


def _print_width(left: Amount, right: Amount, difference: Amount) -> float:
    if not right.half or left.year:
        return 0.0
    if left.multiple and right.half >= _WHOLE:  # "twice" and "3 times" are no reading of a scale
        return min(right.half, left.tolerance.of(right.centre))
    if left.unit in DIFFERENCES:  # of 77 °F beside degrees Celsius: half a degree Fahrenheit
        return in_unit(right, left.unit or "").half
    return in_unit(right, difference.unit or "").half


def _near_zero(difference: Amount, half: float, left: Amount, by_member: bool) -> Truth:
    slack = _slack(left.low, half)
    half += slack
    low, high = difference.predicted()
    inside = -half <= difference.low and difference.high <= half
    outside = difference.low > half or difference.high < -half
    run = True if inside else False if outside else None
    near = abs(difference.centre) <= half
    far = low > half or high < -half
    if difference.exact:
        return known(near)
    if by_member and difference.members is not None:
        off = difference.members
        open_ = np.isnan(off.values) | (np.isposinf(off.values) & (difference.beyond <= half))
        held = np.where(open_, np.nan, np.abs(off.values) <= half)
        return Truth(run, None, Draws(off.source, held))
    return Truth(run, True if near else False if far else None)


def _within_period(left: Amount, right: Period, about: About | None) -> Truth:
    widened = 0.0 if about is None else left.tolerance.absolute
    if about is not None and about.within is not None:
        widened = in_unit(about.within, "day").centre
    first, last = right.first - widened, right.last + widened
    low, high = left.low - left.day_span, left.high
    inside = (first <= low and high <= last) or (low <= first and last <= high and left.day_span)
    run = True if inside else False if high < first or low > last else None
    if left.exact:
        return Truth(run, run)
    early, late = left.predicted()
    near = first <= left.centre <= last
    far = late < first or early - left.day_span > last
    return Truth(run, True if near else False if far else None)


def _comparable(left: Amount, right: Amount) -> str:
    """Return the unit to compare in; a length of time beside a date is an error."""
    unit = left.unit or ""
    if (unit == "date") != (right.unit == "date"):
        raise FormulaError(
            'a date is compared with a date, such as "2025-02-08" or "2025-02", and a number of '
            "days with days(7)"
        )
    return unit


def _order(left: Amount, operator: str, right: Amount) -> Truth:
    slack = _slack(left.low, right.low)
    run = _certain(operator, (left.low, left.high), (right.low, right.high), slack)
    held = drawn([left, right], partial(_by_member, operator, left.beyond, right.beyond))
    if held is not None:
        return Truth(run, None, held)
    made = Truth(run, _certain(operator, left.predicted(), right.predicted(), slack))
    if left.ensemble and right.written:
        stated = _certain(operator, _rightly_stated(left), (right.low, right.high), slack)
        return _of_chance(made, far=stated is False)
    return made


def _by_member(
    operator: str, beyond: float, other_beyond: float, first: Array, second: Array
) -> Array:
    """Return for each member whether an order holds; NaN where it hangs on when a year comes."""
    early = np.where(np.isposinf(first), beyond, first)
    other_early = np.where(np.isposinf(second), other_beyond, second)
    made = _ORDERS[operator](early, second).astype(np.float64)
    late = _ORDERS[operator](first, other_early)
    made[np.isnan(first) | np.isnan(second) | (made != late)] = np.nan
    return made


def _slack(*numbers: float) -> float:
    """Return how far apart numbers may lie by rounding of the machine alone."""
    return _ROUNDING * max([1.0, *(abs(one) for one in numbers if math.isfinite(one))])


def _certain(
    operator: str, left: tuple[float, float], right: tuple[float, float], slack: float
) -> bool | None:
    if operator in (">", ">="):
        return _certain(TURNED[operator], right, left, slack)
    if operator == "<":
        surely, never = left[1] < right[0] - slack, left[0] >= right[1] - slack
    else:
        surely, never = left[1] <= right[0] + slack, left[0] > right[1] + slack
    return True if surely else False if never else None


def _beside_period(left: Amount, operator: str, right: Period) -> Truth:
    """Return whether a date lies before or after a period: before its first, after its last day."""
    first, last = float(right.first), float(right.last)
    limit = {"<": first, ">=": first, ">": last, "<=": last}[operator]
    bound = Amount(limit, limit, limit, "date")
    whole = replace(left, low=left.low - left.day_span)
    return _order(whole, operator, bound)


def within_band(
    value: Value, low: float | None, high: float | None, *, by_member: bool = False
) -> Truth:
    """Return whether low <= value < high; ends are in the value's unit, None where open."""
    if not isinstance(value, Amount):
        raise FormulaError("a band grades numbers")
    limits = [
        (operator, Amount(end, end, end, value.unit))
        for end, operator in ((low, ">="), (high, "<"))
        if end is not None
    ]
    return between(value, limits, by_member=by_member)


def graded(value: Amount, bands: Bands, *, by_member: bool = False) -> Value:
    """Return the label of the band that a value lies in; those that it may lie in are possible."""
    held = {
        label: within_band(value, low and low.value, high and high.value, by_member=by_member)
        for label, low, high in bands.bands
    }
    centre = value.centre
    inside = [label for label, low, high in bands.bands
              if (low is None or low.value <= centre) and (high is None or centre < high.value)
             ]  # fmt: skip
    if not inside:
        return Undefined("the value lies in none of the bands")
    return Category(inside[0], held, {label: () for label in held})
