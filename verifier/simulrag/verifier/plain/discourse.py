"""What the sentences before one have settled: values that a later one takes up."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from pydantic import Field, JsonValue

from simulrag.simulators.interface import Call, Frozen, Function, Parameter, Simulator
from simulrag.verifier.claims import Expression, Term
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.reading.mentions import Mention


class Discourse(Frozen):
    """The latest values that a text gave, by simulator and parameter, and the ones before."""

    values: Mapping[str, tuple[JsonValue, ...]] = Field(default_factory=dict)
    #: The day, week or month that was named last.
    time: Time | None = None

    #: Places of which one sentence named several, by simulator and parameter, until one is named.
    several_at_once: Mapping[str, tuple[JsonValue, ...]] = Field(default_factory=dict)

    #: The question that was asked right before, "" where none was.
    asked: str = ""
    #: The output that was spoken of last, as "simulator.function.output".
    output: str = ""
    #: The setting that the sentence right before spoke of, or the two that it compared.
    calls: tuple[Call, ...] = ()

    def spoken(self, function: str) -> Term | None:
        """Return what was spoken of last, where it is an output of "simulator.function"."""
        name = self.output.removeprefix(f"{function}.")
        called = [f"{c.simulator}.{c.function}" for c in self.calls[-1:]]
        known = called == [function] and name != self.output
        return Term(call=self.calls[-1], output=name) if known else None

    def latest(self, simulator: str, parameter: str) -> JsonValue:
        """Return the value that was named last, None where none was."""
        known = self.values.get(f"{simulator}.{parameter}", ())
        return known[-1] if known else None

    def several(self, simulator: str, parameter: str) -> tuple[JsonValue, ...]:
        """Return the distinct values that were named, in order of their last naming."""
        return self.values.get(f"{simulator}.{parameter}", ())

    def adding(self, simulator: str, named: Sequence[tuple[str, JsonValue]]) -> "Discourse":
        """Return the discourse after a sentence that named these values."""
        values = dict(self.values)
        for parameter, value in named:
            key = f"{simulator}.{parameter}"
            values[key] = (*(v for v in values.get(key, ()) if v != value), value)
        return self.model_copy(update={"values": values})

    def before(self, simulator: str, named: Sequence[tuple[str, JsonValue]]) -> "Discourse":
        """Return the discourse after a sentence that named these values only to compare with."""
        values = dict(self.values)
        for parameter, value in named:
            key = f"{simulator}.{parameter}"
            if value not in values.get(key, ()):
                values[key] = (value, *values.get(key, ()))
        return self.model_copy(update={"values": values})

    def among(self, simulator: str, parameter: str) -> tuple[JsonValue, ...]:
        """Return the values of which the last sentence that named any named several."""
        return self.several_at_once.get(f"{simulator}.{parameter}", ())

    def naming(self, simulator: str, parameter: str, values: Sequence[JsonValue]) -> "Discourse":
        """Return the discourse after a sentence that named these places, of which one is meant."""
        known = {**self.several_at_once}
        key = f"{simulator}.{parameter}"
        distinct = [v for at, v in enumerate(values) if v not in values[:at]]
        if len(distinct) > 1:
            known[key] = tuple(distinct)
        elif distinct:
            known.pop(key, None)
        return self.model_copy(update={"several_at_once": known})

    def at(self, times: Sequence[Time]) -> "Discourse":
        """Return the discourse after a sentence that named these times."""
        named = [t for t in times if t.grain in ("day", "week", "part")]
        return self.model_copy(update={"time": named[-1]}) if named else self


def period_of(
    simulator: Simulator, discourse: Discourse, named: Sequence[str]
) -> tuple[date, date] | None:
    """Return the days of the period that is named in a sentence, or else was named last."""
    for parameter in (p for f in simulator.functions for p in f.parameters if p.periods):
        value = named[0] if named else discourse.latest(simulator.name, parameter.name)
        if isinstance(value, str) and value in parameter.periods:
            return days_of(parameter, value)
    time = discourse.time
    return period_holding(simulator, time.first, time.last) if time and not named else None


def default_period(function: Function) -> tuple[date, date] | None:
    """Return the twelve months from August in which dates without a year belong."""
    years = [p.default_year for p in function.parameters if p.default_year is not None]
    return (date(years[0], 8, 1), date(years[0] + 1, 7, 31)) if years else None


def started(text: str, heard: Sequence[Mention], function: Function) -> tuple[date, date] | None:
    """Return the twelve months from August in which a first day lies that is named with its year.

    Dates of the same sentence without a year belong there.
    """
    dated = [p.name for p in function.parameters if p.default_year is not None]
    for mention in heard:
        if mention.parameter in dated and _YEAR.search(text, mention.start, mention.end):
            day = date.fromisoformat(str(mention.value))
            first = day.year if day.month >= _AUGUST else day.year - 1
            return date(first, _AUGUST, 1), date(first + 1, _AUGUST - 1, 31)
    return None


_AUGUST = 8
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def days_of(parameter: Parameter, value: str) -> tuple[date, date]:
    """Return the first and last day of a period."""
    first, last = parameter.periods[value]
    return date.fromisoformat(first), date.fromisoformat(last)


def period_holding(simulator: Simulator, first: date, last: date) -> tuple[date, date] | None:
    """Return the days of the period of a simulator in which two days lie."""
    for parameter in (p for f in simulator.functions for p in f.parameters if p.periods):
        for name in parameter.periods:
            low, high = days_of(parameter, name)
            if low <= first <= high and low <= last <= high:
                return low, high
    return None


def spoken_of(expression: Expression) -> tuple[Call, ...]:
    """Return the setting of a value, or the reference and the subject of a comparison."""
    plain = expression.operation in ("value", "difference", "ratio")
    return tuple(t.call for t in expression.terms) if plain else ()
