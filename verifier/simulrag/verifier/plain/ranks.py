"""Statements that rank one value among all: "the highest of any state"."""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Output, Parameter
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.marks import SUPERLATIVE, Comparative, Domain
from simulrag.verifier.plain.readings import (
    expression,
    number,
    ranked,
)
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_SINCE = re.compile(r"\b(?:since|from)\s+(?:\w+\s+){0,2}$", re.I)


def superlatives(scene: Scene) -> Readings:
    """Read "Ohio had the highest rate of any state" and "more than in any other week"."""
    for word, sign, domain in _rankings(scene):
        parameter = scene.parameter(domain.parameter)
        own, others, rest = candidates(scene, parameter, domain)
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


#: "Most states" is how many, and no superlative.
_OF_MANY = re.compile(r"(?:most|least|fewest)\s+(?:of\b|\w+s\b)", re.I)
_AS_MANY = re.compile(r"\bas\s+(?:many|much|high|large|big|severe|bad|hot|warm)\b", re.I)
_NO_OTHER = re.compile(r"\bno\s+other\b", re.I)


def _rankings(scene: Scene) -> list[tuple[Span, int, Domain]]:
    found: list[tuple[Span, int, Domain]] = []
    for domain in scene.domains:
        no_other = _NO_OTHER.match(scene.text, domain.start)
        if domain.sense == "some" or (domain.sense != "rest" and not no_other):
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
        if _OF_MANY.match(scene.text, match.start()):
            continue
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


def candidates(
    scene: Scene, parameter: Parameter, domain: Domain
) -> tuple[list[JsonValue], list[JsonValue], list[Item]]:
    """Return the subject's value, those it is ranked among, and the items of other inputs."""
    own = [i for i in scene.items if i.parameter == parameter.name]
    rest = [i for i in scene.items if i.parameter != parameter.name]
    names = list(parameter.members)
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
    time = re.fullmatch(r"earliest|latest|first|last|later|earlier|sooner", word.text, re.I)
    comparative = Comparative(
        sign=sign,
        start=word.start,
        end=word.end,
        words=word.text,
        aspect="time" if time else "size",
    )
    return choosing.for_comparison(scene, comparative, held)


def _whole_of(call: Call, parameter: Parameter) -> Call:
    """Return a call without the one time that the sentence names."""
    rest = {k: v for k, v in call.arguments.items() if k != parameter.name}
    return call.model_copy(update={"arguments": rest})


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
    whole = _whole_of(complete(scene, settings[0], comparing=False), parameter)
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
