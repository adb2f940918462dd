"""Several things said of one number that a peak might have, each of which is read.

"2,500 is fifteen times the median, and still inside the interval" says two things of 2,500, and
none of the peak itself.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed, as_exact
from simulrag.verifier.reading.wave import FLIPPED, RELATIONS, Wave, compared
from simulrag.verifier.reading.wave_signs import Signs
from simulrag.verifier.reading.wave_sizes import held_by

_SUBJECT = re.compile("I?[PM]*~?N[PM]*")
#: What is said of it: whether an interval holds it, how it lies to a value, how many times it is.
_SAID = re.compile(
    "[&;^WR]*(?:(?P<deny>!?)[MRWpi]*(?P<held>[iuX])[HL]?I|I(?P<not>!?)(?P<by>[cX])"
    "|(?P<no>!?)(?P<side>[<>gl=])(?P<than>[mPHL]+)I?"
    "|(?P<way>[<>~gls]?)(?P<many>Nx)(?P<of>[mPHL]+)I?)"
)
_SILENT = str.maketrans("", "", "tYE#k")
#: How far a multiple in round words is meant to reach, relative.
_LOOSE = Decimal("0.1")
_QUANTILES = {"H": "high", "L": "low"}


def held(row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of all that is said of one number; none where it is but one thing."""
    if row.dates or row.labels or any(n.unit not in ("", "times") for n in row.numbers):
        return []
    plain = re.sub("I(?=[IHL])", "", row.row.translate(_SILENT))
    subject = _SUBJECT.match(plain)
    if subject is None or not row.numbers or row.numbers[0].unit:
        return []
    said: list[re.Match[str]] = []
    end = subject.end()
    while (found := _SAID.match(plain, end)) is not None:
        said.append(found)
        end = found.end()
    many = sum(1 for one in said if one["many"])
    if end < len(plain) or len(said) < _FEWEST or len(row.numbers) != 1 + many:
        return []
    return list(_all_said(said, [as_exact(n) for n in row.numbers], wave))


_FEWEST = 2


def _all_said(said: list[re.Match[str]], numbers: list[Printed], wave: Wave) -> Iterator[Reading]:
    number, times = numbers[0], iter(numbers[1:])
    for one in said:
        if one["many"]:
            yield _multiple(one, number, next(times), wave)
        elif one["side"]:
            way, end = FLIPPED.get(one["side"], one["side"]), _end(one["than"])
            comparator = RELATIONS[way]
            yield compared(
                wave, wave.peak, comparator, number, negated=bool(one["no"]), quantile=end
            )
        else:
            denied = bool(one["deny"] or one["not"])
            yield from held_by(number, wave, outside=denied != ((one["held"] or one["by"]) in "uX"))


def _end(signs: str) -> str:
    own = set(signs) & set(_QUANTILES)
    return _QUANTILES[own.pop()] if len(own) == 1 else "median"


def _multiple(one: re.Match[str], number: Printed, times: Printed, wave: Wave) -> Reading:
    """Return that a number is so many times a value: that part of it is what the value is."""
    value = number.value / times.value
    way = FLIPPED.get(one["way"], one["way"])
    half = Decimal(0) if way in tuple("<>gl") else _LOOSE * value
    part = number.model_copy(update={"value": value, "half_unit": half})
    made = compared(wave, wave.peak, RELATIONS[way], part, quantile=_end(one["of"]))
    figure = made.figures[0].model_copy(update={"value": float(value), "half_unit": float(half)})
    return made.model_copy(update={"figures": (figure,)})
