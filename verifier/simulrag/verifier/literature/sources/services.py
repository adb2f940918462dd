"""The online sources: how each is asked, and what its replies say. What is missing is unknown.

OpenAlex (developers.openalex.org): citations, journals, retractions; abstracts as an inverted
index. Semantic Scholar (api.semanticscholar.org/api-docs): says nothing of retractions. PubMed by
NLM's E-utilities (NCBI Bookshelf NBK25501). Crossref (api.crossref.org): a retraction is a record
of its own that names what it retracts (`update-to`), or is named there (`updated-by`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
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
    ids = sorted({one for work in works if (one := _short(_journal(work, "id")))})
    journals: dict[str, Record] = {}
    if ids:
        asked = {"filter": f"ids.openalex:{'|'.join(ids)}", "per-page": str(len(ids)),
                 "select": "id,summary_stats"}  # fmt: skip
        found = _records(fetcher, fetcher.json(f"{url}/sources", asked), "results")
        journals = {_short(_text(one, "id")): one for one in found}
    return [_work(one, journals.get(_short(_journal(one, "id")), {})) for one in works]


def _work(work: Record, journal: Record) -> Document:
    return document_of(
        "openalex",
        title=_text(work, "title"),
        abstract=rebuilt(work.get("abstract_inverted_index")),
        authors=[_text(one, "author", "display_name") for one in _list(work, "authorships")],
        year=_text(work, "publication_year"),
        doi=_text(work, "doi"),
        pmid=_short(_text(work, "ids", "pmid")),
        other=f"openalex:{_short(_text(work, 'id'))}",
        retracted=_flag(work, "is_retracted"),
        journal=_journal(work, "display_name"),
        types=tuple(filter(None, [_text(work, "type")])),
        citations=_count(work, "cited_by_count"),
        field_weighted=_number(work, "fwci"),
        impact=_number(journal, "summary_stats", "2yr_mean_citedness"),
        rank=_number(journal, "summary_stats", "h_index"),
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
            title=_text(one, "title"),
            abstract=_text(one, "abstract"),
            authors=[_text(author, "name") for author in _list(one, "authors")],
            year=_text(one, "year"),
            doi=_text(one, "externalIds", "DOI"),
            pmid=_text(one, "externalIds", "PubMed"),
            other=f"semantic_scholar:{_text(one, 'paperId')}",
            journal=_text(one, "venue"),
            types=tuple(_texts(one, "publicationTypes")),
            citations=_count(one, "citationCount"),
        )
        for one in papers
    ]


def pubmed(fetcher: Fetcher, url: str, query: str, limit: int) -> list[Document]:
    """Ask PubMed: a search gives ids, a second request their abstracts.

    Any of the words may be there: PubMed wants all of those that are not joined.
    """
    asked = {"db": "pubmed", "retmode": "json", "sort": "relevance", "retmax": str(limit),
             "term": " OR ".join(dict.fromkeys(words(query)))}  # fmt: skip
    result = fetcher.json(f"{url}/entrez/eutils/esearch.fcgi", asked).get("esearchresult")
    given: object = cast("Record", result).get("idlist") if isinstance(result, dict) else None
    if not isinstance(given, list):
        raise fetcher.fault("malformed", "the reply has no list 'idlist'")
    ids = [str(one) for one in cast("list[object]", given) if str(one).isdigit()]
    if not ids:
        return []
    asked = {"db": "pubmed", "retmode": "xml", "id": ",".join(ids)}
    try:
        found = fetcher.get(f"{url}/entrez/eutils/efetch.fcgi", asked)
        return parse_pubmed_xml(found.encode(), "pubmed")
    except ImportFault as error:
        raise fetcher.fault("malformed", str(error)) from error


def crossref(fetcher: Fetcher, url: str, query: str, limit: int) -> list[Document]:
    """Ask Crossref; notices of retraction are no abstracts and are left out."""
    asked = {"query.bibliographic": query, "rows": str(limit)}
    message = fetcher.json(f"{url}/v1/works", asked).get("message")
    if not isinstance(message, dict):
        raise fetcher.fault("malformed", "the reply has no object 'message'")
    items = _records(fetcher, cast("Record", message), "items")
    withdrawn = {doi for item in items for doi in _retracted(item, "update-to")}
    works = [item for item in items if not _retracted(item, "update-to")]
    return [
        document_of(
            "crossref",
            title=next(_texts(work, "title"), ""),
            abstract=_text(work, "abstract"),
            authors=[
                ", ".join(filter(None, (_text(one, "family"), _text(one, "given"))))
                or _text(one, "name")
                for one in _list(work, "author")
            ],
            year=str(next(iter(_at(work, "issued", "date-parts") or [[""]]), [""])),
            doi=_text(work, "DOI"),
            retracted=True
            if bare_doi(_text(work, "DOI")) in withdrawn or _retracted(work, "updated-by")
            else None,
            journal=next(_texts(work, "container-title"), ""),
            types=tuple(filter(None, [_text(work, "type")])),
            citations=_count(work, "is-referenced-by-count"),
        )
        for work in works
        if any(_texts(work, "title")) or _text(work, "DOI")
    ]


def _retracted(item: Record, field: str) -> list[str]:
    """Return the DOIs of an item's updates that are retractions."""
    return [
        bare_doi(_text(one, "DOI"))
        for one in _list(item, field)
        if _text(one, "type").lower() in _RETRACTIONS
    ]


def _records(fetcher: Fetcher, found: Record, field: str) -> list[Record]:
    if not isinstance(found.get(field), list):
        raise fetcher.fault("malformed", f"the reply has no list {field!r}")
    return _list(found, field)


def _at(found: Record, *path: str) -> Any:
    value: Any = found
    for name in path:
        value = cast("Record", value).get(name) if isinstance(value, dict) else None
    return value


def _list(found: Record, field: str) -> list[Record]:
    given: Iterable[object] = _at(found, field) if isinstance(_at(found, field), list) else ()
    return [cast("Record", one) for one in given if isinstance(one, dict)]


def _texts(found: Record, field: str) -> Iterator[str]:
    given: Iterable[object] = _at(found, field) if isinstance(_at(found, field), list) else ()
    return (one for one in given if isinstance(one, str) and one)


def _text(found: Record, *path: str) -> str:
    value = _at(found, *path)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _flag(found: Record, field: str) -> bool | None:
    value = _at(found, field)
    return value if isinstance(value, bool) else None


def _number(found: Record, *path: str) -> float | None:
    value = _at(found, *path)
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if known and 0 <= value < float("inf") else None


def _count(found: Record, field: str) -> int | None:
    value = _number(found, field)
    return None if value is None else int(value)


def _journal(work: Record, field: str) -> str:
    return _text(work, "primary_location", "source", field)


def _short(url: str) -> str:
    """Return the last part of an id that is printed as an address."""
    return url.rstrip("/").rsplit("/", 1)[-1]
