"""Parts of a statement that readings of its other parts must not stand for."""

import itertools
import re
from collections.abc import Sequence

from simulrag.verifier.claims import Counted, Problem, Reading
from simulrag.verifier.quantities import printed_number

_CLASS = re.compile(r"\b(?:category|categories|class|classes|bracket|tier)\b", re.IGNORECASE)
#: A grade that is said of several things at once.
_OF_SEVERAL = re.compile(
    r"\b(?:both|all|neither|none)\s+of\s+(?:which|them|these|those)\b[^.;]*[.]?\s*$", re.IGNORECASE
)
#: "At 28.5 °C, homes remain comfortable": the number is what the statement is about.
_CONDITION = re.compile(
    r"^\W*(?:at|with)\s+(?:about\s+|around\s+|nearly\s+)?[-+]?\d[\d.,]*\s?(?:°\s?[CF]|[a-z%]+)?,\s+",
    re.IGNORECASE,
)
_ONE_OF_TWO = re.compile(
    r"\b(?:in|under|for|with|by|on)\s+the\s+\w+er\s+of\s+(?:the|these|those)\s+two\b", re.IGNORECASE
)
_OWN = re.compile(
    r"\b(?:temperature|mean|average|warm|cool|hot|cold|change|difference|peak|value|level|it|this|"
    r"that|result|median|season|queue|travel|time|trip|emission|speed|admission|prevalence)\w*\b",
    re.IGNORECASE,
)


def overlooked(text: str, readings: Sequence[Reading], simulator: str) -> Problem | None:
    """Report a class, a grade of several or a consequence that none of the readings holds."""
    said = _unheld_class(text, readings) or _grade_of_several(text, readings)
    said = said or _two_values(readings)
    said = said or _consequence(text, readings) or _which_of_two(text, readings)
    said = said or _interval(text, readings) or _as_much(text, readings) or _undone(text, readings)
    if not said:
        return None
    return Problem(
        reason="unread",
        message=f"{said!r} could not be accounted for, so that nothing is decided",
        simulator=simulator,
        given=said,
    )


def _unheld_class(text: str, readings: Sequence[Reading]) -> str:
    found = _CLASS.search(text) if _only_directions(readings) else None
    return found.group() if found else ""


def _only_directions(readings: Sequence[Reading]) -> bool:
    return all(r.comparator in ("rises", "falls") for r in readings)


def _grade_of_several(text: str, readings: Sequence[Reading]) -> str:
    graded = [r for r in readings if r.label or r.band is not None]
    found = _OF_SEVERAL.search(text) if len(graded) == 1 else None
    return found.group() if found else ""


def _which_of_two(text: str, readings: Sequence[Reading]) -> str:
    """Return "in the hotter of the two cases": which one is meant, and nothing that is said."""
    found = _ONE_OF_TWO.search(text) if _only_directions(readings) else None
    return found.group() if found else ""


def _two_values(readings: Sequence[Reading]) -> str:
    """Return the second of two numbers that were both taken for one value, which has one only."""
    exact = [r for r in readings if r.comparator == "equal" and not r.negated and r.unit]
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
_UNDONE = re.compile(
    rf"\b{_EFFECT}\b[^.;,]{{0,40}}?\b(?:turns? into|gives? way to|becomes? an?|(?:is|"
    rf"are) (?:reversed|undone|"
    r"cancell?ed|wiped out|eaten up|lost|offset|nullified|swallowed)|evaporates?)\b"
    r"|\b(?:wipes? out|cancels?(?: out)?|undoes|undo|eats? up|nullif(?:y|ies)|"
    r"swallows?)\s+(?:[\w-]+\s+){0,3}?"
    rf"{_EFFECT}\b"
    r"|\b(?:same|opposite|different|other)\s+(?:direction|way)s?\s+(?:as|from|to|than)\b",
    re.IGNORECASE,
)


def _undone(text: str, readings: Sequence[Reading]) -> str:
    """Return what is said of the way of a change beside what was read of the change itself."""
    found = _UNDONE.search(text)
    compared = any(r.expression.operation == "ratio" for r in readings)
    return found.group() if found is not None and not compared else ""


#: A comparison of two amounts.
_AS_MUCH = re.compile(
    r"\bas (?:much|little|strongly|far|steeply|sharply|fast|quickly|slowly) as\b|\bin proportion\b",
    re.IGNORECASE,
)


def _as_much(text: str, readings: Sequence[Reading]) -> str:
    """Return a comparison of two amounts where only directions were read."""
    found = _AS_MUCH.search(text) if _only_directions(readings) else None
    return found.group() if found else ""


#: An interval that a statement speaks of, and the words by which a number in it is the median.
_INTERVAL = re.compile(
    r"\b90 ?(?:%|percent|per cent) (?:\w+ )?(?:interval|range|level|confidence)\b", re.IGNORECASE
)
_MEDIAN = re.compile(
    r"\b(?:median|central|middle|average|best estimate|least|most)\b", re.IGNORECASE
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
    return found.group() if plain and not held and not counted else ""


def _consequence(text: str, readings: Sequence[Reading]) -> str:
    lead = _CONDITION.match(text)
    if lead is None or _OWN.search(text, lead.end()):
        return ""
    within = all(0 <= f.start < lead.end() for r in readings for f in r.figures)
    return text[lead.end() :].rstrip(" .") if within else ""
