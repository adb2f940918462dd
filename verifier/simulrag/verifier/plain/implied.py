"""Outputs that nothing but their inputs speaks of: "SSP1-2.6: 1.8 °C in 2081-2100"."""

from collections.abc import Iterable

from simulrag.simulators.interface import Function, Output
from simulrag.verifier.reading.text import Span


def implied_outputs(
    function: Function, given: Iterable[str], others: Iterable[Span]
) -> list[tuple[Output, Span]]:
    """Return the outputs that inputs named together imply, none where settings of others are."""
    names = set(given)
    if any(others):
        return []
    nowhere = Span(text="", start=0, end=0)
    return [
        (o, nowhere) for o in function.outputs if o.implied_by and names.issuperset(o.implied_by)
    ]
