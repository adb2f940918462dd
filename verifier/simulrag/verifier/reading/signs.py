"""Which way a printed change of an input goes."""

import re
from collections.abc import Sequence

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

#: Words of falling and rising in general, as patterns.
FALL = (
    r"decreas\w*|reduc\w*|cut(?:s|ting)?|lower\w*|fall\w*|fell|drop\w*|declin\w*|down|shrink\w*|"
    r"curb\w*|halv\w*|less|negative|(?<!carbon )(?<!heat )sink(?:s|ing)?|sank|sunk|plung\w*|"
    r"plummet\w*|tumbl\w*"
)
RISE = (
    r"increas\w*|ris(?:e|es|en|ing)|rose|rais\w*|(?<!negative )grow\w*|grew|"
    r"(?<!end )(?<!ends )(?<!ended )(?<!take )(?<!takes )(?<!wind )(?<!winds )"
    r"(?<!give )(?<!gives )(?<!gave )up(?! to\b)|"
    r"climb\w*|more|"
    r"higher|gain\w*|add(?:s|ed|ing)?|positive|soar\w*"
)
#: One of these stands in every such word.
FALL_PIECES = (
    "decreas", "reduc", "cut", "lower", "fall", "fell", "drop", "declin", "down", "shrink", "curb",
    "halv", "less", "negative", "sink", "sank", "sunk", "plung", "plummet", "tumbl",
)  # fmt: skip
RISE_PIECES = (
    "increas", "ris", "rose", "rais", "grow", "grew", "up", "climb", "more", "higher", "gain",
    "add", "positive", "soar",
)  # fmt: skip
NEUTRAL = r"chang\w*|modif\w*|adjust\w*|alter\w*|vari\w*|shift\w*|differ\w*|scal\w*"
#: Words that turn an input up or down and say nothing certain of a result.
_FALLS = (
    r"trim\w*|slash\w*|thin(?:s|ned|ning)?|dampen\w*|suppress\w*|lessen\w*|diminish\w*|curtail\w*|"
    r"eas(?:es|ed|ing)|fewer|lighten\w*|eliminat\w*|remov\w*|get(?:ting)? rid|shav\w*|abat\w*"
)
_RISES = r"surg\w*|boost\w*|swell\w*|jump\w*|spik\w*"
_DIRECTION = re.compile(
    rf"\b(?:(?P<fall>{FALL}|{_FALLS})|(?P<rise>{RISE}|{_RISES})|(?P<neutral>{NEUTRAL}))\b",
    re.IGNORECASE,
)
#: "the 24 % speed limit increase"; "increases" would be the verb of what follows.
_NOUN_AFTER = re.compile(
    r"\s+(?:(?P<rise>increase|rise|hike|surge)|(?P<fall>decrease|reduction|cut|drop|decline))\b",
    re.IGNORECASE,
)
#: "30 percent below those of the scenario": less, whatever verb leads it in.
_BESIDE = re.compile(r"\s+(?:below|fewer|less|off)\b", re.IGNORECASE)
#: A word and the articles after it, at the end of a text.
_LEAD = re.compile(r"[\w-]+\s+(?:(?:the|a|an|its|their|this|all|of|in)\s+){0,3}$")
_LONGEST_LEAD = 40
BREAK = re.compile(r"[.;?!]\s|\n")


def sign(text: str, figure: Printed, span: Span, figures: Sequence[Printed]) -> int:
    """Return -1 where the nearest governing word says that the input falls.

    A verb that governed a number with a sign of its own ("reducing SO2 by -5 % and BC by 3 %")
    says nothing of the next one.
    """
    if _BESIDE.match(text, figure.unit_end):
        return -1
    if span.start >= figure.unit_end:
        word = _NOUN_AFTER.match(text, span.end)
        word = word or _DIRECTION.search(text, figure.unit_end, span.end)
        if word is None:
            word = _last_direction(text, figure.start)
    else:
        word = _last_direction(text, figure.start)
    if word is None:
        word = _DIRECTION.match(text[figure.unit_end :].lstrip())
    elif any(q.signed and word.end() <= q.start < figure.start for q in figures):
        return 1
    return -1 if word is not None and word["fall"] else 1


def raised(text: str, figure: Printed, span: Span) -> bool:
    """Tell whether a word of rising stands at an input that can only fall."""
    start, end = min(span.start, figure.start), max(span.end, figure.unit_end)
    word = _DIRECTION.search(text, _last_word(text, start), end)
    word = _NOUN_AFTER.match(text, end) or word
    return word is not None and word["rise"] is not None


def _last_word(text: str, end: int) -> int:
    """Return where the last word before a place begins, articles left aside."""
    left = max(0, end - _LONGEST_LEAD)
    found = _LEAD.search(text[left:end])
    return left + found.start() if found else end


def _last_direction(text: str, end: int) -> re.Match[str] | None:
    start = max((m.end() for m in BREAK.finditer(text, 0, end)), default=0)
    last = None
    for match in _DIRECTION.finditer(text, start, end):
        last = match
    return last
