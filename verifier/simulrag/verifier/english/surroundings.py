"""What the sentences around a claim give: conditions that it leaves open, and scales of sizes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from simulrag.simulators.interface import Output, Parameter
from simulrag.verifier.english.lexing import Names
from simulrag.verifier.english.meanings import Amount, Measure, Scale, Setting
from simulrag.verifier.formulas.syntax import Node, Number, Text

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Surroundings:
    """Conditions and scales of the sentences around a claim.

    values: parameter -> the values that they give it, in their order. scales: each a word -> its
    lower and upper limit; graded: output -> its own. cases: two ways to alter a run
    that they hold against each other. measures: what they speak of. names: places that no list of
    places knows.
    """

    values: Mapping[str, tuple[Node, ...]] = field(default_factory=dict[str, tuple[Node, ...]])
    scales: tuple[Scale, ...] = ()
    graded: Mapping[str, Scale] = field(default_factory=dict[str, Scale])
    cases: tuple[Setting, ...] = ()
    measures: tuple[Measure, ...] = ()
    names: Names = field(default_factory=dict[tuple[str, ...], str])

    @property
    def since(self) -> date | None:
        """Return the first day that they give, where one may say when a season starts."""
        days = [v.value for held in self.values.values() for v in held if isinstance(v, Text)]
        return min((date.fromisoformat(one) for one in days if _DAY.fullmatch(one)), default=None)

    def scales_of(self, output: Output) -> Sequence[Scale]:
        """Return the scale of an output, or those that say nothing of any."""
        own = self.graded.get(output.changes_of or output.name)
        return (own,) if own else self.scales

    def only(self, parameter: str) -> Node | None:
        """Return the value of a parameter, where it has one alone."""
        held = self.values.get(parameter, ())
        alone = len(held) == 1 and not any(parameter in case.names for case in self.cases)
        return held[0] if alone else None


def is_altering(parameter: Parameter) -> bool:
    """Tell whether an input alters a run, or says where."""
    return parameter.kind in ("change", "points") or parameter.alters


def limits(amount: Amount) -> tuple[Number | None, Number | None]:
    """Return the lower and the upper limit that an amount stands for in a scale."""
    if amount.sign == "within":
        return amount.value, amount.high
    return (amount.value, None) if amount.sign in (">", ">=") else (None, amount.value)
