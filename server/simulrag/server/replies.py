"""What the tools return: a short text that stands alone, and data for programs.

The data classes hold the words of verification as they are (`Run`, `Verdict`, ...), so that a
client reads them back into the same models. Runs go without their series.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, Field, JsonValue

from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Band, Call, Run, Series
from simulrag.verifier.claims import Bound, Claim, Graded, Problem, Score, Statement, Verdict

#: What `get_run` shows or does.
Detail = Literal["concise", "full", "chart", "stop"]
#: Most points of a series that leave the server.
MOST_POINTS = 60

Data = TypeVar("Data", bound=BaseModel)


@dataclass(frozen=True)
class Reply(Generic[Data]):
    """A tool's answer: what a person or a model reads, the same as data, perhaps a picture."""

    text: str
    data: Data
    png: bytes = b""

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


class SimulatorEntry(BaseModel):
    """A registered simulator, for a list."""

    name: str
    title: str
    version: str
    description: str
    tool: str
    functions: list[str]


class HandbookData(BaseModel):
    """Result of read_handbook."""

    simulators: list[SimulatorEntry]
    text: str = Field(description="Markdown")


class PlanData(BaseModel):
    """Result of plan_runs."""

    calls: list[Call] = Field(description="simulator, function, arguments, seed")
    words: list[list[str]] = Field(description="for each call, the words it was read from")
    bands: list[Band] = Field(description="scales defined by the question")
    bands_of_difference: bool = False
    graded: list[Graded] = Field(default_factory=list)
    problems: list[Problem]


class RunData(BaseModel):
    """Result of simulate_*: one run."""

    run: Run = Field(description="id, call, outputs, context, resolved, warnings, check")
    series: list[str] = Field(description="names of its series; get_run shows them")


class ShownData(BaseModel):
    """Result of get_run: a run, or the structured content of a call that went on."""

    run: Run | None = Field(default=None, description="as simulate_* returns it")
    series: list[str] = Field(default_factory=list)
    result: dict[str, JsonValue] | None = Field(
        default=None, description="of a job that is done: what its tool returns"
    )


class Difference(BaseModel):
    """Second minus first of one output; low and high: 90 % interval on paired samples."""

    output: str
    first: float
    second: float
    difference: float
    percent: float | None
    unit: str
    low: float | None
    high: float | None


class CompareData(BaseModel):
    """Result of compare_runs."""

    differences: list[Difference] = Field(
        description="output, first, second, difference, percent, unit, low, high"
    )
    paired: bool = Field(description="one seed: the difference has its own interval")
    changed: dict[str, str] = Field(description="argument: from -> to")


class BoundsData(BaseModel):
    """Result of assess_boundary."""

    bounds: list[Bound] = Field(description="claim, bound (inside|outside|unread), problem")


class SelectionData(BaseModel):
    """Result of select_claims."""

    selected: list[str] = Field(description="claim ids in the order to verify them")
    scores: list[Score] = Field(description="id, confidence, support, rank")
    left_out: dict[str, str] = Field(description="claim id: reason")


class VerdictsData(BaseModel):
    """Result of verify_claims."""

    claims: list[Verdict] = Field(
        description="text, verdict, updated, claimed, simulated, low, high, unit, run_ids, problem"
    )
    runs: list[Run]
    problems: list[Problem]


class CheckedData(VerdictsData):
    """Result of check_answer."""

    answer: str = Field(description="the text with refuted claims rewritten")


class AnswerData(BaseModel):
    """Result of answer_question."""

    answer: str
    claims: list[Statement] = Field(description="text, run_ids")
    runs: list[Run]
    problems: list[Problem]


class ClaimsData(BaseModel):
    """Result of merge_claims."""

    claims: list[Claim] = Field(description="id, text, support (indices of answers)")


def without_series(runs: Sequence[Run]) -> list[Run]:
    """Return the runs without their series."""
    return [run.model_copy(update={"series": {}}) for run in runs]


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
