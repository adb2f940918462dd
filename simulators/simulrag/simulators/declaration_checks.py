"""Whether a simulator's declaration can be offered: its names, words, choices, texts and numbers.

Names stand in formulas and addresses, words are looked for in text, texts are printed. One that
cannot be is refused before it is registered, with its place and what is allowed there, so that it
can neither break nor forge what is said of the others.
"""

import keyword
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import cast

from pydantic import BaseModel

from simulrag.simulators.arguments import LONGEST_NAME, shown
from simulrag.simulators.capabilities import missing
from simulrag.simulators.errors import BadValue
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.safe_text import steering

#: A name of a simulator, function, parameter or output.
NAME = r"^[a-z][a-z0-9_]{0,39}$"
#: Names that the tool of a simulator keeps for its own arguments.
RESERVED = ("function", "seed", "settings")
#: Words of formulas, which no simulator may have for its name.
OF_FORMULAS = (
    "all", "any", "count", "first", "probability", "max", "min", "sum", "mean", "argmax", "argmin",
    "rank", "abs", "log", "percent_change", "low", "high", "days", "weeks", "week", "quantity",
    "about", "band", "at", "when_max", "solve", "years", "pairs", "choices", "states", "seasons",
    "scenarios",
)  # fmt: skip
#: What no simulator may be called.
NO_SIMULATOR = (*keyword.kwlist, *OF_FORMULAS)
#: Most choices of one input or output; longest text, characters; most digits behind the point.
MOST_CHOICES, LONGEST_TEXT, MOST_DECIMALS = 10_000, 4_000, 15
#: Fields that are checked by themselves: phrases more closely, what functions share once.
_APART = frozenset(
    "choices words groups rises falls unit_words baseline_words parameters outputs".split()
)
#: Signs that are a unit by themselves and no letter, digit or symbol.
_UNIT_SIGNS = "%‰′″"


def check_simulator(simulator: Simulator) -> None:
    """Raise BadValue for what cannot be offered, TypeError for what is no simulator at all."""
    check_name(simulator.name, f"simulator {shown(simulator.name)}", NO_SIMULATOR)
    at = f"simulator {simulator.name}"
    for part in ("title", "version", "description"):
        text: object = getattr(simulator, part)
        if not isinstance(text, str):
            raise BadValue(f"{at}: {part} is {shown(text)}; it must be a text", given=text)
        _check_text(text, f"{at}: {part}")
    if not isinstance(cast(object, simulator.functions), tuple) or not simulator.functions:
        raise BadValue(f"{at}: functions is {shown(simulator.functions)}; give a tuple of some")
    _check_distinct((one.name for one in simulator.functions), f"{at}: functions")
    for function in simulator.functions:
        check_function(function)
    check_words(simulator)
    missing(simulator)  # asked at every start: one that breaks down there would end it


def check_words(held: object) -> None:
    """Raise BadValue for words of what a simulator does not represent that text cannot hold."""
    for part in ("not_represented", "other_values"):
        words: Mapping[str, tuple[str, ...]] = getattr(held, part, {})
        for name, phrases in words.items():
            _check_phrases((name, *phrases), f"{part}.{name}")


@once_for_each
def check_function(function: Function) -> None:
    """Raise BadValue for what of a function cannot be offered."""
    at = f"functions.{function.name}"
    check_name(function.name, at)
    for kind, listed in (("parameters", function.parameters), ("outputs", function.outputs)):
        _check_distinct((one.name for one in listed), f"{at}.{kind}")
    for parameter in function.parameters:
        check_name(parameter.name, at, (*keyword.kwlist, *RESERVED))
    try:
        for parameter in function.inputs:
            _check_input(parameter)
        for output in function.outputs:
            _check_output(output)
    except BadValue as error:
        raise BadValue(f"{at}.{error}", given=error.given) from error
    _check_phrases(function.words, f"{at}.words")
    _check_leaves(function, (at,))


def check_name(name: object, at: str, reserved: Collection[str] = keyword.kwlist) -> None:
    """Raise BadValue for what cannot stand as a name in formulas, tools and addresses."""
    if not isinstance(name, str) or not re.fullmatch(NAME, name):
        raise BadValue(
            f"{at}: {shown(name)} is no name here; allowed are small letters, digits and _, at "
            "most 40, a letter first",
            given=name,
        )
    if name in reserved:
        raise BadValue(
            f"{at}: {name!r} is no name here, as it is a word of Python, of formulas or of tools; "
            "take another",
            given=name,
        )


@once_for_each
def _check_input(parameter: Parameter) -> None:
    at = f"parameters.{parameter.name}"
    check_name(parameter.name, at, ())  # a field is a key in quotes, as "from"
    _check_phrases(parameter.words, f"{at}.words")
    _check_choices(parameter.choices, f"{at}.choices")
    for phrase, chosen in parameter.selection.groups.items():
        _check_phrases((phrase,), f"{at}.selection.groups")
        if strange := [one for one in chosen if one not in parameter.choices]:
            raise BadValue(
                f"{at}.selection.groups.{phrase}: {shown(strange[0])} is no choice",
                given=strange[0],
            )
    _check_leaves(parameter, (at,))


@once_for_each
def _check_output(output: Output) -> None:
    at = f"outputs.{output.name}"
    check_name(output.name, at)
    if not 0 <= output.decimals <= MOST_DECIMALS:
        raise BadValue(
            f"{at}.decimals is {output.decimals}; allowed are 0 to {MOST_DECIMALS}",
            given=output.decimals,
        )
    _check_phrases(output.words, f"{at}.words")
    _check_phrases(output.baseline_words, f"{at}.baseline_words")
    _check_phrases((*output.directions.rises, *output.directions.falls), f"{at}.directions")
    _check_phrases(output.unit_words, f"{at}.unit_words", units=True)
    _check_choices(output.choices, f"{at}.choices")
    for scale in output.scales:
        for band in scale.bands:
            _check_phrases((band.label, *band.words), f"{at}.scales.{scale.name}")
    _check_leaves(output, (at,))


def _check_choices(choices: Mapping[str, tuple[str, ...]], at: str) -> None:
    if len(choices) > MOST_CHOICES:
        raise BadValue(f"{at} are {len(choices)}; at most {MOST_CHOICES} are allowed", given=at)
    _check_distinct((choice.casefold() for choice in choices), at)
    for choice, words in choices.items():
        _check_phrases((choice, *words), at)


def _check_phrases(phrases: Iterable[str], at: str, *, units: bool = False) -> None:
    """Raise BadValue for a phrase that text cannot hold: blank, a mere sign, or too long."""
    for phrase in phrases:
        said = any(c.isalnum() or (units and _is_unit(c)) for c in phrase)
        plain = phrase == phrase.strip() and not steering(phrase)
        if not said or not plain or len(phrase) > LONGEST_NAME:
            raise BadValue(
                f"{at} holds {shown(phrase)}; a phrase has a letter or a digit, no space around "
                f"it, no control characters, and at most {LONGEST_NAME} characters",
                given=phrase,
            )


def _is_unit(character: str) -> bool:
    return character in _UNIT_SIGNS or unicodedata.category(character).startswith("S")


def _check_distinct(names: Iterable[str], at: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise BadValue(f"{at} hold {shown(twice[0])} twice; each may stand once", given=twice[0])


def _check_text(text: str, at: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise BadValue(
            f"{at} has {len(text)} characters; at most {LONGEST_TEXT} are allowed", given=at
        )
    if strange := steering(text):
        raise BadValue(
            f"{at} holds {strange!r}; write it on one line, without control characters",
            given=text,
        )


def _check_leaves(held: object, at: tuple[object, ...]) -> None:
    """Raise BadValue for a text anywhere in a declaration that steers, a number not finite."""
    match held:
        case str():
            text = held.replace("\n", " ") if at[-1] == "context" else held
            if len(text) > LONGEST_TEXT or steering(text):
                _check_text(text, ".".join(map(str, at)))
        case float():
            if not math.isfinite(held):
                place = ".".join(map(str, at))
                raise BadValue(f"{place} is {held}; it must be a finite number", given=held)
        case _:
            for name, part in _parts(held):
                _check_leaves(part, (*at, name))


def _parts(held: object) -> Iterable[tuple[object, object]]:
    if isinstance(held, BaseModel):
        return ((name, part) for name, part in vars(held).items() if name not in _APART)
    if isinstance(held, Mapping):
        parts = cast("Mapping[object, object]", held)
        return (*((name, name) for name in parts), *parts.items())
    return enumerate(cast("list[object]", held)) if isinstance(held, list | tuple) else ()
