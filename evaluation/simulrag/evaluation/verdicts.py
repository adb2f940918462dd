"""Asks the verifier for verdicts; a fault of the verifier is a finding and ends no measurement."""

import logging
from collections.abc import Callable, Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked, check_claims, check_text
from simulrag.verifier.claims import Problem, Verdict
from simulrag.verifier.evidence import EvidenceStore

_log = logging.getLogger(__name__)

Verdicts = tuple[Verdict, ...]


def claim_verdicts(claim: str, question: str, registry: Registry, evidence: str) -> Verdicts:
    """Return the verdicts on one claim; no other record's run can decide it."""
    with EvidenceStore() as store:
        return _guarded(
            claim, lambda: check_claims([claim], question, registry, store, evidence, "run")
        )


def each_verdict(
    claims: Sequence[str], question: str, registry: Registry, evidence: str
) -> list[Verdicts]:
    """Return the verdict on each claim of one record, whose evidence is read once."""
    if not claims:
        return []
    with EvidenceStore() as store:
        found = _guarded(
            "\n".join(claims),
            lambda: check_claims(claims, question, registry, store, evidence, "run"),
        )
    if len(found) == len(claims):
        return [(verdict,) for verdict in found]
    return [claim_verdicts(claim, question, registry, evidence) for claim in claims]


def text_verdicts(
    text: str, question: str, registry: Registry, store: EvidenceStore, evidence: str = ""
) -> Verdicts:
    """Return the verdicts on the parts of a text."""
    return _guarded(text, lambda: check_text(text, question, registry, store, evidence, "run"))


def _guarded(text: str, check: Callable[[], Checked]) -> Verdicts:
    try:
        return check().verdicts
    except Exception as error:  # noqa: BLE001 - whatever breaks is what is being measured
        message = f"fault of the verifier: {type(error).__name__}: {error}"
        _log.warning("%s, on %r", message, text[:200])
        problem = Problem(reason="run_failed", message=message)
        return (Verdict(text=text, verdict="not_measured", updated=text, problem=problem),)
