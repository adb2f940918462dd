"""The online sources: how each is asked, and what its replies say. What is missing is unknown.

OpenAlex (developers.openalex.org): citations, journals, retractions; abstracts as an inverted
index. Semantic Scholar (api.semanticscholar.org/api-docs): says nothing of retractions. PubMed by
NLM's E-utilities (NCBI Bookshelf NBK25501). Crossref (api.crossref.org): a retraction is a record
of its own that names what it retracts (`update-to`), or is named there (`updated-by`).
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from simulrag.verifier.literature.documents import Document, bare_doi
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.pubmed_xml import parse_pubmed_xml
from simulrag.verifier.literature.importing.records import document_of
from simulrag.verifier.literature.sources.fetching import Fetcher
from simulrag.verifier.literature.words import words

Record = Mapping[str, Any]
#: Asks a source, at an address of it, for at most so many documents for a query.
Search = Callable[[Fetcher, str, str, int], list[Document]]
#: The longest abstract that is put together from its words, in words.
_MOST_WORDS = 20_000
_OPENALEX = (
    "id,doi,title,abstract_inverted_index,publication_year,authorships,cited_by_count,fwci,"
    "is_retracted,primary_location,ids,type"
)
_SCHOLAR = "title,abstract,year,authors,venue,externalIds,citationCount,publicationTypes"
_RETRACTIONS = frozenset({"retraction", "withdrawal", "removal"})


def openalex(fetcher: Fetcher, url: str, query: str, limit: int) -> list[Document]:
    """Ask OpenAlex; the journals of the results come by a second request."""
    asked = {"search": query, "per-page": str(limit), "select": _OPENALEX}
    works = _records(fetcher, fetcher.json(f"{url}/works", asked), "results")
    ids = sorted({one for work in works if (one := _journal(work))})
    journals: dict[str, Record] = {}
    if ids:
        asked = {"filter": f"ids.openalex:{'|'.join(ids)}", "per-page": str(len(ids)),
                 "select": "id,summary_stats"}  # fmt: skip
        found = _records(fetcher, fetcher.json(f"{url}/sources", asked), "results")
        journals = {_short(one.get("id")): one for one in found}
    return [_work(one, journals.get(_journal(one), {})) for one in works]


def _work(work: Record, journal: Record) -> Document:
    return document_of(
        "openalex",
        title=work.get("title"),
        abstract=rebuilt(work.get("abstract_inverted_index")),
        authors=[_at(one, "author", "display_name") for one in _list(work, "authorships")],
        year=work.get("publication_year"),
        doi=work.get("doi"),
        pmid=_short(_at(work, "ids", "pmid")),
        other=f"openalex:{_short(work.get('id'))}",
        retracted=work.get("is_retracted"),
        journal=_at(work, "primary_location", "source", "display_name"),
        types=[work.get("type")],
        citations=work.get("cited_by_count"),
        field_weighted=work.get("fwci"),
        impact=_at(journal, "summary_stats", "2yr_mean_citedness"),
        rank=_at(journal, "summary_stats", "h_index"),
    )


def rebuilt(index: object) -> str:
    """Return the text of an inverted index, word -> places from 0; "" for anything else."""
    given = cast("dict[str, Any]", index) if isinstance(index, dict) else {}
    placed = {
        place: word
        for word, places in given.items()
        for place in (cast("list[object]", places) if isinstance(places, list) else ())
        if isinstance(place, int) and 0 <= place < _MOST_WORDS
    }
    return " ".join(placed[place] for place in sorted(placed))


def semantic_scholar(fetcher: Fetcher, url: str, query: str, limit: int) -> list[Document]:
    """Ask Semantic Scholar."""
    asked = {"query": query, "limit": str(limit), "fields": _SCHOLAR}
    reply = fetcher.json(f"{url}/graph/v1/paper/search", asked)
    papers = [] if reply.get("total") == 0 else _records(fetcher, reply, "data")
    return [
        document_of(
            "semantic_scholar",
            title=one.get("title"),
            abstract=one.get("abstract"),
            authors=[author.get("name") for author in _list(one, "authors")],
            year=one.get("year"),
            doi=_at(one, "externalIds", "DOI"),
            pmid=_at(one, "externalIds", "PubMed"),
            other=f"semantic_scholar:{one.get('paperId')}",
            journal=one.get("venue"),
            types=one.get("publicationTypes"),
            citations=one.get("citationCount"),
        )
        for one in papers
    ]


def pubmed(fetcher: Fetcher, url: str, query: str, limit: int) -> list[Document]:
    """Ask PubMed: a search gives ids, a second request their abstracts.

    Any of the words may be there: PubMed wants all of those that are not joined.
    """
    asked = {"db": "pubmed", "tool": "simulrag", "retmode": "json", "sort": "relevance",
             "retmax": str(limit), "term": " OR ".join(dict.fromkeys(words(query)))}  # fmt: skip
    result = fetcher.json(f"{url}/entrez/eutils/esearch.fcgi", asked)
    given = _at(result, "esearchresult", "idlist")
    if not isinstance(given, list):
        raise fetcher.fault("malformed", "the reply has no list 'idlist'")
    ids = [str(one) for one in cast("list[object]", given) if str(one).isdigit()]
    if not ids:
        return []
    asked = {"db": "pubmed", "tool": "simulrag", "retmode": "xml", "id": ",".join(ids)}
    try:
        found = fetcher.get(f"{url}/entrez/eutils/efetch.fcgi", asked)
        return parse_pubmed_xml(found.encode(), "pubmed")
    except ImportFault as error:
        raise fetcher.fault("malformed", str(error)) from error


def crossref(fetcher: Fetcher, url: str, query: str, limit: int) -> list[Document]:
    """Ask Crossref; notices of retraction are no abstracts and are left out."""
    asked = {"query.bibliographic": query, "rows": str(limit)}
    message = fetcher.json(f"{url}/v1/works", asked).get("message")
    items = _records(fetcher, cast("Record", message), "items")
    withdrawn = {doi for item in items for doi in _retracted(item, "update-to")}
    works = [item for item in items if not _retracted(item, "update-to")]
    return [
        document_of(
            "crossref",
            title=_first(work.get("title")),
            abstract=work.get("abstract"),
            authors=[
                ", ".join(filter(None, (one.get("family"), one.get("given")))) or one.get("name")
                for one in _list(work, "author")
            ],
            year=_first(_first(_at(work, "issued", "date-parts"))),
            doi=work.get("DOI"),
            retracted=bare_doi(str(work.get("DOI"))) in withdrawn
            or bool(_retracted(work, "updated-by"))
            or None,
            journal=_first(work.get("container-title")),
            types=[work.get("type")],
            citations=work.get("is-referenced-by-count"),
        )
        for work in works
        if _first(work.get("title")) or work.get("DOI")
    ]


def _retracted(item: Record, field: str) -> list[str]:
    """Return the DOIs of an item's updates that are retractions."""
    updates = [one for one in _list(item, field) if str(one.get("type")).lower() in _RETRACTIONS]
    return [bare_doi(str(one.get("DOI"))) for one in updates]


def _records(fetcher: Fetcher, found: Record, field: str) -> list[Record]:
    if not isinstance(_at(found, field), list):
        raise fetcher.fault("malformed", f"the reply has no list {field!r}")
    return _list(found, field)


def _at(found: Any, *path: str) -> Any:
    value: Any = found
    for name in path:
        value = cast("Record", value).get(name) if isinstance(value, dict) else None
    return value


def _list(found: Record, field: str) -> list[Record]:
    given = cast("list[Any]", found.get(field) if isinstance(found.get(field), list) else [])
    return [cast("Record", one) for one in given if isinstance(one, dict)]


def _first(given: Any) -> Any:
    return cast("list[Any]", given)[0] if isinstance(given, list) and given else None


def _journal(work: Record) -> str:
    return _short(_at(work, "primary_location", "source", "id"))


def _short(url: Any) -> str:
    """Return the last part of an id that is printed as an address."""
    return str(url or "").rstrip("/").rsplit("/", 1)[-1]
