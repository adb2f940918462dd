"""Skeletons of formulas: what a sentence's words name, with `...` where a value is to be filled in.

For a sentence of which nobody wrote a formula. Nothing is decided by it: whoever fills it in has
it held against the sentence as any other.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.anchoring.mentions import Meaning, vocabulary_of
from simulrag.verifier.formulas.anchoring.periods import periods
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Token, tokens

#: What stands where a value is to be filled in.
OPEN = "..."
#: Most formulas that are begun for one sentence.
MOST = 2
#: How many words and signs of a sentence are looked at.
_MOST_TOKENS = 400


class _Named(NamedTuple):
    """An output that words name, and what else they name of its function."""

    simulator: Simulator
    function: Function
    output: str
    meanings: Sequence[Meaning]

    @property
    def inputs(self) -> frozenset[str]:
        """Return the inputs that words name, or values of them."""
        return frozenset(one.name for one in self.meanings)


def skeleton(text: str, registry: Registry) -> str:
    """Return beginnings of formulas for a sentence, joined by " or "; empty where it names none."""
    shown = tokens(text)[:_MOST_TOKENS]
    named = sorted(_named(shown, registry), key=lambda one: -len(one.inputs))
    return " or ".join(dict.fromkeys(_written(one, shown) for one in named[:MOST]))


def _named(shown: Sequence[Token], registry: Registry) -> Iterator[_Named]:
    """Yield the outputs that the longest phrase names, in the order of their declarations."""
    found = [
        (simulator, function, vocabulary_of(function).find(shown))
        for simulator in registry
        for function in simulator.functions
    ]
    named = [(_size(hit, shown), id(function), hit.meaning.name)
             for _, function, hits in found for hit in hits
             if hit.meaning.kind == "output"]  # fmt: skip
    most = max((size for size, *_ in named), default=0)
    for simulator, function, hits in found:
        inputs = [hit.meaning for hit in hits if hit.meaning.kind in ("parameter", "choice")]
        for output in function.outputs:
            if (most, id(function), output.name) in named:
                yield _Named(simulator, function, output.name, inputs)


def _size(hit: Hit[Meaning], shown: Sequence[Token]) -> int:
    """Return how many words a phrase has; "pre-industrial" and "CO2" are one."""
    held = shown[hit.first : hit.end]
    return 1 + sum(one.end < other.start for one, other in pairwise(held))


def _written(named: _Named, shown: Sequence[Token]) -> str:
    arguments = [
        f"{one.name}={_value(one, named, shown)}"
        for one in named.function.parameters
        if one.required or one.name in named.inputs
    ]
    run = f"{named.simulator.name}.{named.function.name}({', '.join(arguments)})"
    return f"{run}.{named.output} == {OPEN}"


def _value(parameter: Parameter, named: _Named, shown: Sequence[Token]) -> str:
    """Return the one value that the words name, else what is to be filled in."""
    if parameter.kind == "year":
        years = {str(one.first.year) for one in periods(shown) if one.year_alone}
        return years.pop() if len(years) == 1 else OPEN
    if parameter.kind == "objects":
        needed = (one for one in parameter.selection.fields if one.required)
        fields = [f'"{one.name}": {_value(one, named, shown)}' for one in needed]
        return f"[{{{', '.join(fields)}}}]"
    found = {
        value for one in named.meanings if one.kind == "choice" and one.name == parameter.name
        for value in one.values
    }  # fmt: skip
    if parameter.kind not in ("choice", "choices") or len(found) != 1:
        return OPEN
    value = found.pop()
    return f'["{value}"]' if parameter.kind == "choices" else f'"{value}"'
