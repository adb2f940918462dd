"""Readings of the dates that a sentence gives for a result."""

import re
from datetime import date, timedelta

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Comparator, Figure, Problem, Reading
from simulrag.verifier.reading.day_counts import longer_or_shorter, shift, shifting
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.roles import Runs, value_of
from simulrag.verifier.reading.subjects import Context, call_of

_BEFORE = re.compile(r"\b(?:before|prior to|earlier than|ahead of)\s+(?:the\s+)?$", re.I)
_BY = re.compile(r"\b(?:by|until)\s+(?:the\s+)?$", re.I)
_AT_MOST = re.compile(r"\b(?:no|not|never) later than\s+(?:the\s+)?$", re.I)
_UNTIL = re.compile(r"\buntil\s+(?:the\s+)?$", re.I)
_AFTER = re.compile(r"\b(?:after|later than|past|beyond)\s+(?:the\s+)?$", re.I)
_WAITS = re.compile(
    r"\b(?:(?:wait\w*|hold\w* off) (?:for|until|till)|not before|no earlier than|"
    r"not earlier than)\s+"
    r"(?:the\s+)?$",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"\b(?:around|about|approximately|near|circa|roughly|close to)\s+(?:the\s+)?$", re.I
)


#: A date that is told of itself, before the clause that says what is on the other side of it.
_TOLD_OF = re.compile(
    r"\s+(?:(?:already|almost|nearly|half|well|long|barely|hardly|just)\s+)*(?:over|gone|past|behind)\b"
    r"|\s+(?:is|has|was|had|will be|will have)\s+(?!not\b|never\b)(?:[\w-]+\s+){0,2}?"
    r"(?:gone|past|over|behind|passed|history|ended|out|done)\b[^.;]*"
    r"\b(?:by the time|before|when|once|until|till|after|as|without)\b"
    r"|\s+(?:goes by|go by|passes(?: by)?|comes(?: and goes)?|ends|draws to a close)\s+(?:and|but|"
    r"without|before)\b",
    re.IGNORECASE,
)


#: "When November ends, the peak is a day away": the date is that of the clause alone.
_WHEN = re.compile(r"\b(?:when|once|as|by the time|until|till)\s+(?:the\s+)?$", re.IGNORECASE)
_COMES = re.compile(
    r"\s+(?:\w+\s+){0,2}?(?:ends?|begins?|starts?|comes?|arrives?|opens?|closes?|draws?|dawns?)\b",
    re.IGNORECASE,
)


def date_reading(
    fact: Fact, context: Context, output: Output, runs: Runs
) -> tuple[list[Reading], Problem | None]:
    """Return the reading of a date, or what is missing to tell which day is meant."""
    day = fact.date
    if day is None:
        return [], None
    told = _TOLD_OF.match(context.text, fact.end, fact.right)
    comes = _COMES.match(context.text, fact.end) and _WHEN.search(context.text, 0, fact.start)
    if told or comes or longer_or_shorter(context.text[fact.left : fact.start]):
        return [], Problem(
            reason="unread",
            message=f"on which side of {day.text!r} something lies could not be read",
        )
    call = call_of(fact, context, runs)
    start = _first_day(call, output, runs)
    if start is None and day.year is None:
        return [], Problem(
            reason="missing_condition",
            message=f"{day.text!r} names no year, and nothing at hand says which",
        )
    first, last = day.on_or_after(start or date.min)
    before = context.text[fact.left : fact.start]
    comparator: Comparator = "equal"
    moved, words = shift(before), shifting(before)
    if moved is not None and words is not None:
        first, last = first + moved[0], last + moved[1]
        before = before[: words.start()]  # "not until the day after Christmas"
    if _WAITS.search(before):
        comparator = "at_least"
        fact = fact._replace(negated=False)
    elif _BEFORE.search(before):
        comparator = "below"
    elif _AT_MOST.search(before):
        comparator = "at_most"
        fact = fact._replace(negated=False)
    elif fact.negated and _UNTIL.search(before):
        fact = fact._replace(negated=False)  # "not until" is "on"
    elif _BY.search(before):
        comparator = "at_most"
    elif _AFTER.search(before):
        comparator = "above"
    elif _AROUND.search(before):
        comparator = "about"
        about = timedelta(days=output.about_absolute)
        first, last = first - about, last + about
    return [
        Reading(
            expression=value_of(call, output.name),
            comparator=comparator,
            figures=(Figure(text=day.text, start=fact.start, end=fact.end),),
            unit="date",
            label=f"{first.isoformat()}/{last.isoformat()}",
            negated=fact.negated,
        )
    ], None


def _first_day(call: Call, output: Output, runs: Runs) -> date | None:
    """Return the day from which on a run speaks: its start, or that of the period asked for."""
    if given := call.arguments.get(output.since):
        return date.fromisoformat(str(given))
    asked = (p.periods.get(str(call.arguments.get(p.name))) for p in runs.parameters)
    return next((date.fromisoformat(period[0]) for period in asked if period), None)
