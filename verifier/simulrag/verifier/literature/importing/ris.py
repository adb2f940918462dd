"""Abstracts from RIS files, as reference managers write them."""

import re
from collections.abc import Iterator
from pathlib import Path

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.records import document_of

_LINE = re.compile(r"^([A-Z][A-Z0-9])  ?- ?(.*)$")
#: Field -> the tags that may hold it, the best first.
_TAGS = {
    "title": ("TI", "T1", "CT"),
    "abstract": ("AB", "N2"),
    "year": ("PY", "Y1", "DA"),
    "journal": ("JO", "JF", "T2", "JA"),
    "doi": ("DO", "UR", "M3", "L3"),
    "pmid": ("AN",),
    "other": ("ID",),
}


def read_ris(path: Path) -> Iterator[Document]:
    """Yield the documents of a file; raises ImportFault naming the line that cannot be read."""
    record: dict[str, list[str]] | None = None
    began, last = 0, ""
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, start=1):
            found = _LINE.match(line.rstrip("\r\n").rstrip())
            tag, value = (found.group(1), found.group(2)) if found else ("", line.strip())
            if tag == "TY":
                if record is not None:
                    raise ImportFault(f"{path} line {began}: a record without its end (ER)")
                record, began, last = {}, number, tag
            elif tag == "ER" and record is not None:
                yield _made(record, path, began)
                record = None
            elif record is None:
                if value:
                    raise ImportFault(f"{path} line {number} stands outside of any record (TY, ER)")
            elif tag:
                record.setdefault(tag, []).append(value.strip())
                last = tag
            elif value and record.get(last):
                record[last][-1] += f" {value}"
    if record is not None:
        raise ImportFault(f"{path} line {began}: a record without its end (ER)")


def _made(record: dict[str, list[str]], path: Path, line: int) -> Document:
    fields = {name: _first(record, tags) for name, tags in _TAGS.items()}
    try:
        return document_of(
            path.name,
            title=fields["title"],
            abstract=fields["abstract"],
            authors=(*record.get("AU", []), *record.get("A1", [])),
            year=fields["year"],
            journal=fields["journal"],
            doi=fields["doi"],
            pmid=fields["pmid"] if fields["pmid"].isdigit() else "",
            other=fields["other"],
        )
    except ValueError as error:
        raise ImportFault(f"{path} line {line}: {error}") from error


def _first(record: dict[str, list[str]], tags: tuple[str, ...]) -> str:
    return next((value for tag in tags for value in record.get(tag, []) if value), "")
