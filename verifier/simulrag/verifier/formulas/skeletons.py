"""Skeletons of formulas: what a sentence's words name, with `...` where a value is to be filled in.

For a sentence of which nobody wrote a formula. Nothing is decided by it: whoever fills it in has
it held against the sentence as any other.
"""

import re
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
    plain = re.sub(r"['’]s$", "", word.casefold())
    return plain[:-1] if len(plain) > 4 and plain.endswith("s") and plain[-2] != "s" else plain


def _phrase(text: str) -> Phrase:
    return tuple(map(_plain, _WORD.findall(text)))


def _named(said: frozenset[Phrase], registry: Registry) -> Iterator[_Named]:
    for simulator in registry:
        for function in simulator.functions:
            phrases, inputs = _output_phrases(function), _input_phrases(function)
            named = sum(any(one in said for one in held) for held in inputs.values())
            for output in function.outputs:
                sizes = [len(one) for one in phrases[output.name] if one in said]
                if sizes:
                    yield _Named(simulator, function, output, max(sizes), named)


@once_for_each
def _output_phrases(function: Function) -> Mapping[str, Sequence[Phrase]]:
    return {
        one.name: _distinct((*one.words, one.name.replace("_", " "))) for one in function.outputs
    }


@once_for_each
def _input_phrases(function: Function) -> Mapping[str, Sequence[Phrase]]:
    return {
        one.name: _distinct(
            (*one.words, *(w for name, words in one.choices.items() for w in (name, *words)))
        )
        for one in function.parameters
    }


def _distinct(phrases: Iterable[str]) -> Sequence[Phrase]:
    return [one for one in dict.fromkeys(map(_phrase, phrases)) if 0 < len(one) <= _LONGEST]


def _written(named: _Named, said: frozenset[Phrase], text: str) -> str:
    function, inputs = named.function, _input_phrases(named.function)
    arguments = [
        f"{one.name}={_value(one, said, text)}"
        for one in function.parameters
        if one.required or any(phrase in said for phrase in inputs[one.name])
    ]
    run = f"{named.simulator.name}.{function.name}({', '.join(arguments)})"
    return f"{run}.{named.output.name} == {OPEN}"


def _value(parameter: Parameter, said: frozenset[Phrase], text: str) -> str:
    """Return the one value that the words name, else what is to be filled in."""
    if parameter.kind == "year":
        years = dict.fromkeys(_YEAR.findall(text))
        return next(iter(years)) if len(years) == 1 else OPEN
    if parameter.kind == "objects":
        needed = (one for one in parameter.selection.fields if one.required)
        fields = [f'"{one.name}": {_value(one, said, text)}' for one in needed]
        return f"[{{{', '.join(fields)}}}]"
    if parameter.kind not in ("choice", "choices"):
        return OPEN
    found = [
        name
        for name, words in parameter.choices.items()
        if any(phrase in said for phrase in _distinct((name, *words)))
    ]
    if len(found) != 1:
        return OPEN
    return f'["{found[0]}"]' if parameter.kind == "choices" else f'"{found[0]}"'
