"""A claim as a weighted query: its own words, what its abbreviations stand for, and synonyms."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.abbreviations import singular
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.terms import STEMMER, STOP_WORDS, normalise, words
from simulrag.verifier.literature.thesaurus import synonyms


class Weights(NamedTuple):
    """Weights of what is not the claim's own word in an abstract, 0 or more.

    `abbreviation` is that of words which an abbreviation of the corpus brings in, `synonym` that
    of synonyms, 0 to 1, where the claim's own words have 1; `sentence` that of the abstract's best
    sentence beside the whole. The defaults were chosen on SciFact claims; how well such a choice
    carries over is measured by cross-validation in `evaluation/studies/literature`.
    """

    abbreviation: float = 0.5
    synonym: float = 0.5
    sentence: float = 0.5


WEIGHTS = Weights()
#: Long forms of an abbreviation that are tried, and words of a phrase that may have one.
_MEANINGS, _LONGEST_PHRASE = 2, 6
_WRITTEN = re.compile(r"[^\W_]+(?:[-/][^\W_]+)*")


class QueryTerm(Frozen):
    """One word of a query with its stem and weight, 0 to 1."""

    word: str
    stem: str
    weight: float


def query_terms(text: str, corpus: Corpus, weights: Weights = WEIGHTS) -> tuple[QueryTerm, ...]:
    """Return the words to search for, each stem once, the claim's own first."""
    own = [word for word in words(text) if word not in STOP_WORDS]
    abbreviated = _words_of([*_long_forms(text, corpus), *_short_forms(text, corpus)])
    alike = sorted({word for stem in STEMMER.stems(own).values() for word in synonyms(stem)})
    weighted = (
        [(word, 1.0) for word in own]
        + [(word, weights.abbreviation) for word in abbreviated]
        + [(word, weights.synonym) for word in alike]
    )
    stems = STEMMER.stems(word for word, _ in weighted)
    terms: dict[str, QueryTerm] = {}
    for word, weight in weighted:
        if not weight:
            continue
        stem = stems[word]
        known = terms.get(stem)
        if known is None or known.weight < weight:
            terms[stem] = QueryTerm(word=word, stem=stem, weight=weight)
    return tuple(terms.values())


def _words_of(phrases: Iterable[str]) -> list[str]:
    return [word for phrase in phrases for word in words(phrase) if word not in STOP_WORDS]


def _long_forms(text: str, corpus: Corpus) -> list[str]:
    """Return what the abbreviations of a text stand for in the corpus."""
    printed = dict.fromkeys(singular(found) for found in _WRITTEN.findall(text))
    return [
        long
        for short in printed
        if sum(letter.isupper() for letter in short) >= 2
        for long in corpus.long_forms(short)[:_MEANINGS]
    ]


def _short_forms(text: str, corpus: Corpus) -> list[str]:
    """Return the abbreviations that the corpus has for phrases of a text."""
    spelt = normalise(text).split()
    phrases = {
        " ".join(spelt[start : start + length])
        for length in range(2, _LONGEST_PHRASE + 1)
        for start in range(len(spelt) - length + 1)
    }
    return corpus.short_forms(phrases)
