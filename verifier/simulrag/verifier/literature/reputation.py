"""The reputation of sources within a set: a percentile for each metric, and their mean.

The paper normalises "the average of three reputation metrics specific to each claim": citations,
impact factor and journal rank. Raw counts of one famous paper would leave all others nothing, so
by default each metric becomes the rank within the retrieved set. A metric that is not known is
left out of a source's mean, and a source of which nothing is known takes the middle, 1/2, and is
marked: unknown is neither good nor bad.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import log1p
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document

Metric = Literal["citations", "impact", "rank", "field_weighted"]
METRICS: tuple[Metric, ...] = ("citations", "impact", "rank", "field_weighted")
Method = Literal["percentile", "paper"]

UNKNOWN = Fraction(1, 2)
#: Digits after the point of a logarithm that becomes a fraction, so that no sum depends on floats.
_DIGITS = 12


class Reputation(Frozen):
    """The weight of a source within its set, 0 to 1, and the metrics that it rests on."""

    weight: Fraction
    known: tuple[Metric, ...] = ()

    @property
    def unknown(self) -> bool:
        """Whether nothing is known, so that the weight is the middle one."""
        return not self.known


def reputations(
    documents: Sequence[Document],
    *,
    metrics: Sequence[Metric] = METRICS,
    method: Method = "percentile",
) -> tuple[Reputation, ...]:
    """Return the reputation of each document within the documents given.

    percentile: the share of the documents with a known value that lie below, those equal counted
        half. paper: value over the set's largest, of log(1 + value), since counts are skewed.
    """
    scored = {
        metric: _scores([getattr(d, metric) for d in documents], method) for metric in metrics
    }
    made: list[Reputation] = []
    for place in range(len(documents)):
        known: list[Metric] = [metric for metric in metrics if scored[metric][place] is not None]
        values = [score for metric in known if (score := scored[metric][place]) is not None]
        weight = sum(values, Fraction(0)) / len(values) if values else UNKNOWN
        made.append(Reputation(weight=weight, known=tuple(known)))
    return tuple(made)


def percentile(value: float, known: Sequence[float]) -> Fraction:
    """Return the share of the known values below `value`, those equal counted half."""
    below = sum(other < value for other in known)
    equal = sum(other == value for other in known)
    return Fraction(2 * below + equal, 2 * len(known))


def _scores(values: Sequence[float | None], method: Method) -> list[Fraction | None]:
    known = [value for value in values if value is not None]
    if method == "percentile":
        return [None if value is None else percentile(value, known) for value in values]
    largest = max(known, default=0.0)
    return [None if value is None else _share(value, largest) for value in values]


def _share(value: float, largest: float) -> Fraction:
    if largest == 0:
        return Fraction(0)
    return Fraction(str(round(log1p(value) / log1p(largest), _DIGITS)))
