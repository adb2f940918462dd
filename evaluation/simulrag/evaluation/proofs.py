"""Whether every number of composed answers resolves to a run or is marked.

Numbers are found here by a pattern of our own, not by the renderer's. A number counts as proved
if the question gives it, if the mark that follows names runs of the answer and a statement
decided by those runs holds it, or if it is marked as resting on no run. Stray numbers that the
composer wrote are known one by one: each must be marked as resting on no run, or be gone.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rich.table import Table

from simulrag.client.errors import NothingHelps
from simulrag.client.loop import simulrag
from simulrag.client.result import Result
from simulrag.client.session import McpTools, Tools, run
from simulrag.evaluation.calls import chosen
from simulrag.evaluation.records import Folder
from simulrag.evaluation.stray_numbers import Straying
from simulrag.evaluation.synthetic_model import Synthetic
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import answer
from simulrag.verifier.evidence import EvidenceStore

_MARK = re.compile(r"\[(no run|\w+-[0-9a-f]{12}(?:, \w+-[0-9a-f]{12})*)\]")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\-½⑨Ⅸ\d])|\n")


class Proved(Frozen):
    """The numbers of one composed answer."""

    domain: str
    index: int
    #: Numbers by what stands behind them: given, run, marked.
    counts: Mapping[str, int]
    #: Stray numbers by what became of them: marked, gone.
    strays: Mapping[str, int]
    #: Numbers with nothing behind them, with their surroundings.
    faults: tuple[str, ...] = ()


def measure_proofs(
    folder: Folder, registry: Registry, *, limit: int, drafts: int, seed: int
) -> list[Proved]:
    """Have questions answered by drafts and a composer that strays; look at every number."""
    from mcp import Client

    from simulrag.server.app import build_server

    async def all_of_them() -> list[Proved]:
        found: list[Proved] = []
        with EvidenceStore() as store:
            async with Client(build_server(registry, store=store)) as client:
                for one in chosen(folder, registry, limit):
                    try:
                        found.append(await _one(one, McpTools(client), registry, drafts, seed))
                    except NothingHelps:
                        continue
        return found

    return run(all_of_them)


async def _one(
    one: tuple[str, int, str], tools: Tools, registry: Registry, drafts: int, seed: int
) -> Proved:
    domain, index, question = one
    model = Straying(Synthetic(str(seed), registry))
    result = await simulrag(question, model, tools, drafts=drafts)
    with EvidenceStore() as store:
        said = answer(question, registry, store).statements
    statements = [(statement.text, statement.run_ids) for statement in said]
    return proved(domain, index, result, statements, model.strewn)


def proved(
    domain: str,
    index: int,
    result: Result,
    statements: Iterable[tuple[str, tuple[str, ...]]],
    strewn: Iterable[tuple[str, str]],
) -> Proved:
    """Look at every number of an answer. `statements` are those of its runs alone."""
    decided = [(c.updated, c.run_ids) for c in result.claims if c.run_ids and c.kept]
    texts = [*decided, *statements]
    known = {str(made["id"]) for made in result.runs}
    given = set(_numbers(result.question))
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for found in _DIGITS.finditer(_MARK.sub(_blank, result.answer)):
        behind = _behind(result.answer, found, given, texts, known)
        counts[behind or "fault"] += 1
        if not behind:
            faults.append(_around(result.answer, found.start()))
    strays: Counter[str] = Counter()
    for kind, stray in strewn:
        fate = _fate(result.answer, stray)
        strays[fate or "fault"] += 1
        if not fate:
            faults.append(f"{kind}: {_around(result.answer, result.answer.find(stray))}")
    return Proved(domain=domain, index=index, counts=counts, strays=strays, faults=tuple(faults))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _numbers(text: str) -> list[str]:
    return [_plain(found[0]) for found in _DIGITS.finditer(text)]


def _plain(number: str) -> str:
    return unicodedata.normalize("NFKC", number).replace(",", "")


def _around(text: str, at: int) -> str:
    return " ".join(text[max(0, at - 60) : at + 60].split())


def _behind(
    text: str,
    found: re.Match[str],
    given: set[str],
    texts: list[tuple[str, tuple[str, ...]]],
    known: set[str],
) -> str:
    """Return what stands behind a number: given, run or marked; "" for nothing."""
    number = _plain(found[0])
    mark = _MARK.search(text, found.end())
    between = text[found.end() : mark.start()] if mark else ""
    if mark is None or _END.search(between):
        return "given" if number in given else ""
    if mark[1] == "no run":
        return "given" if number in given and len(between) > _NEAR else "marked"
    ids = tuple(mark[1].split(", "))
    by_runs = any(set(runs) & set(ids) and number in _numbers(said) for said, runs in texts)
    if set(ids) <= known and by_runs:
        return "run"
    return "given" if number in given else ""


#: Characters between a number and its own mark, at most: the rest of a range or date, a unit.
_NEAR = 30


def _fate(text: str, stray: str) -> str:
    """Return whether a stray number is marked wherever it stands, or gone; "" where it is not."""
    places = [found.end() for found in re.finditer(rf"(?<!\w){re.escape(stray)}(?!\w)", text)]
    if not places:
        return "gone"
    marked = (_MARK.search(text, place) for place in places)
    own = (
        mark is not None and mark[1] == "no run" and not text[place : mark.start()].strip(" .,%)")
        for place, mark in zip(places, marked, strict=True)
    )
    return "marked" if all(own) else ""


def figures(found: list[Proved]) -> dict[str, Any]:
    """Return how many answers, numbers and strays there are, and what stands behind them."""
    counts = sum((Counter(one.counts) for one in found), Counter[str]())
    strays = sum((Counter(one.strays) for one in found), Counter[str]())
    return {
        "answers": len(found),
        "numbers": counts.total(),
        "given by the question": counts["given"],
        "resolved to a run": counts["run"],
        "marked as resting on no run": counts["marked"],
        "numbers with nothing behind them": counts["fault"],
        "stray numbers": strays.total(),
        "strays marked": strays["marked"],
        "strays gone with their sentence": strays["gone"],
        "strays that pass for proved": strays["fault"],
    }


def table(measured: Mapping[str, Any]) -> Table:
    """Lay out the figures, saying that the answerer is synthetic."""
    made = Table("figure", "value", title="Composed answers by a synthetic answerer that strays")
    for name, value in measured.items():
        made.add_row(name, str(value))
    return made
