"""Parts of a statement about a wave that readings of its other parts must not stand for."""

import itertools
import re
from collections.abc import Iterator, Sequence

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.strange import strange_in
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, small_letters
from simulrag.verifier.reading.told_dates import told_dates
from simulrag.verifier.reading.wave import Wave
from simulrag.verifier.reading.wave_ordinals import counted_off
from simulrag.verifier.reading.wave_words import told_of_waves

#: How values lie to each other, and means over days, of which a single value says nothing.
_BETWEEN_VALUES = AnyCase(
    r"\b(?:closer|nearer|wide|width|breadth|apart|averag\w+|on (?:an )?average|mean|midpoint|"
    r"halfway|midway|in the middle of|(?:half|third|quarter|twice|double|times) (?:of )?(?:the )?"
    r"\d[\d,.]*|per (?:state|head|capita|week)|each (?:state|week))\b",
    holding=(
        "half", "third", "quarter", "twice", "double", "times", "closer", "nearer", "wid",
        "breadth", "apart", "averag", "mean", "mid", "halfway", "middle", "per", "week", "each",
    ),
)  # fmt: skip
#: How likely something is, of which a single value says nothing.
_LIKELY = AnyCase(
    r"\b(?:unlikely|improbable|doubtful|questionable|"
    r"(?:chance|probability|likelihood|odds) (?:of|that|for))\b",
    holding=(
        "unlikely",
        "improbable",
        "doubtful",
        "questionable",
        "chance",
        "probab",
        "likelihood",
        "odds",
    ),
)
#: What lies between days, of which two readings say nothing.
_FROM_DAY = AnyCase(
    r"\b(?:before|after|past|precedes?|follows?|over|ahead|behind|off|away|later|earlier|old)\b"
    r"(?!\s+(?:[\w'-]+\s+){0,4}?(?:start|onset|beginning|opening|outset|season|starts|begins))"
)
#: Both ends of an interval in one breath.
_BOTH_ENDS = AnyCase(
    r"\b(?:neither|both|either)\b[^.;]*\b(?:lower|bottom)\b[^.;]*\b(?:upper|top)\b",
    holding=("neither", "both", "either"),
)
#: What is denied behind a day: "by Christmas the peak has not come".
_DENIED_BEHIND = re.compile(r"\b(?:not|never|no|without)\b|n't\b")
#: A text that takes back what it says.
_TAKEN_BACK = AnyCase(r"(?:\.\.\.?|…|\s-)\s*(?:no|or rather|sorry|i mean)\b[,\s]")


def unheld(context: Context, readings: Sequence[Reading], wave: Wave) -> str:
    """Return what a statement says of a wave that none of its readings holds; "" for nothing."""
    text = context.text
    found = _TAKEN_BACK.search(text)
    found = found or (_BETWEEN_VALUES.search(text) if _plain_value(readings, wave) else None)
    if found is not None and not _is_input(found, context, readings):
        return found.group()
    return (
        _one_of_both_ends(text, readings)
        or _uncounted(text, readings, wave)
        or _unnamed_pace(text, readings, wave)
        or _denied_behind(text, readings)
        or _from_day(text, readings, wave)
        or _of_words(text, readings)
        or _two_labels(readings)
        or _neither(text, readings)
        or _no_beginning(text, readings, wave)
        or _likely(text, readings, wave)
        or _odds(text, readings)
        or _of_interval(text, readings, wave)
        or other_level(text)
        or _before_the_start(text)
        or _if_it_were(text)
        or _other_window(text, readings, wave)
    )


#: An interval of another level than that which a run holds.
_LEVEL = AnyCase(
    r"(?P<level>\d[\d.]*) ?(?:%|percent|per cent)[ -](?:confidence |credible |prediction |"
    r"uncertainty |central |probability )*(?:interval|range|band|ci\b|confidence|level|limits|"
    r"bounds|spread|end\b|ceiling|floor|chances?\b|probability|likelihood|odds|certainty)",
    holding=("%", "percent", "per cent"),
)
_HELD_LEVEL = 90


def other_level(text: str) -> str:
    """Return the level of an interval that is not the one which a run holds."""
    found = _LEVEL.search(text)
    return found.group() if found is not None and float(found["level"]) != _HELD_LEVEL else ""


#: How likely something is, behind a number in percent.
_OF_ODDS = re.compile(
    r"\s*(?:%|percent|per cent)?(?: or (?:better|more|higher|above|over))?[ -]"
    r"(?:chances?|probability|likelihood|odds|certainty)\b",
    re.I,
)


def _odds(text: str, readings: Sequence[Reading]) -> str:
    """Return a number that tells how likely something is, and was read of a result."""
    in_percent = (r for r in readings if r.unit == "percent")
    ends = (f.end for r in in_percent for one in r.single for f in one.figures if f.end > 0)
    return next((found.group() for end in ends if (found := _OF_ODDS.match(text, end))), "")


#: Before there is anything to tell of.
_BEFORE_THE_START = AnyCase(
    r"\b(?:days?|weeks?|months?) (?:before|ahead of|prior to) (?:the )?(?:very )?(?:season's )?"
    r"(?:start|beginning|opening|launch|onset|outset|kick-?off|first day|day one|"
    r"it (?:starts|begins|opens)|season (?:starts|begins|opens))\b",
    holding=("before", "ahead of", "prior to"),
)


def _before_the_start(text: str) -> str:
    found = _BEFORE_THE_START.search(text)
    return found.group() if found is not None else ""


#: What would be so in another case than that which was run.
_OTHERWISE = AnyCase(
    r"\b(?:would|could|might)(?: (?:not|never|\w+ly))? have "
    r"(?:been|had|\w+ed|come|gone|risen|fallen)\b",
    holding=("would", "could", "might"),
)


def _if_it_were(text: str) -> str:
    found = _OTHERWISE.search(text)
    return found.group() if found is not None else ""


#: The time over which growth is counted, days, within what "a month" leaves open.
_WINDOW_DAYS, _LOOSE_DAYS = 28, 3.5
_DAYS = {"day": 1, "week": 7, "month": 30}


def doubted_of_wave(context: Context, readings: Sequence[Reading], simulator: Simulator) -> str:
    """Return a word that no table knows, or a time that no reading of a wave holds."""
    strange = strange_in(context, simulator, told_of_waves())
    return strange or _unheld_time(context, readings)


def _unheld_time(context: Context, readings: Sequence[Reading]) -> str:
    """Return a time that is no input, no reading's, and not the first four weeks."""
    held = [(f.start, f.end) for r in readings for one in r.single for f in one.figures]
    held += [(m.start, m.end) for m in context.mentions]
    held += [(d.start, d.end) for d in told_dates(context.text)]
    for told in quantities(context.text):
        days = _DAYS.get(told.unit)
        inside = any(start < told.unit_end and told.start < end for start, end in held)
        if days and not inside and abs(float(told.value) * days - _WINDOW_DAYS) > _LOOSE_DAYS:
            return context.text[told.start : told.unit_end]
    return ""


def _other_window(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return a time beside growth that is another than that over which it is counted."""
    of = _outputs(readings)
    grown = {o.name for o in (wave.growth, wave.trend) if o is not None}
    if not of or not of <= grown:
        return ""
    spans = (q for q in quantities(text) if q.unit in _DAYS)
    apart = (q for q in spans if abs(float(q.value) * _DAYS[q.unit] - _WINDOW_DAYS) > _LOOSE_DAYS)
    return next((q.text for q in apart), "")


def _is_input(found: re.Match[str], context: Context, readings: Sequence[Reading]) -> bool:
    """Tell whether words are of the settings ("per state aggregation"), or name parts of a run."""
    if any(m.start <= found.start() < m.end for m in context.mentions):
        return True
    return found.group() == "each state" and _of_one_place(readings)


def _of_one_place(readings: Sequence[Reading]) -> bool:
    """Tell whether every reading is of the part of a run that one place is."""
    calls = (t.call for r in readings for t in r.expression.terms)
    lists = [v for call in calls for v in call.arguments.values() if isinstance(v, list)]
    return all(len(places) == 1 for places in lists)


def _from_day(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return words between a day and a time beside it, each of which was compared with the peak."""
    of = {r.expression.terms[0].output for r in readings if r.figures}
    found = _FROM_DAY.search(text) if {wave.day.name, wave.weeks.name} <= of else None
    return found.group() if found is not None else ""


#: What is taken back as a word for it, and what is of two values.
_TOO = AnyCase(
    r"\btoo \w+ (?:an? )?(?:word|term|name|label|expression|description)\b", holding=("too ",)
)
_RATIO = AnyCase(
    r"\b(?:ratio|quotient|proportion) (?:of|between)\b", holding=("ratio", "quotient", "proportion")
)


def _of_words(text: str, readings: Sequence[Reading]) -> str:
    found = _TOO.search(text)
    if found is None and all(r.expression.operation != "ratio" for r in readings):
        found = _RATIO.search(text)
    return found.group() if found is not None else ""


_NEITHER = AnyCase(r"\bneither\b.*\bnor\b", holding=("neither",))


def _neither(text: str, readings: Sequence[Reading]) -> str:
    """Return "neither" where only one of two denials was read."""
    found = _NEITHER.search(text)
    return found.group() if found is not None and len(readings) == 1 and readings[0].negated else ""


def _two_labels(readings: Sequence[Reading]) -> str:
    """Return the second of two labels that one thing is said to have."""
    said = [(r.expression, r.label) for r in readings if r.comparator == "is" and not r.negated]
    two = (b for (x, a), (y, b) in itertools.pairwise(said) if x == y and a != b)
    return next(two, "")


#: What tells that a multiple is one of the start.
_BEGINNING = AnyCase(
    r"\b(?:weeks?|months?|days?|start\w*|initial\w*|first|open\w*|begin\w*|outset|early|before|"
    r"were|was|grow\w*|ris\w*|increas\w*|admissions|patients)\b"
)
_OF_ENDS = AnyCase(r"\b(?:bounds?|limits?|ends?|interval|range|band|ceiling|floor)\b")


def _no_beginning(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return words for an interval beside growth that nothing else in a statement speaks of."""
    grown = (
        any(r.expression.terms[0].output == wave.growth.name for r in readings)
        if wave.growth
        else False
    )
    found = _OF_ENDS.search(text) if grown and not _BEGINNING.search(text) else None
    return found.group() if found is not None else ""


def _likely(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return words for how likely something is where only the median was compared."""
    found = _LIKELY.search(text)
    plain = [r for r in readings if wave.peak.name in _outputs([r])]
    return (
        found.group()
        if found is not None
        and _plain_value(plain, wave)
        and all(r.quantile == "median" for r in plain)
        else ""
    )


def _of_interval(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return words for an interval where only the median was compared, which nothing names."""
    found = _INTERVAL.search(text)
    if found is None or _MEDIAN.search(text):
        return ""
    plain = [
        r
        for r in readings
        if r.expression.operation == "value"
        and _outputs([r]) == {wave.peak.name}
        and (r.comparator != "equal" or _HELD.search(text))
        and not r.label
    ]
    return found.group() if plain and all(r.quantile == "median" for r in plain) else ""


_INTERVAL = AnyCase(r"\b90 ?(?:%|per ?cent) (?:\w+ )?(?:interval|range|band|bounds|limits)\b")
_HELD = AnyCase(
    r"\b(?:possible|compatible|consistent|conceivable|within|inside|outside|covered|allows?|includes?|"
    r"contains?)\b"
)
_MEDIAN = AnyCase(r"\b(?:median|central|middle|best estimate)\b")


def _outputs(readings: Sequence[Reading]) -> set[str]:
    return {t.output for r in readings for t in r.expression.terms}


def _plain_value(readings: Sequence[Reading], wave: Wave) -> bool:
    sizes = {o.name for o in (wave.peak, wave.total) if o is not None}
    return any(
        r.expression.operation == "value" and r.figures and not r.label
        for r in readings
        if _outputs([r]) & sizes
    )


def _one_of_both_ends(text: str, readings: Sequence[Reading]) -> str:
    found = _BOTH_ENDS.search(text)
    ends = {r.quantile for r in readings} | {t.end for r in readings for t in r.expression.terms}
    return found.group() if found is not None and not {"low", "high"} <= ends else ""


def _uncounted(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return "week 14" where nothing was read of when the peak is."""
    if _outputs(readings) & {wave.day.name, wave.weeks.name}:
        return ""
    return next((t.text for t in counted_off(small_letters(text)) if t.unit != "month"), "")


def _unnamed_pace(text: str, readings: Sequence[Reading], wave: Wave) -> str:
    """Return a word for how a wave begins beside which no reading is of that."""
    if wave.trend is None or wave.trend.name in _outputs(readings):
        return ""
    found = _PACE.search(text)
    if found is None or all(r.figures and r.unit == "percent" for r in readings):
        return ""
    return found.group()


def paces(context: Context, readings: Sequence[Reading], wave: Wave) -> Iterator[Reading]:
    """Yield the label of a wave's beginning that a statement names beside what else it says.

    "In spite of the sluggish start, the peak comes in January."
    """
    if wave.trend is None or not _unnamed_pace(context.text, readings, wave):
        return
    found = _PACE.search(context.text)
    label = wave.labels.get(found["pace"]) if found else None
    if found is None or label is None or _DENIED_PACE.search(context.text, 0, found.start()):
        return
    start, end = found.span("pace")
    yield Reading(
        expression=wave.value(wave.trend),
        comparator="is",
        figures=(Figure(text=context.text[start:end], start=start, end=end),),
        label=label,
    )


_DENIED_PACE = AnyCase(
    r"\b(?:not|no|never|nothing|without|hardly|rather than|instead of|far from|than|nor)\b[^,;.]*$"
)
_PACE = AnyCase(
    r"(?<!this )(?<!that )(?<!such )(?<!such a )\b(?P<pace>slow|sluggish|gentle|gradual|"
    r"leisurely|hesitant|tame|rapid|fast|quick|steep|explosive|"
    r"swift|brisk|flying|furious|stable|steady|flat|quiet|calm|lively|strong|weak)\s+"
    r"(?:start|beginning|onset|opening|growth|take-off|first (?:weeks?|month))\b",
    holding=("start", "beginning", "onset", "opening", "growth", "take-off", "first"),
)


def _denied_behind(text: str, readings: Sequence[Reading]) -> str:
    """Return a denial that stands behind a day by which something is said to be so."""
    for reading in readings:
        by = reading.comparator in ("at_most", "below", "equal") and reading.unit == "date"
        if not by or reading.negated or not reading.figures:
            continue
        end = re.search(r"[,;.]|\b(?:and|but)\b", text[reading.figures[0].end :])
        stop = reading.figures[0].end + end.start() if end else len(text)
        found = _DENIED_BEHIND.search(small_letters(text), reading.figures[0].end, stop)
        if found is not None:
            return found.group()
    return ""
