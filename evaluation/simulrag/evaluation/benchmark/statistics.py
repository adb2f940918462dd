"""Statistics of a benchmark, as in the paper's Table 2."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from pydantic import JsonValue

from simulrag.evaluation.benchmark.items import Item


def overview(items: Sequence[Item]) -> dict[str, JsonValue]:
    """Return the figures of the items of one simulator; at least one item.

    The columns of Table 2, means over items, come first: `parameters` are distinct inputs of an
    item, over all of its calls; `groups` share evidence, and are what is independent.
    """
    templates = Counter(item.template for item in items).most_common()
    return {
        "questions": len(items),
        "answer words": _mean(len(item.answer.split()) for item in items),
        "claims": _mean(len(item.claims) for item in items),
        "quantitative claims": _mean(_count(item, "quantitative") for item in items),
        "qualitative claims": _mean(_count(item, "qualitative") for item in items),
        "parameters": _mean(len(_given(item)) for item in items),
        "distinct runs": len({run for item in items for run in item.runs}),
        "groups": len({item.group for item in items}),
        "templates": ", ".join(f"{name} {count}" for name, count in templates),
    }


def _mean(numbers: Iterable[int]) -> float:
    return round(fmean(numbers), 2)


def _count(item: Item, kind: str) -> int:
    return sum(claim.kind == kind for claim in item.claims)


def _given(item: Item) -> set[str]:
    return {name for call in item.calls for name in call.arguments}
