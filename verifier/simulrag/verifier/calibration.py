"""The confidence from which unverified claims may be kept, learnt from labelled claims.

Learn then Test (Angelopoulos, Bates, Candès, Jordan, Lei 2021, arXiv:2110.01052) with exact
binomial tests. Plain split conformal prediction bounds how often a false claim is kept among all
claims; what a reader wants to know is how many of the kept ones are true, and that share does
not rise steadily with the threshold, so each threshold is tested and the tests are corrected.
"""

import math
from collections.abc import Sequence

from simulrag.simulators.errors import BadValue

#: Thresholds that are tested, fixed before the data are seen, as the guarantee needs.
THRESHOLDS = tuple(step / 20 for step in range(21))


def calibrate(
    confidences: Sequence[float], labels: Sequence[bool], share: float, error: float = 0.1
) -> float | None:
    """Return the lowest threshold kappa at which at least `share` of the kept claims are true.

    confidences, labels: of claims that were not verified by a simulator, 0 to 1 and True where
    the claim is true; both by the estimator that `keep` will use, drawn independently from the
    questions to come (claims of one answer are not independent: draw one per question).
    share: 0 to 1, exclusive. error: 0 to 1, exclusive.
    With probability 1 - error over the draw of these claims, whatever their number and
    distribution, the share of true ones among new claims with confidence >= kappa is at least
    `share`. None where no threshold can be promised this: then keep no unverified claim.
    Raises BadValue.
    """
    _check(confidences, labels, share, error)
    per_test = error / len(THRESHOLDS)
    for threshold in THRESHOLDS:
        kept = [
            label for value, label in zip(confidences, labels, strict=True) if value >= threshold
        ]
        if binomial_tail(len(kept), share, sum(kept)) <= per_test:
            return threshold
    return None


def binomial_tail(trials: int, chance: float, successes: int) -> float:
    """Return the probability of at least that many successes in independent trials."""
    if successes <= 0:
        return 1.0
    terms = (
        math.exp(
            math.lgamma(trials + 1)
            - math.lgamma(count + 1)
            - math.lgamma(trials - count + 1)
            + count * math.log(chance)
            + (trials - count) * math.log1p(-chance)
        )
        for count in range(successes, trials + 1)
    )
    return min(1.0, math.fsum(terms))


def _check(
    confidences: Sequence[float], labels: Sequence[bool], share: float, error: float
) -> None:
    if len(confidences) != len(labels):
        raise BadValue(
            f"{len(confidences)} confidences and {len(labels)} labels were given; "
            "each claim needs both",
            parameter="labels",
        )
    for name, value in (("share", share), ("error", error)):
        if not 0 < value < 1:
            raise BadValue(
                f"{name} must lie between 0 and 1, but {value} was given",
                parameter=name,
                given=value,
            )
    for value in confidences:
        if not 0 <= value <= 1:
            raise BadValue(
                f"a confidence must lie in 0 to 1, but {value} was given",
                parameter="confidences",
                given=value,
            )
