"""Everything needed to make a result again, and what it cost."""

import json
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

from simulrag.client.language_models.usage import Usage
from simulrag.client.progress import Stage
from simulrag.client.reporting.html import Child, Markup, join, table, tag
from simulrag.client.result import Result

#: Distributions whose versions may show in printed digits.
PACKAGES = ("simulrag", "numpy", "torch", "mcp", "anthropic", "pydantic")
#: Columns of the stages and the fields of a usage.
_KINDS = (
    ("Calls", "calls"),
    ("Tokens in", "input_tokens"),
    ("Tokens out", "output_tokens"),
    ("Read from cache", "cache_read_tokens"),
    ("Put in cache", "cache_write_tokens"),
    ("Replies from disk", "stored"),
)


def cost(result: Result) -> Markup:
    """Return what the model cost and how long each stage took."""
    parts: list[Child] = []
    if result.model is None:
        parts.append(tag("p", "No language model took part: no tokens, no cost."))
    else:
        rows = _flat(result.model.model_dump(mode="json"))
        parts.append(table("Language model", ("What", "How much"), rows))
    if result.stages:
        parts.append(_by_stage(result))
    return join(parts)


def _by_stage(result: Result) -> Markup:
    """Return time and, of those that asked a model, calls, tokens and cost of the stages."""
    sums = sum((stage.usage for stage in result.stages), Usage())
    costs = [stage.cost for stage in result.stages if stage.cost is not None]
    whole = Stage(
        message="all",
        seconds=sum(stage.seconds for stage in result.stages),
        usage=sums,
        cost=sum(costs) if costs else None,
    )
    currency = result.model.currency if result.model else ""
    heads = ["Stage", "Time", *(words for words, _ in _KINDS), f"Cost {currency}".rstrip()]
    rows = [_stage_row(stage) for stage in (*result.stages, whole)]
    used = [n for n in range(len(heads)) if n < 2 or any(row[n] for row in rows)]
    shown = [[row[n] or "–" for n in used] for row in rows]
    return table("Time and use by stage", [heads[n] for n in used], shown)


def _stage_row(stage: Stage) -> list[str]:
    counts: list[int] = [getattr(stage.usage, name) for _, name in _KINDS]
    return [
        stage.message,
        f"{stage.seconds:.2f} s",
        *(f"{count:,}" if count else "" for count in counts),
        f"{stage.cost:.4g}" if stage.cost else "",
    ]


def _flat(fields: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """List all that is known of the use of a model, whatever its fields are."""
    for name, value in fields.items():
        words = f"{within} {name.replace('_', ' ')}".strip()
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, Any]", value), "" if name == "usage" else words)
        elif value is not None:
            yield words, f"{value:,}" if isinstance(value, int) else str(value)


def reproduce(result: Result, command: str, text: str, made: str) -> Markup:
    """Return command, text as given, versions, calls with seeds, and the whole result as JSON."""
    calls = [
        {"run": run["id"], "version": run.get("version"), "build": run.get("build"),
         "source": run.get("source"), **run["call"]}
        for run in result.runs
    ]  # fmt: skip
    return join(
        tag("h3", "Command"),
        tag("pre", tag("code", command)),
        _folded("Text as it was given, text.txt", text) if text else None,
        tag("h3", "Versions"),
        table("Versions", ("What", "Version"), [*_versions(), ("made", made)]),
        tag("h3", "Calls"),
        tag("p", "Each call with its arguments and its seed. Equal calls on equal versions give "
            "equal runs, and equal ids."),
        tag("pre", tag("code", _json(calls))),
        [_folded(f"Draft {n}", draft) for n, draft in enumerate(result.drafts, start=1)],
        _folded("The whole result as JSON", _json(result.as_json())),
    )  # fmt: skip


def _folded(title: str, text: str) -> Markup:
    return tag("details", tag("summary", title), tag("pre", tag("code", text)))


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2)


def _versions() -> Iterator[tuple[str, str]]:
    yield "python", platform.python_version()
    yield "machine", f"{platform.system()} {platform.machine()}"
    for name in PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
