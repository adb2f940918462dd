"""Abstracts from JSON Lines: SciFact's corpus format, and one with more metadata.

A line is an object with `doc_id` (or `id`), `title`, and `abstract` as a text or as a list of
sentences; the text may be called `text`. Any other field of `Document` may stand beside them.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.records import untagged

_TAKEN = set(Document.model_fields) - {"id", "title", "abstract", "sources"}


def read_json_lines(path: Path) -> Iterator[Document]:
    """Yield the documents of a file; raises ImportFault naming the line that cannot be read."""
    with path.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield _document(json.loads(line), path.name)
            except ValidationError as error:
                faults = "; ".join(
                    f"{'.'.join(map(str, one['loc']))} is {str(one['input'])[:40]!r}: {one['msg']}"
                    for one in error.errors()
                )
                raise ImportFault(f"{path} line {number}: {faults}") from error
            except (ValueError, TypeError, RecursionError) as error:
                raise ImportFault(f"{path} line {number} is no document: {error}") from error


def _document(record: object, source: str) -> Document:
    if not isinstance(record, Mapping):
        raise TypeError("a line must hold one JSON object")
    given = cast(Mapping[str, Any], record)
    key = given.get("doc_id", given.get("id"))
    if key in (None, ""):
        raise ValueError("it has no doc_id")
    abstract = given.get("abstract", given.get("text")) or ""
    if isinstance(abstract, list):
        abstract = " ".join(str(one).strip() for one in cast(list[object], abstract))
    return Document(
        id=str(key),
        title=_read(given.get("title") or ""),
        abstract=_read(abstract),
        sources=(source,),
        **{name: given[name] for name in sorted(_TAKEN) if given.get(name) is not None},
    )


def _read(given: Any) -> Any:
    """Return a text without its markup; what is no text is left for the model to refuse."""
    return untagged(given) if isinstance(given, str) else given
