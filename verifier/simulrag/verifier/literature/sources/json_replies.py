"""Replies in JSON, read with care: a field that is missing or null is unknown."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from simulrag.verifier.literature.sources.fetching import Fetcher

Record = Mapping[str, Any]


def json_object(fetcher: Fetcher, text: str) -> Record:
    """Return the object that a reply holds; SourceError (malformed) where it holds none."""
    try:
        found: object = json.loads(text)
    except ValueError as error:
        raise fetcher.fault("malformed", f"the reply is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise fetcher.fault("malformed", "the reply is no JSON object")
    return cast(Record, found)


def records(fetcher: Fetcher, found: Record, field: str) -> list[Record]:
    """Return a field that must be a list of objects; SourceError (malformed) where it is not."""
    given = found.get(field)
    if not isinstance(given, list):
        raise fetcher.fault("malformed", f"the reply has no list {field!r}")
    return [cast(Record, one) for one in cast(list[object], given) if isinstance(one, dict)]


def text(found: Record, *path: str) -> str:
    """Return the text at a path of fields, or ""."""
    value: object = found
    for name in path:
        value = cast(Record, value).get(name) if isinstance(value, dict) else None
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def number(found: Record, *path: str) -> float | None:
    """Return the number of 0 or more at a path of fields, or None."""
    value: object = found
    for name in path:
        value = cast(Record, value).get(name) if isinstance(value, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < float("inf") else None


def count(found: Record, *path: str) -> int | None:
    """Return the count at a path of fields, or None."""
    value = number(found, *path)
    return None if value is None else int(value)


def names(found: Record, field: str, *path: str) -> tuple[str, ...]:
    """Return the texts at a path within each object of a list; empty ones are left out."""
    given = found.get(field)
    every = cast(Sequence[object], given) if isinstance(given, list) else ()
    said = [text(cast(Record, one), *path) for one in every if isinstance(one, dict)]
    return tuple(name for name in said if name)
