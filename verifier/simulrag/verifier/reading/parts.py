"""Statements about single parts of a run: one state of several, or each of them.

A run that holds its parts (`simulrag.simulators.parts`) is read as if every part were a run of its
own: a statement that names Ohio speaks of Ohio, one that compares it with Texas of both. One that
names no part, or all of them in one list, speaks of the whole.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from simulrag.simulators.interface import Call, Function, Parameter, Simulator
from simulrag.simulators.parts import part_calls, parted_by
from simulrag.verifier.claims import Expression, Figure, Plan, Problem, Reading, Term
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.topics import Topic

Made = tuple[tuple[Reading, ...], Problem | None]

_LISTED = re.compile(r"\s*,?\s*(?:(?:and|&|or)\s+)?(?:in\s+)?(?:the\s+)?", re.I)
_COMPARES = re.compile(r"\b(?:between|than|versus|vs|compared|differ\w*|gap|ratio|times)\b", re.I)
_AGAINST = re.compile(
    r"\b(?:or|versus|vs|than|compared|as opposed to|against|from that|between)\b", re.I
)
_ASKS_HOW_UNLIKE = re.compile(r"\b(?:compare[sd]?|differ|difference|gap|ratio)\b", re.I)
_BY_THEMSELVES = re.compile(
    r"\b(?:each|both|either|separately|by (?:itself|themselves)|apiece)\b", re.I
)
_TOGETHER = re.compile(
    r"\b(?:together|combined|jointly|joint|in total|(?:in|the) sum|summed|added up|altogether)\b",
    re.I,
)
_NONE = re.compile(r"\b(?:neither|none of|not (?:in )?any|in no)\b", re.I)
_SUPERLATIVE = re.compile(
    r"\b(?:(?P<high>highest|largest|biggest|greatest|most|latest|longest)|"
    r"(?P<low>lowest|smallest|least|earliest|shortest))\b",
    re.I,
)
#: Words for how many of the parts a statement holds, which is not counted here.
_SOME = r"some|most|many|several|few|half|one|two|three|four|five|six|\d+|only"


def parts_asked(
    text: str, function: Function, frame: Mapping[str, Mention], found: Sequence[Mention]
) -> dict[str, Mention]:
    """Return what makes a call give its parts, where a question sets them against each other."""
    asked: dict[str, Mention] = {}
    taken = {p.name for p in function.parameters}
    for parameter in function.parameters:
        parted = bool(parameter.parts_with) and taken >= set(parameter.parts_with)
        if not parted or parameter.name not in frame:
            continue
        own = [m for m in found if m.parameter == parameter.name]
        against = any(_AGAINST.search(text, a.end, b.start) for a, b in pairwise(own))
        against = against or (len(own) > 1 and bool(_ASKS_HOW_UNLIKE.search(text)))
        if not against and not _quantified(text, parameter, "each|every|either"):
            continue
        said = f"each of the {parameter.name} by itself, as they are compared" if against else ""
        asked |= {
            name: Mention(parameter=name, value=value, start=0, end=0, words="", assumed=said)
            for name, value in parameter.parts_with.items()
            if name not in frame
        }
    return asked


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the one call of a plan, and those that a statement names."""

    whole: Call
    parameter: Parameter
    calls: Mapping[str, Call]
    #: In the order of the text, each once.
    named: tuple[str, ...]
    #: True where the text lists them side by side.
    listed: bool

    def restored(self, reading: Reading) -> Reading:
        """Return a reading of calls of parts as one of parts of the whole call."""
        names = {call.canonical(): name for name, call in self.calls.items()}
        terms = tuple(
            term.model_copy(update={"call": self.whole, "part": name})
            if (name := names.get(term.call.canonical()))
            else term
            for term in reading.expression.terms
        )
        expression = reading.expression.model_copy(update={"terms": terms})
        return reading.model_copy(update={"expression": expression})


def parted_in(plan: Plan, simulator: Simulator) -> tuple[Function, Parameter] | None:
    """Return the function of a plan's only call, and what parts its run, if there is any."""
    if len(plan.calls) != 1:
        return None
    whole = plan.calls[0]
    function = next(f for f in simulator.functions if f.name == whole.function)
    parameter = parted_by(whole, function)
    return (function, parameter) if parameter is not None else None


def parts_of(
    text: str, found: Sequence[Mention], plan: Plan, parted: tuple[Function, Parameter] | None
) -> Parts | None:
    """Return what parts a statement may speak of; None where its plan has no run with any."""
    if parted is None:
        return None
    function, parameter = parted
    whole = plan.calls[0]
    calls = part_calls(whole, function)
    own = [m for m in found if m.parameter == parameter.name and not _all_of(m, calls)]
    names = [str(v) for m in own for v in (m.value if isinstance(m.value, list) else [m.value])]
    return Parts(
        whole=whole,
        parameter=parameter,
        calls=calls,
        named=tuple(name for name in dict.fromkeys(names) if name in calls),
        listed=all(_LISTED.fullmatch(text, a.end, b.start) for a, b in pairwise(own)),
    )


def _all_of(mention: Mention, calls: Mapping[str, Call]) -> bool:
    """Tell whether a mention is a word for all, such as "all states", and names no part."""
    return isinstance(mention.value, list) and set(calls) <= set(map(str, mention.value))


def read_parts(
    text: str,
    parts: Parts,
    topics: Sequence[Topic],
    read: Callable[[Sequence[Call]], Made],
) -> Made:
    """Return the readings of a statement, each of what it is about, or why there are none.

    read: returns the readings of the statement about some calls.
    """
    ranked = _extreme(text, parts, topics)
    if ranked is not None:
        return (ranked,), None
    made, problem = _read(text, parts, read)
    return tuple(parts.restored(reading) for reading in made), problem


def _read(text: str, parts: Parts, read: Callable[[Sequence[Call]], Made]) -> Made:
    whole = [parts.whole]
    if not parts.named:
        if _counted(text, parts.parameter):
            return (), _unread("how many of the parts it holds for is not counted")
        each = _each(text, parts.parameter) and not _TOGETHER.search(text)
        return _of_each(text, list(parts.calls), parts, read) if each else read(whole)
    if len(parts.named) == 1:
        return _of_one(parts, read)
    if parts.listed and not _COMPARES.search(text):
        return _of_listed(text, parts, read)
    return _in_order(read([parts.calls[name] for name in parts.named]), parts)


def _of_one(parts: Parts, read: Callable[[Sequence[Call]], Made]) -> Made:
    """Read what is said of one part; that it is higher, with two parts, is said of both."""
    made, problem = read([parts.calls[parts.named[0]]])
    compares = any(one.comparator in ("rises", "falls", "unchanged") for one in made)
    if not compares and (problem is None or problem.reason != "missing_condition"):
        return made, problem
    if len(parts.calls) != 2:
        return (), problem or _unread("with which of the parts it is compared is not said")
    return read(list(parts.calls.values()))


def _of_listed(text: str, parts: Parts, read: Callable[[Sequence[Call]], Made]) -> Made:
    """Read "Ohio and Texas": each of them, one after the other, or all together."""
    if not _TOGETHER.search(text):
        if _BY_THEMSELVES.search(text) or _NONE.search(text):
            return _of_each(text, parts.named, parts, read)
        made, problem = _in_order(read([parts.calls[name] for name in parts.named]), parts)
        if len(made) > 1 and problem is None:
            return made, None
    if len(parts.named) == len(parts.calls):
        return read([parts.whole])
    return (), _unread("the run holds each part and the whole, not some parts together")


def _of_each(
    text: str, names: Sequence[str], parts: Parts, read: Callable[[Sequence[Call]], Made]
) -> Made:
    """Return that a statement holds for each of some parts."""
    made = [read([parts.calls[name]]) for name in names]
    problem = next((problem for _, problem in made if problem), None)
    readings = tuple(reading for group, _ in made for reading in group)
    if problem is not None:
        return (), problem
    if _NONE.search(text):
        readings = tuple(one.model_copy(update={"negated": True}) for one in readings)
    return readings, None


def _in_order(made: Made, parts: Parts) -> Made:
    """Give values to the parts in the order of both: "65 in Ohio and 149 in Texas".

    Comparisons name what they compare. Where there are not as many values of an output as parts
    are named, nothing says which belongs to which.
    """
    readings, problem = made
    if problem is not None:
        return made
    given: dict[str, int] = {}
    placed: list[Reading] = []
    for reading in readings:
        expression = reading.expression
        if expression.operation == "value":
            output = expression.terms[0].output
            index = given[output] = given.get(output, -1) + 1
            if index >= len(parts.named):
                return (), _unread("which value belongs to which of the parts is not said")
            call = parts.calls[parts.named[index]]
            term = expression.terms[0].model_copy(update={"call": call})
            expression = expression.model_copy(update={"terms": (term,)})
        placed.append(reading.model_copy(update={"expression": expression}))
    if any(last + 1 < len(parts.named) for last in given.values()):
        return (), _unread("which value belongs to which of the parts is not said")
    return tuple(placed), None


def _extreme(text: str, parts: Parts, topics: Sequence[Topic]) -> Reading | None:
    """Read that one part has the highest or lowest value of all: "the highest peak is in Ohio"."""
    word = _SUPERLATIVE.search(text)
    if word is None or len(parts.named) != 1 or re.search(r"\d", text) or not topics:
        return None
    own, output = parts.named[0], topics[0].output
    others = [name for name in parts.calls if name != own]
    terms = tuple(Term(call=parts.whole, output=output, part=name) for name in (own, *others))
    return Reading(
        expression=Expression(operation="lead" if word["high"] else "trail", terms=terms),
        comparator="rises",
        figures=(Figure(text=word.group(), start=word.start(), end=word.end()),),
        negated=bool(re.search(r"\bnot\b|n't\b", text)),
    )


def _each(text: str, parameter: Parameter) -> bool:
    """Tell whether a text is about every part: "in each state", "in all three states"."""
    return _quantified(text, parameter, r"each|every|any|all|both|either|neither|none")


def _counted(text: str, parameter: Parameter) -> bool:
    """Tell whether a text is about some of the parts: "in two of the states"."""
    return _quantified(text, parameter, _SOME) and not _each(text, parameter)


def _quantified(text: str, parameter: Parameter, words: str) -> bool:
    nouns = "|".join(re.escape(word) for word in sorted(parameter.words, key=len)[::-1])
    between = r"(?:\s+of)?(?:\s+(?:the|these|those))?(?:\s+\w+){0,2}?"
    return bool(re.search(rf"\b(?:{words})\b{between}\s+(?:{nouns})\b", text, re.I))


def _unread(message: str) -> Problem:
    return Problem(reason="unread", message=message)
