"""Statistics of a benchmark, as in the paper's Table 2, and how varied it is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.simulators.interface import Frozen


class Overview(Frozen):
    """Figures of one benchmark; lengths are words, shares lie in 0 to 1."""

    simulator: str
    questions: int
    #: The columns of Table 2.
    answer_words: float
    claims: float
    quantitative_claims: float
    qualitative_claims: float
    #: Distinct inputs that an item gives to the simulator, over all of its calls.
    parameters: float
    question_words: float
    runs_per_question: float
    distinct_runs: int
    #: Groups of items that share evidence: what is independent.
    groups: int
    templates: dict[str, int]
    #: Share of each label, rank or direction among the claims that state one.
    words: dict[str, float]
    operations: dict[str, int]


def overview(items: Sequence[Item]) -> Overview:
    """Return the figures of the items of one simulator; at least one item."""
    claims = [claim for item in items for claim in item.claims]
    return Overview(
        simulator=items[0].simulator,
        questions=len(items),
        answer_words=_mean(len(item.answer.split()) for item in items),
        claims=_mean(len(item.claims) for item in items),
        quantitative_claims=_mean(_count(item, "quantitative") for item in items),
        qualitative_claims=_mean(_count(item, "qualitative") for item in items),
        parameters=_mean(len(_given(item)) for item in items),
        question_words=_mean(len(item.question.split()) for item in items),
        runs_per_question=_mean(len(item.runs) for item in items),
        distinct_runs=len({run for item in items for run in item.runs}),
        groups=len({item.group for item in items}),
        templates=dict(Counter(item.template for item in items).most_common()),
        words=_shares(claims),
        operations=dict(Counter(claim.operation for claim in claims).most_common()),
    )


def _mean(numbers: Iterable[int]) -> float:
    return round(fmean(numbers), 2)


def _count(item: Item, kind: str) -> int:
    return sum(claim.kind == kind for claim in item.claims)


def _given(item: Item) -> set[str]:
    return {name for call in item.calls for name in call.arguments}


def _shares(claims: Sequence[ReferenceClaim]) -> dict[str, float]:
    """Return the share of each word that stands for a result; settings' names are no such word."""
    stated = Counter(
        claim.value
        for claim in claims
        if claim.kind == "qualitative" and claim.operation not in ("lead", "trail")
    )
    return {word: round(n / stated.total(), 3) for word, n in stated.most_common()}
