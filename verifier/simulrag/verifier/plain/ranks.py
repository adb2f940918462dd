"""Statements about all values of an input: "the highest of any state", "in every scenario"."""

import itertools
import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output, Parameter
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.marks import DENIAL, SUPERLATIVE, Comparative, Domain
from simulrag.verifier.plain.readings import (
    comparator_of,
    direction,
    expression,
    figure_of,
    number,
    ranked,
)
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span, find_phrases

Readings = list[Reading]
_SINCE = re.compile(r"\b(?:since|from)\s+(?:\w+\s+){0,2}$", re.I)
_APART = re.compile(
    r"\b(?:apart|separate[sd]?|between|differ(?:s|ed)?|spread|span(?:s|ned)?|vary|varies)\b", re.I
)


def superlatives(scene: Scene) -> Readings:
    """Read "Ohio had the highest rate of any state" and "more than in any other week"."""
    for word, sign, domain in _rankings(scene):
        parameter = scene.parameter(domain.parameter)
        own, others, rest = _candidates(scene, parameter, domain)
        if parameter.kind == "date":
            made = _highest_of_series(scene, parameter, sign, word)
        elif len(own) == 1:
            made = _ranked(scene, parameter, own[0], others, rest, sign, word)
        else:
            continue
        if made:
            scene.use(word, domain, *scene.items)
            scene.use(*(d for d in scene.domains if scene.parameter(d.parameter).kind == "date"))
            return made
    return []


_AS_MANY = re.compile(r"\bas\s+(?:many|much|high|large|big|severe|bad|hot|warm)\b", re.I)
_NO_OTHER = re.compile(r"\bno\s+other\b", re.I)


def _rankings(scene: Scene) -> list[tuple[Span, int, Domain]]:
    found: list[tuple[Span, int, Domain]] = []
    for domain in scene.domains:
        if domain.sense != "rest" and not _NO_OTHER.match(scene.text, domain.start):
            continue
        for match in SUPERLATIVE.finditer(scene.text):
            span = Span(text=match.group(), start=match.start(), end=match.end())
            found.append((span, 1 if match["high"] else -1, domain))
        found += [
            (Span(text=c.words, start=c.start, end=c.end), c.sign, domain)
            for c in scene.comparatives
            if c.sign and c.end <= domain.start
        ]
        as_many = _AS_MANY.search(scene.text, domain.end)
        if _NO_OTHER.match(scene.text, domain.start) and as_many:
            span = Span(text=as_many.group(), start=as_many.start(), end=as_many.end())
            found.append((span, 1, domain))
    for match in SUPERLATIVE.finditer(scene.text):
        for parameter in scene.function.parameters:
            noun = _noun_after(scene, match, parameter)
            if noun is not None:
                span = Span(text=match.group(), start=match.start(), end=match.end())
                found.append((span, 1 if match["high"] else -1, noun))
    return found


def _noun_after(scene: Scene, match: re.Match[str], parameter: Parameter) -> Domain | None:
    """Return "the worst affected state" as the domain of all states."""
    if parameter.kind not in ("choice", "choices"):
        return None
    words = "|".join(re.escape(w) for w in sorted(parameter.words, key=len, reverse=True))
    tail = re.compile(rf"\s+(?:[\w-]+\s+){{0,2}}?(?:{words})\b", re.I) if words else None
    after = tail.match(scene.text, match.end()) if tail else None
    if after is None:
        return None
    return Domain(parameter=parameter.name, sense="rest", start=match.start(), end=after.end())


def _candidates(
    scene: Scene, parameter: Parameter, domain: Domain
) -> tuple[list[JsonValue], list[JsonValue], list[Item]]:
    """Return the subject's value, those it is ranked among, and the items of other inputs."""
    own = [i for i in scene.items if i.parameter == parameter.name]
    rest = [i for i in scene.items if i.parameter != parameter.name]
    names = list(parameter.choices)
    ends = _range_after(scene, own, domain) if len(own) > 1 else []
    among = names
    if len(ends) >= 2:
        at = sorted(names.index(str(i.value)) for i in ends[:2] if str(i.value) in names)
        among = names[at[0] : at[-1] + 1] if at else names
        own = [i for i in own if i not in ends]
    elif len(ends) == 1 and _SINCE.search(scene.text[: ends[0].start]):
        among = names[names.index(str(ends[0].value)) :]
        own = [i for i in own if i not in ends]
    subject = [i.value for i in own]
    if parameter.kind == "choices":
        return subject, [[name] for name in among], rest
    return subject, [*among], rest


_RANGE = re.compile(
    r"\s*(?:,|from|to|and|since|between|through|until|-|\(|up)*\s*(?:and|to|the)?\s*", re.I
)


def _range_after(scene: Scene, own: Sequence[Item], domain: Domain) -> list[Item]:
    """Return the one or two values that follow a domain as its ends: "from 2022-23 to 2025-26"."""
    found: list[Item] = []
    at = domain.end
    for item in own:
        if item.start >= at and _RANGE.fullmatch(scene.text, at, item.start) and len(found) < 2:
            found.append(item)
            at = item.end
    return found


def _ranked(
    scene: Scene,
    parameter: Parameter,
    own: JsonValue,
    among: Sequence[JsonValue],
    rest: Sequence[Item],
    sign: int,
    word: Span,
) -> Readings:
    value = as_value(parameter, own)
    settings = settings_of(scene, rest)
    if len(settings) != 1 or (isinstance(value, list) and len(value) != 1):
        return []
    calls = [
        complete(scene, {**settings[0], parameter.name: one}, comparing=False)
        for one in (value, *(o for o in among if o != value))
    ]
    output = _output(scene, calls[0], sign, word)
    if output is None:
        return []
    negated = denied(scene, word.start)
    return [
        ranked(
            calls[0],
            calls[1:],
            output,
            sign,
            Figure(text=word.text, start=word.start, end=word.end),
            negated=negated,
        )
    ]


def _output(scene: Scene, call: Call, sign: int, word: Span) -> Output | None:
    held = choosing.named(scene, list(call.arguments))
    time = re.fullmatch(r"earliest|latest|first|last", word.text, re.I)
    comparative = Comparative(
        sign=sign,
        start=word.start,
        end=word.end,
        words=word.text,
        aspect="time" if time else "size",
    )
    return choosing.for_comparison(scene, comparative, held)


def _highest_of_series(scene: Scene, parameter: Parameter, sign: int, word: Span) -> Readings:
    """Read "more than in any other week": the value is the highest of its series."""
    weeks = [t for t in scene.times if t.grain == "week"]
    highest = [
        o for o in scene.function.outputs if o.highest_over and o.highest_over[0] == parameter.name
    ]
    if sign < 0 or len(weeks) != 1 or not highest:
        return []
    settings = settings_of(scene, scene.items)
    if len(settings) != 1:
        return []
    own = complete(
        scene, {**settings[0], parameter.name: weeks[0].first.isoformat()}, comparing=False
    )
    whole = complete(scene, settings[0], comparing=False)
    held = choosing.named(scene, list(own.arguments))
    output = choosing.for_comparison(
        scene, Comparative(sign=1, start=word.start, end=word.end, words=word.text), held
    )
    top = next(
        (o for o in highest if output and o.highest_over == (parameter.name, output.name)), None
    )
    if output is None or top is None:
        return []
    scene.use(*scene.times)
    negated = denied(scene, word.start)
    made = expression("difference", (whole, own), output)
    terms = (made.terms[0].model_copy(update={"output": top.name}), made.terms[1])
    reading = Reading(
        expression=made.model_copy(update={"terms": terms}),
        comparator="at_least",
        figures=(Figure(text=word.text, start=word.start, end=word.end, value=0.0),),
        negated=negated,
    )
    numbers = [q for q in scene.numbers if choosing.for_number(scene, q, [output]) is not None]
    scene.use(*numbers)
    values = [number(expression("value", (own,), output), q, output) for q in numbers]
    return [*values, reading]


def universals(scene: Scene) -> Readings:
    """Read "in every scenario it is above 1.5 °C" and "all states peaked in the same week"."""
    for domain in scene.domains:
        if domain.sense == "rest":
            continue
        parameter = scene.parameter(domain.parameter)
        if parameter.kind == "date":
            continue
        names: list[JsonValue] = (
            [[n] for n in parameter.choices]
            if parameter.kind == "choices"
            else [*parameter.choices]
        )
        rest = [i for i in scene.items if i.parameter != parameter.name]
        settings = settings_of(scene, rest)
        if len(settings) != 1:
            continue
        calls: list[Call] = []
        for name in names:
            call = _completed(scene, {**settings[0], parameter.name: name})
            calls += [call] if call is not None else []
        if len(calls) < 2:
            continue
        made = _of_all(scene, calls, domain)
        if made:
            scene.use(domain, *rest)
            return made
    return []


def _completed(scene: Scene, setting: dict[str, JsonValue]) -> Call | None:
    return complete(scene, setting, comparing=False)


def _of_all(scene: Scene, calls: Sequence[Call], domain: Domain) -> Readings:
    held = choosing.named(scene, list(calls[0].arguments))
    for word in scene.comparatives:
        if word.sign == 0 and re.search(r"\bsame\b", word.words):
            return _same_for_all(scene, calls, held, word)
    for figure in scene.numbers:
        output = choosing.for_number(scene, figure, held)
        if output is None:
            continue
        scene.use(figure)
        for word in scene.comparatives:
            if figure.qualified_from <= word.start < figure.start:
                scene.use(word)
        if _APART.search(scene.text):
            scene.use(*(c for c in scene.comparatives if c.sign == 2))
            return [number(expression("spread", calls, output), figure, output)]
        return _bounded(scene, calls, output, figure, none=domain.sense == "none")
    return []


def _same_for_all(
    scene: Scene, calls: Sequence[Call], held: Sequence[Output], word: Comparative
) -> Readings:
    dated = [o for o in held if o.kind == "date"]
    if not dated:
        return []
    scene.use(word)
    negated = denied(scene, word.start)
    return [
        Reading(
            expression=expression("spread", calls, dated[0]),
            comparator="equal",
            figures=(Figure(text=word.words, start=word.start, end=word.end, value=0.0),),
            unit="day",
            negated=negated,
        )
    ]


def _bounded(
    scene: Scene, calls: Sequence[Call], output: Output, figure: Printed, *, none: bool
) -> Readings:
    """Return what a number says of all: of the lowest, of the highest, or of both."""
    negated = none or denied(scene, figure.start)
    comparator = comparator_of(figure)
    highest = expression("maximum", calls, output)
    lowest = expression("minimum", calls, output)
    below = comparator in ("below", "at_most", "just_below")
    above = comparator in ("above", "at_least", "just_above")
    if negated:  # none is above: the highest is not; none is below: the lowest is not
        if not (below or above):
            return []
        return [number(lowest if below else highest, figure, output, negated=True)]
    if below or above:
        return [number(highest if below else lowest, figure, output)]
    made = [number(lowest, figure, output), number(highest, figure, output)]
    return [r.model_copy(update={"figures": (figure_of(figure),)}) for r in made]


def trends(scene: Scene) -> Readings:
    """Read "has fallen with each season since 2022-23": each lower than the one before it."""
    for domain in scene.domains:
        parameter = scene.parameter(domain.parameter)
        words = [c for c in scene.comparatives if c.sign]
        if domain.sense != "all" or not parameter.periods or len(words) != 1:
            continue
        own, among, rest = _candidates(scene, parameter, domain)
        ends = [i for i in scene.items if i.parameter == parameter.name]
        settings = settings_of(scene, rest)
        if (own and not ends) or len(own) > 1 or len(settings) != 1:
            continue
        if own:
            among = [*among][[*among].index(own[0]) :]
        calls = [
            complete(scene, {**settings[0], parameter.name: value}, comparing=False)
            for value in among
        ]
        held = choosing.named(scene, list(calls[0].arguments)) if calls else []
        output = choosing.for_comparison(scene, words[0], held, [parameter.name])
        if output is None or len(calls) < 2:
            continue
        scene.use(domain, words[0], *scene.items)
        negated = denied(scene, words[0].start)
        return [
            direction(expression("difference", pair, output), words[0], output, negated=negated)
            for pair in itertools.pairwise(calls)
        ]
    return []


_LOWEST = re.compile(r"\b(?:lowest|mildest|gentlest|most optimistic|greenest|weakest)\b", re.I)
_HIGHEST = re.compile(
    r"\b(?:highest|severest|harshest|most pessimistic|strongest|worst|dirtiest)\b", re.I
)


def ends(scene: Scene) -> Readings:
    """Read "from 1.4 °C in the lowest scenario to 4.4 °C in the highest" and their distance."""
    low, high = _LOWEST.search(scene.text), _HIGHEST.search(scene.text)
    if low is None or high is None or not scene.numbers:
        return []
    for parameter in scene.function.parameters:
        nouns = find_phrases(scene.text, (*parameter.words, *parameter.choices)[:40])
        if parameter.kind != "choice" or not nouns or parameter.periods:
            continue
        rest = [i for i in scene.items if i.parameter != parameter.name]
        settings = settings_of(scene, rest)
        if len(settings) != 1 or len(rest) != len(scene.items):
            continue
        calls = [
            complete(scene, {**settings[0], parameter.name: name}, comparing=False)
            for name in parameter.choices
        ]
        made = _of_ends(scene, calls, low.start() < high.start())
        if made:
            for match in (low, high):
                scene.use(Span(text="", start=match.start(), end=match.end()))
            scene.use(*rest, *scene.domains, *(c for c in scene.comparatives if c.sign == 2))
            return made
    return []


def _of_ends(scene: Scene, calls: Sequence[Call], rising: bool) -> Readings:
    held = choosing.named(scene, list(calls[0].arguments))
    figures = scene.numbers
    output = choosing.for_number(scene, figures[-1], held)
    if output is None or len(figures) > 2:
        return []
    scene.use(*figures)
    if len(figures) == 1:
        return [number(expression("spread", calls, output), figures[0], output)]
    first, last = ("minimum", "maximum") if rising else ("maximum", "minimum")
    unit = figures[1].unit or figures[0].unit
    parts = [q.model_copy(update={"unit": unit}) for q in figures]
    return [
        number(expression(first, calls, output), parts[0], output),
        number(expression(last, calls, output), parts[1], output),
    ]


def denied(scene: Scene, at: int) -> bool:
    """Tell whether the one negation of a sentence stands before a claim; it is used then."""
    before = [n for n in scene.negations if n.end <= at and DENIAL.match(n.text)]
    if len(before) != 1 or len(scene.negations) > 1 + _nors(scene):
        return False
    if re.search(r"[;:]|,\s+(?:and|but|so)\b", scene.text[before[0].end : at]):
        return False
    scene.use(*scene.negations)
    return True


def _nors(scene: Scene) -> int:
    return sum(n.text.lower() == "nor" for n in scene.negations)
