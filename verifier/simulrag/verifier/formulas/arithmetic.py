"""Products, ratios and percentages of values; extremes, places, counts and first times of many."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.arguments import shown
from simulrag.verifier.formulas.listings import Element, Held
from simulrag.verifier.formulas.members import Array, Draws, aligned, beside
from simulrag.verifier.formulas.syntax import FormulaError
from simulrag.verifier.formulas.truths import Truth
from simulrag.verifier.formulas.values import (
    PERCENT_POINTS,
    PERCENTAGES,
    WITHOUT_ZERO,
    Amount,
    Category,
    Tolerance,
    Undefined,
    Value,
    add,
    check_finite,
    combined,
    drawn,
    finite,
    in_unit,
    of_unit,
    point,
    scaled,
    side_by_side,
)

#: Longest unit that products make, characters.
_LONGEST_PRODUCT = 200
_HUNDREDTH = 0.01


def multiply(left: Amount, right: Amount) -> Amount:
    """Return left x right; a quantity x a percentage is that share of it."""
    _check_ratio(left, right)
    percent = next((one for one in (left, right) if one.unit in PERCENTAGES), None)
    if percent is not None and None not in (left.unit, right.unit):
        return _share_of(percent, right if percent is left else left)
    if right.written and right.unit is None and right.centre == _HUNDREDTH and not left.written:
        return _hundredth(left)
    if left.unit and right.unit:
        unit: str | None = f"({left.unit})*({right.unit})"
    else:
        unit = left.unit or right.unit
        unit = unit if unit or None in (left.unit, right.unit) else ""
    _check_unit(unit)
    made = combined(left, right, np.multiply, unit, _of_product(left, right))
    made = replace(made, hundredths=left.hundredths + right.hundredths)
    share = left if right.written and right.centre == 100 else right
    other = right if share is left else left
    in_percent = share.multiple and other.written and other.centre == 100
    return replace(made, counted="%") if in_percent else made


def _share_of(percent: Amount, other: Amount) -> Amount:
    """Return a share of a quantity, which may have been divided by 100 before."""
    factor = 1.0 if other.hundredths < 0 else _HUNDREDTH
    made = multiply(scaled(percent, 0.0, factor, None), replace(other, hundredths=0))
    decimals = other.decimals if other.counted else max(other.decimals, percent.decimals)
    hundredths = other.hundredths + 1
    return replace(made, hundredths=hundredths, counted=other.counted, decimals=decimals)


def _hundredth(value: Amount) -> Amount:
    """Return a number divided by the bare 100.

    Of a percentage that is a plain fraction. A quantity x a percentage is that share of it without
    it already: x * y / 100, x / 100 * y and x * (y / 100) are one.
    """
    if value.hundredths > 0:
        return replace(value, hundredths=value.hundredths - 1)
    if value.unit in PERCENTAGES and not value.written:
        return replace(scaled(value, 0.0, _HUNDREDTH, ""), decimals=value.decimals + 2)
    return replace(scaled(value, 0.0, _HUNDREDTH, value.unit), hundredths=value.hundredths - 1)


def divide(left: Amount, right: Amount) -> Amount | Undefined:
    """Return left / right; undefined where the divisor may be zero."""
    _check_ratio(left, right)
    if _may_be_zero(right):
        return Undefined("a divisor that may be zero")
    if right.written and right.unit is None and right.centre == 100 and not left.written:
        return _hundredth(left)
    if left.unit and right.unit:
        try:
            right, unit = in_unit(right, left.unit), ""
        except FormulaError:
            unit = f"({left.unit})/({right.unit})"
    else:
        unit = left.unit if not right.unit else f"1/({right.unit})"
    _check_unit(unit)
    made = combined(left, right, np.divide, unit, _of_ratio(left, right))
    return replace(made, hundredths=left.hundredths)


def _check_unit(unit: str | None) -> None:
    if unit and len(unit) > _LONGEST_PRODUCT:
        raise FormulaError("so many factors have no unit; multiply fewer outputs")


def _may_be_zero(divisor: Amount) -> bool:
    """Tell whether a divisor may be zero as far as it is known; each member has its own."""
    spread = divisor.spread or (divisor.low, divisor.high)
    return divisor.low <= 0.0 <= divisor.high or spread[0] <= 0.0 <= spread[1]


def percent_change(new: Amount, old: Amount) -> Amount | Undefined:
    """Return 100 (new - old) / |old|, percent."""
    _check_ratio(new, old)
    unit = new.unit or old.unit or ""
    new, old = in_unit(new, unit), in_unit(old, unit)
    if _may_be_zero(old):
        return Undefined("a change in percent of what may be zero")

    def changed(after: Array, before: Array) -> Array:
        return 100.0 * (after - before) / np.abs(before)

    tolerance = Tolerance(PERCENT_POINTS, 0.0, PERCENT_POINTS, same=0.0)
    return combined(new, old, changed, "percent", tolerance)


def _check_ratio(left: Amount, right: Amount) -> None:
    for one in (left, right):
        if one.unit in WITHOUT_ZERO:
            raise FormulaError(
                f"a ratio, product or percentage of values in {one.unit} means nothing, as their "
                "zero is arbitrary; take a difference"
            )


#: What "about" means for a ratio and a product: a twentieth, as for counts.
_RATIO = 0.05


def _of_product(left: Amount, right: Amount) -> Tolerance:
    if left.exact and left.written:
        return scaled(right, 0.0, left.centre, None).tolerance
    if right.exact and right.written:
        return scaled(left, 0.0, right.centre, None).tolerance
    return Tolerance(0.0, _RATIO, 0.0)


def _of_ratio(left: Amount, right: Amount) -> Tolerance:
    if right.exact and right.written:
        return scaled(left, 0.0, 1.0 / right.centre, None).tolerance
    return Tolerance(0.0, _RATIO, 0.0)


#: For each member, the index of what it picks, -1 where it has no value; with their source.
Picks = tuple[str, NDArray[np.int64]]
#: Elements at which a value may be highest: by what the runs state, and in the world.
Candidates = tuple[Sequence[Element], Sequence[Element]]


def amounts(
    values: Sequence[Value], what: str, *, ordered: bool = False
) -> list[Amount] | Undefined:
    """Return numbers in one unit; undefined where one of them is. FormulaError for other kinds.

    ordered: that some do not come (`Amount.beyond`) does not matter, as they come last.
    """
    found: list[Amount] = []
    for value in values:
        if isinstance(value, Undefined):
            return value
        if not isinstance(value, Amount):
            raise FormulaError(f"{what} takes numbers and dates")
        known = value if ordered else finite(value)
        if isinstance(known, Undefined):
            return known
        found.append(known)
    if not found:
        return Undefined(f"{what} of no values")
    unit = next((one.unit for one in found if one.unit is not None), None)
    return found if unit is None else [in_unit(one, unit) for one in found]


def total(found: Sequence[Amount]) -> Value:
    """Return the sum of numbers in one unit."""
    return reduce(add, found)


def least(found: Sequence[Amount]) -> Value:
    """Return the lowest of numbers in one unit; undefined where all are of what does not come."""
    beyond = min(one.beyond for one in found)
    if not any(math.isfinite(one.centre) for one in found):
        return Undefined(f"it does not come before {beyond:g}")
    return replace(across(found, np.min), beyond=beyond)


def across(found: Sequence[Amount], made: Callable[..., Array]) -> Amount:
    """Return a function of all values that grows with each: on centres, ends and members.

    As are mean, max and min over an axis, of numbers in one unit, temperatures and dates included.
    """

    def of_all(values: Array) -> Array:
        with np.errstate(all="ignore"):
            return made(values, axis=0)

    def of(values: Sequence[float]) -> float:
        found = float(of_all(np.array(values)))
        check_finite(found)
        return found

    members = drawn(found, lambda *held: of_all(np.stack(held)))
    spread = None
    if members is None and not all(one.exact for one in found):
        lows, highs = zip(*(one.predicted() for one in found), strict=True)
        spread = of(lows), of(highs)
    return replace(
        found[0],
        centre=of([one.centre for one in found]),
        low=of([one.low for one in found]),
        high=of([one.high for one in found]),
        members=members,
        spread=spread,
        half=0.0,
        ranges=(),
        written=all(one.written for one in found),
    )


def extreme_of(found: Sequence[Amount], over: Sequence[Element], *, highest: bool) -> Value:
    """Return the element of a list at which a value is highest, or lowest."""
    sign = 1.0 if highest else -1.0
    centres = sign * np.array([one.centre for one in found])
    if sum(centres == centres.max()) > 1 and not math.isfinite(centres.max()):
        return finite(found[int(centres.argmax())])
    possible = _possible(over, [(sign * one.low, sign * one.high) for one in found])
    in_world = _possible(over, [tuple(sign * end for end in one.predicted()) for one in found])
    best = over[int(centres.argmax())]
    members = side_by_side(found)
    picks: Picks | None = None
    if members is not None:
        stacked = sign * np.stack(members[1])
        most = stacked.max(axis=0)
        late = np.isinf(most) & ((stacked == most).sum(axis=0) > 1)  # the first is not known
        known = ~(np.isnan(stacked).any(axis=0) | late)
        best_of_each = np.where(known, stacked.argmax(axis=0), -1)
        picks = members[0], best_of_each
    if all(isinstance(element, str | Held) for element in over):
        alike = np.isclose(centres, centres.max(), rtol=1e-9, atol=0.0)
        tied = (str(one) for one, held in zip(over, alike, strict=True) if held and one != best)
        named = _named(str(best), (possible, in_world), over, picks)
        return replace(named, alike=tuple(tied))
    return _year(best, (possible, in_world), over, picks)


def _possible(over: Sequence[Element], ends: Sequence[tuple[float, ...]]) -> list[Element]:
    """Return the elements whose range reaches to the lower end of the highest."""
    least = max(min(pair) for pair in ends)
    return [element for element, pair in zip(over, ends, strict=True) if max(pair) >= least]


def _named(
    best: str, possible: Candidates, over: Sequence[Element], picks: Picks | None
) -> Category:
    truths: dict[str, Truth] = {}
    for index, element in enumerate(over):
        run, world = (len(some) == 1 or None if element in some else False for some in possible)
        chosen = picks and Draws(picks[0], np.where(picks[1] < 0, np.nan, picks[1] == index))
        truths[str(element)] = Truth(run, world, chosen)
    return Category(best, truths, {name: () for name in truths})


def _year(
    best: Element, possible: Candidates, over: Sequence[Element], picks: Picks | None
) -> Amount:
    if not all(isinstance(element, int | float) for element in over):
        raise FormulaError(
            "argmax and argmin are over a list of names or numbers; the time at which a series is "
            "highest is when_max(run.series)"
        )
    numbers = np.array([float(str(element)) for element in over])
    run, world = ([float(str(element)) for element in some] for some in possible)
    return Amount(
        float(str(best)), min(run), max(run), "",
        picks and Draws(picks[0], np.where(picks[1] < 0, np.nan, numbers[picks[1]])),
        None if picks or world == run else (min(world), max(world)),
        year=True, decimals=0,
    )  # fmt: skip


def rank(found: Sequence[Amount], over: Sequence[Element], of: Element) -> Value:
    """Return the place of one element's value among all, 1 for the highest."""
    if of not in over:
        held = ", ".join(str(one) for one in over[:12] if isinstance(one, str | int | float))
        raise FormulaError(f"of={shown(of)} is not in the list: {held or 'it has no names'}")
    own = found[over.index(of)]
    others = [one for element, one in zip(over, found, strict=True) if element != of]
    members = side_by_side(found)
    made = None
    if members is not None:
        stacked = np.stack(members[1])
        above = 1.0 + (stacked > stacked[over.index(of)]).sum(axis=0)
        made = Draws(members[0], np.where(np.isnan(stacked).any(axis=0), np.nan, above))
    run = _places((own.low, own.high), [(one.low, one.high) for one in others])
    world = _places(own.predicted(), [one.predicted() for one in others])
    centre = 1.0 + sum(one.centre > own.centre for one in others)
    spread = None if made or world == run else world
    return Amount(centre, *run, "", made, spread, decimals=0, place=True)


def _places(own: tuple[float, float], others: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the highest and the lowest place that a range may have among others."""
    return (
        1.0 + sum(low > own[1] for low, _ in others),
        1.0 + sum(high > own[0] for _, high in others),
    )


def count(truths: Sequence[Truth]) -> Amount:
    """Return in how many cases something holds."""
    sure = sum(one.run is True for one in truths)
    unsure = sum(one.run is None for one in truths)
    world_sure = sum(one.in_world() is True for one in truths)
    world_unsure = sum(one.in_world() is None for one in truths)
    members: Draws | None = None
    spread: tuple[float, float] | None = None
    if truths and all(one.members is not None for one in truths):
        source, held = aligned([one.members for one in truths if one.members is not None])
        members = Draws(source, np.sum(held, axis=0))
    elif world_unsure or world_sure != sure:
        spread = float(world_sure), float(world_sure + world_unsure)
    return Amount(float(sure), float(sure), float(sure + unsure), "", members, spread, decimals=0)


def first(truths: Sequence[Truth], over: Sequence[Element], *, stays: bool) -> Value:
    """Return the first element from which on something holds, to the end where it has to stay.

    What does not happen within rising elements is later than all, or never (`Amount.beyond`), for
    the runs as for a member; within others it is undefined.
    """
    if not all(isinstance(element, int | float) for element in over):
        raise FormulaError("first is over years or other numbers")
    if not over:
        return Undefined("first of no elements")
    numbers = np.array([float(str(element)) for element in over])
    beyond = _after(numbers)
    late = np.append(numbers, math.inf if math.isfinite(beyond) else math.nan)

    def ends(held: Sequence[bool | None]) -> tuple[float, float]:
        """Return the first element at which it may hold, and at which it does."""
        known = np.array([[one is not False, one is True] for one in held])
        early, sure = (float(late[pick]) for pick in _first(known, stays))
        return (beyond if math.isinf(early) else early), sure

    low, year = ends([one.run for one in truths])
    if math.isnan(year):
        return Undefined("it never happens within the years that were asked for")
    drawn = beside([(one.members, _number(one.in_world())) for one in truths])
    members, spread = None, None
    if drawn is not None:
        held = np.stack(drawn[1])
        sure, possible = (late[_first(one, stays)] for one in (held == 1.0, held != 0.0))
        members = Draws(drawn[0], np.where(sure == possible, sure, np.nan))
    elif (world := ends([one.in_world() for one in truths])) != (low, year):
        spread = world
    return Amount(year, low, year, "", members, spread, year=True, decimals=0, beyond=beyond)


def _after(numbers: Array) -> float:
    """Return the least that a number after rising ones may be; NaN after others."""
    if (np.diff(numbers) <= 0.0).any():
        return math.nan
    last = float(numbers[-1])
    return last + 1.0 if (numbers % 1.0 == 0.0).all() else last


def _number(held: bool | None) -> float:
    return math.nan if held is None else float(held)


def _first(held: NDArray[np.bool_], stays: bool) -> NDArray[np.int64]:
    """Return for each column the first row that is true (to the end, where it stays), else -1."""
    flags = np.logical_and.accumulate(held[::-1], axis=0)[::-1] if stays else held
    return np.where(flags.any(axis=0), flags.argmax(axis=0), -1)


def probability(truth: Truth) -> Value:
    """Return the chance of a truth in the ensemble, percent; undefined where there is none.

    Members for which it is open may all be true: the interval is what the chance may be.
    """
    odds = truth.odds()
    if odds is not None:
        low, high = (100.0 * n / odds.count for n in (odds.true, odds.true + odds.open))
        return Amount(
            low, low, high, "percent",
            tolerance=of_unit("percent"), decimals=0, ensemble=odds.count,
        )  # fmt: skip
    if truth.members is None and truth.world is not None:
        made = point(100.0 * truth.world, "percent")
        return replace(made, tolerance=of_unit("percent"), decimals=0)
    why = f": {truth.why}" if truth.why else ""
    return Undefined(f"these runs have no ensemble that tells the chance{why}")
