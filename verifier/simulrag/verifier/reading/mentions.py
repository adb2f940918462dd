"""Where a text names the inputs of a simulator, and with which values."""

import re
from collections.abc import Iterable, Sequence

from pydantic import JsonValue

from simulrag.simulators.free_text import text_items
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.choices import choices, names_any_choice
from simulrag.verifier.reading.dates import DateMention, dates
from simulrag.verifier.reading.mention import Mention, is_free
from simulrag.verifier.reading.numeric_mentions import graded_words, numeric_mentions
from simulrag.verifier.reading.places import place_mentions, small_letters_place
from simulrag.verifier.reading.signs import FALL as FALL
from simulrag.verifier.reading.signs import RISE as RISE
from simulrag.verifier.reading.text import Phrases, Span, find_phrases

_POINTS = re.compile(
    r"\[?\s*\(\s*[-+]?\d+(?:\.\d+)?\s*,\s*[-+]?\d+(?:\.\d+)?\s*\)"
    r"(?:\s*(?:,|and)\s*\(\s*[-+]?\d+(?:\.\d+)?\s*,\s*[-+]?\d+(?:\.\d+)?\s*\))*\s*\]?"
)
_POINT = re.compile(r"\(\s*([-+]?\d+(?:\.\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?)\s*\)")
_YEAR = re.compile(
    r"(?<![\d.,/-])(?:1[5-9]|2\d)\d\d(?![\d%°]|[.,]\d|-\d)(?:s\b)?"
    # "2000 ppm" is an amount.
    r"(?![\s-]?(?:°|(?:ppmv?|ppbv?|[GMk]t\w{0,4}|PgC?|km/h|km|kg|metres?|meters?|m|ft|feet|miles?|"
    r"tons?|tonnes?|gigatonn?e?s?|degrees?|parts per|W/m|percent|per ?cent)\b))"
)

#: A choice that begins with a number of it: "two-lane".
_COUNTED = re.compile(r"(?:\d|one|two|three|both)[\s-]+(?:travel |traffic )?lanes?\b", re.I)

#: What may stand between "starting" and a part of a month, and what says it without such a word.
_LEADS = re.compile(r"\s+(?:(?:in|on|from|at|around|about|is|was|of|the|date)\s+){0,3}", re.I)
_FROM = re.compile(r"\bfrom\s+(?:about\s+|around\s+|the\s+)?$", re.I)
#: Most characters in which a word for the beginning stands before a date.
_REACH = 35


def mentions(text: str, simulator: Simulator, masked: Sequence[Span] = ()) -> list[Mention]:
    """Return the mentions of a simulator's parameters in a normalised text, in order.

    Numbers inside `masked` spans (such as thresholds) are not read as inputs.
    """
    inputs = _inputs_of(simulator.functions)
    parameters, of_kind = inputs.parameters, inputs.of_kind
    found = _texts(text, simulator)
    inside = _spans(found)
    points = list(_points(text, of_kind["points"][0])) if "points" in of_kind else []
    days = [d for d in _days(text, of_kind.get("date", ())) if is_free(d.start, d.end, inside)]
    taken = [*masked, *inside, *_spans(points), *_spans(days), *_date_spans(text)]
    found += points + days
    found += _years(text, of_kind["year"][0], taken) if "year" in of_kind else ()
    for parameter in inputs.choosing if names_any_choice(text, inputs.choosing) else ():
        found += [_named(parameter.name, v, span) for v, span in choices(text, parameter)]
    # "The speed limit on the two-lane road by 30 percent": "two" is no amount of anything.
    taken = [*taken, *(s for s in _spans(found) if _COUNTED.match(s.text))]
    found += numeric_mentions(text, parameters, taken, inputs.graded, inputs.units)
    spans = [*_spans(found), *masked] if "place" in of_kind else []
    for parameter in of_kind.get("place", ()):
        found += [
            _named(parameter.name, span.text, span)
            for span in place_mentions(text, simulator, parameter.name, spans, inputs.words)
        ]
    return sorted(found, key=lambda mention: (mention.start, mention.end))


def unannounced_place(text: str, simulator: Simulator, found: Sequence[Mention]) -> list[Mention]:
    """Return the place of a question without capitals, where none was found; empty if none."""
    places = [p.name for p in unique_parameters(simulator) if p.kind == "place"]
    if not places or any(m.parameter in places for m in found):
        return []
    known = _known_words(simulator.functions)
    span = small_letters_place(text, simulator, places[0], _spans(found), known)
    return [_named(places[0], span.text, span)] if span else []


def _texts(text: str, simulator: Simulator) -> list[Mention]:
    """Return conditions in free words that a simulator understands."""
    return [
        Mention(
            parameter=item.parameter,
            value=[item.text],
            start=item.start,
            end=item.end,
            words=text[item.start : item.end],
        )
        for item in text_items(text, simulator)
        if item.text
    ]


def _named(name: str, value: JsonValue, span: Span) -> Mention:
    return Mention(parameter=name, value=value, start=span.start, end=span.end, words=span.text)


#: What comes to an end, and no people: "the wave dies down".
_DIES_DOWN = re.compile(r"(?:di(?:e|es|ed)|dying) (?:down|out|away|off)\b", re.IGNORECASE)


def foreign_values(
    text: str, found: Sequence[Mention], parameters: Sequence[Parameter]
) -> list[tuple[Parameter, Span]]:
    """Return where a text names values that a parameter cannot take, outside of those it can."""
    return [
        (parameter, span)
        for parameter in (parameters if _all_foreign(parameters).find(text) else ())
        for span in find_phrases(text, parameter.foreign)
        if not _DIES_DOWN.match(text, span.start)
        and not any(
            m.parameter == parameter.name and m.start <= span.start and span.end <= m.end
            for m in found
        )
    ]


def unique_parameters(simulator: Simulator) -> tuple[Parameter, ...]:
    """Return each parameter of a simulator's functions once, with the choices of all of them.

    What a function does not take is refused when its call is made.
    """
    return _unique(simulator.functions)


@once_for_each
def _unique(functions: tuple[Function, ...]) -> tuple[Parameter, ...]:
    found: dict[str, Parameter] = {}
    for function in functions:
        for parameter in function.parameters:
            known = found.setdefault(parameter.name, parameter)
            if parameter.choices.keys() - known.choices.keys():
                found[parameter.name] = _joined(known, parameter)
    return tuple(found.values())


class _Inputs:
    """The parameters of functions, and the words and units beside which they are named."""

    def __init__(self, functions: tuple[Function, ...]) -> None:
        self.parameters = _unique(functions)
        self.choosing = tuple(p for p in self.parameters if p.choices)
        self.of_kind: dict[str, list[Parameter]] = {}
        for parameter in self.parameters:
            self.of_kind.setdefault(parameter.kind, []).append(parameter)
        self.graded = graded_words(functions)
        #: Units of results.
        self.units = frozenset(o.unit for f in functions for o in f.outputs)
        self.words = _known_words(functions)


_inputs_of = once_for_each(_Inputs)


def _joined(known: Parameter, other: Parameter) -> Parameter:
    """Return a parameter with the choices of another declaration of it, none of them foreign."""
    choices = {**other.choices, **known.choices}
    said = {w.casefold() for value, words in choices.items() for w in (value, *words)}
    foreign = tuple(w for w in known.foreign if w.casefold() not in said)
    return known.model_copy(update={"choices": choices, "foreign": foreign})


@once_for_each
def _all_foreign(parameters: Sequence[Parameter]) -> Phrases:
    return Phrases(tuple({phrase for p in parameters for phrase in p.foreign}))


@once_for_each
def _known_words(functions: tuple[Function, ...]) -> Phrases:
    words: list[str] = []
    for parameter in _unique(functions):
        words += [*parameter.words, *parameter.family]
        for value, phrases in parameter.choices.items():
            words += [value, *phrases]
    for function in functions:
        for output in function.outputs:
            words += output.words
    return Phrases(tuple(words))


def _spans(found: Iterable[Mention]) -> list[Span]:
    return [Span(text=m.words, start=m.start, end=m.end) for m in found]


def _date_spans(text: str) -> list[Span]:
    return [Span(text=d.text, start=d.start, end=d.end) for d in dates(text) if d.exact]


def _points(text: str, parameter: Parameter) -> Iterable[Mention]:
    for match in _POINTS.finditer(text) if "(" in text else ():
        pairs: list[JsonValue] = [[float(x), float(y)] for x, y in _POINT.findall(match.group())]
        yield Mention(
            parameter=parameter.name,
            value=pairs,
            start=match.start(),
            end=match.end(),
            words=match.group(),
        )


def _days(text: str, parameters: Sequence[Parameter]) -> Iterable[Mention]:
    for parameter in parameters:
        for day in dates(text):
            year = day.year or parameter.default_year
            if year is None or not (day.exact or _begins(text, day, parameter)):
                continue
            first, last = day.days(year)
            middle = first + (last - first) // 2
            said = f"{parameter.name}: the year {year}" if day.year is None else ""
            yield Mention(
                parameter=parameter.name,
                value=middle.isoformat(),
                start=day.start,
                end=day.end,
                words=day.text,
                assumed=said if day.exact else f"{parameter.name}: {middle} for {day.text!r}",
            )


def _begins(text: str, day: DateMention, parameter: Parameter) -> bool:
    """Tell whether part of a month is said to be when something begins: "from early October"."""
    if parameter.default_year is None:
        return False
    before = text[max(0, day.start - _REACH) : day.start]
    named = [s for s in find_phrases(before, parameter.words) if _LEADS.fullmatch(before, s.end)]
    return bool(named or _FROM.search(before))


def _years(text: str, parameter: Parameter, taken: Sequence[Span]) -> Iterable[Mention]:
    for match in _YEAR.finditer(text):
        if is_free(match.start(), match.end(), taken) and not match.group().endswith("s"):
            yield Mention(
                parameter=parameter.name,
                value=int(match.group()),
                start=match.start(),
                end=match.end(),
                words=match.group(),
            )
