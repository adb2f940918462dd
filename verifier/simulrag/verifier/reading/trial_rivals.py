"""The changes of two results set side by side: "CO2 falls more than travel time"."""

import re

from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.reading.trial_frames import Part, rest_known

#: The rows of such statements: a result and its way, how they compare, the other and its way.
_ROW = re.compile(
    r"[abV&]*(?P<way>[+-]?)D?(?P<first>r)D?(?P<then>[+-]?)[VB]*(?P<how>[><]|[+-]T|[~><]?f[ks]*T?|[78]T)"
    r"G?(?P<way2>[+-]?)D?(?P<second>r)D?(?P<then2>[+-]?)[abV]*"
)


def rivals(part: Part) -> list[Reading] | None:
    """Return the readings of a change that is more, less or a multiple of another result's."""
    names, trial = part.names, part.trial
    found = _ROW.fullmatch(part.signs)
    if found is None or len(names) != 2 or any(n not in trial.changes for n in names):
        return None
    first, second = names
    way = found["way"] or found["then"]
    other = found["way2"] or found["then2"] or way
    if not way or (found["way"] and found["then"]):
        return None
    part.used |= set(range(len(part.row)))
    if not rest_known(part, ""):
        return None
    compared = _compared(part, found, first, second)
    if compared is None:
        return None
    turns = [trial.turned(n, 1 if w == "+" else -1) for n, w in ((first, way), (second, other))]
    return [*turns, compared]


def _compared(part: Part, found: re.Match[str], first: str, second: str) -> Reading | None:
    trial = part.trial
    terms = tuple(Term(call=trial.changed, output=trial.changes[n]) for n in (second, first))
    at = found.start("how")
    sign = part.row[at]
    comparator: Comparator
    if found["how"] in ("<", "-T"):
        comparator, value, half = "below", 1.0, 0.0
    elif found["how"] in (">", "+T"):
        comparator, value, half = "above", 1.0, 0.0
    else:
        led = found["how"][0] if found["how"][0] in "~><" else ""
        at += bool(led)
        printed = part.printed(at)
        if printed is None or part.row[at].sign != "f":
            return None
        value, half = float(printed.value), float(printed.half_unit)
        half = max(half, 0.1 * value) if led == "~" else 0.0 if led else half
        comparator, sign = ("above" if led == ">" else "below" if led else "equal"), part.row[at]
        comparator = "equal" if led == "~" else comparator
    return Reading(
        expression=Expression(operation="ratio", terms=terms, absolute=True),
        comparator=comparator,
        figures=(Figure(text=sign.word, start=sign.start, end=sign.end, value=value, half_unit=half),),
    )
