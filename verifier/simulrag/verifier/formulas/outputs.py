"""Outputs and series of runs as values of formulas."""

import math
import re
from dataclasses import dataclass, replace
from datetime import date
from statistics import NormalDist

import numpy as np

from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.capabilities import of_other_records, of_single_year
from simulrag.simulators.interface import (
    Call,
    Day,
    Function,
    Label,
    Output,
    Quantity,
    Range,
    Run,
    Tolerance,
)
from simulrag.simulators.interface import Series as RunSeries
from simulrag.simulators.run_parts import part_name
from simulrag.verifier.formulas.comparison import period
from simulrag.verifier.formulas.listings import Element
from simulrag.verifier.formulas.members import Array, Draws
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import FormulaError
from simulrag.verifier.formulas.truths import known
from simulrag.verifier.formulas.values import (
    Amount,
    Category,
    Undefined,
    Value,
    of_output,
)


@dataclass(frozen=True, slots=True)
class Series:
    """A series of a run: a value at each time."""

    times: tuple[str, ...]
    values: tuple[Amount, ...]
    by_day: bool

    def at(self, time: Element) -> Value:
        """Return the value at a time: of that day or year, or of the week that ends next."""
        wanted = str(time)
        if not self.by_day:
            found = (held for one, held in zip(self.times, self.values, strict=True)
                     if time in (one, _number(one)))  # fmt: skip
            missing = f"the series has no value at {wanted}; {self._span()}"
            return next(found, Undefined(missing))
        day = period(wanted)
        after = [
            i for i, one in enumerate(self.times) if date.fromisoformat(one).toordinal() >= day.last
        ]
        step = self._ordinal(1) - self._ordinal(0) if len(self.times) > 1 else 1
        if day.first != day.last or not after or self._ordinal(after[0]) - day.last >= step:
            return Undefined(f"the series has no value at {wanted}; {self._span()}")
        return self.values[after[0]]

    def when(self, time: Amount) -> Value:
        """Return the value at a time that is itself the value of a formula."""
        if time.unit == "date":
            return self.at(date.fromordinal(round(time.centre)).isoformat())
        return self.at(time.centre)

    def when_max(self) -> Value:
        """Return the time of the highest value."""
        if not self.values:
            return Undefined("the series is empty")
        best = max(range(len(self.values)), key=lambda i: self.values[i].centre)
        if self.by_day:
            day = float(self._ordinal(best))
            return Amount(day, day, day, "date", tolerance=Tolerance(7.0, 0.0, 7.0))
        time = _number(self.times[best])
        if time is None:
            return Undefined(f"{self.times[best]} is no number")
        return Amount(time, time, time, "", year=True, decimals=0)

    def _ordinal(self, index: int) -> int:
        return date.fromisoformat(self.times[index]).toordinal()

    def _span(self) -> str:
        return f"it runs from {self.times[0]} to {self.times[-1]}" if self.times else "it is empty"


class OutputValues:
    """The values of the runs of one check; each is made once, whatever formula reads it.

    varied: years that have been are these years, with this many times their natural variability,
    and not what is forced of them; what was observed is what any record of it may say.
    """

    def __init__(self, runs: Runs, *, varied: float = 0.0) -> None:
        self._runs = runs
        self.varied = varied
        #: Whether a value was read that holds natural variability, and one that leaves it out.
        self.single_years = self.forced = False
        self._values: dict[tuple[str, str, str, float], Value] = runs.shared
        self._series: dict[tuple[str, str], Series] = {}

    def value(self, call: Call, name: str, part: str = "") -> Value:
        """Return an output of the run of a call; undefined where it has no value there.

        Raises FormulaError for a name that is neither an output nor a series, or an unknown part.
        """
        key = call.canonical(), name, part, self.varied
        function = self._runs.function(call)
        output = next((one for one in function.outputs if one.name == name), None)
        if output is not None and output.forced and not function.on_record:
            varies = self._single_year(call, output) is not None
            self.single_years, self.forced = self.single_years or varies, self.forced or not varies
        held = self._values.get(key)
        if held is None:
            held = self._values[key] = self._made(call, name, part)
        return held

    def _made(self, call: Call, name: str, part: str) -> Value:
        function = self._runs.function(call)
        output = next((one for one in function.outputs if one.name == name), None)
        run = self._runs.run(call)
        if output is None:
            raise self._unknown(function, run, name)
        if part and part not in run.parts:
            told = ", ".join(run.parts) or 'none; ask for them, such as aggregation="per state"'
            raise FormulaError(f"the run has no part {shown(part)}; its parts are {told}")
        held = (run.parts[part] if part else run.outputs).get(name)
        match held:
            case None if (never := self._never(call, output, part)) is not None:
                return never
            case None:
                needs = f"it needs {', '.join(output.needs)}"
                why = needs if output.needs else f"it is the {output.description}"
                return Undefined(f"{name} has no value here; {why}")
            case Label(value=label):
                choices = output.choices or {label: ()}
                truths = {one: known(one == label) for one in choices}
                return Category(label, truths, choices)
            case Day():
                return self._day(call, held, output, function, part)
            case Quantity():
                return self._amount(call, held, output, function, part)

    def _never(self, call: Call, output: Output, part: str) -> Amount | None:
        """Return the year of what does not come as long as a run looks; None where that is open."""
        beyond, members = _beyond(call, output), self._years(call, output, part)
        if members is None or not math.isfinite(beyond):
            return None
        return Amount(
            math.inf, beyond, math.inf, output.unit, members,
            tolerance=of_output(output, output.unit), decimals=output.decimals, year=True,
            beyond=beyond,
        )  # fmt: skip

    def _years(self, call: Call, output: Output, part: str) -> Draws | None:
        """Return the members of an output; infinite where what it dates comes later, or never."""
        members = self._members(call, output, part)
        return members.apply(_never_last) if members and output.horizon else members

    def _amount(
        self, call: Call, held: Quantity, output: Output, function: Function, part: str
    ) -> Amount:
        members, spread, year = None, None, output.is_year
        # What is on record is a point, however wide the range that is published with it.
        if function.on_record:
            members = self._other_records(call, output)
        else:
            members = self._years(call, output, part)
            if members is None and held.low is not None and held.high is not None:
                spread = held.low, held.high
        low, high = held.value, held.value
        if not function.on_record:
            low = held.value if held.value_low is None else held.value_low
            high = held.value if held.value_high is None else held.value_high
        made = Amount(
            held.value, low, high, held.unit, members, spread,
            tolerance=of_output(output, held.unit),
            decimals=output.decimals,
            scales=output.scales,
            ranges=_ranges(held),
            year=year,
            counted="" if held.unit else next(iter(output.unit_words), ""),
            beyond=_beyond(call, output),
        )  # fmt: skip
        single = self._single_year(call, output)
        if single is None or members is None:
            return made
        return _varied(made, members, single, self.varied)

    def _single_year(self, call: Call, output: Output) -> Array | None:
        """Return the members of a year that has been, where they are asked for."""
        if not (self.varied and output.forced):
            return None
        return self._runs.members(call, of_single_year(output.name))

    def _other_records(self, call: Call, output: Output) -> Draws | None:
        """Return what other records may say, where it is asked what may have been."""
        drawn = self._runs.members(call, of_other_records(output.name)) if self.varied else None
        return None if drawn is None else Draws(f"{call.simulator} {call.seed}", drawn)

    def _members(self, call: Call, output: Output, part: str) -> Draws | None:
        name = part_name(output.name, part) if part else output.name
        drawn = self._runs.members(call, name)
        return None if drawn is None else Draws(f"{call.simulator} {call.seed}", drawn)

    def _day(self, call: Call, held: Day, output: Output, function: Function, part: str) -> Amount:
        centre, low, high = (
            float(date.fromisoformat(day).toordinal())
            for day in (held.value, held.low or held.value, held.high or held.value)
        )
        if function.on_record:
            low = high = centre
        about = output.tolerance.absolute
        return Amount(
            centre, low, high, "date",
            None if function.on_record else self._members(call, output, part),
            tolerance=Tolerance(about, 0.0, output.tolerance.difference or about),
            decimals=0, day_span=output.day_span,
        )  # fmt: skip

    def series(self, call: Call, name: str) -> Series:
        """Return a series of a run; FormulaError where it has none of that name."""
        key = call.canonical(), name
        held = self._series.get(key)
        if held is None:
            held = self._series[key] = self._made_series(call, name)
        return held

    def _made_series(self, call: Call, name: str) -> Series:
        function, run = self._runs.function(call), self._runs.run(call)
        by_name = {_identifier(held): series for held, series in run.series.items()}
        if name not in by_name:
            if any(one.name == name for one in function.outputs):
                held = ", ".join(by_name) or "none"
                raise FormulaError(f"{name} is one value and no series; series here: {held}")
            raise self._unknown(function, run, name)
        found: RunSeries = by_name[name]
        output = next((one for one in function.outputs if one.name == name), None)
        tolerance = of_output(output, found.unit) if output else Tolerance(relative=0.05)
        banded = bool(found.low and found.high) and not function.on_record
        made = tuple(
            Amount(
                value, value, value, found.unit,
                spread=(found.low[i], found.high[i]) if banded else None,
                tolerance=tolerance,
            )
            for i, value in enumerate(found.values)
        )  # fmt: skip
        return Series(found.times, made, found.by_day)

    def _unknown(self, function: Function, run: Run, name: str) -> FormulaError:
        outputs = [one.name for one in function.outputs]
        series = [_identifier(one) for one in run.series]
        near = nearest_names(name, [*outputs, *series], 1)
        hint = f"; did you mean {near[0]}?" if near and near[0] != name else "."
        listed = f" and the series {', '.join(series)}" if series else ""
        return FormulaError(
            f"{function.name} has no output {shown(name)}{hint} It has {', '.join(outputs)}{listed}"
        )


def _varied(forced: Amount, members: Draws, single: Array, times: float) -> Amount:
    """Return what is forced with the members of the year itself, and ranges as much wider."""
    single = members.values + times * (single - members.values)
    deviation = float(np.std(single - members.values))
    lowest = min(float(np.min(single)), forced.centre)  # of what is never below zero
    ranges = tuple(_wider(one, forced.centre, deviation, lowest) for one in forced.ranges)
    return replace(forced, members=Draws(members.source, single), ranges=ranges)


def _wider(one: Range, centre: float, deviation: float, lowest: float) -> Range:
    apart = NormalDist().inv_cdf(0.5 + 0.5 * one.level) * deviation
    low, high = math.hypot(centre - one.low, apart), math.hypot(one.high - centre, apart)
    return Range(low=max(centre - low, min(lowest, one.low)), high=centre + high, level=one.level)


def _beyond(call: Call, output: Output) -> float:
    """Return the first year that a run does not look at; infinite for what is no such year."""
    last = output.looked_until(call.arguments)
    return math.inf if last is None else last + 1.0


def _never_last(years: Array) -> Array:
    """Return years of members, one that does not come later than all others."""
    return np.where(np.isnan(years), np.inf, years)


def _number(time: str) -> float | None:
    """Return the number that a time begins with ("0.5 min"); None where it begins with none."""
    found = re.match(r"-?\d+(?:\.\d+)?", time)
    return float(found[0]) if found else None


def _identifier(name: str) -> str:
    """Return the name of a series as formulas write it."""
    return re.sub(r"\W+", "_", name)


def _ranges(held: Quantity) -> tuple[Range, ...]:
    if held.low is None or held.high is None or held.level is None:
        return held.ranges
    return (Range(low=held.low, high=held.high, level=held.level), *held.ranges)
