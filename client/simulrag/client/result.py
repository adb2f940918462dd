"""What `ask` gives back, with and without a language model."""

from typing import Any

from simulrag.client.language_models.protocol import Usage
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Problem, VerdictWord


class AnsweredClaim(Frozen):
    """One claim of an answer, what was found about it, and whether the answer keeps it."""

    id: str
    #: As it was drafted, or made from a run.
    text: str
    verdict: VerdictWord
    #: The claim made true by the smallest change; equal to `text` where nothing changed.
    updated: str
    run_ids: tuple[str, ...] = ()
    #: Agreement among the drafts before verification, 1 once verified; None without drafts.
    confidence: float | None = None
    #: How many drafts say it.
    support: int | None = None
    claimed: str = ""
    simulated: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    probability: float | None = None
    derivation: str = ""
    problem: Problem | None = None
    assumed: tuple[str, ...] = ()
    kept: bool = True
    #: Why it is kept or left out.
    why: str = ""


class ModelUse(Frozen):
    """Which model drafted, and what it cost."""

    name: str
    model: str
    drafts: int
    usage: Usage


class Result(Frozen):
    """The answer to a question."""

    question: str
    answer: str
    claims: tuple[AnsweredClaim, ...] = ()
    #: Runs as the server gives them.
    runs: tuple[dict[str, Any], ...] = ()
    #: None where no language model took part.
    model: ModelUse | None = None
    problems: tuple[dict[str, Any], ...] = ()
    #: What went otherwise than asked, for a person.
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return self.model_dump(mode="json")
