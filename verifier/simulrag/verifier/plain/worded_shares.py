"""Shares of a whole in words: "seven in ten people are immune", "half of the residents immune"."""

import re
from collections.abc import Iterable

from simulrag.simulators.interface import Frozen, Parameter
from simulrag.verifier.reading.text import find_phrases

_NUMBERS = {
    word: n
    for n, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
} | {"twenty": 20, "every ten": 10, "every four": 4, "every five": 5, "every three": 3,
     "a hundred": 100, "every hundred": 100}  # fmt: skip
WORDED = rf"(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}|\d{{1,3}})"
#: Parts of a whole -> percent.
PARTS = {
    "half": 50.0, "a third": 100 / 3, "one third": 100 / 3, "two thirds": 200 / 3,
    "a quarter": 25.0, "one quarter": 25.0, "three quarters": 75.0, "a fifth": 20.0,
    "one fifth": 20.0, "two fifths": 40.0, "three fifths": 60.0, "four fifths": 80.0,
    "a tenth": 10.0, "one tenth": 10.0, "nine tenths": 90.0, "a sixth": 100 / 6,
    "an eighth": 12.5, "nobody": 0.0, "no one": 0.0,
}  # fmt: skip
_PART = "|".join(p.replace(" ", r"[\s-]+") for p in sorted(PARTS, key=len, reverse=True))
_PERSON = r"(?:[a-z]+|[A-Z][a-z]+s?)"
_SHARE = re.compile(
    rf"\b(?:(?:only|just|about|some)\s+)*(?:(?P<part>{_PART})|(?P<n>{WORDED})\s+(?:{_PERSON}\s+)?(?:in|out\s+of)\s+(?P<m>{WORDED}))\b",
    re.I,
)
#: What may stand between a share and the word for what the share has.
_GAP = re.compile(
    r"\s+(?:of\s+)?(?:(?:the|its|all|their|them|whole|entire|every)\s+)*(?:[A-Za-z][\w']*\s+){0,2}?(?:start\s+out\s+|begin\s+|start\s+)?"
    r"(?:(?:is|are|was|were|being|already|have|has|had|with|to\s+be|made)\s+){0,3}"
)
_LED = re.compile(r"\s+(?:of|in|at|for|among)\s+(?:only\s+|about\s+)?")
#: A share that stands for the same as one named before it.
_ELSE = re.compile(
    r"\b(?:instead\s+of|rather\s+than|as\s+opposed\s+to|not|versus|and\s+not|"
    r"than\s+(?:if|when|where|with))\s+(?:only\s+)?$",
    re.I,
)


#: What stands between a share and the one that it takes the place of.
_INSTEAD = re.compile(
    r"\s+(?:instead\s+of|in\s+place\s+of|rather\s+than|as\s+opposed\s+to|and\s+not|not)\s+(?:only\s+)?",
    re.I,
)


class WordedShare(Frozen):
    """A share in percent at text[start:end]."""

    value: float
    start: int
    end: int


def worded_shares(text: str, parameter: Parameter) -> Iterable[WordedShare]:
    """Yield the shares that a normalised text gives to a parameter without a number of percent."""
    names = find_phrases(text, parameter.words)
    bound = False
    waiting: WordedShare | None = None
    for match in _SHARE.finditer(text):
        value = share_value(match)
        if value is None:
            continue
        led, waiting = waiting, None
        after = next((s for s in names if s.start >= match.end()), None)
        before = next((s for s in reversed(names) if s.end <= match.start()), None)
        if after is not None and _GAP.fullmatch(text, match.end(), after.start):
            bound = True
            if led is not None and _INSTEAD.fullmatch(text, led.end, match.start()):
                yield led
            yield WordedShare(value=value, start=match.start(), end=after.end)
        elif before is not None and _LED.fullmatch(text, before.end, match.start()):
            bound = True
            yield WordedShare(value=value, start=before.start, end=match.end())
        elif not bound:
            waiting = WordedShare(value=value, start=match.start(), end=match.end())
        elif _ELSE.search(text[: match.start()]):
            yield WordedShare(value=value, start=match.start(), end=match.end())


def share_value(match: re.Match[str]) -> float | None:
    """Return the percent of a part of a whole, or of so many in so many; None for no share."""
    if match["part"]:
        return PARTS[" ".join(match["part"].replace("-", " ").lower().split())]
    part, whole = (_NUMBERS.get(match[g].lower()) or _digits(match[g]) for g in ("n", "m"))
    return 100.0 * part / whole if whole and part <= whole else None


def _digits(text: str) -> int:
    return int(text) if text.isdigit() else 0
