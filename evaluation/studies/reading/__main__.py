"""Measures how well a language model reads drafted claims: the reading step of the client's loop.

    python -m studies.reading DRAFTS [--question ID] [--model NAME:MODEL-ID] [--misses FILE]

All claims of a question go to the model at once, what the server sends back goes back once, and
the formulas are verified against runs. The truth is the verdict of a second reader's formula on
the same runs.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
from pydantic import JsonValue

from simulrag.client.errors import ModelError
from simulrag.client.language_models.metered import Metered
from simulrag.client.language_models.protocol import Request, find
from simulrag.client.model_formulas import Writing, Written, unread
from simulrag.client.session import McpTools, Tools, run
from simulrag.client.stages import as_given
from simulrag.evaluation.drafts import Bench, DraftClaim, emulated, kept, read_drafts
from simulrag.evaluation.measurement import Measurement, Miss, share, stated, write_misses
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.claims import Claim, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.notation import parse
from studies.formulas.__main__ import WORDS, formula_of, miss

DECIDED = ("supported", "refuted")


def measure_reading(
    folder: Path,
    registry: Registry,
    questions: Sequence[str] = (),
    model: str = "",
    store: Path | None = None,
) -> Measurement:
    """Return how a model reads the claims of drafts: figures of each question, and of all.

    questions: ids of questions, or how they begin; none for all. model: NAME or NAME:MODEL-ID, ""
    for Claude. store: where runs are kept. Raises SimulRAGError where there is nothing to measure
    or no model.
    """
    registry = emulated(registry)
    asked = _by_question(read_drafts(folder), questions)
    with kept(store) as path, EvidenceStore(path) as runs:
        return run(_measured, asked, Bench.of(registry, runs), runs, model or "claude")


def _by_question(
    claims: Sequence[DraftClaim], questions: Sequence[str]
) -> dict[str, list[DraftClaim]]:
    """Return the claims that are asked for by the id of their question."""
    found: dict[str, list[DraftClaim]] = {}
    for claim in claims:
        found.setdefault(claim.id.partition("/")[0], []).append(claim)
    missing = [one for one in questions if not any(key.startswith(one) for key in found)]
    if missing:
        raise SimulRAGError(f"no question begins with {missing[0]!r}; there are {', '.join(found)}")
    return {k: v for k, v in found.items() if not questions or k.startswith(tuple(questions))}


async def _measured(
    asked: dict[str, list[DraftClaim]], bench: Bench, store: EvidenceStore, choice: str
) -> Measurement:
    found = await _all_read(asked, bench, store, choice)
    total, figures, misses = Counter[str](), dict[str, dict[str, float | int]](), list[Miss]()
    for name, claims in asked.items():
        counts, missed = _compared(claims, found[name], bench)
        total.update(counts)
        figures[name] = _figures(counts)
        misses += missed
    return Measurement(figures=figures | {"all": _figures(total)}, misses=tuple(misses))


async def _all_read(
    asked: dict[str, list[DraftClaim]], bench: Bench, store: EvidenceStore, choice: str
) -> dict[str, "_Read"]:
    """Have the claims of all questions read, side by side."""
    from mcp import Client

    from simulrag.server.app import build_server

    model = find(choice)
    found: dict[str, _Read] = {}

    async def one(name: str, tools: Tools) -> None:
        found[name] = await _read(asked[name], Metered(model), tools)

    try:
        async with (
            Client(build_server(bench.registry, store=store)) as client,
            anyio.create_task_group() as group,
        ):
            for name in asked:
                group.start_soon(one, name, McpTools(client))
    finally:
        await model.close()
    return found


class _Read:
    """What became of the claims of one question, by their text."""

    def __init__(self, written: Written, verdicts: dict[str, Verdict], calls: int) -> None:
        self.written, self.verdicts, self.calls = written, verdicts, calls

    def problem(self, text: str) -> str:
        """Return why a claim has no formula."""
        bound = self.written.bounds.get(text)
        return bound.problem.message if bound and bound.problem else "no formula was written of it"


async def _read(claims: Sequence[DraftClaim], model: Metered, tools: Tools) -> _Read:
    """Have the claims of a question written as formulas, and those verified."""
    texts = dict.fromkeys(claim.text for claim in claims)
    numbered = [Claim(id=f"c{n:02d}", text=text) for n, text in enumerate(texts, 1)]
    handbook = str((await tools.call("read_handbook"))["text"])

    async def ask(request: Request) -> Mapping[str, JsonValue]:
        return (await model.complete(request)).content

    try:
        written = await Writing(claims[0].question, handbook, numbered, ask, tools).written()
    except ModelError as error:  # the other questions are still asked
        bounds = {text: unread(text, str(error)) for text in texts}
        return _Read(Written(claims=(), bounds=bounds), {}, model.spent.calls)
    formal = [claim for claim in written.claims if claim.formula]
    given = [as_given(claim) for claim in formal]
    reply = await tools.call("verify_claims", claims=given, against="run") if given else {}
    made = [Verdict.model_validate(one, extra="ignore") for one in reply.get("claims", ())]
    verdicts = {claim.text: verdict for claim, verdict in zip(formal, made, strict=True)}
    return _Read(written, verdicts, model.spent.calls)


def _compared(
    claims: Sequence[DraftClaim], found: _Read, bench: Bench
) -> tuple[Counter[str], list[Miss]]:
    counts, misses = Counter[str](claims=len(claims), calls=found.calls), list[Miss]()
    for claim in claims:
        verdict = found.verdicts.get(claim.text)
        counts["sent back"] += claim.text in found.written.refused
        truth = _truth(claim, bench)
        if truth is None:
            counts["decided of others"] += verdict is not None and verdict.verdict in DECIDED
            continue
        counts["decidable"] += 1
        if verdict is None:
            misses.append(_miss("unread", claim, truth, "", found.problem(claim.text)))
            continue
        counts["with a formula"] += 1
        word = verdict.verdict
        if word not in DECIDED or truth not in DECIDED:
            counts["left open"] += 1
            if truth in DECIDED:
                misses.append(_miss("open", claim, truth, word, verdict.derivation, verdict))
            continue
        counts["decided"] += 1
        counts["right"] += word == truth
        if word != truth:
            misses.append(_miss("wrong", claim, truth, word, verdict.derivation, verdict))
    return counts, misses


def _truth(claim: DraftClaim, bench: Bench) -> str | None:
    """Return what the second reader's formula says, or the label; None for what is none."""
    if claim.label not in WORDS:
        return None
    if not claim.formula:
        return WORDS[claim.label]
    return bench.decided(claim, parse(claim.formula, claim.let))[0]


def _figures(counts: Counter[str]) -> dict[str, float | int]:
    return stated(
        {
            **{name: counts[name] for name in ("claims", "calls", "sent back", "decidable")},
            "with a formula": share(counts["with a formula"], counts["decidable"]),
            "decided": counts["decided"],
            "right": share(counts["right"], counts["decided"]),
            "wrong": counts["decided"] - counts["right"],
            "left open": counts["left open"],
            "decided of others": counts["decided of others"],
        }
    )


def _miss(
    kind: str, claim: DraftClaim, truth: str, got: str, why: str, verdict: Verdict | None = None
) -> Miss:
    read = "" if verdict is None else f"{verdict.formula} with {dict(verdict.let)}: "
    gold = f" | {formula_of(claim)}" if claim.formula else ""
    return miss("reading", claim, truth, got or "unread", kind, f"{read}{why}{gold}")


def main() -> None:
    """Print how a model reads the drafts of a folder, as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("drafts", type=Path)
    parser.add_argument("--question", action="append", default=[], help="id, or how it begins")
    parser.add_argument("--model", default="", help="NAME or NAME:MODEL-ID; default: claude")
    parser.add_argument("--store", type=Path, help="keep the runs here for the next time")
    parser.add_argument("--misses", type=Path, help="write every miss, one object a line")
    given = parser.parse_args()
    found = measure_reading(given.drafts, installed(), given.question, given.model, given.store)
    if given.misses is not None:
        write_misses(given.misses, found.misses)
    print(json.dumps(found.figures, indent=1))


if __name__ == "__main__":
    main()
