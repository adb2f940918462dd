"""Grades of sources, their reputations, and the global labels of their averages (paper, step 5).

Scores are in hundredths of the paper's: in floats ten times 0.66 has the mean 0.6599999999999999,
which is another global label than 0.66.
"""

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Literal, NamedTuple

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document


class Grade(IntEnum):
    """A local label; the value is the paper's score times 100."""

    TRUE = 100
    MOSTLY_TRUE = 66
    SOMEWHAT_TRUE = 33
    NO_EVIDENCE = 0
    SOMEWHAT_FALSE = -33
    MOSTLY_FALSE = -66
    FALSE = -100

    @property
    def title(self) -> str:
        """The grade as the paper writes it, such as "Mostly True"."""
        return self.name.replace("_", " ").title()


GRADES = {grade.title: grade for grade in Grade}
GlobalLabel = Literal[
    "Generally supported",
    "Disputed but leaning towards supported",
    "Generally controversial",
    "Disputed but leaning towards refuted",
    "Generally refuted",
]
#: Table 1 in hundredths: from STRONG on general; above LEANING, and below STRONG, leaning.
STRONG, LEANING = 66, 33
#: How the reputation of a source is made of what is known of it.
Method = Literal["percentile", "paper"]
_METRICS = {
    "percentile": ("citations", "impact", "rank", "field_weighted"),
    "paper": ("citations", "impact", "rank"),
}
UNKNOWN = Fraction(1, 2)


def grade_named(name: object) -> Grade:
    """Return the grade of a name such as "Mostly True"; raises ValueError listing all grades."""
    spelt = " ".join(str(name).replace("_", " ").split()).title()
    if spelt not in GRADES:
        raise ValueError(f"no grade {str(name)[:40]!r}; there are {', '.join(GRADES)}")
    return GRADES[spelt]


def global_label(average: Fraction | int) -> GlobalLabel:
    """Return the global label of an average in hundredths, -100 to 100 (Table 1).

    At exactly 33 and -33 the table says "otherwise": controversial.
    """
    if average >= STRONG:
        return "Generally supported"
    if average <= -STRONG:
        return "Generally refuted"
    if average > LEANING:
        return "Disputed but leaning towards supported"
    if average < -LEANING:
        return "Disputed but leaning towards refuted"
    return "Generally controversial"


class Vote(NamedTuple):
    """The score of one witness in hundredths, and its weight, 0 or more."""

    score: Fraction | int
    weight: Fraction


class Average(Frozen):
    """A mean on the paper's scale, -1 to 1, its label, of how many, and what must be known of it.

    `score` and `label` are None where nothing votes.
    """

    score: float | None = None
    label: GlobalLabel | None = None
    sources: int = 0
    note: str = ""


class Averages(Frozen):
    """The four averages: unweighted or weighted, with or without "No Evidence"."""

    weighted: Average
    unweighted: Average
    weighted_with_no_evidence: Average
    unweighted_with_no_evidence: Average


def averages(votes: Sequence[Vote]) -> Averages:
    """Return all averages of votes, of which a score of 0 is "No Evidence"."""
    telling = [vote for vote in votes if vote.score]
    return Averages(
        weighted=weighted(telling),
        unweighted=unweighted(telling),
        weighted_with_no_evidence=weighted(votes),
        unweighted_with_no_evidence=unweighted(votes),
    )


def unweighted(votes: Sequence[Vote]) -> Average:
    """Return the plain mean."""
    return weighted([vote._replace(weight=Fraction(1)) for vote in votes])


def weighted(votes: Sequence[Vote]) -> Average:
    """Return the mean weighted by reputation; the plain one, with a note, where all weights are 0.

    Raises ValueError for a weight below 0.
    """
    if not votes:
        return Average(note="nothing that was read gives evidence")
    if any(vote.weight < 0 for vote in votes):
        raise ValueError("a weight is below 0; weights are 0 or more")
    whole = sum((vote.weight for vote in votes), Fraction(0))
    if not whole:
        return unweighted(votes).model_copy(update={"note": "all weights are 0: not weighted"})
    mean = sum((vote.weight * vote.score for vote in votes), Fraction(0)) / whole
    score = round(float(mean) / 100, 4)
    return Average(score=score, label=global_label(mean), sources=len(votes))


class Reputation(NamedTuple):
    """The weight of a source within its set, 0 to 1, and the metrics that it rests on."""

    weight: Fraction
    known: tuple[str, ...]


def reputations(
    documents: Sequence[Document], method: Method = "percentile"
) -> tuple[Reputation, ...]:
    """Return the reputation of each document within the documents given.

    percentile: the mean over its known metrics of the share of documents that lie below, those
    equal counted half, so that one famous paper does not leave all others nothing. paper: the mean
    of citations, impact factor and journal rank, over the set's largest such mean. A source of
    which nothing is known takes the middle, 1/2: unknown is neither good nor bad.
    """
    metrics = _METRICS[method]
    values = [
        {name: Fraction(str(value)) for name in metrics if (value := getattr(d, name)) is not None}
        for d in documents
    ]
    every = {name: [one[name] for one in values if name in one] for name in metrics}
    if method == "percentile":
        values = [{n: _percentile(v, every[n]) for n, v in one.items()} for one in values]
    means = [sum(one.values(), Fraction(0)) / len(one) if one else None for one in values]
    largest = max((one for one in means if one is not None), default=Fraction(0))
    scale = largest if method == "paper" and largest else Fraction(1)
    return tuple(
        Reputation(UNKNOWN if mean is None else mean / scale, tuple(one))
        for mean, one in zip(means, values, strict=True)
    )


def _percentile(value: Fraction, known: Sequence[Fraction]) -> Fraction:
    below, equal = (sum(o < value for o in known), sum(o == value for o in known))
    return Fraction(2 * below + equal, 2 * len(known))
