"""What a question asks for beyond the calls of its plan: outside, not understood, or not used."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

from simulrag.simulators.free_text import text_items
from simulrag.simulators.interface import Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.possible import Limited
from simulrag.verifier.claims import Problem
from simulrag.verifier.english.asking import Asked, Condition, Part
from simulrag.verifier.english.entries import FUNCTION
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Phrases, longest

#: Prepositions with which a condition is given, not somebody concerned ("for commuters").
_CONDITIONS = frozenset("in during with under among at throughout by following after over".split())
#: Words that stand between a preposition and what it gives, and change nothing.
_PASSED = frozenset("the a an its this that these those any all".split())


def outside(heard: Asked, simulator: Simulator) -> Problem | None:
    """Return why a question is of something that a simulator does not represent, or None."""
    return (
        _foreign(heard, simulator)
        or _not_understood(heard, simulator)
        or next((made for made, blocks in _in_vain(heard, simulator) if blocks), None)
    )


def left_out(heard: Asked, simulator: Simulator, used: Iterable[str]) -> Iterator[Problem]:
    """Yield what a plan does not use: what is not represented, conditions, and unknown words.

    used: the parameters and phrases of functions that a plan has used.
    """
    yield from (made for made, _ in _in_vain(heard, simulator))
    names = frozenset(used)
    for one in heard.conditions:
        if not any(name in names or name.startswith(FUNCTION) for name in one.binding.names):
            yield _unused(heard, one.start, one.end, simulator, "no run that is planned takes it")
    for word in heard.unknown:
        before = _before(heard, word.start)
        if before in _CONDITIONS and not _qualifies(heard, word):
            said = "it is not understood, and may be a condition"
            yield _unused(heard, word.start, word.end, simulator, said, before)


def _qualifies(heard: Asked, word: Part) -> bool:
    """Tell whether a word stands before the name of an input or output: at specific points."""
    behind = heard.of("parameter", "measure", "unknown")
    return any(heard.text[word.end : one.start].isspace() for one in behind)


def _unused(
    heard: Asked, start: int, end: int, simulator: Simulator, why: str, before: str = ""
) -> Problem:
    given = heard.printed(start, end)
    shown = f"{before} {given}".strip()
    return Problem(
        reason="not_used",
        message=f"{shown!r} is not used: {why}",
        simulator=simulator.name,
        given=given,
    )


def _before(heard: Asked, start: int) -> str:
    """Return the word before a place in a question, articles passed over."""
    at = bisect_left(heard.tokens, start, key=lambda one: one.start)
    before = (one.plain for one in reversed(heard.tokens[:at]))
    return next((one for one in before if one not in _PASSED), "")


# What cannot be asked.


def _foreign(heard: Asked, simulator: Simulator) -> Problem | None:
    shown = heard.tokens
    over = longest(_foreign_phrases(simulator).find(shown))
    for hit in over.values():
        start, end = shown[hit.first].start, shown[hit.end - 1].end
        if _is_named(heard, start, end, hit.meaning) or _in_name(heard, end):
            continue
        given = heard.printed(start, end)
        return Problem(
            reason="other_subject",
            message=f"{given} is not represented by {simulator.name}",
            simulator=simulator.name,
            parameter=hit.meaning,
            given=given,
        )
    return None


def _is_named(heard: Asked, start: int, end: int, parameter: str) -> bool:
    """Tell whether words are part of what a parameter is given."""
    held = (o for o in heard.conditions if parameter in o.binding.names)
    return any(one.start <= start and end <= one.end for one in held)


def _in_name(heard: Asked, end: int) -> bool:
    """Tell whether a name goes on behind some words: Mars, Pennsylvania."""
    return heard.text[end:].lstrip(" ,")[:1].isupper() and heard.text[end : end + 1] == ","


@once_for_each
def _foreign_phrases(simulator: Simulator) -> Phrases[str]:
    return Phrases(
        (phrase, one.name)
        for function in simulator.functions
        for one in function.parameters
        for phrase in one.foreign
    )


def _not_understood(heard: Asked, simulator: Simulator) -> Problem | None:
    """Return a condition in free words that is read in no form."""
    parameters = [p for f in simulator.functions for p in f.parameters if p.kind == "texts"]
    if not parameters:
        return None
    items = text_items(heard.text, simulator)
    shown = heard.tokens
    for parameter in parameters:
        spans = [(one.start, one.end) for one in items if one.parameter == parameter.name]
        vague = next(
            (one for one in items if one.parameter == parameter.name and not one.text), None
        )
        if vague is not None:
            said = f"{vague.lacks} is needed"
            return _no_form(heard, vague.start, vague.end, parameter, simulator, said)
        for hit in phrases_of(parameter).find(shown):
            start, end = shown[hit.first].start, shown[hit.end - 1].end
            if not any(first < end and start < last for first, last in spans):
                return _no_form(heard, start, end, parameter, simulator, "in no form that is read")
    return None


@once_for_each
def phrases_of(parameter: Parameter) -> Phrases[str]:
    """Return the words of an input as phrases."""
    return Phrases((word, parameter.name) for word in parameter.words)


def _no_form(
    heard: Asked, start: int, end: int, parameter: Parameter, simulator: Simulator, why: str
) -> Problem:
    given = heard.printed(start, end)
    return Problem(
        reason="other_condition",
        message=f"{given!r} is not understood as {parameter.name} ({why}); {simulator.name} takes "
        f"them {parameter.description}",
        simulator=simulator.name,
        parameter=parameter.name,
        given=given,
    )


def _in_vain(heard: Asked, simulator: Simulator) -> Iterator[tuple[Problem, bool]]:
    """Yield what is not represented, each with whether it is a condition of what is asked."""
    if not isinstance(simulator, Limited):
        return
    shown = heard.tokens
    seen: set[Hit[str]] = set()
    for hit in longest(_vain_phrases(simulator).find(shown)).values():
        start, end = shown[hit.first].start, shown[hit.end - 1].end
        if hit in seen or _known(heard, start, end):
            continue
        seen.add(hit)
        given = heard.printed(start, end)
        made = Problem(
            reason="no_such_output",
            message=f"{given!r}: {simulator.name} does not represent {hit.meaning}",
            simulator=simulator.name,
            given=given,
        )
        yield made, _before(heard, start) in _CONDITIONS or _beside_output(heard, start, end)


def _known(heard: Asked, start: int, end: int) -> bool:
    """Tell whether words are part of a condition or of the name of an output."""
    held: list[Condition | Part] = [*heard.conditions, *heard.of("measure", "choice", "function")]
    return any(one.start <= start and end <= one.end for one in held)


def _beside_output(heard: Asked, start: int, end: int) -> bool:
    """Tell whether words stand right before or behind an output: winter temperature."""
    text = heard.text
    return any(
        text[end : one.start].isspace() or text[one.end : start].isspace()
        for one in heard.of("measure")
    )


@once_for_each
def _vain_phrases(simulator: Limited) -> Phrases[str]:
    subjects: Mapping[str, tuple[str, ...]] = simulator.not_represented
    return Phrases((word, subject) for subject, words in subjects.items() for word in words)
