"""Reads drafts of a model with a second reader's formulas, and writes those in today's language."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from simulrag.evaluation.formulas.older_notation import NoCounterpart, translated
from simulrag.evaluation.formulas.printed import prints
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import Call, FormulaError, Items, Node, Number, Text, walk

FILE = "drafts.jsonl"


@dataclass(frozen=True)
class DraftClaim:
    """A claim of a draft with what a second reader made of it.

    formula: in today's language; empty where there is none, and `why` says for what reason.
    assume: parameter -> the value that neither claim nor question prints; several in a tuple.
    strict: the label by the print alone, without tolerance. value: the simulated side.
    """

    id: str
    question: str
    text: str
    label: str
    strict: str
    formula: str = ""
    let: Mapping[str, str] = field(default_factory=dict[str, str])
    assume: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    assumed: tuple[str, ...] = ()
    value: JsonValue = None
    #: What the model stated itself, 0 to 1.
    confidence: float | None = None
    why: str = ""

    @property
    def expected(self) -> str:
        """Return the label that a verdict should agree with: a bare number is what was printed."""
        return self.label if "about(" in self.formula else self.strict

    @property
    def decidable(self) -> bool:
        """Tell whether it has a formula, and a label that a verdict can agree with."""
        return bool(self.formula) and self.label in ("true", "false")


def read_drafts(folder: Path, registry: Registry) -> list[DraftClaim]:
    """Return the claims of all drafts. Raises SimulRAGError where the folder holds none."""
    path = folder / FILE
    if not path.exists():
        raise SimulRAGError(f"{folder} holds no {FILE}")
    with path.open(encoding="utf-8") as lines:
        return [claim for line in lines for claim in _claims(json.loads(line), registry)]


def read_sentences(path: Path, registry: Registry) -> list[DraftClaim]:
    """Return claims that are written with formulas in today's language, one a line.

    A line holds `text`, `formula` and `label`, and may hold `let`, `question` and `assume`. Raises
    SimulRAGError for a file that is missing or holds something else.
    """
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        return [_sentence(f"{path.stem}/{n}", held, registry) for n, held in enumerate(lines, 1)]
    except (OSError, ValueError, KeyError) as error:
        raise SimulRAGError(f"{path} holds no sentences with formulas: {error!r}") from error


def _sentence(identity: str, held: Mapping[str, Any], registry: Registry) -> DraftClaim:
    claim = DraftClaim(
        id=identity,
        question=held.get("question", ""),
        text=held["text"],
        label=held["label"],
        strict=held["label"],
        formula=held["formula"],
        let=held.get("let") or {},
    )
    if "assume" in held:
        return replace(claim, assume=held["assume"])
    texts = (claim.text, claim.question)
    return replace(claim, assume=assumed(claim.formula, claim.let, texts, registry))


def _claims(draft: Mapping[str, Any], registry: Registry) -> Iterator[DraftClaim]:
    for number, held in enumerate(draft["claims"], 1):
        claim = DraftClaim(
            id=f"{draft['id']}/{draft['draft']}/{number}",
            question=draft["question"],
            text=held["text"],
            label=held["label"],
            strict=held["strict"],
            assumed=tuple(held.get("assumed") or ()),
            value=held.get("value"),
            confidence=held.get("confidence"),
            why=held.get("why") or "",
        )
        yield _translated(claim, held, registry) if held.get("formula") else claim


def _translated(claim: DraftClaim, held: Mapping[str, Any], registry: Registry) -> DraftClaim:
    let: Mapping[str, str] = held.get("let") or {}
    try:
        formula, used = translated(held["formula"], let, registry)
        assume = assumed(formula, used, (claim.text, claim.question), registry)
    except (NoCounterpart, FormulaError) as error:
        return replace(claim, why=f"no counterpart: {error}")
    return replace(claim, formula=formula, let=used, assume=assume, why="")


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
    match node:
        case Number(value=value):
            return int(value) if value.is_integer() else value
        case Text(value=value):
            return value
        case Items(items=items):
            held = [plain(item) for item in items]
            return None if None in held else held
        case _:
            return None
