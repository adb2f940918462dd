"""A value of an input at a place of a text."""

from collections.abc import Iterable
from typing import NamedTuple

from pydantic import JsonValue

from simulrag.verifier.reading.text import Span


class Mention(NamedTuple):
    """A value of a parameter at text[start:end]; `words` is the text that gave it."""

    parameter: str
    value: JsonValue
    start: int
    end: int
    words: str
    #: What was filled in because the text left it open.
    assumed: str = ""


def is_free(start: int, end: int, taken: Iterable[Span]) -> bool:
    """Tell whether text[start:end] touches none of some spans."""
    return all(end <= span.start or start >= span.end for span in taken)
