"""Comparisons as a text would have them, written as parts of a formula, for messages.

None is offered that turns the direction of a comparison: where a text is misread, whoever follows
it would check the opposite.
"""

from simulrag.verifier.formulas.anchoring.literals import Atom, Literal
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Comparison, Number, Text

#: Longest offer that a message holds, characters.
LONGEST = 500


def equal(atom: Atom) -> str:
    """Return that the sides of a comparison are equal; empty where it is long."""
    return _offer(Comparison(atom.left, (("==", atom.right),)))


def within(atom: Atom, literal: Literal, period: Period) -> str:
    """Return what a comparison limits between the ends of a printed stretch of time."""
    value = atom.left if atom.left_outputs else atom.right
    years = isinstance(literal.value, float)
    ends = [Number(float(end.year), str(end.year)) if years else Text(end.isoformat())
            for end in (period.first, period.last)]  # fmt: skip
    return _offer(Comparison(ends[0], (("<=", value), ("<=", ends[1]))))


def _offer(comparison: Comparison) -> str:
    text = written(comparison)
    return text if len(text) <= LONGEST else ""
