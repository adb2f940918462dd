"""Global labels: local labels averaged, unweighted and weighted by reputation (step 5)."""

from collections.abc import Sequence
from fractions import Fraction

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.grades import GlobalLabel, Grade, global_label


class Vote(Frozen):
    """The grade of one source and its weight, 0 or more."""

    grade: Grade
    weight: Fraction


class Average(Frozen):
    """The mean of grades in hundredths, its global label, and of how many sources.

    `average` and `label` are None where there is no source. `note` says what was done where
    weights could not be used.
    """

    average: Fraction | None = None
    label: GlobalLabel | None = None
    sources: int = 0
    note: str = ""
    #: The average on the paper's scale, -1 to 1, to four decimals, for reading alone.
    score: float | None = None


class GlobalVerdict(Frozen):
    """The four averages: unweighted or weighted, with or without "No Evidence"."""

    unweighted: Average
    weighted: Average
    unweighted_with_no_evidence: Average
    weighted_with_no_evidence: Average


def global_verdict(votes: Sequence[Vote]) -> GlobalVerdict:
    """Return all averages of the votes of sources that are not retracted."""
    telling = [vote for vote in votes if vote.grade is not Grade.NO_EVIDENCE]
    return GlobalVerdict(
        unweighted=unweighted(telling),
        weighted=weighted(telling),
        unweighted_with_no_evidence=unweighted(votes),
        weighted_with_no_evidence=weighted(votes),
    )


def unweighted(votes: Sequence[Vote]) -> Average:
    """Return the plain mean."""
    if not votes:
        return Average(note="no source gives evidence")
    mean = Fraction(sum(int(vote.grade) for vote in votes), len(votes))
    return _average(mean, len(votes))


def weighted(votes: Sequence[Vote]) -> Average:
    """Return the mean weighted by reputation; the plain one, with a note, where all weights are 0.

    Raises ValueError for a weight below 0.
    """
    if any(vote.weight < 0 for vote in votes):
        raise ValueError("a weight is below 0; weights are 0 or more")
    whole = sum((vote.weight for vote in votes), Fraction(0))
    if not whole:
        note = "all weights are 0: not weighted" if votes else "no source gives evidence"
        return unweighted(votes).model_copy(update={"note": note})
    mean = sum((vote.weight * int(vote.grade) for vote in votes), Fraction(0)) / whole
    return _average(mean, len(votes))


def _average(mean: Fraction, sources: int) -> Average:
    return Average(
        average=mean,
        label=global_label(mean),
        sources=sources,
        score=round(float(mean) / 100, 4),
    )
