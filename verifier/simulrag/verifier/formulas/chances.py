"""Chances as they are told: with no more digits than the members of the ensemble bear."""

import math

from simulrag.verifier.formulas.truths import Odds

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
    return f"{chance:.{2 if count >= _HUNDRED else 1}f}"


def _certain(odds: Odds) -> str:
    """Return how many members stand behind a chance that rounds to certainty."""
    of = f"{odds.count} members"
    if odds.true == odds.count:
        return f" (all {of})"
    return f" (none of {of})" if odds.true == 0 else f" ({odds.true} of {of})"
