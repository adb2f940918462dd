"""Keeps results short: what is longer than a model should read at once is kept and paged.

The whole reply lies in the evidence store under a handle, so that any worker process can give
the next page, and a program all of it.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from simulrag.server.schemas import JsonObject
from simulrag.simulators.errors import OutOfRange, SimulRAGError
from simulrag.verifier.evidence_tables import Job, JobBoard

_log = logging.getLogger(__name__)

#: Most bytes of a result's text, and as many of its structured content: 2,000 tokens of 4 bytes.
MOST_BYTES = 8_000
#: Room for the words that lead to the rest.
ROOM = 250


def size(value: JsonValue) -> int:
    """Return the bytes of a value as JSON without spaces."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def fits(text: str, content: JsonObject) -> bool:
    """Tell whether text and structured content may leave as they are."""
    return len(text.encode()) <= MOST_BYTES and size(content) <= MOST_BYTES


def fitted(
    handle: str, tool: str, text: str, content: JsonObject, board: JobBoard
) -> tuple[str, JsonObject]:
    """Return a reply that is too long as it may leave; the whole of it is kept first.

    The structured content then has `more`: the handle, and how much of what was left out.
    """
    try:
        board.put(Job(id=handle, tool=tool, state="done", share=1.0, text=text, content=content))
    except SimulRAGError as error:
        _log.error("reply %s cannot be kept: %s", handle, error)
        handle = ""
    cut, left_out = shortened(content, MOST_BYTES - ROOM)
    if left_out:
        cut["more"] = {"get_run": handle, "left_out": cast("JsonValue", left_out)}
    return page_of(text, 1, handle), cut


def pages(text: str) -> list[str]:
    """Return a text as pages of whole lines; a line longer than a page is cut."""
    made: list[list[str]] = [[]]
    used = 0
    for line in _lines(text):
        length = len(line.encode()) + 1
        if used + length > MOST_BYTES - ROOM and made[-1]:
            made.append([])
            used = 0
        made[-1].append(line)
        used += length
    return ["\n".join(page) for page in made]


def page_of(text: str, number: int, handle: str) -> str:
    """Return a page, counted from 1, and how to get the next. Raises OutOfRange."""
    made = pages(text)
    if not 1 <= number <= len(made):
        raise OutOfRange(
            f"page {number} does not exist; {handle} has pages 1 to {len(made)}",
            parameter="page",
            given=number,
        )
    if len(made) == 1:
        return text
    told = f"Page {number} of {len(made)}."
    if number < len(made):
        told += (
            f' Next: get_run("{handle}", page={number + 1})'
            if handle
            else " The rest could not be kept, as the evidence store takes nothing more."
        )
    return f"{made[number - 1]}\n{told}"


def shortened(content: Mapping[str, JsonValue], limit: int) -> tuple[JsonObject, dict[str, int]]:
    """Return content of at most `limit` bytes, and the number of entries that each list lacks.

    Runs go first, as each can be had by its id; then the longest list or text is cut.
    """
    kept, left_out = dict(content), dict[str, int]()
    while (excess := size(kept) - limit) > 0:
        name = _first_to_go(kept)
        if name is None:
            break
        before = kept[name]
        kept[name] = _cut(before, excess)
        lost = _count(before) - _count(kept[name])
        left_out[name] = left_out.get(name, 0) + lost
    return kept, left_out


def _lines(text: str) -> list[str]:
    """Return the lines of a text, those longer than a page in pieces."""
    most = (MOST_BYTES - ROOM) // 4  # a character has at most 4 bytes
    made: list[str] = []
    for line in text.split("\n"):
        pieces = [line[at : at + most] for at in range(0, len(line), most)]
        made += pieces or [""]
    return made


def _first_to_go(content: Mapping[str, JsonValue]) -> str | None:
    if content.get("runs"):
        return "runs"
    sizes = {name: size(value) for name, value in content.items() if _count(value)}
    return max(sizes, key=lambda name: sizes[name], default=None)


def _count(value: JsonValue) -> int:
    return len(value) if isinstance(value, list | dict | str) else 0


def _cut(value: JsonValue, excess: int) -> JsonValue:
    """Return a list, object or text without at least `excess` bytes of its end, if it has them."""
    if isinstance(value, str):
        return value.encode()[:-excess].decode(errors="ignore")
    if isinstance(value, dict):
        count = _kept([[name, part] for name, part in value.items()], excess)
        return dict(list(value.items())[:count])
    return value[: _kept(value, excess)] if isinstance(value, list) else value


def _kept(parts: Sequence[JsonValue], excess: int) -> int:
    """Return how many parts stay when those of `excess` bytes or more go from the end."""
    count, gone = len(parts), 0
    while count and gone < excess:
        count -= 1
        gone += size(parts[count])
    return count
