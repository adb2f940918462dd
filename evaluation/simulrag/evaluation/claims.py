"""Measures verdicts on labelled claims, judged against the evidence of their record."""

from collections.abc import Sequence
from itertools import islice

from simulrag.evaluation.measurement import Measurement, Miss, share, stated
from simulrag.evaluation.outcomes import DECIDED, outcome, reasons
from simulrag.evaluation.records import Folder, LabelledClaim, Record, evidence
from simulrag.evaluation.verdicts import claim_verdicts
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Verdict, VerdictWord


class Decision(Frozen):
    """What the verifier said of one labelled claim."""

    claim: LabelledClaim
    verdict: VerdictWord
    why: str
    #: For refuted claims whose text was changed: whether the new text is supported.
    rewrite: str = ""
    rewrite_supported: bool | None = None


def measure_claims(folder: Folder, registry: Registry, limit: int | None = None) -> Measurement:
    """Return the figures over `claims_*.jsonl` for each domain with claims and a simulator.

    Fractions: `true_supported`, `false_refuted`, `outside_right`, `claims_read` (of those
    labelled supported or refuted) and `rewrites_supported`; counts: `wrongly_supported`,
    `wrongly_outside` (of those same) and `n_claims`.
    """
    figures: dict[str, dict[str, float | int]] = {}
    misses: list[Miss] = []
    for domain, rows in folder.claims.items():
        if not rows or domain not in registry.names():
            continue
        decisions = [
            _decide(row, folder.records[domain][row.index], registry) for row in islice(rows, limit)
        ]
        figures[domain] = _figures(decisions)
        misses += [_miss(d, folder) for d in decisions if d.verdict != d.claim.label]
        misses += [_rewrite_miss(d, folder) for d in decisions if d.rewrite_supported is False]
    return Measurement(figures=figures, misses=tuple(misses))


def _decide(row: LabelledClaim, record: Record, registry: Registry) -> Decision:
    verdicts = claim_verdicts(row.claim, record.question, registry, evidence(record))
    word = outcome(verdicts)
    rewrite = _rewrite(row.claim, verdicts) if word == "refuted" else ""
    supported = None
    if rewrite:
        again = claim_verdicts(rewrite, record.question, registry, evidence(record))
        supported = outcome(again) == "supported"
    return Decision(
        claim=row,
        verdict=word,
        why=reasons(verdicts),
        rewrite=rewrite,
        rewrite_supported=supported,
    )


def _rewrite(claim: str, verdicts: Sequence[Verdict]) -> str:
    rewritten = " ".join(verdict.updated for verdict in verdicts)
    return rewritten if rewritten != claim else ""


def _figures(decisions: Sequence[Decision]) -> dict[str, float | int]:
    rewritten = [d for d in decisions if d.rewrite_supported is not None]
    decidable = [d for d in decisions if d.claim.label != "outside"]
    return stated(
        {
            "true_supported": _right(decisions, "supported"),
            "false_refuted": _right(decisions, "refuted"),
            "outside_right": _right(decisions, "outside"),
            "wrongly_supported": sum(
                d.verdict == "supported" and d.claim.label != "supported" for d in decisions
            ),
            "wrongly_outside": sum(d.verdict == "outside" for d in decidable),
            "claims_read": share(sum(d.verdict in DECIDED for d in decidable), len(decidable)),
            "rewrites_supported": share(
                sum(d.rewrite_supported is True for d in rewritten), len(rewritten)
            ),
            "n_claims": len(decisions),
        }
    )


def _right(decisions: Sequence[Decision], label: VerdictWord) -> float | None:
    verdicts = [d.verdict for d in decisions if d.claim.label == label]
    return share(sum(verdict == label for verdict in verdicts), len(verdicts))


def _miss(decision: Decision, folder: Folder) -> Miss:
    row = decision.claim
    return Miss(
        part="claims",
        domain=row.domain,
        index=row.index,
        kind=row.kind,
        question=folder.records[row.domain][row.index].question,
        text=row.claim,
        expected=row.label,
        got=decision.verdict,
        why=decision.why,
    )


def _rewrite_miss(decision: Decision, folder: Folder) -> Miss:
    row = decision.claim
    return Miss(
        part="rewrites",
        domain=row.domain,
        index=row.index,
        kind=row.kind,
        question=folder.records[row.domain][row.index].question,
        text=row.claim,
        expected="supported",
        got=decision.rewrite,
        why=decision.why,
    )
