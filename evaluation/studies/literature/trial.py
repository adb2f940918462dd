"""A language model as the reader: labelled claims weighed by the client's own steps, and an
attribution set judged. Each claim's result is kept in a file of its own as soon as it is there, so
that a trial goes on where it was broken off.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio

from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.literature.requests import judge_request
from simulrag.client.literature.weighing import weigh
from simulrag.client.session import McpTools
from simulrag.simulators.registry import Registry
from simulrag.simulators.whole_files import write_whole
from simulrag.verifier.literature.attribution import Citable, attributed
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.library import Library
from simulrag.verifier.literature.readings import BATCH, Source
from simulrag.verifier.literature.retrieval import Queries, best_sentences
from simulrag.verifier.literature.sentences import sentences
from studies.literature.claims import LabelledClaim, read_lines
from studies.literature.retrieval import mean

_KEPT = ("attributed", "composed")


class Counted:
    """A model that counts what one claim costs, and remembers what it searched for."""

    def __init__(self, model: LanguageModel) -> None:
        self._model, self.calls, self.sent, self.received = model, 0, 0, 0
        self.name, self.model, self.spent = model.name, model.model, model.spent
        self.searched: dict[str, Any] = {}

    async def complete(self, request: Request) -> Reply:
        """Reply to a request."""
        self.calls += 1
        schema = json.dumps(dict(request.reply_schema), ensure_ascii=False)
        self.sent += len(request.system) + len(request.text) + len(schema)
        reply = await self._model.complete(request)
        self.received += len(json.dumps(dict(reply.content), ensure_ascii=False))
        if request.stage == "search":
            self.searched = dict(reply.content)
        return reply

    async def close(self) -> None:
        """Leave the model open, which others use too."""


def chosen(claims: Sequence[LabelledClaim], count: int) -> list[LabelledClaim]:
    """Return the first claims of each side, half of them supported and half refuted."""
    sides = [[c for c in claims if c.side is side] for side in (True, False)]
    return [*sides[0][: (count + 1) // 2], *sides[1][: count // 2]]


async def try_claims(
    claims: Sequence[LabelledClaim],
    documents: Sequence[Document],
    model: LanguageModel,
    folder: Path,
    at_once: int,
) -> list[dict[str, Any]]:
    """Weigh each claim that has no result in a folder yet; return the results of all."""
    from mcp import Client

    from simulrag.server.app import build_server

    folder.mkdir(parents=True, exist_ok=True)
    limiter = anyio.CapacityLimiter(at_once)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "abstracts.db"
        with Corpus(path) as corpus:
            corpus.add(documents)
        async with Client(build_server(Registry([]), library=Library(path))) as client:

            async def one(claim: LabelledClaim) -> None:
                async with limiter:
                    counted = Counted(model)
                    found = await weigh(claim.claim, McpTools(client), counted)
                made = _result(claim, found.evidence, found.notes, counted)
                write_whole(folder / f"{claim.id}.json", json.dumps(made, indent=1))

            async with anyio.create_task_group() as group:
                for claim in claims:
                    if not (folder / f"{claim.id}.json").exists():
                        group.start_soon(one, claim)
    return [json.loads((folder / f"{claim.id}.json").read_bytes()) for claim in claims]


def _result(
    claim: LabelledClaim, evidence: Mapping[str, Any], notes: Sequence[str], counted: Counted
) -> dict[str, Any]:
    scores = {name: one.get("score") for name, one in evidence["literature"].items()}
    return {
        "id": claim.id,
        "claim": claim.claim,
        "domain": claim.domain,
        "supported": claim.side,
        "result": _side(scores["weighted"], claim.side),
        "unweighted_result": _side(scores["unweighted"], claim.side),
        "scores": scores,
        "headline": evidence["headline"],
        "calls": counted.calls,
        "characters_sent": counted.sent,
        "characters_received": counted.received,
        "searched": counted.searched,
        "truth": claim.evidence,
        "evidence": evidence,
        "notes": list(notes),
    }


def _side(score: float | None, supported: bool | None) -> str:
    if not score or supported is None:
        return "undecided"
    return "right" if (score > 0) == supported else "wrong"


def queries_of(result: Mapping[str, Any]) -> Queries:
    """Return what a model searched for."""
    given: Mapping[str, Any] = {"opposing": "", "queries": [], "opposing_queries": []}
    return Queries.model_validate({"claim": result["claim"], **given, **result["searched"]})


async def try_attribution(
    path: Path, documents: Sequence[Document], model: LanguageModel, folder: Path
) -> list[dict[str, Any]]:
    """Check and judge sentences, each with the source that it cites; return a result for each.

    A line has `text`, `source` (the id of an abstract), `true` (whether that source supports it),
    `kind` (of error) and perhaps `quotes` of it; without them the whole abstract is cited.
    """
    known = {one.id: one for one in documents}
    items = [_item(where, record, known) for where, record in read_lines(path)]
    judged: list[str] = []
    for batch in _batches([pair for _, pair, _ in items]):
        reply = await model.complete(judge_request(batch))
        given: Any = reply.content.get("judgements")
        says = {one["pair"]: one["judgement"] for one in given if "judgement" in one}
        judged += [says.get(number, "not judged") for number in range(len(batch))]
    results: list[dict[str, Any]] = []
    for (record, _, quotes), judgement in zip(items, judged, strict=True):
        cites = [
            {"source": record["source"], "quote": quote, "judgement": judgement} for quote in quotes
        ]
        faults: list[str] = []
        (made,) = attributed(
            [{"text": record["text"], "cites": cites}], _citable(record, known), faults
        )
        results.append({**record, "judgement": judgement, **made.model_dump(exclude={"cites"})})
    write_whole(folder / "attribution.json", json.dumps(results, indent=1, ensure_ascii=False))
    return results


def _item(
    where: str, record: dict[str, Any], known: Mapping[str, Document]
) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """Return a line, the pair that is judged, and the words that are cited."""
    document = known.get(str(record.get("source")))
    if document is None or not isinstance(record.get("true"), bool) or "text" not in record:
        raise ImportFault(f"{where} needs text, true, and source, the id of an abstract here")
    cut = [one.text for one in sentences(document.abstract)]
    best = [one.text for one in best_sentences(record["text"], [document])[document.id]]
    quotes = [str(one) for one in record.get("quotes") or ()]
    told = {"title": document.title, "year": document.year, "types": document.types}
    also = [] if quotes else [one for one in cut if one not in best]
    source = {k: v for k, v in told.items() if v} | {
        "cited": " ".join(quotes or best),
        "also": also,
    }
    return record, {"text": record["text"], "source": source}, quotes or cut


def _citable(record: Mapping[str, Any], known: Mapping[str, Document]) -> Citable:
    document = known[record["source"]]
    source = Source(number=1, id=document.id, citation=document.citation(), use="counted")
    return Citable(sources={source.id: source}, documents={source.id: document}, simulations={})


def _batches(pairs: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    parts: list[list[dict[str, Any]]] = []
    room = 0
    for pair in pairs:
        size = len(json.dumps(pair, ensure_ascii=False))
        if size > room:
            parts.append([])
            room = BATCH
        room -= size
        parts[-1].append(pair)
    return parts


def attribution_figures(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the share of true sentences kept, and of false ones unmarked, by kind of error."""
    kinds = dict.fromkeys(str(one.get("kind", "")) for one in results if not one["true"])
    false = [one for one in results if not one["true"]]
    return {
        "true kept": mean([one["mark"] in _KEPT for one in results if one["true"]]),
        "false unmarked": mean([one["mark"] in _KEPT for one in false]),
        **{
            f"false unmarked, {kind}": mean(
                [one["mark"] in _KEPT for one in false if str(one.get("kind", "")) == kind]
            )
            for kind in kinds
        },
    }
