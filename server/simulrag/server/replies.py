"""What the tools return: a short text that stands alone, and data for programs.

The data classes hold the words of verification (`Run`, `Verdict`, ...): in brief by default, as
they are with `detail="full"`, so that a client reads them back into the same models. At least half
of what is brief is values and the check: blocks of advice, catalogue and provenance moved no model
to a better answer where that was measured, and cost most of the bytes.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from simulrag.server.schemas import JsonObject
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Band, Call, Run, Series
from simulrag.verifier.claims import Computed, Graded, Problem, Score, Statement, Verdict

#: How much of runs and verdicts a result holds.
Detail = Literal["concise", "full"]
#: What `get_run` shows or does.
Shown = Literal["concise", "full", "chart", "stop"]
#: Most points of a series that leave the server.
MOST_POINTS = 60
#: Significant digits of a number; `detail="full"` has all.
DIGITS = 6

Data = TypeVar("Data", bound=BaseModel)


@dataclass(frozen=True)
class Reply(Generic[Data]):
    """A tool's answer: what a person or a model reads, the same as data, perhaps a picture.

    whole: it was asked for in full and is not shortened.
    """

    text: str
    data: Data
    png: bytes = b""
    whole: bool = False

    def structured(self) -> dict[str, JsonValue]:
        """Return the data as JSON values without nulls. Raises RunFailed for NaN or infinity."""
        content: dict[str, JsonValue] = self.data.model_dump(mode="json", exclude_none=True)
        try:  # many times faster than the search for the path, which a finite reply does not need
            json.dumps(content, allow_nan=False)
        except ValueError:
            path = _not_finite(content, "")
            raise RunFailed(
                f"the value at {path} is not a finite number; nothing follows from it"
            ) from None
        return content


def _not_finite(value: JsonValue, path: str) -> str:
    """Return the path of the first NaN or infinity, empty if there is none."""
    if isinstance(value, float):
        return "" if math.isfinite(value) else path.lstrip(".")
    parts: Sequence[tuple[object, JsonValue]] = ()
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))
    return next((found for key, part in parts if (found := _not_finite(part, f"{path}.{key}"))), "")


class _Data(BaseModel):
    """Base of what replies hold; built at first use, as a server's start needs none of them.

    It takes the fields of the verifier's own models by their names.
    """

    model_config = ConfigDict(defer_build=True, from_attributes=True)


class SimulatorEntry(_Data):
    """A registered simulator, for a list."""

    name: str
    title: str
    version: str
    description: str
    tool: str
    functions: list[str]


class HandbookData(_Data):
    """Result of read_handbook."""

    simulators: list[SimulatorEntry]
    text: str = Field(description="Markdown")


class PlanData(_Data):
    """Result of plan_runs."""

    calls: list[Call] = Field(description="simulator, function, arguments, seed")
    words: list[list[str]] = Field(description="for each call, the words it was read from")
    bands: list[Band] = Field(default_factory=list, description="scales defined by the question")
    bands_of_difference: bool = False
    graded: list[Graded] = Field(default_factory=list)
    problems: list[Problem]
    unused: list[str] = Field(
        default_factory=list,
        description="printed in the question, in no formula",
        exclude_if=lambda found: not found,
    )
    supplied: list[str] = Field(
        default_factory=list,
        description="taken for inputs, not printed in the question",
        exclude_if=lambda found: not found,
    )


class Refused(_Data):
    """A setting of a batch that could not be run: its number from 1, and why."""

    setting: int
    reason: str
    message: str


class RunData(_Data):
    """Result of simulate_*: one run, or those of a batch."""

    run: JsonObject | None = Field(
        default=None, description="id, outputs, check, resolved, warnings"
    )
    series: list[str] = Field(
        default_factory=list, description="names of its series; get_run shows them"
    )
    runs: list[JsonObject] | None = Field(
        default=None, description="of settings: as run, and setting"
    )
    refused: list[Refused] | None = Field(default=None, description="setting, reason, message")
    #: What holds for all runs of a batch.
    warnings: list[str] | None = None
    resolved: JsonObject | None = None


class ShownData(_Data):
    """Result of get_run: a run, a verdict, or the reply of a call that is kept under a handle."""

    run: JsonObject | None = Field(default=None, description="as simulate_* returns it")
    series: list[str] = Field(default_factory=list)
    verdicts: list[JsonObject] | None = Field(
        default=None, description="that rest on it, with their ids"
    )
    questions: list[str] | None = Field(default=None, description="that were asked of them")
    result: JsonObject | None = Field(
        default=None, description="of a job that is done: what its tool returns"
    )
    text: str | None = Field(default=None, description="a page of a long reply")
    pages: int | None = None
    still_running: str | None = None


class BoundsData(_Data):
    """Result of assess_boundary."""

    bounds: list[JsonObject] = Field(
        description="claim, bound (inside|outside|unread), problem, formula, skeleton"
    )


class SelectionData(_Data):
    """Result of select_claims."""

    selected: list[str] = Field(description="claim ids in the order to verify them")
    scores: list[Score] = Field(description="id, confidence, support, rank")
    left_out: dict[str, str] = Field(description="claim id: reason")


class VerdictsData(_Data):
    """Result of verify_claims."""

    claims: list[JsonObject] = Field(
        description="text, verdict, updated, claimed, simulated, low, high, unit, run_ids, "
        "problem, distribution, witness"
    )
    runs: list[JsonObject]
    problems: list[Problem]


class ComputedData(_Data):
    """Result of compute."""

    values: list[JsonObject] = Field(
        description="formula, value, text, low, high, unit, probability, run_ids, notes, problem"
    )


class CheckedData(VerdictsData):
    """Result of check_answer."""

    answer: str | None = Field(
        default=None, description="in full: the text with refuted claims rewritten"
    )


class AnswerData(_Data):
    """Result of answer_question."""

    answer: str
    claims: list[Statement] = Field(description="text, run_ids")
    runs: list[JsonObject]
    problems: list[Problem]
    unused: list[str] | None = Field(
        default=None, description="printed in the question, in no formula"
    )


class ClaimsData(_Data):
    """Result of merge_claims."""

    claims: list[JsonObject] = Field(
        description="id, text, support (indices of answers), formula, let, assume, context, witness"
    )


class SearchData(_Data):
    """Result of search_literature."""

    searched: int
    sources: list[JsonObject] = Field(description="id, citation, types, sentences")
    batches: int
    unreachable: list[JsonObject] = Field(description="source, why")
    faults: list[str] = Field(default_factory=list)


class EvidenceData(_Data):
    """Result of weigh_evidence."""

    claim: str
    headline: str
    label: str | None = Field(default=None, description="none without a reader, or in dispute")
    agreement: str
    combined: JsonObject | None = None
    literature: JsonObject = Field(description="averages: score, label, sources")
    remarks: list[str] = Field(default_factory=list)
    explanation: list[JsonObject] = Field(
        default_factory=list, description="text, mark, cites, faults"
    )
    sources: list[JsonObject] = Field(description="id, use, grade, quotes, faults, reputation")
    simulations: list[JsonObject] = Field(default_factory=list)
    differ: JsonObject = Field(default_factory=dict)
    faults: list[str] = Field(default_factory=list)
    unreachable: list[JsonObject] = Field(default_factory=list)
    opposing: str = ""
    searched: int = 0
    only_by_opposing: int = 0
    report: str | None = Field(default=None, description="in full: all of it as text")


def thinned(series: Mapping[str, Series]) -> dict[str, Series]:
    """Return each series at no more than MOST_POINTS evenly spread points, its ends kept."""
    return {name: _thin(one) for name, one in series.items()}


def _thin(series: Series) -> Series:
    count = len(series.times)
    if count <= MOST_POINTS:
        return series
    last = MOST_POINTS - 1
    picked = [round(step * (count - 1) / last) for step in range(MOST_POINTS)]
    each = ("times", "values", "low", "high", "lower", "upper")
    whole = {name: getattr(series, name) for name in each}
    thin = {name: tuple(one[i] for i in picked) for name, one in whole.items() if one}
    return series.model_copy(update=thin)


def brief_run(run: Run) -> JsonObject:
    """Return a run's id, outputs, check, warnings, and its question as it was resolved."""
    outputs = {name: _brief(value, {"kind"}) for name, value in run.outputs.items()}
    made: JsonObject = {
        "id": run.id,
        "source": run.source,
        "outputs": cast("JsonValue", outputs),
        "check": _brief(run.check, set()),
        "resolved": conditions(run),
    }
    if run.parts:  # values alone: of 50 states all ends would be too much to read
        made["parts"] = {
            part: {name: _rounded(value.value) for name, value in outputs.items()}
            for part, outputs in run.parts.items()
        }
    if run.warnings:
        made["warnings"] = list(run.warnings)
    return made


def conditions(run: Run) -> JsonObject:
    """Return the question as a run resolved it, with the arguments that this does not name.

    What explains a choice ("sum: states added up ...") is left to the run in full.
    """
    arguments = run.call.arguments
    resolved = {
        name: str(arguments[name]) if text.startswith(f"{arguments.get(name)}: ") else text
        for name, text in run.resolved.items()
    }
    others = {
        name: value
        for name, value in arguments.items()
        if name not in resolved and value not in (None, "", [], 0)
    }
    return {**resolved, **others}


def brief_verdict(verdict: Verdict) -> JsonObject:
    """Return a verdict without what is empty; `updated` only where the claim was changed.

    What its caller handed in beside text and formula is not repeated.
    """
    without = {"context", "assume", "language", "versions"}
    if verdict.updated == verdict.text:
        without.add("updated")
    if verdict.read_by == "rules":
        without.add("read_by")
    if not verdict.escalated:
        without.add("escalated")
    made = {"text": verdict.text, **_brief(verdict, {*without, "witness"})}
    if verdict.witness is not None:
        beside = brief_verdict(verdict.witness)
        made["witness"] = {k: v for k, v in beside.items() if k not in ("text", "let", "read_by")}
    return made


def identified(key: str, verdict: Verdict) -> JsonObject:
    """Return all of a stored verdict under its id."""
    return {"id": key, **verdict.model_dump(mode="json", exclude_none=True, exclude={"id"})}


def whole_run(run: Run, *, series: bool = False) -> JsonObject:
    """Return all of a run as JSON values, with few points of its series or without them."""
    kept = run.model_copy(update={"series": thinned(run.series) if series else {}})
    return kept.model_dump(mode="json", exclude_none=True)


def runs_of(runs: Sequence[Run], *, full: bool) -> list[JsonObject]:
    """Return runs without their series, in brief or with all else."""
    return [whole_run(run) if full else brief_run(run) for run in runs]


def verdicts_of(verdicts: Sequence[Verdict], *, full: bool) -> list[JsonObject]:
    """Return verdicts in brief or with all that belongs to them."""
    if full:
        return [one.model_dump(mode="json", exclude_none=True) for one in verdicts]
    return [brief_verdict(one) for one in verdicts]


def computed_of(values: Sequence[Computed], *, full: bool) -> list[JsonObject]:
    """Return what formulas are worth: in brief without what is empty, or with all digits."""
    if full:
        return [one.model_dump(mode="json", exclude_none=True) for one in values]
    return [_brief(one, set()) for one in values]


def listed(items: Sequence[BaseModel]) -> list[JsonObject]:
    """Return claims or bounds with all that they hold, without what they do not."""
    dumped = (one.model_dump(mode="json", exclude_none=True) for one in items)
    return [{name: v for name, v in one.items() if v not in ("", [], {})} for one in dumped]


def _brief(model: BaseModel, without: set[str]) -> JsonObject:
    return _said(model.model_dump(mode="json", exclude_none=True, exclude=without))


def _said(values: JsonObject) -> JsonObject:
    return {name: _rounded(value) for name, value in values.items() if value not in ("", [], {})}


def _rounded(value: JsonValue) -> JsonValue:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return _said(value)
    return [_rounded(part) for part in value] if isinstance(value, list) else value
