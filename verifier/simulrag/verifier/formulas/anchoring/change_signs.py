"""Whether text and formula say the same of changes: their signs, and what they are changes of.

An output that is a change is against the run without what its call alters.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.literal_sources import Sources
from simulrag.verifier.formulas.anchoring.literals import Atom, Literal, RunOutput
from simulrag.verifier.formulas.anchoring.mentions import Meaning
from simulrag.verifier.formulas.anchoring.orders import Directions, is_change
from simulrag.verifier.formulas.anchoring.printed_literals import number_fits
from simulrag.verifier.formulas.anchoring.unprinted import presences
from simulrag.verifier.formulas.anchoring.vocabulary import Hit
from simulrag.verifier.formulas.syntax import Minus

#: How far behind "below" or "minus" a number may stand.
NEAR = 3
#: How far behind "compared with" what is compared with may begin.
NEAR_REFERENCE = 5
#: How far before "to" and a percentage a word of direction may stand.
FROM_TURN = 6


def _is_apart(output: RunOutput) -> bool:
    """Tell a value that is itself a difference, as of a temperature from that of other years."""
    return output.declared is not None and output.declared.unit.startswith("delta_")


@dataclass(frozen=True)
class Changes:
    """A formula with its text, and what both say of changes."""

    held: Sources
    directions: Directions

    def signs(self) -> Iterator[Problem]:
        """Return a problem for each number with another sign than the text's words give it."""
        for one in self.held.analysis.literals:
            if not isinstance(one.value, float) or not one.value:
                continue
            said = ""
            if one.changed is not None:
                said = "" if self._is_change_said(one, one.value) else "the text says the opposite"
            elif one.role in ("compared", "limit"):
                said = self._of_result(one, one.value)
            if said:
                yield Problem(
                    reason="comparison_differs",
                    message=f"the sign of {one.says()} is not that of the text: {said}",
                    parameter=one.changed.name if one.changed else one.parameter_name,
                    given=one.value,
                )

    def _fall_by(self, literal: Literal, places: set[int]) -> str:
        """Return the word that says of a value that is a difference how much less something is."""
        atom = self.held.analysis.atoms[literal.atom]
        turned = any(isinstance(side, Minus) for side in (atom.left, atom.right))
        if turned or literal.difference or not any(map(_is_apart, literal.outputs)):
            return ""
        text, falls = self.held.text, self.directions.found(literal.outputs)
        for number in (one for one in text.numbers if one.first in places):
            by = text.plain[number.first - 1] == "by"
            for sign, hit in falls:
                ahead = by and 0 <= number.first - 1 - hit.end < NEAR
                if sign < 0 and (hit.first == number.end or ahead):
                    return text.printed(hit.first, hit.end)
        return ""

    @cached_property
    def _texts(self) -> list[Directions]:
        return [Directions(text) for text in self.held.everywhere]

    def _is_change_said(self, literal: Literal, value: float) -> bool:
        """Tell whether an argument has the sign that text, or else its context, gives it."""
        name = literal.changed.name if literal.changed else ""
        if value == -100 and any(
            "gone" in presences(one.text, name).values() for one in self._texts
        ):
            return True
        compared = {at for other in self.held.analysis.literals
                    if other.role == "compared" and other != literal
                    for at in self.held.positions(other)}  # fmt: skip
        for place, one in enumerate(self._texts):
            aside: set[int] = set() if place else compared
            signs = {one.of_numbers[number.first] for number in one.text.numbers
                     if number.first not in aside
                     and one.of_numbers[number.first] and number.change is None
                     and (number.owners or number.kind != "factor")
                     and number_fits(number, literal)}  # fmt: skip
            if signs:
                return (1 if value > 0 else -1) in signs
        return True

    def _of_result(self, literal: Literal, value: float) -> str:
        """Return what is wrong with the sign of a number that a result is compared with."""
        text, places = self.held.text, set(self.held.positions(literal))
        printed = {number.sign for number in text.numbers if number.first in places}
        if value > 0:
            if literal.role != "compared" or literal.absolute:
                return ""
            rises = any(sign > 0 for sign, _ in self.directions.found(literal.outputs))
            averts = bool(places) and bool(text.of("averting")) and not rises
            if averts and any(map(is_change, literal.outputs)):
                return "the text says how much is averted"
            if said := self._fall_by(literal, places):
                return f"the text says {said!r} of it"
            return "the text prints a minus" if printed == {-1} else ""
        if -1 in printed or not places:
            return ""
        if literal.role == "limit" or literal.absolute:
            told = (n for one in self.held.everywhere for n in one.numbers if n.sign < 0)
            return "" if any(number_fits(n, literal) for n in told) else "a size has no sign"
        if literal.difference or any(is_change(one) or _is_apart(one) for one in literal.outputs):
            falls = any(sign < 0 for sign, _ in self.directions.found(literal.outputs))
            falls = falls or bool(text.of("averting"))
        else:
            spans = [range(hit.first - NEAR, hit.end + NEAR + 1) for hit in text.of("general fall")]
            falls = any(at in span for span in spans for at in places)
        return "" if falls else "the text prints no minus and says of nothing that it falls"

    # What a change is of.

    def bases(self) -> Iterator[Problem]:
        """Return where a change is against something else, or no change is said."""
        for atom in self.held.analysis.atoms:
            changes = [one for one in atom.outputs if one.declared and one.declared.changes_of]
            for output in changes[:1]:
                yield from self._of_another_base(output)
                yield from self._of_what_is_left(atom)

    def _of_another_base(self, output: RunOutput) -> Iterator[Problem]:
        """Return where a text compares with another choice than that without any change."""
        parameters = output.function.parameters
        altering = {one.name: one for one in parameters if one.alters and one.choices}
        for hit in self._compared_with():
            parameter = altering.get(hit.meaning.name)
            if parameter is None or str(parameter.default) in hit.meaning.values:
                continue
            yield Problem(
                reason="comparison_differs",
                message=f"the text compares with {self.held.text.printed(hit.first, hit.end)}, but "
                f"{output.name} is against {parameter.name}={parameter.default}; write "
                "percent_change(new, old) or a difference of two runs",
                given=output.name,
            )
            return

    def _compared_with(self) -> Iterator[Hit[Meaning]]:
        """Yield the choices that stand right behind "compared with", "relative to", "than"."""
        text = self.held.text
        for reference in text.of("reference"):
            for hit in text.of("choice"):
                between = set(text.plain[reference.end : hit.first])
                if 0 <= hit.first - reference.end <= NEAR_REFERENCE and between.isdisjoint(
                    (",", ";", ":")
                ):
                    yield hit

    def _of_what_is_left(self, atom: Atom) -> Iterator[Problem]:
        """Return where a text says to what share something goes, and a formula by how much."""
        turns = {hit.first for _, hit in self.directions.found(atom.outputs)}
        for one in self.held.analysis.of(atom):
            if one.role != "compared" or one.unit != "percent":
                continue
            for at in self.held.positions(one):
                # Behind "to", where it ends no range: not "by 20 to 25 %".
                words = self.held.text.plain[max(0, at - FROM_TURN) : at]
                ranged = any(number.end == at - 1 for number in self.held.text.numbers)
                goal = words[-1:] == ["to"] and not (ranged or {"by", "from"} & set(words))
                if goal and not turns.isdisjoint(range(at - FROM_TURN, at)):
                    said = self.held.text.printed(at - 1, at + 1)
                    yield Problem(
                        reason="comparison_differs",
                        message=f"the text says {said!r}, what is left, and the formula by how "
                        "much it changes; write a ratio of two runs times 100",
                    )
