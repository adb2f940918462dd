"""One abstract with what is known of its publication."""

import hashlib
import re
from collections.abc import Sequence
from typing import cast

from pydantic import Field, field_validator

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.terms import normalise

#: Words of an abstract that stand for a title.
_OPENING = 8
#: Titles of fewer words ("Editorial") do not tell papers apart.
LEAST_WORDS = 4
#: Half of a character that a file gives alone is no text, and cannot be kept.
_NO_TEXT = re.compile("[\ud800-\udfff]")
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

    @field_validator("*", mode="before")
    @classmethod
    def _of_text(cls, given: object) -> object:
        if isinstance(given, list | tuple):
            return [cls._of_text(one) for one in cast("Sequence[object]", given)]
        return _NO_TEXT.sub("\ufffd", given) if isinstance(given, str) else given

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


def same_paper(one: Document, other: Document, *, at_once: bool) -> bool:
    """Tell whether two documents of one id are the same paper, and not two of two files.

    An id may be local to a file, as a number or the key of an entry is. A paper is told by its DOI
    or PMID, else by its title, a short one unless who wrote it, where or when speaks against it.
    Without titles, what a file gives again later is what it gave before, as it stands there now.
    """
    for own, others in ((one.doi, other.doi), (one.pmid, other.pmid)):
        if own and others:
            return own == others
    titles = {normalise(document.title) for document in (one, other)}
    if "" in titles:
        again = not at_once and one.sources == other.sources
        return again or normalise(one.abstract) == normalise(other.abstract)
    if len(titles) > 1:
        return False
    pairs = zip(_circumstances(one), _circumstances(other), strict=True)
    return min(titles).count(" ") + 1 >= LEAST_WORDS or not any(
        a and b and a != b for a, b in pairs
    )


def _circumstances(document: Document) -> tuple[object, ...]:
    return document.authors[:1], document.year, document.journal


def own_id(document: Document) -> str:
    """Return the id of a document whose id another paper has: with a mark of its own words."""
    told = normalise(document.title) or normalise(document.abstract)
    mark = hashlib.sha256(repr((told, *_circumstances(document))).encode()).hexdigest()[:8]
    return f"{document.id}~{mark}"


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
