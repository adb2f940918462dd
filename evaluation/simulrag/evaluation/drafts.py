"""Drafts of a model with a second reader's formulas, and the runs on which these are decided."""

import json
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, JsonValue, ValidationError

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.verifier.claims import Claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, anchor
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.decision import decide
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import Formula

FILE = "drafts.jsonl"


class DraftClaim(Frozen):
    """A claim of a draft with what a second reader made of it.

    label: "true", "false", "outside" of all outputs, or another word where it is open. formula:
    empty where there is none, and `why` says for what reason. assume: parameter -> the value that
    neither claim nor question prints; several in a list. strict: the label by the print alone,
    without tolerance. value: the simulated side on which it was labelled.
    """

    id: str
    question: str
    text: str
    label: str
    strict: str = ""
    formula: str = ""
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    value: JsonValue = None
    #: What the model stated itself, 0 to 1.
    confidence: float | None = None
    why: str = ""

    @property
    def decidable(self) -> bool:
        """Tell whether it has a formula, and a label that a verdict can agree with."""
        return bool(self.formula) and self.label in ("true", "false")

    @property
    def context(self) -> tuple[str, ...]:
        """Return what it stands in: its question."""
        return (self.question,) if self.question else ()


def read_drafts(folder: Path) -> list[DraftClaim]:
    """Return the claims of all drafts, each with the id QUESTION/DRAFT/CLAIM.

    A line of `drafts.jsonl` holds `id` (SIMULATOR-...), `question`, `draft` and `claims`. Raises
    SimulRAGError where the folder holds none.
    """
    path = folder / FILE
    if not path.exists():
        raise SimulRAGError(f"{folder} holds no {FILE}")
    try:
        with path.open(encoding="utf-8") as lines:
            return [claim for line in lines for claim in _claims(json.loads(line))]
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise SimulRAGError(f"{path} holds no drafts with claims: {error}") from error


def _claims(draft: Mapping[str, Any]) -> Iterator[DraftClaim]:
    for number, held in enumerate(draft["claims"], 1):
        given = {k: v for k, v in held.items() if k in DraftClaim.model_fields and v is not None}
        name = f"{draft['id']}/{draft['draft']}/{number}"
        yield DraftClaim.model_validate({**given, "id": name, "question": draft["question"]})


@dataclass(frozen=True)
class Bench:
    """The simulators and the runs that all claims of a measurement share."""

    registry: Registry
    runs: Runs

    @classmethod
    def of(cls, registry: Registry, store: EvidenceStore) -> "Bench":
        """Return a bench whose runs lie in a store."""
        return cls(registry, Runs(registry, store))

    def decided(self, claim: DraftClaim | Claim, formula: Formula) -> tuple[str, str]:
        """Return what the runs say of a formula and how; "failed" with the reason, else."""
        try:
            whole = filled(formula, claim.assume, self.registry)
            made = decide(whole, Evaluator(self.runs), "run")
        except SimulRAGError as error:
            return "failed", str(error)
        return made.decision, made.derivation

    def anchored(self, claim: DraftClaim, text: str, formula: Formula) -> Anchoring:
        """Return whether a formula says what a text says, in the context of a claim."""
        return anchor(text, formula, self.registry, context=claim.context, assume=claim.assume)


def emulated(registry: Registry) -> Registry:
    """Return the simulators with urban's emulator, which every machine can run."""
    urban = UrbanSimulator(emulate=True)
    return Registry([urban if one.name == urban.name else one for one in registry])


@contextmanager
def kept(store: Path | None) -> Generator[Path]:
    """Give a file for the runs: the one asked for, or one that goes when all is done."""
    if store is not None:
        yield store
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "evidence.sqlite"
