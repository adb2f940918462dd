"""Values that a text only says something is changed from ("from two lanes to one lane")."""

import re
from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Parameter
from simulrag.verifier.reading.mentions import Mention

_FROM = re.compile(
    r"\b(?:from|replac\w+|instead of|upgrad\w+|convert\w+)\s+(?:[\w'-]+\s+){0,3}$", re.IGNORECASE
)
_REPLACED = re.compile(
    r"[\w\s-]{0,20}?\b(?:replaced|upgraded|converted|swapped|turned|changed|exchanged)\s+"
    r"(?:by|to|into|for|with)\b",
    re.IGNORECASE,
)
#: Most characters in which "from" stands before what it leads in.
_REACH = 60


def without_origins(
    text: str, found: Sequence[Mention], parameters: Mapping[str, Parameter]
) -> list[Mention]:
    """Drop a default that the text leaves for another value of the same parameter.

    What stands anyway is no setting of its own where it is what a change starts from.
    """
    return [
        m
        for m in found
        if not (
            parameters[m.parameter].alters
            and m.value == parameters[m.parameter].default
            and _left(text, m)
            and any(
                other.parameter == m.parameter
                and other.value != m.value
                and not re.search(r"[.;?!]\s", text[m.end : other.start])
                for other in found
                if other.start >= m.end
            )
        )
    ]


def _left(text: str, mention: Mention) -> bool:
    """Tell whether the words around a value say that it is what something is changed from."""
    before = text[max(0, mention.start - _REACH) : mention.start]
    return bool(_FROM.search(before) or _REPLACED.match(text, mention.end))
