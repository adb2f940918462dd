"""Which reader reads a file of references: by its suffix. Tables and JSON Lines are read here."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from simulrag.verifier.literature.corpus import Corpus, Imported
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.bibtex import read_bibtex
from simulrag.verifier.literature.importing.pubmed_xml import read_pubmed_xml
from simulrag.verifier.literature.importing.records import document_of, plain, title_of
from simulrag.verifier.literature.importing.tagged import FORMATS, read_tagged

#: Field -> the headers of a table that may name it, in lower case.
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
_YES_OR_NO = {"true": True, "yes": True, "1": True, "y": True, "false": False, "no": False,
              "0": False, "n": False, "": None}  # fmt: skip
#: The longest cell, in characters: an abstract, not a book.
_LONGEST_CELL = 1_000_000
#: Fields of Document that a line of JSON may have as they are.
_TAKEN = set(Document.model_fields) - {"id", "title", "abstract", "sources"}


def read_csv(path: Path) -> Iterator[Document | str]:
    """Yield the documents of a table with a header, and for a row that cannot be read why.

    Columns are parted by commas; by semicolons or tabs where the header has more of those.
    """
    csv.field_size_limit(_LONGEST_CELL)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        mark = max(",;\t", key=stream.readline(_LONGEST_CELL).count)
        stream.seek(0)
        rows = csv.DictReader(stream, delimiter=mark)
        try:
            headers = list(rows.fieldnames or ())
            columns = _columns(headers)
            if "title" not in columns and "abstract" not in columns:
                given = ", ".join(headers)[:300] or "none"
                raise ImportFault(f"{path} has the columns {given}; it needs title or abstract")
            for row in rows:
                try:
                    yield _of_row({f: row[c] or "" for f, c in columns.items()}, path.name)
                except ValueError as error:
                    yield f"{path} line {rows.line_num}: {error}"
        except csv.Error as error:
            yield f"{path} line {max(rows.line_num, 1)} and all behind it: {error}"


def _columns(headers: Iterable[str]) -> dict[str, str]:
    """Return field -> the header that names it."""
    given = {header.strip().lower(): header for header in headers}
    return {
        field: given[name]
        for field, names in _HEADERS.items()
        for name in reversed(names)
        if name in given
    }


def _of_row(row: dict[str, str], source: str) -> Document:
    authors, retracted = row.pop("authors", ""), row.pop("retracted", "").strip().lower()
    if retracted not in _YES_OR_NO:
        raise ValueError(
            f"retracted is {retracted!r}; allowed are true, false, yes, no, 1, 0 or nothing"
        )
    parted = authors.split(";" if ";" in authors else ",")
    return document_of(source, **row, authors=parted, retracted=_YES_OR_NO[retracted])


def read_json_lines(path: Path) -> Iterator[Document | str]:
    """Yield the documents of a file, and for a line that cannot be read why.

    A line is an object with `doc_id` (or `id`), `title`, and `abstract` (or `text`) as a text or a
    list of sentences; any other field of `Document` may stand beside them.
    """
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                if line.strip():
                    yield _of_line(json.loads(line), path.name)
            except ValidationError as error:
                faults = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
                yield f"{path} line {number}: {'; '.join(faults)}"
            except (ValueError, TypeError, RecursionError) as error:
                yield f"{path} line {number} is no document: {error}"


def _of_line(record: object, source: str) -> Document:
    if not isinstance(record, Mapping):
        raise TypeError("a line must hold one JSON object")
    given = cast(Mapping[str, Any], record)
    key = given.get("doc_id", given.get("id"))
    if key in (None, ""):
        raise ValueError("it has no doc_id")
    abstract: Any = given.get("abstract", given.get("text")) or ""
    if isinstance(abstract, list):
        abstract = " ".join(str(one).strip() for one in cast("list[object]", abstract))
    title, withdrawn = title_of(str(given.get("title") or ""))
    more = {name: given[name] for name in sorted(_TAKEN) if given.get(name) is not None}
    more |= {"retracted": True} if withdrawn else {}
    more |= {"abstract": plain(abstract) if isinstance(abstract, str) else abstract}
    return Document.model_validate({**more, "id": str(key), "title": title, "sources": (source,)})


READERS: dict[str, Callable[[Path], Iterator[Document | str]]] = {
    ".jsonl": read_json_lines,
    ".bib": read_bibtex,
    **dict.fromkeys(FORMATS, read_tagged),
    ".xml": read_pubmed_xml,
    ".csv": read_csv,
}


def read_documents(path: Path) -> Iterator[Document | str]:
    """Yield documents, and why a record is none; ImportFault for a file that cannot be read."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise ImportFault(
            f"{path} has the suffix {path.suffix!r}; there are readers for {', '.join(READERS)}"
        )
    try:
        yield from reader(path)
    except UnicodeDecodeError as error:
        raise ImportFault(f"{path} is no UTF-8 text: {error.reason} at {error.start}") from error
    except OSError as error:
        raise ImportFault(f"{path} cannot be read: {error.strerror or error}") from error


def import_file(corpus: Corpus, path: Path) -> Imported:
    """Add the documents of a file to a corpus, and name each record that cannot be read."""
    unread: list[str] = []

    def readable() -> Iterator[Document]:
        for one in read_documents(path):
            if isinstance(one, Document):
                yield one
            else:
                unread.append(one)

    done = corpus.add(readable())
    return done.model_copy(update={"unread": tuple(unread)})
