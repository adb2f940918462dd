"""Writes drafts whose formulas are in an older notation in today's language.

python -m studies.older_drafts DRAFTS OUT
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import typer
from pydantic import JsonValue

from simulrag.evaluation.drafts import FILE
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.formulas.listings import argument
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import Call, FormulaError, Node, walk
from studies.older_drafts.older_notation import NoCounterpart, translated
from studies.older_drafts.printed import prints

#: What is kept of a claim beside its formula.
KEPT = ("text", "confidence", "label", "strict", "value", "why")


def today(draft: Mapping[str, Any], registry: Registry) -> dict[str, Any]:
    """Return a draft with its formulas in today's language."""
    claims = [_claim(held, draft["question"], registry) for held in draft["claims"]]
    return {**draft, "claims": claims}


def _claim(held: Mapping[str, Any], question: str, registry: Registry) -> dict[str, Any]:
    kept = {name: held[name] for name in KEPT if held.get(name) is not None}
    if not held.get("formula"):
        return kept
    try:
        formula, let = translated(held["formula"], held.get("let") or {}, registry)
        assume = assumed(formula, let, (held["text"], question), registry)
    except (NoCounterpart, FormulaError) as error:
        return {**kept, "why": f"no counterpart: {error}"}
    return {**kept, "formula": formula, "let": let, "assume": assume}


def assumed(
    formula: str, let: Mapping[str, str], texts: tuple[str, ...], registry: Registry
) -> dict[str, JsonValue]:
    """Return the arguments of a formula's runs that no text prints and that are no default.

    One that other runs of the formula go without is left out: assumed, it would be theirs too.
    """
    found: dict[str, list[JsonValue]] = {}
    nodes = dict.fromkeys(walk(parse(formula, let).root))
    held = [node for node in nodes if isinstance(node, Call)]
    for run in held:
        for name, value in _open(run, texts, registry):
            values = found.setdefault(name, [])
            values.extend([] if value in values else [value])
    lacking = {name for run in held for name in _without(run, registry)}
    kept = {name: values for name, values in found.items() if name not in lacking}
    return {name: values[0] if len(values) == 1 else values for name, values in kept.items()}


def _without(run: Call, registry: Registry) -> set[str]:
    """Return the inputs that a run leaves open."""
    named = {parameter.name for parameter in registry.function(run).parameters}
    return named - dict(run.arguments).keys()


def _open(
    call: Call, texts: tuple[str, ...], registry: Registry
) -> Iterator[tuple[str, JsonValue]]:
    function = registry.function(call)
    for name, node in call.arguments:
        parameter, value = function.parameter(name), plain(node)
        if value is None or value == parameter.default:
            continue
        if not any(prints(text, parameter, value) for text in texts):
            yield name, value


def plain(node: Node) -> JsonValue:
    """Return what an argument is as data; None for one that a `for` fills."""
    try:
        return argument(node, {})
    except (FormulaError, KeyError):
        return None


def main(drafts: Path, out: Path) -> None:
    """Write the drafts of a folder into another."""
    out.mkdir(parents=True, exist_ok=True)
    with (drafts / FILE).open(encoding="utf-8") as lines:
        made = [today(json.loads(one), installed()) for one in lines]
    text = "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in made)
    (out / FILE).write_text(text, "utf-8")


if __name__ == "__main__":
    typer.run(main)
