"""A claim weighed by the server's tools, which a model reads abstracts for.

The model is asked for searches, readings, an explanation and judgements. Rules stand in the system
prompt, before all data, in the same words for every claim, so that a provider keeps them; all that
comes from a claim or a paper stands in fenced JSON blocks, as data. Whatever the model hands in
goes to the server as it is: code there checks it, keeps what holds and names what does not. A step
of which no reply comes is left out and told.
"""

import itertools
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, cast

from simulrag.client.errors import ModelError, ServerFailed
from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import LanguageModel, Request, find
from simulrag.client.prompts import DATA_NOTE, block, object_of, text_of
from simulrag.client.session import Tools, connect
from simulrag.handbooks.literature_rules import (
    EXPLAINING,
    JUDGEMENT,
    JUDGING,
    READING,
    READINGS,
    SEARCHING,
    explanation,
    listed,
    numbered,
)
from simulrag.simulators.interface import Frozen

_TASKS = {
    "search": ("Word what to search for, to find papers for and against the claim.", SEARCHING),
    "read": ("Say what each source says of the claim.", READING),
    "explain": ("Explain what the sources say of the claim.", EXPLAINING),
    "judge": ("Judge for each pair how the words of the source bear on the sentence.", JUDGING),
}
#: Characters of a source that stand beside what is cited of it.
MOST_BESIDE = 600
_JUDGED = listed("pair", "judgement", pair={"type": "integer"}, judgement=JUDGEMENT)
_QUERIES = {"type": "array", "items": {"type": "string"}}


def search_request(claim: str) -> Request:
    """Ask for the opposing claim and for queries on both sides (step 1 of the paper)."""
    schema = {"opposing": text_of("A claim."), "queries": _QUERIES, "opposing_queries": _QUERIES}
    return _request("search", {"claim": claim}, schema, 512)


def read_request(claim: str, sources: Sequence[Mapping[str, Any]]) -> Request:
    """Ask what a batch of sources says of a claim: takeaways and local labels (steps 3 and 4)."""
    data = {
        "claim": claim,
        "sources": [
            {name: one[name] for name in ("id", "title", "year", "types") if name in one}
            | {"sentences": [f"({s['index']}) {s['text']}" for s in one.get("sentences", ())]}
            for one in sources
        ],
    }
    return _request("read", data, {"readings": READINGS}, 8192)


def explain_request(claim: str, evidence: Mapping[str, Any]) -> Request:
    """Ask for the global explanation with its sources (step 6)."""
    told = ("id", "year", "use", "grade", "takeaway", "explanation", "population", "place", "dose")
    sources = [
        {name: one[name] for name in told if one.get(name)} | {"quotes": _quotes(one)}
        for one in evidence["sources"]
        if one["use"] in ("counted", "qualifies")
    ]
    simulations = [
        {"id": one["id"], "says": one["said"]}
        for one in evidence.get("simulations", ())
        if "score" in one
    ]
    data = {"claim": claim, "sources": sources, "simulations": simulations}
    return _request("explain", data, {"sentences": explanation()}, 4096)


def judge_request(pairs: Sequence[Mapping[str, Any]], claim: str = "") -> Request:
    """Ask for each pair of a sentence and a source whether the one follows (step 7).

    A pair has `text`, the sentence, and `source`, what is known of the source, its words too.
    claim: what the sentences explain, if anything.
    """
    of = {"claim": claim} if claim else {}
    data = of | {"pairs": [{"pair": number, **pair} for number, pair in enumerate(pairs)]}
    return _request("judge", data, {"judgements": _JUDGED}, 2048)


def pairs_of(
    evidence: Mapping[str, Any], read: Mapping[str, Sequence[str]] | None = None
) -> list[tuple[int, int, dict[str, Any]]]:
    """Return each pair of a sentence and a source whose words stand, with both their places.

    read: sentences of sources, by id, of which a judge sees as many as there is room for.
    """
    known = {
        one["id"]: {**one, "sentences": (read or {}).get(one["id"], ())}
        for one in evidence["sources"]
    }
    return [
        (at, place, {"text": sentence["text"], "source": _words(cite, known.get(cite["source"]))})
        for at, sentence in enumerate(evidence.get("explanation", ()))
        for place, cite in enumerate(sentence.get("cites", ()))
        if not cite.get("fault")
    ]


def _words(cite: Mapping[str, Any], source: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what a judge sees of a source: its heading, the words cited, and others of it."""
    if source is None:
        return {"simulation": cite["text"]}
    told = {name: source[name] for name in ("title", "year", "types") if name in source}
    others = dict.fromkeys([*_quotes(source), *source["sentences"]])
    beside = [one for one in others if one not in cite["text"]]
    lengths = itertools.accumulate(map(len, beside))
    also = [one for one, length in zip(beside, lengths, strict=True) if length <= MOST_BESIDE]
    return told | {"cited": cite["text"], "also": also}


def _quotes(source: Mapping[str, Any]) -> list[str]:
    return [one["text"] for one in source.get("quotes", ()) if "start" in one]


def _request(step: str, data: Any, schema: Mapping[str, Any], most: int) -> Request:
    task, rules = _TASKS[step]
    return Request(
        stage=step,
        system=f"{task} {DATA_NOTE}\n{numbered(rules)}",
        prompt=block(data),
        tool=f"submit_{step}",
        description="Hand in the result.",
        reply_schema=object_of(schema),
        max_tokens=most,
    )


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
