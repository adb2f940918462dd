"""What a result tells of runs and verdicts unless all is asked for: values, checks, little else.

At least half of such a block is values and the check: blocks of advice, catalogue and provenance
moved no model to a better answer where that was measured, and cost most of the bytes. What is
left out here is in `get_run(run_id, detail="full")`.
"""

from collections.abc import Sequence
from typing import cast

from pydantic import BaseModel, JsonValue

from simulrag.server.schemas import JsonObject
from simulrag.simulators.interface import Run
from simulrag.verifier.claims import Computed, Verdict

#: Significant digits of a number; `detail="full"` has all.
DIGITS = 6


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
    return {"text": verdict.text, **_brief(verdict, without)}


def identified(key: str, verdict: Verdict) -> JsonObject:
    """Return all of a stored verdict under its id."""
    return {"id": key, **verdict.model_dump(mode="json", exclude_none=True, exclude={"id"})}


def whole_run(run: Run, *, series: bool = False) -> JsonObject:
    """Return all of a run as JSON values, with or without its series."""
    kept = run if series else run.model_copy(update={"series": {}})
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
