"""OpenAlex (docs: developers.openalex.org): citations, field-weighted impact, retraction.

Abstracts come as an inverted index, word -> places, and are put together again. A journal's mean
citations of two years and its h-index come from a second request for the journals of the results.
"""

from collections.abc import Sequence
from typing import Any, cast

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.importing.records import document_of
from simulrag.verifier.literature.sources.fetching import Fetcher
from simulrag.verifier.literature.sources.json_replies import (
    Record,
    count,
    json_object,
    names,
    number,
    records,
    text,
)

URL = "https://api.openalex.org"
#: Requests a second that are allowed are far more; the budget in money is what ends.
INTERVAL = 0.1
#: The longest abstract that is put together, in words.
_MOST_WORDS = 20_000
_FIELDS = (
    "id,doi,title,abstract_inverted_index,publication_year,authorships,cited_by_count,fwci,"
    "is_retracted,primary_location,ids"
)


class OpenAlex:
    """OpenAlex's works; `key` is a free key, without which the day's budget is small."""

    name = "openalex"

    def __init__(self, fetcher: Fetcher, *, key: str = "", url: str = URL) -> None:
        self._fetcher, self._url = fetcher, url
        self._caller = {"api_key": key} if key else {}

    def search(self, query: str, limit: int) -> list[Document]:
        """Return at most `limit` works for a query; SourceError where it cannot be asked."""
        asked = {"search": query, "per-page": str(limit), "select": _FIELDS, **self._caller}
        reply = json_object(self._fetcher, self._fetcher.get(f"{self._url}/works", asked))
        works = records(self._fetcher, reply, "results")
        journals = self._journals([_journal_id(work) for work in works])
        return [_document(work, journals.get(_journal_id(work), {})) for work in works]

    def _journals(self, ids: Sequence[str]) -> dict[str, Record]:
        """Return id -> journal for the journals of the results."""
        known = sorted({one for one in ids if one})
        if not known:
            return {}
        asked = {
            "filter": f"ids.openalex:{'|'.join(known)}",
            "per-page": str(len(known)),
            "select": "id,summary_stats",
            **self._caller,
        }
        reply = json_object(self._fetcher, self._fetcher.get(f"{self._url}/sources", asked))
        return {_short(text(one, "id")): one for one in records(self._fetcher, reply, "results")}


def rebuilt(index: object) -> str:
    """Return the text of an inverted index, word -> places from 0; "" for anything else."""
    if not isinstance(index, dict):
        return ""
    placed = {
        place: word
        for word, places in cast(dict[str, Any], index).items()
        for place in (cast(list[object], places) if isinstance(places, list) else ())
        if isinstance(place, int) and 0 <= place < _MOST_WORDS
    }
    return " ".join(placed[place] for place in sorted(placed))


def _document(work: Record, journal: Record) -> Document:
    retracted = work.get("is_retracted")
    made = document_of(
        OpenAlex.name,
        title=text(work, "title"),
        abstract=rebuilt(work.get("abstract_inverted_index")),
        authors=names(work, "authorships", "author", "display_name"),
        year=text(work, "publication_year"),
        journal=text(work, "primary_location", "source", "display_name"),
        doi=text(work, "doi"),
        pmid=_short(text(work, "ids", "pmid")),
        other=f"openalex:{_short(text(work, 'id'))}",
        citations=count(work, "cited_by_count"),
        retracted=retracted if isinstance(retracted, bool) else None,
    )
    return made.model_copy(
        update={
            "field_weighted": number(work, "fwci"),
            "impact": number(journal, "summary_stats", "2yr_mean_citedness"),
            "rank": number(journal, "summary_stats", "h_index"),
        }
    )


def _journal_id(work: Record) -> str:
    return _short(text(work, "primary_location", "source", "id"))


def _short(url: str) -> str:
    """Return the last part of an id that is printed as an address."""
    return url.rstrip("/").rsplit("/", 1)[-1]
