"""Values that a run takes together ("Ohio and Texas"): it tells nothing of each of them."""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Parameter
from simulrag.verifier.reading.mention import Mention

#: What stands between the items of one list.
_LISTED = re.compile(
    r"(?:[\s,;:/&+()–—-]|\b(?:and|plus|or|with|together|combined|as|well|the|states?|of|in|both|also|"
    r"jurisdictions?|neighbou?ring|include|includes|including|namely)\b)*",
    re.IGNORECASE,
)
#: Words that speak of each item of a list, or set its items against each other.
_EACH = re.compile(
    r"\b(?:both|each|either|neither|between)\b(?:\s+(?:of|the|in|states?|two))*\s*$", re.IGNORECASE
)
_APART = re.compile(r"\s*(?:,\s*)?(?:each|respectively|alike)\b", re.IGNORECASE)


def taken_apart(
    text: str, found: Sequence[Mention], calls: Sequence[Call], parameters: Sequence[Parameter]
) -> Mention | None:
    """Return where a normalised text speaks of some of the values that every run takes together.

    "The attack rate is higher in Ohio than in Texas" is not told by one run of both states.
    """
    for name in (p.name for p in parameters if p.kind == "choices"):
        held = [_values(call.arguments.get(name)) for call in calls]
        named = [m for m in found if m.parameter == name]
        if not named or all(len(values) < 2 for values in held):
            continue
        for group in _lists(text, named):
            values = frozenset[str]().union(*(_values(m.value) for m in group))
            pooled = any(values < one for one in held) and values not in held
            if pooled or (len(values) > 1 and values in held and _of_each(text, group)):
                return group[0]
    return None


def _values(value: JsonValue) -> frozenset[str]:
    items = value if isinstance(value, list) else [] if value is None else [value]
    return frozenset(str(item).casefold() for item in items)


def _lists(text: str, named: Sequence[Mention]) -> list[list[Mention]]:
    """Return the mentions in lists, those that nothing but "and" and commas part."""
    lists: list[list[Mention]] = []
    for mention in named:
        if lists and _LISTED.fullmatch(text, lists[-1][-1].end, mention.start):
            lists[-1].append(mention)
        else:
            lists.append([mention])
    return lists


def _of_each(text: str, group: Sequence[Mention]) -> bool:
    before = text[max(0, group[0].start - 40) : group[0].start]
    return bool(_EACH.search(before) or _APART.match(text, group[-1].end))
