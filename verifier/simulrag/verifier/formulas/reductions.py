"""Functions over several values: extremes, sums, places, counts and first times."""

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
    Amount,
    Category,
    Undefined,
    Value,
    add,
    check_finite,
    drawn,
    finite,
    in_unit,
    of_unit,
    point,
    side_by_side,
)

#: For each member, the index of what it picks, -1 where it has no value; with their source.
Picks = tuple[str, NDArray[np.int64]]


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


def total(values: Sequence[Value]) -> Value:
    """Return the sum of numbers."""
    found = amounts(values, "sum")
    return found if isinstance(found, Undefined) else reduce(add, found)


def mean(values: Sequence[Value]) -> Value:
    """Return the mean of numbers, temperatures included."""
    found = amounts(values, "mean")
    if isinstance(found, Undefined):
        return found
    return _across(found, lambda held: held.mean(axis=0))


def highest(values: Sequence[Value]) -> Value:
    """Return the highest of numbers or dates."""
    found = amounts(values, "max")
    return found if isinstance(found, Undefined) else _across(found, lambda held: held.max(axis=0))


def lowest(values: Sequence[Value]) -> Value:
    """Return the lowest of numbers or dates."""
    found = amounts(values, "min", ordered=True)
    if isinstance(found, Undefined):
        return found
    if not any(math.isfinite(one.centre) for one in found):
        return finite(min(found, key=lambda one: one.beyond))
    least = _across(found, lambda held: held.min(axis=0))
    return replace(least, beyond=min(one.beyond for one in found))


def _across(found: Sequence[Amount], made: Callable[[Array], Array]) -> Amount:
    """Return a function of all values that grows with each: on centres, ends and members."""

    def of_all(values: Array) -> Array:
        with np.errstate(all="ignore"):
            return made(values)

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


def extreme_of(values: Sequence[Value], over: Sequence[Element], *, highest: bool) -> Value:
    """Return the element of a list at which a value is highest, or lowest."""
    found = amounts(values, "argmax" if highest else "argmin", ordered=True)
    if isinstance(found, Undefined):
        return found
    sign = 1.0 if highest else -1.0
    centres = sign * np.array([one.centre for one in found])
    if sum(centres == centres.max()) > 1 and not math.isfinite(centres.max()):
        return finite(found[int(centres.argmax())])
    ends = [sorted((sign * one.low, sign * one.high)) for one in found]
    least = max(low for low, _ in ends)
    possible = [element for element, (_, high) in zip(over, ends, strict=True) if high >= least]
    best = over[int(centres.argmax())]
    members = side_by_side(found)
    picks = members and (members[0], _highest(sign * np.stack(members[1])))
    if all(isinstance(element, str | Held) for element in over):
        alike = np.isclose(centres, centres.max(), rtol=1e-9, atol=0.0)
        tied = (str(one) for one, held in zip(over, alike, strict=True) if held and one != best)
        return replace(_named(str(best), possible, over, picks), alike=tuple(tied))
    return _year(best, possible, over, picks)


def _highest(stacked: Array) -> NDArray[np.int64]:
    best = stacked.max(axis=0)
    late = np.isinf(best) & ((stacked == best).sum(axis=0) > 1)  # which comes first is not known
    return np.where(np.isnan(stacked).any(axis=0) | late, -1, stacked.argmax(axis=0))


def _named(
    best: str, possible: Sequence[Element], over: Sequence[Element], picks: Picks | None
) -> Category:
    truths: dict[str, Truth] = {}
    for index, element in enumerate(over):
        run = None if element in possible else False
        run = True if run is None and len(possible) == 1 else run
        chosen = picks and Draws(picks[0], np.where(picks[1] < 0, np.nan, picks[1] == index))
        truths[str(element)] = Truth(run, run, chosen)
    return Category(best, truths, {name: () for name in truths})


def _year(
    best: Element, possible: Sequence[Element], over: Sequence[Element], picks: Picks | None
) -> Amount:
    if not all(isinstance(element, int | float) for element in over):
        raise FormulaError(
            "argmax and argmin are over a list of names or numbers; the time at which a series is "
            "highest is when_max(run.series)"
        )
    numbers = np.array([float(str(element)) for element in over])
    ends = [float(str(element)) for element in possible]
    return Amount(
        float(str(best)), min(ends), max(ends), "",
        picks and Draws(picks[0], np.where(picks[1] < 0, np.nan, numbers[picks[1]])),
        year=True, decimals=0,
    )  # fmt: skip


def rank(values: Sequence[Value], over: Sequence[Element], of: Element) -> Value:
    """Return the place of one element's value among all, 1 for the highest."""
    if of not in over:
        held = ", ".join(str(one) for one in over[:12] if isinstance(one, str | int | float))
        raise FormulaError(f"of={shown(of)} is not in the list: {held or 'it has no names'}")
    found = amounts(values, "rank")
    if isinstance(found, Undefined):
        return found
    own = found[over.index(of)]
    others = [one for element, one in zip(over, found, strict=True) if element != of]
    members = side_by_side(found)
    made = None
    if members is not None:
        stacked = np.stack(members[1])
        above = 1.0 + (stacked > stacked[over.index(of)]).sum(axis=0)
        made = Draws(members[0], np.where(np.isnan(stacked).any(axis=0), np.nan, above))
    return Amount(
        1.0 + sum(one.centre > own.centre for one in others),
        1.0 + sum(one.low > own.high for one in others),
        1.0 + sum(one.high > own.low for one in others),
        "", made, decimals=0,
    )  # fmt: skip


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
