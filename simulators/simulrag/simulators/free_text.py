"""Conditions in free words that a simulator finds in text by itself (`texts` parameters)."""

from typing import Protocol, runtime_checkable

from simulrag.simulators.interface import Frozen, Simulator
from simulrag.simulators.kept import once_for_each


class TextItem(Frozen):
    """A condition at text[start:end]. `text` is a value for its parameter, in words of few forms.

    `text` is "" where the condition is not understood as a whole; `lacks` then says what it needs.
    """

    parameter: str
    start: int
    end: int
    text: str
    lacks: str = ""


@runtime_checkable
class ReadsText(Protocol):
    """A simulator that finds the values of its `texts` parameters in text."""

    def read_texts(self, text: str) -> tuple[TextItem, ...]:
        """Return the conditions that a text speaks of, in order, those not understood too."""
        ...


def text_items(text: str, simulator: Simulator) -> tuple[TextItem, ...]:
    """Return what a simulator finds in a text; nothing where it does not look."""
    reads = _reading(simulator)
    return reads.read_texts(text) if reads else ()


@once_for_each
def _reading(simulator: Simulator) -> ReadsText | None:
    """Return a simulator that looks in text; to ask a protocol takes as long as to look."""
    return simulator if isinstance(simulator, ReadsText) else None
