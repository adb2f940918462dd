"""Retrieval of evidence abstracts for labelled claims, beside SQLite's full-text search as it is.

A claim's recall at k is the share of its evidence abstracts among the first k found. What was
chosen by looking at claims (the weights of a query) is chosen again on four fifths of the
evidence abstracts and measured on the last fifth, in turn.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.labelled import LabelledClaim
from simulrag.verifier.literature.opposition import oppose
from simulrag.verifier.literature.query import Weights
from simulrag.verifier.literature.retrieval import search
from simulrag.verifier.literature.weighing import retrieve

DEPTHS = (6, 20)
FOLDS = 5
#: The paper's table 6: share of documents that only the opposing claim found, of 10 each.
PAPER_GAIN, PAPER_ABSTRACTS = 0.517, 10
_GRID = [Weights(extra, extra, 0.5) for extra in (0.2, 0.35, 0.5, 0.65)]

Found = Mapping[int, Sequence[str]]


def measure_retrieval(
    corpus: Corpus, documents: Sequence[Document], claims: Sequence[LabelledClaim]
) -> dict[str, JsonValue]:
    """Return recall of the ways to search, and what the opposing claim adds."""
    plain = full_text_search(documents)
    by_weights = {weights: _found(claims, corpus, weights) for weights in _GRID}
    return {
        "claims": len(claims),
        "abstracts": len(documents),
        "full-text search as it is": recalls(claims, {c.id: plain(c.claim) for c in claims}),
        "simulrag": recalls(claims, _found(claims, corpus, Weights())),
        "simulrag, weights chosen by cross-validation": _cross_validated(claims, by_weights),
        "without abbreviations and synonyms": recalls(
            claims, _found(claims, corpus, Weights(abbreviation=0, synonym=0))
        ),
        "without abbreviations": recalls(claims, _found(claims, corpus, Weights(abbreviation=0))),
        "without synonyms": recalls(claims, _found(claims, corpus, Weights(synonym=0))),
        "without sentences": recalls(claims, _found(claims, corpus, Weights(sentence=0))),
        "with the opposing claim": recalls(claims, _both(claims, corpus)),
        "opposition": _opposition(claims, corpus),
    }


def recalls(claims: Sequence[LabelledClaim], found: Found) -> dict[str, JsonValue]:
    """Return recall at each depth, the mean over claims, to four decimals."""
    return {
        f"recall@{depth}": round(
            sum(recall(claim, found[claim.id], depth) for claim in claims) / len(claims), 4
        )
        for depth in DEPTHS
    }


def recall(claim: LabelledClaim, found: Sequence[str], depth: int) -> float:
    """Return the share of a claim's evidence among the first `depth` found, 0 to 1."""
    return len(claim.evidence.keys() & set(found[:depth])) / len(claim.evidence)


def full_text_search(documents: Sequence[Document]) -> Callable[[str], list[str]]:
    """Return a search by FTS5 with Porter stems and all of a claim's words, as it comes."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'porter unicode61')")
    database.executemany(
        "INSERT INTO texts VALUES (?)", [(f"{d.title} {d.abstract}",) for d in documents]
    )

    def searched(claim: str) -> list[str]:
        asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", claim))
        rows = database.execute(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?",
            (asked, max(DEPTHS)),
        )
        return [documents[row - 1].id for (row,) in rows]

    return searched


def folds(claims: Sequence[LabelledClaim]) -> list[list[LabelledClaim]]:
    """Return claims in five parts; claims on the same abstract stay together."""
    keys = sorted({min(claim.evidence) for claim in claims})
    part = {key: place % FOLDS for place, key in enumerate(keys)}
    return [[c for c in claims if part[min(c.evidence)] == fold] for fold in range(FOLDS)]


def _found(claims: Sequence[LabelledClaim], corpus: Corpus, weights: Weights) -> Found:
    depth = max(DEPTHS)
    return {
        claim.id: [hit.document.id for hit in search(corpus, claim.claim, depth, weights)]
        for claim in claims
    }


def _both(claims: Sequence[LabelledClaim], corpus: Corpus) -> Found:
    return {
        claim.id: [h.document.id for h in retrieve(corpus, oppose(claim.claim), max(DEPTHS)).hits]
        for claim in claims
    }


def _cross_validated(
    claims: Sequence[LabelledClaim], by_weights: Mapping[Weights, Found]
) -> dict[str, JsonValue]:
    chosen: dict[int, Sequence[str]] = {}
    for held in folds(claims):
        ids = {claim.id for claim in held}
        others = [claim for claim in claims if claim.id not in ids]
        best = max(by_weights, key=lambda weights: _sum(others, by_weights[weights]))
        chosen |= {claim.id: by_weights[best][claim.id] for claim in held}
    return recalls(claims, chosen)


def _sum(claims: Sequence[LabelledClaim], found: Found) -> float:
    return sum(recall(claim, found[claim.id], depth) for claim in claims for depth in DEPTHS)


def _opposition(claims: Sequence[LabelledClaim], corpus: Corpus) -> dict[str, JsonValue]:
    both = [retrieve(corpus, oppose(claim.claim), PAPER_ABSTRACTS) for claim in claims]
    return {
        "abstracts of each claim": PAPER_ABSTRACTS,
        "share found only by the opposing claim": round(sum(r.added for r in both) / len(both), 4),
        "the paper's": PAPER_GAIN,
    }
