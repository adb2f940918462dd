"""Truth in three values: held against what a run states, and member by member of its ensemble.

Chances are told with no more digits than the members bear.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from simulrag.verifier.formulas.members import Draws, beside

#: P of the ensemble from which on an order counts as supported, and below which as refuted.
SUPPORTED, REFUTED = 0.9, 0.1


@dataclass(frozen=True, slots=True)
class Odds:
    """For how many members of an ensemble something holds, and for how many that is open."""

    true: int
    open: int
    count: int

    @property
    def low(self) -> float:
        """The least probable that it is: the share of members, (k + 0.5) / (n + 1)."""
        return (self.true + 0.5) / (self.count + 1)

    @property
    def high(self) -> float:
        """The most probable that it is, were all open members true."""
        return (self.true + self.open + 0.5) / (self.count + 1)


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether something holds; None where that is open.

    run: held against what the runs state. world: one value for the whole ensemble. members: one a
    member instead (1, 0, NaN for open), where an order hangs on the draw. why: what makes it open.
    """

    run: bool | None
    world: bool | None
    members: Draws | None = None
    why: str = ""

    def odds(self) -> Odds | None:
        """Return for how many members it holds; None without them."""
        if self.members is None:
            return None
        held = self.members.values
        return Odds(int((held == 1.0).sum()), int(np.isnan(held).sum()), len(held))

    def in_world(self) -> bool | None:
        """Return whether it holds in the world, as far as the ensemble tells."""
        odds = self.odds()
        if odds is None:
            return self.world
        if odds.low >= SUPPORTED:
            return True
        return False if odds.high <= REFUTED else None


def known(value: bool) -> Truth:
    """Return what is true or false for sure."""
    return Truth(value, value)


def undefined(why: str) -> Truth:
    """Return what is neither true nor false."""
    return Truth(None, None, None, why)


def negation(one: Truth) -> Truth:
    """Return the opposite."""
    turned = one.members and one.members.apply(lambda held: 1.0 - held)
    return Truth(_turned(one.run), _turned(one.world), turned, one.why)


def _turned(value: bool | None) -> bool | None:
    return None if value is None else not value


def conjunction(parts: Iterable[Truth]) -> Truth:
    """Return whether all hold (Kleene's strong logic); true of none."""
    held = list(parts)
    return reduce(_both, held) if held else known(True)


def disjunction(parts: Iterable[Truth]) -> Truth:
    """Return whether any holds; false of none."""
    return negation(conjunction(negation(part) for part in parts))


def _both(first: Truth, second: Truth) -> Truth:
    run = _and(first.run, second.run)
    why = first.why or second.why
    known = {None: math.nan, True: 1.0, False: 0.0}
    held = beside([(one.members, known[one.world]) for one in (first, second)])
    if held is None:
        return Truth(run, _and(first.world, second.world), None, why)
    source, (one, other) = held
    least = np.minimum(one, other)  # NaN, for open, beside anything
    least[(one == 0.0) | (other == 0.0)] = 0.0
    return Truth(run, None, Draws(source, least), why)


def _and(first: bool | None, second: bool | None) -> bool | None:
    if first is False or second is False:
        return False
    return True if first and second else None


#: Members from which on a chance has a second digit.
_HUNDRED = 100


def stated(odds: Odds) -> float | None:
    """Return a chance, 0 to 1, never rounded to certainty; None where members are open."""
    if odds.open:
        return None
    return round(odds.low, math.floor(math.log10(odds.count + 1)) + 1)


def chance_text(odds: Odds) -> str:
    """Return a chance for a person: "0.95", "1.00 (all 120 members)", "0.57 to 0.60 (...)"."""
    low, high = (_rounded(end, odds.count) for end in (odds.low, odds.high))
    if odds.open:
        return f"{low} to {high} (open for {odds.open} of {odds.count} members)"
    return f"{low}{_certain(odds)}" if float(low) in (0.0, 1.0) else low


def share_text(percent: float, count: int) -> str:
    """Return what to add to a share of members, in percent, that looks like certainty."""
    true = round(percent * count / 100.0)
    return _certain(Odds(true, 0, count)) if round(percent) in (0, 100) else ""


def _rounded(chance: float, count: int) -> str:
    """Return a chance with the digits that members bear, or that show on which side of limits."""
    bears = 2 if count >= _HUNDRED else 1
    for digits in (bears, bears + 1, bears + 2):
        text = f"{chance:.{digits}f}"
        if _beyond_limits(float(text)) == _beyond_limits(chance):
            return text
    return f"{chance:.{bears}f}"


def _beyond_limits(chance: float) -> tuple[bool, bool]:
    return chance >= SUPPORTED, chance <= REFUTED


def _certain(odds: Odds) -> str:
    """Return how many members stand behind a chance that rounds to certainty."""
    of = f"{odds.count} members"
    if odds.true == odds.count:
        return f" (all {of})"
    return f" (none of {of})" if odds.true == 0 else f" ({odds.true} of {of})"
