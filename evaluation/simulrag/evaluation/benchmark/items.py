"""Benchmark items: a question, the runs that answer it, and reference claims made from them.

JSON Lines, one item a line. Section 3.4 of the paper: reference answers are "derived solely from
simulation evidence". Here each reference claim says by which operation on which runs it was made,
so that it can be recomputed.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Frozen
from simulrag.simulators.operations import Operation
from simulrag.simulators.whole_files import write_whole


class BadItems(SimulRAGError):
    """A file that does not hold benchmark items."""

    reason = "bad_items"


class ReferenceClaim(Frozen):
    """One atomic statement that is true of the runs of its item.

    It rests on `operation` over `output` of the runs in `run_ids`, in that order, and either
    prints the result (`value` in digits, a category or an ISO date), or gives it a word (`value`)
    that holds for results from `low` up to, but not including, `high`.
    """

    text: str
    run_ids: tuple[str, ...]
    output: str
    #: Quantitative claims print a result; qualitative ones name a direction, a rank or a label.
    kind: Literal["quantitative", "qualitative"]
    operation: Operation = "value"
    #: True where the size of the result is meant, without its sign.
    absolute: bool = False
    value: str
    low: float | None = None
    high: float | None = None


class Item(Frozen):
    """One question of a benchmark, with its reference answer and claims.

    `group` is shared by items that rest on the same evidence: they are no independent draws, and
    a bootstrap draws groups. `runs` are the ids of the runs of `calls`, in the same order.
    """

    id: str
    simulator: str
    template: str
    group: str
    question: str
    calls: tuple[Call, ...]
    runs: tuple[str, ...]
    answer: str
    claims: tuple[ReferenceClaim, ...]
    #: Seed that the item was drawn with; that of a run is in its call.
    seed: int
    #: What made it: "simulrag", the simulator by its name, and the build of its runs.
    versions: Mapping[str, str] = Field(default_factory=dict)

    def content_id(self) -> str:
        """Return the id that belongs to the content: the same content has the same id."""
        held = self.model_dump(mode="json", exclude={"id", "group", "seed", "versions"})
        text = json.dumps(held, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return f"{self.simulator}-item-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def read(path: Path) -> tuple[Item, ...]:
    """Return the items of a file, in order. Raises BadItems with the line that is none."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadItems(f"{path} cannot be read: {error}") from error
    return parsed(text, path.name)


def parsed(text: str, source: str) -> tuple[Item, ...]:
    """Return the items of JSON Lines. Raises BadItems with the source and the line."""
    # Not splitlines(): a line's text may hold U+2028, which is no end of line in JSON.
    lines = text.split("\n")
    return tuple(_item(one, n, source) for n, one in enumerate(lines, start=1) if one.strip())


def _item(text: str, number: int, source: str) -> Item:
    try:
        return Item.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise BadItems(
            f"{source}, line {number}, is no benchmark item: {where}: {first['msg']}"
        ) from error


def line(item: Item) -> str:
    """Return an item as its line of JSON, without the line's end."""
    return json.dumps(item.model_dump(mode="json"), ensure_ascii=False, separators=(", ", ": "))


def write(path: Path, items: Iterable[Item]) -> None:
    """Write items to a file, one JSON object a line; what stood there is replaced at the end."""
    write_whole(path, "".join(f"{line(item)}\n" for item in items))
