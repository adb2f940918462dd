"""Decides what several outputs measure between them: only where all of them say the same."""

from collections.abc import Sequence

from simulrag.verifier.claims import Problem, Reading
from simulrag.verifier.verdicts import Decided

Pair = tuple[Reading, Decided]
#: Leads the name of a condition that a sentence leaves open, as an aspect of its readings.
UNDER_ANY = "any "


def agreeing(decided: Sequence[Pair]) -> list[Pair]:
    """Leave out the readings of an aspect whose outputs disagree."""
    words: dict[str, set[str]] = {}
    for reading, one in decided:
        words.setdefault(reading.aspect, set()).add(one.decision)
    return [(r, d) for r, d in decided if not r.aspect or len(words[r.aspect]) == 1]


def disagreement(decided: Sequence[Pair]) -> Problem:
    """Say that the outputs that measure an aspect disagree, so that it has to name one."""
    kept = agreeing(decided)
    aspect = next(r.aspect for r, d in decided if (r, d) not in kept)
    found = "; ".join(d.derivation for r, d in decided if r.aspect == aspect)
    if aspect.startswith(UNDER_ANY):
        name = aspect.removeprefix(UNDER_ANY).split(" (", 1)[0]
        return Problem(
            reason="missing_condition",
            message=f"{name} is missing, and it decides the statement ({found})",
            parameter=name,
        )
    return Problem(
        reason="missing_condition",
        message=f"what measures {aspect} disagrees ({found}); name the output that is meant",
        candidates=tuple(r.expression.terms[0].output for r, _ in decided if r.aspect == aspect),
    )
