"""Statements that no simulator can decide, whatever their numbers: the reason as data."""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.free_text import TextItem, text_items
from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.parts import parted_by
from simulrag.simulators.possible import Limited
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.causes import is_cause
from simulrag.verifier.reading.epochs import other_epoch, other_season, since_now
from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.mentions import (
    Mention,
    foreign_values,
    mentions,
    unique_parameters,
)
from simulrag.verifier.reading.opposed import opposed
from simulrag.verifier.reading.roles import same_value
from simulrag.verifier.reading.supposed import supposed
from simulrag.verifier.reading.surroundings import other_surroundings
from simulrag.verifier.reading.text import AnyCase, Span, find_phrases, normalise, phrases_of
from simulrag.verifier.reading.together import taken_apart

_BECAUSE = AnyCase(
    r"\b(?:because|since|due to|thanks to|as a result of)\b[^.;]*",
    holding=("because", "since", "due to", "thanks to", "as a result of"),
)


def out_of_scope(
    text: str,
    mentions: Sequence[Mention],
    calls: Sequence[Call],
    simulator: Simulator,
    question: str = "",
) -> Problem | None:
    """Return why a normalised statement is outside what the calls can decide, or None."""
    parameters = unique_parameters(simulator)
    foreign = _foreign(text, mentions, parameters, simulator)
    if foreign is not None:
        return foreign
    opinion = judgement(text, simulator.name, question=question)
    if opinion is not None:
        return opinion
    because = _BECAUSE.search(text)
    if is_cause(text, simulator) or (because and unrepresented(because.group(), simulator)):
        return _problem("cause", "the cause that is named is not represented", simulator)
    unset = unset_condition(text, calls, simulator)
    if unset is not None:
        return unset
    return (
        _elsewhere(mentions, calls, parameters, simulator)
        or _of_a_part(text, mentions, calls, parameters, simulator)
        or other_surroundings(text, calls, parameters, simulator)
        or _turned(text, mentions, calls, parameters, simulator)
        or other_epoch(text, calls, parameters, simulator)
        or _made_up(text, calls, parameters, simulator)
        or since_now(text, parameters, simulator)
        or other_season(text, parameters, simulator)
    )


def _problem(reason: str, message: str, simulator: Simulator) -> Problem:
    return Problem(reason=reason, message=message, simulator=simulator.name)


def _foreign(
    text: str, mentions: Sequence[Mention], parameters: Sequence[Parameter], simulator: Simulator
) -> Problem | None:
    found = foreign_values(text, mentions, parameters)
    return foreign_problem(*found[0], simulator) if found else None


def foreign_problem(parameter: Parameter, span: Span, simulator: Simulator) -> Problem:
    """Say that a text is about something that a simulator does not represent."""
    return Problem(
        reason="other_subject",
        message=f"{span.text} is not represented by {simulator.name}",
        simulator=simulator.name,
        parameter=parameter.name,
        given=span.text,
    )


def unset_condition(text: str, calls: Sequence[Call], simulator: Simulator) -> Problem | None:
    """Return a condition in free words that a text speaks of and none of the calls has."""
    for parameter in _in_free_words(unique_parameters(simulator)):
        held = any(call.arguments.get(parameter.name) for call in calls)
        read = [i for i in text_items(text, simulator) if i.parameter == parameter.name]
        vague = next((i for i in read if not i.text), None)
        if vague is not None and not held:
            return _not_understood(text, vague, parameter, simulator)
        spans = [
            span
            for span in find_phrases(text, parameter.words)
            if not any(i.start < span.end and span.start < i.end for i in read)
        ]
        if spans and not held:
            return Problem(
                reason="other_condition",
                message=f"{spans[0].text!r} speaks of {parameter.name} in no form that is "
                f"understood; {simulator.name} takes them {parameter.description}",
                simulator=simulator.name,
                parameter=parameter.name,
                given=spans[0].text,
            )
    return None


@once_for_each
def _in_free_words(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    return tuple(p for p in parameters if p.kind == "texts")


def _not_understood(
    text: str, item: TextItem, parameter: Parameter, simulator: Simulator
) -> Problem:
    given = text[item.start : item.end]
    return Problem(
        reason="other_condition",
        message=f"{given!r} is not understood as {parameter.name} ({item.lacks} is needed); "
        f"{simulator.name} takes them {parameter.description}",
        simulator=simulator.name,
        parameter=parameter.name,
        given=given,
    )


_REASONS = {"place": "other_place", "choices": "other_place", "year": "other_period"}


def _elsewhere(
    mentions: Sequence[Mention],
    calls: Sequence[Call],
    parameters: Sequence[Parameter],
    simulator: Simulator,
) -> Problem | None:
    """Report a value that none of the calls has: another place, year, scenario or setting."""
    if not mentions:
        return None
    known = _by_name(parameters)
    for mention in mentions:
        name = mention.parameter
        kind, default = known[name].kind, known[name].default
        if kind in ("date", "points"):
            continue
        held = [c.arguments.get(name, default) for c in calls]
        if any(v is not None and _agrees(v, mention, kind) for v in held):
            continue
        return Problem(
            reason=_REASONS.get(kind, "other_condition"),
            message=f"{name} {mention.words!r} is not that of any run at hand",
            simulator=simulator.name,
            parameter=name,
            given=mention.value if isinstance(mention.value, str | int | float) else mention.words,
        )
    return None


@once_for_each
def _by_name(parameters: Sequence[Parameter]) -> Mapping[str, Parameter]:
    return {p.name: p for p in parameters}


def _of_a_part(
    text: str,
    mentions: Sequence[Mention],
    calls: Sequence[Call],
    parameters: Sequence[Parameter],
    simulator: Simulator,
) -> Problem | None:
    """Report a statement about one of several values that the runs take together."""
    known = _by_name(parameters)
    if not any(known[m.parameter].kind == "choices" for m in mentions):
        return None
    functions = {f.name: f for f in simulator.functions}
    whole = [c for c in calls if not parted_by(c, functions[c.function])]
    part = taken_apart(text, mentions, whole, parameters)
    if part is None:
        return None
    return Problem(
        reason="other_place",
        message=f"{part.words!r} is told apart from what the run at hand takes together with it; "
        "that needs a run of its own for each",
        simulator=simulator.name,
        parameter=part.parameter,
        given=part.words,
    )


def _turned(
    text: str,
    mentions: Sequence[Mention],
    calls: Sequence[Call],
    parameters: Sequence[Parameter],
    simulator: Simulator,
) -> Problem | None:
    """Report an input that is said to move the other way than in the runs."""
    span = opposed(text, mentions, calls, parameters)
    if span is None:
        return None
    return Problem(
        reason="other_condition",
        message=f"{span.text!r} moves the other way in the runs at hand",
        simulator=simulator.name,
        given=span.text,
    )


def _made_up(
    text: str, calls: Sequence[Call], parameters: Sequence[Parameter], simulator: Simulator
) -> Problem | None:
    """Report a case that is only supposed."""
    given = supposed(text, calls, parameters)
    if not given:
        return None
    return Problem(
        reason="other_condition",
        message=f"{given!r} speaks of a case of which no run is at hand",
        simulator=simulator.name,
        given=given,
    )


def _agrees(held: JsonValue, mention: Mention, kind: str) -> bool:
    if kind == "texts":
        return _says_no_more(held, mention.value)
    if kind == "place":
        return _same_place(str(held), str(mention.value))
    return same_value(held, mention.value)


def _says_no_more(held: JsonValue, stated: JsonValue) -> bool:
    """Tell whether conditions in free words repeat some of a call's, or a part of them."""
    own = [set(str(one).split()) for one in (held if isinstance(held, list) else [])]
    said = [set(str(one).split()) for one in (stated if isinstance(stated, list) else [])]
    return all(any(words <= known for known in own) for words in said)


def _same_place(held: str, stated: str) -> bool:
    """Tell whether two place names agree in any of their words' beginnings ("Foça", "Foca's")."""
    first = normalise(held).casefold()
    second = normalise(stated).casefold().removesuffix("'s").rstrip(" '")
    return (
        first == second
        or first.split(",")[0] == second.split(",")[0]
        or f" {second} " in f" {first} "
    )


def may_be_unrepresented(text: str, simulator: Simulator) -> bool:
    """Tell whether a text holds a word with which the name of what is not represented begins."""
    limited = _limited(simulator)
    return limited is not None and phrases_of(_in_vain(limited.not_represented)).may_be_in(text)


def unrepresented(text: str, simulator: Simulator) -> Problem | None:
    """Return what a normalised sentence speaks of that a simulator does not represent."""
    limited = _limited(simulator)
    if limited is None:
        return None
    spans = find_phrases(text, _in_vain(limited.not_represented))
    known = find_phrases(text, _names(simulator.functions)) if spans else []
    known += [Span(text="", start=i.start, end=i.end) for i in text_items(text, simulator) if spans]
    for span in spans:
        if not _in_name(text, span) and not any(
            k.start <= span.start and span.end <= k.end for k in known
        ):
            return Problem(
                reason="no_such_output",
                message=f"{span.text!r}: {simulator.name} does not represent "
                f"{_subject(span, limited.not_represented)}",
                simulator=simulator.name,
                given=span.text,
            )
    return None


def speaks_of(text: str, simulator: Simulator, aside: str) -> bool:
    """Tell whether a normalised text has a word of an output or input beside some other words."""
    found = find_phrases(text, _vocabulary(simulator.functions))
    found += [Span(text="", start=one.start, end=one.end) for one in mentions(text, simulator)
              if isinstance(one.value, str) and not one.value[:1].isdecimal()]  # fmt: skip
    outside = find_phrases(text, (aside,))
    return any(
        not any(one.start < other.end and other.start < one.end for other in outside)
        for one in found
    )


@once_for_each
def _vocabulary(functions: tuple[Function, ...]) -> tuple[str, ...]:
    inputs = [p for f in functions for p in f.parameters]
    return (*_names(functions), *(word for one in inputs for word in (*one.words, *one.nouns)))


#: A name goes on: "Colorado Springs", "Cocoa Beach".
_IN_NAME = re.compile(r"(?<!\S)[A-Z][^\W\d_]+\s$")
_NAME_GOES_ON = re.compile(r"\s[A-Z][^\W\d_]+")


def _in_name(text: str, span: Span) -> bool:
    if not span.text[0].isupper():
        return False
    return bool(_IN_NAME.search(text, 0, span.start) or _NAME_GOES_ON.match(text, span.end))


@once_for_each
def _limited(simulator: Simulator) -> Limited | None:
    """Return a simulator that says what it does not represent; to ask a protocol takes long."""
    return simulator if isinstance(simulator, Limited) else None


@once_for_each
def _in_vain(subjects: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(word for words in subjects.values() for word in words)


@once_for_each
def _names(functions: tuple[Function, ...]) -> tuple[str, ...]:
    outputs = [o for f in functions for o in f.outputs]
    labels = [p for o in outputs for phrases in o.choices.values() for p in phrases]
    return (*(w for o in outputs for w in (*o.words, *o.loose_words)), *labels)


def _subject(span: Span, subjects: Mapping[str, tuple[str, ...]]) -> str:
    return next(name for name, words in subjects.items() if find_phrases(span.text, words))
