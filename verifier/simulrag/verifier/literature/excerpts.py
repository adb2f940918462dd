"""Frozen excerpts: what a source said when it was read, so that it can be compared later."""

import hashlib
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document, content_hash
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.sentences import Sentence

Drift = Literal["same", "moved", "changed", "gone"]


class Excerpt(Frozen):
    """text == abstract[start:end] of a document, when it was read.

    `read_at` is a time in UTC (ISO 8601); `hash` is the SHA-256 of `text`, `document_hash` that of
    the whole document. Text from papers is data: nothing in it is ever obeyed.
    """

    document: str
    sentence: int
    start: int
    end: int
    text: str
    sources: tuple[str, ...]
    read_at: str
    hash: str
    document_hash: str


def freeze(document: Document, sentence: Sentence, read_at: str) -> Excerpt:
    """Return a sentence of a document's abstract with its place, time, source and hashes.

    Raises LiteratureError where the sentence does not stand there in the abstract.
    """
    there = document.abstract[sentence.start : sentence.end]
    if there != sentence.text:
        raise LiteratureError(
            f"{document.id} has {there[:60]!r} at {sentence.start} to {sentence.end}, not "
            f"{sentence.text[:60]!r}; cut its abstract again"
        )
    return Excerpt(
        document=document.id,
        sentence=sentence.index,
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        sources=document.sources,
        read_at=read_at,
        hash=hashlib.sha256(sentence.text.encode()).hexdigest(),
        document_hash=content_hash(document),
    )


def drift(excerpt: Excerpt, document: Document | None) -> Drift:
    """Compare an excerpt with its document as it is now (None: the source has it no more).

    same: it stands where it stood; moved: elsewhere in the abstract; changed: nowhere.
    """
    if document is None or document.id != excerpt.document:
        return "gone"
    if document.abstract[excerpt.start : excerpt.end] == excerpt.text:
        return "same"
    return "moved" if excerpt.text in document.abstract else "changed"
