"""Whether a drafted claim is true, by the formula that a second reader wrote of it.

The method that is measured never sees that formula: its own are those that it reads in the words.
"""

import difflib
import re
from collections.abc import Iterator

from simulrag.evaluation.drafts import Bench, DraftClaim
from simulrag.simulators.errors import SimulRAGError
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.correction import NoCorrection, corrected
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse

_TRUE = {"supported": True, "refuted": False}
_PARTS = re.compile(r"\d[\d,]*(?:\.\d+)?|[\w%°'/-]+|\S")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def label(claim: DraftClaim, bench: Bench) -> bool | None:
    """Return whether a claim holds in today's runs; None where no formula tells."""
    if not claim.decidable:
        return None
    return _decided(claim, claim.formula, bench)


def label_after(claim: DraftClaim, updated: str, bench: Bench) -> bool | None:
    """Return whether a claim holds in other words; None where that is not known.

    It does where the second reader's formula is corrected to the same words, or holds with the
    new result in the place of the old one.
    """
    if not claim.decidable or updated == claim.text:
        return label(claim, bench)
    if _mended(claim, bench) == updated:
        return True
    changes = list(_changes(claim.text, updated))
    if not changes:
        return None
    formula = claim.formula
    for old, new in changes:
        formula, count = re.subn(rf"(?<![\w.]){re.escape(old)}(?![\w.])", new, formula)
        if count != 1:
            return None
    return _decided(claim, formula, bench)


def _decided(claim: DraftClaim, formula: str, bench: Bench) -> bool | None:
    try:
        return _TRUE.get(bench.decided(claim, parse(formula, claim.let))[0])
    except SimulRAGError:
        return None


def _mended(claim: DraftClaim, bench: Bench) -> str:
    """Return the text of a claim, corrected by its own formula; "" where that is not possible."""
    try:
        formula = filled(parse(claim.formula, claim.let), claim.assume, bench.registry)
        anchored = bench.anchored(claim, claim.text, formula)
        return corrected(claim.text, formula, anchored, Evaluator(bench.runs), "run").text
    except (NoCorrection, SimulRAGError):
        return ""


def _changes(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the words and numbers that are others, as a formula prints them."""
    first, second = _PARTS.findall(old), _PARTS.findall(new)
    for kind, a, b, c, d in difflib.SequenceMatcher(None, first, second, False).get_opcodes():
        if kind != "equal":
            yield _printed(" ".join(first[a:b])), _printed(" ".join(second[c:d]))


def _printed(words: str) -> str:
    return words.replace(",", "") if _NUMBER.fullmatch(words) else words
