"""Skeletons of formulas: what a sentence's words name, with `...` where a value is to be filled in.

For a sentence of which nobody wrote a formula. Nothing is decided by it: whoever fills it in has
it held against the sentence as any other.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.registry import Registry

#: What stands where a value is to be filled in.
OPEN = "..."
#: Most formulas that are begun for one sentence.
MOST = 2
#: How many words of a sentence are looked at.
_MOST_WORDS = 300
_WORD = re.compile(r"[^\W_]+(?:[.\-'’][^\W_]+)*")
_YEAR = re.compile(r"\b(?:1[89]|20|21)\d\d\b")

Phrase = tuple[str, ...]


@dataclass(frozen=True)
class _Named:
    """An output that words name: how many words say so, and how many inputs are named beside."""

    simulator: Simulator
    function: Function
    output: Output
    size: int
    inputs: int


def skeleton(text: str, registry: Registry) -> str:
    """Return beginnings of formulas for a sentence, joined by " or "; empty where it names none."""
    said = _phrases_of(text)
    found = sorted(_named(said, registry), key=lambda one: (-one.size, -one.inputs))
    best = [one for one in found if one.size == found[0].size][:MOST]
    made = (_written(one, said, text) for one in best)
    return " or ".join(dict.fromkeys(made))


def _phrases_of(text: str) -> frozenset[Phrase]:
    """Return every run of words in a text, as long as the longest phrase that is declared."""
    words = list(_phrase(text)[:_MOST_WORDS])
    return frozenset(
        tuple(words[start : start + size])
        for start in range(len(words))
        for size in range(1, min(_LONGEST, len(words) - start) + 1)
    )


#: Longest phrase that is looked for, in words.
_LONGEST = 6


def _plain(word: str) -> str:
    """Return a word without case, possessive and plural."""
    plain = word.casefold()
    plain = plain[:-2] if plain.endswith(("'s", "’s")) else plain
    return plain[:-1] if len(plain) > 4 and plain.endswith("s") and plain[-2] != "s" else plain


def _phrase(text: str) -> Phrase:
    return tuple(map(_plain, _WORD.findall(text)))


def _named(said: frozenset[Phrase], registry: Registry) -> Iterator[_Named]:
    for simulator in registry:
        outputs, inputs = _known(simulator)
        sizes: dict[_Key, int] = {}
        for phrase in said & outputs.keys():
            for key in outputs[phrase]:
                sizes[key] = max(len(phrase), sizes.get(key, 0))
        if not sizes:
            continue
        beside = Counter(of for of, _ in {k for p in said & inputs.keys() for k in inputs[p]})
        for function in simulator.functions:
            for output in function.outputs:
                key = function.name, output.name
                if key in sizes:
                    yield _Named(simulator, function, output, sizes[key], beside[function.name])


#: The names of a function and of one of its outputs or inputs.
_Key = tuple[str, str]
_Index = Mapping[Phrase, Iterable[_Key]]


@once_for_each
def _known(simulator: Simulator) -> tuple[_Index, _Index]:
    """Return the phrases for outputs and those for inputs, each with what it names."""
    outputs: dict[Phrase, list[_Key]] = {}
    inputs: dict[Phrase, list[_Key]] = {}
    for function in simulator.functions:
        for one in function.outputs:
            for phrase in _distinct((*one.words, one.name.replace("_", " "))):
                outputs.setdefault(phrase, []).append((function.name, one.name))
        for parameter in function.parameters:
            for phrase in _input_phrases(parameter):
                inputs.setdefault(phrase, []).append((function.name, parameter.name))
    return outputs, inputs


@once_for_each
def _input_phrases(parameter: Parameter) -> frozenset[Phrase]:
    chosen = (phrase for held in _choice_phrases(parameter).values() for phrase in held)
    return frozenset((*_distinct(parameter.words), *chosen))


@once_for_each
def _choice_phrases(parameter: Parameter) -> Mapping[str, Sequence[Phrase]]:
    return {name: _distinct((name, *words)) for name, words in parameter.choices.items()}


def _distinct(phrases: Iterable[str]) -> Sequence[Phrase]:
    return [one for one in dict.fromkeys(map(_phrase, phrases)) if 0 < len(one) <= _LONGEST]


def _written(named: _Named, said: frozenset[Phrase], text: str) -> str:
    function = named.function
    arguments = [
        f"{one.name}={_value(one, said, text)}"
        for one in function.parameters
        if one.required or not said.isdisjoint(_input_phrases(one))
    ]
    run = f"{named.simulator.name}.{function.name}({', '.join(arguments)})"
    return f"{run}.{named.output.name} == {OPEN}"


def _value(parameter: Parameter, said: frozenset[Phrase], text: str) -> str:
    """Return the one value that the words name, else what is to be filled in."""
    if parameter.kind == "year":
        years = dict.fromkeys(_YEAR.findall(text))
        return next(iter(years)) if len(years) == 1 else OPEN
    if parameter.kind not in ("choice", "choices"):
        return OPEN
    found = [name for name, held in _choice_phrases(parameter).items() if not said.isdisjoint(held)]
    if len(found) != 1:
        return OPEN
    return f'["{found[0]}"]' if parameter.kind == "choices" else f'"{found[0]}"'
