"""Keeps what was drawn beside the file that is being made, so that a kill loses one item at most.

The first line says what is drawn; each other line is a slot. A torn last line is drawn again.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from simulrag.evaluation.benchmark.generating import Generator, Slot
from simulrag.evaluation.benchmark.items import BadItems


class Journal:
    """The slots drawn so far for one output file."""

    def __init__(self, out: Path, generator: Generator) -> None:
        self.path = out.with_name(f"{out.name}.journal")
        self._head = _head(generator)

    def read(self) -> list[Slot]:
        """Return the slots drawn before; the journal then holds those and no torn line.

        Raises BadItems where it was begun with another seed, version or set of templates.
        """
        if not self.path.exists():
            self.path.write_text(f"{self._head}\n", "utf-8")
            return []
        head, *lines = self.path.read_text("utf-8", errors="replace").split("\n")
        if head != self._head:
            raise BadItems(
                f"{self.path.name} was begun with another seed, version or set of templates "
                f"({head[:200]}); remove it to begin anew"
            )
        slots = _slots(lines)
        kept = [self._head, *(slot.model_dump_json() for slot in slots)]
        self.path.write_text("".join(f"{line}\n" for line in kept), "utf-8")
        return slots

    def keep(self, slot: Slot) -> None:
        """Add a slot."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{slot.model_dump_json()}\n")

    def remove(self) -> None:
        """Remove the journal, once the file is written."""
        self.path.unlink(missing_ok=True)


def _slots(lines: Sequence[str]) -> list[Slot]:
    slots: list[Slot] = []
    for text in lines:
        try:
            slot = Slot.model_validate_json(text)
        except ValidationError:
            break
        if slot.number != len(slots):
            break
        slots.append(slot)
    return slots


def _head(generator: Generator) -> str:
    templates = "\n".join(t.model_dump_json() for t in generator.templates)
    return json.dumps(
        {
            "simulator": generator.simulator.name,
            "version": generator.simulator.version,
            "seed": generator.seed,
            "templates": hashlib.sha256(templates.encode()).hexdigest()[:12],
        }
    )
