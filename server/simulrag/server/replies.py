"""What the tools return: a short text that stands alone, and data for programs.

The data classes hold the words of verification (`Run`, `Verdict`, ...): in brief by default, as
they are with `detail="full"`, so that a client reads them back into the same models.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from simulrag.server.schemas import JsonObject
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Band, Call, Series
from simulrag.verifier.claims import Graded, Problem, Score, Statement

#: How much of runs and verdicts a result holds.
Detail = Literal["concise", "full"]
#: What `get_run` shows or does.
Shown = Literal["concise", "full", "chart", "stop"]
#: Most points of a series that leave the server.
MOST_POINTS = 60

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
    """Base of what replies hold; built at first use, as a server's start needs none of them."""

    model_config = ConfigDict(defer_build=True)


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
    bands: list[Band] = Field(description="scales defined by the question")
    bands_of_difference: bool = False
    graded: list[Graded] = Field(default_factory=list)
    problems: list[Problem]
    unused: list[str] | None = Field(
        default=None, description="printed in the question, in no formula"
    )
    supplied: list[str] | None = Field(
        default=None, description="taken for inputs, not printed in the question"
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
        description="text, verdict, updated, claimed, simulated, low, high, unit, run_ids, problem"
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
        description="id, text, support (indices of answers), formula, let, assume, context"
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
    return Series(
        unit=series.unit,
        axis=series.axis,
        axis_unit=series.axis_unit,
        times=tuple(series.times[i] for i in picked),
        values=tuple(series.values[i] for i in picked),
        low=tuple(series.low[i] for i in picked) if series.low else (),
        high=tuple(series.high[i] for i in picked) if series.high else (),
        lower=tuple(series.lower[i] for i in picked) if series.lower else (),
        upper=tuple(series.upper[i] for i in picked) if series.upper else (),
    )
