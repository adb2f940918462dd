"""Tells which values a text prints: numbers, dates, places and the words for a choice."""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.verifier.number_words import ONES

_NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?!\d)")
_WORD = re.compile(r"[a-z]+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@lru_cache(maxsize=1024)
def numbers(text: str) -> frozenset[float]:
    """Return the sizes of the numbers that a text prints, in digits or as a word."""
    digits = {float(found.replace(",", "")) for found in _NUMBER.findall(text)}
    words = {float(ONES[word]) for word in _WORD.findall(text.lower()) if word in ONES}
    return frozenset(digits | words)


def prints_day(text: str, day: str) -> bool:
    """Tell whether a text prints an ISO day, with or without its year."""
    try:
        held = date.fromisoformat(day)
    except ValueError:
        return day in text
    forms = (day, f"{held:%B} {held.day}", f"{held.day} {held:%B}", f"{held:%b} {held.day}")
    return any(re.search(rf"(?<!\w){form}(?!\w)", text) for form in forms)


def prints(text: str, parameter: Parameter, value: JsonValue) -> bool:
    """Tell whether a text prints a value of a parameter; of a list, every member."""
    match value:
        case bool() | None:
            return False
        case int() | float():
            named = _named(text, parameter.choices.get(f"{value:g}", ()))
            return named or abs(float(value)) in numbers(text)
        case str() if _DAY.fullmatch(value):
            return prints_day(text, value)
        case str():
            return _named(text, (value, *_phrases(parameter, value)))
        case list():
            return all(prints(text, parameter, one) for one in value)
        case dict():
            fields = {one.name: one for one in parameter.selection.fields}
            return all(prints(text, fields[name], one) for name, one in value.items())


def _phrases(parameter: Parameter, value: str) -> tuple[str, ...]:
    """Return the words for a choice; short ones ("no") only beside a word of the parameter."""
    phrases = parameter.choices.get(value, ())
    words = parameter.words
    if not words or parameter.name == "metric":
        return phrases
    long = tuple(phrase for phrase in phrases if len(phrase) > len("moderately"))
    return (*long, *(f"{phrase} {word}" for phrase in (value, *phrases) for word in words))


def _named(text: str, names: Sequence[str]) -> bool:
    lower = text.lower()
    return any(re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", lower) for name in names)
