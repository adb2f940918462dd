"""Temperatures that prose states, told apart by what they are: levels, or differences of levels."""

import re
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.english.text import sentences

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
    """A temperature that a text prints, up to text[:end]."""

    printed: str
    end: int
    kind: Kind
    case: Case = ""


def temperatures(text: str) -> list[Temperature]:
    """Return the temperatures that a text prints, in order."""
    found: list[Temperature] = []
    for sentence in sentences(text):
        last = sentence.start
        for match in DEGREES.finditer(text, sentence.start, sentence.end):
            before = text[sentence.start : match.start()]
            kind = _kind(before, text[last : match.start()])
            if _COMPARED_AFTER.match(text, match.end()):
                kind = "difference"
            last = match.end()
            found.append(Temperature(printed=match[0], end=last, kind=kind, case=_case(before)))
    return found


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
