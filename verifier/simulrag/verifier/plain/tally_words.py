"""The words in which counts by place and week are told, each with the sign of what it means.

A sign is one letter; `tally_rows` makes rows of them, and the frames are about rows. Words that
say nothing of their own have the sign "". What each sign means, and the words for it, stand in
data/tally.txt.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final

from simulrag.verifier.inflection import verb_forms

#: What may stand between two "as", and what "less" and "more" may grade.
_GRADES = (
    "many", "high", "bad", "strong", "heavy", "large", "big", "severe", "hard", "great", "intense",
    "busy", "tall", "much", "hard hit", "few", "badly", "numerous", "serious", "violent", "often",
    "low", "small", "mild",
)  # fmt: skip
_LOW = frozenset(("few", "low", "small", "mild"))
_NOT_AS = (
    "not nearly as",
    "not quite as",
    "not so",
    "not as",
    "nowhere near as",
    "not anywhere near as",
)
_DEGREES = (
    "bad", "hard", "heavy", "strong", "high", "severe", "intense", "busy", "sharp", "harsh",
)  # fmt: skip
#: Past forms that no rule makes, by the base form.
_IRREGULAR = {
    "arise": "arose arisen", "beat": "beaten", "become": "became", "break": "broke broken",
    "bring": "brought", "build": "built", "come": "came", "creep": "crept", "draw": "drew drawn",
    "drive": "drove driven", "fall": "fell fallen", "fly": "flew flown", "get": "got gotten",
    "go": "went gone goes", "grow": "grew grown", "hold": "held", "keep": "kept", "lead": "led",
    "leap": "leapt", "leave": "left", "let": "letting", "lie": "lay lain lying", "make": "made",
    "outdo": "outdid outdone outdoes", "outrun": "outran outrunning", "outshine": "outshone",
    "overrun": "overran overrunning", "overshoot": "overshot", "overtake": "overtook overtaken",
    "rise": "rose risen", "run": "ran", "shoot": "shot", "shrink": "shrank shrunk",
    "sink": "sank sunk", "sit": "sat", "slide": "slid", "spring": "sprang sprung",
    "stand": "stood", "swell": "swollen", "take": "took taken", "undercut": "undercutting",
    "underrun": "underran underrunning", "undershoot": "undershot", "wind": "wound",
}  # fmt: skip
#: "Relative to its number of inhabitants".
_LED = (
    "measured against", "relative to", "in relation to", "in proportion to", "set against",
    "compared with", "as a share of", "as a proportion of", "given", "considering", "for",
    "adjusted for", "adjusting for", "corrected for", "allowing for", "accounting for", "scaled by",
    "scaled to", "divided by", "weighed against", "measured by", "in view of",
)  # fmt: skip
_WHOSE = ("", "the ", "its ", "their ")
_HEADS = (
    "population", "populations", "population size", "number of inhabitants", "number of residents",
    "number of people", "numbers of inhabitants", "inhabitants", "headcount", "total population",
    "resident population", "population figures",
)  # fmt: skip
_SILENT: Final = "silent"
_VERBS: Final = " verbs"


@cache
def signs() -> dict[str, str]:
    """Return every phrase with its sign."""
    found = dict(_listed())
    found |= {f"as {word}": "e" for word in _GRADES if word not in _LOW}
    found |= {f"{lead} {w}": "!e" for lead in _NOT_AS for w in _GRADES if w not in _LOW}
    found |= {f"less {word}": "<" for word in _DEGREES}
    found |= {f"{led} {whose}{noun}": "r" for led, whose, noun in product(_LED, _WHOSE, _HEADS)}
    return found | {f"more {word}": ">" for word in _DEGREES}


def _listed() -> Iterator[tuple[str, str]]:
    for section, phrases in sections():
        sign = section.removesuffix(_VERBS)
        sign = "" if sign == _SILENT else sign
        for phrase in phrases:
            for form in forms(phrase) if section.endswith(_VERBS) else (phrase,):
                yield form, sign


def sections() -> Iterator[tuple[str, list[str]]]:
    """Yield the phrases of the list, in small letters, by section."""
    path = files("simulrag.verifier.plain") / "data" / "tally.txt"
    section, text = "", ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            yield from _phrases(section, text)
            section, text = line[1:-1], ""
        elif not line.startswith("# "):
            text += f" {line}"
    yield from _phrases(section, text)


def _phrases(section: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the phrases of one section; a bar that stands alone is one itself."""
    if section == "|":
        yield section, text.split()
    elif section and text.strip():
        yield section, [" ".join(phrase.split()) for phrase in text.split(" | ")]


def forms(phrase: str) -> set[str]:
    """Return a verb in all its forms, with what stands behind it."""
    verb, _, rest = phrase.partition(" ")
    return {
        f"{form} {rest}".strip() for form in (*verb_forms(verb), *_IRREGULAR.get(verb, "").split())
    }
