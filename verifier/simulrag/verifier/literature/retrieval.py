"""Retrieval for a claim and its opposing claim: each by its own text and further queries.

The lists of one side are joined by reciprocal ranks (Cormack, Clarke and Buettcher 2009, doi
10.1145/1571941.1572114), and both sides by the better rank, the claim's first where equal.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pydantic import Field

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.sentences import Sentence, sentences
from simulrag.verifier.literature.words import normalise, words

#: The paper retrieved 5.8 articles a claim on average.
ABSTRACTS, MOST_ABSTRACTS = 6, 100
#: The longest claim, in characters; queries of one side at most; sentences shown of a source.
LONGEST_CLAIM, MOST_QUERIES, BEST_SENTENCES = 2_000, 8, 3
#: The constant of reciprocal rank fusion.
_RANKS = 60


class Queries(Frozen):
    """What is searched for: a claim, what says the contrary, and further queries for both."""

    claim: str
    opposing: str = ""
    queries: tuple[str, ...] = ()
    opposing_queries: tuple[str, ...] = ()

    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the texts to search for on the claim's side, and on the other, () for none."""
        both = (self.claim, *self.queries), (self.opposing, *self.opposing_queries)
        own, other = (tuple(dict.fromkeys(filter(words, side))) for side in both)
        return own[:MOST_QUERIES], other[:MOST_QUERIES]


class Hit(Frozen):
    """A document, and which of the two sides found it; neither: it was named."""

    document: Document
    by_claim: bool = False
    by_opposing: bool = False


class Retrieved(Frozen):
    """What both sides found of a corpus of `searched` documents, merged."""

    hits: tuple[Hit, ...]
    searched: int = Field(ge=0)

    @property
    def only_by_opposing(self) -> int:
        """How many documents only the opposing side found."""
        return sum(hit.by_opposing and not hit.by_claim for hit in self.hits)


def checked_queries(
    claim: str, opposing: str, queries: Iterable[object], opposing_queries: Iterable[object]
) -> tuple[Queries, tuple[str, ...]]:
    """Return what to search for, and what of it cannot be used.

    Raises LiteratureError for a claim that is empty or overlong.
    """
    text, contrary, faults = " ".join(claim.split()), " ".join(opposing.split()), list[str]()
    if not words(text):
        raise LiteratureError("the claim has no words; give one statement")
    if len(text) > LONGEST_CLAIM:
        raise LiteratureError(
            f"the claim has {len(text)} characters; a claim has at most {LONGEST_CLAIM}"
        )
    if contrary and normalise(contrary) == normalise(text):
        faults.append("opposing: it says the same as the claim, and is not searched for")
        contrary = ""
    own, other = (tuple(str(one)[:LONGEST_CLAIM] for one in s) for s in (queries, opposing_queries))
    made = Queries(claim=text, opposing=contrary, queries=own, opposing_queries=other)
    return made, tuple(faults)


def retrieve(corpus: Corpus, asked: Queries, abstracts: int = ABSTRACTS) -> Retrieved:
    """Return the documents for a claim and for its opposing claim, `abstracts` each at most."""
    if not 1 <= abstracts <= MOST_ABSTRACTS:
        raise LiteratureError(
            f"the number of abstracts {abstracts} is out of range; give 1 to {MOST_ABSTRACTS}"
        )
    own, other = ({d.id: d for d in _fused(corpus, side, abstracts)} for side in asked.sides())
    ranks: dict[str, tuple[int, int]] = {}
    for place, side in enumerate((own, other)):
        for rank, name in enumerate(side):
            ranks[name] = min(ranks.get(name, (rank, place)), (rank, place))
    both = own | other
    hits = [
        Hit(document=both[name], by_claim=name in own, by_opposing=name in other)
        for name in sorted(ranks, key=lambda name: ranks[name])
    ]
    return Retrieved(hits=tuple(hits), searched=corpus.size())


def _fused(corpus: Corpus, texts: Sequence[str], limit: int) -> list[Document]:
    scores, found = defaultdict[str, float](float), dict[str, Document]()
    for text in texts:
        for rank, document in enumerate(corpus.search(text, limit), start=1):
            scores[document.id] += 1 / (_RANKS + rank)
            found[document.id] = document
    return [found[name] for name in sorted(scores, key=lambda name: -scores[name])[:limit]]


def best_sentences(
    text: str, documents: Sequence[Document], count: int = BEST_SENTENCES
) -> dict[str, tuple[Sentence, ...]]:
    """Return for each document's id the sentences that fit a text best, in their order."""
    cut = [(d.id, one) for d in documents for one in sentences(d.abstract)]
    asked = " OR ".join(f'"{word}"' for word in dict.fromkeys(words(text)))
    chosen: dict[str, list[Sentence]] = {document.id: [] for document in documents}
    database = sqlite3.connect(":memory:")
    try:
        database.execute("CREATE VIRTUAL TABLE cut USING fts5(text, tokenize = 'porter unicode61')")
        database.executemany(
            "INSERT INTO cut (rowid, text) VALUES (?, ?)",
            ((place, normalise(one.text)) for place, (_, one) in enumerate(cut)),
        )
        rows = database.execute("SELECT rowid FROM cut WHERE cut MATCH ? ORDER BY rank", (asked,))
        for row in rows if asked else ():
            name, one = cut[int(row[0])]
            if len(chosen[name]) < count:
                chosen[name].append(one)
    finally:
        database.close()
    return {name: tuple(sorted(some, key=lambda one: one.index)) for name, some in chosen.items()}
