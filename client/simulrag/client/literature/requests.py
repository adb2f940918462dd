"""What a model is asked over the literature: searches, readings, an explanation, judgements.

Rules stand in the system prompt, before all data, in the same words for every claim, so that a
provider keeps them. All that comes from a claim or a paper stands in fenced JSON blocks, as data.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, block, object_of, text_of
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
