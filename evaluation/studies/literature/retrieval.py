"""Retrieval of evidence abstracts for labelled claims: recall, and what the opposing claim adds.

A claim's recall at k is the share of its evidence abstracts among the first k found.
"""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.retrieval import Queries, retrieve
from studies.literature.claims import LabelledClaim

DEPTHS = (6, 20)
#: The paper's table 6: so many abstracts each for claim and opposing claim.
PAPER_ABSTRACTS = 10


def measure_retrieval(
    corpus: Corpus, claims: Sequence[LabelledClaim], asked: Mapping[str, Queries] | None = None
) -> dict[str, JsonValue]:
    """Return recall at each depth; asked: what a model searched for, by the claim's id."""
    known = asked or {}
    measured = [claim for claim in claims if not known or claim.id in known]
    both = [(claim, known.get(claim.id, Queries(claim=claim.claim))) for claim in measured]
    recalls = {
        f"recall@{depth}": mean([recall(corpus, claim, one, depth) for claim, one in both])
        for depth in DEPTHS
    }
    added = [added_share(corpus, one) for _, one in both if one.opposing]
    return {"claims": len(both), **recalls, "found only by the opposing claim": mean(added)}


def recall(corpus: Corpus, claim: LabelledClaim, asked: Queries, depth: int) -> float:
    """Return the share of a claim's evidence among the first `depth` found, 0 to 1."""
    found = {hit.document.id for hit in retrieve(corpus, asked, depth).hits[:depth]}
    return len(claim.evidence.keys() & found) / len(claim.evidence)


def added_share(corpus: Corpus, asked: Queries) -> float:
    """Return the share of documents that only the opposing claim found, of ten for each."""
    found = retrieve(corpus, asked, PAPER_ABSTRACTS)
    return found.only_by_opposing / len(found.hits) if found.hits else 0.0


def mean(values: Sequence[float | bool]) -> float | None:
    """Return a mean to four decimals, None of nothing."""
    return round(sum(values) / len(values), 4) if values else None
