"""A language model as the reader: labelled claims weighed by the client's own steps, and an
attribution set judged. Each claim's result is kept in a file of its own as soon as it is there, so
that a trial goes on where it was broken off.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anyio

from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.literature.weighing import judge_request, weigh
from simulrag.client.session import McpTools
from simulrag.simulators.data_integrity import write_whole
from simulrag.simulators.registry import Registry
from simulrag.verifier.literature.attribution import Citable, attributed
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.library import Library
from simulrag.verifier.literature.readings import BATCH, Source
from simulrag.verifier.literature.retrieval import Queries, best_sentences
from simulrag.verifier.literature.sentences import sentences
from studies.literature.claims import LabelledClaim, read_lines


class Counted:
    """A model that counts what one claim costs, and remembers what it searched for."""

    def __init__(self, model: LanguageModel) -> None:
        self._model, self.calls, self.sent, self.received = model, 0, 0, 0
        self.name, self.model = model.name, model.model
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

    def told(self) -> dict[str, Any]:
        """Return what was counted."""
        return {
            "calls": self.calls,
            "characters_sent": self.sent,
            "characters_received": self.received,
            "searched": self.searched,
        }


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
    files = {claim.id: folder / f"{claim.id}.json" for claim in claims}
    limiter = anyio.CapacityLimiter(at_once)
    with tempfile.TemporaryDirectory() as temporary:
        library = Library(Path(temporary) / "abstracts.db")
        with Corpus(library.corpus) as corpus:
            corpus.add(documents)
        async with Client(build_server(Registry([]), library=library)) as client:

            async def one(claim: LabelledClaim) -> None:
                async with limiter:
                    counted = Counted(model)
                    found = await weigh(claim.claim, McpTools(client), counted)
                made = _result(claim, found.evidence) | counted.told() | {"notes": found.notes}
                write_whole(files[claim.id], json.dumps(made, indent=1))

            async with anyio.create_task_group() as group:
                for claim in claims:
                    if not files[claim.id].exists():
                        group.start_soon(one, claim)
    return [json.loads(file.read_bytes()) for file in files.values()]


def _result(claim: LabelledClaim, evidence: Mapping[str, Any]) -> dict[str, Any]:
    def side(name: str) -> str:
        score = scores[name]
        if not score or claim.side is None:
            return "undecided"
        return "right" if (score > 0) == claim.side else "wrong"

    scores = {name: one.get("score") for name, one in evidence["literature"].items()}
    return {
        "id": claim.id,
        "claim": claim.claim,
        "domain": claim.domain,
        "supported": claim.side,
        "truth": claim.evidence,
        "result": side("weighted"),
        "unweighted_result": side("unweighted"),
        "scores": scores,
        "headline": evidence["headline"],
        "evidence": evidence,
    }


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
    results: list[dict[str, Any]] = []
    for batch in _batches(items):
        reply = await model.complete(judge_request([item.pair for item in batch]))
        given: Any = reply.content.get("judgements")
        says = {one["pair"]: one["judgement"] for one in given if "judgement" in one}
        results += [_checked(item, says.get(n, "not judged")) for n, item in enumerate(batch)]
    write_whole(folder / "attribution.json", json.dumps(results, indent=1, ensure_ascii=False))
    return results


class Item(NamedTuple):
    """A line, the abstract that it cites, the words cited, and the pair that is judged."""

    record: dict[str, Any]
    document: Document
    quotes: list[str]
    pair: dict[str, Any]


def _item(where: str, record: dict[str, Any], known: Mapping[str, Document]) -> Item:
    document = known.get(str(record.get("source")))
    if document is None or not isinstance(record.get("true"), bool) or "text" not in record:
        raise ImportFault(f"{where} needs text, true, and source, the id of an abstract here")
    cut = [one.text for one in sentences(document.abstract)]
    best = [one.text for one in best_sentences(record["text"], [document])[document.id]]
    quotes = [str(one) for one in record.get("quotes") or ()]
    source = document.model_dump(include={"title", "year", "types"}, exclude_defaults=True)
    source["cited"] = " ".join(quotes or best)
    source["also"] = [one for one in cut if one not in source["cited"]]
    return Item(record, document, quotes or cut, {"text": record["text"], "source": source})


def _checked(item: Item, judgement: str) -> dict[str, Any]:
    name = item.document.id
    source = Source(number=1, id=name, citation=item.document.citation(), use="counted")
    citable = Citable(sources={name: source}, documents={name: item.document}, simulations={})
    cites = [{"source": name, "quote": one, "judgement": judgement} for one in item.quotes]
    (made,) = attributed([{"text": item.record["text"], "cites": cites}], citable, [])
    return {**item.record, "judgement": judgement, **made.model_dump(exclude={"cites"})}


def _batches(items: Sequence[Item]) -> list[list[Item]]:
    parts, room = list[list[Item]](), 0
    for item in items:
        size = len(json.dumps(item.pair, ensure_ascii=False))
        if size > room:
            parts.append([])
            room = BATCH
        room -= size
        parts[-1].append(item)
    return parts
