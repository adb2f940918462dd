"""The changes of two results set side by side: "CO2 falls more than travel time"."""

import re
from dataclasses import replace

from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.reading.trial import compared
from simulrag.verifier.reading.trial_frames import Part

#: The rows of such statements: a result and its way, how they compare, the other and its way.
_NOUN = re.compile("(?:reduction|drop|fall|decrease|decline|cut|increase|rise|growth|change)")
_ROW = re.compile(
    r"[abV&]*(?P<way>[+-]?)D?(?P<first>r)D?(?P<then>[+-]?)[VB]*"
    r"(?P<how>[><X]|[+-]T|[~><]?[fN][ksVBT]*|[78]T)G?(?P<way2>[+-]?)D?(?P<second>r)D?"
    r"(?P<then2>[+-]?)[abV]*|"
    r"(?P<one>r)V*(?P<many>[~><]?f)[ks]*(?P<both>[+-])(?P<two>r)"
)


def rivals(part: Part) -> list[Reading] | None:
    """Return the readings of a change that is more, less or a multiple of another result's."""
    names, trial = part.names, part.trial
    found = _ROW.fullmatch(part.signs)
    if found is None or len(names) != 2 or any(n not in trial.changes for n in names):
        return None
    first, second = names
    noun = found["how"][:1] if _adjective(part, found) else ""
    way = noun or found["way"] or found["then"] or found["both"] or found["way2"]
    other = found["way2"] or found["then2"] or way
    if not way or (found["way"] and found["then"]):
        return None
    beside = _compared(part, found, first, second)
    if beside is None:
        return None
    turns = [trial.turned(n, 1 if w == "+" else -1) for n, w in ((first, way), (second, other))]
    return [*turns, beside]


_APPOSED = re.compile("r,?(?P<one>N),?[^N]*r,?(?P<two>N),?")


def rivals_in_numbers(part: Part) -> list[Reading] | None:
    """Return the readings of "the cut in X, 27 %, outweighs that in Y, 17 %"."""
    found = _APPOSED.search(part.signs)
    both = [part.printed(n) for n in part.numbers]
    if found is None or any(p is None or p.unit != "percent" or p.signed for p in both):
        return None
    plain = replace(part, row=[s for s in part.row if s.sign not in "N,"], used=set[int]())
    made = rivals(plain)
    if made is None:
        return None
    for name, printed in zip(plain.names, both, strict=True):
        size = part.trial.between("percent_change", name, absolute=True)
        if printed is not None:
            made.append(compared(part.trial, size, "", printed, unit="percent"))
    return made


def _less(part: Part, found: re.Match[str]) -> str:
    """Return how a comparison reads that says less: "a smaller reduction than", "falls less"."""
    adjective = _adjective(part, found)
    return found["how"] if adjective == "-" else "" if adjective else "-T"


def _adjective(part: Part, found: re.Match[str]) -> str:
    """Return the sign of an adjective before the noun of a change: "a larger reduction than"."""
    noun = found["how"] in ("+T", "-T") and _NOUN.fullmatch(part.row[found.start("how")].word)
    return found["then"] if noun else ""


def _compared(part: Part, found: re.Match[str], first: str, second: str) -> Reading | None:
    trial = part.trial
    terms = tuple(Term(call=trial.changed, output=trial.changes[n]) for n in (second, first))
    how = found["how"] or found["many"]
    at = found.start("how" if found["how"] else "many")
    sign = part.row[at]
    comparator: Comparator = "below" if how in ("<", _less(part, found)) else "above"
    value, half = 1.0, 0.0
    if set(how) & set("fN"):
        led = how[0] if how[0] in "~><" else ""
        sign = part.row[at + len(led)]
        printed = part.printed(at + len(led))
        if printed is None or (sign.sign == "N" and sign.word != "part"):
            return None
        share = 100 if sign.sign == "N" else 1
        value, half = float(printed.value) / share, float(printed.half_unit) / share
        half = 0.0 if led in ("<", ">") else max(half, 0.1 * value if led == "~" else 0.0)
        comparator = "above" if led == ">" else "below" if led == "<" else "equal"
    return Reading(
        expression=Expression(operation="ratio", terms=terms, absolute=True),
        comparator=comparator,
        figures=(
            Figure(text=sign.word, start=sign.start, end=sign.end, value=value, half_unit=half),
        ),
    )
