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
    declared_phrases,
    vocabulary_of,
)
from simulrag.verifier.formulas.anchoring.periods import periods
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Phrases, Token, tokens

#: What stands where a value is to be filled in.
OPEN = "..."
#: Most formulas that are begun for one sentence.
MOST = 2
#: How many words and signs of a sentence are looked at.
_MOST_TOKENS = 400


@dataclass(frozen=True)
class _Named:
    """An output that words name, and what else they name of its function."""

    simulator: Simulator
    function: Function
    output: str
    hits: Sequence[Hit[Meaning]]

    @property
    def inputs(self) -> frozenset[str]:
        """Return the inputs that words name, or values of them."""
        kinds = ("parameter", "choice")
        return frozenset(hit.meaning.name for hit in self.hits if hit.meaning.kind in kinds)


def skeleton(text: str, registry: Registry) -> str:
    """Return beginnings of formulas for a sentence, joined by " or "; empty where it names none."""
    shown = tokens(text)[:_MOST_TOKENS]
    named = sorted(_named(shown, registry), key=lambda one: -len(one.inputs))
    return " or ".join(dict.fromkeys(_written(one, shown) for one in named[:MOST]))


def _named(shown: Sequence[Token], registry: Registry) -> Iterator[_Named]:
    """Yield the outputs that the longest phrase names, in the order of their declarations."""
    sizes: dict[tuple[int, int], int] = {}
    for hit in _outputs(registry).find(shown):
        size = _size(hit, shown)
        sizes |= {place: max(size, sizes.get(place, 0)) for place in hit.meaning}
    functions, most = _functions(registry), max(sizes.values(), default=0)
    for place in sorted(one for one, size in sizes.items() if size == most):
        simulator, function = functions[place[0]]
        output = function.outputs[place[1]]
        yield _Named(simulator, function, output.name, vocabulary_of(function).find(shown))


def _functions(registry: Registry) -> list[tuple[Simulator, Function]]:
    return [(simulator, function) for simulator in registry for function in simulator.functions]


#: The phrases that name outputs: each with the places of its function and of it therein.
_known: WeakKeyDictionary[Registry, Phrases[tuple[tuple[int, int], ...]]] = WeakKeyDictionary()


def _outputs(registry: Registry) -> Phrases[tuple[tuple[int, int], ...]]:
    if registry not in _known:
        places: dict[str, dict[tuple[int, int], None]] = {}
        for at, (_, function) in enumerate(_functions(registry)):
            place = {one.name: (at, number) for number, one in enumerate(function.outputs)}
            for phrase, meaning in declared_phrases((), function.outputs):
                if meaning.kind == "output":
                    places.setdefault(phrase, {})[place[meaning.name]] = None
        held = ((phrase, tuple(named)) for phrase, named in places.items())
        _known[registry] = Phrases(held, plurals=True)
    return _known[registry]


def _size(hit: Hit[tuple[tuple[int, int], ...]], shown: Sequence[Token]) -> int:
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
        value for hit in named.hits if hit.meaning.kind == "choice"
        and hit.meaning.name == parameter.name for value in hit.meaning.values
    }  # fmt: skip
    if parameter.kind not in ("choice", "choices") or len(found) != 1:
        return OPEN
    value = found.pop()
    return f'["{value}"]' if parameter.kind == "choices" else f'"{value}"'
