"""Against what a text says that something changes, and whether it says by how much or to what.

An output that is a change is against the run without what its call alters.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.directions import Directions
from simulrag.verifier.formulas.anchoring.literals import Atom, RunOutput
from simulrag.verifier.formulas.anchoring.mentions import Meaning
from simulrag.verifier.formulas.anchoring.sources import Sources
from simulrag.verifier.formulas.anchoring.vocabulary import Hit

#: How far behind "compared with" what is compared with may begin.
NEAR = 5
#: How far before "to" and a percentage a word of direction may stand.
FROM_TURN = 6


@dataclass(frozen=True)
class ChangeBases:
    """A formula with its text, and against what both say that something changes."""

    held: Sources
    directions: Directions

    def problems(self) -> Iterator[Problem]:
        """Return where a change is against something else, or no change is said."""
        for atom in self.held.analysis.atoms:
            changes = [one for one in atom.outputs if one.declared and one.declared.changes_of]
            for output in changes[:1]:
                yield from self._of_another_base(output)
                yield from self._of_what_is_left(atom)

    def _of_another_base(self, output: RunOutput) -> Iterator[Problem]:
        """Return where a text compares with another choice than that without any change."""
        parameters = output.function.parameters if output.function else ()
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
                between = {one.plain for one in text.tokens[reference.end : hit.first]}
                if 0 <= hit.first - reference.end <= NEAR and between.isdisjoint((",", ";", ":")):
                    yield hit

    def _of_what_is_left(self, atom: Atom) -> Iterator[Problem]:
        """Return where a text says to what share something goes, and a formula by how much."""
        turns = {hit.first for _, hit in self.directions.found(atom.outputs)}
        for one in self.held.analysis.by_atom.get(atom.index, ()):
            if one.role != "compared" or one.unit != "percent":
                continue
            for at in self.held.positions(one):
                if self._is_goal(at) and not turns.isdisjoint(range(at - FROM_TURN, at)):
                    said = self.held.text.printed(at - 1, at + 1)
                    yield Problem(
                        reason="comparison_differs",
                        message=f"the text says {said!r}, what is left, and the formula by how "
                        "much it changes; write a ratio of two runs times 100",
                    )

    def _is_goal(self, at: int) -> bool:
        """Tell a number behind "to" that ends no range: not "by 20 to 25 %"."""
        text = self.held.text
        words = [token.plain for token in text.tokens[max(0, at - FROM_TURN) : at]]
        ranged = any(one.end == at - 1 for one in text.numbers) or {"by", "from"} & set(words)
        return words[-1:] == ["to"] and not ranged
