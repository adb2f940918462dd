"""Measures how much the reader of English reads, and how right what it reads is decided."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from simulrag.evaluation.formulas.agreement import Bench
from simulrag.evaluation.formulas.drafts import DraftClaim, read_drafts
from simulrag.evaluation.formulas.trial import emulated, kept
from simulrag.evaluation.measurement import Measurement, Miss, joined, share, stated
from simulrag.evaluation.records import Folder, evidence
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.in_records import of_records
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.english.reader import Read, claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.records import parse_records, record_for, recorded

_DECIDED = ("supported", "refuted")
_WORDS = {"true": "supported", "false": "refuted"}


@dataclass(frozen=True)
class Case:
    """A sentence with the label that its verdict should have; "open" where none is known."""

    text: str
    context: tuple[str, ...]
    label: str


@dataclass(frozen=True)
class Outcome:
    """A sentence with the formula that was read ("" for none), the verdict on it, and why."""

    case: Case
    formula: str
    verdict: str
    why: str


def measure_reading(
    records: Path, drafts: Path, registry: Registry, store: Path | None = None,
    limit: int | None = None,
) -> Measurement:  # fmt: skip
    """Return the figures of claims about records, plain sentences, reports and drafts.

    Of each set: how many are `read`; of these, how many verdicts are `right`, `wrong` (the other
    way round), and how many on claims that are outside are decided. store: where runs are kept.
    """
    folder = Folder(records)
    with kept(store) as path, EvidenceStore(path) as runs:
        parts = [
            *_of_records(folder, registry, limit),
            measured("sentences", _decided(_plain(folder, limit), registry, runs, "world")),
            measured("reports", _decided(_reports(folder), registry, runs, "world")),
            _of_drafts(drafts, emulated(registry), runs, limit),
        ]
    return joined(parts)


def measured(name: str, outcomes: Iterable[Outcome]) -> Measurement:
    """Return the figures of one set and each verdict that is not its label."""
    held = list(outcomes)
    counts = Counter(_kind(one) for one in held)
    read = sum(bool(one.formula) for one in held)
    decided = counts["right"] + counts["wrong"] + counts["outside decided"]
    figures = {
        "n": len(held),
        "read": read,
        "sent back": sum(bool(one.formula) and one.verdict == "unread" for one in held),
        "right": counts["right"],
        "wrong": counts["wrong"],
        "outside decided": counts["outside decided"],
        "right of decided": share(counts["right"], decided),
    }
    misses = [_miss(name, one) for one in held if _kind(one) != "right"]
    return Measurement(figures={name: stated(figures)}, misses=tuple(misses))


def _kind(one: Outcome) -> str:
    if one.verdict not in _DECIDED or one.case.label == "open":
        return "undecided"
    if one.case.label not in _DECIDED:
        return "outside decided"
    return "right" if one.verdict == one.case.label else "wrong"


def _miss(name: str, one: Outcome) -> Miss:
    return Miss(
        part=name,
        domain=_kind(one),
        question=" ".join(one.case.context),
        text=one.case.text,
        expected=one.case.label,
        got=f"{one.verdict}: {one.formula}" if one.formula else "unread",
        why=one.why,
    )


def decided(case: Case, registry: Registry, verifier: Verifier, against: Against) -> Outcome:
    """Return the verdict on a sentence by the formula that is read in it."""
    reading = claim(case.text, case.context, registry)
    if not isinstance(reading, Read):
        unknown = f": {', '.join(reading.unknown)}" if reading.unknown else ""
        return Outcome(case, "", "unread", f"{reading.why}{unknown}")
    held = FormulaClaim(text=case.text, formula=reading.formula, context=case.context)
    verdict: Verdict = verifier.verdict(held, against)
    return Outcome(case, reading.formula, verdict.verdict, verdict.derivation)


def _decided(
    cases: Iterable[Case], registry: Registry, store: EvidenceStore, against: Against
) -> Iterator[Outcome]:
    verifier = Verifier(registry, store)
    for case in cases:
        yield decided(case, registry, verifier, against)


def _plain(folder: Folder, limit: int | None) -> Iterator[Case]:
    for one in islice(folder.sentences, limit):
        yield Case(one.text, (), one.label)


def _reports(folder: Folder) -> Iterator[Case]:
    for report in folder.reports:
        before: list[str] = []
        for one in report.sentences:
            yield Case(one.text, tuple(before), one.label)
            before.append(one.text)


def _of_records(folder: Folder, registry: Registry, limit: int | None) -> Iterator[Measurement]:
    known = of_records(registry)
    for domain, rows in folder.claims.items():
        found: list[Outcome] = []
        for row in islice(rows, limit):
            record = folder.records[domain][row.index]
            held = record_for(record.question, parse_records(evidence(record)))
            runs = recorded(held, record.question, registry).runs
            with EvidenceStore() as store:
                verifier = Verifier(known, store, runs)
                case = Case(row.claim, (record.question,), row.label)
                found.append(decided(case, known, verifier, "run"))
        yield measured(f"records, {domain}", found)


def _of_drafts(
    path: Path, registry: Registry, store: EvidenceStore, limit: int | None
) -> Measurement:
    bench = Bench.of(registry, store)
    claims = list(islice(read_drafts(path, registry), limit))
    began = time.process_time()
    for one in claims:
        claim(one.text, (one.question,), registry)
    spent = time.process_time() - began
    cases = [Case(one.text, (one.question,), _label(one, bench)) for one in claims]
    found = measured("drafts", _decided(cases, registry, store, "run"))
    return joined([found, Measurement(figures={"drafts": {"read a second": _rate(claims, spent)}})])


def _rate(claims: Sequence[DraftClaim], spent: float) -> int:
    return round(len(claims) / spent) if spent else 0


def _label(one: DraftClaim, bench: Bench) -> str:
    """Return what the formula of the draft's second reader says on today's runs."""
    if one.label == "outside":
        return "outside"
    if not one.decidable:
        return "open"
    try:
        word, _ = bench.decided(one, parse(one.formula, one.let))
    except SimulRAGError:
        return "open"
    return word if word in _DECIDED else "open"
