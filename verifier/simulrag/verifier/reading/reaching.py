"""Denied amounts that are not reached: "does not warm by a whole degree", "never gets to 9 °C"."""

import re

from simulrag.verifier.claims import Comparator, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.fact import Fact

_REACH = re.compile(
    r"\b(?:(?:reach|attain|hit|make)\w*|(?:gets?|got|getting|amount|lift|tak|bring|push|carr|rais|"
    r"climb|ris|driv|warm|heat)\w*\b[^,;.]*?\b(?:up\s+)?to)\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_SINK = re.compile(
    r"\b(?:(?:pull|bring)\w*\b[^,;.]*?\bdown|(?:fall|drop|sink|cool|declin|decreas|slip|lower)\w*\b"
    r"(?:(?!\b(?:gets?|amounts?|reach\w*|comes?|climbs?|rises?)\b)[^,;.])*?)\s+to\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
#: What makes a denied amount one that is not reached ("not by even a tenth of a degree").
_AS_MUCH = re.compile(
    r"\b(?:even|as (?:large|big|much|high|great|warm|hot|strong|wide) as|a full|a whole|"
    r"by half|so much as)\s+(?:an?\s+)?$",
    re.I,
)
#: A change that is owned is there, whatever is denied of its size.
_GIVEN = re.compile(r"(?:\b(?:the|its|their|this)|['’]s)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)
_UNDER = ("below", "at_most", "just_below")


def denied_comparator(printed: Printed, before: str) -> Comparator:
    """Return what is denied of an exact number behind some words: that it is reached, or held."""
    if _SINK.search(before):
        return "at_most"
    if not _REACH.search(before) and not _whole(printed, before):
        return "equal"
    falls = printed.unit == "percent" and printed.value < 0
    return "at_most" if falls else "at_least"  # "halved" is a change of -50 %


def _whole(printed: Printed, before: str) -> bool:
    """Tell whether a denied amount is denied to be reached: "does not warm by a whole degree"."""
    in_words = not any(letter.isdigit() for letter in printed.text)
    return in_words or _AS_MUCH.search(before) is not None


def only_under(fact: Fact, text: str, made: Reading) -> bool:
    """Tell whether a change one way is given by a number that it stays under."""
    plain = fact.direction != "none" and fact.printed[0].unit != "percent"
    if not plain or made.direction is None or made.expression.absolute:
        return False
    if not fact.negated:
        return made.comparator in _UNDER
    # "The fall never gets to 1 °C" takes it for granted that there is one.
    given = _GIVEN.search(text, 0, made.direction.start)
    return made.comparator in ("at_least", "above") and given is not None


def not_the_other_way(reading: Reading) -> Reading:
    """Return that what "warms by less than 1 °C" does not cool, which is less than 1 °C, too."""
    return Reading(
        expression=reading.expression,
        comparator="falls",
        figures=(reading.direction,) if reading.direction else (),
        negated=True,
    )
