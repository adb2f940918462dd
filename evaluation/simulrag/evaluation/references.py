"""Measures verdicts on published reference answers, judged against their own evidence."""

from collections.abc import Sequence
from itertools import islice

from simulrag.evaluation.consistency import checked_sentences, consistent_sentences
from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.evaluation.outcomes import DECIDED, by_sentence, outcome, reasons
from simulrag.evaluation.records import Folder, Record, evidence
from simulrag.evaluation.verdicts import text_verdicts
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import VerdictWord
from simulrag.verifier.evidence import EvidenceStore


class SentenceDecision(Frozen):
    """What the verifier said of one sentence of a reference answer."""

    record: Record
    text: str
    verdict: VerdictWord
    why: str


def measure_references(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Return the figures over reference answers for each domain with records and a simulator.

    Fractions over sentences that follow from their evidence: `reference_read`, and of the read
    ones `reference_supported`. Counts: `inconsistent_references`, the records with a figure
    that does not follow; `n_references`, records; `n_reference_sentences`, sentences judged.
    """
    figures: dict[str, dict[str, float | int]] = {}
    misses: list[Miss] = []
    for domain, records in folder.records.items():
        if not records or domain not in registry.names():
            continue
        cases = list(islice(records.values(), limit))
        decisions = [d for record in cases for d in _decide(record, registry)]
        figures[domain] = _figures(cases, decisions)
        misses += [_miss(domain, d) for d in decisions if d.verdict != "supported"]
    return Measurement(figures=figures, misses=tuple(misses))


def _decide(record: Record, registry: Registry) -> list[SentenceDecision]:
    texts = [sentence.text for sentence in checked_sentences(record)]
    with EvidenceStore() as store:
        found = text_verdicts(
            record.reference_answer, record.question, registry, store, evidence(record)
        )
    judged = consistent_sentences(record)
    return [
        SentenceDecision(record=record, text=text, verdict=outcome(verdicts), why=reasons(verdicts))
        for text, verdicts in zip(texts, by_sentence(texts, found), strict=True)
        if text in judged
    ]


def _figures(
    records: Sequence[Record], decisions: Sequence[SentenceDecision]
) -> dict[str, float | int]:
    read = [d for d in decisions if d.verdict in DECIDED]
    supported = sum(d.verdict == "supported" for d in read)
    return stated(
        {
            "reference_read": share(len(read), len(decisions)),
            "reference_supported": share(supported, len(read)),
            "inconsistent_references": sum(
                not all(s.follows for s in checked_sentences(record)) for record in records
            ),
            "n_references": len(records),
            "n_reference_sentences": len(decisions),
        }
    )


def _miss(domain: str, decision: SentenceDecision) -> Miss:
    return Miss(
        part="references",
        domain=domain,
        index=decision.record.index,
        question=decision.record.question,
        text=decision.text,
        expected="supported",
        got=decision.verdict,
        why=decision.why,
    )
