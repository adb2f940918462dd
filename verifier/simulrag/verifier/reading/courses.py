"""Values between which something changes: "rises from 21.5 °C in 1992 to 24.6 °C in 2083"."""

import re
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Call
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mentions import FALL, RISE, Mention
from simulrag.verifier.reading.roles import Runs, natural_order, spoken_of

_HEDGE = (
    r"(?:(?:about|around|roughly|nearly|almost|approximately|just|an?|the|"
    r"one of|some)\s+)?"
)
_STARTS = re.compile(
    rf"\b(?:{RISE}|{FALL}|warm\w*|cool\w*|chang\w+|lengthen\w*|swell\w*|extend\w*|worsen\w*|shift\w*|mov\w+|goes|going|went|tak(?:es?|ing)|"
    rf"took|brings?|brought|lift\w*|push\w*|carr(?:y|ies|ied))\b"
    rf"(?:\s+(?!rang|between|of\b)[\w\u00b0%.,]+){{0,4}}\s+from\s+{_HEDGE}$|(?:^|:)\W*from\s+{_HEDGE}$",
    re.IGNORECASE,
)
#: The ends of an interval are no start and end of a change.
_INTERVAL = re.compile(
    r"\b(?:interval|CI|(?:90|uncertainty|confidence|credible)[\s%a-z]{0,10}\s(?:range|band|spread))\b"
    r"[^.;,]{0,40}$",
    re.IGNORECASE,
)
#: From more to less is no range, whatever the verb: "sinks from 286 to 205 g".
_FROM = re.compile(rf"\bfrom\s+{_HEDGE}$", re.IGNORECASE)
#: "Lagos's 27.57 °C shrink to 27.01 °C": a value that turns into another one.
_TURNS = re.compile(
    rf"\s*(?:(?:of|in)\s+\d{{4}}\s+)?(?:(?:will|would|is|are|gets?)\s+)?(?:{RISE}|{FALL}|turns?|becomes?|chang\w+|"
    rf"shrinks?|swells?|mov\w+|goes|warms?|cools?)\s+(?:\w+\s+)?(?:in)?to\s+{_HEDGE}$",
    re.IGNORECASE,
)
_ENDS = re.compile(rf"^[^.;]*?\b(?:in)?to\s+{_HEDGE}$", re.IGNORECASE)


def is_course(text: str, first: Printed, second: Printed) -> bool:
    """Tell whether two numbers are the start and the end of a change and no range."""
    before = _until(text, 0, first)
    if _INTERVAL.search(before):
        return False  # "the interval goes from 66 up to 112"
    begins = _STARTS.search(before) or (first.value > second.value and _FROM.search(before))
    begins = begins or _TURNS.match(text, first.unit_end, second.start)
    return bool(begins and _ENDS.search(_until(text, first.unit_end, second)))


def _until(text: str, at: int, figure: Printed) -> str:
    """Return the text from a place to a number with what qualifies it, a space at the end."""
    end = min(figure.start, figure.qualified_from)
    return text[at:end].rstrip() + " "


def courses(text: str, found: Sequence[Fact]) -> list[Fact]:
    """Return the facts with starts and ends of changes as plain values, each with its own part."""
    made = _with_origins(text, found)
    for index in range(len(made) - 1):
        start, end = made[index], made[index + 1]
        if start.kind != "number" or end.kind != "number" or start.course:
            continue
        if start.left != end.left or not is_course(text, start.printed[0], end.printed[0]):
            continue
        if not start.printed[-1].unit and end.printed[-1].unit != "percent":
            unit = {"unit": end.printed[-1].unit}  # "from 16.5 to 11 litres"
            start = start._replace(printed=tuple(p.model_copy(update=unit) for p in start.printed))
        joint = text.rindex("to", start.end, end.start)
        made[index] = _value(start, "start", start.left, joint)
        made[index + 1] = _value(end, "end", joint, end.right)
    return made


#: "30.1 °C in 2082, up from 27.7 °C": the end of a change before its start.
_UP_FROM = re.compile(
    rf"[^.;]*?,?\s+(?:up|down|compared with|starting|coming|rising|"
    rf"falling|having (?:started|set out|begun|come|risen|fallen|climbed|dropped))"
    rf"\s+(?:out\s+)?from\s+{_HEDGE}$"
    rf"|[^.;]*?\b(?:remains?|left|emitted|there)\s+(?:out\s+)?of\s+(?:the\s+)?{_HEDGE}$",
    re.IGNORECASE,
)


#: "down to 10.43 g from 15.85 g"
_COMMA_FROM = re.compile(rf"\s*,?\s+(?:coming\s+)?from\s+{_HEDGE}$", re.IGNORECASE)
_REACHED = re.compile(rf"\b(?:{RISE}|{FALL})\s+to\s+{_HEDGE}$", re.IGNORECASE)


def _with_origins(text: str, found: Sequence[Fact]) -> list[Fact]:
    """Return the facts with what "up from" leads in as the start of a change."""
    made = list(found)
    for index in range(len(made) - 1):
        end, start = made[index], made[index + 1]
        if end.kind != "number" or start.kind != "number" or start.left != end.left:
            continue
        if not end.printed[0].unit or end.printed[0].unit == "percent":
            continue
        if _UP_FROM.fullmatch(text, end.end, start.start) or (
            _COMMA_FROM.fullmatch(text, end.end, start.start)
            and _REACHED.search(text, 0, end.start)
        ):
            cut = end.end + max(text[end.end : start.start].rfind(w) for w in ("from", " of "))
            if not start.printed[-1].unit:  # "24.56 kg, down from 38.3"
                unit = {"unit": end.printed[-1].unit}
                start = start._replace(
                    printed=tuple(p.model_copy(update=unit) for p in start.printed)
                )
            made[index] = _value(end, "end", end.left, cut)
            made[index + 1] = _value(start, "start", cut, start.right)
    return made


def _value(fact: Fact, course: Literal["start", "end"], left: int, right: int) -> Fact:
    """Return a fact as a plain value in its own part of the clause."""
    return fact._replace(
        of_change=False,
        undirected=False,
        direction="none",
        direction_at=None,
        course=course,
        left=left,
        right=right,
    )


def call_of_course(fact: Fact, text: str, mentions: Sequence[Mention], runs: Runs) -> Call | None:
    """Return the call whose value starts or ends a change; None where there is only one call."""
    if len(runs.calls) < 2:
        return None if fact.course == "start" else next(iter(runs.calls), None)
    inside = [m for m in mentions if fact.start <= m.start < fact.right]
    chosen = spoken_of(text[fact.start : fact.right], inside, runs)
    if len(chosen) == 1:
        return chosen[0]
    first, last = natural_order(runs)
    return first if fact.course == "start" else last
