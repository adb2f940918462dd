"""Tells which sentences of a published answer follow from the evidence beside them.

Every figure and day of a sentence must stand in the question, or at least one formula over the
evidence that gives it must hold (see `derivations`): the language evaluates these on the evidence
as recorded runs, and none of them is refuted. A temperature that is stated as a result ("is
0.2 °C") must follow from the evidence whatever the question prints. Words are judged where their
meaning is plain (see `labels_and_comparisons`).
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from dateutil import parser as date_parser

from simulrag.evaluation.records import Record
from simulrag.simulators.interface import Frozen
from simulrag.verifier.english.text import sentences
from simulrag.verifier.evidence import EvidenceStore
from studies.reference_answers.derivations import Decider, temperature_values, values
from studies.reference_answers.evidence_runs import ISO_DATE, Evidence
from studies.reference_answers.labels_and_comparisons import worded
from studies.reference_answers.temperatures import temperatures

#: What "about" and "over" allow, relative to the printed figure.
HEDGE = 0.05

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")
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
_PERCENT = re.compile(r"\W*(?:%|percent|per cent)")


class CheckedSentence(Frozen):
    """A sentence of an answer, and what of it was held against the evidence: figures, days, words.

    decided: what formulas decide, which leaves out what the question states; unfounded: what of it
    does not follow.
    """

    text: str
    decided: tuple[str, ...]
    unfounded: tuple[str, ...]


def checked_sentences(record: Record) -> list[CheckedSentence]:
    """Return the sentences of the record's reference answer, held against its evidence."""
    known = _Known(record)
    with EvidenceStore() as store:
        decider = Decider(known.evidence, store)
        held = [one.text for one in sentences(record.reference_answer)]
        checked = [(text, list(known.statements(text))) for text in held]
        return [
            CheckedSentence(
                text=sentence,
                decided=tuple(printed for printed, _ in stated),
                unfounded=tuple(p for p, formulas in stated if not decider.any_holds(formulas)),
            )
            for sentence, stated in checked
        ]


#: What is printed, and the formulas of which at least one must hold.
_Statement = tuple[str, Iterable[str]]


class _Known:
    """What a question states, and the evidence beside it."""

    def __init__(self, record: Record) -> None:
        stated = f"{record.question} {record.evidence_question}"
        self.evidence = Evidence(record.evidence_answer)
        self._question = record.question
        asked = [date.fromisoformat(d) for d in ISO_DATE.findall(stated)]
        self._days = {f"{d:%m-%d}" for d in asked} | set(_written_days(stated))
        self._figures = {float(_plain(n)) for n in _NUMBER.findall(stated)}
        self._figures |= {float(d.year) for d in (*asked, *self.evidence.days)}
        self._figures |= {float(n) for n in re.findall(r"(\d+)_percent", record.evidence_answer)}

    def statements(self, sentence: str) -> Iterator[_Statement]:
        """Yield what a sentence states beyond its question."""
        for match in _WRITTEN_DATE.finditer(sentence):
            for day in set(_written_days(match.group())) - self._days:
                yield match.group(), self._is_day(day)
        yield from self._of_figures(ISO_DATE.sub(" ", _WRITTEN_DATE.sub(" ", sentence)))
        yield from worded(sentence, self._question, self.evidence)

    def _of_figures(self, sentence: str) -> Iterator[_Statement]:
        temperatures_at = {t.end: t for t in temperatures(sentence)}
        for match in _NUMBER.finditer(sentence):
            before, figure = sentence[: match.start()], _plain(match.group())
            claimed = _CLAIMED.search(before) and temperatures_at.get(match.end())
            if claimed:
                sizes = temperature_values(claimed, self.evidence)
            elif float(figure) in self._figures:
                continue
            else:
                percent = bool(_PERCENT.match(sentence, match.end()))
                sizes = values(self.evidence, percent=percent)
                figure = _hedged(figure) if _HEDGED.search(before) else figure
            yield match.group(), [f"abs({size}) == {figure}" for size in sizes]

    def _is_day(self, day: str) -> list[str]:
        return [
            f'evidence.day(number={n}).date == "{one.year}-{day}"'
            for n, one in enumerate(self.evidence.days, 1)
        ]


def _hedged(figure: str) -> str:
    half = 0.5 * 10.0 ** -len(figure.partition(".")[2])
    return f"about({figure}, within={half + HEDGE * (float(figure) + half):.12g})"


def _plain(figure: str) -> str:
    return figure.replace(",", "")


def _written_days(text: str) -> Iterator[str]:
    """Return the days that a text writes out, as "12-02" for December 2nd."""
    for match in _WRITTEN_DATE.finditer(text):
        try:
            yield f"{date_parser.parse(match.group(), default=_LEAP_DAY):%m-%d}"
        except ValueError:
            continue  # "May 45" is no date; its number is judged as a number


_LEAP_DAY = date_parser.parse("2024-01-01")
