"""Changes of inputs by parts in words: "a third lower than", "by half", "to a quarter of"."""

import re
from collections.abc import Iterable

from simulrag.simulators.interface import Frozen, Function, Parameter
from simulrag.verifier.plain.worded_shares import PARTS
from simulrag.verifier.reading.signs import FALL, RISE
from simulrag.verifier.reading.text import Span, find_phrases

_PART = "|".join(p.replace(" ", r"[\s-]+") for p in sorted(PARTS, key=len, reverse=True))
_HEDGE = r"(?:(?:about|around|roughly|some|nearly|almost|only|just)\s+)?"
_LOWER = r"lower|less|smaller|fewer|below|down"
_HIGHER = r"higher|more|larger|greater|above|up"
_WAY = rf"(?:(?P<low>{_LOWER})|(?P<high>{_HIGHER}))"
_VERB = re.compile(
    rf"\b(?:(?P<fall>{FALL}|cuts?|cutting|slash(?:es|ed|ing)?|trim(?:s|med|ming)?|bring(?:s|ing)?|taking|dropping|remov(?:es?|ed|ing)|curb(?:s|ed|ing)?)"
    rf"|(?P<rise>{RISE}))\s+(?:of\s+|in\s+)?(?:(?:the|its|all|global|our|world|world's|humanity's)\s+)*$",
    re.I,
)
_BE = (
    r"(?:(?:are|is|were|was|be|been|being|stay|stayed|end\s+up|ended\s+up|turned?\s+out|"
    r"c[ao]me\s+out|r[au]n|at)\s+)*"
)
_WITHIN = re.compile(rf"\s+{_BE}{_HEDGE}(?P<part>{_PART})\s+{_WAY}\b", re.I)
_BY = re.compile(
    rf"\s+{_BE}(?:(?:(?P<fall>{FALL}|cut|slashed)|(?P<rise>{RISE}))\s+)?by\s+{_HEDGE}(?P<part>{_PART})"
    r"(?![\s-]+(?:of\s+a\s+)?(?:degree|percent|per\s+cent))\b(?:\s+above\b|\s+below\b)?",
    re.I,
)
_TO = re.compile(
    rf"\s+to\s+{_HEDGE}(?P<part>{_PART})(?:\s+of\s+(?:those|that|what\s+(?:they|it)\s+(?:are|is|were|was)|"
    r"the(?:ir|\s+)?(?:\s*(?:amount|level|value))?s?|its\s+(?:amount|level|value)|what\s+(?:it|they|ssp[\d.-]+|the\s+(?:scenario|"
    r"pathway))\s+(?:assumes?|foresees?|has|have|says?|expects?|contains?|would\s+(?:be|have))))?\b",
    re.I,
)
#: "Bringing CO2 emissions down to zero", but not to net zero, which is no change in percent.
_TO_ZERO = re.compile(
    rf"\s+{_BE}(?P<done>(?:brought|cut|reduced|slashed|taken|falling|dropping)\s+)?(?:all\s+the\s+way\s+)?(?:down\s+)?to\s+"
    r"(?:zero|nothing|nil)\b",
    re.I,
)
_BEFORE = re.compile(rf"\b(?P<part>{_PART})\s+{_WAY}\s+(?:of\s+)?(?:the\s+)?$", re.I)


#: "With sulphur emissions gone entirely".
_GONE = re.compile(
    rf"\s+{_BE}(?:gone|eliminated|abolished|phased\s+out|removed|wiped\s+out)"
    r"(?:\s+(?:entirely|altogether|completely))?\b(?!\s+(?:up|down|by|from|to)\b)",
    re.I,
)
#: "Strip a quarter off the CO2 emissions", "put a third on top of them".
_OFF = re.compile(
    rf"\b(?:(?P<fall>strip|tak|cut|shav|knock|lop|trim|slic)|(?P<rise>add|put|tack|pil))\w*\s+{_HEDGE}"
    rf"(?P<part>{_PART})\s+(?P<way>off|from|out\s+of|on\s+top\s+of|on\s?to|to)\s+(?:(?:the|all|global|our|"
    r"world's|humanity's)\s+)*$",
    re.I,
)
_OFF_WAYS = ("off", "from", "out of")


_EMISSIONS = re.compile(r"\s+emissions?\b", re.I)


#: "If CO2 emissions are halved": what is done to them by a factor.
_DONE = re.compile(rf"\s+{_BE}(?:get\s+|got\s+)?(?P<stem>halv|doubl|tripl|quadrupl)ed\b", re.I)
_FACTORS = {"halv": -50.0, "doubl": 100.0, "tripl": 200.0, "quadrupl": 300.0}


#: "Removing all sulphur emissions".
_ALL = re.compile(
    r"\b(?:remov|eliminat|abolish|end|stopp|ceas)(?:e|es|ed|ing|s)?\s+(?:all|every|any)\s+"
    r"(?:(?:of|the|world's|global|human|man-made|anthropogenic)\s+)*$",
    re.I,
)


class WordedChange(Frozen):
    """A change in percent of a parameter, said at text[start:end]."""

    parameter: str
    value: float
    start: int
    end: int


def worded_changes(text: str, function: Function) -> Iterable[WordedChange]:
    """Yield the changes that a normalised text gives in parts, without a number of percent."""
    for parameter in function.parameters:
        if parameter.kind == "change":
            yield from _of_parameter(text, parameter)


def _of_parameter(text: str, parameter: Parameter) -> Iterable[WordedChange]:
    for name in find_phrases(text, parameter.words):
        emitted = _EMISSIONS.match(text, name.end)
        span = Span(text="", start=name.start, end=emitted.end() if emitted else name.end)
        found = _behind(text, span) or _ahead(text, span)
        if found is not None:
            value, start, end = found
            yield WordedChange(parameter=parameter.name, value=value, start=start, end=end)


_Found = tuple[float, int, int] | None


def _behind(text: str, span: Span) -> _Found:
    verb = _VERB.search(text[: span.start])
    start = verb.start() if verb else span.start
    if everything := _ALL.search(text[: span.start]):
        return -100.0, everything.start(), span.end
    if match := _GONE.match(text, span.end):
        return -100.0, start, match.end()
    if match := _DONE.match(text, span.end):
        return _FACTORS[match["stem"].lower()], span.start, match.end()
    if match := _WITHIN.match(text, span.end):
        return _signed(match, falls=bool(match["low"])), start, match.end()
    if match := _BY.match(text, span.end):
        falls, rises = bool(match["fall"]), bool(match["rise"])
        if verb is not None:
            falls, rises = falls or bool(verb["fall"]), rises or bool(verb["rise"])
        return (_signed(match, falls=falls), start, match.end()) if falls != rises else None
    nothing = _TO_ZERO.match(text, span.end)
    if nothing is not None and (verb is not None or nothing["done"]):
        return -100.0, start, nothing.end()
    match = _TO.match(text, span.end)
    if match is None or verb is None or not verb["fall"]:
        return None
    return _part(match) - 100.0, start, match.end()


def _ahead(text: str, span: Span) -> _Found:
    match = _BEFORE.search(text[: span.start])
    if match is None:
        match = _OFF.search(text[: span.start])
        falls = match is not None and " ".join(match["way"].lower().split()) in _OFF_WAYS
        if match is None or bool(match["fall"]) != falls:
            return None
        return _signed(match, falls=falls), match.start(), span.end
    return _signed(match, falls=bool(match["low"])), match.start(), span.end


def _signed(match: re.Match[str], *, falls: bool) -> float:
    return -_part(match) if falls else _part(match)


def _part(match: re.Match[str]) -> float:
    return PARTS[" ".join(match["part"].replace("-", " ").lower().split())]
