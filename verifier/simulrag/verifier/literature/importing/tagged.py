"""Abstracts from tagged files, read by rispy: RIS, Web of Science's (.ciw) and PubMed's (.nbib).

Each record is read by itself, so that one that does not end takes no other with it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from simulrag.simulators.errors import NotInstalled
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.records import document_of

_RETRACTED = "Retracted Publication"
_PARTED = re.compile(r"\s*;\s*")


class Format(NamedTuple):
    """How a record begins, and field -> the tags that may hold it, the best first."""

    begin: str
    fields: Mapping[str, tuple[str, ...]]


FORMATS = {
    ".ris": Format(
        "TY  - ",
        {
            "title": ("TI", "T1", "CT"), "abstract": ("AB", "N2"), "authors": ("AU", "A1"),
            "year": ("PY", "Y1", "DA"), "journal": ("JO", "JF", "T2", "JA"), "types": ("PT",),
            "doi": ("DO", "UR", "M3", "L3"), "pmid": ("AN",), "other": ("ID",),
        },
    ),
    ".ciw": Format(
        "PT ",
        {
            "title": ("TI",), "abstract": ("AB",), "authors": ("AF", "AU"), "year": ("PY",),
            "journal": ("SO",), "types": ("DT",), "doi": ("DI",), "pmid": ("PM",),
            "other": ("UT",), "citations": ("TC",),
        },
    ),
    ".nbib": Format(
        "PMID- ",
        {
            "title": ("TI", "BTI"), "abstract": ("AB",), "authors": ("FAU", "AU"), "year": ("DP",),
            "journal": ("JT", "TA"), "types": ("PT",), "doi": ("LID", "AID"), "pmid": ("PMID",),
        },
    ),
}  # fmt: skip
_LISTS = ["AU", "A1", "AF", "FAU", "PT", "LID", "AID"]


class _AsTagged(dict[str, str]):
    """Maps every tag to itself."""

    def __missing__(self, tag: str) -> str:
        return tag


def read_tagged(path: Path) -> Iterator[Document | str]:
    """Yield the documents of a file, and for a record that cannot be read where and why."""
    made, parser = FORMATS[path.suffix.lower()], _parser(path.suffix.lower())
    text = path.read_text("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    begins = [one.start() for one in re.finditer(rf"(?m)^{re.escape(made.begin)}", text)]
    if not begins and text.strip():
        raise ImportFault(f"{path} holds no record; one begins with {made.begin.strip()!r}")
    for start, end in zip(begins, [*begins[1:], len(text)], strict=True):
        where = f"{path} line {text.count(chr(10), 0, start) + 1}"
        record = text[start:end].rstrip()
        try:
            (found, *_) = parser.parse(f"{record}\nER  - \nER\n")
            yield _document(found, made.fields, path.name)
        except ValueError as error:
            yield f"{where}: {error}"


def _parser(suffix: str) -> Any:
    try:
        import rispy
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"{suffix} files need rispy: pip install 'simulrag[literature]'"
        ) from error

    class Nbib(rispy.RisParser):
        START_TAG = "PMID"

        def parse_line(self, line: str) -> Any:
            tag = line[4:6] in ("- ", "-")
            return (line[:4].strip(), line[6:].strip()) if tag else (None, line.strip())

    kind: Any = {".ris": rispy.RisParser, ".ciw": rispy.WokParser, ".nbib": Nbib}[suffix]
    lists = _LISTS if suffix != ".ciw" else ["AU", "AF"]
    return kind(mapping=_AsTagged(), list_tags=lists, delimiter_tags_mapping={}, ignore=[])


def _document(
    record: Mapping[str, Any], fields: Mapping[str, tuple[str, ...]], source: str
) -> Document:
    def of(field: str) -> list[str]:
        given = [record[tag] for tag in fields.get(field, ()) if record.get(tag)]
        first = cast("list[Any] | str", given[0] if given else [])
        return [first] if isinstance(first, str) else [str(one) for one in first]

    known: dict[str, Any] = {field: next(iter(of(field)), "") for field in fields}
    known["authors"] = of("authors")
    known["types"] = [one for each in of("types") for one in _PARTED.split(each)]
    known["doi"] = next((one for one in of("doi") if "10." in one), "")
    # Numbers of other indexes stand in the place of PubMed's too.
    known["pmid"] = known["pmid"] if re.fullmatch(r"\d{1,8}", known["pmid"]) else ""
    return document_of(source, **known, retracted=_RETRACTED in known["types"] or None)
