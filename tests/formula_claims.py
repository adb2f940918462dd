"""Claims with their formulas, decided as a caller hands them in."""

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore


def decided(
    text: str, formula: str, registry: Registry, store: EvidenceStore, *context: str
) -> Verdict:
    """Return the verdict on one claim, held against its runs."""
    claim = FormulaClaim(text=text, formula=formula, context=context)
    (verdict,) = check_claims([claim], "", registry, store, against="run").verdicts
    return verdict
