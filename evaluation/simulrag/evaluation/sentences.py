"""Measures verdicts on labelled plain text that comes without a question."""

from collections.abc import Sequence
from itertools import islice

from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.evaluation.outcomes import by_sentence, outcome, reasons
from simulrag.evaluation.records import Folder, LabelledSentence
from simulrag.evaluation.verdicts import text_verdicts
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore


class SentenceVerdict(Frozen):
    """What the verifier said of one labelled sentence; `within` names its report."""

    sentence: LabelledSentence
    verdict: VerdictWord
    why: str
    within: str = ""


def measure_sentences(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Return the figures over `sentences.jsonl` and the sentences of `report_*.md` together.

    Fractions: `decided_right` (of those labelled supported or refuted) and `outside_right`;
    counts: `wrong_way_round` (supported for refuted or the reverse) and `n`.
    """
    with EvidenceStore() as store:
        verdicts = [_alone(s, registry, store) for s in islice(folder.sentences, limit)]
        for report in islice(folder.reports, limit):
            found = text_verdicts(report.text, "", registry, store)
            parts = by_sentence([s.text for s in report.sentences], found)
            verdicts += [
                _judged(s, v, report.name) for s, v in zip(report.sentences, parts, strict=True)
            ]
    misses = tuple(_miss(v) for v in verdicts if v.verdict != v.sentence.label)
    return Measurement(figures=_section(verdicts), misses=misses)


def _alone(sentence: LabelledSentence, registry: Registry, store: EvidenceStore) -> SentenceVerdict:
    return _judged(sentence, text_verdicts(sentence.text, "", registry, store))


def _judged(
    sentence: LabelledSentence, verdicts: Sequence[Verdict], within: str = ""
) -> SentenceVerdict:
    return SentenceVerdict(
        sentence=sentence, verdict=outcome(verdicts), why=reasons(verdicts), within=within
    )


def _section(verdicts: Sequence[SentenceVerdict]) -> dict[str, dict[str, float | int]]:
    if not verdicts:
        return {}
    decidable = [v for v in verdicts if v.sentence.label != "outside"]
    outside = [v for v in verdicts if v.sentence.label == "outside"]
    opposite = {("supported", "refuted"), ("refuted", "supported")}
    figures = {
        "decided_right": share(
            sum(v.verdict == v.sentence.label for v in decidable), len(decidable)
        ),
        "wrong_way_round": sum((v.verdict, v.sentence.label) in opposite for v in decidable),
        "outside_right": share(sum(v.verdict == "outside" for v in outside), len(outside)),
        "n": len(verdicts),
    }
    return {"sentences": stated(figures)}


def _miss(verdict: SentenceVerdict) -> Miss:
    return Miss(
        part="sentences",
        domain=verdict.sentence.source,
        kind=verdict.sentence.kind,
        question=verdict.within,
        text=verdict.sentence.text,
        expected=verdict.sentence.label,
        got=verdict.verdict,
        why=verdict.why,
    )
