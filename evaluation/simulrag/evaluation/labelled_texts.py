"""Measures how much of labelled texts the reader of English reads, and how rightly it decides."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from simulrag.evaluation.drafts import Bench, DraftClaim, emulated, read_drafts
from simulrag.evaluation.measurement import Measurement, Miss, joined, share, stated
from simulrag.evaluation.records import Folder, evidence
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.records import parse_records, record_for, recorded

_DECIDED = ("supported", "refuted")


@dataclass(frozen=True)
class Case:
    """A sentence with the label that its verdict should have; "open" where none is known."""

    text: str
    context: tuple[str, ...]
    label: str


@dataclass(frozen=True)
class Outcome:
    """A sentence with the formula that was read ("" for none), the verdict on it, and why.

    seconds: of the processor, for reading it.
    """

    case: Case
    formula: str
    verdict: str
    why: str
    seconds: float

    @property
    def kind(self) -> str:
        """How the verdict lies to the label: right, wrong, outside decided or undecided."""
        if self.verdict not in _DECIDED or self.case.label == "open":
            return "undecided"
        if self.case.label not in _DECIDED:
            return "outside decided"
        return "right" if self.verdict == self.case.label else "wrong"


def measured(name: str, outcomes: Iterable[Outcome]) -> Measurement:
    """Return the figures of one set and each verdict that is not its label; none of an empty set.

    Of `n` sentences, how many are `read` and `sent back`; of those decided how many are `right`,
    `wrong` (the other way round) and `outside decided`; the sentences `read a second`.
    """
    held = list(outcomes)
    if not held:
        return Measurement(figures={})
    counts = Counter(one.kind for one in held)
    decided_ones = counts["right"] + counts["wrong"] + counts["outside decided"]
    spent = sum(one.seconds for one in held)
    figures = {
        "n": len(held),
        "read": sum(bool(one.formula) for one in held),
        "sent back": sum(bool(one.formula) and one.verdict == "unread" for one in held),
        "right": counts["right"],
        "wrong": counts["wrong"],
        "outside decided": counts["outside decided"],
        "right of decided": share(counts["right"], decided_ones),
        "read a second": round(len(held) / spent) if spent else None,
    }
    misses = [_miss(name, one) for one in held if one.kind != "right"]
    return Measurement(figures={name: stated(figures)}, misses=tuple(misses))


def _miss(name: str, one: Outcome) -> Miss:
    return Miss(
        part=name,
        domain=one.kind,
        question=" ".join(one.case.context),
        text=one.case.text,
        expected=one.case.label,
        got=f"{one.verdict}: {one.formula}" if one.formula else one.verdict,
        why=one.why,
    )


def decided(case: Case, registry: Registry, verifier: Verifier, against: Against) -> Outcome:
    """Return the verdict on a sentence by the formula that is read in it."""
    began = time.process_time()
    read = formula_claim(case.text, case.context, registry)
    spent = time.process_time() - began
    if isinstance(read, Bound):
        return Outcome(case, "", read.bound, read.problem.message if read.problem else "", spent)
    made = verifier.verdict(read, against)
    why = made.derivation or (made.problem.message if made.problem else "")
    return Outcome(case, read.formula, made.verdict, why, spent)


def of_sentences(folder: Folder, registry: Registry, store: EvidenceStore,
                 limit: int | None = None) -> Measurement:  # fmt: skip
    """Measure the labelled sentences that stand alone."""
    cases = [Case(one.text, (), one.label) for one in islice(folder.sentences, limit)]
    return measured("sentences", _decided(cases, registry, store, "world"))


def of_reports(folder: Folder, registry: Registry, store: EvidenceStore,
               limit: int | None = None) -> Measurement:  # fmt: skip
    """Measure the sentences of the labelled reports, each with those before it as its context."""
    cases = [
        Case(one.text, tuple(before.text for before in report.sentences[:place]), one.label)
        for report in islice(folder.reports, limit)
        for place, one in enumerate(report.sentences)
    ]
    return measured("reports", _decided(cases, registry, store, "world"))


def of_claims(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Measure labelled claims about records, each against the evidence of its own record."""
    known = registry.of_records
    parts = [
        measured(f"records, {domain}", _about_records(folder, domain, known, limit))
        for domain in folder.claims
        if domain in registry.names()
    ]
    return joined(parts)


def _about_records(
    folder: Folder, domain: str, known: Registry, limit: int | None
) -> Iterator[Outcome]:
    for row in islice(folder.claims[domain], limit):
        record = folder.records[domain][row.index]
        held = record_for(record.question, parse_records(evidence(record)))
        runs = recorded(held, record.question, known).runs
        with EvidenceStore() as store:
            case = Case(row.claim, (record.question,), row.label)
            yield decided(case, known, Verifier(known, store, runs), "run")


def of_drafts(
    path: Path, registry: Registry, store: EvidenceStore, limit: int | None = None
) -> Measurement:
    """Measure the claims of a model's drafts, read as English; their own formulas label them.

    Urban runs are the emulator's, on which the drafts were labelled.
    """
    registry = emulated(registry)
    bench = Bench.of(registry, store)
    claims = islice(read_drafts(path), limit)
    cases = [Case(one.text, (one.question,), _label(one, bench)) for one in claims]
    return measured("drafts", _decided(cases, registry, store, "run"))


def _decided(
    cases: Iterable[Case], registry: Registry, store: EvidenceStore, against: Against
) -> Iterator[Outcome]:
    verifier = Verifier(registry, store)
    for case in cases:
        yield decided(case, registry, verifier, against)


def _label(one: DraftClaim, bench: Bench) -> str:
    """Return what the formula of the draft's second reader says on today's runs."""
    word = "outside" if one.label == "outside" else "open"
    if one.decidable:
        word, _ = bench.decided(one, parse(one.formula, one.let))
    return word if word in ("outside", *_DECIDED) else "open"
