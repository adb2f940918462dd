"""Several values taken together as one: "Texas and Ohio combined", "between them"."""

import itertools
import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Function
from simulrag.verifier.plain.items import Item
from simulrag.verifier.reading.text import Span

_TOGETHER = re.compile(
    r"\b(?:(?:put|taken|added|lumped|counted)\s+together|together|combined|between\s+them|jointly|"
    r"collectively|among\s+them|added\s+up|in\s+sum|as\s+a\s+(?:pair|group|trio))\b",
    re.I,
)
_EACH = re.compile(r"\b(?:each|both|either|neither|respectively)\b", re.I)
_JOIN = re.compile(r"\s*(?:,\s*)?(?:(?:and|plus|&|with)\s+)?(?:the\s+)?", re.I)


def summed(text: str, items: Sequence[Item], function: Function) -> tuple[list[Item], list[Span]]:
    """Return the items with listed values made one where they are added up, and those words.

    Words that add up nothing which is listed are returned as well: what they speak of is not
    read.
    """
    words = [
        Span(text=m.group(), start=m.start(), end=m.end())
        for m in _TOGETHER.finditer(text)
        if not any(i.start <= m.start() < i.end for i in items)
    ]
    if not words or _EACH.search(text):
        return [*items], words
    kinds = {p.name: p.kind for p in function.parameters}
    made: list[Item] = []
    for name, group in itertools.groupby(items, key=lambda i: i.parameter):
        run = [*group]
        made += _joined(text, run) if kinds[name] == "choices" else run
    return made, words if len(made) == len(items) else []


def _joined(text: str, items: Sequence[Item]) -> list[Item]:
    """Return items that follow each other in a list as one."""
    made: list[Item] = []
    for item in items:
        last = made[-1] if made else None
        if (
            last is not None
            and _JOIN.fullmatch(text, last.end, item.start)
            and item.start > last.end
        ):
            values = [*_values(last), *(v for v in _values(item) if v not in _values(last))]
            made[-1] = last.model_copy(update={"value": values, "end": item.end})
        else:
            made.append(item)
    return made


def _values(item: Item) -> list[JsonValue]:
    return item.value if isinstance(item.value, list) else [item.value]
