"""Values for the placeholders of a template: drawn (paper, section 3.4, stage 2), said in words.

A text names a drawn value as `str.format` does, with forms such as {co2:rise}, {start:ordinal}.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value, objects_in_words
from simulrag.simulators.capabilities import DrawsValues
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Band, Function, Parameter, Simulator
from simulrag.simulators.question_templates import Draw, QuestionTemplate

#: How often a value is drawn again that is too near another one, or nearly no change.
REDRAWS = 50
#: Parts into which a range without a step is cut.
_STEPS = 100
#: Days of a date without a range: some season's first, and the days around it.
_FIRST_DAY, _LAST_DAY = date(2022, 9, 1), date(2022, 11, 30)

_CHOICE = re.compile(r"<([^<>]*)>")

Values = dict[str, JsonValue]


def drawn(
    template: QuestionTemplate, function: Function, simulator: Simulator, chance: random.Random
) -> Values | None:
    """Return a value for each placeholder, None where they could not be told apart.

    Raises BadValue for a parameter that nothing can be drawn for.
    """
    values: Values = {}
    for name, draw in template.draws.items():
        parameter = function.parameter(draw.parameter)
        value = _fitting(draw, parameter, simulator, values, chance)
        if value is None:
            return None
        values[name] = value
    return values


def _fitting(
    draw: Draw,
    parameter: Parameter,
    simulator: Simulator,
    values: Mapping[str, JsonValue],
    chance: random.Random,
) -> JsonValue:
    for _ in range(REDRAWS):
        value = check_value(parameter, _value(draw, parameter, simulator, chance))
        if _is_apart(draw, value, values) and _is_large(draw, value):
            return value
    return None


def _is_apart(draw: Draw, value: JsonValue, values: Mapping[str, JsonValue]) -> bool:
    other = values.get(draw.unlike)
    if not draw.unlike or other is None:
        return True
    if draw.apart and isinstance(value, int | float) and isinstance(other, int | float):
        return value - other >= draw.apart
    if isinstance(value, list) and isinstance(other, list):
        return not {str(v) for v in value} & {str(v) for v in other}
    return value != other


def _is_large(draw: Draw, value: JsonValue) -> bool:
    return not draw.least or (isinstance(value, int | float) and abs(value) >= draw.least)


def _value(
    draw: Draw, parameter: Parameter, simulator: Simulator, chance: random.Random
) -> JsonValue:
    if draw.of:
        return chance.choice(draw.of)
    match parameter.kind:
        case "choice":
            return chance.choice(list(parameter.choices))
        case "choices":
            count = chance.randint(*draw.count)
            return list(chance.sample(list(parameter.choices), count))
        case "date":
            days = (_LAST_DAY - _FIRST_DAY).days
            return (_FIRST_DAY + timedelta(days=chance.randint(0, days))).isoformat()
        case "number" | "share" | "change" | "integer" | "year":
            return _number(draw, parameter, chance)
        case _:
            if isinstance(simulator, DrawsValues):
                return simulator.draw(parameter.name, chance.random())
            raise BadValue(
                f"nothing can be drawn for {parameter.name} ({parameter.kind}); the simulator has "
                "no draw()",
                parameter=parameter.name,
            )


def _number(draw: Draw, parameter: Parameter, chance: random.Random) -> float | int:
    low, high = _ends(draw, parameter)
    whole = parameter.kind in ("integer", "year")
    step = (
        Decimal(str(draw.step))
        if draw.step
        else Decimal(str(1.0 if whole else round_step(low, high)))
    )
    first, last = Decimal(str(low)), Decimal(str(high))
    value = first + step * chance.randint(0, int((last - first) / step))
    return int(value) if whole else float(value)


def _ends(draw: Draw, parameter: Parameter) -> tuple[float, float]:
    """Return the range to draw from. Raises BadValue where neither says it."""
    share = parameter.kind == "share"
    low = parameter.low if draw.low is None else draw.low
    high = parameter.high if draw.high is None else draw.high
    low, high = (0.0 if share and low is None else low), (100.0 if share and high is None else high)
    if low is None or high is None:
        raise BadValue(
            f"{parameter.name} has no range to draw from; declare `range = [low, high]`",
            parameter=parameter.name,
        )
    return low, high


def round_step(low: float, high: float) -> float:
    """Return a round step that cuts a range into a hundred parts or some more."""
    rough = Decimal(str((high - low) / _STEPS or 1.0))
    return float(Decimal(1).scaleb(rough.adjusted()))


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
        return objects_in_words(parameter, value)
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
