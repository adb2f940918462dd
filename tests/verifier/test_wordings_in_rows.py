"""Sentences and reports whose every word is told, in whatever order: effects of inputs, pathways.

Labels follow from the published tables, long-term means and the physics of warming and epidemics.
All were written before they were ever read.
"""

import json
from itertools import product
from pathlib import Path

import pytest

from plain_text import OPEN, checked, word
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import VerdictWord

_LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "wordings_in_rows.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
SENTENCES = [line for line in _LINES if "text" in line]
REPORTS = [line for line in _LINES if "report" in line]
#: One in so many is checked with every change, the rest before a release.
STRIDE = 120


def _right(told: dict[str, str], got: str) -> bool:
    """Tell whether a verdict is right; of what is not read yet also none."""
    if told["label"] == "outside":
        return got in OPEN
    return got == told["label"] or (bool(told.get("unread")) and got in OPEN)


@pytest.mark.parametrize("at", range(0, len(SENTENCES), STRIDE))
def test_a_sentence_is_decided_as_its_label_says(at: int, registry: Registry) -> None:
    assert _right(SENTENCES[at], word(SENTENCES[at]["text"], registry)), SENTENCES[at]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("part", range(16))
def test_every_sentence_is_decided_as_its_label_says(part: int, registry: Registry) -> None:
    wrong = [s for s in SENTENCES[part::16] if not _right(s, word(s["text"], registry))]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report["report"])
def test_the_sentences_of_a_report_lean_on_those_before(
    report: dict[str, list[dict[str, str]]], registry: Registry
) -> None:
    text = " ".join(sentence["text"] for sentence in report["sentences"])
    verdicts = {v.text.strip(): v.verdict for v in checked(text, registry).verdicts}
    wrong = [
        s
        for s in report["sentences"]
        if s["text"] in verdicts and not _right(s, verdicts[s["text"]])
    ]
    assert wrong == []


_INSTEAD = ("instead of", "in place of", "rather than", "as opposed to", "against", "and not")
_RESULTS = (("higher", 1), ("lower", -1))
_FRAMES = (
    "{a} {instead} {b} as R0 gives Ohio a {way} simulated peak.",
    "With an R0 of {a} {instead} {b}, the simulated peak in Ohio is {way}.",
    "The simulated peak in Ohio is {way} with an R0 of {a} {instead} {b}.",
)
_SAID = [*product(_INSTEAD, _FRAMES, _RESULTS, ((1.6, 2.4), (2.4, 1.6)))]


def _said(instead: str, frame: str, way: str, first: float, second: float) -> str:
    return frame.format(instead=instead, way=way, a=first, b=second)


@pytest.mark.parametrize("at", [29, 58])
def test_a_value_instead_of_another_is_the_one_spoken_of(at: int, registry: Registry) -> None:
    instead, frame, (way, sign), (first, second) = _SAID[at]
    true = (first > second) == (sign > 0)
    text = _said(instead, frame, way, first, second)
    assert word(text, registry) == ("supported" if true else "refuted"), text


@pytest.mark.slow
@pytest.mark.long
def test_no_order_of_two_values_turns_what_is_said(registry: Registry) -> None:
    for instead, frame, (way, sign), (first, second) in _SAID[::11]:
        text = _said(instead, frame, way, first, second)
        wrong: VerdictWord = "refuted" if (first > second) == (sign > 0) else "supported"
        assert word(text, registry) != wrong, text


@pytest.mark.parametrize(
    "text",
    [
        "An R0 of 2.4 instead of 1.6 gives Ohio a zorbled higher simulated peak.",
        "An R0 of 1.6 instead of 2.4 keeps the simulated peak in Ohio from rising.",
        "Oslo is less cold in 2090 under ssp585 than under ssp126.",
    ],
)
def test_a_word_that_may_turn_it_keeps_a_statement_from_being_read(
    text: str, registry: Registry
) -> None:
    assert word(text, registry) in OPEN


def test_the_bank_is_large_and_little_of_it_is_unread():
    unread = sum(bool(s.get("unread")) for s in SENTENCES)
    assert len(SENTENCES) >= 270
    assert len(REPORTS) >= 9
    assert unread <= 0.15 * len(SENTENCES)
