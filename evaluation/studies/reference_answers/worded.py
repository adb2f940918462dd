"""Tells which words of a published answer about temperatures contradict the evidence beside it.

Two kinds of words have a plain meaning that no verifier is needed for: labels that the question
defines by limits in °C ("negligible (less than 0.2 °C)"), where a sentence classifies by them,
and which of two compared cases is the warmer one, where the evidence has one level for each.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from simulrag.simulators.operations import Interval
from studies.reference_answers.temperatures import CASES, Case, Temperature

_LIMITS = re.compile(r"(?P<label>[a-z-]+)['\"]?\s*\((?P<range>[^()]*?°\s?C[^()]*)\)", re.IGNORECASE)
#: Beyond every temperature, °C: an end that a class leaves open.
_UNBOUNDED = 1e4
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


def contradicted(sentence: str, question: str, evidence: list[Temperature]) -> Iterator[str]:
    """Return the words of a sentence that contradict the temperatures of the evidence, and why."""
    yield from _labels(sentence, question, evidence)
    yield from _comparison(sentence, question, evidence)


def _labels(sentence: str, question: str, evidence: list[Temperature]) -> Iterator[str]:
    if not _CLASSIFIES.search(sentence) or _DENIED.search(sentence):
        return
    limits = list(_limits(question))
    known = [
        label for label in dict.fromkeys(label for label, _ in limits) if _has(sentence, label)
    ]
    if len(known) != 1:
        return
    sizes = list(_sizes(evidence))
    if sizes and not any(band.meets(size) for n, band in limits if n == known[0] for size in sizes):
        yield f"{known[0]}: no temperature or difference of the evidence is of that class"


def _limits(question: str) -> Iterator[tuple[str, Interval]]:
    """Return the labels that a question defines, each with the sizes that it stands for."""
    for match in _LIMITS.finditer(question):
        ends = [abs(float(n.replace("−", "-"))) for n in _FIGURE.findall(match["range"])]
        if len(ends) == 2:
            low, high = sorted(ends)
        elif len(ends) == 1 and _LESS.search(match["range"]):
            low, high = -_UNBOUNDED, ends[0]
        elif len(ends) == 1 and _MORE.search(match["range"]):
            low, high = ends[0], _UNBOUNDED
        else:
            continue
        yield match["label"].lower(), Interval(low=low, high=high)


def _has(sentence: str, label: str) -> bool:
    return bool(re.search(rf"\b{re.escape(label)}\b", sentence, re.IGNORECASE))


def _sizes(evidence: list[Temperature]) -> Iterator[Interval]:
    """Return all temperatures, and the sizes of differences, that a label may be of."""
    levels = [t.interval() for t in evidence if t.kind == "level"]
    gaps = [t.interval() for t in evidence if t.kind == "difference"]
    gaps += [Interval(low=a.low - b.high, high=a.high - b.low) for a, b in combinations(levels, 2)]
    yield from levels
    yield from (_size(gap) for gap in gaps)


def _size(gap: Interval) -> Interval:
    ends = sorted((abs(gap.low), abs(gap.high)))
    return Interval(low=0.0 if gap.low <= 0 <= gap.high else ends[0], high=ends[1])


def _comparison(sentence: str, question: str, evidence: list[Temperature]) -> Iterator[str]:
    gases, aerosols = (_only_level(evidence, case) for case in ("gases", "aerosols"))
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
    holds = own.high > other.low if warmer else own.low < other.high
    if not holds:
        yield f"{word.group()}: the evidence has the two cases the other way round"


def _only_level(evidence: list[Temperature], case: Case) -> Interval | None:
    """Return the one level of a case; None where the evidence has none or several."""
    found = {t.printed for t in evidence if t.kind == "level" and t.case == case}
    own = [t.interval() for t in evidence if t.kind == "level" and t.case == case]
    return own[0] if len(found) == 1 else None


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
