"""How often a language model is asked for one answer: by both methods, beside the official code.

The official code asks 4 m + k + s times with recorded evidence (m drafts, k merged claims, s of
them selected): m answers, m decompositions, m - 1 merges, m judgements of support, k of the
boundary, s updates and the composition. At eight requests at once it waits for
1 + 1 + (m - 1) + 1 + ceil(k / 8) + ceil(s / 8) + 1 replies one after another. The formula is
given for the claims of each method; `--method paper` follows it, with a call for retrieval on top.
"""

import math
import statistics
import time
from collections.abc import Sequence
from typing import Any

import anyio
from rich.table import Table

from simulrag.client.errors import NothingHelps
from simulrag.client.language_models.pacing import AT_ONCE
from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.language_models.usage import Usage
from simulrag.client.loop import simulrag
from simulrag.client.paper.algorithm import paper
from simulrag.client.paper.estimating import official_calls
from simulrag.client.result import Method
from simulrag.client.session import McpTools, Tools, run
from simulrag.evaluation.records import Folder
from simulrag.evaluation.synthetic_model import Synthetic
from simulrag.simulators.installable import missing
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore


class Asked(Frozen):
    """What one question took. `refused`: no simulator can help, and no call was made."""

    domain: str
    index: int
    refused: bool = False
    method: Method = "computed"
    drafts: int = 0
    #: Merged claims, and those selected for verification.
    claims: int = 0
    selected: int = 0
    calls: int = 0
    official: int = 0
    #: Seconds with simulations; for the official code the waiting for replies alone.
    seconds: float = 0
    official_seconds: float = 0


def official_rounds(drafts: int, claims: int, selected: int) -> int:
    """Return how many replies the official implementation waits for one after another."""
    at_once = math.ceil(claims / AT_ONCE) + math.ceil(selected / AT_ONCE)
    return 4 + (drafts - 1) + at_once


class _Slow:
    """A model that takes its time for every reply."""

    def __init__(self, model: LanguageModel, seconds: float) -> None:
        self._model, self._seconds = model, seconds
        self.name, self.model = model.name, model.model

    @property
    def spent(self) -> Usage:
        return self._model.spent

    async def complete(self, request: Request) -> Reply:
        await anyio.sleep(self._seconds)
        return await self._model.complete(request)

    async def close(self) -> None:
        await self._model.close()


class Trial(Frozen):
    """How questions are answered: drafts, seed of the answerer, budget in percent, and the seconds
    that each reply takes."""

    drafts: int
    seed: int
    seconds: float
    budget: float = 0


def measure_calls(
    folder: Folder, registry: Registry, trial: Trial, limit: int, methods: Sequence[Method]
) -> list[Asked]:
    """Answer evenly chosen questions of all domains that can be simulated here, by each method.

    The synthetic answerer takes the place of a model.
    """

    from mcp import Client

    from simulrag.server.app import build_server

    async def all_of_them() -> list[Asked]:
        with EvidenceStore() as store:  # runs that a user has made would not count as time
            async with Client(build_server(registry, store=store)) as client:
                return [
                    await _asked(one, method, McpTools(client), registry, trial)
                    for method in methods
                    for one in chosen(folder, registry, limit)
                ]

    return run(all_of_them)


def chosen(folder: Folder, registry: Registry, limit: int) -> list[tuple[str, int, str]]:
    """Return domain, index and question of `limit` records, as many of each domain."""
    domains = [
        domain
        for domain in folder.records
        if domain in registry.names() and not missing(registry.simulator(domain))
    ]
    found: list[tuple[str, int, str]] = []
    for place, domain in enumerate(domains):
        records = list(folder.records[domain].values())
        count = min((limit + place) // len(domains), len(records))
        picked = [records[number * len(records) // count] for number in range(count)]
        found += [(domain, record.index, record.question) for record in picked]
    return found


async def _asked(
    one: tuple[str, int, str], method: Method, tools: Tools, registry: Registry, trial: Trial
) -> Asked:
    domain, index, question = one
    model = Synthetic(str(trial.seed), registry)
    kept: dict[str, Any] = {}
    answer = simulrag if method == "computed" else paper
    try:
        model.facts(question)  # what the answerer knows is no part of the time
        started = time.monotonic()
        await answer(
            question,
            _Slow(model, trial.seconds),
            tools,
            drafts=trial.drafts,
            budget=trial.budget,
            keep=kept.__setitem__,
        )
    except NothingHelps:
        return Asked(domain=domain, index=index, method=method, refused=True)
    claims, selected = len(kept["claims"]), len(kept["selection"]["selected"])
    return Asked(
        domain=domain,
        index=index,
        method=method,
        drafts=trial.drafts,
        claims=claims,
        selected=selected,
        calls=model.spent.calls,
        official=official_calls(trial.drafts, claims, selected),
        seconds=round(time.monotonic() - started, 3),
        official_seconds=official_rounds(trial.drafts, claims, selected) * trial.seconds,
    )


def by_method(asked: Sequence[Asked]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the figures of each method."""
    methods = dict.fromkeys(one.method for one in asked)
    return {name: figures([one for one in asked if one.method == name]) for name in methods}


def figures(asked: list[Asked]) -> dict[str, dict[str, float]]:
    """Return median and maximum of what the questions took that were not refused."""
    answered = [one for one in asked if not one.refused]
    found: dict[str, dict[str, float]] = {
        "questions": {"answered": len(answered), "refused": len(asked) - len(answered)}
    }
    for name in ("claims", "selected", "calls", "official", "seconds", "official_seconds"):
        values = [float(getattr(one, name)) for one in answered]
        if values:
            found[name] = {"median": statistics.median(values), "maximum": max(values)}
    return found


def table(found: dict[str, dict[str, dict[str, float]]]) -> Table:
    """Lay out the figures of the methods side by side, saying that the answerer is synthetic."""
    counts = next(iter(found.values()))["questions"]
    made = Table(
        title=f"{counts['answered']:g} questions answered, {counts['refused']:g} refused before "
        "any call; drafts by a synthetic answerer, no language model took part",
        caption="median / maximum",
    )
    made.add_column("per question")
    for method in found:
        made.add_column(f"--method {method}", justify="right")
    for name, words in _ROWS.items():
        cells = [_cell(figures.get(name)) for figures in found.values()]
        made.add_row(words, *cells)
    return made


def _cell(figure: dict[str, float] | None) -> str:
    return "–" if figure is None else f"{figure['median']:g} / {figure['maximum']:g}"


_ROWS = {
    "claims": "merged claims k",
    "selected": "selected claims s",
    "calls": "calls",
    "official": "calls of the official code, 4 m + k + s",
    "seconds": "seconds, simulations included",
    "official_seconds": "seconds that the official code waits for replies",
}
