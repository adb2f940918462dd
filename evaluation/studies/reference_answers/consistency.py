"""Tells which sentences of a published answer follow from the evidence beside them.

A check independent of the verifier: every figure and date of a sentence must stand in the
question, or be a value of the evidence, or the difference, percent change or ratio of two of
them, within the rounding of the printed digits. A temperature that is stated as a result ("is
0.2 °C") must be one of the evidence or the difference of two, whatever the question prints, and
one that is stated as a level must be a level of the evidence. Words are judged where their
meaning is plain (see `worded`). A sentence without figures passes only where the whole answer
does, since it may rest on a wrong one. Signs are not compared: words carry them.
"""

import json
import re
from collections.abc import Iterator
from datetime import date
from itertools import permutations

from dateutil import parser as date_parser
from pydantic import JsonValue

from simulrag.evaluation.records import Record
from simulrag.simulators.interface import Frozen
from simulrag.simulators.operations import Interval
from studies.reference_answers.temperatures import (
    DEGREES,
    Temperature,
    evidence_temperatures,
    follows,
    printed_interval,
    temperatures,
)
from studies.reference_answers.worded import contradicted

#: What "about" and "over" allow, relative to the printed figure.
HEDGE = 0.05

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")
_SIGNED = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?!\w)")
_ISO_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WRITTEN_DATE = re.compile(rf"\b(?:{_MONTHS})\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?")
_HEDGED = re.compile(
    r"(?:about|approximately|around|roughly|nearly|almost|over|under|than|exceeding)\W*(?:an?\s+)?$",
    re.IGNORECASE,
)
#: What leads in a temperature that is stated and no limit of the question's own scale.
_CLAIMED = re.compile(
    r"\b(?:is|was|be|of|by|to be|equals|reaches|amounts to|totals)\s+(?:[+−-]|exactly\s+)?$", re.I
)
_DEGREE = re.compile(r"\s*°\s*C")
_PERCENT = re.compile(r"\W*(?:%|percent|per cent)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")


class CheckedSentence(Frozen):
    """A sentence of an answer, and what in it does not follow from the evidence.

    unexplained: its figures; contradicted: its words, each with the reason.
    """

    text: str
    unexplained: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        """Tell whether nothing speaks against the sentence."""
        return not self.unexplained and not self.contradicted


def sentences(text: str) -> list[str]:
    """Split text at the ends of its sentences."""
    return [s for s in (part.strip() for part in _SENTENCE_END.split(text)) if s]


def checked_sentences(record: Record) -> list[CheckedSentence]:
    """Return the sentences of the record's reference answer with their unexplained figures."""
    known = _Known(record)
    return [
        CheckedSentence(
            text=s,
            unexplained=tuple(known.unexplained(s)),
            contradicted=tuple(contradicted(s, record.question, known.temperatures)),
        )
        for s in sentences(record.reference_answer)
    ]


def consistent_sentences(record: Record) -> list[str]:
    """Return the sentences that pass; those without figures only if the whole answer does."""
    checked = checked_sentences(record)
    whole = all(s.follows for s in checked)
    return [s.text for s in checked if whole or (s.follows and _NUMBER.search(s.text))]


class _Known:
    """What a question and its evidence state."""

    def __init__(self, record: Record) -> None:
        stated = f"{record.question} {record.evidence_question}"
        everything = f"{stated} {record.evidence_answer}"
        dates = [date.fromisoformat(d) for d in _ISO_DATE.findall(everything)]
        self._days = {(d.month, d.day) for d in dates} | _written_days(stated)
        self._stated = {_float(n) for n in _NUMBER.findall(stated)}
        self._stated |= {float(d.year) for d in dates}
        self._stated |= {float(n) for n in re.findall(r"(\d+)_percent", record.evidence_answer)}
        self.temperatures = evidence_temperatures(record.evidence_answer)
        groups = _evidence_figures(record.evidence_answer)
        self._derived = [one for group in groups for one in _derived(group)]
        self._ratios = [one for group in groups for one in _ratios(group)]

    def unexplained(self, sentence: str) -> Iterator[str]:
        for match in _WRITTEN_DATE.finditer(sentence):
            if not _written_days(match.group()) <= self._days:
                yield match.group()
        plain = _ISO_DATE.sub(" ", _WRITTEN_DATE.sub(" ", sentence))
        stated = {t.end: t for t in temperatures(plain)}
        for match in _NUMBER.finditer(plain):
            hedged = bool(_HEDGED.search(plain[: match.start()]))
            percent = bool(_PERCENT.match(plain, match.end()))
            if _CLAIMED.search(plain[: match.start()]) and _DEGREE.match(plain, match.end()):
                explained = self._is_temperature(stated.get(match.end()))
            else:
                explained = self._explains(match.group(), hedged, percent=percent)
            if not explained:
                yield match.group()

    def _is_temperature(self, stated: Temperature | None) -> bool:
        """Tell whether a stated temperature is one of the evidence, or the difference of two."""
        return stated is not None and follows(stated, self.temperatures)

    def _explains(self, figure: str, hedged: bool, *, percent: bool) -> bool:
        printed = printed_interval(figure)
        if hedged:
            slack = HEDGE * printed.high
            printed = Interval(low=printed.low - slack, high=printed.high + slack)
        return _float(figure) in self._stated or any(
            printed.meets(derived) or printed.meets(-derived)
            for derived in (self._derived if percent else [*self._derived, *self._ratios])
        )


def _evidence_figures(evidence: str) -> list[list[str]]:
    """Return the figures of evidence, those that may be compared with each other together.

    They are all leaves of its JSON, or its temperatures. Where the JSON holds the same figures
    for several states ("baseline", "scenario"), a figure is compared with its own kind only:
    among so many, some pair of unlike ones has nearly any ratio.
    """
    try:
        recorded = json.loads(evidence[evidence.index("{") : evidence.rindex("}") + 1])
    except ValueError:  # no JSON in it: it is prose
        return [DEGREES.findall(evidence)]
    states = _states(recorded)
    if not states:
        return [list(_leaves(recorded))]
    rest = {name: part for name, part in recorded.items() if part not in states}
    alike = [[text for state in states for text in _leaves(state[kind])] for kind in states[0]]
    return [*alike, *([text] for text in _leaves(rest))]


def _states(recorded: JsonValue) -> list[dict[str, JsonValue]]:
    """Return the objects directly inside a JSON object that hold the same names as another."""
    parts = recorded.values() if isinstance(recorded, dict) else ()
    objects = [part for part in parts if isinstance(part, dict)]
    return [a for a in objects if sum(a.keys() == b.keys() for b in objects) > 1]


def _leaves(value: JsonValue) -> Iterator[str]:
    match value:
        case dict():
            for item in value.values():
                yield from _leaves(item)
        case list():
            for item in value:
                yield from _leaves(item)
        case str() | int() | float():
            text = str(value)
            if _SIGNED.fullmatch(text):
                yield text
        case _:
            return


def _derived(figures: list[str]) -> Iterator[Interval]:
    """Return each value, and the difference and percent change of each pair."""
    values = [printed_interval(figure) for figure in figures]
    yield from values
    for a, b in permutations(values, 2):
        yield Interval(low=b.low - a.high, high=b.high - a.low)
        if a.low > 0 and b.low > 0:
            yield Interval(low=100 * (b.low / a.high - 1), high=100 * (b.high / a.low - 1))


def _ratios(figures: list[str]) -> Iterator[Interval]:
    for a, b in permutations([printed_interval(figure) for figure in figures], 2):
        if a.low > 0 and b.low > 0:
            yield Interval(low=b.low / a.high, high=b.high / a.low)


def _float(figure: str) -> float:
    return float(figure.replace(",", "").replace("−", "-"))


def _written_days(text: str) -> set[tuple[int, int]]:
    days: set[tuple[int, int]] = set()
    for match in _WRITTEN_DATE.finditer(text):
        try:
            day = date_parser.parse(match.group(), default=_LEAP_DAY)
        except ValueError:
            continue  # "May 45" is no date; its number is judged as a number
        days.add((day.month, day.day))
    return days


_LEAP_DAY = date_parser.parse("2024-01-01")
