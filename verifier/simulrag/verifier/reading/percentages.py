"""What a percentage says where it can only be a change."""

import re

from simulrag.simulators.interface import Output
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.subjects import signed

#: Most characters between a word of direction and the number that it governs beyond doubt.
_BESIDE = 16


def of_change(fact: Fact, output: Output) -> bool:
    """Tell whether a number is a change: it says so, or is a share of an output in other units."""
    share = fact.printed[0].unit == "percent" and output.unit not in ("percent", "degC")
    return fact.of_change or (share and not fact.of_value)


def contradicts_itself(fact: Fact) -> bool:
    """Tell whether a word of rising stands at a negative number."""
    if fact.direction_at is None or not signed(fact) or fact.printed[0].value >= 0:
        return False
    # "More importantly, CO2 changes by -35 %" speaks of no rise.
    return fact.direction == "rise" and fact.start - fact.direction_at[1] <= _BESIDE


def of_word(fact: Fact) -> Fact:
    """Return the direction that the word beside a number states by itself."""
    start, end = fact.direction_at or (fact.start, fact.end)
    return fact._replace(kind="direction", start=start, end=end, printed=())


def of_size(fact: Fact) -> bool:
    """Tell whether a limit is set to a change of either direction."""
    limit = fact.printed[0].qualifier not in ("exact", "about")
    return limit and fact.direction == "none" and not signed(fact)


#: A share of those who live somewhere.
_OF_PEOPLE = re.compile(
    r"\s+of\s+(?:(?:the|all|its|their)\s+)?(?:(?:whole|entire|total)\s+)?"
    r"(?:population|people|residents|inhabitants|citizens|public|everyone|everybody|society)\b"
    r"(?!\s+in hospital)",
    re.IGNORECASE,
)


def of_people(text: str, at: int) -> bool:
    """Tell whether a share that ends at `at` is one of the population."""
    return _OF_PEOPLE.match(text, at) is not None
