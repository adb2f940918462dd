"""Retrieval in two steps: candidates from the full-text index, then ranked by weighted BM25.

The index ranks with weights of its own choosing and knows no weighted words; so it only proposes
candidates, from as many of the rarest words as it can read quickly, and the order among them is
that of BM25 with k1 = 0.9 and b = 0.4, the values that suit short English texts (Trotman, Puurula
and Burgess 2014, doi 10.1145/2682862.2682863), over all words of the query.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.corpus import TITLE_WEIGHT, Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.query import QueryTerm, query_terms
from simulrag.verifier.literature.terms import STEMMER, words

K1, B = 0.9, 0.4
#: Candidates that are ranked anew.
CANDIDATES = 120
#: Entries of the index that a query may read, and words that it reads in any case. In a small
#: corpus all words fit.
POSTINGS, LEAST_WORDS = 60_000, 2


class Hit(Frozen):
    """A document, its score and rank (from 1), and which of the two queries found it."""

    document: Document
    score: float
    rank: int
    by_claim: bool = True
    by_opposition: bool = False


class Ranking(Frozen):
    """A query's words; the documents that hold each stem, its rarity; a document's mean length."""

    terms: tuple[QueryTerm, ...]
    counts: Mapping[str, int]
    rarity: Mapping[str, float]
    mean_length: float


def search(corpus: Corpus, text: str, limit: int) -> list[Hit]:
    """Return the `limit` documents that fit a text best, best first; none for an empty query."""
    ranking = ranking_of(corpus, text)
    known = [term for term in ranking.terms if ranking.counts[term.stem]]
    if not known:
        return []
    asked = " OR ".join(f'"{term.word}"' for term in _affordable(known, ranking.counts))
    found = corpus.candidates(asked, max(limit, CANDIDATES))
    return ranked(found, ranking)[:limit]


def ranking_of(corpus: Corpus, text: str) -> Ranking:
    """Return the words of a text with their rarity in a corpus."""
    terms = query_terms(text, corpus)
    counts = corpus.document_counts(term.stem for term in terms)
    documents, mean = corpus.totals()
    rarity = {stem: inverse_frequency(count, documents) for stem, count in counts.items()}
    return Ranking(terms=terms, counts=counts, rarity=rarity, mean_length=mean)


def inverse_frequency(count: int, documents: int) -> float:
    """Return the rarity of a word that `count` of `documents` hold, always above 0."""
    return math.log(1 + (documents - count + 0.5) / (count + 0.5))


def ranked(documents: Sequence[Document], ranking: Ranking) -> list[Hit]:
    """Return documents in the order of their BM25 score; equal ones in the order given."""
    scores = [
        (bm25(_occurrences(document), ranking), place) for place, document in enumerate(documents)
    ]
    order = sorted(scores, key=lambda scored: (-scored[0], scored[1]))
    return [
        Hit(document=documents[place], score=score, rank=rank)
        for rank, (score, place) in enumerate(order, start=1)
    ]


def bm25(occurrences: Mapping[str, float], ranking: Ranking) -> float:
    """Return the weighted BM25 score of a text given as stem -> occurrences."""
    length = sum(occurrences.values())
    norm = K1 * (1 - B + B * length / (ranking.mean_length or 1.0))
    return sum(
        term.weight * ranking.rarity[term.stem] * times * (K1 + 1) / (times + norm)
        for term in ranking.terms
        if (times := occurrences.get(term.stem, 0.0))
    )


def _occurrences(document: Document) -> Counter[str]:
    counted: Counter[str] = Counter(words(document.abstract))
    for word in words(document.title):
        counted[word] += int(TITLE_WEIGHT)
    stems = STEMMER.stems(counted)
    found: Counter[str] = Counter()
    for word, times in counted.items():
        found[stems[word]] += times
    return found


def _affordable(terms: Sequence[QueryTerm], counts: Mapping[str, int]) -> Iterable[QueryTerm]:
    """Yield the terms to look up: the claim's own first, the rarest first, while they are few."""
    read = 0
    order = sorted(terms, key=lambda term: (term.weight < 1, counts[term.stem], term.stem))
    for place, term in enumerate(order):
        read += counts[term.stem]
        if place >= LEAST_WORDS and read > POSTINGS:
            return
        yield term
