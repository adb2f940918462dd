"""Statements about a wave that are read as a whole, every word accounted for."""

import re
from dataclasses import replace
from datetime import date

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.wave import Wave
from simulrag.verifier.reading.wave_clauses import in_parts
from simulrag.verifier.reading.wave_distances import distances
from simulrag.verifier.reading.wave_growth import growth, label_and_rest, rising
from simulrag.verifier.reading.wave_others import other_results
from simulrag.verifier.reading.wave_signs import Signs, signs
from simulrag.verifier.reading.wave_sizes import sizes
from simulrag.verifier.reading.wave_times import times


def wave_readings(context: Context, wave: Wave) -> list[Reading]:
    """Return the readings of a statement about a single wave; none where a word is unknown."""
    text = context.text
    row = signs(text, context.mentions, wave.labels)
    if row is None:
        return other_results(context, wave)
    return _whole(row, wave, text) or in_parts(
        text, context.mentions, wave.labels, lambda part: _whole(part, wave, text)
    )


def _whole(row: Signs, wave: Wave, text: str) -> list[Reading]:
    """Return the readings of a statement that says one thing, or of a part that does."""
    two = label_and_rest(row, wave)
    if two is not None:
        label, rest = two
        others = times(rest, wave) or sizes(rest, wave)
        if rest.row in ("S+", "+", "F+", ">+", ";+"):  # "after a slow start the numbers pick up"
            others = _first_day(replace(rest, row="P!F"), wave)
        return [label, *others] if others else []
    return (
        times(row, wave)
        or _first_day(row, wave)
        or growth(row, wave)
        or distances(row, wave, text)
        or sizes(row, wave)
    )


#: Rows in which the peak is on the first day (F), and those in which it comes later.
_FIRST = frozenset(
    (
        "FP",
        "PF",
        "bP",
        "!+AF",
        "!+F",
        "!P+F",
        "!>PF",
        "P!>F",
        "-F",
        "!AF",
        "!>F",
        "!+1",
        "!>1",
        "P&F=",
        "P=F",
        "F=P",
        "F&P=",
        "P=&F",
        "F=&P",
    )
)
_LATER = frozenset(("P!F", "!FP", "F!P", "!PF", "P>F", "+F", "PAF", "+>F", ">F"))

#: "No later day is higher than the first": the peak is on it.
_NONE_LATER = re.compile("!>[>+]+[Fb1]+|!A[F1]W")


def _first_day(row: Signs, wave: Wave) -> list[Reading]:
    plain = (
        row.row.replace("y", "-")
        .replace("m", "")
        .replace("R", "")
        .replace("PP", "P")
        .replace("S", "F")
    )
    begun = wave.call.arguments.get(wave.day.since)
    first = plain in _FIRST or _NONE_LATER.fullmatch(plain) is not None
    if not begun or not (first or plain in _LATER):
        return []
    day = date.fromisoformat(str(begun)).isoformat()
    return [
        *(rising(wave) if plain == "+F" else ()),  # "on the rise from the very first day"
        Reading(
            expression=wave.value(wave.day),
            comparator="equal",
            unit="date",
            label=f"{day}/{day}",
            negated=not first,
        ),
    ]
