"""Abstracts from CSV tables with a header, as bibliographic data bases export them.

Columns are parted by commas; by semicolons or tabs where the header has more of those, as
spreadsheets write it in countries whose decimals have commas.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.records import document_of, whole_number

#: Field -> the headers that may name it, in lower case.
_HEADERS = {
    "title": ("title", "article title", "document title"),
    "abstract": ("abstract", "text"),
    "authors": ("authors", "author", "author full names"),
    "year": ("year", "publication year", "date", "pubyear"),
    "journal": ("journal", "source title", "publication title", "venue"),
    "doi": ("doi", "doi link"),
    "pmid": ("pmid", "pubmed id"),
    "other": ("id", "doc_id", "key", "eid", "ut (unique wos id)"),
    "citations": ("citations", "cited by", "times cited, all databases", "cited_by_count"),
    "retracted": ("retracted", "is_retracted"),
}
#: The longest cell, in characters: an abstract, not a book.
_LONGEST_CELL = 1_000_000
#: Most characters of columns that are told.
_MOST_SHOWN = 300


def read_csv(path: Path) -> Iterator[Document]:
    """Yield the documents of a table; raises ImportFault naming the line that cannot be read."""
    csv.field_size_limit(_LONGEST_CELL)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        mark = _delimiter(stream.readline(_LONGEST_CELL))
        stream.seek(0)
        rows = csv.DictReader(stream, delimiter=mark)
        try:
            columns = _columns(rows.fieldnames or [])
            if "title" not in columns and "abstract" not in columns:
                given = ", ".join(rows.fieldnames or []) or "none"
                raise ImportFault(
                    f"{path} has the columns {given[:_MOST_SHOWN]}; it needs title or abstract"
                )
            for row in rows:
                yield _document({f: row[c] or "" for f, c in columns.items()}, path.name)
        except (csv.Error, ValueError) as error:
            raise ImportFault(f"{path} line {max(rows.line_num, 1)}: {error}") from error


def _delimiter(header: str) -> str:
    return max(",;\t", key=header.count)


def _columns(headers: Iterable[str]) -> dict[str, str]:
    """Return field -> the header that names it."""
    given = {header.strip().lower(): header for header in headers}
    return {
        field: given[name]
        for field, names in _HEADERS.items()
        for name in reversed(names)
        if name in given
    }


def _document(row: dict[str, str], source: str) -> Document:
    separator = ";" if ";" in row.get("authors", "") else ","
    authors = [name.strip() for name in row.get("authors", "").split(separator)]
    return document_of(
        source,
        authors=tuple(name for name in authors if name),
        citations=whole_number(row.get("citations", "")),
        retracted=_yes_or_no(row.get("retracted", "")),
        **{
            name: row.get(name, "")
            for name in ("title", "abstract", "year", "journal", "doi", "pmid", "other")
        },
    )


def _yes_or_no(text: str) -> bool | None:
    spelt = text.strip().lower()
    if spelt in ("true", "yes", "1", "y"):
        return True
    if spelt in ("false", "no", "0", "n"):
        return False
    if spelt:
        raise ValueError(
            f"retracted is {text!r}; allowed are true, false, yes, no, 1, 0 or nothing"
        )
    return None
