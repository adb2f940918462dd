"""What each phrase of a statement stands for, to one function of a simulator."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen, Function, Output, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.plain.marks import Aspect
from simulrag.verifier.plain.row_words import Kind, ends_of_growth, growths, signs, silent, ways
from simulrag.verifier.reading.text import longest_from

#: Kinds of inputs whose values are printed as numbers.
NUMERIC = ("number", "share")


def is_chance(parameter: Parameter) -> bool:
    """Tell whether an input is named together with an output that needs it alone."""
    return not parameter.required and parameter.kind == "number"


class Meaning(Frozen):
    """What a phrase stands for; kind "" for one that adds nothing."""

    kind: Kind | Literal[""]
    sign: int = 0
    aspect: Aspect = "size"
    parameter: str = ""
    outputs: tuple[str, ...] = ()


Table = tuple[Mapping[str, Meaning], Mapping[str, int]]


@once_for_each
def table_of(function: Function) -> Table:
    """Return what each phrase stands for, and of how many words the longest is by its first."""
    found = {
        **_of_outputs(function.outputs),
        **_plain(),
        **_of_growth(function.outputs),
        **_of_inputs(function.parameters),
    }
    return found, longest_from(phrase.split() for phrase in found)


#: Of which other functions have no category either.
_PLAIN_ENDS = re.compile(r"(?:tak|took)\w* off|(?:die|fizzle)s? out")


def _of_growth(outputs: Sequence[Output]) -> dict[str, Meaning]:
    """Return words that say whether something grows or ends, all where an output is about that."""
    about = any(tells_growth(o) for o in outputs)
    return {
        phrase: Meaning(kind="label", sign=end)
        for phrase, end in growths().items()
        if about or _PLAIN_ENDS.fullmatch(phrase)
    }


def tells_growth(output: Output) -> bool:
    """Tell whether an output says whether something grows or comes to nothing."""
    ends = {ends_of_growth(words) for words in output.choices.values()}
    return output.kind == "category" and ends == {1, -1}


def _of_outputs(outputs: Sequence[Output]) -> dict[str, Meaning]:
    found: dict[str, Meaning] = {}
    for output in outputs:
        for word in (*output.words, *output.loose_words):
            # "Peaks earlier" says which way it goes as well.
            if not ways().keys() & set(word.casefold().split()):
                found[word.casefold()] = Meaning(kind="output")
    for sign, told in ((1, _rises), (-1, _falls)):
        for word in (w for o in outputs for w in told(o)):
            owners = tuple(o for o in outputs if word in told(o))
            timed = all(o.kind == "date" or o.unit in ("day", "week") for o in owners)
            found[word.casefold()] = Meaning(
                kind="way", sign=sign, aspect="time" if timed else "size",
                outputs=tuple(o.name for o in owners),
            )  # fmt: skip
    return found


def _rises(output: Output) -> Sequence[str]:
    return (*output.rise_words, *output.loose_rise_words)


def _falls(output: Output) -> Sequence[str]:
    return (*output.fall_words, *output.loose_fall_words)


def _of_inputs(parameters: Sequence[Parameter]) -> dict[str, Meaning]:
    """Return the names of inputs, but for single words that say what moves as well."""
    found: dict[str, Meaning] = {}
    for p in parameters:
        if p.kind not in (*NUMERIC, "date", "change", "choice") or is_chance(p):
            continue
        found |= {
            word.casefold(): Meaning(kind="name", parameter=p.name)
            for word in p.words
            if word.casefold() not in ("by", "in")
        }
        # "More infectious", but not "higher R0", which names what moves.
        names = [w.casefold() for w in p.words]
        for sign, words in ((1, p.rise_words), (-1, p.fall_words)):
            found |= {
                word.casefold(): Meaning(kind="moved", sign=sign, parameter=p.name)
                for word in words
                if not any(name in word.casefold() for name in names)
            }
    return found


def _plain() -> dict[str, Meaning]:
    """Return what phrases stand for whatever the function."""
    return {
        **dict.fromkeys(silent(), Meaning(kind="")),
        **{phrase: Meaning(kind=kind) for phrase, kind in signs().items()},
        **{phrase: Meaning(kind="way", sign=w[0], aspect=w[1]) for phrase, w in ways().items()},
    }
