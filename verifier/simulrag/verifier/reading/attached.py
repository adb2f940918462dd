"""Which values of inputs go with which number of a sentence that gives several of each."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.roles import Runs, same_value, spoken_of
from simulrag.verifier.reading.text import blanked

#: What joins a number to the setting that it holds in: "52 % with R0 2.4".
_JOINS = re.compile(
    r"\s*(?:(?:patients|people|cases|admissions|weeks|seconds)\s+)?(?:\(\s*)?"
    r"(?:in|with|under|for|at|by)\s+(?:the\s+|an?\s+|year\s+)*",
    re.IGNORECASE,
)
#: What leads in a setting that something else is said of: "unlike ssp585, ssp126 stays below".
_CONTRASTED = re.compile(
    r"\b(?:unlike|in contrast (?:to|with)|contrary to|as opposed to|rather than|instead of)\s+"
    r"(?:(?:in|under|the|with|for|year|scenario)\s+)*$",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def attached(text: str, fact: Fact, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a fact's clause that go with the fact, in order.

    A value just behind a number is that of the number, whatever stands before it; of two values
    of one input with a number between them, the later one is the next number's.
    """
    behind: list[Mention] = []
    at = fact.end
    for mention in (m for m in mentions if m.start >= fact.end):
        if not _JOINS.fullmatch(text, at, mention.start):
            break
        behind.append(mention)
        at = mention.end
    taken = {m.parameter for m in behind}
    before = [
        m
        for m in mentions
        if fact.left <= m.start < fact.start and not _CONTRASTED.search(text[: m.start])
    ]
    kept = [m for m in before if m.parameter not in taken and not _passed(text, m, before)]
    return [*kept, *behind]


def _passed(text: str, mention: Mention, others: Sequence[Mention]) -> bool:
    """Tell whether another value of the same input follows, behind a number of its own."""
    later = [
        m
        for m in others
        if m.start >= mention.end
        and m.parameter == mention.parameter
        and not same_value(m.value, mention.value)
    ]
    return any(
        _DIGIT.search(_without(text, mention.end, m.start, others)) is not None for m in later
    )


def _without(text: str, start: int, end: int, mentions: Sequence[Mention]) -> str:
    """Return text[start:end] without the mentions in it."""
    own = [(m.start, m.end) for m in mentions if start <= m.start and m.end <= end]
    return blanked(text, own)[start:end]


def two_named(found: Sequence[Mention], runs: Runs) -> tuple[Call, ...]:
    """Return the runs that the values of a piece of text tell apart, each by a value of its own."""
    named: list[Call] = []
    for name in dict.fromkeys(m.parameter for m in found):
        held = {str(call.arguments.get(name)) for call in runs.calls}
        if len(held) < 2:
            continue
        others = [m for m in found if m.parameter != name]
        for mention in (m for m in found if m.parameter == name):
            chosen = spoken_of("", [mention, *others], runs)
            if len(chosen) == 1 and all(chosen[0] is not call for call in named):
                named.append(chosen[0])
    return tuple(named)
