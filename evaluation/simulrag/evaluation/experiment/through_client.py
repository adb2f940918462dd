"""The client's own loops over the synthetic answerer: ours and the paper's, with what they cost.

Slow beside the direct path, so a part of the items goes this way: to compare `--method paper`, and
to count calls. A synthetic answerer has no tokens; they are not measured here.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.errors import ClientError
from simulrag.client.loop import simulrag
from simulrag.client.paper.algorithm import paper
from simulrag.client.paper.estimating import official_calls
from simulrag.client.result import AnsweredClaim, Method
from simulrag.client.session import McpTools, run
from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Outcome
from simulrag.evaluation.experiment.model import KnownTruth
from simulrag.evaluation.experiment.preparing import Bench, Labelled, labelled
from simulrag.evaluation.experiment.tables import NOTHING, Table, cell
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.interface import Frozen
from simulrag.verifier.evidence import EvidenceStore


class Answered(Frozen):
    """One question through the client: what came of it, and what it took."""

    item: str
    method: Method
    budget: float
    outcome: Outcome
    calls: int
    #: Calls of the official code for as many claims.
    official: int
    #: Seconds of processor time, simulations included where they were not stored.
    seconds: float


def answered(
    bench: Bench, world: World, method: Method, budget: float, store: EvidenceStore
) -> tuple[Answered, Mapping[str, Any]]:
    """Answer an item's question by one of the client's methods; also return its kept stages.

    Raises ClientError where the question is refused or the server fails.
    """
    from mcp import Client

    from simulrag.server.app import build_server

    model = KnownTruth(bench, world)
    kept: dict[str, Any] = {}
    answer = simulrag if method == "computed" else paper

    async def through() -> tuple[AnsweredClaim, ...]:
        async with Client(build_server(bench.registry, store=store)) as client:
            made = await answer(
                bench.item.question,
                model,
                McpTools(client),
                drafts=world.drafts,
                budget=budget,
                keep=kept.__setitem__,
            )
            return made.claims

    started = time.process_time()
    claims = run(through)
    seconds = time.process_time() - started
    selected = kept["selection"]["selected"]
    return Answered(
        item=bench.item.id,
        method=method,
        budget=budget,
        outcome=outcome_of(claims, selected, model, bench),
        calls=model.spent.calls,
        official=official_calls(world.drafts, len(claims), len(selected)),
        seconds=seconds,
    ), kept


def outcome_of(
    claims: Sequence[AnsweredClaim], selected: Sequence[str], model: KnownTruth, bench: Bench
) -> Outcome:
    """Return claims of a loop's result as the direct path has them."""
    rows = [(one, model.known(one.text), one.id in set(selected)) for one in claims]
    after = [
        Labelled(meaning=one.updated, true=None)
        if said is None
        else labelled(one.updated if one.updated != one.text else said.text, said, bench.facts)
        for one, said, _ in rows
    ]
    return Outcome(
        scores=tuple(_score(one, taken) for one, _, taken in rows),
        labels=tuple(label.true for label in after),
        before=tuple(None if said is None else said.true for _, said, _ in rows),
        verified=tuple(taken for _, _, taken in rows),
        decided=tuple(taken and one.verdict in ("supported", "refuted") for one, _, taken in rows),
        kept=tuple(label for label, (one, _, _) in zip(after, rows, strict=True) if one.kept),
    )


def _score(one: AnsweredClaim, taken: bool) -> float:
    """Return the confidence afterwards, 0 for what a run refutes and nothing small mends."""
    if taken and one.verdict == "refuted" and one.updated == one.text:
        return 0.0
    return one.confidence or 0.0


#: Metrics and answers by method and budget.
ByMethod = Mapping[tuple[Method, float], tuple[Measured, Sequence[Answered]]]


def by_method(benchmark: Benchmark, answered: Sequence[Answered]) -> ByMethod:
    """Measure each method and budget over the questions of a benchmark, in their order."""
    ways: dict[tuple[Method, float], None] = dict.fromkeys(
        (one.method, one.budget) for one in answered
    )
    held: dict[tuple[Method, float], list[Answered]] = {
        way: [one for one in answered if (one.method, one.budget) == way] for way in ways
    }
    return {way: (benchmark.of([one.outcome for one in each]), each) for way, each in held.items()}


def table(found: Mapping[str, ByMethod]) -> Table:
    """Return metrics and costs of both methods, a row each."""
    metrics = ("f1", "aupr", "auroc", "gain", "factuality", "informativeness")
    rows = [
        (
            name,
            f"--method {method}",
            f"{budget:g} %",
            str(len(each)),
            *(cell(measured.estimates[metric]) for metric in metrics),
            _median([one.calls for one in each]),
            _median([one.official for one in each]),
            _median([one.seconds for one in each], 2),
            NOTHING,
        )
        for name, held in found.items()
        for (method, budget), (measured, each) in held.items()
    ]
    return Table(
        name="through_client",
        title="The client's loops: computed verdicts, and the paper's prompts as printed",
        heads=(
            "benchmark", "method", "budget", "questions", "F1", "AUPR", "AUROC", "gain",
            "factuality", "informativeness", "calls", "calls by 4 m + k + s",
            "processor seconds", "tokens",
        ),
        rows=tuple(rows),
        note="Medians per question. By `--method paper` synthetic judges decide what is computed "
        "otherwise: of merging, entailment, boundary and verification, at the set rates of error. "
        "A synthetic answerer has no tokens: not measured.",
    )  # fmt: skip


def _median(values: Sequence[float], decimals: int = 0) -> str:
    middle = sorted(values)[len(values) // 2] if values else None
    return NOTHING if middle is None else f"{middle:.{decimals}f}"


def attempted(
    bench: Bench, world: World, budgets: Sequence[float], store: EvidenceStore
) -> tuple[list[Answered], str]:
    """Return an item by both methods at all budgets, and why it failed where it did."""
    made: list[Answered] = []
    methods: tuple[Method, ...] = ("computed", "paper")
    try:
        for method in methods:
            made += [answered(bench, world, method, budget, store)[0] for budget in budgets]
    except ClientError as error:
        return [], f"{type(error).__name__}: {error}"
    return made, ""
