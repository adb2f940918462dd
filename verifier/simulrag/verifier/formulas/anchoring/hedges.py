"""How likely a text says in words that something is ("probably"), as a bound of a probability."""

from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.matching import Matched
from simulrag.verifier.formulas.anchoring.multiples import bare
from simulrag.verifier.formulas.syntax import Application


def hedge(held: Matched, literal: Literal) -> str:
    """Return the words of a text that say the bound of a probability; empty for none."""
    if literal.role != "compared" or not is_bound_of(held, literal, "probability"):
        return ""
    sign, bounds, words = _said(held)
    return words if literal.comparator[:1] == sign and literal.value in bounds else ""


def is_hedged(held: Matched) -> bool:
    """Tell whether a formula says by a probability what its text says with "probably"."""
    return any(hedge(held, one) for one in held.analysis.literals)


def is_bound_of(held: Matched, literal: Literal, function: str) -> bool:
    """Tell whether a number is what a function of the language is compared with."""
    atom = held.analysis.atoms[literal.atom]
    sides = [bare(side) for side in (atom.left, atom.right)]
    return any(isinstance(one, Application) and one.name == function for one in sides)


def _said(held: Matched) -> tuple[str, tuple[float, ...], str]:
    """Return how a text hedges what it says, by its longest such words."""
    text = held.text
    for words in sorted(lexicon.HEDGES, key=len, reverse=True):
        for at in text.places(words):
            ahead = text.tokens[at - 1].plain if at else ""
            if ahead not in lexicon.COMPARING_HEDGES:
                return (*lexicon.HEDGES[words], words)
    return "", (), ""
