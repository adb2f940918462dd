"""Parts of one in words, of whatever is told: "a third", "two fifths", "half"."""

import re
from collections.abc import Iterator
from decimal import Decimal

from simulrag.verifier.quantities import Printed, printed_number
from simulrag.verifier.reading.shares import PART, PARTS_OF_ONE

#: Parts of a time, and of a calendar, are none of a number of people.
_PART = re.compile(
    rf"(?<!and )(?<![\w-])(?:{PART}|(?<!\ba )(?<!\ban )half)\b"
    r"(?!\s+(?:an?|of (?:the|an?|its) (?:year|month|week|way|season)|"
    r"months?|weeks?|days?|years?|way|dozen|hundred|thousand|million)\b)(?!-)"
)
#: A part in words is meant to about a twentieth of itself.
_LOOSE = Decimal("0.05")


#: "A good fifth": what stands between is no number.
_GRADED_PART = re.compile(
    rf"(?<=good |full |bare |mere |cant |lean )(?P<part>{'|'.join(PARTS_OF_ONE)})\b"
    r"(?! (?:an?|dozen)\b)"
)


def parts_of_one(small: str) -> Iterator[Printed]:
    """Return the parts that a text in small letters names, percent."""
    if not any(map(small.__contains__, PARTS_OF_ONE)):
        return
    for match in (*_PART.finditer(small), *_GRADED_PART.finditer(small)):
        part = printed_number(match.group()) or printed_number(f"a {match.group()}")
        if part is None or not 0 < part.value < 1:
            continue
        yield Printed(
            text=match.group(),
            start=match.start(),
            end=match.end(),
            unit_end=match.end(),
            value=100 * part.value,
            half_unit=100 * _LOOSE * part.value,
            unit="percent",
            qualified_from=match.start(),
        )
