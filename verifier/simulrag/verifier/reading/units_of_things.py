"""Outputs that are told by the things that they count, or of each of which they are."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.text import find_phrases


def counted_in(fact: Fact, text: str, numeric: Sequence[Output]) -> Output | None:
    """Return what is counted in the units of which a share is told: "two fifths of the cars"."""
    found = _OF_UNITS.match(text, fact.end)
    if found is None:
        return None
    word = found["unit"].casefold()
    return next((o for o in numeric if not o.unit and word in o.unit_words), None)


_OF_UNITS = re.compile(r"\s+of\s+(?:all\s+)?(?:the|these|those|its|their)\s+(?P<unit>\w+)\b", re.I)


def of_each(named: Output | None, text: str, fitting: Sequence[Output]) -> Output | None:
    """Return the output of one of many where its words stand apart: "per car, 190 g of CO2"."""
    own = _extended(named) if named is not None else ()
    for output in fitting if own else ():
        extends = output.words[:1] and output.words[0].casefold().startswith(own)
        if extends and output.loose_words and find_phrases(text, output.loose_words):
            return output
    return named


@once_for_each
def _extended(output: Output) -> tuple[str, ...]:
    """Return how names begin that say more than those of an output."""
    return tuple(f"{words.casefold()} " for words in output.words)
