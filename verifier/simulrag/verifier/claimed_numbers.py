"""The intervals that the numbers of a claim stand for, in the unit of the output."""

from simulrag.simulators.interface import Output, Quantity
from simulrag.simulators.operations import Interval
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.reading.text import normalise
from simulrag.verifier.units import convert


def in_unit(reading: Reading, value: Quantity, output: Output) -> list[Interval]:
    """Return what the figures of a reading stand for; raises UnitMismatchError, ValueError."""
    of_difference = reading.expression.operation == "difference" or output.unit.startswith("delta_")
    converted = reading.unit and reading.unit not in (value.unit, value.unit.removeprefix("delta_"))
    loose = reading.about_absolute if converted and reading.comparator == "about" else 0.0
    plain = reading.model_copy(update={"about_absolute": 0.0}) if loose else reading
    made = (
        convert(_printed(plain, figure), reading.unit, value.unit, difference=of_difference)
        for figure in reading.figures
    )
    return [_at_least_as_loose(interval, loose) for interval in made]


def _at_least_as_loose(interval: Interval, half: float) -> Interval:
    """Return an interval that leaves open at least so much, in the unit of the output."""
    middle = (interval.low + interval.high) / 2
    return Interval(low=min(interval.low, middle - half), high=max(interval.high, middle + half))


def _printed(reading: Reading, figure: Figure) -> Interval:
    if figure.value is not None:
        return Interval(low=figure.value - figure.half_unit, high=figure.value + figure.half_unit)
    printed = printed_number(normalise(figure.text))
    if printed is None:
        raise ValueError(f"{figure.text!r} is no number")
    if reading.comparator != "about":
        return printed.interval()
    hedged = printed.model_copy(update={"qualifier": "about"})
    return hedged.interval(reading.about_relative, reading.about_absolute)
