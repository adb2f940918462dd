"""Whether two values of a formula are those that a text has for their runs, and go its way.

"Falls from 9 to 7" is no rise, and of "9 with one lane, 7 with two" the 9 is that of one lane.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.compared_numbers import turned
from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.anchoring.stated_directions import Directions
from simulrag.verifier.formulas.listings import alters
from simulrag.verifier.formulas.syntax import Output, bare

#: What begins another piece of a sentence, with a value of its own.
_PIECES = frozenset(", ; : ( but and while whereas instead rather than against compared vs".split())
#: How far before "from" the word may stand that says which way a value goes.
_REACH = 14


class _Value(NamedTuple):
    """A printed number that an output of a run is equal to. lead: the token before its hedges."""

    atom: Atom
    output: RunOutput
    number: PrintedNumber
    lead: int


@dataclass(frozen=True)
class StatedMoves:
    """A formula with its text, and the pairs of values between which both move."""

    held: Matched
    directions: Directions

    def problems(self) -> Iterator[Problem]:
        """Return where two values are not those of their runs, or move otherwise than they do."""
        for one, other in itertools.combinations(self._values, 2):
            if one.output.name != other.output.name or one.output.call == other.output.call:
                continue
            if (ends := self._ends(one, other)) is not None:
                yield from self._moved(*ends)
            else:
                yield from self._exchanged(one, other)

    def _moved(self, old: _Value, new: _Value) -> Iterator[Problem]:
        """Return where a text moves from one value to another otherwise than both values do."""
        said = self._said(old)
        moved = (new.number.value > old.number.value) - (new.number.value < old.number.value)
        numbers = f"from {old.number.value:g} to {new.number.value:g}"
        if said and moved and said[0] != moved:
            yield turned(new.atom, f"the text says {said[1]!r} of what goes {numbers}")
        elif self._is_altered(old) and not self._is_altered(new):
            yield turned(
                new.atom, f"what goes {numbers} begins with the run in which nothing is "
                "changed, and the formula has it last",
            )  # fmt: skip

    def _exchanged(self, one: _Value, other: _Value) -> Iterator[Problem]:
        """Return where the value of one run stands with what the text has of the other alone."""
        own, others = self._own(one, other), self._own(other, one)
        if bool(own) == bool(others):
            return
        usual, changed, told = (other, one, own) if own else (one, other, others)
        apart = self._is_altered(changed) and not self._is_altered(usual)
        runs = {value.output.call for value in self._values
                if value.output.name == one.output.name}  # fmt: skip
        if not apart and len(runs) > 2:  # of more runs, others may be printed as a list
            return
        meant = self._nearest(told, {one.number.first, other.number.first})
        if meant == usual.number.first:
            yield turned(
                usual.atom, f"the text has {usual.number.value:g} for the run with "
                f"{self.held.text.printed(min(told), min(told) + 1)!r}",
            )  # fmt: skip

    def _own(self, value: _Value, other: _Value) -> set[int]:
        """Return where the text prints what a run has, and the other has otherwise or not."""
        given, others = (dict(one.output.call.arguments) for one in (value, other))
        differing = {name for name, held in given.items() if others.get(name) != held}
        return {at for one in self.held.analysis.literals
                if one.call == value.output.call and one.parameter_name in differing
                for at in self.held.positions(one)}  # fmt: skip

    def _nearest(self, own: set[int], numbers: set[int]) -> int | None:
        """Return which of some numbers stands in the piece of a change, or comes next behind it."""
        words = self.held.text.plain
        cuts = [0, *(at for at, word in enumerate(words) if word in _PIECES), len(words)]
        for first, end in itertools.pairwise(cuts):
            if not own.isdisjoint(range(first, end)):
                beside = [at for at in numbers if first <= at < end]
                behind = sorted(at for at in numbers if at >= end)
                return beside[0] if len(beside) == 1 else behind[0] if behind[1:] else None
        return None

    @cached_property
    def _values(self) -> tuple[_Value, ...]:
        return tuple(self._equal())

    def _equal(self) -> Iterator[_Value]:
        text = self.held.text
        for one in self.held.analysis.literals:
            atom = self.held.analysis.atoms[one.atom] if one.atom >= 0 else None
            if atom is None or one.role != "compared" or atom.operator != "==":
                continue
            plain = any(isinstance(bare(side), Output) for side in (atom.left, atom.right))
            for at in self.held.positions(one) if plain and len(one.outputs) == 1 else ():
                number = text.numbers_at.get(at)
                if number is not None:
                    yield _Value(atom, one.outputs[0], number, text.lead(number))

    def _word(self, at: int) -> str:
        return self.held.text.plain[at] if at >= 0 else ""

    def _ends(self, one: _Value, other: _Value) -> tuple[_Value, _Value] | None:
        """Return the value that is moved from, and the one that is moved to."""
        first, last = sorted((one, other), key=lambda value: value.number.first)
        words = self._word(first.lead), self._word(last.lead)
        if words == ("from", "to"):
            return first, last
        return (last, first) if words[1] == "from" and self._turn_before(last) else None

    def _turn_before(self, value: _Value) -> str:
        """Return "up" or "down" right before "from" and a number; empty for other words."""
        word = self._word(value.lead - 1)
        return word if word in ("up", "down") else ""

    def _said(self, old: _Value) -> tuple[int, str] | None:
        """Return which way the text says that a value goes from where it begins, in its words."""
        text = self.held.text
        if word := self._turn_before(old):
            return (1 if word == "up" else -1), word
        before = [(sign, hit) for sign, hit in self.directions.found([old.output])
                  if 0 <= old.number.first - hit.end <= _REACH]  # fmt: skip
        return (before[-1][0], text.printed(*before[-1][1][:2])) if before else None

    def _is_altered(self, value: _Value) -> bool:
        return alters(value.output.function, dict(value.output.call.arguments))
