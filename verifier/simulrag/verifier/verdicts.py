"""Decides readings against runs by interval arithmetic (the paper's verification step).

The paper lets a language model judge; here numbers are compared as intervals and the derivation
is kept, so that a person can follow it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from simulrag.simulators.interface import Band, Call, Day, Label, Output, Quantity, Run
from simulrag.simulators.operations import Interval, known
from simulrag.verifier.claimed_numbers import in_unit
from simulrag.verifier.claims import Expression, Reading, Term
from simulrag.verifier.expressions import expression_text, result, with_spread
from simulrag.verifier.nearness import DAYS, OF_DISTANCE, above_limit, beyond, held_beyond
from simulrag.verifier.open_verdicts import is_open, nearly
from simulrag.verifier.units import UnitMismatchError

Decision = Literal["supported", "refuted", "undecided", "not_measured"]
_NO_CHANGE = 1e-9  #: Differences smaller than this are called no change, in the output's unit.


class Decided(NamedTuple):
    """The decision on one reading, with the value that decided it."""

    decision: Decision
    derivation: str
    run_ids: tuple[str, ...] = ()
    claimed: str = ""
    simulated: str = ""
    #: The true value in the reading's own terms and the output's unit, for rewriting.
    value: float | None = None
    label: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    probability: float | None = None
    escalated: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """Runs by call, with the declarations of their outputs."""

    runs: Mapping[str, Run]
    outputs: Mapping[str, Output]
    #: The claim speaks of the world and not of these runs: their spread leaves verdicts open.
    world: bool = False
    #: The spread of an expression, the samples of its terms paired; None where there is none.
    paired: Callable[[Expression], Interval | None] | None = None

    def run(self, call: Call) -> Run | None:
        """Return the run of a call."""
        return self.runs.get(call.canonical())

    def output(self, term: Term) -> Output:
        """Return the declaration of a term's output."""
        return self.outputs[f"{term.call.simulator}.{term.call.function}.{term.output}"]


def decide(reading: Reading, evidence: Evidence) -> Decided:
    """Decide one reading; `not_measured` where a run or an output of it is missing."""
    terms = reading.expression.terms
    runs = [evidence.run(term.call) for term in terms]
    values = [_value(term, run) for term, run in zip(terms, runs, strict=True)]
    missing = [t for t, v in zip(terms, values, strict=True) if v is None]
    if missing:
        return Decided(
            decision="not_measured", derivation=f"no run holds {missing[0].output} for this setting"
        )
    ids = tuple(dict.fromkeys(run.id for run in runs if run is not None))
    if len(values) > 1 and all(isinstance(v, Day) for v in values):
        values = [_ordinal(v) if isinstance(v, Day) else v for v in values]
    values = [_at_level(v, reading.level) if isinstance(v, Quantity) else v for v in values]
    if reading.quantile != "median" and any(
        isinstance(v, Quantity) and v.low is None for v in values
    ):
        return Decided(decision="not_measured", derivation="the run gives no interval")
    first = values[0]
    if isinstance(first, Label):
        decided = _label(reading, first)
    elif isinstance(first, Day):
        decided = _day(reading, first)
    else:
        numbers = [v for v in values if isinstance(v, Quantity)]
        output = evidence.output(reading.expression.terms[0])
        decided = _number(reading, numbers, output)
        if evidence.world:
            decided = _about_world(reading, numbers, output, decided, evidence)
    return _negated(decided, reading)._replace(run_ids=ids)


def _about_world(
    reading: Reading,
    numbers: Sequence[Quantity],
    output: Output,
    decided: Decided,
    evidence: Evidence,
) -> Decided:
    """Leave open what the spread of the ensemble leaves open."""
    if decided.decision not in ("supported", "refuted") or output.published:
        return decided
    paired = evidence.paired(reading.expression) if evidence.paired else None
    value = with_spread(result(reading.expression, numbers), reading.expression, numbers, paired)
    try:
        printed = _limits(reading, value, output)
    except UnitMismatchError:
        return decided
    if not is_open(reading, value, printed, holds=decided.decision == "supported"):
        return decided
    spread = f"{value.low:.{output.decimals}f} to {value.high:.{output.decimals}f}"
    return decided._replace(
        decision="undecided",
        derivation=f"{decided.derivation}; the simulator's own spread is {spread}",
        low=value.low,
        high=value.high,
    )


def _ordinal(day: Day) -> Quantity:
    """Return a date as a number of days, so that two of them have a difference."""
    return Quantity(value=float(date.fromisoformat(day.value).toordinal()), unit="day")


def _at_level(quantity: Quantity, level: float | None) -> Quantity:
    """Return a quantity with its range of a probability; without one where it has none of it."""
    if level is None or quantity.level == level:
        return quantity
    found = next((r for r in quantity.ranges if r.level == level), None)
    ends = (found.low, found.high) if found else (None, None)
    return quantity.model_copy(update={"low": ends[0], "high": ends[1], "level": level})


def _limits(reading: Reading, value: Quantity, output: Output) -> list[Interval]:
    """Return what the verdict turns on: the printed numbers, or the ends of the label's band."""
    if reading.band is not None:
        return _ends_of(reading.band)
    if reading.comparator in ("rises", "falls", "unchanged"):
        return []
    return in_unit(reading, value, output)


def _ends_of(band: Band) -> list[Interval]:
    return [Interval(low=end, high=end) for end in band.ends]


def _value(term: Term, run: Run | None) -> Quantity | Label | Day | None:
    value = term.value_in(run)
    if not term.end or not isinstance(value, Quantity):
        return value
    end = value.low if term.end == "low" else value.high
    return None if end is None else Quantity(value=end, unit=value.unit)


def _negated(decided: Decided, reading: Reading) -> Decided:
    if not reading.negated or decided.decision not in ("supported", "refuted"):
        return decided
    turned: Decision = "refuted" if decided.decision == "supported" else "supported"
    probability = None if decided.probability is None else 1 - decided.probability
    return decided._replace(
        decision=turned,
        derivation=f"{decided.derivation}; the statement denies it",
        probability=probability,
    )


def _label(reading: Reading, value: Label) -> Decided:
    agrees = value.value.casefold() == reading.label.casefold()
    return Decided(
        decision="supported" if agrees else "refuted",
        derivation=f"the run says {value.value!r}, the claim {reading.label!r}",
        claimed=reading.label,
        simulated=value.value,
        label=value.value,
    )


def _day(reading: Reading, value: Day) -> Decided:
    first, last = (date.fromisoformat(part) for part in reading.label.split("/"))
    actual = date.fromisoformat(value.value)
    holds = {
        "below": actual < first,
        "at_most": actual <= last,
        "above": actual > last,
        "at_least": actual >= first,
    }.get(reading.comparator, first <= actual <= last)
    span = first.isoformat() if first == last else f"{first.isoformat()} to {last.isoformat()}"
    off = min(abs((actual - end).days) for end in (first, last))
    near = not holds and 0 < reading.middle >= off
    if reading.comparator in OF_DISTANCE:
        past = (actual - last).days if above_limit(reading) else (first - actual).days
        said = beyond(reading.comparator, past, DAYS)
        holds, near = said is True, said is None
    return Decided(
        decision="supported" if holds else "undecided" if near else "refuted",
        derivation=f"the run says {value.value}, the claim {_word(reading)}{span}",
        claimed=span,
        simulated=value.value,
        label=value.value,
        unit="date",
    )


def _word(reading: Reading) -> str:
    words = {
        "above": "after ",
        "just_above": "just after ",
        "well_above": "well after ",
        "below": "before ",
        "just_below": "just before ",
        "well_below": "well before ",
        "at_most": "by ",
        "at_least": "from ",
    }
    return words.get(reading.comparator, "")


def _number(reading: Reading, numbers: Sequence[Quantity], output: Output) -> Decided:
    try:
        value = result(reading.expression, numbers, reading.quantile)
    except ValueError as error:
        return Decided(decision="not_measured", derivation=str(error))
    shown = expression_text(reading.expression, numbers, value, output)
    if reading.comparator in ("rises", "falls", "unchanged"):
        return _direction(reading, value, shown, output)
    if reading.band is not None:
        return _band(reading, value, shown, output)
    return _compared(reading, value, shown, output)


def _direction(reading: Reading, value: Quantity, shown: str, output: Output) -> Decided:
    rises, falls = value.value > _NO_CHANGE, value.value < -_NO_CHANGE
    holds = {"rises": rises, "falls": falls}.get(reading.comparator, not rises and not falls)
    actual = "rises" if rises else "falls" if falls else "does not change"
    return Decided(
        decision="supported" if holds else "refuted",
        derivation=f"{shown}: {output.name} {actual}",
        claimed=reading.figures[0].text if reading.figures else reading.comparator,
        simulated=f"{value.value:+.{output.decimals}f}",
        value=value.value,
        label="rises" if rises else "falls" if falls else "unchanged",
        low=value.value_low,
        high=value.value_high,
        unit=value.unit,
    )


def band_of(value: float, bands: Sequence[Band]) -> Band | None:
    """Return the band that holds a value; the upper one where two share an end."""
    inside = [
        b
        for b in bands
        if (b.low is None or value >= b.low) and (b.high is None or value <= b.high)
    ]
    return max(inside, key=lambda b: b.low if b.low is not None else float("-inf"), default=None)


def _band(reading: Reading, value: Quantity, shown: str, output: Output) -> Decided:
    band = reading.band
    if band is None:
        return Decided(decision="not_measured", derivation="no scale is given for the label")
    above = band.low is None or value.value >= band.low - _NO_CHANGE
    below = band.high is None or value.value <= band.high + _NO_CHANGE
    actual = band_of(value.value, reading.bands or (band,))
    name = actual.label if actual is not None else "none of the labels"
    holds = (
        held_beyond(reading, value, _ends_of(band))
        if reading.comparator in OF_DISTANCE
        else above and below
    )
    return Decided(
        decision="undecided" if holds is None else "supported" if holds else "refuted",
        derivation=f"{shown}: {name}; {band.label} is {_ends(band)}",
        claimed=band.label,
        simulated=f"{name} ({value.value:.{output.decimals}f})",
        value=value.value,
        label=name if actual is not None else "",
        low=value.value_low,
        high=value.value_high,
        unit=value.unit,
    )


def _ends(band: Band) -> str:
    if band.low is None and band.high is None:
        return "any value"
    if band.low is None:
        return f"below {band.high:g}"
    return f"{band.low:g} or more" if band.high is None else f"{band.low:g} to {band.high:g}"


def _compared(reading: Reading, value: Quantity, shown: str, output: Output) -> Decided:
    try:
        printed = in_unit(reading, value, output)
    except UnitMismatchError as error:
        return _wrong_unit(reading, value, shown, str(error), output)
    holds = _holds(reading, value, printed)
    near = not holds and nearly(reading, value, printed)
    other = reading.unit.removeprefix("delta_") != value.unit.removeprefix("delta_")
    unit = f" {value.unit.removeprefix('delta_')}" if reading.unit and other else ""
    ends = f"[{printed[0].low:g}, {printed[-1].high:g}]{unit}"
    relation = "inside" if holds else "outside"
    claimed = " to ".join(figure.text for figure in reading.figures)
    derivation = f"{shown}, claim {_comparator(reading)}{claimed} is {relation}"
    if reading.comparator in ("equal", "about", "between"):
        derivation = f"{shown}{_within(value)}; claim {claimed} stands for {ends}"
        if not holds and _in_spread(value, printed):
            derivation += "; it lies inside the ensemble's spread"
    if near:
        derivation += ", though not far from it"
    return Decided(
        decision="supported" if holds else "undecided" if near else "refuted",
        derivation=derivation,
        claimed=claimed,
        simulated=f"{value.value:.{output.decimals}f}",
        value=value.value,
        low=value.value_low,
        high=value.value_high,
        unit=value.unit,
    )


def _within(value: Quantity) -> str:
    """Say within which interval a value is known; nothing where it is exact."""
    interval = known(value)
    if interval.low == interval.high:
        return ""
    return f", known within [{interval.low:.6g}, {interval.high:.6g}]"


def _comparator(reading: Reading) -> str:
    words = {
        "above": "above ",
        "just_above": "a little above ",
        "well_above": "well above ",
        "at_least": "at least ",
        "below": "below ",
        "just_below": "a little below ",
        "well_below": "well below ",
        "at_most": "at most ",
    }
    return words.get(reading.comparator, "")


def _in_spread(value: Quantity, printed: Sequence[Interval]) -> bool:
    if value.low is None or value.high is None:
        return False
    return printed[0].meets(Interval(low=value.low, high=value.high))


def _wrong_unit(
    reading: Reading, value: Quantity, shown: str, message: str, output: Output
) -> Decided:
    return Decided(
        decision="refuted",
        derivation=f"{shown} {value.unit}; the unit of the claim is of another kind: {message}",
        claimed=f"{reading.figures[0].text} {reading.unit}",
        simulated=f"{value.value:.{output.decimals}f} {value.unit}",
        value=value.value,
        low=value.value_low,
        high=value.value_high,
        unit=value.unit,
    )


def _holds(reading: Reading, value: Quantity, printed: Sequence[Interval]) -> bool:
    limit = printed[0]
    middle = (limit.low + limit.high) / 2
    match reading.comparator:
        case "above":
            return value.value > middle
        case "just_above" | "just_below" | "well_above" | "well_below":
            return held_beyond(reading, value, printed) is True
        case "at_least":
            return value.value >= middle - _NO_CHANGE
        case "below":
            return value.value < middle
        case "at_most":
            return value.value <= middle + _NO_CHANGE
        case "between":
            ends = [end for one in printed for end in (one.low, one.high)]
            return known(value).meets(Interval(low=min(ends), high=max(ends)))
        case _:
            return limit.meets(known(value))
