"""Claim-level uncertainty: how central a claim is among the answers that support it.

SimulRAG (arXiv:2509.25459), section 3.3 and equation (3). Answers and claims form a bipartite
graph with an edge where an answer entails a claim. Scores are comparable within one question
only: how high closeness lies depends on the numbers of answers and claims (full support by five
answers has 0.73 among 4 claims and 0.53 among 41), so each score carries its rank and support.
"""

from collections.abc import Sequence
from typing import Literal, get_args

from simulrag.simulators.arguments import nearest_names
from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.verifier.claims import Claim, Score

Estimator = Literal[
    "closeness", "degree", "betweenness", "eigenvector", "pagerank", "support", "equation_3"
]

#: Most answers to one question; the paper draws at most 20.
MOST_ANSWERS = 1000
#: Decimals that count: equal claims must be equal however the graph was numbered.
_DECIMALS = 12


def scores(
    claims: Sequence[Claim], answers: int, estimator: Estimator = "closeness"
) -> tuple[Score, ...]:
    """Return the confidence of each claim, in the order of `claims`.

    claims: with ids that differ and `support` holding indices of answers (repeats count once).
    answers: how many answers there are, 0 to 1000, those that support nothing included.
    Confidence lies in 0 to 1 (`equation_3`, the paper's equation as printed, may exceed 1);
    `simulrag.verifier.centrality` defines each estimator. Equal confidences share a rank.
    Raises UnknownName for the estimator, BadValue for ids, support and the number of answers.
    """
    _check(claims, answers, estimator)
    values = _values(claims, answers, estimator)
    rank = {value: place for place, value in _ranked(values)}
    return tuple(
        Score(id=claim.id, confidence=value, support=len(set(claim.support)), rank=rank[value])
        for claim, value in zip(claims, values, strict=True)
    )


def _ranked(values: Sequence[float]) -> list[tuple[int, float]]:
    """Return places from 1 with their values, falling, so that the last of equals comes first."""
    return list(enumerate(sorted(values, reverse=True), start=1))[::-1]


def _values(claims: Sequence[Claim], answers: int, estimator: Estimator) -> list[float]:
    if not claims:
        return []
    import numpy as np  # late, with centrality: neither is needed to start the server

    from simulrag.verifier.centrality import ESTIMATORS

    edges = np.zeros((len(claims), answers), dtype=bool)
    for row, claim in enumerate(claims):
        edges[row, list(claim.support)] = True
    return [round(value, _DECIMALS) for value in ESTIMATORS[estimator](edges).tolist()]


def _check(claims: Sequence[Claim], answers: int, estimator: str) -> None:
    check_known("estimator", estimator, get_args(Estimator))
    if not 0 <= answers <= MOST_ANSWERS:
        raise BadValue(
            f"answers must lie in 0 to {MOST_ANSWERS}, but {answers} was given",
            parameter="answers",
            given=answers,
        )
    check_ids(claims)
    for claim in claims:
        for index in claim.support:
            if not 0 <= index < answers:
                raise BadValue(
                    f"support of claim {claim.id!r} holds {index}; with {answers} answers "
                    f"an index lies in 0 to {answers - 1}",
                    parameter="support",
                    given=index,
                )


def check_known(parameter: str, given: str, known: Sequence[str]) -> None:
    """Raise UnknownName where a parameter is given another name than those known."""
    if given not in known:
        raise UnknownName(
            f"{parameter} {given!r} is unknown; choose one of {', '.join(known)}",
            parameter=parameter,
            given=given,
            candidates=nearest_names(given, known),
        )


def check_ids(claims: Sequence[Claim]) -> None:
    """Raise BadValue where two claims have the same id."""
    seen: set[str] = set()
    for claim in claims:
        if claim.id in seen:
            raise BadValue(
                f"two claims have the id {claim.id!r}; ids must differ",
                parameter="claims",
                given=claim.id,
            )
        seen.add(claim.id)
