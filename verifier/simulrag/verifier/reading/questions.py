"""Reads a question into a plan of calls (the paper's parameter extraction, section 3.2).

The paper asks a language model for one parameter setting after another; this grammar reads the
words that the simulators declare, plans every run that the question needs, and says what is
missing. A plan that a model hands in passes the same checks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.simulators.kept import lately
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.reading.bands import scales
from simulrag.verifier.reading.calls import made_call
from simulrag.verifier.reading.dates import dates
from simulrag.verifier.reading.frames import Frame, frames
from simulrag.verifier.reading.grading import defined_scales
from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.kinship import nearest
from simulrag.verifier.reading.mentions import (
    Mention,
    foreign_values,
    mentions,
    unannounced_place,
    unique_parameters,
)
from simulrag.verifier.reading.parts import parts_asked
from simulrag.verifier.reading.scope import foreign_problem, unset_condition
from simulrag.verifier.reading.sought import Sought, sought
from simulrag.verifier.reading.taking import (
    answers,
    complete,
    heeds,
    ignores_numbers,
    takes,
    usual,
)
from simulrag.verifier.reading.text import LONGEST_TEXT, Span, blanked, is_text, normalise
from simulrag.verifier.reading.topics import Topic, compared, topics

#: A change or difference is asked for, or the state without any change.
_BASELINE = re.compile(
    r"\bbaseline\b|\bwithout (?:these|those|the|any|this|such)\b|\bunmodified\b|\bunchanged\b",
    re.IGNORECASE,
)
_CHANGE_NOUN = r"(?:change|difference|deviation|shift)s?"
#: The state without changes, with its value: no run is needed for it.
_GIVEN_BASELINE = re.compile(
    r"\b(?:baseline|initial|original|unmodified)\s+(?:\w+\s+){0,2}(?:of|at|is|was)\s+[-+]?\d",
    re.IGNORECASE,
)
_ASKS_CHANGE = re.compile(
    rf"\b(?:resulting|local|total|net|overall|projected|predicted)\s+(?:\w+\s+)?{_CHANGE_NOUN}\b"
    rf"|\b{_CHANGE_NOUN}\s+(?:from|relative to|compared)\b|\bmagnitude of\b"
    r"|\b(?:this|the) change\b",
    re.IGNORECASE,
)
#: What a condition does is asked for, not only what is then.
_ASKS_EFFECT = re.compile(
    r"\bwhat if\b|\bwhat (?:happens|changes|would (?:happen|change))\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What one simulator recognises in a text."""

    simulator: str
    mentions: tuple[Mention, ...]
    topics: tuple[Topic, ...]
    foreign: tuple[tuple[Parameter, Span], ...]
    #: The search that is asked for in place of a call of what the inputs fit.
    sought: Sought | None = None


def plan(question: str, registry: Registry, simulator: str = "") -> Plan:
    """Return the calls that a question asks for, each with the words it came from.

    `simulator` restricts the search to one. Problems list what is missing, out of range or
    unknown, with candidates; a question that nothing can help with has no calls and says what
    would be in scope.
    """
    problem = _unreadable(question)
    if problem is not None:
        return Plan(question=question[:200], problems=(problem,))
    text = normalise(question)
    heard = _best(text, registry, simulator)
    if heard is None:
        return Plan(question=question, problems=(_no_simulator(text, registry),))
    made = _plan(question, text, heard, registry.simulator(heard.simulator))
    opinion = None if made.calls else judgement(text, heard.simulator)
    return made if opinion is None else made.model_copy(update={"problems": (opinion,)})


def planned(question: str, registry: Registry) -> Plan:
    """Return the plan of a question, kept for the texts about it that come one after another."""
    return _kept(registry, question)


@lately(64)
def _kept(registry: Registry, question: str) -> Plan:
    return plan(question, registry)


def _unreadable(question: str) -> Problem | None:
    if not is_text(question):
        return Problem(reason="unread", message="the question holds a character that is no text")
    if not question.strip():
        return Problem(reason="empty", message="the question is empty; ask one in a sentence")
    if len(question) > LONGEST_TEXT:
        return Problem(
            reason="too_long",
            message=f"the question has {len(question)} characters; at most {LONGEST_TEXT} are read",
        )
    return None


def _hear(text: str, simulator: Simulator, ends: Sequence[Span]) -> Heard:
    """Return what a simulator recognises in a normalised text, the `ends` of classes left aside.

    Nor is an input what is asked for, and the value of a result that it is to give.
    """
    masked = [*ends]
    inverse = sought(text, simulator)
    if inverse is not None:
        text, level = inverse.text, inverse.level
        masked.append(Span(text=level.words, start=level.start, end=level.end))
    found = mentions(text, simulator, masked)
    found += unannounced_place(text, simulator, found)
    # A place or a year alone says little, but beside "warmer" what is compared.
    named = topics(text, simulator) or (compared(text, simulator) if found else [])
    return Heard(
        simulator=simulator.name,
        mentions=tuple(found),
        topics=tuple(named),
        foreign=tuple(foreign_values(text, found, unique_parameters(simulator))),
        sought=inverse,
    )


def _best(text: str, registry: Registry, only: str) -> Heard | None:
    chosen = [registry.simulator(only)] if only else list(registry)
    ends = [span for scale in scales(text) for span in scale.spans]
    heard = [
        (one, simulator)
        for simulator in chosen
        if (one := _hear(text, simulator, ends)).topics or one.mentions
    ]
    scored = [(_score(one, simulator), one) for one, simulator in heard]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= 1 else None


#: Kinds of parameter that many simulators share, so that they tell little of a text's subject.
_COMMON = ("place", "year", "date", "points")


def _score(heard: Heard, simulator: Simulator) -> float:
    """Return how much a text is about a simulator: inputs of its own, complete calls, outputs.

    A place, a year or a date alone says nothing of the subject; that one is asked for does.
    """
    asks = float(heard.sought is not None)
    kinds = {p.name: p.kind for p in unique_parameters(simulator)}
    named = {m.parameter for m in heard.mentions}
    own = {name for name in named if kinds[name] not in _COMMON}
    if not heard.topics and not own:
        return asks
    asked = {t.function for t in heard.topics}
    complete = any(
        all(p.name in named for p in f.parameters if p.required) and _asks(f, own)
        for f in simulator.functions
        if f.name in asked or own & {p.name for p in f.parameters}
    )
    topics_named = len({t.output for t in heard.topics})
    told = len(own) + 0.25 * len(named - own) + 0.5 * min(topics_named, 3)
    return asks + 3 * complete + told


def _asks(function: Function, own: set[str]) -> bool:
    """Tell whether a call says more than that a result is named: what changes, or what is needed.

    The effect of changes is asked for by naming a change.
    """
    named = own & {p.name for p in function.parameters}
    effects = any(p.kind == "change" for p in function.parameters)
    return bool(named) or not effects or any(p.required for p in function.parameters)


def _no_simulator(text: str, registry: Registry) -> Problem:
    scope = " ".join(f"{s.title}: {s.description}" for s in registry)
    return Problem(
        reason="no_simulator",
        message=f"no simulator at hand can help with this question. In scope are: {scope}",
        simulator=nearest(text, registry),
        candidates=registry.names(),
    )


def _outside(text: str, heard: Heard, simulator: Simulator) -> Problem | None:
    """Return why a question asks for more than calls can be read to hold."""
    # A missing value is asked for; a default would silently stand for something else.
    others = [(p, span) for p, span in heard.foreign if p.kind == "place" or p.default is not None]
    if others:
        return foreign_problem(*others[0], simulator)
    return unset_condition(text, (), simulator)


def _plan(question: str, text: str, heard: Heard, simulator: Simulator) -> Plan:
    inverse = heard.sought
    if inverse is not None:
        text = inverse.text
    outside = _outside(text, heard, simulator)
    if outside is not None:
        return Plan(question=question, problems=(outside,))
    parameters = {p.name: p for p in unique_parameters(simulator)}
    mentions_as_written = [
        _as_written(m, parameters[m.parameter], question) for m in heard.mentions
    ]
    made = frames(text, mentions_as_written, parameters)
    if inverse is not None:
        level = {inverse.level.parameter: inverse.level}
        drafts = [(inverse.function, _only(f, inverse.function) | level) for f in made or [{}]]
    else:
        drafts = _drafts(text, made, heard, simulator)
    calls: list[Call] = []
    words: list[tuple[str, ...]] = []
    problems: list[Problem] = []
    assumed = [m.assumed for f in made for m in f.values() if m.assumed]
    for function, named in drafts:
        frame = named | _dated(text, function, named)
        frame |= parts_asked(text, function, frame, heard.mentions)
        frame |= usual(function, frame)
        assumed += [m.assumed for m in frame.values() if m.assumed]
        call, problem = made_call(simulator, function, frame, heard.foreign, text)
        if problem is not None and problem not in problems:
            problems.append(problem)
        if call is not None and call not in calls:
            calls.append(call)
            words.append(tuple(m.words for m in frame.values() if m.words))
    own = defined_scales(text, heard.topics, simulator.functions)
    return Plan(
        question=question,
        calls=tuple(calls),
        words=tuple(words),
        bands=own.bands,
        bands_of_difference=own.of_difference,
        graded=own.graded,
        assumed=tuple(dict.fromkeys(assumed)),
        problems=tuple(problems),
    )


def _dated(text: str, function: Function, frame: Frame) -> Frame:
    """Return values that no words name and all dates of the text lie in, such as a season."""
    days = [d.days(d.year) for d in dates(text) if d.year is not None]
    found: Frame = {}
    for parameter in function.parameters:
        if parameter.name in frame or not days:
            continue
        held = [
            value
            for value, (first, last) in parameter.periods.items()
            if all(first <= a.isoformat() and b.isoformat() <= last for a, b in days)
        ]
        if len(held) == 1:
            said = f"{parameter.name}: {held[0]}, from its dates"
            found[parameter.name] = Mention(
                parameter=parameter.name, value=held[0], start=0, end=0, words="", assumed=said
            )
    return found


def _as_written(mention: Mention, parameter: Parameter, question: str) -> Mention:
    """Give a place the very characters of the question, not their plain variants."""
    if parameter.kind != "place":
        return mention
    return mention._replace(value=question[mention.start : mention.end])


_Draft = tuple[Function, Frame]


def _drafts(text: str, made: Sequence[Frame], heard: Heard, simulator: Simulator) -> list[_Draft]:
    asked = [f for f in simulator.functions if any(t.function == f.name for t in heard.topics)]
    varying = _varying(made, asked or list(simulator.functions))
    drafts: list[_Draft] = []
    parameters = {p.name: p for p in unique_parameters(simulator)}
    asked = [f for f in asked if heeds(f, made, parameters)]
    asked = [f for f in asked if not ignores_numbers(f, made, simulator.functions)]
    mains = [f for f in asked if varying & {p.name for p in f.parameters}] or _fitting(
        made, simulator
    )
    if not any(takes(f, frame) for f in mains for frame in made):
        mains = [f for f in simulator.functions if answers(f, made)] or mains
    for function, frame in _assigned(text, made, mains, heard):
        drafts.append((function, _only(frame, function)))
    drafts += _baselines(text, made, drafts, simulator)
    for function in asked:
        if function not in mains and made:
            drafts.append((function, _only(made[0], function)))
    return drafts


def _varying(made: Sequence[Frame], functions: Sequence[Function]) -> set[str]:
    """Return the names of the parameters that tell settings apart, apart from places."""
    kinds = {p.name: p.kind for f in functions for p in f.parameters}
    return {name for frame in made for name in frame if kinds.get(name) != "place"}


def _fitting(made: Sequence[Frame], simulator: Simulator) -> list[Function]:
    """Return the function that has most of the mentioned parameters."""
    named = {name for frame in made for name in frame}
    best = max(simulator.functions, key=lambda f: len(named & {p.name for p in f.parameters}))
    return [best] if named & {p.name for p in best.parameters} else []


def _assigned(
    text: str, made: Sequence[Frame], mains: Sequence[Function], heard: Heard
) -> list[_Draft]:
    """Give each setting the function that the text asks of it."""
    usable = [f for f in mains if any(complete(f, frame) for frame in made)] or list(mains)[:1]
    if len(usable) <= 1 or len(made) <= 1:
        return [(_pick(usable, frame, heard), frame) for frame in made] if usable else []
    order = _by_sentence(text, made, usable, heard)
    if order is None:
        firsts = {t.function: t.start for t in reversed(heard.topics)}
        ranked = sorted(usable, key=lambda f: firsts.get(f.name, len(text)))
        order = [ranked[min(i, len(ranked) - 1)] for i in range(len(made))]
    return list(zip(order, made, strict=True))


def _pick(usable: Sequence[Function], frame: Frame, heard: Heard) -> Function:
    counts = {f.name: sum(t.function == f.name for t in heard.topics) for f in usable}
    return max(usable, key=lambda f: (complete(f, frame), counts[f.name]))


def _by_sentence(
    text: str, made: Sequence[Frame], usable: Sequence[Function], heard: Heard
) -> list[Function] | None:
    """Match by sentences: a setting's changes beside an output that only one function has."""
    chosen: list[Function] = []
    names = {f.name: f for f in usable}
    for frame in made:
        end = max(m.end for m in frame.values())
        left = max(text.rfind(mark, 0, end - 1) for mark in (". ", "? ", "! ")) + 1
        right = min(
            (i for mark in (". ", "? ") if (i := text.find(mark, end)) >= 0), default=len(text)
        )
        found = {
            t.function for t in heard.topics if left <= t.start < right and t.function in names
        }
        if len(found) != 1:
            return None
        chosen.append(names[found.pop()])
    return chosen if len({f.name for f in chosen}) > 1 else None


def _baselines(
    text: str, made: Sequence[Frame], drafts: Sequence[_Draft], simulator: Simulator
) -> list[_Draft]:
    """Return the setting without changes where a change is asked and nothing else to compare."""
    parameters = {p.name: p for p in unique_parameters(simulator)}
    alters = {p.name for p in parameters.values() if p.kind == "change" or p.alters}
    changed = [(f, frame) for f, frame in drafts if alters & set(frame)]
    alone = len(made) == 1 and len(changed) == 1 and not _GIVEN_BASELINE.search(text)
    asks = (_ASKS_CHANGE, _ASKS_EFFECT)
    plain = _unmasked(text, made)
    if not alone or not (any(one.search(plain) for one in asks) or _BASELINE.search(text)):
        return []
    function, frame = changed[0]
    kept = {p.name for p in parameters.values() if p.kind != "points"} - alters
    return [(function, {name: m for name, m in frame.items() if name in kept})]


def _unmasked(text: str, made: Sequence[Frame]) -> str:
    """Blank out the mentions, so that "CO2 emissions change by" asks for nothing."""
    for frame in made:
        text = blanked(text, [(m.start, m.end) for m in frame.values()])
    return text


def _only(frame: Frame, function: Function) -> Frame:
    names = [p.name for p in function.parameters]
    return {name: frame[name] for name in names if name in frame}
