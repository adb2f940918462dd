"""Statements of what an earlier or later start changes: "starts three weeks later"."""

import re
from datetime import date, timedelta

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.quantifiers import COUNT, count_of
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_LENGTH = rf"(?P<count>an?|{COUNT})\s+(?:full\s+)?(?P<unit>day|week|fortnight|month)s?"
_SUBJECT = (
    r"(?:(?:flu|influenza|simulated|whole|entire|same)\s+)*(?:season|epidemic|outbreak|"
    r"simulation|wave)"
)
_MOVE = (
    r"(?:(?P<later>shift|postpon|delay|push|put(?:ting)?\s+off|mov)|(?P<sooner>advanc|"
    r"bring))(?:e|es|ed|ing|s)?"
)
_SHIFTS = (
    re.compile(
        rf"\b{_MOVE}\s+(?:back\s+|forward\s+)?the\s+(?:start|beginning|onset|first\s+day)(?:\s+(?:date|day))?"
        rf"(?:\s+of\s+(?:the|a)\s+{_SUBJECT})?(?P<way>\s+(?:back|forward|later|earlier))?\s+by\s+{_LENGTH}"
        r"(?P<way2>\s+(?:back|forward|later|earlier))?\b",
        re.I,
    ),
    re.compile(
        rf"\b(?:(?:the|a)\s+{_SUBJECT}\s+(?:that\s+)?)?(?:is\s+)?(?:start|begin|beginn)(?:s|ed|ing)?(?:\s+(?:the|a)\s+{_SUBJECT})?"
        rf"\s+{_LENGTH}\s+(?:(?P<later>later)|(?P<sooner>earlier|sooner))\b",
        re.I,
    ),
    re.compile(
        rf"\b(?:an?|the)\s+start\s+{_LENGTH}\s+(?:(?P<later>later)|(?P<sooner>earlier|sooner))\b",
        re.I,
    ),
)
_DAYS = {"day": 1, "week": 7, "fortnight": 14, "month": 30}
#: What takes up a move that was spoken of and compares nothing: "later with it", "too".
_LIKEWISE = re.compile(r"\b(?:with\s+it|too|as\s+well|likewise|accordingly|by\s+as\s+much)\b", re.I)


def shifted(scene: Scene) -> Readings:
    """Read what a start that is moved by so many days changes, on dates of the calendar."""
    parameter = _start(scene)
    match = next((m for m in (p.search(scene.text) for p in _SHIFTS) if m), None)
    settings = settings_of(scene, scene.items)
    if parameter is None or match is None or len(settings) != 1:
        return []
    if any(not match.start() <= q.start < match.end() for q in scene.numbers):
        return []
    if any(p.kind == "choice" and p.name not in settings[0] for p in _choices_that_move(scene)):
        return []
    days = _days(match)
    first = date.fromisoformat(str(parameter.typical))
    calls = [
        complete(scene, {**settings[0], parameter.name: day.isoformat()}, comparing=True)
        for day in (first, first + timedelta(days=days))
    ]
    scene.assumed.append(f"{parameter.name}: {first + timedelta(days=days)} against {first}")
    words = [
        c
        for c in scene.comparatives
        if (c.aspect == "time" or c.sign == 0) and not match.start() <= c.start < match.end()
    ]
    if not words or len({c.sign for c in words}) != 1:
        return []
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, words[0], held, [parameter.name])
    if output is None or output.kind != "date":
        return []
    span = Span(text="", start=match.start(), end=match.end())
    scene.use(*scene.items, *words)
    scene.keep(span)
    scene.use(*(c for c in scene.comparatives if span.start <= c.start < span.end))
    scene.keep(
        *(Span(text="", start=m.start(), end=m.end()) for m in _LIKEWISE.finditer(scene.text))
    )
    negated = denied(scene, words[0].start)
    return [direction(expression("difference", calls, output), words[0], output, negated=negated)]


def _start(scene: Scene) -> Parameter | None:
    """Return the day that a run begins with, where one is usual and none is named."""
    return next(
        (
            p
            for p in scene.function.parameters
            if p.kind == "date"
            and p.required
            and isinstance(p.typical, str)
            and not any(i.parameter == p.name for i in scene.items)
        ),
        None,
    )


def _choices_that_move(scene: Scene) -> list[Parameter]:
    """Return the choices on which it depends how a later start acts: seasonality."""
    return [
        p
        for p in scene.function.parameters
        if p.kind == "choice" and p.default is None and p.typical is not None
    ]


def _days(match: re.Match[str]) -> int:
    count = 1 if match["count"].lower() in ("a", "an") else count_of(match["count"])
    days = count * _DAYS[match["unit"].lower()]
    groups = match.groupdict()
    way = " ".join(filter(None, (groups.get("way"), groups.get("way2")))).lower()
    sooner = bool(match["sooner"]) or "forward" in way or "earlier" in way
    return -days if sooner and "back" not in way and "later" not in way else days
