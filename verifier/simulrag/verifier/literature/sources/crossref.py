"""Crossref (docs: api.crossref.org): citations, some abstracts, retractions.

A retraction is a record of its own that names what it retracts (`update-to`), and newer replies
name it in the retracted work as well (`updated-by`). Notices are no abstracts and are left out.
The rate is what the reply's headers say.
"""

from collections.abc import Iterator
from typing import cast

from simulrag.verifier.literature.documents import Document, bare_doi
from simulrag.verifier.literature.importing.records import document_of
from simulrag.verifier.literature.sources.fetching import Fetcher
from simulrag.verifier.literature.sources.json_replies import (
    Record,
    count,
    json_object,
    records,
    text,
)

URL = "https://api.crossref.org"
INTERVAL = 0.2
_RETRACTIONS = frozenset({"retraction", "withdrawal", "removal"})


class Crossref:
    """Crossref's works; an address (`mailto`) leads to its polite pool."""

    name = "crossref"

    def __init__(self, fetcher: Fetcher, *, mailto: str = "", url: str = URL) -> None:
        self._fetcher, self._url = fetcher, url
        self._caller = {"mailto": mailto} if mailto else {}

    def search(self, query: str, limit: int) -> list[Document]:
        """Return at most `limit` works for a query; SourceError where it cannot be asked."""
        asked = {"query.bibliographic": query, "rows": str(limit), **self._caller}
        reply = json_object(self._fetcher, self._fetcher.get(f"{self._url}/v1/works", asked))
        message = reply.get("message")
        if not isinstance(message, dict):
            raise self._fetcher.fault("malformed", "the reply has no object 'message'")
        items = records(self._fetcher, cast(Record, message), "items")
        retracted = {doi for item in items for doi in _retractions(item, "update-to")}
        works = [item for item in items if not _retractions(item, "update-to")]
        return [
            _document(work, retracted)
            for work in works
            if _first(work, "title") or text(work, "DOI")
        ]


def _document(work: Record, retracted: set[str]) -> Document:
    withdrawn = bare_doi(text(work, "DOI")) in retracted or bool(_retractions(work, "updated-by"))
    return document_of(
        Crossref.name,
        title=_first(work, "title"),
        abstract=text(work, "abstract"),
        authors=tuple(_authors(work)),
        year=_year(work),
        journal=_first(work, "container-title"),
        doi=text(work, "DOI"),
        citations=count(work, "is-referenced-by-count"),
        retracted=True if withdrawn else None,
    )


def _retractions(item: Record, field: str) -> list[str]:
    """Return the DOIs of an item's updates that are retractions."""
    given: object = item.get(field)
    every = cast(list[object], given) if isinstance(given, list) else []
    updates = [cast(Record, one) for one in every if isinstance(one, dict)]
    return [
        bare_doi(text(update, "DOI"))
        for update in updates
        if text(update, "type").lower() in _RETRACTIONS
    ]


def _first(work: Record, field: str) -> str:
    given: object = work.get(field)
    every = cast(list[object], given) if isinstance(given, list) else []
    return str(every[0]) if every and isinstance(every[0], str) else ""


def _authors(work: Record) -> Iterator[str]:
    given: object = work.get("author")
    for one in cast(list[object], given) if isinstance(given, list) else ():
        if isinstance(one, dict):
            person = cast(Record, one)
            name = ", ".join(p for p in (text(person, "family"), text(person, "given")) if p)
            if name or text(person, "name"):
                yield name or text(person, "name")


def _year(work: Record) -> str:
    """Return the year of `issued`, {"date-parts": [[year, month, day]]}; or ""."""
    issued: object = work.get("issued")
    parts: object = cast(Record, issued).get("date-parts") if isinstance(issued, dict) else None
    first: object = cast(list[object], parts)[0] if isinstance(parts, list) and parts else None
    if isinstance(first, list) and first and isinstance(first[0], int):
        return str(first[0])
    return ""
