"""Whether two values of a formula go the way that a text says of them: "falls from 9 to 7"."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.compared_numbers import turned
from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.anchoring.stated_directions import Directions
from simulrag.verifier.formulas.listings import alters
from simulrag.verifier.formulas.syntax import Output, bare

#: How far before "from" the word may stand that says which way a value goes.
_REACH = 14


class _Value(NamedTuple):
    """A printed number that a run's output is equal to."""

    atom: Atom
    output: RunOutput
    number: PrintedNumber
    lead: str


@dataclass(frozen=True)
class StatedMoves:
    """A formula with its text, and the pairs of values between which both move."""

    held: Matched
    directions: Directions

    def problems(self) -> Iterator[Problem]:
        """Return where a text moves from one value to another otherwise than both values do."""
        for one, other in itertools.combinations(self._values(), 2):
            pair = self._ends(one, other)
            alike = one.output.name == other.output.name and one.output.call != other.output.call
            if pair is None or not alike or self._is_ordered(one.output, other.output):
                continue
            old, new = pair
            said = self._said(old)
            moved = (new.number.value > old.number.value) - (new.number.value < old.number.value)
            numbers = f"from {old.number.value:g} to {new.number.value:g}"
            if said and moved and said[0] != moved:
                yield turned(
                    new.atom, f"the text says {said[1]!r} of what goes {numbers}; "
                    "write the order of the two runs as well",
                )  # fmt: skip
            elif self._is_altered(old) and not self._is_altered(new):
                yield turned(
                    new.atom, f"what goes {numbers} begins with the run in which nothing is "
                    "changed, and the formula has it last",
                )  # fmt: skip

    def _values(self) -> Iterator[_Value]:
        text = self.held.text
        for one in self.held.analysis.literals:
            atom = self.held.analysis.atoms[one.atom] if one.atom >= 0 else None
            if atom is None or one.role != "compared" or atom.operator != "==":
                continue
            plain = any(isinstance(bare(side), Output) for side in (atom.left, atom.right))
            for at in self.held.positions(one) if plain and len(one.outputs) == 1 else ():
                number = text.numbers_at.get(at)
                if number is not None:
                    yield _Value(atom, one.outputs[0], number, self._lead(number))

    def _lead(self, number: PrintedNumber) -> str:
        """Return the word before a number, without those that hedge it."""
        at = number.first - 1
        while at >= 0 and self.held.text.plain[at] in lexicon.BEFORE_STEPS - {"up"}:
            at -= 1
        return self.held.text.plain[at] if at >= 0 else ""

    def _ends(self, one: _Value, other: _Value) -> tuple[_Value, _Value] | None:
        """Return the value that is moved from, and the one that is moved to."""
        first, last = sorted((one, other), key=lambda value: value.number.first)
        if first.lead == "from" and last.lead == "to":
            return first, last
        return (last, first) if last.lead == "from" and self._turn_before(last) else None

    def _turn_before(self, value: _Value) -> str:
        """Return "up" or "down" right before "from" and a number; empty for other words."""
        at = self.held.text.plain.index("from", max(0, value.number.first - _REACH))
        word = self.held.text.plain[at - 1] if at else ""
        return word if word in ("up", "down") else ""

    def _said(self, old: _Value) -> tuple[int, str] | None:
        """Return which way the text says that a value goes from where it begins, in its words."""
        text = self.held.text
        if word := self._turn_before(old):
            return (1 if word == "up" else -1), word
        before = [(sign, hit) for sign, hit in self.directions.found([old.output])
                  if 0 <= old.number.first - hit.end <= _REACH]  # fmt: skip
        return (before[-1][0], text.printed(*before[-1][1][:2])) if before else None

    def _is_ordered(self, *outputs: RunOutput) -> bool:
        """Tell whether the formula compares the two runs with each other as well."""
        return any(set(outputs) <= set(atom.outputs) for atom in self.held.analysis.atoms)

    def _is_altered(self, value: _Value) -> bool:
        return alters(value.output.function, dict(value.output.call.arguments))
