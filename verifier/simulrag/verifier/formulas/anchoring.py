"""Holds a formula against the words that it was made from: it says what they say, or why not.

Both ways: what the text prints stands in the formula, and what the formula holds comes from the
text, the sentences around it, a default or an assumption. Pairs, comparisons and outputs follow in
`agreement` and `wording`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas import agreement, wording
from simulrag.verifier.formulas.literals import Literal, analyse
from simulrag.verifier.formulas.matching import iso_day, number_fits, period_fits, phrase_tokens
from simulrag.verifier.formulas.mentions import Declared, mentions
from simulrag.verifier.formulas.omissions import Omissions
from simulrag.verifier.formulas.syntax import Formula


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the text prints a literal that the formula compares."""

    literal: Literal
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the text says which way a comparison goes: 1 for more or later, -1 for less."""

    sign: int
    start: int
    end: int


@dataclass(frozen=True)
class Anchoring:
    """Whether a formula says what a text says.

    problems: what keeps it from being accepted, each with what would be valid. assumed: what was
    taken from an assumption or a default, in words. placed: where compared literals are printed.
    turns: where words say which way a comparison goes.
    """

    problems: tuple[Problem, ...] = ()
    assumed: tuple[str, ...] = ()
    placed: tuple[Placed, ...] = ()
    turns: tuple[Turn, ...] = ()

    @property
    def accepted(self) -> bool:
        """Tell whether the formula says what the text says."""
        return not self.problems


def anchor(
    text: str,
    formula: Formula,
    registry: Registry,
    *,
    context: Sequence[str] = (),
    assume: Mapping[str, JsonValue] | None = None,
) -> Anchoring:
    """Return whether a formula says what a text says, and where the two differ.

    context: sentences that the text goes on from, such as the question. assume: parameter -> its
    value, or its values, where text and context leave it open.
    """
    analysis = analyse(formula, registry)
    declared = tuple(Declared(one) for one in analysis.functions)
    held = Omissions(
        analysis,
        mentions(text, declared),
        tuple(mentions(one, declared) for one in context),
        dict(assume or {}),
        registry,
    )
    problems = (
        *held.unsourced(),
        *held.unsaid(),
        *wording.problems(analysis, held.text, held.around),
        *agreement.problems(analysis, held.text, held.positions),
    )
    return Anchoring(
        tuple(dict.fromkeys(problems)),
        tuple(held.assumptions()),
        tuple(dict.fromkeys(_placed(held))),
        tuple(dict.fromkeys(_turns(held))),
    )


def _placed(held: Omissions) -> Iterator[Placed]:
    """Return where the text prints what the formula compares."""
    for literal in held.analysis.literals:
        if literal.role not in ("compared", "label"):
            continue
        for number in held.text.numbers:
            if number_fits(number, literal):
                yield Placed(literal, number.start, number.stop)
        for period in held.text.periods:
            if period_fits(period, literal):
                yield Placed(literal, period.start, period.stop)
        if isinstance(literal.value, str) and iso_day(literal.value) is None:
            size = len(mentions(literal.value, ()).tokens)
            for first in phrase_tokens(literal, held.text):
                yield Placed(literal, *held.text.span(first, first + size))


def _turns(held: Omissions) -> Iterator[Turn]:
    """Return where the text says which way the formula's comparisons go."""
    for atom in held.analysis.atoms:
        for sign, first, end in agreement.words(held.analysis, held.text, held.positions, atom):
            yield Turn(sign, *held.text.span(first, end))
