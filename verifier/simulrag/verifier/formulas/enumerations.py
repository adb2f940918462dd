"""Where a text names what a formula lists, and where it says which of the list it is."""

import re
from collections.abc import Iterable, Sequence

from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.syntax import Each, Node, Output, Variable, walk

Span = tuple[int, int]

#: What stands between the names of a list.
_BETWEEN = re.compile(
    r"[\s,;/&]*(?:\b(?:and|or|with|versus|vs|nor)\b\.?)?[\s,;/&]*(?:the\s+)?", re.IGNORECASE
)


def listed(root: Node, evaluator: Evaluator) -> frozenset[str]:
    """Return the names in all lists of a formula."""
    found: set[str] = set()
    for node in walk(root):
        if not isinstance(node, Each) or isinstance(node.source, Output):
            continue
        if any(isinstance(part, Variable) for part in walk(node.source)):
            continue
        for element in evaluator.elements_of(node.source, {}):
            parts = element if isinstance(element, tuple) else (element,)
            found.update(part for part in parts if isinstance(part, str))
    return frozenset(found)


def outside(text: str, spans: Iterable[Span], names: frozenset[str]) -> list[Span]:
    """Return the places that do not belong to an enumeration of the names.

    An enumeration names each once: in "of Ohio and Texas, Texas" the second Texas is outside.
    """
    within = {place for chain in _chains(text, names) if len(chain) > 1 for place in chain}
    return [place for place in spans if not any(_meet(place, one) for one in within)]


def _chains(text: str, names: frozenset[str]) -> list[list[Span]]:
    """Return runs of different names with nothing but separators between them."""
    chains: list[list[Span]] = []
    held: set[str] = set()
    for start, end, name in _places(text, names):
        joined = chains and _BETWEEN.fullmatch(text, chains[-1][-1][1], start)
        if not joined or name in held:
            chains.append([])
            held = set()
        chains[-1].append((start, end))
        held.add(name)
    return chains


def _places(text: str, names: frozenset[str]) -> Sequence[tuple[int, int, str]]:
    """Return where names stand, the longest where they overlap ("Kansas" in "Arkansas City")."""
    spoken = {name.split(",", 1)[0].casefold() for name in names} - {""}
    if not spoken:
        return []
    longest = "|".join(re.escape(name) for name in sorted(spoken, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{longest})(?!\w)", re.IGNORECASE)
    return [(one.start(), one.end(), one[0].casefold()) for one in pattern.finditer(text)]


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
