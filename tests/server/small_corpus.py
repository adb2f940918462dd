"""A few abstracts, made for tests, on one claim: for, against, withdrawn and beside the point."""

from pathlib import Path

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.library import Library

CLAIM = "Vitamin K supplements reduce hip fractures."
FILLER = "The study was approved by a committee and everyone gave consent in writing before it."


def paper(name: str, title: str, finding: str, **fields: object) -> Document:
    """Return a document whose second sentence tells its finding."""
    abstract = f"{FILLER} {finding} {FILLER}"
    return Document.model_validate({"id": name, "title": title, "abstract": abstract, **fields})


PAPERS = (
    paper(
        "trial-women", "A trial of vitamin K in women", citations=900, year=2006,
        finding="Vitamin K supplements reduced hip fractures in women.",
    ),
    paper(
        "trial-men", "A trial of vitamin K in men", citations=50, year=2011,
        finding="In men, vitamin K supplements reduced hip fractures.",
    ),
    paper(
        "mice", "Vitamin K in mice", citations=3, year=2014,
        finding="Vitamin K supplements increased hip fractures in mice.",
    ),
    paper(
        "withdrawn", "Vitamin K abolishes fractures", citations=5000, year=2012, retracted=True,
        finding="Vitamin K supplements abolished hip fractures.",
    ),
    paper("rain", "Rain on hills", "Rain fell on the hills.", year=1999),
)  # fmt: skip


def written(folder: Path, documents: tuple[Document, ...] = PAPERS) -> Path:
    path = folder / "abstracts.db"
    with Corpus(path) as corpus:
        corpus.add(documents)
    return path


def library(folder: Path, documents: tuple[Document, ...] = PAPERS) -> Library:
    """Return the library of such a file; nothing of the environment."""
    return Library(written(folder, documents))
