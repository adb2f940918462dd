"""Says drawn values in words: `str.format` with forms such as {co2:rise} and {start:ordinal}."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Band, Parameter
from simulrag.simulators.objects import listed_in_words

_CHOICE = re.compile(r"<([^<>]*)>")


def varied(text: str, chance: random.Random) -> str:
    """Return a text in which each "<a|b>" is one of its parts."""
    while found := _CHOICE.search(text):
        chosen = chance.choice(found[1].split("|"))
        text = text[: found.start()] + chosen + text[found.end() :]
    return text


def filled(text: str, said: Mapping[str, object], *, sentence: bool = True) -> str:
    """Return a text with its placeholders filled, a sentence with a capital letter.

    Raises BadValue for a placeholder that there is not.
    """
    try:
        made = text.format_map(said)
    except (KeyError, ValueError, IndexError) as error:
        raise BadValue(f"{text!r} cannot be filled: {error}", given=text) from error
    return made[:1].upper() + made[1:] if sentence else made


class Said:
    """A drawn value that `str.format` can say in several forms."""

    def __init__(self, value: JsonValue, parameter: Parameter) -> None:
        self.value = value
        self.parameter = parameter

    def __format__(self, form: str) -> str:
        if form not in _FORMS:
            raise ValueError(
                f"form {form!r} is unknown; there are {', '.join(filter(None, _FORMS))}"
            )
        return _FORMS[form](self.value, self.parameter)


class Phrase(str):
    """A text that `str.format` can put an article before: {label:a} is "an early peak"."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if form == "a":
            return f"{'an' if self[:1].lower() in 'aeiou' else 'a'} {self}"
        return super().__format__(form)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words: "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def plainly(value: JsonValue) -> str:
    """Return a value as text prints it."""
    match value:
        case bool() | None:
            return str(value)
        case int() | float():
            return f"{value:.10g}"
        case list():
            return listed([str(one) for one in value])
        case _:
            return str(value)


def _plain(value: JsonValue, parameter: Parameter) -> str:
    if parameter.kind == "objects":
        return listed_in_words(parameter, value)
    return plainly(value)


def _word(value: JsonValue, parameter: Parameter) -> str:
    phrases = parameter.choices.get(str(value), ())
    return phrases[0] if phrases else str(value)


def _noun(value: JsonValue, parameter: Parameter) -> str:
    """Return a choice with the word of its parameter: "moderate seasonality", "no seasonality"."""
    chosen = "no" if "no" in parameter.choices.get(str(value), ()) else str(value)
    return f"{chosen} {parameter.words[0] if parameter.words else parameter.name}"


def _size(value: JsonValue, _: Parameter) -> str:
    return f"{plainly(abs(float(str(value))))}%"


def _turn(up: str, down: str) -> Callable[[JsonValue, Parameter], str]:
    def said(value: JsonValue, parameter: Parameter) -> str:
        form = up if float(str(value)) > 0 else down
        size = _size(value, parameter)
        article = "an" if re.match(r"8|1[18](?!\d)", size) else "a"
        return form.format(size, a=article)

    return said


def _signed(value: JsonValue, _: Parameter) -> str:
    return f"{'+' if float(str(value)) > 0 else ''}{plainly(value)}%"


def _day(form: str) -> Callable[[JsonValue, Parameter], str]:
    def said(value: JsonValue, _: Parameter) -> str:
        day = date.fromisoformat(str(value))
        ending = "th" if 10 < day.day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
        return form.format(day=day, ordinal=f"{day.day}{ending}")

    return said


_FORMS: Mapping[str, Callable[[JsonValue, Parameter], str]] = {
    "": _plain,
    "word": _word,
    "noun": _noun,
    "size": _size,
    "signed": _signed,
    "rise": _turn("{a} {} increase", "{a} {} decrease"),
    "verb": _turn("increase by {}", "decrease by {}"),
    "verbs": _turn("increases by {}", "decreases by {}"),
    "participle": _turn("increased by {}", "reduced by {}"),
    "gerund": _turn("increasing by {}", "decreasing by {}"),
    "long": _day("{day:%B} {day.day}, {day.year}"),
    "ordinal": _day("{day:%B} {ordinal}, {day.year}"),
}


def scale(bands: Sequence[Band], unit: str) -> str:
    """Return a scale as a question states it: "minor (less than 1 °C), or major (1 °C or more)"."""
    parts = [f"{band.label} ({_range(band, unit)})" for band in bands]
    comma = "," if len(parts) > 2 else ""
    return f"{', '.join(parts[:-1])}{comma} or {parts[-1]}"


def _range(band: Band, unit: str) -> str:
    low, high = (None if end is None else f"{end:.10g}{unit}" for end in (band.low, band.high))
    if low is None:
        return f"less than {high}"
    return f"over {low}" if high is None else f"{low} to {high}"
