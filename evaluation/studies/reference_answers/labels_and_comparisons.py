"""Formulas of words about temperatures whose meaning is plain.

Labels that the question defines by limits in °C ("negligible (less than 0.2 °C)"), where a sentence
classifies by them, and which of two compared cases is the warmer one, where the evidence has one
level for each.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from studies.reference_answers.evidence_runs import Evidence, Figure
from studies.reference_answers.temperatures import CASES, Case

_LIMITS = re.compile(r"(?P<label>[a-z-]+)['\"]?\s*\((?P<range>[^()]*?°\s?C[^()]*)\)", re.IGNORECASE)
_FIGURE = re.compile(r"[-−]?\d+(?:\.\d+)?")
_LESS = re.compile(
    r"\b(?:less|below|under|smaller|up to|equal to or less|within)\b|<", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:more|above|over|greater|exceed\w*|at least|beyond)\b|>", re.IGNORECASE)
_CLASSIFIES = re.compile(
    r"\b(?:considered|categori[sz]\w+|classif\w+|thresholds?|deemed|regarded|"
    r"falls? (?:with)?in\w*)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|no|nor|neither|than|rather|beyond|without)\b|n't\b", re.IGNORECASE)

_COMPARER = re.compile(
    r"\b(?:compared (?:to|with)|relative to|than|in comparison (?:to|with)|versus)\b", re.IGNORECASE
)
_WARMER = re.compile(r"\b(?:warmer|hotter|higher|warming)\b", re.IGNORECASE)
_COOLER = re.compile(r"\b(?:cooler|colder|lower|cooling)\b", re.IGNORECASE)
#: Nouns compare only where the sentence does: "cooling" alone may be against no change at all.
_COMPARES = re.compile(
    r"\b(?:warmer|hotter|higher|cooler|colder|lower|more|comparatively|relatively)\b", re.IGNORECASE
)
#: What turns a noun round: "a reduction in the warming potential" is no warming.
_TURNED = re.compile(
    r"\b(?:reduc\w+|mitigat\w+|counter\w*|offset\w*|less\w*|limit\w*|smaller|weaker|potential)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:(?P<first>first|former)|(?P<second>second|latter))\b", re.IGNORECASE)


def worded(sentence: str, question: str, evidence: Evidence) -> Iterator[tuple[str, list[str]]]:
    """Return each word that can be decided, with the formulas of which one must hold."""
    yield from _labels(sentence, question, evidence)
    yield from _comparison(sentence, question, evidence)


def _labels(sentence: str, question: str, evidence: Evidence) -> Iterator[tuple[str, list[str]]]:
    if not _CLASSIFIES.search(sentence) or _DENIED.search(sentence):
        return
    limits = list(_limits(question))
    known = list(dict.fromkeys(label for label, _ in limits if _has(sentence, label)))
    sizes = list(_sizes(evidence.figures))
    if len(known) == 1 and sizes:
        of_class = [limit for label, limit in limits if label == known[0]]
        yield known[0], [limit.format(size) for limit in of_class for size in sizes]


def _limits(question: str) -> Iterator[tuple[str, str]]:
    """Return the labels that a question defines, each with what holds of a size {} of its class."""
    for match in _LIMITS.finditer(question):
        ends = sorted((n.lstrip("-−") for n in _FIGURE.findall(match["range"])), key=float)
        if len(ends) == 2:
            yield match["label"].lower(), f"{ends[0]} <= {{}} <= {ends[1]}"
        elif len(ends) == 1 and _LESS.search(match["range"]):
            yield match["label"].lower(), f"{{}} <= {ends[0]}"
        elif len(ends) == 1 and _MORE.search(match["range"]):
            yield match["label"].lower(), f"{{}} >= {ends[0]}"


def _has(sentence: str, label: str) -> bool:
    return bool(re.search(rf"\b{re.escape(label)}\b", sentence, re.IGNORECASE))


def _sizes(figures: Sequence[Figure]) -> Iterator[str]:
    """Return all temperatures, and the sizes of differences, that a label may be of."""
    levels = [one.term for one in figures if one.kind == "level"]
    yield from levels
    yield from (f"abs({one.term})" for one in figures if one.kind == "difference")
    yield from (f"abs({a} - {b})" for a, b in combinations(levels, 2))


def _comparison(
    sentence: str, question: str, evidence: Evidence
) -> Iterator[tuple[str, list[str]]]:
    gases, aerosols = (_only_level(evidence.figures, case) for case in ("gases", "aerosols"))
    warmer, cooler = _WARMER.search(sentence), _COOLER.search(sentence)
    word = warmer or cooler
    if gases is None or aerosols is None or word is None or (warmer and cooler):
        return
    comparer = _COMPARER.search(sentence, word.end())
    if _DENIED.search(sentence.replace("than", "")) or not (comparer or _COMPARES.search(sentence)):
        return
    if word.group().endswith("ing") and _TURNED.search(sentence):
        return
    subject = _subject(sentence[: comparer.start() if comparer else len(sentence)], question)
    if not subject:
        return
    own, other = (gases, aerosols) if subject == "gases" else (aerosols, gases)
    yield word.group(), [f"{own} {'>' if warmer else '<'} {other}"]


def _only_level(figures: Sequence[Figure], case: Case) -> str | None:
    """Return the one level of a case; None where the evidence has none or several."""
    own = [one for one in figures if one.kind == "level" and one.case == case]
    return own[0].term if len({one.printed for one in own}) == 1 else None


def _subject(part: str, question: str) -> Case:
    """Return the case that a part of a sentence speaks of, "" where it names none or both."""
    asked: list[Case] = [_case_of(m) for m in CASES.finditer(question)]
    order: list[Case] = list(dict.fromkeys(asked))
    named: set[Case] = {_case_of(m) for m in CASES.finditer(part)}
    for match in _ORDINAL.finditer(part) if len(order) == 2 and not named else ():
        named.add(order[0] if match["first"] else order[1])
    return next(iter(named)) if len(named) == 1 else ""


def _case_of(match: re.Match[str]) -> Case:
    return "gases" if match["gases"] else "aerosols"
