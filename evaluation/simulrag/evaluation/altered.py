"""Measures verdicts on reference sentences with one thing altered, against the same evidence."""

import re
from collections.abc import Sequence

from simulrag.evaluation.alterations import FALSE_KINDS, Alteration, alterations
from simulrag.evaluation.consistency import checked_sentences
from simulrag.evaluation.measurement import Miss, share
from simulrag.evaluation.outcomes import outcome, reasons
from simulrag.evaluation.records import Record, evidence
from simulrag.evaluation.verdicts import each_verdict
from simulrag.simulators.interface import Frozen, Quantity
from simulrag.simulators.operations import Interval, known
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Reading, VerdictWord
from simulrag.verifier.expressions import result
from simulrag.verifier.reading.statements import read
from simulrag.verifier.records import Recorded, parse_records, recorded

_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


class AlteredDecision(Frozen):
    """What the verifier said of a sentence in which one thing was altered."""

    record: Record
    sentence: str
    alteration: Alteration
    verdict: VerdictWord
    why: str

    @property
    def wrong(self) -> bool:
        """Tell whether a false statement was not refuted, or one about another run supported."""
        if self.alteration.kind in FALSE_KINDS:
            return self.verdict != "refuted"
        return self.verdict == "supported"


def altered_decisions(
    record: Record, sentences: Sequence[str], registry: Registry
) -> list[AlteredDecision]:
    """Return the verdicts on alterations of sentences that the record's evidence supports."""
    (parsed,) = parse_records(evidence(record))
    held = recorded(parsed, record.question, registry)
    made = [(s, one) for s in sentences for one in _alterations(s, record, held, registry)]
    found = each_verdict([a.text for _, a in made], record.question, registry, evidence(record))
    return [
        AlteredDecision(
            record=record,
            sentence=sentence,
            alteration=one,
            verdict=outcome(verdicts),
            why=reasons(verdicts),
        )
        for (sentence, one), verdicts in zip(made, found, strict=True)
    ]


def _alterations(
    sentence: str, record: Record, held: Recorded, registry: Registry
) -> list[Alteration]:
    if not held.plan.calls:
        return []
    stated = [
        float(n.replace(",", ""))
        for n in _NUMBER.findall(f"{record.question} {record.evidence_question}")
    ]
    available = frozenset(name for run in held.runs for name in run.outputs)
    readings = read(sentence, held.plan, registry, available).readings
    simulator = registry.simulator(held.plan.calls[0].simulator)
    known_readings = [(reading, _known(reading, held)) for reading in readings]
    found = alterations(sentence, stated, known_readings, held.plan.calls, simulator)
    return [a for a in found if a.kind != "number" or _unexplained(a.text, record)]


def _known(reading: Reading, held: Recorded) -> Interval | None:
    """Return what the recorded runs say of a reading's expression; None where it is no number."""
    runs = {run.call.canonical(): run for run in held.runs}
    values = [
        runs[t.call.canonical()].outputs.get(t.output)
        for t in reading.expression.terms
        if t.call.canonical() in runs
    ]
    numbers = [value for value in values if isinstance(value, Quantity)]
    if len(numbers) < len(reading.expression.terms):
        return None
    return known(result(reading.expression, numbers))


def _unexplained(text: str, record: Record) -> bool:
    """Tell whether a changed number is not true by chance, as another value of the evidence."""
    changed = record.model_copy(update={"reference_answer": text})
    return any(sentence.unexplained for sentence in checked_sentences(changed))


def altered_figures(decisions: Sequence[AlteredDecision]) -> dict[str, float | int | None]:
    """Return `altered_refuted`, `altered_conditions_supported` and how many were tried of each."""
    false = [d for d in decisions if d.alteration.kind in FALSE_KINDS]
    moved = [d for d in decisions if d.alteration.kind not in FALSE_KINDS]
    return {
        "altered_refuted": share(sum(not d.wrong for d in false), len(false)),
        "altered_conditions_supported": sum(d.wrong for d in moved),
        "n_altered": len(false),
        "n_altered_conditions": len(moved),
    }


def altered_misses(domain: str, decisions: Sequence[AlteredDecision]) -> list[Miss]:
    """Return the alterations that were decided wrongly."""
    return [
        Miss(
            part="altered",
            domain=domain,
            index=d.record.index,
            kind=d.alteration.kind,
            question=d.record.question,
            text=d.alteration.text,
            expected="refuted" if d.alteration.kind in FALSE_KINDS else "not supported",
            got=d.verdict,
            why=f"{d.alteration.was!r} -> {d.alteration.now!r}; {d.why}",
        )
        for d in decisions
        if d.wrong
    ]
