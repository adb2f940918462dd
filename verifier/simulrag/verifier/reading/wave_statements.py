"""Statements about a wave that are read as a whole, every word accounted for."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, blanked
from simulrag.verifier.reading.wave import Wave
from simulrag.verifier.reading.wave_clauses import in_parts
from simulrag.verifier.reading.wave_distances import distances
from simulrag.verifier.reading.wave_frames import framed
from simulrag.verifier.reading.wave_growth import growth, label_and_rest, rising
from simulrag.verifier.reading.wave_held import held
from simulrag.verifier.reading.wave_intervals import intervals
from simulrag.verifier.reading.wave_signs import Signs, other_signs, signs
from simulrag.verifier.reading.wave_sizes import sizes
from simulrag.verifier.reading.wave_times import times
from simulrag.verifier.reading.wave_unheld import other_level
from simulrag.verifier.reading.wave_weekdays import on_weekday, weekday_in

#: Reads a text of the statement as one about another result.
_Others = Callable[[str], list[Reading]]


def wave_readings(context: Context, wave: Wave, others: _Others) -> list[Reading]:
    """Return the readings of a statement about a single wave; none where a word is unknown."""
    text = context.text
    weekday = weekday_in(text)
    if weekday is not None:
        rest = blanked(text, [weekday.span()])
        return _with_weekday(weekday["day"].lower(), context._replace(text=rest), wave, others)
    if other_level(text):
        return []
    row = signs(text, context.mentions, wave.labels)
    if row is None:
        return others(text)
    row = without_start(row, wave)
    return (
        _whole(row, wave, text)
        or _whole(without_contrast(row), wave, text)
        or in_parts(text, context.mentions, wave.labels, lambda part: _part(part, wave, text))
        or _in_other_senses(context, wave)
        or _without_noise(row, wave, text)
        or _with_attribute(row, wave, text)
    )


_DENIED = AnyCase(r"\b(?:not|never|neither|nor|none|isn't|doesn't|wouldn't|without)\b")
#: Intervals, and what is possible by them.
_OF_INTERVALS = frozenset("IMcXu")


def without_start(row: Signs, wave: Wave) -> Signs:
    """Return a row without the day on which a season starts, told beside its start."""
    begun = wave.call.arguments.get(wave.day.since)
    found = re.search("(?<=[bSF])D", row.row)
    if found is None or not begun or len(row.dates) + len(row.numbers) < _FEWEST:
        return row
    at = row.row[: found.start()].count("D")
    start = date.fromisoformat(str(begun))
    if row.dates[at].on_or_after(start) != (start, start):
        return row
    dates = (*row.dates[:at], *row.dates[at + 1 :])
    return replace(row, row=row.row[: found.start()] + row.row[found.end() :], dates=dates)


_FEWEST = 2


#: "Not eight weeks but eight months", "two months, and not two weeks".
_CONTRAST = re.compile(
    "![AB]?(?P<not>[ND])(?=;[AB]?[~<>glGs]?(?P=not))|(?<=N)[&;]?!N|(?<=N[APbS])&!N|(?<=D)[&;]?!D"
)


def without_contrast(row: Signs) -> Signs:
    """Return a row without the number or the date that another is told instead of."""
    found = _CONTRAST.search(row.row)
    if found is None or re.search("[<>gl]", row.row):
        return row
    kept = row.row[: found.start()] + row.row[found.end() :].removeprefix(";")
    if found.group().endswith("D"):
        at = row.row[: found.end()].count("D") - 1
        return replace(row, row=kept, dates=(*row.dates[:at], *row.dates[at + 1 :]))
    units = {n.unit for n in row.numbers}
    if len(units) > 1 and not units <= {"day", "week", "month"}:
        return row
    at = len(re.findall("[Nv]", row.row[: found.end()])) - 1
    return replace(row, row=kept, numbers=(*row.numbers[:at], *row.numbers[at + 1 :]))


def left_open(context: Context, wave: Wave, readings: Sequence[Reading]) -> bool:
    """Tell whether a statement says of an interval what was read as if it were of the median."""
    of = [(r.expression, r.quantile) for r in readings if r.figures]
    if any(one in of[:at] for at, one in enumerate(of)) and _DENIED.search(context.text):
        return True  # which of two numbers is denied needs every word
    plain = (r for r in readings if r.expression.operation == "value" and r.quantile == "median")
    if not any(t.output == wave.peak.name for r in plain for t in r.expression.terms):
        return False
    row = signs(context.text, context.mentions, wave.labels)
    return row is not None and bool(_OF_INTERVALS & set(row.row))


#: Signs that matter in some rows only: "the run begins", "it awaits them".
_NOISE = str.maketrans("", "", "EztWρ")


#: What joins nothing: "given that, the top is reached", "starting from there".
_LEADS = re.compile("[dk](?![~<>glGs]?N)")
_AT_AN_EDGE = re.compile("^[&^;]+|[&^;]+$")


def _part(row: Signs, wave: Wave, text: str) -> list[Reading]:
    return _whole(row, wave, text) or _without_noise(row, wave, text)


def _without_noise(row: Signs, wave: Wave, text: str) -> list[Reading]:
    if "NtE" in row.row:
        return []  # "ten percent to go to the upper end"
    plain = _AT_AN_EDGE.sub("", _LEADS.sub("", row.row.translate(_NOISE)))
    return _whole(replace(row, row=plain), wave, text) if plain != row.row else []


#: A value told beside a name: "fifteen times the median of 165".
_ATTRIBUTE = re.compile("[mPTHL]I?N")


def _with_attribute(row: Signs, wave: Wave, text: str) -> list[Reading]:
    """Return what a statement says, and the value that it tells by the way of a thing it names."""
    if len(row.numbers) < _FEWEST or "!" in row.row or "NtE" in row.row:
        return []
    plain = row.row.translate(_NOISE)
    for found in _ATTRIBUTE.finditer(plain):
        at = len(re.findall("[Nv]", plain[: found.end() - 1]))
        own = replace(
            row, row=found.group().replace("m", "Pm"), numbers=row.numbers[at : at + 1], dates=()
        )
        rest = replace(
            row,
            row=plain[: found.end() - 1] + plain[found.end() :],
            numbers=(*row.numbers[:at], *row.numbers[at + 1 :]),
        )
        beside, told = _whole(rest, wave, text), sizes(own, wave)
        if (
            beside
            and told
            and all(r.expression not in [b.expression for b in beside] for r in told)
        ):
            return [*beside, *told]
    return []


def _with_weekday(name: str, context: Context, wave: Wave, others: _Others) -> list[Reading]:
    """Return the readings of a statement that names a day of the week beside what else it says."""
    row = signs(context.text, context.mentions, wave.labels)
    alone = re.sub("[mRtyFbW=]", "", row.row) if row is not None else ""
    if re.fullmatch("P+!?|!P+", alone):
        return on_weekday(name, wave, negated="!" in alone)
    rest = wave_readings(context, wave, others)
    return [*rest, *on_weekday(name, wave)] if rest and "!" not in alone else []


def _in_other_senses(context: Context, wave: Wave) -> list[Reading]:
    """Return what a statement says with other senses of its words, if that is one thing only."""
    found: list[list[Reading]] = []
    for row in other_signs(context.text, context.mentions, wave.labels):
        made = _whole(row, wave, context.text)
        if made and made not in found:
            found.append(made)
    return found[0] if len(found) == 1 else []


def _whole(row: Signs, wave: Wave, text: str) -> list[Reading]:
    """Return the readings of a statement that says one thing, or of a part that does."""
    two = label_and_rest(row, wave)
    if two is not None:
        label, rest = two
        others = times(rest, wave) or sizes(rest, wave)
        if rest.row in ("S+", "+", "F+", ">+", ";+"):  # "after a slow start the numbers pick up"
            others = _first_day(replace(rest, row="P!F"), wave)
        if others:
            return [label, *others]
    return (
        times(row, wave)
        or _first_day(row, wave)
        or growth(row, wave)
        or distances(row, wave, text)
        or intervals(row, wave)
        or sizes(row, wave)
        or held(row, wave)
        or framed(row, wave, _figure)
    )


def _figure(row: Signs, wave: Wave) -> list[Reading]:
    """Return the reading of a part that holds a single figure."""
    return times(row, wave) or growth(row, wave) or sizes(row, wave)


#: Rows in which the peak is on the first day (F), and those in which it comes later.
_FIRST = frozenset(
    (
        "FP",
        "PF",
        "P1",
        "bP",
        "!+AF",
        "!+F",
        "!P+F",
        "!P!F",
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
_NONE_LATER = re.compile("!>[>+]+[Fb1]+|!A[F1](?:W|[>+]+)")


def _first_day(row: Signs, wave: Wave) -> list[Reading]:
    plain = (
        row.row.replace("y", "-")
        .replace("m", "")
        .replace("R", "")
        .replace("PP", "P")
        .replace("S", "F")
    )
    if plain == "!+F" and "S" in row.row:
        return []  # "no growth at the start"
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
