"""Values that are told by others, so many steps from them: "the season before"."""

import re
from collections.abc import Collection, Sequence

from simulrag.simulators.interface import Function, Simulator
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.plain.items import Item, relative_periods


def placed(
    found: Sequence[Item], function: Function, discourse: Discourse, simulator: str
) -> list[Item]:
    """Give relative values ("the season before") what they come to; drop those that name none."""
    known = [i for i in found if not i.steps]
    made = list(known)
    for item in found:
        if not item.steps:
            continue
        parameter = function.parameter(item.parameter)
        beside = next(
            (
                k
                for k in known
                if k.parameter == item.parameter and 0 <= k.start - item.end <= len(", the ")
            ),
            None,
        )
        if beside is not None:
            continue  # "the next season, 2025-26": named at once
        names = list(parameter.choices)
        anchors = [k for k in known if k.parameter == item.parameter]
        anchor = anchors[0].value if anchors else discourse.latest(simulator, parameter.name)
        if not isinstance(anchor, str) or anchor not in names:
            continue
        at = names.index(anchor) + item.steps
        if 0 <= at < len(names):
            made.append(item.model_copy(update={"value": names[at]}))
    return made


def moved_on(
    discourse: Discourse, simulator: Simulator, text: str, named: Collection[str]
) -> Discourse:
    """Return the discourse after "In the season before, ...": a step on opens the sentence."""
    for function in simulator.functions:
        periods = [p for p in function.parameters if p.periods and p.name not in named]
        opening = [
            i for i in relative_periods(text, periods) if _OPENING.fullmatch(text[: i.start])
        ]
        if opening:
            moved = placed(opening, function, discourse, simulator.name)
            return discourse.adding(simulator.name, [(i.parameter, i.value) for i in moved])
    return discourse


_OPENING = re.compile(r"\W*(?:(?:and|but)\s+)?(?:(?:in|during|for|over)\s+)?(?:the\s+)?", re.I)
