"""One abstract with what is known of its publication."""

import hashlib
import re
from collections.abc import Sequence
from typing import cast

from pydantic import Field, field_validator

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.words import normalise

#: Titles of fewer words ("Editorial") do not tell papers apart.
LEAST_WORDS = 4
#: Half of a character that a file gives alone is no text, and cannot be kept.
_NO_TEXT = re.compile("[\ud800-\udfff]")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_FILLED = ("title", "authors", "year", "journal", "types", "doi", "pmid", "citations", "impact",
           "rank", "field_weighted")  # fmt: skip


class Document(Frozen):
    """An abstract. Whatever is not known is None, "" or (), never a guess.

    `types` are publication types such as "Randomized Controlled Trial". `citations` counts papers
    that cite it; `impact` is the mean citations of its journal's papers of the last two years,
    `rank` the journal's rank (SJR; OpenAlex has an h-index in its place), `field_weighted` its
    citations over those expected of its field and year. `retracted` is None where no source said.
    """

    id: str = Field(min_length=1)
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    journal: str = ""
    types: tuple[str, ...] = ()
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
        who = self.authors[0] + (" et al" if len(self.authors) > 1 else "") if self.authors else ""
        where = f"doi {self.doi}" if self.doi else f"PMID {self.pmid}" if self.pmid else self.id
        title = self.title.rstrip(".") or f"“{' '.join(self.abstract.split()[:8])} …”"
        parts = [who, title, self.journal, str(self.year or ""), where]
        return ". ".join(part for part in parts if part)

    def keys(self) -> tuple[str, ...]:
        """Return what names this paper everywhere: DOI, PMID, and a title of some words."""
        keys = (f"doi:{self.doi}" if self.doi else "", f"pmid:{self.pmid}" if self.pmid else "")
        title = normalise(self.title)
        told = f"title:{title}" if title.count(" ") + 1 >= LEAST_WORDS else ""
        return tuple(key for key in (*keys, told) if key)


def bare_doi(text: str) -> str:
    """Return the DOI in a text, in lower case (DOIs ignore case); "" where there is none."""
    found = _DOI.search(text)
    return found.group().rstrip(".,;)").lower() if found else ""


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
        return f"title:{_mark(normalise(title), 16)}"
    raise ValueError("it has neither DOI, PMID, id nor title")


def own_id(document: Document) -> str:
    """Return the id of a document whose id another paper has: with a mark of its own words."""
    told = (normalise(document.title) or normalise(document.abstract), document.authors[:1],
            document.year, document.journal)  # fmt: skip
    return f"{document.id}~{_mark(repr(told), 8)}"


def same_paper(one: Document, other: Document, *, at_once: bool) -> bool:
    """Tell whether two documents that share an id, DOI, PMID or title are one paper.

    An id alone may be local to a file, as a number or an entry's key is: then the title must be
    the same too, or, where there is none, the file; `at_once`: both are of one reading of it.
    """
    for own, others in ((one.doi, other.doi), (one.pmid, other.pmid)):
        if own and others:
            return own == others
    again = one.sources == other.sources
    if one.year and other.year and one.year != other.year and not again:
        return False
    if set(one.keys()) & set(other.keys()):
        return True
    title, titles = normalise(one.title), normalise(other.title)
    if title != titles:
        return False
    if title:
        return one.authors[:1] == other.authors[:1] or not (one.authors and other.authors)
    return (again and not at_once) or normalise(one.abstract) == normalise(other.abstract)


def together(new: Document, old: Document) -> Document:
    """Return one document of two of a paper: the new one, completed by what the old one knew.

    The longer abstract is the whole one, unless the same file gives it anew; a retraction known
    to any source counts. The id stays the old one.
    """
    again = new.sources == old.sources
    update: dict[str, object] = {
        name: getattr(old, name)
        for name in _FILLED
        if not again and getattr(new, name) in (None, "", ())
    }
    if not again and len(old.abstract) > len(new.abstract):
        update["abstract"] = old.abstract
    known = [one for one in (new.retracted, old.retracted) if one is not None]
    update["retracted"] = new.retracted if again else any(known) if known else None
    update["sources"] = tuple(dict.fromkeys((*old.sources, *new.sources)))
    return new.model_copy(update={**update, "id": old.id})


def _mark(text: str, digits: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:digits]
