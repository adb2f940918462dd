"""Where the literals of a formula come from: the text, its context, a default or an assumption."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.literals import Analysis, Literal
from simulrag.verifier.formulas.matching import (
    choice_of,
    iso_day,
    named_tokens,
    number_fits,
    period_fits,
    phrase_tokens,
)
from simulrag.verifier.formulas.mentions import Mentions
from simulrag.verifier.formulas.periods import Period

#: Numbers that formulas are written with, whatever a text prints: scales and parts of time.
CONVENTIONAL = frozenset((1, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000, 10_000, 100_000, 1_000_000))
#: Probabilities for which ranges are given.
LEVELS = frozenset((50, 66, 67, 68, 80, 90, 95, 99))
#: The largest number in words that a text need not hand on ("the two cities").
SMALL = 12
#: How many days a date without a year may lie from one that has it.
NEAR_DATE = 250
#: Days of a length of time that a text prints.
DURATIONS = {"day": 1, "week": 7, "month": 30.44, "year": 365.25}


@dataclass(frozen=True)
class Sources:
    """A formula with its text, and which of its literals the text bears out."""

    analysis: Analysis
    text: Mentions
    around: tuple[Mentions, ...]
    assume: Mapping[str, JsonValue]
    registry: Registry
    used_assumptions: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def everywhere(self) -> tuple[Mentions, ...]:
        """Return the text and its context."""
        return (self.text, *self.around)

    # From the formula to the text.

    def unsourced(self) -> Iterator[Problem]:
        """Return a problem for each literal that comes from nowhere."""
        for one in self.analysis.literals:
            if not self._sourced(one):
                yield _problem("literal_without_source", self._without_source(one), one)

    def _without_source(self, literal: Literal) -> str:
        printed = self._what_is_printed(literal)
        hint = "write what the text prints"
        if literal.role == "argument":
            hint += f", leave it out, or give {literal.parameter_name} in assume"
        return (
            f"the formula has {literal.says()}, which neither text nor context prints{printed}; "
            f"{hint}"
        )

    def _what_is_printed(self, literal: Literal) -> str:
        if isinstance(literal.value, float) or iso_day(str(literal.value)):
            shown = [self.text.text[n.start : n.stop] for n in self.text.numbers]
            shown += [self.text.text[p.start : p.stop] for p in self.text.periods]
        else:
            hits = self.text.of("choice", "group", "label")
            shown = [self.text.printed(hit.first, hit.end) for hit in hits]
        listed = ", ".join(dict.fromkeys(shown))
        return f" (the text prints {listed})" if listed else ""

    def _sourced(self, literal: Literal) -> bool:
        match literal.role:
            case "step":
                return True
            case "level":
                return literal.value in LEVELS or self._number_anywhere(literal)
            case "operand":
                return self._operand(literal)
            case "tolerance":
                return self._tolerance(literal)
            case "limit":
                return self._number_anywhere(literal) or self._scale_end(literal)
            case "band" | "of":
                return self._label(literal, self.everywhere) or self._declared_label(literal)
            case "label":
                return self._compared_label(literal)
            case "compared":
                return self._compared(literal)
            case _:
                return self._argument(literal)

    def _number_anywhere(self, literal: Literal) -> bool:
        return any(number_fits(n, literal) for one in self.everywhere for n in one.numbers)

    def _operand(self, literal: Literal) -> bool:
        if self._number_anywhere(literal) or abs(float(literal.value)) in CONVENTIONAL:
            return True
        years = sorted({int(year) for year in self._years_of_formula})
        gaps = {b - a for i, a in enumerate(years) for b in years[i + 1 :]}
        return any(abs(float(literal.value)) in (gap, gap / 10) for gap in gaps)

    @cached_property
    def _years_of_formula(self) -> tuple[float, ...]:
        values = [one for one in self.analysis.literals if one.parameter is not None]
        return tuple(
            float(one.value) for one in values if one.parameter and one.parameter.kind == "year"
        )

    def _tolerance(self, literal: Literal) -> bool:
        if self._number_anywhere(literal):
            return True
        claimed = [
            one for one in self.analysis.literals
            if one.atom == literal.atom and one.role == "compared" and one.approximate
        ]  # fmt: skip
        size = max((abs(float(one.value)) for one in claimed), default=0.0)
        allowed = [
            max(o.declared.about_absolute, o.declared.about_difference,
                o.declared.about_relative * size, 2.0 if o.declared.unit == "percent" else 0.0)
            for o in literal.outputs if o.declared
        ]  # fmt: skip
        return float(literal.value) <= max(allowed, default=0.0)

    def _scale_end(self, literal: Literal) -> bool:
        return any(
            literal.value in band.ends
            for o in literal.outputs if o.declared
            for scale in o.declared.scales
            for band in scale.bands
        )  # fmt: skip

    def _label(self, literal: Literal, texts: Sequence[Mentions]) -> bool:
        return any(self.label_tokens(literal, one) for one in texts)

    def label_tokens(self, literal: Literal, text: Mentions) -> tuple[int, ...]:
        """Return the tokens at which a text prints a label or one of its declared words."""
        found = phrase_tokens(literal, text)
        hits = text.of("label", "choice", "group")
        return found or tuple(hit.first for hit in hits if literal.value in hit.meaning.values)

    def _declared_label(self, literal: Literal) -> bool:
        return any(
            literal.value == band.label
            for o in literal.outputs if o.declared
            for scale in o.declared.scales
            for band in scale.bands
        )  # fmt: skip

    def _compared_label(self, literal: Literal) -> bool:
        if iso_day(str(literal.value)) is not None:
            return self._date(literal)
        if self._label(literal, (self.text,)):
            return True
        opposite = self.text.of("negation", "no negation") and self.text.of("label")
        return bool(opposite) or self._neighbour(literal)

    def _compared(self, literal: Literal) -> bool:
        value = float(literal.value)
        if value == 0 or (abs(value) == 1 and literal.unit in ("ratio", None)):
            return True
        if abs(value) == 1 and literal.unit in ("", "number") and not literal.difference:
            return self._number_anywhere(literal) or bool(self.text.places("only"))
        return self._number_anywhere(literal) or self._year(literal)

    def _year(self, literal: Literal) -> bool:
        return any(period_fits(p, literal) for one in self.everywhere for p in one.periods)

    def _around_a_year(self, year: float) -> bool:
        """Tell whether a year is one end of a stretch whose middle the text prints."""
        years = [p.first.year for one in self.everywhere for p in one.periods if p.year_alone]
        return any(2 * middle - year in self._years_of_formula for middle in years)

    def _argument(self, literal: Literal) -> bool:
        parameter = literal.parameter
        if parameter is None:
            return True
        if parameter.choices:
            return self._chosen(literal, parameter)
        if self._is_default(literal, parameter) or self._found(literal, parameter):
            return True
        return self._assumed(literal, parameter)

    def _is_default(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a literal is what is taken without it, and no other value is assumed."""
        if parameter.name in self.assume or parameter.default is None:
            return False
        return literal.value == parameter.default or choice_of(literal) == str(parameter.default)

    def _chosen(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a choice is printed, or left open by a text that prints no other."""
        if self._found(literal, parameter) or self._of_a_group(literal):
            return True
        told = any(named_tokens(literal, one) for one in self.around)
        told = told or self._is_default(literal, parameter) or self._number_anywhere(literal)
        told = told or self._assumed(literal, parameter)
        others = [h for h in self.text.of("choice") if h.meaning.name == literal.parameter_name]
        return told and (not others or self._contrasted(literal))

    def _of_a_group(self, literal: Literal) -> bool:
        parameter = literal.parameter
        if parameter and set(parameter.groups.get(choice_of(literal), ())) == set(
            parameter.choices
        ):
            return literal.parameter_name in self.analysis.listed
        values = self._values.get(literal.parameter_name, frozenset())
        return any(
            choice_of(literal) in hit.meaning.values and set(hit.meaning.values) <= values
            for one in self.everywhere for hit in one.of("group")
            if hit.meaning.name == literal.parameter_name
        )  # fmt: skip

    def _contrasted(self, literal: Literal) -> bool:
        """Tell whether another run of the formula differs in this argument alone."""
        call, name = literal.call, literal.parameter_name
        times = any(number.kind == "factor" for number in self.text.numbers)
        if call is None or not (times or self.text.of("reference", "different")):
            return False
        rest = [held for held in call.arguments if held[0] != name]
        return any(
            other != call and other.function == call.function
            and [held for held in other.arguments if held[0] != name] == rest
            for other in self.analysis.calls
        )  # fmt: skip

    def _found(self, literal: Literal, parameter: Parameter) -> bool:
        match parameter.kind:
            case "place":
                return any(phrase_tokens(literal, one) for one in self.everywhere)
            case "choice" | "choices":
                named = bool(named_tokens(literal, self.text))
                return named or self._neighbour(literal) or self._in_period(literal, parameter)
            case "year":
                return self._year(literal) or self._around_a_year(float(literal.value))
            case "date":
                return self._date(literal)
            case "points" | "texts":
                return True
            case _:
                named = any(named_tokens(literal, one) for one in self.everywhere)
                return named or self._number_anywhere(literal) or self._nothing_of(literal)

    def _nothing_of(self, literal: Literal) -> bool:
        """Tell whether "no immunity" or "without immunity" says that an argument is 0."""
        if literal.value != 0:
            return False
        for one in self.everywhere:
            for hit in one.of("parameter"):
                before = {token.plain for token in one.tokens[max(0, hit.first - 2) : hit.first]}
                if hit.meaning.name == literal.parameter_name and before & {
                    "no",
                    "without",
                    "zero",
                }:
                    return True
        return False

    def _assumed(self, literal: Literal, parameter: Parameter) -> bool:
        given = self.assume.get(parameter.name)
        values = given if isinstance(given, list) else [given]
        if literal.value not in values:
            return False
        self.used_assumptions[parameter.name] = f"{parameter.name} = {given} (assumed)"
        return True

    def _neighbour(self, literal: Literal) -> bool:
        """Tell whether a choice of a period stands beside a printed one ("the next season")."""
        for parameter in {p.name: p for p in self._parameters if p.periods}.values():
            order = list(parameter.choices)
            if literal.value in order:
                return self._follows(order, order.index(str(literal.value)), parameter)
        return False

    def _follows(self, order: list[str], at: int, parameter: Parameter) -> bool:
        named: list[int] = []
        name, periods = parameter.name, parameter.periods
        for one in self.everywhere:
            named += [order.index(v) for hit in one.of("choice") if hit.meaning.name == name
                      for v in hit.meaning.values if v in order]  # fmt: skip
            if named:
                break
            days = [p.first.isoformat() for p in one.periods if p.year_known]
            named = [at for at, value in enumerate(order) for day in days
                     if periods[value][0] <= day <= periods[value][1]]  # fmt: skip
            if named:
                break
        counts = [
            n.value for n in self.text.numbers if n.kind == "number" and 1 <= n.value <= SMALL
        ]
        far = max((1.0, *counts))
        far = len(order) if self.text.places("each") or self.text.places("every") else far
        steps = {at - other for other in named}
        after = bool(self.text.of("afterwards")) and any(0 < step <= far for step in steps)
        return after or (bool(self.text.of("beforehand")) and any(-far <= s < 0 for s in steps))

    @cached_property
    def _values(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for one in self.analysis.literals:
            if one.parameter is not None and one.parameter.choices:
                found.setdefault(one.parameter_name, set()).add(choice_of(one))
        return {name: frozenset(values) for name, values in found.items()}

    @cached_property
    def _parameters(self) -> tuple[Parameter, ...]:
        return tuple(p for function in self.analysis.functions for p in function.parameters)

    def _in_period(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a printed date lies in the period that a choice stands for."""
        ends = parameter.periods.get(str(literal.value))
        if ends is None:
            return False
        first, last = (date.fromisoformat(end) for end in ends)
        printed = [p for one in self.everywhere for p in one.periods if p.year_known]
        return any(first <= p.last and p.first <= last for p in printed)

    # Dates.

    def _date(self, literal: Literal) -> bool:
        for one in self.everywhere:
            if any(period_fits(p, literal) and self._year_agrees(p, literal) for p in one.periods):
                return True
        return self._by_duration(literal)

    def _year_agrees(self, period: Period, literal: Literal) -> bool:
        """Tell whether a date whose year the text leaves open lies near those that are known."""
        days = iso_day(str(literal.value))
        if period.year_known or days is None:
            return True
        if self._spans:
            return any(first <= days[0] <= last for first, last in self._spans)
        return not self._known or any(abs((days[0] - day).days) <= NEAR_DATE for day in self._known)

    @cached_property
    def _spans(self) -> tuple[tuple[date, date], ...]:
        """Return the periods of the choices that text and context print."""
        texts = (self.text,) if self._periods_of(self.text) else self.everywhere
        return tuple(span for one in texts for span in self._periods_of(one))

    def _periods_of(self, text: Mentions) -> list[tuple[date, date]]:
        found: list[tuple[date, date]] = []
        for hit in text.of("choice"):
            for parameter in self._parameters:
                ends = parameter.periods.get(hit.meaning.values[0])
                if parameter.name == hit.meaning.name and ends:
                    found.append((date.fromisoformat(ends[0]), date.fromisoformat(ends[1])))
        return found

    @cached_property
    def _known(self) -> tuple[date, ...]:
        """Return the dates with a year that text, context and assumptions hold."""
        found = [p.first for one in self.everywhere for p in one.periods if p.year_known]
        given = [iso_day(str(value)) for value in self.assume.values()]
        return (*found, *(days[0] for days in given if days))

    def _by_duration(self, literal: Literal) -> bool:
        """Tell whether a date follows from another and a time: "a week before", "two months"."""
        days = iso_day(str(literal.value))
        if days is None:
            return False
        for one in self.everywhere:
            for number in one.numbers:
                length = number.value * DURATIONS.get(number.unit, 0.0)
                if 0 < length < 4_000 and self._away(days[0], length):
                    return True
        return False

    def _away(self, day: date, length: float) -> bool:
        for one in self.everywhere:
            for period in one.periods:
                for sign in (-1, 1):
                    if period.holds(day + timedelta(days=sign * int(length)), 7):
                        return True
        return False

    def assumptions(self) -> Iterator[str]:
        """Return in words what was taken from an assumption or a default."""
        yield from self.used_assumptions.values()
        given = {name for call in self.analysis.calls for name, _ in call.arguments}
        for parameter in {p.name: p for p in self._parameters}.values():
            if parameter.name in given or parameter.required or parameter.name in self.assume:
                continue
            if parameter.default not in (None, "", 0, 0.0):
                yield f"{parameter.name} = {parameter.default} (default)"


def _problem(reason: str, message: str, literal: Literal) -> Problem:
    return Problem(
        reason=reason,
        message=message,
        parameter=literal.parameter_name,
        given=literal.value,
        simulator=literal.call.simulator if literal.call else "",
    )
