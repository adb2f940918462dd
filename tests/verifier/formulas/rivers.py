"""Claims on rivers and coffee, and what formulas on them are worth."""

from collections.abc import Sequence
from typing import Any

from coffee import Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed, FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import Gauge

RIVERS = Registry([Gauge(), Coffee()])


def decided(
    text: str, formula: str, *, against: Against = "world", registry: Registry = RIVERS, **more: Any
) -> Verdict:
    with EvidenceStore() as store:
        claim = FormulaClaim(text=text, formula=formula, **more)
        return Verifier(registry, store).verdict(claim, against)


def computed(registry: Registry, *formulas: str) -> Sequence[Computed]:
    with EvidenceStore() as store:
        return Verifier(registry, store).compute(formulas)


def worth(formula: str) -> Computed:
    return computed(RIVERS, formula)[0]


def level_of(river: str, rain: float) -> str:
    return f'gauge.gauge(river="{river}", rain={rain:g}).level'
