"""Answers that are no sentences of their own, read together with the question before them."""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.clauses import FINITE

#: Longest question and answer that are put together, characters.
LONGEST = 300
_ASKS = re.compile(
    r"^\W*(?:and\s+|but\s+|so\s+)?(?:by\s+)?(?:how\s+(?:much|many|far|large|big|high|strong|great)(?=\s+(?:does|do|did|will|"
    r"would|is|was|are|were|has|have|can|could|warmer|hotter|cooler|colder|higher|lower|more|of)\b)|how|what(?:'s)?|"
    r"which|where)\b\s*",
    re.I,
)
_AUXILIARY = re.compile(
    r"^\s*(?P<lead>(?:(?:global\s+)?warm(?:er|ing)?|hot(?:ter)?|cool(?:er)?|cold(?:er)?|higher|lower)\s+)?"
    r"(?:do|does|did|is|was|are|were|will|would|can|could|has|have|had)\b\s*",
    re.I,
)
_POLAR = re.compile(r"^\W*(?:yes|no|not|never|nope|hardly|true|false|wrong|right)\b", re.I)


def elliptical(answer: str) -> bool:
    """Tell whether a text has no verb of its own: "About 4.4 °C, in the best estimate"."""
    return bool(answer.strip()) and not FINITE.search(answer) and not _POLAR.search(answer)


def joined(answer: str, question: str) -> str:
    """Return an answer with the words of its question behind it, "" where there is no way.

    The answer comes first, so that all its words keep their places.
    """
    lead = _ASKS.match(question)
    if lead is None or len(answer) + len(question) > LONGEST:
        return ""
    rest = question[lead.end() :].rstrip(" ?")
    auxiliary = _AUXILIARY.match(rest)
    if auxiliary is None:
        return ""
    core = (auxiliary["lead"] or "") + rest[auxiliary.end() :]
    return f"{answer.rstrip(' .!')} {core}."


def of_answer(readings: Sequence[Reading], length: int) -> tuple[Reading, ...]:
    """Return the readings whose numbers stand in the answer, () where one lies behind it."""
    if any(f.start >= length for r in readings for f in r.figures):
        return ()
    return tuple(
        r.model_copy(update={"direction": None})
        if r.direction is not None and r.direction.start >= length
        else r
        for r in readings
    )
