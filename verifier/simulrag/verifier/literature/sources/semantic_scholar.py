"""Semantic Scholar (docs: api.semanticscholar.org/api-docs): abstracts and citations.

Without a key all callers share one pool, which is often empty; with one, a request a second.
It says nothing of retractions.
"""

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.importing.records import document_of
from simulrag.verifier.literature.sources.fetching import Fetcher
from simulrag.verifier.literature.sources.json_replies import (
    Record,
    count,
    json_object,
    names,
    records,
    text,
)

URL = "https://api.semanticscholar.org"
INTERVAL = 1.0
_FIELDS = "title,abstract,year,authors,venue,externalIds,citationCount"


def headers(key: str) -> dict[str, str]:
    """Return the headers that carry a key."""
    return {"x-api-key": key} if key else {}


class SemanticScholar:
    """Semantic Scholar's papers; the key goes into the fetcher's headers."""

    name = "semantic_scholar"

    def __init__(self, fetcher: Fetcher, *, url: str = URL) -> None:
        self._fetcher, self._url = fetcher, url

    def search(self, query: str, limit: int) -> list[Document]:
        """Return at most `limit` papers for a query; SourceError where it cannot be asked."""
        asked = {"query": query, "limit": str(limit), "fields": _FIELDS}
        found = self._fetcher.get(f"{self._url}/graph/v1/paper/search", asked)
        reply = json_object(self._fetcher, found)
        if reply.get("total") == 0:
            return []
        return [_document(paper) for paper in records(self._fetcher, reply, "data")]


def _document(paper: Record) -> Document:
    return document_of(
        SemanticScholar.name,
        title=text(paper, "title"),
        abstract=text(paper, "abstract"),
        authors=names(paper, "authors", "name"),
        year=text(paper, "year"),
        journal=text(paper, "venue"),
        doi=text(paper, "externalIds", "DOI"),
        pmid=text(paper, "externalIds", "PubMed"),
        other=f"semantic_scholar:{text(paper, 'paperId')}",
        citations=count(paper, "citationCount"),
    )
