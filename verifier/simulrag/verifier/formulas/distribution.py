"""How the members of a simulated value are spread, and where a claim lies among them."""

import math

import numpy as np

from simulrag.verifier.claims import Distribution
from simulrag.verifier.formulas.comparison import allowed
from simulrag.verifier.formulas.decision import Decided, limits_beside
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.syntax import Comparison, Not
from simulrag.verifier.formulas.values import Amount

#: Bars of a histogram: enough for its shape, few enough to be sent with every verdict.
BINS = 12
#: Members that are spread at all.
_FEWEST = 10


def distribution(decided: Decided, evaluator: Evaluator) -> Distribution | None:
    """Return the members of the value that a verdict rests on, in its unit.

    None where the statement compares no number with members: labels, dates, what is on record.
    """
    denied = isinstance(decided.leading, Not)
    atom = decided.leading.operand if isinstance(decided.leading, Not) else decided.leading
    if decided.against == "record" or not isinstance(atom, Comparison):
        return None
    own, limits = limits_beside(atom)
    value = evaluator.value(own, {})
    if not isinstance(value, Amount) or value.members is None or value.unit == "date":
        return None
    members = value.members.values[np.isfinite(value.members.values)]
    if len(members) < _FEWEST or math.isclose(members.min(), members.max()):
        return None
    counts, edges = np.histogram(members, BINS)
    ends = [allowed(value, operator, evaluator.side(side, {})) for operator, side in limits]
    low, high = max(low for low, _ in ends), min(high for _, high in ends)
    if denied:  # what lies beyond one end is a range, what lies beyond two is none
        low, high = (high, low) if math.inf in (-low, high) else (-math.inf, math.inf)
    return Distribution(
        low=float(edges[0]),
        high=float(edges[-1]),
        counts=tuple(int(count) for count in counts),
        claimed_low=low if math.isfinite(low) else None,
        claimed_high=high if math.isfinite(high) else None,
    )
