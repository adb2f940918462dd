"""What a question asks for beyond the calls of its plan: outside, not understood, or not used."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate

from simulrag.simulators.arguments import nearest_names
from simulrag.simulators.capabilities import Limited
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.english.asking import Asked, Condition, Part
from simulrag.verifier.english.object_reading import Spoken
from simulrag.verifier.english.phrase_meanings import (
    Amount,
    Input,
    Measure,
    Setting,
    Turn,
    outputs_of,
)
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Phrases, longest
from simulrag.verifier.formulas.syntax import Text
from simulrag.verifier.formulas.unrepresented import about_of

#: Kinds of parameter that many functions share, so that they tell little of what is asked.
COMMON_KINDS = ("place", "year", "date", "points")
#: Prepositions with which a condition is given, not somebody concerned ("for commuters").
_CONDITIONS = frozenset("in during with under among at throughout by following after over".split())
#: Words that ask.
_ASKS = ("which", "what", "how", "who")
#: Words that open a clause that supposes something.
_SUPPOSES = frozenset("if assuming given supposing suppose provided with without".split())
#: What ends a clause that supposes something.
_ENDS = re.compile(r"[,;:?!]|\.\s|\bthan\b")
#: Most characters between an input and a percentage that may be its change.
_NEAR = 40
#: Most characters between a word and the condition that it leads to.
_LEAD = 6
#: Words that stand between a preposition and what it gives, and change nothing.
_PASSED = frozenset("the a an its this that these those any all".split())

#: What words of an object that make none lack.
_ONE_OBJECT = "one kind, how strong it is, and one beginning and end are needed"


def outside(
    heard: Asked, simulator: Simulator, function: Function, sought: str = ""
) -> Problem | None:
    """Return why a question is of something that a simulator does not represent, or None.

    function: the one that answers it; what only another one takes is none of its conditions.
    sought: the input that is asked for, which no words need give.
    """
    taken = frozenset(one.name for one in function.inputs)
    in_vain = _in_vain(heard, simulator, function, taken)
    return (
        _foreign(heard, simulator)
        or next((made for made, blocks in in_vain if blocks), None)
        or (None if sought else _not_understood(heard, simulator))
        or _no_change(heard, simulator)
    )


def left_out(
    heard: Asked, simulator: Simulator, function: Function, used: Iterable[str]
) -> Iterator[Problem]:
    """Yield what a plan does not use: what is not represented, conditions, and unknown words.

    function: the one that it runs. used: the parameters and phrases of functions that are used.
    """
    names = frozenset(used)
    yield from (made for made, _ in _in_vain(heard, simulator, function, names))
    for one in heard.conditions:
        if not one.binding.is_taken(names) and one.source == "phrase":
            yield _unused(heard, one.start, one.end, simulator, "no run that is planned takes it")
    for part in unused_amounts(heard):
        yield _unused(heard, part.start, part.end, simulator, "no input takes this number here")
    for word in _unknown(heard):
        before = _before(heard, word.start)
        first = word.meaning not in _ASKS and before in _CONDITIONS and not _qualifies(heard, word)
        if first or (_is_supposed(heard, word) and not _leads(heard, word)):
            said = "it is not understood, and may be a condition"
            yield _unused(heard, word.start, word.end, simulator, said, before if first else "")


def _unknown(heard: Asked) -> Iterator[Part]:
    """Yield the words that nobody knows, those beside each other as one, outside of conditions."""
    held: Part | None = None
    for word in heard.unknown:
        if any(one.start <= word.start < one.end for one in heard.conditions):
            continue
        if held is not None and _goes_on(heard, held, word):
            held = replace(held, end=word.end)
            continue
        if held is not None:
            yield held
        held = word
    if held is not None:
        yield held


def _leads(heard: Asked, word: Part) -> bool:
    """Tell whether a single word leads to a condition: (replaced) by a green wave."""
    single = " " not in heard.text[word.start : word.end]
    return single and any(0 < one.start - word.end <= _LEAD for one in heard.conditions)


def _goes_on(heard: Asked, before: Part, word: Part) -> bool:
    """Tell whether a word is told together with one before it: bus (lane is) added."""
    between = heard.text[before.end : word.start]
    if not _is_supposed(heard, word):
        return between in (" ", "-")
    given = (one for one in heard.conditions if before.end <= one.start < word.start)
    return len(between) < _NEAR and not _ENDS.search(between) and not any(given)


def _is_supposed(heard: Asked, word: Part) -> bool:
    """Tell whether a word stands in a clause that supposes something, up to its comma."""
    opens = [t.end for t in heard.tokens if t.end <= word.start and t.plain in _SUPPOSES]
    return bool(opens) and not _ENDS.search(heard.text, opens[-1], word.start)


def unused_amounts(heard: Asked) -> Iterator[Part]:
    """Yield the numbers of a question that are neither given to an input nor limits of a scale."""
    for part in heard.of("amount", "ratio"):
        before = heard.text[: part.start]
        in_scale = before.count("(") > before.count(")")
        held = any(one.start < part.end and part.start < one.end for one in heard.conditions)
        is_plain = isinstance(part.meaning, Amount) and part.meaning.kind == "number"
        worded = is_plain and heard.text[part.start : part.end].isalpha()
        if not worded and not in_scale and not held and heard.text[part.end : part.end + 1] != ")":
            yield part


def _no_change(heard: Asked, simulator: Simulator) -> Problem | None:
    """Return a percentage beside an input that is changed in percent, which is not understood."""
    own = {p.name: p for f in simulator.functions for p in f.parameters if p.kind == "change"}
    for part in unused_amounts(heard):
        amount = part.meaning
        if not isinstance(amount, Amount) or (amount.unit != "percent" and amount.kind == "number"):
            continue
        given = {
            n for c in heard.conditions if c.sentence == part.sentence for n in c.binding.names
        }
        for one in heard.readings:
            named = one.meaning
            near = one.sentence == part.sentence and abs(one.end - part.start) < _NEAR
            if near and isinstance(named, Input) and named.name in own.keys() - given:
                return _no_form(
                    heard, min(one.start, part.start), max(one.end, part.end), own[named.name],
                    simulator, "it is no change of it that is read",
                )  # fmt: skip
        if own and not heard.is_asked(part.sentence) and _is_turned(heard, part):
            return _unused(heard, part.start, part.end, simulator, "what changes so is not read")
    return None


def _is_turned(heard: Asked, part: Part) -> bool:
    """Tell whether an amount stands beside a direction: 14 % more vehicles."""
    beside = (
        o for o in heard.parts if -4 <= o.start - part.end <= 1 or 0 <= part.start - o.end < 4
    )
    return any(isinstance(one.meaning, Turn) for one in beside)


def _qualifies(heard: Asked, word: Part) -> bool:
    """Tell whether a word stands before the name of an input or output: at specific points."""
    inputs = (one for one in heard.inner if one.category == "parameter")
    behind = (*heard.of("measure", "unknown"), *inputs)
    return any(heard.text[word.end : one.start].isspace() for one in behind)


def _unused(
    heard: Asked, start: int, end: int, simulator: Simulator, why: str, before: str = ""
) -> Problem:
    given = heard.printed(start, end)
    shown = f"{before} {given}".strip()
    return _problem("not_used", f"{shown!r} is not used: {why}", simulator.name, given)


def _before(heard: Asked, start: int) -> str:
    """Return the word before a place in a question, articles passed over."""
    at = bisect_left(heard.tokens, start, key=lambda one: one.start)
    before = (one.plain for one in reversed(heard.tokens[:at]))
    return next((one for one in before if one not in _PASSED), "")


def _problem(reason: str, message: str, simulator: str, given: str, parameter: str = "") -> Problem:
    return Problem(
        reason=reason, message=message, simulator=simulator, parameter=parameter, given=given
    )


# What cannot be asked.


def points_to(heard: Asked, simulator: Simulator) -> bool:
    """Tell whether words name what is a simulator's own: its outputs, functions and inputs."""
    functions = simulator.functions
    outputs = frozenset(one.name for f in functions for one in f.outputs)
    own = frozenset(p.name for f in functions for p in f.inputs if p.kind not in COMMON_KINDS)
    about = [f"{simulator.name}.{one.name}" for one in functions]
    measures = (one.meaning for one in heard.readings if isinstance(one.meaning, Measure))
    return any(outputs & one.sure for one in measures) or any(
        one.binding.names <= own or any(map(one.binding.is_about, about))
        for one in heard.conditions
    )


def unknown_name(heard: Asked, simulator: Simulator, problem: Problem) -> Problem:
    """Return what is missing as a name that is unknown, where a question names one there."""
    parameters = (
        p for f in simulator.functions for p in f.parameters if p.name == problem.parameter
    )
    parameter = next(parameters, None)
    if problem.reason != "missing_condition" or parameter is None or not parameter.choices:
        return problem
    taken = {p.name for f in simulator.functions for p in f.parameters}
    free = (one for one in heard.conditions if not one.binding.is_taken(taken))
    named = (one for one in free if isinstance(one.binding.get("place"), Text))
    places = [heard.printed(one.start, one.end) for one in named]
    foreign = [given for given, name in _foreign_hits(heard, simulator) if name == parameter.name]
    names = [*foreign, *places]
    if parameter.kind != "choices" or not names:
        return problem
    near = nearest_names(names[0], (*parameter.choices, *parameter.selection.groups))
    maybe = f"; did you mean {', '.join(near)}?" if near else "."
    message = f"{parameter.name} {names[0]!r} is unknown{maybe} Allowed is {parameter.allowed()}"
    more = {"reason": "unknown_name", "message": message, "given": names[0], "candidates": near}
    return problem.model_copy(update=more)


def _foreign_hits(heard: Asked, simulator: Simulator) -> Iterator[tuple[str, str]]:
    """Yield the words for what a parameter cannot be, and its name."""
    shown = heard.tokens
    for hit in longest(_foreign_phrases(simulator).find(shown)).values():
        start, end = shown[hit.first].start, shown[hit.end - 1].end
        if not _is_named(heard, start, end, hit.meaning):
            yield heard.printed(start, end), hit.meaning


def _foreign(heard: Asked, simulator: Simulator) -> Problem | None:
    needed = {p.name for f in simulator.functions for p in f.parameters if p.kind == "choices"}
    for given, name in _foreign_hits(heard, simulator):
        if name in needed and not any(name in one.binding.names for one in heard.conditions):
            continue  # told as missing, with the name
        said = f"{given} is not represented by {simulator.name}"
        return _problem("other_subject", said, simulator.name, given, name)
    return None


def _is_named(heard: Asked, start: int, end: int, parameter: str) -> bool:
    """Tell whether words are part of what a parameter is given."""
    held = (o for o in heard.conditions if parameter in o.binding.names)
    return any(one.start <= start and end <= one.end for one in held)


@once_for_each
def _foreign_phrases(simulator: Simulator) -> Phrases[str]:
    return _phrases(simulator.other_values if isinstance(simulator, Limited) else {})


def _not_understood(heard: Asked, simulator: Simulator) -> Problem | None:
    """Return words for an object of which none is read."""
    parameters = [p for f in simulator.functions for p in f.parameters if p.kind == "objects"]
    if not parameters:
        return None
    shown = heard.tokens
    for parameter in parameters:
        for one in heard.inner:
            if isinstance(one.meaning, Spoken) and one.meaning.name == parameter.name:
                return _no_form(heard, one.start, one.end, parameter, simulator, _ONE_OBJECT)
        own = (one for one in heard.conditions if parameter.name in one.binding.names)
        spans = [(one.start, one.end) for one in own]
        for hit in phrases_of(parameter).find(shown):
            start, end = shown[hit.first].start, shown[hit.end - 1].end
            if not any(first < end and start < last for first, last in spans):
                return _no_form(heard, start, end, parameter, simulator, "in no form that is read")
    return None


@once_for_each
def phrases_of(parameter: Parameter) -> Phrases[str]:
    """Return the words of an input as phrases."""
    return _phrases({parameter.name: parameter.words})


def _no_form(
    heard: Asked, start: int, end: int, parameter: Parameter, simulator: Simulator, why: str
) -> Problem:
    given = heard.printed(start, end)
    said = f"{given!r} is not understood as {parameter.name} ({why})"
    message = f"{said}; {simulator.name} takes {parameter.description}"
    return _problem("other_condition", message, simulator.name, given, parameter.name)


def _in_vain(
    heard: Asked, simulator: Simulator, function: Function, taken: frozenset[str]
) -> Iterator[tuple[Problem, bool]]:
    """Yield what is not represented, each with whether it is a condition of what is asked.

    function: whose subject is represented. taken: the inputs that conditions may be of.
    """
    shown = heard.tokens
    about = about_of(function).find(shown)
    starts, ends = _known(heard, taken)
    named = [one for one in heard.readings if outputs_of(one.meaning)[1]]
    first = min((one.end for one in named), default=len(heard.text))
    last = max((one.start for one in named), default=-1)
    seen: set[Hit[str]] = set()
    for hit in longest(not_represented(simulator).find(shown)).values():
        start, end = shown[hit.first].start, shown[hit.end - 1].end
        own = any(one.first <= hit.first and hit.end <= one.end for one in about)
        before = bisect_right(starts, start + len("the "))
        if own or hit in seen or (before and end <= ends[before - 1]):
            continue
        seen.add(hit)
        given = heard.printed(start, end)
        made = no_such_output(given, hit.meaning, simulator.name)
        blocks = _before(heard, start) in _CONDITIONS or _beside_output(heard, start, end)
        yield made, blocks or (start < first and last < end)  # "sea" of "sea level" names nothing


def _known(heard: Asked, taken: frozenset[str]) -> tuple[list[int], list[int]]:
    """Return where conditions that are taken and names of outputs start, and how far they reach.

    The furthest end of those up to each is beside it.
    """
    apt = [one for one in heard.conditions if one.binding.is_taken(taken)]
    settings = [(one, one.meaning) for one in heard.inner if isinstance(one.meaning, Setting)]
    again = [one for one, held in settings if [b.is_taken(taken) for b in held.bindings] == [True]]
    held: list[Condition | Part] = [*apt, *again, *heard.of("measure", "choice", "function")]
    spans = sorted((one.start, one.end) for one in held)
    return [start for start, _ in spans], [*accumulate((end for _, end in spans), max)]


def _beside_output(heard: Asked, start: int, end: int) -> bool:
    """Tell whether words stand right before or behind an output: winter temperature."""
    text = heard.text
    return any(
        text[end : one.start].isspace() or text[one.end : start].isspace()
        for one in heard.of("measure")
    )


def no_such_output(given: str, subject: str, simulator: str) -> Problem:
    """Return that a simulator does not represent the subject of some words."""
    said = f"{given!r}: {simulator} does not represent {subject}"
    return _problem("no_such_output", said, simulator, given)


@once_for_each
def not_represented(simulator: Simulator) -> Phrases[str]:
    """Return the words for what a simulator does not represent, each with its subject."""
    return _phrases(simulator.not_represented if isinstance(simulator, Limited) else {})


def _phrases(held: Mapping[str, Iterable[str]]) -> Phrases[str]:
    return Phrases((word, name) for name, words in held.items() for word in words)
