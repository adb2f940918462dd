"""Times in words that are no year of any run: "by the end of the century", "in the 2070s"."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Parameter, Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.text import AnyCase

_EPOCH = AnyCase(
    r"\b(?P<end>(?:end|close|last (?:third|quarter|decades?)) of (?:the|this) "
    r"(?:21st |twenty-first )?century|late[ -]century|century's (?:end|close)|"
    r"(?:when|as|before|until|once) (?:the|this) century (?:closes|ends|is over|is out|runs out|"
    r"draws to (?:a|its) (?:close|end))|turn of the next century)\b"
    r"|\b(?P<next>(?:the )?next century|the (?:22nd|twenty-second) century|a century (?:from now|"
    r"later|hence))\b"
    r"|\b(?P<decade>(?:1[89]|20|21)[0-9]0)s\b",
    holding=("century", *(f"{tens}0s" for tens in range(10))),
)


_BEYOND = AnyCase(
    r"\b(?:(?P<before>before|prior to|ahead of|"
    r"in the (?:years|decades) (?:before|up to|leading up to))|"
    r"(?P<after>after|beyond|later than|in the (?:years|decades) (?:after|following|from)))\s+"
    r"(?:the year )?(?P<year>(?:1[89]|20|21)[0-9][0-9])\b(?! ?°)",
    holding=("before", "prior", "ahead", "after", "beyond", "later", "years", "decades"),
)


def other_epoch(
    text: str, calls: Sequence[Call], parameters: Sequence[Parameter], simulator: Simulator
) -> Problem | None:
    """Return that a statement is about a time in words in which no run's year lies, or None."""
    found = _EPOCH.search(text)
    if found is None and _BEYOND.search(text) is None:
        return None
    year = next((p.name for p in parameters if p.kind == "year"), "")
    held = [call.arguments.get(year) for call in calls] if year else []
    years = [int(v) for v in held if isinstance(v, int | float)]
    if not years:
        return None
    if found is None or any(_within(value, found) for value in years):
        found = _beyond(text, years)
    if found is None:
        return None
    return _no_run_of(found.group(), year, simulator)


def _beyond(text: str, years: Sequence[int]) -> re.Match[str] | None:
    """Return where a text speaks of the time before the first or after the last of the runs."""
    for found in _BEYOND.finditer(text):
        named = int(found["year"])
        if named <= min(years) if found["before"] else named >= max(years):
            return found
    return None


def _within(year: int, found: re.Match[str]) -> bool:
    if found["decade"]:
        return year // 10 == int(found["decade"]) // 10
    return year >= 2100 if found["next"] else 2070 <= year <= 2100


_NOW = AnyCase(
    r"\b(?:than|above|below|over|since|compared (?:to|with)|relative to|versus)\s+"
    r"(?:(?:it|they|that|is|are|was|were|at|in|of|what|the|we|have|has)\s+){0,4}"
    r"(?:today(?:'s)?|now|present|current(?:ly)?|nowadays|last year|this year|recent(?:ly)?)\b",
    holding=("current", "last year", "now", "present", "recent", "this year", "today"),
)


_SEASON_BEFORE = AnyCase(
    r"\b(?:the|one|a) (?:season|winter|year) (?:before|earlier|prior)(?=[,.;:]|$| (?:that|these|"
    r"those|it|they|had|was|were|peaked|saw|the)\b)"
    r"|\b(?:(?:a|one|two|three|the) (?:full )?(?:years?|seasons?|winters?)|"
    r"(?:twelve|twenty-four|12|24) months) "
    r"(?:later|on|earlier|ago|hence|before that|after that)\b(?! than)"
    r"|\b(?:last|previous|preceding|prior|foregoing) (?:season|winter|year)(?:'s)?\b",
    holding=("season", "winter", "year", "months"),
)


def other_season(
    text: str, parameters: Sequence[Parameter], simulator: Simulator
) -> Problem | None:
    """Report the season before the one that was run: "the year before, it had peaked at 40"."""
    start = next((p.name for p in parameters if p.kind == "date"), "")
    found = _SEASON_BEFORE.search(text) if start else None
    return _no_run_of(found.group(), start, simulator) if found else None


def since_now(text: str, parameters: Sequence[Parameter], simulator: Simulator) -> Problem | None:
    """Report a comparison with today, which is no year that a run was asked for."""
    found = _NOW.search(text)
    year = next((p.name for p in parameters if p.kind == "year"), "") if found else ""
    if found is None or not year:
        return None
    return _no_run_of(text[found.start() : found.end()], year, simulator)


def _no_run_of(words: str, year: str, simulator: Simulator) -> Problem:
    return Problem(
        reason="other_period",
        message=f"{words!r} names no {year} of any run at hand",
        simulator=simulator.name,
        parameter=year,
        given=words,
    )
