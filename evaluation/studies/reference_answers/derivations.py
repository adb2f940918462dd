"""Formulas over the figures of evidence by which what an answer states may follow from them.

A level of temperature ("the local temperature is 7.79 °C") follows only where the evidence states
it, or states another level and the difference between the two: that the difference of a local
temperature and a global effect has its size explains nothing. Any other figure may be a value of
the evidence, or the difference, percent change or ratio of two. Signs are not compared: words
carry them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import decide
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from studies.reference_answers.evidence_runs import REGISTRY, Evidence, Figure
from studies.reference_answers.temperatures import Temperature


class Decider:
    """Decides formulas on the recorded runs of one record."""

    def __init__(self, evidence: Evidence, store: EvidenceStore) -> None:
        self._runs = Runs(REGISTRY, store, evidence.runs())
        self._found: dict[str, bool] = {}

    def any_holds(self, formulas: Iterable[str]) -> bool:
        """Tell whether the evidence refutes not all of the formulas."""
        return any(map(self._stands, formulas))

    def _stands(self, formula: str) -> bool:
        held = self._found.get(formula)
        if held is None:
            made = decide(parse(formula), Evaluator(self._runs), "run")
            held = self._found[formula] = made.decision != "refuted"
        return held


def values(evidence: Evidence, *, percent: bool) -> Iterator[str]:
    """Return what a figure may be the size of; a percentage is no ratio."""
    yield from (one.term for one in evidence.figures)
    for group in evidence.alike:
        yield from (f"{a.term} - {b.term}" for a, b in combinations(group, 2))
        positive = [one for one in group if one.known.low > 0]
        for a, b in permutations(positive, 2):
            yield f"percent_change({b.term}, {a.term})"
            if not percent:
                yield f"{b.term} / {a.term}"


def temperature_values(stated: Temperature, evidence: Evidence) -> Iterator[str]:
    """Return what a temperature that is stated as a result may be the size of."""
    return _levels(evidence.figures, stated.case) if stated.kind == "level" else _gaps(evidence)


def _levels(figures: Sequence[Figure], case: str) -> Iterator[str]:
    """Return the levels of evidence; where it has one alone, also those a difference away.

    Where it has a level of a case, and one of the other case, that level alone is the case's.
    """
    levels = [one for one in figures if one.kind == "level"]
    if case and {one.case for one in levels} == {"gases", "aerosols"}:
        levels = [one for one in levels if one.case == case]
        away = []
    elif len({one.printed for one in levels}) > 1:
        away = []
    else:
        away = [one for one in figures if one.kind == "difference" and not one.zero]
    yield from (one.term for one in levels)
    for level in levels:
        for gap in away:
            yield from (f"{level.term} {sign} {gap.term}" for sign in "-+")


def _gaps(evidence: Evidence) -> Iterator[str]:
    """Return every figure, and what lies between two levels or a level and a difference.

    A difference of zero is left out of the pairs, to which it would only lend its rounding.
    """
    yield from (one.term for one in evidence.figures)
    pairable = [one for one in evidence.figures if one.kind == "level" or not one.zero]
    for a, b in combinations(pairable, 2):
        if "level" in (a.kind, b.kind):
            yield f"{a.term} - {b.term}"
