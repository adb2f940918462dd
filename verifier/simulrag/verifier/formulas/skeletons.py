"""Skeletons of formulas: what a sentence's words name, with `...` where a value is to be filled in.

For a sentence of which nobody wrote a formula. Nothing is decided by it: whoever fills it in has
it held against the sentence as any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from weakref import WeakKeyDictionary

from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.anchoring.mentions import (
    Meaning,
    phrases_of,
)
from simulrag.verifier.formulas.anchoring.periods import periods
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Phrases, Token, tokens

#: What stands where a value is to be filled in.
OPEN = "..."
#: Most formulas that are begun for one sentence.
MOST = 2
#: How many words and signs of a sentence are looked at.
_MOST_TOKENS = 400
#: Kinds of phrases that name an input, or a value of it.
_INPUTS = ("parameter", "choice")


@dataclass(frozen=True)
class _Meant:
    """What a phrase names: outputs and inputs, each of a function by its place among all."""

    outputs: tuple[tuple[int, str], ...]
    inputs: tuple[tuple[int, Meaning], ...]


@dataclass(frozen=True)
class _Named:
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
    hits = _phrases(registry).find(shown)
    sizes = [(_size(hit, shown), hit.meaning.outputs) for hit in hits if hit.meaning.outputs]
    most = max((size for size, _ in sizes), default=0)
    named = {one for size, outputs in sizes if size == most for one in outputs}
    functions = _functions(registry)
    for place in sorted({at for at, _ in named}):
        simulator, function = functions[place]
        inputs = [one for hit in hits for at, one in hit.meaning.inputs if at == place]
        for output in function.outputs:
            if (place, output.name) in named:
                yield _Named(simulator, function, output.name, inputs)


def _functions(registry: Registry) -> list[tuple[Simulator, Function]]:
    return [(simulator, function) for simulator in registry for function in simulator.functions]


_known: WeakKeyDictionary[Registry, Phrases[_Meant]] = WeakKeyDictionary()


def _phrases(registry: Registry) -> Phrases[_Meant]:
    """Return the phrases for outputs and inputs of all functions, made once for each registry."""
    if registry not in _known:
        found: dict[str, list[tuple[int, Meaning]]] = {}
        for at, (_, function) in enumerate(_functions(registry)):
            for phrase, meaning in phrases_of(function):
                found.setdefault(phrase, []).append((at, meaning))
        held = {phrase: _meant(meanings) for phrase, meanings in found.items()}
        used = ((phrase, one) for phrase, one in held.items() if one.outputs or one.inputs)
        _known[registry] = Phrases(used, plurals=True)
    return _known[registry]


def _meant(meanings: Sequence[tuple[int, Meaning]]) -> _Meant:
    outputs = ((at, one.name) for at, one in meanings if one.kind == "output")
    inputs = ((at, one) for at, one in meanings if one.kind in _INPUTS)
    return _Meant(tuple(dict.fromkeys(outputs)), tuple(dict.fromkeys(inputs)))


def _size(hit: Hit[_Meant], shown: Sequence[Token]) -> int:
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
