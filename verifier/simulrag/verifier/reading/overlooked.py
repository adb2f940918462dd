"""Parts of a statement that readings of its other parts must not stand for."""

import itertools
import re
from collections.abc import Sequence

from simulrag.verifier.claims import Counted, Problem, Reading
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.reading.text import AnyCase

_CLASS = AnyCase(
    r"\b(?:category|categories|class|classes|bracket|tier)\b",
    holding=("bracket", "categories", "category", "class", "tier"),
)
#: A grade that is said of several things at once.
_OF_SEVERAL = AnyCase(
    r"\b(?:both|all|neither|none)\s+of\s+(?:which|them|these|those)\b[^.;]*[.]?\s*$",
    holding=("them", "these", "those", "which"),
)
#: "At 28.5 °C, homes remain comfortable": the number is what the statement is about.
_CONDITION = re.compile(
    r"^\W*(?:at|with)\s+(?:about\s+|around\s+|nearly\s+)?[-+]?\d[\d.,]*\s?(?:°\s?[CF]|[a-z%]+)?,\s+",
    re.IGNORECASE,
)
_ONE_OF_TWO = AnyCase(
    r"\b(?:in|under|for|with|by|on)\s+the\s+\w+er\s+of\s+(?:the|these|those)\s+two\b",
    holding=("two",),
)
_OWN = re.compile(
    r"\b(?:temperature|mean|average|warm|cool|hot|cold|change|difference|peak|value|level|it|this|"
    r"that|result|median|season|queue|travel|time|trip|emission|speed|admission|prevalence)\w*\b",
    re.IGNORECASE,
)


#: Values of several parts of a run in their order, which are given to them later.
_IN_ORDER = AnyCase(
    r"\brespectively\b",
    holding=("respectively",),
)


def _words(text: str, found: re.Match[str]) -> str:
    """Return the words that were found as the text has them, not in small letters."""
    return text[found.start() : found.end()]


def _of_part(reading: Reading) -> bool:
    """Tell whether a reading is of a run that is made for a list of parts."""
    arguments = (v for t in reading.expression.terms for v in t.call.arguments.values())
    return any(isinstance(v, list) and all(isinstance(one, str) for one in v) for v in arguments)


def overlooked(
    text: str, readings: Sequence[Reading], simulator: str, beside: str = ""
) -> Problem | None:
    """Report a class, a grade of several or a consequence that none of the readings holds.

    beside: what else is known not to be held by them.
    """
    said = beside or _unheld_class(text, readings) or _grade_of_several(text, readings)
    in_order = _IN_ORDER.search(text) and all(_of_part(r) for r in readings)
    said = said or ("" if in_order else _two_values(readings))
    said = said or _consequence(text, readings) or _which_of_two(text, readings)
    said = said or _said_of_change(text, readings)
    said = said or _interval(text, readings) or _unread_amount(text, readings)
    said = said or _denied_whole(text, readings) or _factor(text, readings)
    said = said or _denied_behind(text, readings) or _beside_denial(text, readings)
    said = said or _as_much(text, readings) or _undone(text, readings)
    said = said or _denied_before(text, readings) or _as_before(text, readings)
    said = said or _then_and_now(text) or _end_of_class(text, readings)
    return unaccounted(said, simulator) if said else None


def unaccounted(said: str, simulator: str) -> Problem:
    """Report words that no reading holds."""
    return Problem(
        reason="unread",
        message=f"{said!r} could not be accounted for, so that nothing is decided",
        simulator=simulator,
        given=said,
    )


def _unheld_class(text: str, readings: Sequence[Reading]) -> str:
    found = _CLASS.search(text) if _only_directions(readings) else None
    return _words(text, found) if found else ""


def _only_directions(readings: Sequence[Reading]) -> bool:
    return all(r.comparator in ("rises", "falls") for r in readings)


#: Words that say by how much something changes.
_AMOUNT = AnyCase(
    r"(?<!to a )(?<!to an )\b(?:half|quarters?|thirds?|tenths?|hundredths?)\s+(?:of\s+)?(?:an?\s+)?"
    r"(?:\w+\s+)?degrees?\b|\bdegrees\b(?! of\b)|\b(?:twice|half|\w+ times) as much\b",
    holding=(" as much", "degree"),
)


def _unread_amount(text: str, readings: Sequence[Reading]) -> str:
    """Return words for how much something changes of which only the direction was read."""
    if not _only_directions(readings) or any(r.expression.operation == "value" for r in readings):
        return ""
    found = _AMOUNT.search(text)
    return _words(text, found) if found else ""


#: A change as the subject, of which something else is said: "the warming is mostly natural".
_CHANGE_IS = re.compile(
    r"^\W*(?:the|this|that|its|[\w'’ -]{1,40}['’]s?)\s+(?:[\w-]+\s+){0,2}?"
    r"(?P<noun>warming|cooling|rise|increase|drop|decrease|fall|decline)"
    r"(?:\s+(?:of|in|at|for)\s+[^,;.]{1,40}?)?\s+(?:is|was|are|were|has been|will be|would be|"
    r"remains?|depends?|has|have)\s+(?:[\w-]+ly\s+|\w+\s+)?"
    r"(?P<what>(?!not\b|no\b|what|real|clear|certain|expect|project|predict|foreseen|likely|"
    r"in store|ahead|to be|inevitabl|evident|visible|confirm|and\b|or\b|rather|but\b|the\b|to\b|"
    r"one\b)[a-z]{3,}[^.;]*)",
    re.IGNORECASE,
)


def _said_of_change(text: str, readings: Sequence[Reading]) -> str:
    """Return what is said of a change of which only the direction was read."""
    if not _only_directions(readings) or len(readings) != 1:
        return ""
    found = _CHANGE_IS.match(text)
    figures = readings[0].figures
    if found is None or not figures or figures[0].start != found.start("noun"):
        return ""
    return found["what"]


def _grade_of_several(text: str, readings: Sequence[Reading]) -> str:
    graded = [r for r in readings if r.label or r.band is not None]
    found = _OF_SEVERAL.search(text) if len(graded) == 1 else None
    return _words(text, found) if found else ""


def _which_of_two(text: str, readings: Sequence[Reading]) -> str:
    """Return "in the hotter of the two cases": which one is meant, and nothing that is said."""
    found = _ONE_OF_TWO.search(text) if _only_directions(readings) else None
    return _words(text, found) if found else ""


def _two_values(readings: Sequence[Reading]) -> str:
    """Return the second of two numbers that were both taken for one value, which has one only."""
    exact = [r for r in readings if r.comparator == "equal" and not r.negated]
    for first, second in itertools.combinations(exact, 2):
        alike = first.expression == second.expression and first.unit == second.unit
        if alike and first.quantile == second.quantile and _apart(first, second):
            return second.figures[0].text
    return ""


def _apart(first: Reading, second: Reading) -> bool:
    printed = [printed_number(r.figures[0].text) for r in (first, second)]
    ends = [p.interval() for p in printed if p is not None]
    return len(ends) == 2 and not ends[0].meets(ends[1])


_EFFECT = r"(?:improvement|saving|reduction|gain|increase|cut|decrease|rise|drop|benefit)s?"
#: A change that is said to be undone, and ways that are said to be alike or opposed.
_UNDONE = AnyCase(
    rf"\b{_EFFECT}\b[^.;,]{{0,40}}?\b(?:turns? into|gives? way to|becomes? an?|(?:is|"
    rf"are) (?:reversed|undone|"
    r"cancell?ed|wiped out|eaten up|lost|offset|nullified|swallowed)|evaporates?)\b"
    r"|\b(?:wipes? out|cancels?(?: out)?|undoes|undo|eats? up|nullif(?:y|ies)|"
    r"swallows?)\s+(?:[\w-]+\s+){0,3}?"
    rf"{_EFFECT}\b"
    r"|\b(?:same|opposite|different|other)\s+(?:direction|way)s?\s+(?:as|from|to|than)\b",
    holding=(
        "become", "cancel", "direction", "eat", "evaporate", "lost", "nullif", "offset", "reversed",
        "swallow", "turn", "undo", "way", "wipe",
    ),
)  # fmt: skip


def _undone(text: str, readings: Sequence[Reading]) -> str:
    """Return what is said of the way of a change beside what was read of the change itself."""
    found = _UNDONE.search(text)
    if found is None or any(r.expression.operation == "ratio" for r in readings):
        return ""
    return _words(text, found)


#: A class in a clause of its own that goes with a denial: "not reduced to what is called minor".
_DENIED_BEFORE = AnyCase(
    r"(?:\b(?:not|never)\b|n't\b)[^,;.]{0,60}\b(?:that|which|what)\b[^,;.]{0,40}$"
)


def _denied_before(text: str, readings: Sequence[Reading]) -> str:
    graded = [r for r in readings if r.label and r.band is not None and not r.negated]
    plain = [r.figures[0].start for r in graded if r.band in r.bands and r.figures]
    return next((m.group() for s in plain if (m := _DENIED_BEFORE.search(text, 0, s))), "")


#: What is said to be as it was.
_AS_BEFORE = AnyCase(
    r"\b(?:just |exactly )?as (?:long|much|many|high|low|short|large|often) as (?:today|now|"
    r"before|ever|(?:in |with )?the baseline|it (?:is|was)|they (?:are|were|did|do)|"
    r"at present|hitherto|"
    r"nowadays|previously)\b"
)


def _as_before(text: str, readings: Sequence[Reading]) -> str:
    """Return that a result is as it was where only its value was read."""
    compared = any(r.expression.operation != "value" for r in readings)
    found = None if compared else _AS_BEFORE.search(text)
    return found.group() if found is not None else ""


#: A limit of a class, and no class.
_END_OF_CLASS = AnyCase(
    r"\b(?:upper|lower|top|bottom)\s+(?:(?:limit|end|bound|boundary|threshold|edge)\s+)?of\s+"
    r"(?:the|its)\s+(?:[\w'-]+\s+){1,2}(?:class|range|band|category|bracket)\b",
    holding=("upper", "lower", "top", "bottom"),
)


def _end_of_class(text: str, readings: Sequence[Reading]) -> str:
    """Return the end of a class where only readings of the class itself were found."""
    graded = [r.band.label for r in readings if r.band is not None and r.band in r.bands]
    found = _END_OF_CLASS.search(text) if graded else None
    return found.group() if found is not None else ""


#: How things were, beside how they are: "where drivers stood for 14 s, they now do so for one".
_THEN_AND_NOW = AnyCase(
    r"\W*(?:where|when|while|what)\b[^,;.]*\b(?:was|were|had|used to|took|stood|lasted|needed|"
    r"spent|idled|waited|lost|burnt|burned|"
    r"emitted|amounted|came)\b[^,;.]*,[^;.]*\bnow\b",
)


def _then_and_now(text: str) -> str:
    """Return how things were where a statement sets that beside how they are now."""
    found = _THEN_AND_NOW.match(text) if "now" in text else None
    return found.group() if found is not None else ""


#: A comparison of two amounts.
_AS_MUCH = AnyCase(
    r"\bas (?:much|little|strongly|far|steeply|sharply|fast|quickly|slowly) as\b|\bin proportion\b",
    holding=(
        "far", "fast", "in proportion", "little", "much", "quickly", "sharply", "slowly", "steeply",
        "strongly",
    ),
)  # fmt: skip


def _as_much(text: str, readings: Sequence[Reading]) -> str:
    """Return a comparison of two amounts where only directions were read."""
    found = _AS_MUCH.search(text) if _only_directions(readings) else None
    return _words(text, found) if found else ""


#: An interval that a statement speaks of, and the words by which a number in it is the median.
_INTERVAL = AnyCase(
    r"\b90 ?(?:%|percent|per cent) (?:\w+ )?(?:interval|range|level|confidence)\b",
    holding=("confidence", "interval", "level", "range"),
)
_MEDIAN = re.compile(
    r"\b(?:median|central|middle|average|best estimate|at least|at most)\b", re.IGNORECASE
)


def _interval(text: str, readings: Sequence[Reading]) -> str:
    """Return an interval of whose ends no reading is, where no median is named."""
    found = _INTERVAL.search(text)
    if found is None or _MEDIAN.search(text):
        return ""
    plain = all(
        r.quantile == "median" and r.comparator == "equal" and r.figures and not r.label
        for r in readings
    )
    held = any(t.end for r in readings for t in r.expression.terms)
    counted = any(isinstance(r, Counted) for r in readings)
    return _words(text, found) if plain and not held and not counted else ""


#: What denies a value that stands before it.
_BEHIND = AnyCase(
    r"\b(?:is|are|was|be|lies?|remains?|seems?|stays?|looks?)\s+(?:far\s+|well\s+|quite\s+|"
    r"simply\s+|even\s+)?"
    r"(?P<denial>(?:out of|beyond|not (?:with)?in)\s+(?:the\s+)?"
    r"(?:reach|question|bounds|sight|range)|off the table|impossible|unthinkable|inconceivable|"
    r"unattainable|unreachable|unlikely|improbable|implausible|"
    r"too (?:high|low|many|few|large|small|much|little|"
    r"early|late)\b(?! to)|wrong|mistaken|untrue|incorrect|false|an (?:exaggeration|"
    r"overstatement|understatement|overestimate|underestimate))\b",
    holding=(
        "bounds", "exaggeration", "false", "implausible", "impossible", "improbable",
        "inconceivable", "incorrect", "mistaken", "off the table", "overestimate", "overstatement",
        "question", "range", "reach", "sight", "too ", "unattainable", "underestimate",
        "understatement", "unlikely", "unthinkable", "untrue", "wrong",
    ),
)  # fmt: skip


#: A denial of all that stands behind it: "it cannot be said that".
_DENIED_WHOLE = AnyCase(
    r"\W*(?:it|one|we|you|there|nobody|no one|nothing)\b[^,.;:]{0,30}?"
    r"\b(?:cannot|can't|not|no|never|hardly|nobody|nothing|isn't|doesn't|wrong|untrue|false|n't)\b[^.;:]{0,50}?\b(?:that|whether)\b"
)


def _denied_whole(text: str, readings: Sequence[Reading]) -> str:
    found = _DENIED_WHOLE.match(text)
    return found.group() if found is not None and not any(r.negated for r in readings) else ""


def _denied_behind(text: str, readings: Sequence[Reading]) -> str:
    """Return what denies a value behind it where every reading only affirms one."""
    found = _BEHIND.search(text)
    if found is None:
        return ""
    plain = all(not r.negated and r.comparator in ("equal", "about", "is") for r in readings)
    return found["denial"] if plain else ""


_FACTOR = AnyCase(r"\bfactors?\s+of\s+(?:\w+\s+)?$")


def _factor(text: str, readings: Sequence[Reading]) -> str:
    """Return a factor that was taken for a value: "between the bounds lies a factor of 14"."""
    plain = [
        f for r in readings if not r.unit and r.expression.operation == "value" for f in r.figures
    ]
    return next((f.text for f in plain if f.start > 0 and _FACTOR.search(text, 0, f.start)), "")


_PARTED = re.compile(r"[:;]\s+")


def _beside_denial(text: str, readings: Sequence[Reading]) -> str:
    """Return what a colon parts from a denial and says how things are, if nothing of it is read."""
    cut = _PARTED.search(text)
    if cut is None or not all(r.negated for r in readings):
        return ""
    at = [f.start for r in readings for f in r.figures]
    if not at or min(at) >= cut.end():
        return ""
    return "" if max(at) >= cut.end() else text[cut.end() :].rstrip(" .")


def _consequence(text: str, readings: Sequence[Reading]) -> str:
    lead = _CONDITION.match(text)
    if lead is None or _OWN.search(text, lead.end()):
        return ""
    within = all(0 <= f.start < lead.end() for r in readings for f in r.figures)
    return text[lead.end() :].rstrip(" .") if within else ""
