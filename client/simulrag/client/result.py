"""What `ask` gives back, with and without a language model."""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from simulrag.client.language_models.usage import Usage
from simulrag.client.progress import Stage
from simulrag.client.reporting.notebook import short
from simulrag.simulators.interface import Frozen, Series
from simulrag.verifier.claims import Verdict, Witness

#: How claims are decided: computed from runs, or judged by the model with the paper's prompts.
Method = Literal["computed", "paper"]
#: What the JSON of a claim holds, in this order.
_SHOWN = (
    "id", "text", "verdict", "updated", "run_ids", "confidence", "verbalized", "support", "said_by",
    "agreement", "claimed", "simulated", "low", "high", "unit", "probability", "distribution",
    "chance", "forced", "derivation", "would_decide", "true", "uncorrected", "escalated", "problem",
    "assumed", "read_by", "formula", "let", "assume", "against", "witness", "kept", "why",
)  # fmt: skip


#: Why an answer keeps a sentence that says what runs say.
MADE_FROM_RUNS = "made from its runs"


class AnsweredClaim(Verdict):
    """One claim of an answer, what was found about it, and whether the answer keeps it.

    Its text is as it was drafted, or made from a run.
    """

    #: Agreement among the drafts before verification, 1 once verified; None without drafts.
    confidence: float | None = None
    #: How sure the drafts that word it so say they are, 0 to 1, on average; None where none says.
    verbalized: float | None = None
    #: How many drafts say it.
    support: int | None = None
    #: Which drafts say it, counted from 1.
    said_by: tuple[int, ...] = ()
    #: Agreement among the drafts, whatever was found later; None without drafts.
    agreement: float | None = None
    #: Named anew, as pydantic builds this class before the one that it is named in.
    witness: Witness | None = Field(default=None, exclude_if=lambda one: one is None)
    kept: bool = True
    #: Why it is kept or left out.
    why: str = ""

    @classmethod
    def of(cls, verdict: Verdict, **told: Any) -> Self:
        """Return a verdict as a claim of an answer, with what an answer tells besides."""
        return cls.model_validate({**dict(verdict), **told})

    @model_serializer(mode="wrap")
    def _in_order(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found = write(self)
        return {name: found[name] for name in _SHOWN if name in found}


class ModelUse(Frozen):
    """Which model drafted, and what it cost."""

    name: str
    model: str
    drafts: int
    usage: Usage
    #: What the usage cost and its currency; None where no price is known.
    cost: float | None = None
    currency: str = ""

    def told(self) -> str:
        """Return it in one line for a person."""
        told = f"{self.name} ({self.model}): {self.drafts} drafts, {self.usage.told()}"
        return told if self.cost is None else f"{told}, {self.cost:.4g} {self.currency}"


class Result(Frozen):
    """The answer to a question."""

    question: str
    method: Method = "computed"
    answer: str
    claims: tuple[AnsweredClaim, ...] = ()
    #: Runs as the server gives them.
    runs: tuple[dict[str, Any], ...] = ()
    #: None where no language model took part.
    model: ModelUse | None = None
    problems: tuple[dict[str, Any], ...] = ()
    #: A limit or a server that failed left steps undone; the notes say which.
    partial: bool = False
    #: What went otherwise than asked, for a person.
    notes: tuple[str, ...] = ()
    #: The drafts that were used, as their model wrote them.
    drafts: tuple[str, ...] = ()
    #: What of the question is in no formula of the model's plan.
    open_parts: tuple[str, ...] = ()
    #: Who read the question. What the model reads is checked by the server.
    planned_by: Literal["rules", "model"] = "rules"
    #: Series of the runs by run id, where they were asked for. Not in the JSON object.
    series: Mapping[str, Mapping[str, Series]] = Field(default_factory=dict, exclude=True)
    #: What each stage took.
    stages: tuple[Stage, ...] = Field(default=(), exclude=True)

    def as_json(self) -> dict[str, Any]:
        """Return the object that `--json` prints.

        Only where a model took part does it hold the stages with their tokens, cost and seconds:
        without one, equal questions give equal objects.
        """
        found = self.model_dump(mode="json")
        if self.model is not None:
            found["stages"] = [
                {"name": stage.name, **stage.model_dump(mode="json")} for stage in self.stages
            ]
        return found

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        return short(self.question, self.answer, self.claims, self.notes)
