"""What a text prints and a formula leaves out, and where the text prints what it has."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas import wording
from simulrag.verifier.formulas.literals import Literal
from simulrag.verifier.formulas.matching import (
    iso_day,
    named_tokens,
    number_fits,
    period_fits,
    phrase_tokens,
)
from simulrag.verifier.formulas.mentions import Meaning, PrintedNumber, mentions
from simulrag.verifier.formulas.periods import Period
from simulrag.verifier.formulas.sources import DURATIONS, SMALL, Sources
from simulrag.verifier.formulas.vocabulary import Hit


@dataclass(frozen=True)
class Omissions(Sources):
    """A formula with its text, and what of the text stands in it."""

    def unsaid(self) -> Iterator[Problem]:
        """Return a problem for each thing that the text prints and the formula leaves out."""
        for number in self.text.numbers:
            if not self._number_used(number):
                yield self._unsaid("number", self.text.text[number.start : number.stop])
        for period in self.text.periods:
            if not self._period_used(period):
                yield self._unsaid("date", self.text.text[period.start : period.stop])
        yield from self._unsaid_choices()
        yield from self._unsaid_places()

    def _unsaid(self, what: str, printed: str) -> Problem:
        held = ", ".join(dict.fromkeys(one.says() for one in self.analysis.literals))
        return Problem(
            reason="text_not_in_formula",
            message=f"the text prints the {what} {printed!r}, which the formula leaves out or has "
            f"otherwise; the formula has {held or 'no literal'}",
            given=printed,
        )

    def _number_used(self, number: PrintedNumber) -> bool:
        if any(number_fits(number, one) for one in self._numeric):
            return True
        year = next((p for p in self.text.periods if p.start == number.start), None)
        if year is not None:
            return self._period_used(year)
        if (
            number.in_words
            and number.kind == "number"
            and not number.unit
            and number.value <= SMALL
        ):
            return True
        if number.value in wording.numbers_of(self.analysis):
            return True
        digits = f"{number.value:g}"
        if any(digits in str(one.value) for one in self._texts):
            return True
        return number.unit in DURATIONS and any(self._by_duration(one) for one in self._dates)

    @cached_property
    def _numeric(self) -> tuple[Literal, ...]:
        return tuple(one for one in self.analysis.literals if isinstance(one.value, float))

    @cached_property
    def _texts(self) -> tuple[Literal, ...]:
        return tuple(
            one for one in self.analysis.literals if one.parameter and one.parameter.kind == "texts"
        )

    @cached_property
    def _dates(self) -> tuple[Literal, ...]:
        literals = self.analysis.literals
        return tuple(one for one in literals if iso_day(str(one.value)) is not None)

    def _period_used(self, period: Period) -> bool:
        if any(period_fits(period, one) for one in (*self._numeric, *self._dates)):
            return True
        if period.year_alone and any(int(str(one.value)[:4]) == period.first.year
                                     for one in self._dates):  # fmt: skip
            return True
        if period.year_alone and any(
            2 * period.first.year - year in self._years_of_formula and year != period.first.year
            for year in self._years_of_formula
        ):
            return True
        whole_century = (period.last - period.first).days > 36_000
        if whole_century or self._chosen_by(period):
            return True
        return not self._takes("date") and self._in_context(period)

    def _takes(self, kind: str) -> bool:
        return any(one.kind == kind for one in self._parameters)

    def _in_context(self, period: Period) -> bool:
        """Tell whether the context prints a date as well, which nothing in the formula takes."""
        if period.year_alone:
            return False
        return any((p.first, p.last) == (period.first, period.last)
                   for one in self.around for p in one.periods)  # fmt: skip

    def _chosen_by(self, period: Period) -> bool:
        """Tell whether a choice of the formula stands for a period of about that length."""
        for one in self.analysis.literals:
            ends = one.parameter.periods.get(str(one.value)) if one.parameter else None
            if ends is None or not period.year_known:
                continue
            first, last = (date.fromisoformat(end) for end in ends)
            length, printed = (last - first).days, (period.last - period.first).days
            if first <= period.last and period.first <= last and printed * 3 >= length:
                return True
        return False

    def _unsaid_choices(self) -> Iterator[Problem]:
        soft: dict[str, list[Hit[Meaning]]] = {}
        for hit in self.text.of("choice", "group"):
            if self._choice_used(hit.meaning):
                soft[hit.meaning.name] = []
            elif hit.meaning.sure:
                yield self._unsaid(hit.meaning.name, self.text.printed(hit.first, hit.end))
            else:
                soft.setdefault(hit.meaning.name, []).append(hit)
        used = {
            h.meaning.name for h in self.text.of("choice", "group") if self._choice_used(h.meaning)
        }
        for name, hits in soft.items():
            if hits and name not in used:
                printed = self.text.printed(hits[0].first, hits[0].end)
                yield self._unsaid(name, printed)

    def _choice_used(self, meaning: Meaning) -> bool:
        values = self._values.get(meaning.name, frozenset())
        parameters = [p for p in self._parameters if p.name == meaning.name]
        if meaning.name in self.analysis.listed or values & set(meaning.values):
            return True
        groups = [p.groups.get(str(v), ()) for p in parameters for v in values]
        if any(set(group) & set(meaning.values) for group in groups):
            return meaning.kind == "group" or (len(values) == 1 and "group" in meaning.kind)
        if not values and any(p.default in meaning.values for p in parameters):
            return True
        if not values and not any(p.required for p in parameters) and self._told_before(meaning):
            return True
        return any(str(one.value) in meaning.values for one in self.analysis.literals)

    def _told_before(self, meaning: Meaning) -> bool:
        return any(hit.meaning == meaning for one in self.around for hit in one.of("choice"))

    def _unsaid_places(self) -> Iterator[Problem]:
        """Return a problem for a printed place that no argument names."""
        for function in self.analysis.functions:
            for parameter in function.parameters:
                if parameter.kind == "place":
                    yield from self._other_places(function.name, parameter)
                    return

    def _other_places(self, function: str, parameter: Parameter) -> Iterator[Problem]:
        simulator = next(
            (s for s in self.registry if any(f.name == function for f in s.functions)), None
        )
        values = [str(one.value) for one in self.analysis.literals
                  if one.parameter and one.parameter.kind == "place"]  # fmt: skip
        known = {word.plain for value in values for word in mentions(value, ()).tokens}
        for first, end in wording.unknown_names(self.text):
            words = {token.plain for token in self.text.tokens[first:end]}
            printed = self.text.printed(first, end)
            if words <= known or simulator is None:
                continue
            found = simulator.find(parameter.name, printed)
            if found and found[0].sure and not any(v in found[0].title for v in values):
                yield self._unsaid(parameter.name, printed)

    # Where literals stand.

    def positions(self, literal: Literal) -> tuple[int, ...]:
        """Return the tokens at which the text prints a literal."""
        if isinstance(literal.value, float):
            found = [n.first for n in self.text.numbers if number_fits(n, literal)]
            years = [p.first_token for p in self.text.periods if period_fits(p, literal)]
            return tuple(sorted({*found, *years}))
        if iso_day(str(literal.value)) is not None:
            return tuple(p.first_token for p in self.text.periods if period_fits(p, literal))
        if literal.parameter is not None and literal.parameter.kind != "place":
            return named_tokens(literal, self.text)
        if literal.parameter is not None:
            return phrase_tokens(literal, self.text)
        return self.label_tokens(literal, self.text)
