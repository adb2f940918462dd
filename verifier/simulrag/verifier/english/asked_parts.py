"""What a question is made of: its phrases, and the conditions that they give."""

from dataclasses import dataclass

from simulrag.verifier.english.meanings import Binding, Label, Measure, Turn


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase of a question: what it is, where it stands, and in which sentence."""

    category: str
    meaning: object
    start: int
    end: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a question names. group: of the phrase in which it stands with others."""

    binding: Binding
    start: int
    end: int
    sentence: int
    group: int
    assumed: str = ""


def outputs_of(meaning: object) -> tuple[frozenset[str], frozenset[str]]:
    """Return the outputs that a phrase speaks of, and those of them that it names."""
    match meaning:
        case Measure():
            return meaning.outputs, meaning.sure
        case Label():
            named = frozenset(name for name, _ in meaning.values)
            return named, named
        case Turn():
            return meaning.outputs | meaning.of, frozenset()
        case _:
            return frozenset(), frozenset()
