"""Formulas altered as language models slip, to measure how many of the slips anchoring catches.

A slip changes the text of a formula, or of a part of `let`, where a model may misread a sentence.
What means the same (`slip_meaning`) and what the text could honestly say is none.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from simulrag.evaluation.formulas import slip_names, slip_numbers, slip_turns
from simulrag.evaluation.formulas.slip_meaning import Key, Meanings
from simulrag.evaluation.formulas.slip_sheet import Edits, Sheet
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas import notation
from simulrag.verifier.formulas.syntax import FormulaError

#: Most slips of one kind in one formula.
MOST = 4


@dataclass(frozen=True, slots=True)
class Slip:
    """A formula that says something else than the text, and how it came about."""

    kind: str
    formula: str
    let: Mapping[str, str]


def slips(text: str, formula: str, let: Mapping[str, str], registry: Registry) -> Iterator[Slip]:
    """Return slips of a formula, the same ones every time. text: with the context it stands in."""
    meanings = Meanings(registry)
    own = meanings.of(notation.parse(formula, let).root)
    sheet = Sheet(text, formula, let, registry)
    for kind, make in _MAKERS.items():
        made = list(make(sheet))
        Random(f"{kind}\n{text}\n{formula}").shuffle(made)
        seen = {own}
        for edits in made:
            if len(seen) <= MOST and (slip := _new(sheet, kind, edits, meanings, seen)):
                yield slip


def _new(sheet: Sheet, kind: str, edits: Edits, meanings: Meanings, seen: set[Key]) -> Slip | None:
    """Return a slip if it can be read and means something new."""
    formula, let = sheet.edited(edits)
    try:
        meaning = meanings.of(notation.parse(formula, let).root)
    except FormulaError:
        return None
    if meaning in seen:
        return None
    seen.add(meaning)
    return Slip(kind, formula, let)


def _dates(sheet: Sheet) -> Iterator[Edits]:
    yield from slip_names.choices("date")(sheet)
    yield from slip_numbers.dates(sheet)


_MAKERS: Mapping[str, Callable[[Sheet], Iterator[Edits]]] = {
    "number": slip_numbers.numbers,
    "unit": slip_numbers.units,
    "season": slip_names.choices("season"),
    "scenario": slip_names.choices("scenario"),
    "place": slip_names.places,
    "swap": slip_turns.swaps,
    "date": _dates,
    "comparison": slip_turns.comparisons,
    "negation": slip_turns.negations,
    "conjunct": slip_turns.conjuncts,
    "output": slip_names.outputs,
    "label": slip_names.labels,
}
KINDS = tuple(_MAKERS)
