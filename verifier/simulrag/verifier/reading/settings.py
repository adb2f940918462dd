"""Percentages that only name a setting: "the 20 % plan", "the 42 % road diet"."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Parameter
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.mentions import FALL, RISE, Mention
from simulrag.verifier.reading.text import phrase_pattern

_THE = re.compile(r"\b(?:the|this|that|a|an|our|its|under|with)\s+$", re.IGNORECASE)
_SETTING = re.compile(
    r"[\s-]*(?:(?!in\b|of\b|by\b|and\b|or\b|is\b)[a-z][\w'-]*\s+){0,2}?(?:plan|package|scheme|scenario|case|"
    r"variant|option|version|proposal|intervention|measure|strategy|programme|program)s?\b",
    re.IGNORECASE,
)
#: "the 34 % reduction does not ...", not "the 34 % reduction in emissions".
_CHANGE = re.compile(
    rf"\s+(?:(?P<fall>{FALL})|(?P<rise>{RISE}))\b(?!\s+(?:in|of|for|to|from)\b)(?=\s+[a-z])",
    re.IGNORECASE,
)


#: A noun that is no change: "the 21 % zone", "the 12 % project".
_NOUN = re.compile(
    rf"[\s-]+(?!(?:{FALL}|{RISE}|of|in|on|and|or|to|by|is|are|was|were|more|less|fewer|longer|shorter|faster|"
    r"slower|quicker|change|difference|mark|threshold|line|limit|class|category|band|saving|loss|"
    r"improvement|shift|swing|gap|for|with|than|as|at|from|above|below|share|figure|value|number)\b)"
    r"(?P<noun>[a-z]+)\b(?!\s+(?:in|of|for|to|from)\s)",
    re.IGNORECASE,
)


def _names(text: str, end: int) -> bool:
    """Tell whether a percentage stands before a noun that it tells from others of its kind."""
    found = _NOUN.match(text, end)
    return found is not None and not found["noun"].endswith(("er", "ly"))


def settings(
    text: str, found: Sequence[Mention], calls: Sequence[Call], parameters: Sequence[Parameter]
) -> list[Mention]:
    """Return the percentages of a normalised statement that name a setting, as inputs.

    A percentage before a word for a setting is an input, of the calls where they have its size;
    one before a word of change only where a call changes an input that way.
    """
    shares = [q for q in quantities(text) if q.unit == "percent"]
    changing = [p for p in parameters if p.kind == "change"] if shares else []
    if not changing:
        return []
    phrases = tuple(
        phrase
        for p in parameters
        if p.alters or p.kind == "change"
        for phrase in (*p.words, *(w for words in p.choices.values() for w in words))
    )
    made: list[Mention] = []
    for figure in shares:
        free = all(figure.unit_end <= m.start or figure.start >= m.end for m in found)
        if not free or not _THE.search(text[max(0, figure.start - 10) : figure.start]):
            continue
        end = figure.unit_end
        held = _held(figure, calls, changing)
        change = _CHANGE.match(text, end)
        named = held is not None and _names(text, end)
        if (
            named
            or _SETTING.match(text, end)
            or phrase_pattern(phrases).match(text[end:].lstrip(" -"))
        ):
            made.append(_mention(text, figure, held or (changing[0].name, float(figure.value))))
        elif change and held is not None and (held[1] < 0) == (change["fall"] is not None):
            made.append(_mention(text, figure, held, change.end()))
    return made


def _held(
    figure: Printed, calls: Sequence[Call], changing: Sequence[Parameter]
) -> tuple[str, float] | None:
    size = abs(float(figure.value))
    for call in calls:
        for parameter in changing:
            value = call.arguments.get(parameter.name)
            if isinstance(value, int | float) and value and abs(abs(value) - size) < 1e-9:
                return parameter.name, float(value)
    return None


def _mention(text: str, figure: Printed, held: tuple[str, float], end: int = 0) -> Mention:
    name, value = held
    end = max(end, figure.unit_end)
    words = text[figure.start : end]
    return Mention(parameter=name, value=value, start=figure.start, end=end, words=words)
