"""Benchmark items: a question, the runs that answer it, and reference claims made from them.

JSON Lines, one item a line. Section 3.4 of the paper: reference answers are "derived solely from
simulation evidence". Here each reference claim is a formula over the runs, so that it can be
decided again.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from simulrag.simulators.data_integrity import write_whole
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Frozen


class BadItems(SimulRAGError):
    """A file that does not hold benchmark items."""

    reason = "bad_items"


class ReferenceClaim(Frozen):
    """One atomic statement that is true of the runs of its item.

    `formula` says the same over the runs that the item names. `value` is what its leading side is
    worth in them, as they print it ("1.48 °C", "land", "2022-12-05"); "true" where it has none.
    """

    text: str
    formula: str
    value: str
    #: Quantitative claims print a result; qualitative ones name a direction, a rank or a label.
    kind: Literal["quantitative", "qualitative"]


class Item(Frozen):
    """One question of a benchmark, with its reference answer and claims.

    `group` is shared by items that rest on the same evidence: they are no independent draws, and
    a bootstrap draws groups. `runs` are the ids of the runs of `calls`, in the same order, and
    `let` names them for formulas: A, B, ...
    """

    id: str
    simulator: str
    template: str
    group: str
    question: str
    calls: tuple[Call, ...]
    runs: tuple[str, ...]
    let: Mapping[str, str]
    answer: str
    claims: tuple[ReferenceClaim, ...]
    #: Whether the reader of English does not read the question as just these calls.
    needs_model: bool = False
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
