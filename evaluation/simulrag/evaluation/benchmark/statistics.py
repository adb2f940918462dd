"""Statistics of a benchmark, as in the paper's Table 2."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from simulrag.evaluation.benchmark.items import Item
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
    distinct_runs: int
    #: Groups of items that share evidence: what is independent.
    groups: int
    templates: dict[str, int]


def overview(items: Sequence[Item]) -> Overview:
    """Return the figures of the items of one simulator; at least one item."""
    return Overview(
        simulator=items[0].simulator,
        questions=len(items),
        answer_words=_mean(len(item.answer.split()) for item in items),
        claims=_mean(len(item.claims) for item in items),
        quantitative_claims=_mean(_count(item, "quantitative") for item in items),
        qualitative_claims=_mean(_count(item, "qualitative") for item in items),
        parameters=_mean(len(_given(item)) for item in items),
        distinct_runs=len({run for item in items for run in item.runs}),
        groups=len({item.group for item in items}),
        templates=dict(Counter(item.template for item in items).most_common()),
    )


def rows(found: Overview) -> dict[str, str]:
    """Return the figures as text by their names, for a table."""
    plain = found.model_dump(exclude={"templates", "simulator"})
    made = {name.replace("_", " "): str(value) for name, value in plain.items()}
    templates = ", ".join(f"{name} {count}" for name, count in found.templates.items())
    return made | {"templates": templates}


def _mean(numbers: Iterable[int]) -> float:
    return round(fmean(numbers), 2)


def _count(item: Item, kind: str) -> int:
    return sum(claim.kind == kind for claim in item.claims)


def _given(item: Item) -> set[str]:
    return {name for call in item.calls for name in call.arguments}
