"""Temperatures that prose states, told apart by what they are: levels, or differences of levels.

A level ("the local temperature is 7.79 °C") follows from evidence only where the evidence states
it, or states another level and the difference between the two. That the difference of a local
temperature and a global effect has its size explains nothing.
"""

import re
from itertools import permutations
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.simulators.operations import Interval

Kind = Literal["level", "difference"]
#: Which of two compared cases a temperature is of: changes of greenhouse gases, or of aerosols.
Case = Literal["gases", "aerosols", ""]

DEGREES = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?!\w)(?=\s*°\s?C)")
_DIFFERENCE = (
    r"differen\w+|chang\w+|increas\w+|decreas\w+|ris(?:e|es|ing)|rose|drop\w*|fall\w*|reduc\w+|"
    r"shift\w*|gap|deviat\w+|variation|disparity|warm\w+|cool\w+|impact|effect|separat\w+|alter\w+"
)
_LEVEL = r"temperatures?|averages?|projections?|values?|baseline"
_NOUN = re.compile(rf"\b(?:(?P<difference>{_DIFFERENCE})|(?P<level>{_LEVEL}))\b", re.IGNORECASE)
#: A difference whose name goes on with what differs ("the change in average temperature is").
_DIFFERENCE_OF = re.compile(
    rf"\b(?:{_DIFFERENCE})\s+(?:(?:in|of)\s+(?:[\w-]+\s+){{0,4}}?(?:{_LEVEL})\b|"
    r"(?:between|from|relative|compared)\b)[^;]*$",
    re.IGNORECASE,
)
_COMPARED_AFTER = re.compile(
    rf"\s*°\s?C\s+(?:(?:{_DIFFERENCE})|higher|lower|apart|above|below)\b", re.IGNORECASE
)
_SENTENCE_START = re.compile(r"[.!?]\s+(?=[A-Z])")
_GASES = r"CO2|CH4|carbon dioxide|methane|greenhouse"
_AEROSOLS = r"SO2|sul(?:ph|f)ur|black carbon|BC|aerosols?|geoengineering"
CASES = re.compile(rf"\b(?:(?P<gases>{_GASES})|(?P<aerosols>{_AEROSOLS}))\b", re.IGNORECASE)
#: Changes that are conditions: "a 42.7% change in CH4", "CO2 emissions decreased", "increased CO2".
_INPUT = re.compile(
    rf"\b(?:{_DIFFERENCE})\s+(?:(?:in|of|to)\s+(?:the\s+)?)?(?:{_GASES}|{_AEROSOLS})\b"
    rf"|\b(?:{_GASES}|{_AEROSOLS})\s+(?:[\w-]+\s+){{0,4}}?(?:{_DIFFERENCE})\b"
    rf"|\b(?:by|an?)\s+[-\u2212]?\d[\d.]*\s*%\s+(?:(?:{_GASES}|{_AEROSOLS})\s+(?:emissions?\s+)?)?\w+"
    rf"|\b(?:{_DIFFERENCE})\s+of\s+[-\u2212]?\d[\d.]*\s*%",
    re.IGNORECASE,
)


class Temperature(Frozen):
    """A temperature that a text prints at text[start:end]."""

    printed: str
    start: int
    end: int
    kind: Kind
    case: Case = ""
    #: To how many decimals it was rounded, where that is more than it prints.
    decimals: int = 0

    def interval(self) -> Interval:
        """Return what the printed digits stand for, °C."""
        return printed_interval(self.printed, self.decimals)


def temperatures(text: str) -> list[Temperature]:
    """Return the temperatures that a text prints, in order."""
    found: list[Temperature] = []
    for match in DEGREES.finditer(text):
        sentence = _sentence_start(text, match.start())
        low = max([sentence, *(one.end for one in found)])
        kind = _kind(text[sentence : match.start()], text[low : match.start()])
        if _COMPARED_AFTER.match(text, match.end()):
            kind = "difference"
        case = _case(text[sentence : match.start()])
        found.append(
            Temperature(
                printed=match.group(), start=match.start(), end=match.end(), kind=kind, case=case
            )
        )
    return found


def evidence_temperatures(text: str) -> list[Temperature]:
    """Return the temperatures of evidence, all rounded alike.

    One program printed them and dropped trailing zeros, so that "1.4" beside "5.95" is 1.40.
    """
    found = temperatures(text)
    decimals = max((len(t.printed.partition(".")[2]) for t in found), default=0)
    return [t.model_copy(update={"decimals": decimals}) for t in found]


def printed_interval(figure: str, decimals: int = 0) -> Interval:
    """Return the values that round to a printed figure, at least to so many decimals."""
    value = float(figure.replace(",", "").replace("−", "-"))
    half = 0.5 * 10.0 ** -max(decimals, len(figure.partition(".")[2]))
    return Interval(low=value - half, high=value + half)


def follows(stated: Temperature, evidence: list[Temperature]) -> bool:
    """Tell whether a stated temperature follows from those of the evidence, whatever its sign."""
    known = _levels(evidence, stated.case) if stated.kind == "level" else _differences(evidence)
    own = stated.interval()
    return any(own.meets(one) or (-own).meets(one) for one in known)


def _levels(evidence: list[Temperature], case: Case) -> list[Interval]:
    """Return the levels of evidence; where it has one alone, also those a difference away.

    Where it has a level of a case, and one of the other case, that level alone is the case's.
    """
    of_cases = {t.case for t in evidence if t.kind == "level"}
    if case and of_cases == {"gases", "aerosols"}:
        return [t.interval() for t in evidence if t.kind == "level" and t.case == case]
    levels = [t.interval() for t in evidence if t.kind == "level"]
    if len({t.printed for t in evidence if t.kind == "level"}) > 1:
        return levels
    gaps = [t.interval() for t in evidence if t.kind == "difference" and not _zero(t)]
    away = [gap for one in gaps for gap in (one, -one)]
    return [*levels, *(_minus(level, gap) for level in levels for gap in away)]


def _differences(evidence: list[Temperature]) -> list[Interval]:
    """Return every figure, and what lies between two levels or a level and a difference.

    A difference of zero is left out of the pairs, to which it would only lend its rounding.
    """
    pairs = permutations([t for t in evidence if t.kind == "level" or not _zero(t)], 2)
    gaps = [_minus(a.interval(), b.interval()) for a, b in pairs if a.kind == "level"]
    return [*(t.interval() for t in evidence), *gaps]


def _zero(temperature: Temperature) -> bool:
    return temperature.interval().low < 0 < temperature.interval().high


def _minus(one: Interval, other: Interval) -> Interval:
    return Interval(low=one.low - other.high, high=one.high - other.low)


def _sentence_start(text: str, at: int) -> int:
    return max((m.end() for m in _SENTENCE_START.finditer(text, 0, at)), default=0)


def _kind(sentence: str, own: str) -> Kind:
    """Return what the words before a figure make it; `own` are those behind the figure before."""
    own, sentence = _INPUT.sub(" ", own), _INPUT.sub(" ", sentence)
    if _DIFFERENCE_OF.search(own) and not own.endswith("("):
        return "difference"
    nouns = list(_NOUN.finditer(own)) or list(_NOUN.finditer(sentence))
    return "difference" if nouns and nouns[-1]["difference"] else "level"


def _case(before: str) -> Case:
    """Return the only case that the words before a figure name, "" for none or both."""
    found = {m.lastgroup for m in CASES.finditer(before)}
    if found == {"gases"}:
        return "gases"
    return "aerosols" if found == {"aerosols"} else ""
