"""Where a text names the inputs of a simulator, and with which values."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from simulrag.simulators.free_text import text_items
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.choices import choices, names_any_choice
from simulrag.verifier.reading.dates import DateMention, dates
from simulrag.verifier.reading.places import place_mentions, small_letters_place
from simulrag.verifier.reading.signs import BREAK, raised, sign
from simulrag.verifier.reading.signs import FALL as FALL
from simulrag.verifier.reading.signs import RISE as RISE
from simulrag.verifier.reading.text import Phrases, Span, find_phrases

_POINTS = re.compile(
    r"\[?\s*\(\s*[-+]?\d+(?:\.\d+)?\s*,\s*[-+]?\d+(?:\.\d+)?\s*\)"
    r"(?:\s*(?:,|and)\s*\(\s*[-+]?\d+(?:\.\d+)?\s*,\s*[-+]?\d+(?:\.\d+)?\s*\))*\s*\]?"
)
_POINT = re.compile(r"\(\s*([-+]?\d+(?:\.\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?)\s*\)")
_YEAR = re.compile(r"(?<![\d.,/-])(?:1[5-9]|2\d)\d\d(?![\d%]|[.,]\d|-\d)(?:s\b)?")

#: What may stand between "29.37 %" and "CO2" when the number comes first.
_OF = re.compile(
    r"^[\s)\-]*(?:(?:net|overall|relative|further)\s+)?"
    r"(?:\w+\s+)?(?:in|of|to|for)\s+(?:the\s+|its\s+|their\s+|local\s+|global\s+|annual\s+)*$",
    re.IGNORECASE,
)
_ADJECTIVES = re.compile(r"^[\s\-]*(?:[\w'-]+\s+){0,4}$")
#: What may stand between a name and the number that is its own ("R0 of 2.2").
OWN = re.compile(
    r"[\s:=(~\-]*(?:(?:value|of|is|was|at|set|to|be|equals?|about|around|approximately)\s+){0,4}",
    re.IGNORECASE,
)
#: What may stand between "starting" and a part of a month, and what says it without such a word.
_LEADS = re.compile(r"\s+(?:(?:in|on|from|at|around|about|is|was|of|the|date)\s+){0,3}", re.I)
_FROM = re.compile(r"\bfrom\s+(?:about\s+|around\s+|the\s+)?$", re.I)
#: Most characters between a number and the name that it belongs to.
_REACH = 70


@dataclass(frozen=True, slots=True)
class Mention:
    """A value of a parameter at text[start:end]; `words` is the text that gave it."""

    parameter: str
    value: JsonValue
    start: int
    end: int
    words: str
    #: What was filled in because the text left it open.
    assumed: str = ""


def mentions(text: str, simulator: Simulator, masked: Sequence[Span] = ()) -> list[Mention]:
    """Return the mentions of a simulator's parameters in a normalised text, in order.

    Numbers inside `masked` spans (such as thresholds) are not read as inputs.
    """
    parameters = unique_parameters(simulator)
    found = _texts(text, simulator)
    inside = _spans(found)
    points = list(_points(text, parameters))
    days = [d for d in _days(text, parameters) if _free(d.start, d.end, inside)]
    taken = [*masked, *inside, *_spans(points), *_spans(days), *_date_spans(text)]
    found += points + days
    found += _years(text, parameters, taken)
    for parameter in parameters if names_any_choice(text, parameters) else ():
        if parameter.choices:
            found += [_named(parameter.name, v, span) for v, span in choices(text, parameter)]
    units = {o.unit for f in simulator.functions for o in f.outputs}
    found += _numbers(text, parameters, taken, _graded_words(simulator.functions), units)
    spans = [*_spans(found), *masked]
    for parameter in _of_kind(parameters).get("place", ()):
        known = _known_words(simulator.functions)
        found += [
            _named(parameter.name, span.text, span)
            for span in place_mentions(text, simulator, parameter.name, spans, known)
        ]
    return sorted(found, key=lambda mention: (mention.start, mention.end))


def unannounced_place(text: str, simulator: Simulator, found: Sequence[Mention]) -> list[Mention]:
    """Return the place of a question without capitals, where none was found; empty if none."""
    places = [p.name for p in unique_parameters(simulator) if p.kind == "place"]
    if not places or any(m.parameter in places for m in found):
        return []
    known = _known_words(simulator.functions)
    span = small_letters_place(text, simulator, places[0], _spans(found), known)
    return [_place(places[0], span)] if span else []


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


def foreign_values(
    text: str, found: Sequence[Mention], parameters: Sequence[Parameter]
) -> list[tuple[Parameter, Span]]:
    """Return where a text names values that a parameter cannot take, outside of those it can."""
    return [
        (parameter, span)
        for parameter in (parameters if _all_foreign(parameters).find(text) else ())
        for span in find_phrases(text, parameter.foreign)
        if not any(
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


@once_for_each
def _of_kind(parameters: Sequence[Parameter]) -> Mapping[str, Sequence[Parameter]]:
    """Return the parameters by their kinds."""
    return {
        kind: [p for p in parameters if p.kind == kind] for kind in {p.kind for p in parameters}
    }


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
def _all_words(parameters: Sequence[Parameter]) -> Phrases:
    return Phrases(tuple({phrase for p in parameters for phrase in p.words}))


@once_for_each
def _own_words(parameter: Parameter) -> Phrases:
    return Phrases(parameter.words)


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


def _free(start: int, end: int, taken: Iterable[Span]) -> bool:
    return all(end <= span.start or start >= span.end for span in taken)


def _points(text: str, parameters: Sequence[Parameter]) -> Iterable[Mention]:
    named = _of_kind(parameters).get("points", ())
    for match in _POINTS.finditer(text) if named else ():
        pairs: list[JsonValue] = [[float(x), float(y)] for x, y in _POINT.findall(match.group())]
        yield Mention(
            parameter=named[0].name,
            value=pairs,
            start=match.start(),
            end=match.end(),
            words=match.group(),
        )


def _days(text: str, parameters: Sequence[Parameter]) -> Iterable[Mention]:
    for parameter in _of_kind(parameters).get("date", ()):
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
    before = text[max(0, day.start - _REACH // 2) : day.start]
    named = [s for s in find_phrases(before, parameter.words) if _LEADS.fullmatch(before, s.end)]
    return bool(named or _FROM.search(before))


def _years(text: str, parameters: Sequence[Parameter], taken: Sequence[Span]) -> Iterable[Mention]:
    named = _of_kind(parameters).get("year", ())
    for match in _YEAR.finditer(text) if named else ():
        if _free(match.start(), match.end(), taken) and not match.group().endswith("s"):
            yield Mention(
                parameter=named[0].name,
                value=int(match.group()),
                start=match.start(),
                end=match.end(),
                words=match.group(),
            )


_KIND_UNITS = {"share": "percent", "change": "percent"}


@once_for_each
def _graded_words(functions: tuple[Function, ...]) -> Phrases:
    """Return the words of outputs that change in percent, as the inputs do."""
    outputs = [o for f in functions for o in f.outputs]
    bases = {o.changes_of for o in outputs if o.unit == "percent"}
    return Phrases(tuple(word for o in outputs if o.name in bases for word in o.words))


@once_for_each
def _numeric(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    return tuple(p for p in parameters if p.kind in ("number", "integer", "share", "change"))


def _numbers(
    text: str,
    parameters: Sequence[Parameter],
    taken: Sequence[Span],
    graded: Phrases,
    of_outputs: Collection[str],
) -> list[Mention]:
    figures = [q for q in quantities(text) if _free(q.start, q.end, taken)]
    if not figures:
        return []
    numeric = _numeric(parameters)
    named = numeric if _all_words(parameters).find(text) else ()
    tokens = sorted(
        ((s, p) for p in named for s in _own_words(p).find(text)), key=lambda t: t[0].start
    )
    results = graded.find(text) if tokens else []
    found: list[Mention] = []
    for figure in figures:
        near = [
            (s, p)
            for s, p in tokens
            if p.kind != "change" or not any(s.end <= r.start < figure.start for r in results)
        ]  # the result that is named between the two takes the number
        bound = _bind(text, figure, figures, near) or _by_unit(figure, numeric, of_outputs)
        if bound is None:
            continue
        span, parameter = bound
        found.append(_mention(text, figure, span, parameter, figures))
        found += _shared(text, figure, span, parameter, tokens, figures)
    return found


_Token = tuple[Span, Parameter]


def _bind(
    text: str, figure: Printed, figures: Sequence[Printed], tokens: Sequence[_Token]
) -> _Token | None:
    fitting = [t for t in tokens if _fits(figure, t[1])]
    after = next((t for t in fitting if t[0].start >= figure.unit_end), None)
    before = next((t for t in reversed(fitting) if t[0].end <= figure.start), None)
    if after and not _clear(text, figure.unit_end, after[0].start, figures):
        after = None
    if before and not _clear(text, before[0].end, figure.start, figures):
        before = None
    if before and _owned(text, before, figures, figure):
        before = None
    if after is not None:
        gap = text[figure.unit_end : after[0].start]
        close = (
            not gap.strip()
            or _OF.match(gap)
            or (after[1].kind == "share" and _ADJECTIVES.match(gap))
        )
        if close and "," not in gap:
            return after
    apart = (
        after is None
        or re.search(r"[,(]", text[figure.unit_end : after[0].start])
        or any(
            q.start >= after[0].end and OWN.fullmatch(text[after[0].end : q.start]) for q in figures
        )
    )
    return before or (None if apart else after)


def _owned(text: str, token: _Token, figures: Sequence[Printed], figure: Printed) -> bool:
    """Tell whether an earlier number stands right before a share: "20 % immunity, ... 300 %"."""
    span, parameter = token
    if parameter.kind != "share" or OWN.fullmatch(text[span.end : figure.start]):
        return False
    return any(
        q.unit_end <= span.start
        and _fits(q, parameter)
        and re.fullmatch(r"\s+(?:[\w'-]+\s+)?", text[q.unit_end : span.start])
        for q in figures
    )


def _clear(text: str, start: int, end: int, figures: Sequence[Printed]) -> bool:
    """Tell whether nothing between two places parts them: no sentence end, no other number."""
    if end - start > _REACH or BREAK.search(text[start:end]):
        return False
    return not any(start <= q.start < end for q in figures)


def _fits(figure: Printed, parameter: Parameter) -> bool:
    return figure.unit == _KIND_UNITS.get(parameter.kind, parameter.unit)


def _by_unit(
    figure: Printed, numeric: Sequence[Parameter], of_outputs: Collection[str]
) -> _Token | None:
    """Return the one parameter in a figure's unit; that of a result names none with a default."""
    fitting = [p for p in numeric if p.unit and p.unit == figure.unit]
    fitting = [p for p in fitting if p.required or p.unit not in of_outputs]
    if len(fitting) != 1:
        return None
    return Span(text=figure.text, start=figure.start, end=figure.unit_end), fitting[0]


def _mention(
    text: str, figure: Printed, span: Span, parameter: Parameter, figures: Sequence[Printed]
) -> Mention:
    value = float(figure.value)
    if parameter.kind == "change" and not figure.signed:
        only_falls = parameter.high == 0 and not raised(text, figure, span)
        value *= -1 if only_falls else sign(text, figure, span, figures)
    start, end = min(span.start, figure.start), max(span.end, figure.unit_end)
    return Mention(
        parameter=parameter.name, value=value, start=start, end=end, words=text[start:end]
    )


def _shared(
    text: str,
    figure: Printed,
    span: Span,
    parameter: Parameter,
    tokens: Sequence[_Token],
    figures: Sequence[Printed],
) -> list[Mention]:
    """Return mentions for names joined to this one ("CO2 and CH4 both by 10 %")."""
    found: list[Mention] = []
    left = span.start
    for other, its_parameter in reversed(tokens):
        if other.end > left or its_parameter.name == parameter.name:
            continue
        if its_parameter.kind != parameter.kind or parameter.kind not in ("change", "share"):
            break
        gap = text[other.end : left]
        if not re.fullmatch(r"(?:\s+emissions)?\s*(?:,|and|,\s*and|/|as well as)\s*", gap):
            break
        if not _clear(text, other.end, left, figures) or span.start > figure.start:
            break
        found.append(_mention(text, figure, other, its_parameter, figures))
        left = other.start
    return found
