"""A claim weighed by the server's tools, which a model reads abstracts for.

Whatever the model hands in goes to the server as it is: code there checks it, keeps what holds
and names what does not. A step of which no reply comes is left out and told.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, cast

from simulrag.client.errors import ModelError, ServerFailed
from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import LanguageModel, Request, find
from simulrag.client.literature.requests import (
    explain_request,
    judge_request,
    pairs_of,
    read_request,
    search_request,
)
from simulrag.client.session import Tools, connect
from simulrag.simulators.interface import Frozen

#: How many batches are read: so many abstracts of each side for one. The best come first.
ABSTRACTS_A_BATCH = 3
#: Verdicts that simulations stand behind, for or against, or which they leave open.
_SIMULATED = ("supported", "refuted", "undecided")


class Weighed(Frozen):
    """What `weigh_evidence` returned, and which of the model's steps failed, and why."""

    claim: str
    evidence: Mapping[str, Any]
    notes: tuple[str, ...] = ()


async def weighed(
    claim: str, model: str = "", server: str = "", *, simulate: bool = False, **given: Any
) -> Weighed:
    """Weigh a claim; `model` as for `ask`: "" for Claude where there is a key, none elsewhere.

    simulate: where no runs are named, also weigh the simulation that decides the claim, if one
    does. given: as for `weigh`. Raises BadInput, ServerFailed or ModelUnavailable.
    """
    chosen = model or ("claude" if has_key() else "")
    one = find(chosen) if chosen else None
    try:
        async with connect(server) as tools:
            if simulate and not given.get("runs"):
                given["runs"] = await simulated(claim, tools)
            return await weigh(claim, tools, one, **given)
    finally:
        if one is not None:
            await one.close()


async def simulated(claim: str, tools: Tools) -> tuple[str, ...]:
    """Return the id of a run by which simulations decide a claim, () where they do not.

    One run stands for the verdict, whose other runs the server finds again.
    """
    try:
        reply = await tools.call("check_answer", text=claim)
    except ServerFailed:
        # Whatever a check refuses, the claim may still be weighed, or is refused there.
        return ()
    claims: list[dict[str, Any]] = reply.get("claims", [])
    if len(claims) != 1 or claims[0]["verdict"] not in _SIMULATED:
        return ()
    return tuple(claims[0].get("run_ids", ()))[:1]


async def weigh(
    claim: str,
    tools: Tools,
    model: LanguageModel | None = None,
    *,
    online: Sequence[str] = (),
    runs: Sequence[str] = (),
    abstracts: int = 6,
    reputation: str = "percentile",
    no_evidence: str = "out",
) -> Weighed:
    """Weigh a claim; without a model there is a search and, without runs, no verdict.

    Raises ServerFailed where the server refuses, such as one without a corpus.
    """
    asked: dict[str, Any] = {"online": list(online), "abstracts": abstracts}
    given: dict[str, Any] = {
        "runs": list(runs),
        "reputation": reputation,
        "no_evidence": no_evidence,
    }
    if model is None:
        found = await tools.call("weigh_evidence", claim=claim, **asked, **given)
        return Weighed(claim=claim, evidence=found)
    notes: list[str] = []
    reply = await _asked(model, search_request(claim), notes)
    asked["opposing"] = str(reply.get("opposing", ""))
    for name in ("queries", "opposing_queries"):
        asked[name] = [str(one) for one in _listed(reply.get(name))]
    given["readings"], batch, batches = [], 0, 1
    read: dict[str, list[str]] = {}
    while batch < min(batches, ceil(abstracts / ABSTRACTS_A_BATCH)):
        batch += 1
        found = await tools.call("search_literature", query=claim, batch=batch, **asked)
        batches = found["batches"]
        read |= {one["id"]: [s["text"] for s in one["sentences"]] for one in found["sources"]}
        if found["sources"]:
            reply = await _asked(model, read_request(claim, found["sources"]), notes)
            given["readings"] += _listed(reply.get("readings"))
    evidence = await tools.call("weigh_evidence", claim=claim, **asked, **given)
    if any(one["use"] in ("counted", "qualifies") for one in evidence["sources"]):
        reply = await _asked(model, explain_request(claim, evidence), notes)
        given["explanation"] = _listed(reply.get("sentences"))
        evidence = await tools.call("weigh_evidence", claim=claim, **asked, **given)
    if pairs := pairs_of(evidence, read):
        reply = await _asked(model, judge_request([pair for *_, pair in pairs], claim), notes)
        given["explanation"] = judged(evidence["explanation"], pairs, reply)
        evidence = await tools.call("weigh_evidence", claim=claim, **asked, **given)
    return Weighed(claim=claim, evidence=evidence, notes=tuple(notes))


def judged(
    explanation: Sequence[Mapping[str, Any]],
    pairs: Sequence[tuple[int, int, Any]],
    reply: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """Return an explanation as it is handed in, with the judgements of a reply at their pairs."""
    given: list[Mapping[str, Any]] = [
        one for one in _listed(reply.get("judgements")) if isinstance(one, Mapping)
    ]
    says: dict[tuple[int, int], Any] = {
        pairs[one["pair"]][:2]: one["judgement"]
        for one in given
        if one.get("pair") in range(len(pairs)) and "judgement" in one
    }
    return [
        {
            "text": sentence["text"],
            "assuming": sentence.get("assuming", ""),
            "cites": [
                {"source": cite["source"], "quote": cite.get("text", "")}
                | ({"judgement": says[at, place]} if (at, place) in says else {})
                for place, cite in enumerate(sentence.get("cites", ()))
            ],
        }
        for at, sentence in enumerate(explanation)
    ]


def _listed(given: Any) -> list[Any]:
    return cast("list[Any]", given) if isinstance(given, list) else []


async def _asked(model: LanguageModel, request: Request, notes: list[str]) -> dict[str, Any]:
    """Return the fields of a reply that were asked for, {} with a note where there is no reply."""
    try:
        content = (await model.complete(request)).content
    except ModelError as error:
        notes.append(f"{request.stage}: {error}")
        return {}
    wanted: Mapping[str, Any] = request.reply_schema["properties"]  # type: ignore[assignment]
    if missing := [name for name in wanted if name not in content]:
        notes.append(f"{request.stage}: the reply has no {', '.join(missing)}")
    return {name: content[name] for name in wanted if name in content}
