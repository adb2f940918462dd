"""A claim weighed: what a reader found in its sources, checked, and all witnesses in one verdict.

Without a reader there is no verdict: the sources and their best sentences are all there is.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import Field

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.attribution import Citable, Explained, attributed
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.labels import (
    Average,
    Averages,
    Method,
    Vote,
    averages,
    grade_named,
    reputations,
    weighted,
)
from simulrag.verifier.literature.readings import (
    ASPECTS,
    Source,
    by_source,
    read,
    shown,
)
from simulrag.verifier.literature.retrieval import ABSTRACTS, Hit, Queries, Retrieved, retrieve
from simulrag.verifier.literature.sources.searching import Unreachable
from simulrag.verifier.literature.witnesses import (
    Agreement,
    SimulationWitness,
    agreement,
    distinct,
)

#: Values of one aspect that are told.
_MOST_TOLD = 5


class Handover(Frozen):
    """What a reader hands in, as it comes, and which of the paper's choices hold.

    no_evidence: "No Evidence" counts in the label, as 0.
    """

    readings: tuple[object, ...] = ()
    explanation: tuple[object, ...] = ()
    faults: tuple[str, ...] = ()
    method: Method = "percentile"
    no_evidence: bool = False


class Weighed(Frozen):
    """What the witnesses say of a claim; `label` is None without a reader or in disagreement.

    `differ`: of population, period, place, dose and design what sources that count state
    differently. `faults`: what of the handover fails, beside what stands at a source or sentence.
    """

    claim: str
    headline: str
    label: str | None = None
    agreement: Agreement
    combined: Average | None = None
    literature: Averages
    remarks: tuple[str, ...] = ()
    explanation: tuple[Explained, ...] = ()
    sources: tuple[Source, ...]
    simulations: tuple[SimulationWitness, ...] = ()
    differ: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    faults: tuple[str, ...] = ()
    unreachable: tuple[Unreachable, ...] = ()
    opposing: str = ""
    searched: int = 0
    only_by_opposing: int = 0


def found_and_named(
    corpus: Corpus, asked: Queries, handed: Handover, abstracts: int = ABSTRACTS
) -> Retrieved:
    """Return what a search finds, and behind it the documents that readings name besides."""
    found = retrieve(corpus, asked, abstracts)
    there = {hit.document.id for hit in found.hits}
    given = [
        cast("Mapping[str, object]", one) for one in handed.readings if isinstance(one, Mapping)
    ]
    named = [str(one.get("source", "")).strip() for one in given]
    more = corpus.get(name for name in named if name and name not in there)
    hits = [Hit(document=document) for name, document in more.items() if document.id == name]
    return found.model_copy(update={"hits": (*found.hits, *hits)})


def weigh(
    asked: Queries,
    found: Retrieved,
    handed: Handover,
    simulations: Sequence[SimulationWitness] = (),
    unreachable: Sequence[Unreachable] = (),
) -> Weighed:
    """Return the verdict of all witnesses of a claim on what was found."""
    faults, documents = list(handed.faults), {hit.document.id: hit.document for hit in found.hits}
    readings = by_source(handed.readings, documents, faults)
    sources = [
        read(n, hit, readings.get(hit.document.id)) for n, hit in enumerate(found.hits, start=1)
    ]
    voting = [one.id for one in sources if one.use in ("counted", "no_evidence")]
    each = reputations([documents[name] for name in voting], handed.method)
    known = dict(zip(voting, each, strict=True))
    votes = [
        Vote(int(grade_named(one.grade)), known[one.id].weight)
        for one in sources
        if one.id in known
    ]
    for place, one in enumerate(sources):
        if (reputation := known.get(one.id)) is not None:
            told = {
                "reputation": round(float(reputation.weight), 4),
                "reputation_by": reputation.known,
            }
            sources[place] = one.model_copy(update=told)
    if not readings:
        sources = shown(asked.claim, found)
    literature, telling = averages(votes), distinct(simulations)
    in_out = literature.weighted_with_no_evidence if handed.no_evidence else literature.weighted
    stands = agreement(literature.weighted.score, [v.score for v in votes if v.score], telling)
    whole = [v for v in votes if v.score or handed.no_evidence] + [w.vote() for w in telling]
    split = stands in ("disagree", "divided")
    combined = None if split or not telling else weighted(whole)
    label = None if split else (combined or in_out).label
    citable = Citable(
        sources={one.id: one for one in sources},
        documents=documents,
        simulations={name: one for one in simulations for name in (*one.run_ids, one.id)},
    )
    gone = ", ".join(one.source for one in unreachable)
    return Weighed(
        claim=asked.claim,
        headline=_headline(label, stands, sources) + (f"; not reached: {gone}" if gone else ""),
        label=label,
        agreement=stands,
        combined=combined,
        literature=literature,
        remarks=_remarks(in_out, sources),
        explanation=attributed(handed.explanation, citable, faults),
        sources=tuple(sources),
        simulations=tuple(simulations),
        differ=_differences(sources),
        faults=tuple(faults),
        unreachable=tuple(unreachable),
        opposing=asked.opposing,
        searched=found.searched,
        only_by_opposing=found.only_by_opposing,
    )


def _headline(label: str | None, stands: Agreement, sources: Sequence[Source]) -> str:
    """Return the verdict in a line."""
    if stands in ("disagree", "divided"):
        return "No one label, for the witnesses disagree"
    if label:
        way = _one_way(label, sources)
        return f"{label} (weakly {way} by all that counts)" if way else label
    if not sources:
        return "No abstract was found"
    if all(one.use in ("unread", "retracted") for one in sources):
        return f"No verdict without a reader: {len(sources)} abstracts found, none read"
    return "No evidence in what was read"


def _one_way(label: str | None, sources: Sequence[Source]) -> str:
    """Return the way that all sources go which a label of dispute hides, or ""."""
    ways = {one.grade.endswith("True") for one in sources if one.use == "counted"}
    disputed = label and not label.startswith(("Generally supported", "Generally refuted"))
    return ("supported" if True in ways else "refuted") if disputed and len(ways) == 1 else ""


def _remarks(label: Average, sources: Sequence[Source]) -> tuple[str, ...]:
    """Return what a reader of the averages must know, a sentence each."""
    counted = [one for one in sources if one.use == "counted"]
    unread = sum(one.use == "unread" for one in sources)
    limits = sum(one.use == "qualifies" for one in sources)
    told = {
        "the reputation of no source is known, so all weigh the same": counted
        and not any(one.reputation_by for one in counted),
        "no source contradicts another: Table 1 calls an average below 0.66 disputed, and one "
        "within 0.33 controversial, also where all agree, too weakly for more": _one_way(
            label.label, sources
        ),
        f"not read: {unread} of {len(sources)} sources": counted and unread,
        f"{limits} that hold under other conditions qualify the claim and do not vote": limits,
    }
    return tuple(remark for remark, holds in told.items() if holds)


def _differences(sources: Sequence[Source]) -> dict[str, tuple[str, ...]]:
    counted = [one for one in sources if one.use in ("counted", "qualifies")]
    said = {
        aspect: tuple(dict.fromkeys(v for one in counted if (v := getattr(one, aspect))))
        for aspect in ASPECTS
    }
    return {aspect: values[:_MOST_TOLD] for aspect, values in said.items() if len(values) > 1}
