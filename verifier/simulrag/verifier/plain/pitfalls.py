"""Turns of phrase that ways of reading would take for something else than they say.

Each keeps a sentence from being read as it stands; most are put in other words by `news`.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from pydantic import JsonValue

from simulrag.verifier.claims import Reading, Term
from simulrag.verifier.plain.choosing import sums_up
from simulrag.verifier.plain.scene import Scene

_PITFALLS = re.compile(
    # How closely a number is meant, said apart from it.
    r"\bin\s+round\s+(?:numbers|figures|terms)\b|\band\s+(?:then\s+some|counting|change)\b|"
    r"\bor\s+thereabouts\b|"
    # Who is over the worst had it before.
    r"\b(?:past|through|over|beyond)\s+(?:the\s+worst|(?:its|the|their)\s+(?:own\s+)?(?:[\w-]+\s+){0,2}?"
    r"(?:peak|height|crest|worst|maximum))\b|\bbehind\s+(?:it|them)\b|"
    # Which week it was, and that there was none before it.
    r"^\W*it\s+was(?:\s+not|n't)\s+until\b|\bhad\s+to\s+wait\s+until\b|"
    r"\bwas\s+the\s+first\s+(?:week\s+)?(?:of|in|since)\b|"
    # That there is one of a kind, and not which.
    r"\banother\s+(?:\w+\s+)?(?:state|season|winter|year|week|city|scenario|pathway)\b(?!\s+(?:later|earlier|of)\b)|"
    # More at one time and less at another, and by what is said to be over.
    r"\b(?:higher|more|larger|worse)\b[^.;:]{1,60}?,\s+(?:and\s+|but\s+)?(?:lower|fewer|smaller|less|better)\b"
    r"(?!\s+than\b)|"
    r"\b(?:lower|fewer|smaller|less|better)\b[^.;:]{1,60}?,\s+(?:and\s+|but\s+)?(?:higher|more|larger|worse)\b"
    r"(?!\s+than\b)|"
    r"\b(?:peak|season|wave|worst|crest)\b[^.;:]{0,40}?\b(?:is|was|were)\s+over\b"
    r"(?!\s+(?:\d|an?\s|half|twice|one|two|three|four|five|six|seven|eight|nine|ten)\b)|"
    # All along, and not only at its highest.
    r"\branged\s+(?:above|over|below|under)\b|"
    # A multiple between two others.
    r"\b(?:[a-z]+|\d+)\s+(?:to|and|or)\s+(?:[a-z]+|\d+)\s+times\s+(?:that|those|as|the|what|its)\b|"
    # What is not needed may well be so.
    r"\b(?:does|do|did|would|will)(?:\s+not|n't)\s+(?:take|need|require)\b|\bneeds?\s+no\b|"
    # Ahead in time, not in size.
    r"\b(?:ahead\s+of|behind)\s[^.;,]{2,40}?\s(?:in|on|with|for)\s+(?:reaching|timing|the\s+timing|"
    r"getting|hitting|arriving|coming|peaking|cresting)\b",
    re.I,
)


def pitfall(scene: Scene) -> str:
    """Return a turn of phrase that no reading of the sentence as it stands has followed, or ""."""
    found = _PITFALLS.search(scene.text)
    return found.group() if found else ""


#: What is counted by residents: "per million", "more likely to be admitted".
_BY_RESIDENTS = re.compile(
    r"\b(?:per|(?:(?:out\s+)?of|in|for)\s+(?:every|each))\s+(?:100[, ]?000|100k|10,?000|1,?000|"
    r"(?:one\s+)?(?:(?:hundred|ten)\s+)?thousand|million|capita|head|inhabitant|resident|person)\b|"
    r"\b(?:likel(?:y|ier)|(?:risks?|chances?|odds|likelihood|probability)\s+of|population|"
    r"head\s+for\s+head|(?:its|their)\s+size)\b",
    re.I,
)


def uncounted_residents(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return words that count by residents where an observed count is read, "" where none are."""
    found = _BY_RESIDENTS.search(scene.text)
    if found is None or not scene.function.observed:
        return ""
    functions = {f.name: f for f in scene.simulator.functions}
    terms = [t for r in readings for t in r.expression.terms]
    outputs = [functions[t.call.function].output(t.output) for t in terms]
    counts = [o for o in outputs if o.kind == "number" and not o.unit and not o.is_change]
    rates = [o for o in counts if any("per" in w.split() for w in o.unit_words)]
    return found.group() if counts and len(rates) < len(counts) else ""


#: What a count does from week to week, and no sum of them does.
_COURSE = re.compile(
    r"\b(?:never|always|not\s+once|at\s+no\s+(?:time|point)|throughout|all\s+through|"
    r"(?:stay|remain|hover|linger)(?:s|ed)?|kept|keeps)\b",
    re.I,
)
#: What a sum does as well as the highest of what it is a sum of.
_PASSED = re.compile(
    r"\b(?:exceed|surpass|pass|cross|topp?|reach)(?:s|es|ed)?\s+(?:the\s+)?(?=\d)|\bhit\s+(?=\d)|"
    r"\b(?:climb|crept|soar|shot|jump|rose|went|got|gone|go|rise)(?:s|ed)?\s+(?:up\s+)?"
    r"(?:above|over|past|beyond|to)\s+(?=\d)",
    re.I,
)
_WEEKLY = re.compile(r"\bweek|\b(?:peak|crest|maxim|highest|worst|busiest|top\b|height)", re.I)


def summed_course(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return words for what a count does over time where a sum is read, "" where none are.

    What "topped 5,000 in 2024-25" may be the sum of a season and its highest week.
    """
    if not scene.function.observed or sums_up(scene.text):
        return ""
    functions = {f.name: f for f in scene.simulator.functions}
    terms = [t for r in readings for t in r.expression.terms if r.expression.operation == "value"]
    outputs = [functions[t.call.function].output(t.output) for t in terms]
    summed = any("in total" in o.loose_words for o in outputs)
    if summed and (found := _COURSE.search(scene.text)):
        return found.group()
    open_ = summed or any(o.course == "highest" or o.highest_over for o in outputs)
    found = _PASSED.search(scene.text)
    if not open_ or found is None or scene.times or _WEEKLY.search(scene.text):
        return ""
    return "" if _COURSE.search(scene.text) or not scene.named_period else found.group()


#: That an input has to be so for what follows, so that less of it would not do.
_NEEDED = re.compile(
    r"\b(?:must|ha[sd]\s+to|have\s+to|needs?|needed|requires?|required|it\s+takes|necessary|"
    r"only\s+(?:if|when|with|above|from|once|then|after|at|for|can|could|does|will))\b|"
    r"\bfrom\s+[^,;]{0,20}\d[\d.]*\s*%?\s+on(?:wards?)?\b",
    re.I,
)


def needed_input(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return words that make a condition necessary where a reading only holds it as given."""
    if scene.function.observed or not any(r.label for r in readings):
        return ""
    found = _NEEDED.search(scene.text)
    return found.group() if found else ""


_LASTS = (
    r"\b(?:(?:stay|remain|hover|linger|persist|continue)(?:s|d|ed|ing)?|"
    r"(?:kept|keeps|keeping)(?!\s+(?:on\s+)?(?:[a-z]+ing\b|$))|held|holds)\b"
)
_LASTS_UNTIL = re.compile(
    rf"{_LASTS}[^.;]*?\b(?:until|till|up\s+to|through(?!\s+(?:the\s+)?(?:whole|entire|season|winter|\d)))\b",
    re.I,
)
_LASTS_AT = re.compile(rf"{_LASTS}[^.,;]{{0,40}}$", re.I)
#: Less than this many days are no stretch of time over which something lasts.
_STRETCH_DAYS = 21
#: A peak that stayed below another is one value.
_PEAK = re.compile(r"\b(?:peak|maximum|crest|summit|top)\b", re.I)
_LIMITS = ("below", "at_most", "just_below")


def lasting(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return what is said to last of which a reading only holds the end or the highest, or ""."""
    if not scene.function.observed:
        return ""
    found = _LASTS_UNTIL.search(scene.text)
    if found is not None and not any(_is_stretch(t.call.arguments) for t in _terms(readings)):
        return found.group()
    if weeks := _of_some_week(scene, readings):
        return weeks
    tops = [
        r
        for r in readings
        if r.comparator not in _LIMITS and not r.negated and _is_highest(scene, r, readings)
    ]
    spans = [f for r in tops for f in r.figures if f.start >= 0]
    held = (_LASTS_AT.search(scene.text[: f.start]) for f in spans)
    return next((m.group() for m in held if m and not _PEAK.search(scene.text[: m.start()])), "")


def _terms(readings: Sequence[Reading]) -> list[Term]:
    return [t for r in readings for t in r.expression.terms]


def _is_highest(scene: Scene, reading: Reading, others: Sequence[Reading]) -> bool:
    """Tell whether a reading is of a highest value, and no other tells how low it went or when."""
    outputs = {o.name: o for f in scene.simulator.functions for o in f.outputs}
    held = [outputs[t.output] for t in reading.expression.terms]
    further = {t.output for t in _terms(others)} - {o.name for o in held}
    return any(o.highest_over or (o.course == "highest" and not further) for o in held)


def _of_some_week(scene: Scene, readings: Sequence[Reading]) -> str:
    """Return a time of several weeks where a number is taken for that of one of them, or ""."""
    exact = [r for r in readings if r.comparator in ("equal", "about") and r.figures]
    days = [
        date.fromisoformat(v)
        for t in _terms([r for r in exact if r.expression.operation == "value"])
        for n, v in t.call.arguments.items()
        if isinstance(v, str) and _DAY.fullmatch(v) and n == "week"
    ]
    for time in scene.times:
        long = time.grain == "part" and (time.last - time.first).days > _A_WEEK
        if long and any(time.first <= day <= time.last for day in days):
            return scene.text[time.start : time.end]
    return ""


_A_WEEK = 6


def _is_stretch(arguments: Mapping[str, JsonValue]) -> bool:
    """Tell whether a call is of many days."""
    days = [
        date.fromisoformat(v)
        for v in arguments.values()
        if isinstance(v, str) and _DAY.fullmatch(v)
    ]
    return len(days) > 1 and (max(days) - min(days)).days >= _STRETCH_DAYS


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
