"""Where the literals of a formula come from: the text, its context, a default or an assumption."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from itertools import pairwise

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.findings import Finding, finding
from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.numerals import ORDINAL_ENDS
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.anchoring.printed_literals import (
    Matched,
    choice_of,
    is_amount_of,
    is_changed_base,
    iso_day,
    named_tokens,
    number_fits,
    period_fits,
)
from simulrag.verifier.formulas.anchoring.unprinted import (
    Length,
    follows_on,
    is_beside_printed,
    is_bound_of,
    is_end_of_rate,
    is_half,
    lengths,
    one_time,
    presences,
)
from simulrag.verifier.formulas.anchoring.vocabulary import plain_words
from simulrag.verifier.formulas.listings import applies, is_altering, plays_a_part
from simulrag.verifier.formulas.syntax import Application, Arithmetic, Call, Fields, Output, walk

#: Numbers that formulas are written with, whatever a text prints: scales and parts of time.
CONVENTIONAL = frozenset((1, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000, 10_000, 100_000, 1_000_000))
#: Probabilities for which ranges are given.
LEVELS = frozenset((50, 66, 67, 68, 80, 90, 95, 99))
#: The largest number in words that a text need not hand on ("the two cities").
SMALL = 12
#: How many days a date without a year may lie from one that has it.
NEAR_DATE = 250
#: How many lengths of time that a text prints are tried.
MOST_LENGTHS = 20
#: Kinds of words that compare what a text speaks of with something else.
_COMPARING = ("reference", "different", "later", "earlier", "general rise", "general fall",
              "rise", "fall", "afterwards")  # fmt: skip


@dataclass(frozen=True)
class Sources(Matched):
    """A formula with its text, and which of its literals the text bears out."""

    assume: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    used_assumptions: dict[str, str] = field(default_factory=dict[str, str])

    def unsourced(self) -> Iterator[Finding]:
        """Return what comes from nowhere: each literal that nothing bears out."""
        for one in self.analysis.literals:
            if not self._sourced(one):
                yield self._without_source(one)

    def _without_source(self, literal: Literal) -> Finding:
        hint = "write what the text prints"
        if literal.role == "argument":
            hint += (
                "; what text and context leave open may be given in assume as well, as a value or "
                "a list of values, never instead of a printed one"
            )
        if literal.is_end:
            hint += (
                f"; only years(first, last) may also begin or end where {literal.parameter_name} "
                "is declared to end"
            )
        if isinstance(literal.value, float) or iso_day(str(literal.value)):
            spans = [(one.first, one.end) for one in self.text.numbers]
            spans += [(one.first_token, one.end_token) for one in self.text.periods]
        else:
            spans = [(hit.first, hit.end) for hit in self.text.of("choice", "group", "label")]
        prints = tuple(dict.fromkeys(self.text.printed(*span) for span in spans))
        printed = f" (the text prints {', '.join(prints)})" if prints else ""
        after = f", which neither text nor context prints{printed}; {hint}"
        if any(named_tokens(literal, one) for one in self.around):
            after = (
                f" from the context, but the text speaks of {', '.join(prints)}; the context gives "
                "what a text leaves open, or what it is compared with"
            )
        return finding(
            "the formula has ", literal.says(), after, _kind(literal),
            reason="literal_without_source",
            parameter=literal.parameter_name,
            given=literal.value,
            simulator=literal.call.simulator if literal.call else "",
        )  # fmt: skip

    def _sourced(self, literal: Literal) -> bool:
        match literal.role:
            case "step":
                return True
            case "level":
                return literal.value in LEVELS or self._printed(literal)
            case "operand":
                written = self._printed(literal) or self._is_written(literal)
                known = literal.value in self.multiples or literal.value in self.analysis.sizes
                return written or is_half(self, literal) or known
            case "tolerance":
                return self._tolerance(literal)
            case "limit":
                return self._printed(literal)
            case "band" | "of":
                year = literal.role == "of" and isinstance(literal.value, float)
                named = any(self.named(literal, one) for one in self.everywhere)
                return named or (year and self._year(literal))
            case "label":
                return self._label(literal)
            case "compared":
                return self._compared(literal) or literal.value in self.multiples
            case _:
                return literal.parameter is None or self._argument(literal, literal.parameter)

    @cached_property
    def multiples(self) -> dict[float | str, frozenset[int]]:
        """Return what numbers are by a printed factor, and where text prints both: "halve ... 300".

        Numbers are also those of a list whose cases are counted: "half of all states".
        Of those that only the context prints there is no place.
        """
        found: dict[float | str, frozenset[int]] = {}
        for shown in self.everywhere:
            factors = [one for one in shown.numbers if one.kind in ("factor", "fraction")]
            for size in self.analysis.sizes:
                for one in factors:
                    places = {one.first} if shown is self.text else set[int]()
                    found.setdefault(size * one.value, frozenset(places))
            for one in shown.numbers if factors else ():
                for factor in factors if one.kind == "number" else ():
                    places = {one.first, factor.first} if shown is self.text else set[int]()
                    found.setdefault(one.value * factor.value, frozenset(places))
        return found

    def _printed(self, literal: Literal) -> bool:
        """Tell whether text or context print a number, or both of which it is the quotient."""
        parts = literal.printed.split(" / ")
        told = [number for one in self.everywhere for number in one.numbers]
        if len(parts) > 1 and {f"{one.value:g}" for one in told}.issuperset(parts):
            return True
        return any(number_fits(one, literal) for one in told)

    def _is_written(self, literal: Literal) -> bool:
        """Tell the numbers of a scale, and the years or decades between two years of a formula."""
        years, size = self.analysis.years, abs(float(literal.value))
        gaps = {b - a for a in years for b in years}
        size = round(1 / size, 6) if literal.divides else size
        return size in CONVENTIONAL or size in gaps or 10 * size in gaps

    def _tolerance(self, literal: Literal) -> bool:
        """Tell whether the text prints a tolerance, or what is compared declares one as wide."""
        if any(number_fits(number, literal) for number in self.text.numbers):
            return True
        size = max((abs(one.value) for one in self.analysis.literals if one.approximate
                    and one.atom == literal.atom and one.role == "compared"
                    and isinstance(one.value, float)), default=0.0)  # fmt: skip
        allowed = [
            max(o.declared.tolerance.of(size), o.declared.tolerance.difference,
                2.0 if o.declared.unit == "percent" else 0.0)
            for o in literal.outputs if o.declared
        ]  # fmt: skip
        return isinstance(literal.value, float) and literal.value <= max(allowed, default=0.0)

    def _label(self, literal: Literal) -> bool:
        if iso_day(str(literal.value)) is not None:
            return self._date(literal)
        opposite = self.text.of("negation", "no negation") and self.text.of("label")
        words = set(plain_words(str(literal.value)))
        apart = len(words) > 1 and words <= set(self.text.plain)  # "growth is rapid"
        named = self.named(literal, self.text) or apart
        return bool(named or opposite or self.next_to(literal))

    def _compared(self, literal: Literal) -> bool:
        value = abs(float(literal.value))
        if value == 0 or self._printed(literal) or self._year(literal) or self._is_place(literal):
            return True
        if one_time(self, literal) or is_half(self, literal):
            return True
        counts = literal.unit in ("", "number") and bool(self.text.places("only"))
        one = value == 1 and (literal.unit in ("ratio", None) or counts)
        return one and not literal.difference and not is_bound_of(self, literal, "probability")

    def _is_place(self, literal: Literal) -> bool:
        """Tell the place in a ranking that a text says ("second", "the 3rd highest", "most")."""
        place = int(literal.value)
        most = place == 1 and bool(self.superlatives) and not self.superlatives & lexicon.LOWEST
        words = (*lexicon.ORDINALS[place : place + 1], *(f"{place}{end}" for end in ORDINAL_ENDS))
        return (most or any(map(self.text.places, words))) and is_bound_of(self, literal, "rank")

    def _year(self, literal: Literal) -> bool:
        held = literal.parameter
        ends = literal.is_end or (
            held is not None and held.kind == "year" and held.selection.need_words
        )
        if ends and self.text.of("baseline") and self.text.places(literal.printed):
            return True  # of a period that is also a name of what something is counted from
        return any(
            period_fits(p, literal) or follows_on(p, literal, one)
            for one in self.everywhere for p in one.periods
        )  # fmt: skip

    # Arguments.

    def _argument(self, literal: Literal, parameter: Parameter) -> bool:
        if parameter.choices:
            return self._chosen(literal, parameter)
        default = self._is_default(literal, parameter)
        found = default or self._found(literal, parameter)
        return found or self._assumed(literal, parameter)

    def _is_default(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a literal is what is taken without it, and no other value is stated."""
        told = {hit.meaning.name for one in self.around for hit in one.of("choice")}
        default = parameter.usual
        if parameter.name in told or parameter.name in self.assume or default in (None, ""):
            return False
        return literal.value == default or choice_of(literal) == str(default)

    def _chosen(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a choice is printed, or left open by a text that prints no other."""
        if self._found(literal, parameter) or self._of_a_group(literal, parameter):
            return True
        run = dict(literal.call.arguments) if literal.call else {}
        if literal.value not in parameter.members and not applies(parameter, run, surely=True):
            return True
        if self._is_whole(parameter):
            return True
        told = any(named_tokens(literal, one) for one in self.around)
        told = told or self._is_default(literal, parameter) or self._printed(literal)
        told = told or self._is_of_a_base(literal) or self._assumed(literal, parameter)
        others = [hit for hit in self.text.of("choice") if hit.meaning.name == parameter.name]
        contrasted = self._contrasted(literal)
        told = told or (contrasted and _is_unaltered(literal, parameter))
        of_a_list = literal.call is None
        beside = contrasted or of_a_list or self._beside(literal)
        held = (self.values.get(hit.meaning.name, frozenset()) & set(hit.meaning.values)
                for hit in others)  # fmt: skip
        return told and (not others or (beside and all(held)))

    def _is_whole(self, parameter: Parameter) -> bool:
        """Tell whether the formula goes through all choices of what the text speaks of.

        Where it says which has the most of something, it speaks of all that there are.
        """
        spoken = any(hit.meaning.name == parameter.name for hit in self.text.of("parameter"))
        spoken = spoken or bool(self.superlatives)
        values = self.values.get(parameter.name, frozenset())
        return spoken and values >= set(parameter.members)

    def _is_of_a_base(self, literal: Literal) -> bool:
        """Tell the choice with which alone a printed value is one that a change is of."""
        for one in self.parameters.values():
            bases = one.bases.get(literal.parameter_name, {})
            base = bases.get(choice_of(literal))
            if list(bases.values()).count(base or 0) == 1 and any(
                number.value == base and is_amount_of(number, one.changed_unit)
                for text in self.everywhere for number in text.numbers
            ):  # fmt: skip
                return True
        return False

    def _of_a_group(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a choice is one of those that a printed group stands for."""
        if set(parameter.selection.groups.get(choice_of(literal), ())) == set(parameter.choices):
            return literal.parameter_name in self.analysis.listed
        values = self.values.get(literal.parameter_name, frozenset())
        return any(
            choice_of(literal) in hit.meaning.values and set(hit.meaning.values) <= values
            for one in self.everywhere for hit in one.of("group")
            if hit.meaning.name == literal.parameter_name
        )  # fmt: skip

    def _beside(self, literal: Literal) -> bool:
        """Tell what is in the same list of a run as a choice of which the formula takes a part."""
        parts = [one for one in self.analysis.literals if one.role == "of"]
        own = {one.value for one in parts if any(o.call == literal.call for o in one.outputs)}
        return bool(own) and literal.value not in own

    def _contrasted(self, literal: Literal) -> bool:
        """Tell whether another run of the formula differs in this argument, or its object, alone.

        Or in other changes as well, where this is what is taken without any.
        """
        call, parameter = literal.call, literal.parameter
        times = any(number.kind == "factor" for number in self.text.numbers)
        if call is None or not (times or self.text.of(*_COMPARING)):
            return False
        given, name = dict(call.arguments), literal.parameter_name
        if name not in given:  # a field of an object
            held = (key for key, value in given.items()
                    if any(isinstance(one, Fields) for one in walk(value)))  # fmt: skip
            name = next(held, "")
        own, free = given.get(name), {name}
        if own is None:
            return False
        if parameter and _is_unaltered(literal, parameter):
            free |= self.altering
        rest = [held for held in call.arguments if held[0] not in free]
        return any(
            other != call and other.function == call.function
            and dict(other.arguments).get(name) != own
            and [held for held in other.arguments if held[0] not in free] == rest
            for other in self.analysis.calls
        )  # fmt: skip

    def _found(self, literal: Literal, parameter: Parameter) -> bool:
        match parameter.kind:
            case "place":
                return any(self.named(literal, one) for one in self.everywhere)
            case "choice" | "choices":
                named = bool(named_tokens(literal, self.text)) or bool(self.next_to(literal))
                so_far = self._in_period(literal, parameter) or self._is_worded(literal, parameter)
                return named or so_far or self._is_all_so_far(literal, parameter)
            case "year":
                end = self._is_horizon(literal, parameter) or self._is_beside_own(literal)
                return end or self._year(literal) or is_end_of_rate(self, literal)
            case "date":
                return self._date(literal)
            case "points":
                return True
            case _:
                named = any(named_tokens(literal, one) for one in self.everywhere)
                # Or the result of a change of a declared value: 1,500 of 1,200 an hour.
                spoken = self._spoken_of(parameter) or any(
                    is_changed_base(number, parameter, literal)
                    for one in self.everywhere for number in one.numbers
                )  # fmt: skip
                printed = spoken and self._printed(literal)
                timed = bool(one_time(self, literal))
                return named or printed or timed or self._is_removed(literal, parameter)

    def _is_worded(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell a choice that a text may leave open, where it has its words and those of no other.

        They stand away from the words of their input: "warming since 1850" through all emissions.
        """
        open_to = parameter.choices.items() if parameter.left_open.meant else ()
        said = {value for value, words in open_to for one in words
                if any(text.places(one) for text in self.everywhere)}  # fmt: skip
        return said == {literal.value}

    def _is_removed(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell a change to nothing, of what a text has without it, or shows the effect of.

        The effect of what is there is shown by a run without it beside one with it.
        """
        if parameter.kind != "change" or literal.value != -100 or literal.call is None:
            return False
        told = (presences(one, parameter.name).values() for one in self.everywhere)
        said = next(filter(None, told), ())
        own = dict(literal.call.arguments).items()
        beside = any(
            dict(other.arguments).items() < own and parameter.name not in dict(other.arguments)
            for other in self.analysis.calls if other.function == literal.call.function
        )  # fmt: skip
        removed = {one.parameter_name for one in self.analysis.literals if one.value == -100}
        changes = {p.name for p in self.parameters.values() if p.kind == "change"}
        shown = "there" in said or (self.superlatives and changes <= removed)
        return "gone" in said or (bool(shown) and (beside or self._is_sized(literal.call)))

    def _is_sized(self, call: Call) -> bool:
        """Tell whether all that is taken of a run are sizes or ratios, so that no sign counts."""
        nodes = [one for atom in self.analysis.atoms for side in (atom.left, atom.right)
                 for one in walk(side)]  # fmt: skip
        sizes = {id(part) for one in nodes for part in walk(one)
                 if (isinstance(one, Application) and one.name == "abs")
                 or (isinstance(one, Arithmetic) and one.operator == "/")}  # fmt: skip
        taken = (one for one in nodes if isinstance(one, Output) and one.run == call)
        return all(id(one) in sizes for one in taken)

    @cached_property
    def superlatives(self) -> frozenset[str]:
        """Return the words for the most and the least of something, but "at most", "at least"."""
        plain = self.text.plain
        words = {word for before, word in pairwise(["", *plain]) if before != "at"}
        return (lexicon.HIGHEST | lexicon.LOWEST) & words

    @cached_property
    def altering(self) -> frozenset[str]:
        """Return the inputs that alter what a run is compared with."""
        inputs = self.parameters.values()
        return frozenset(one.name for one in inputs if is_altering(one))

    def _spoken_of(self, parameter: Parameter) -> bool:
        """Tell whether text or context speaks of what is changed by an argument."""
        return parameter.kind != "change" or any(
            any(hit.meaning.name == parameter.name for hit in one.of("parameter"))
            or any(parameter.changed_unit == number.unit != "" for number in one.numbers)
            for one in self.everywhere
        )

    def _assumed(self, literal: Literal, parameter: Parameter) -> bool:
        given = self._given(parameter.name)
        if literal.value not in (given if isinstance(given, list) else [given]):
            return False
        own = parameter.name in self.assume and parameter.kind in ("year", "date")
        if own and not is_beside_printed(self, literal):
            return False
        self.used_assumptions[parameter.name] = f"{parameter.name} = {given} (assumed)"
        return True

    def _given(self, name: str) -> JsonValue:
        """Return what is assumed for an input, or for a field of one that takes objects."""
        if name in self.assume:
            return self.assume[name]
        listed = (held if isinstance(held, list) else [held] for held in self.assume.values())
        values = (one[name] for held in listed for one in held
                  if isinstance(one, dict) and name in one)  # fmt: skip
        return [one for value in values for one in (value if isinstance(value, list) else [value])]

    # Periods and dates.

    def _is_horizon(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell an end of the years for which a run, or one of its other inputs, is declared."""
        ends = {parameter.low, parameter.high}
        for one in self.parameters.values():
            low, high = one.applies.get(parameter.name, (None, None))
            ends |= {low, high, low and low - 1, high and high + 1}
        return not literal.reached.isdisjoint(end for end in ends if end is not None)

    def _is_beside_own(self, literal: Literal) -> bool:
        """Tell an end of years that are all others beside a printed one, as of a record year."""
        name = literal.parameter_name
        own = (one for one in self.analysis.literals if one.call and one.parameter_name == name)
        years = {one.value for one in own if self.positions(one)}
        return (
            literal.is_end
            and bool(self.superlatives)
            and any(abs(float(literal.value) - float(year)) == 1 for year in years)
        )

    def _is_all_so_far(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell one of all periods up to the one that is spoken of ("since reporting began")."""
        order, values = (
            list(parameter.choices),
            self.values.get(literal.parameter_name, frozenset()),
        )
        if (
            not parameter.selection.periods
            or literal.value not in order
            or not self.text.says(lexicon.ALWAYS)
        ):
            return False
        ends = [*self._told(parameter), len(order) - 1]
        return any(set(order[: end + 1]) <= values for end in ends)

    def next_to(self, literal: Literal) -> tuple[int, ...]:
        """Return the words for a period beside a printed one ("the next season"), as tokens."""
        for parameter in self.parameters.values():
            order = list(parameter.choices)
            if parameter.selection.periods and literal.value in order:
                steps = {order.index(str(literal.value)) - at for at in self._told(parameter)}
                after = self.text.of("afterwards") if any(step > 0 for step in steps) else ()
                before = self.text.of("beforehand") if any(step < 0 for step in steps) else ()
                return tuple(hit.first for hit in (*after, *before))
        return ()

    def _told(self, parameter: Parameter) -> list[int]:
        """Return which choices of a period a text names or dates; else its context."""
        order, periods = list(parameter.choices), parameter.selection.periods
        for one in self.everywhere:
            named = [order.index(value) for hit in one.of("choice")
                     if hit.meaning.name == parameter.name
                     for value in hit.meaning.values if value in order]  # fmt: skip
            days = [p.first.isoformat() for p in one.periods if p.year_known]
            dated = [at for at, value in enumerate(order) for day in days
                     if periods[value][0] <= day <= periods[value][1]]  # fmt: skip
            if named or dated:
                return named or dated
        return []

    def _in_period(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether a printed date lies in the period that a choice stands for."""
        ends = parameter.selection.periods.get(str(literal.value))
        if ends is None:
            return False
        first, last = (date.fromisoformat(end) for end in ends)
        printed = [p for one in self.everywhere for p in one.periods if p.year_known]
        return any(first <= p.last and p.first <= last for p in printed)

    def _date(self, literal: Literal) -> bool:
        """Tell whether a date is printed, or follows from one and a time ("within two months")."""
        days = iso_day(str(literal.value))
        agreeing = [period for one in self.everywhere for period in one.periods
                    if self._year_agrees(period, literal)]  # fmt: skip
        return days is not None and any(
            period_fits(period, literal) or self.follows(period, days[0]) for period in agreeing
        )

    def follows(self, period: Period, day: date) -> bool:
        """Tell whether a day lies a printed time before or after a printed date."""
        return any(
            period.holds(day - timedelta(days=sign * one.days), one.slack)
            for one in self._lengths for sign in one.signs(period)
        )  # fmt: skip

    @cached_property
    def _lengths(self) -> tuple[Length, ...]:
        found = {length for one in self.everywhere for length in lengths(one)}
        return tuple(sorted(found)[:MOST_LENGTHS])

    def _year_agrees(self, period: Period, literal: Literal) -> bool:
        """Tell whether a date whose year the text leaves open lies near those that are known."""
        days = iso_day(str(literal.value))
        if period.year_known or days is None:
            return True
        return not self._known or any(abs((days[0] - day).days) <= NEAR_DATE for day in self._known)

    @cached_property
    def _known(self) -> tuple[date, ...]:
        """Return the dates with a year that text, context and assumptions hold."""
        found = [p.first for one in self.everywhere for p in one.periods if p.year_known]
        given = [iso_day(str(value)) for value in self.assume.values()]
        return (*found, *(days[0] for days in given if days))

    def assumptions(self) -> Iterator[str]:
        """Return in words what was taken from an assumption or a default."""
        yield from self.used_assumptions.values()
        given = {name for call in self.analysis.calls for name, _ in call.arguments}
        unprinted = {one.parameter_name for one in self.analysis.literals if one.parameter
                     and self._is_default(one, one.parameter)
                     and not self._found(one, one.parameter)}  # fmt: skip
        used = {one.name for output in self.analysis.outputs if (held := output.function)
                for one in held.inputs if plays_a_part(one, held, output.name)}  # fmt: skip
        for parameter in self.parameters.values():
            stated = parameter.name in given and parameter.name not in unprinted
            stated = stated or parameter.name not in used
            if stated or parameter.required or parameter.name in self.assume:
                continue
            if parameter.default not in (None, "", 0, 0.0):
                yield f"{parameter.name} = {parameter.default} (default)"


def _is_unaltered(literal: Literal, parameter: Parameter) -> bool:
    """Tell what an input that alters a run is where nothing is altered."""
    return parameter.alters and choice_of(literal) == str(parameter.default)


def _kind(literal: Literal) -> str:
    """Return as what a text would print a literal."""
    parameter = literal.parameter
    if parameter is not None and (parameter.choices or parameter.kind == "place"):
        return parameter.name
    dated = (parameter is not None and parameter.kind in ("year", "date")) or (
        isinstance(literal.value, str) and iso_day(literal.value) is not None
    )
    return "date" if dated else "number" if isinstance(literal.value, float) else literal.role
