"""Words about a wave that mean something else by what stands beside them: "not even 150"."""

import re
from collections.abc import Iterator, Sequence

from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.scene_sign import Sign

#: "There are over (forty)", and nothing is over.
_OVER = re.compile(r"\b(?:is|are|was|were|be) over (?:an? )?$")
#: What is done to something, and not by it.
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?)(?: (?:not|never|\w+ly|only|just|even|well))* $"
)
_DONE = ("ed", "en")
#: When an input holds: "a tenth immune at the outset".
_AT_FIRST = re.compile(
    r" (?:at|from|in|before|since) (?:the )?(?:very )?"
    r"(?:outset|start|beginning|onset|opening|first)\b"
    r"| (?:beforehand|initially|already|to begin with|to start with)\b"
)


def beside(sign: Sign, behind: Sign | None, small: str) -> Sign:
    """Return a sign as what it means before the sign behind it, in a text in small letters."""
    said = small[sign.start : sign.end]
    if sign.sign == ">" and said.endswith(_DONE) and _PASSIVE.search(small, 0, sign.start):
        return sign._replace(sign="<")  # "the mark is beaten"
    if behind is None:
        return sign
    if behind.sign == "D":
        return _before_date(sign, said)
    if behind.sign not in ("N", "Nx", "v"):
        return sign
    if behind.sign == "N" and said == "not even":
        return sign._replace(sign="<")
    if said.endswith(" over") and _OVER.search(small[: behind.start]):
        return sign._replace(sign=">")
    return sign._replace(sign="Λ") if said.startswith("as soon as") else sign


def _before_date(sign: Sign, said: str) -> Sign:
    """Return "barely misses October" as not then, and "as soon as 4 May" as on that day."""
    if "miss" in said:
        return sign._replace(sign="!")
    return sign._replace(sign="Λ") if said.startswith("as soon as") else sign


def at_first(small: str, told: Sequence[Mention]) -> Iterator[Sign]:
    """Yield when inputs that are numbers hold, which is said of nothing else."""
    for mention in told:
        found = _AT_FIRST.match(small, mention.end)
        if found is not None and isinstance(mention.value, int | float):
            yield Sign("", *found.span())
