"""What readers share: a document from fields as files of references print them."""

import re

from simulrag.verifier.literature.documents import Document, identity

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
#: How reference managers and indexes mark a retracted paper in its title or type.
_RETRACTED = re.compile(r"^\W*(?:retracted(?:\s+article|\s+publication)?\b\W*)", re.IGNORECASE)
_TAG = re.compile(r"</?(?:jats:)?[a-zA-Z][^<>]*>")


def document_of(
    source: str,
    *,
    title: str = "",
    abstract: str = "",
    authors: tuple[str, ...] = (),
    year: str = "",
    journal: str = "",
    doi: str = "",
    pmid: str = "",
    other: str = "",
    citations: int | None = None,
    retracted: bool | None = None,
) -> Document:
    """Return a document of printed fields; raises ValueError where nothing names it.

    A title that begins with "RETRACTED:" marks a retraction.
    """
    named = " ".join(title.split())
    bare = _RETRACTED.sub("", named)
    when = _YEAR.search(year)
    return Document(
        id=identity(doi=doi, pmid=pmid, other=other, title=bare),
        title=bare,
        abstract=" ".join(untagged(abstract).split()),
        authors=authors,
        year=int(when.group()) if when else None,
        journal=" ".join(journal.split()),
        doi=doi,
        pmid=pmid.strip(),
        citations=citations,
        retracted=True if bare != named else retracted,
        sources=(source,),
    )


def untagged(text: str) -> str:
    """Return a text without XML or HTML tags, such as those of JATS abstracts."""
    return _TAG.sub(" ", text) if "<" in text else text


def whole_number(text: str) -> int | None:
    """Return a printed count of 0 or more, or None where there is none."""
    plain = text.strip().replace(",", "")
    return int(plain) if plain.isascii() and plain.isdigit() else None
