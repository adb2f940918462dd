"""Which of the values that a statement names are inputs, and which only look like one."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Plan
from simulrag.verifier.reading.asked import Asked
from simulrag.verifier.reading.changed_inputs import changed_inputs
from simulrag.verifier.reading.mentions import Mention, unique_parameters
from simulrag.verifier.reading.settings import settings
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.topics import Topic

_ON = re.compile(
    r"\s*(?:(?:will|would|is|was|be|to|expected|projected|forecast|reached|falls?|comes?|occurs?|"
    r"happens?|than)\s+)*(?:on|by|around|about)?\s*",
    re.IGNORECASE,
)


def stated_inputs(
    text: str,
    found: Sequence[Mention],
    heard: Sequence[Topic],
    plan: Plan,
    simulator: Simulator,
    asked: Asked,
) -> tuple[Mention, ...]:
    """Return the inputs that a statement tells: those it names, and settings without a name.

    heard: the results that it names.
    """
    named = _inputs_of(text, found, heard, plan, simulator)
    named = tuple(changed_inputs(text, named, plan.calls, simulator))
    named += tuple(settings(text, named, plan.calls, unique_parameters(simulator)))
    return tuple(m for m in named if not _ends_class(m, plan, asked))


def _inputs_of(
    text: str, found: Sequence[Mention], named: Sequence[Topic], plan: Plan, simulator: Simulator
) -> tuple[Mention, ...]:
    """Leave out what only looks like an input: dates of results, words inside an output's name."""
    if not found:
        return ()
    dates = {p.name for p in unique_parameters(simulator) if p.kind == "date"}
    held = [(name, call.arguments.get(name)) for call in plan.calls for name in dates]
    return tuple(
        m
        for m in found
        if (
            m.parameter not in dates
            or ((m.parameter, m.value) in held and not _dates_result(text, m, named))
        )
        and not any(t.start <= m.start and m.end <= t.end and t.words != m.words for t in named)
    )


def _ends_class(mention: Mention, plan: Plan, asked: Asked) -> bool:
    """Tell whether an amount that no run has is the end of a class: "exceeds the 30 % limit"."""
    value = mention.value
    return (
        isinstance(value, float)
        and abs(value) in asked.words.band_ends
        and bool(plan.graded)
        and all(call.arguments.get(mention.parameter) != value for call in plan.calls)
        and _LIMIT.search(mention.words) is not None
    )


#: A limit of a class in words that inputs have as well.
_LIMIT = AnyCase(r"\d\s*(?:%|per ?cent)(?:\s+(?:limit|mark|threshold))?$")


def _dates_result(text: str, mention: Mention, named: Sequence[Topic]) -> bool:
    """Tell whether a date follows the name of a result: "the peak is on October 4th"."""
    return any(
        _ON.fullmatch(text, topic.end, mention.start)
        for topic in named
        if topic.end <= mention.start
    )
