"""One abstract with what is known of its publication."""

import hashlib
import re

from pydantic import Field, field_validator

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.terms import normalise

#: Words of an abstract that stand for a title.
_OPENING = 8
_DOI = re.compile(r"10\.\d{4,9}/\S+")


class Document(Frozen):
    """An abstract. Whatever is not known is None, "" or (), never a guess.

    `citations` counts papers that cite it; `impact` is the mean citations of its journal's papers
    of the last two years, `rank` the journal's rank or h-index, `field_weighted` its citations
    over those expected of its field and year (FWCI). `retracted` is None where no source said.
    """

    id: str = Field(min_length=1)
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    journal: str = ""
    doi: str = ""
    pmid: str = ""
    citations: int | None = Field(default=None, ge=0)
    impact: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    rank: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    field_weighted: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    retracted: bool | None = None
    #: Where it came from: a file's name, or openalex, semantic_scholar, pubmed, crossref.
    sources: tuple[str, ...] = ()

    @field_validator("doi")
    @classmethod
    def _bare_doi(cls, given: str) -> str:
        return bare_doi(given)

    def citation(self) -> str:
        """Return a short reference for people; without a title, the abstract's first words."""
        who = self.authors[0] + (" et al." if len(self.authors) > 1 else "") if self.authors else ""
        where = f"doi {self.doi}" if self.doi else f"PMID {self.pmid}" if self.pmid else self.id
        year = str(self.year) if self.year is not None else ""
        title = self.title.rstrip(".") or _opening(self.abstract)
        parts = [who, title, self.journal, year, where]
        return ". ".join(part for part in parts if part)


def _opening(abstract: str) -> str:
    """Return the first words of an abstract in quotation marks, "" where there are none."""
    found = abstract.split()
    rest = " …" if len(found) > _OPENING else ""
    return f"“{' '.join(found[:_OPENING])}{rest}”" if found else ""


def bare_doi(text: str) -> str:
    """Return the DOI in a text, in lower case (DOIs ignore case); "" where there is none."""
    found = _DOI.search(text)
    return found.group().rstrip(".,;)").lower() if found else ""


def content_hash(document: Document) -> str:
    """Return the SHA-256 of all that a document holds, as hexadecimal digits."""
    return hashlib.sha256(document.model_dump_json().encode()).hexdigest()


def identity(*, doi: str = "", pmid: str = "", other: str = "", title: str = "") -> str:
    """Return the id of a document: its DOI, PMID, other id, or one made of its title's words.

    Raises ValueError where nothing names it.
    """
    if bare_doi(doi):
        return f"doi:{bare_doi(doi)}"
    if pmid.strip():
        return f"pmid:{pmid.strip()}"
    if other.strip():
        return other.strip()
    if normalise(title):
        return f"title:{hashlib.sha256(normalise(title).encode()).hexdigest()[:16]}"
    raise ValueError("it has neither DOI, PMID, id nor title")
