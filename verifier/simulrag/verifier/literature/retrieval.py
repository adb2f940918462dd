"""Retrieval in two steps: candidates from the full-text index, then ranked by weighted BM25.

The index ranks with weights of its own choosing and knows no weighted words; so it only proposes
candidates, from as many of the rarest words as it can read quickly, and the order among them is
that of BM25 with k1 = 0.9 and b = 0.4, the values that suit short English texts (Trotman, Puurula
and Burgess 2014, doi 10.1145/2682862.2682863), over all words of the query.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.corpus import TITLE_WEIGHT, Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.query import WEIGHTS, QueryTerm, Weights, query_terms
from simulrag.verifier.literature.terms import STEMMER, spelt
from simulrag.verifier.literature.verbs import sides

K1, B = 0.9, 0.4
#: Candidates that are ranked anew, and the best of them that are read sentence by sentence.
CANDIDATES, READ = 100, 30
#: A sentence counts as a document of this many times its length, about that of an abstract.
_SENTENCES_OF_ABSTRACT = 10
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
#: Entries of the index that a query may read, and words that it reads in any case. In a small
#: corpus all words fit.
POSTINGS, LEAST_WORDS = 8_000, 2


class Hit(Frozen):
    """A document, its score and rank (from 1), and which of the two queries found it."""

    document: Document
    score: float
    rank: int
    by_claim: bool = True
    by_opposition: bool = False


class Ranking(Frozen):
    """A query's words; the documents that hold each stem, its rarity; a document's mean length.

    `sides` has the same of what stands before and after a claim's main verb, () where no main verb
    is known or none was asked for.
    """

    terms: tuple[QueryTerm, ...]
    counts: Mapping[str, int]
    rarity: Mapping[str, float]
    mean_length: float
    sides: tuple["Ranking", ...] = ()


def search(corpus: Corpus, text: str, limit: int, weights: Weights = WEIGHTS) -> list[Hit]:
    """Return the `limit` documents that fit a text best, best first; none for an empty query."""
    ranking = ranking_of(corpus, text, weights)
    known = [term for term in ranking.terms if ranking.counts[term.stem]]
    if not known:
        return []
    asked = " OR ".join(f'"{term.word}"' for term in _affordable(known, ranking.counts))
    found = corpus.candidates(asked, max(limit, CANDIDATES))
    counter = Occurrences(ranking)
    scores = [counter.score(one.title, one.abstract, one.words) for one in found]
    order = sorted(range(len(found)), key=lambda place: (-scores[place], place))
    for place in order[: max(limit, READ)] if weights.sentence else ():
        scores[place] += weights.sentence * _best_sentence(found[place].abstract, counter)
    best = sorted(order, key=lambda place: (-scores[place], place))[:limit]
    documents = corpus.numbered([found[place].number for place in best])
    return [
        Hit(document=document, score=scores[place], rank=rank)
        for rank, (place, document) in enumerate(zip(best, documents, strict=True), start=1)
    ]


def _best_sentence(abstract: str, counter: "Occurrences") -> float:
    """Return the score of the sentence that fits best: a claim is mostly decided by one."""
    return max(
        counter.score("", sentence, _SENTENCES_OF_ABSTRACT * (sentence.count(" ") + 1))
        for sentence in _SENTENCE_END.split(abstract)
    )


def ranking_of(corpus: Corpus, text: str, weights: Weights = WEIGHTS) -> Ranking:
    """Return the words of a text with their rarity in a corpus."""
    terms = query_terms(text, corpus, weights)
    counts = corpus.document_counts(term.stem for term in terms)
    documents, mean = corpus.totals()
    rarity = {stem: inverse_frequency(count, documents) for stem, count in counts.items()}
    return Ranking(terms=terms, counts=counts, rarity=rarity, mean_length=mean)


def ranking_of_claim(corpus: Corpus, claim: str) -> Ranking:
    """Return the ranking of a claim with those of its two sides."""
    parts = [ranking_of(corpus, side) for side in sides(claim) or ()]
    known = all(part.terms for part in parts)
    return ranking_of(corpus, claim).model_copy(update={"sides": tuple(parts) if known else ()})


def inverse_frequency(count: int, documents: int) -> float:
    """Return the rarity of a word that `count` of `documents` hold, always above 0."""
    return math.log(1 + (documents - count + 0.5) / (count + 0.5))


def bm25(occurrences: Mapping[str, float], ranking: Ranking, length: float) -> float:
    """Return the weighted BM25 score of a text of `length` words, given as stem -> occurrences."""
    norm = K1 * (1 - B + B * length / (ranking.mean_length or 1.0))
    return sum(
        term.weight * ranking.rarity[term.stem] * times * (K1 + 1) / (times + norm)
        for term in ranking.terms
        if (times := occurrences.get(term.stem, 0.0))
    )


class Occurrences:
    """Counts the stems of one query in texts.

    Only words that begin as one of the stems does are stemmed, since that is what takes the time:
    Porter's rules change the end of a word alone.
    """

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._wanted = {term.stem for term in ranking.terms}
        begun = sorted({_beginning(stem) for stem in self._wanted})
        numbers = [stem for stem in self._wanted if stem.isdigit()]
        letters = [re.escape(text) for text in begun if not text.isdigit()]
        parts = [rf"(?<![^\W\d_])(?:{'|'.join(letters)})[^\W\d_]*"] if letters else []
        parts += [rf"(?<!\d)(?:{'|'.join(numbers)})(?!\d)"] if numbers else []
        self._pattern = re.compile("|".join(parts) or r"(?!)")

    def score(self, title: str, abstract: str, length: int) -> float:
        """Return the BM25 score of a document of `length` words."""
        counted = Counter(self._pattern.findall(spelt(abstract)))
        for word in self._pattern.findall(spelt(title)) if title else ():
            counted[word] += int(TITLE_WEIGHT)
        stems = STEMMER.stems(counted)
        found: Counter[str] = Counter()
        for word, times in counted.items():
            if stems[word] in self._wanted:
                found[stems[word]] += times
        return bm25(found, self._ranking, length)


def _beginning(stem: str) -> str:
    """Return the letters with which every word of a stem begins."""
    return stem if stem.isdigit() else stem[: max(1, min(3, len(stem) - 1))]


def _affordable(terms: Sequence[QueryTerm], counts: Mapping[str, int]) -> Iterable[QueryTerm]:
    """Yield the terms to look up: the claim's own first, the rarest first, while they are few."""
    read = 0
    order = sorted(terms, key=lambda term: (term.weight < 1, counts[term.stem], term.stem))
    for place, term in enumerate(order):
        read += counts[term.stem]
        if place >= LEAST_WORDS and read > POSTINGS:
            return
        yield term
