"""From what a sentence means to formulas: which output of which function, with which arguments.

The words leave several outputs open; the conditions, the unit and the kind of what they are
compared with leave one, or the sentence is not read. A condition that no parameter takes rules a
function out: nothing that is said is dropped.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from simulrag.simulators.interface import Function, Parameter
from simulrag.verifier.english.claim_context import Surroundings, differs_in_cases
from simulrag.verifier.english.comparing import Valued, compared, of_two
from simulrag.verifier.english.object_reading import with_years
from simulrag.verifier.english.phrase_meanings import (
    ABSENT,
    ALONE,
    ALTERED,
    CASE,
    DURING,
    LEVEL,
    NOW,
    SPOKEN,
    UNALTERED,
    Amount,
    Binding,
    Claim,
    Joined,
    Measure,
    Moment,
    Setting,
    Statement,
    Term,
    Turn,
    bound,
)
from simulrag.verifier.english.vocabulary import Declared, Vocabulary
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.listings import alters, applies, argument, is_altering, node_of
from simulrag.verifier.formulas.syntax import (
    Application,
    Call,
    Each,
    Junction,
    Node,
    Number,
    Text,
    Variable,
)

_TIMES = ("week", "day", "month", "year")

Arguments = Mapping[str, Node]


class _OpenError(Exception):
    """What is around gives a condition twice, and the claim does not say which is meant."""


@dataclass(frozen=True)
class Resolver:
    """Makes formulas of statements, with what the sentences around them give."""

    vocabulary: Vocabulary
    around: Surroundings

    def formulas(self, statement: Statement) -> list[Node]:
        """Return every formula that a statement may stand for, each once."""
        if isinstance(statement, Joined):
            parts = [self.formulas(one) for one in statement.claims]
            if any(len(part) != 1 for part in parts):
                return []
            return [Junction("and", tuple(part[0] for part in parts))]
        claim = self._cased(statement)
        if claim is None:
            return []
        # What is around speaks of one function first, and of the others where that one cannot be.
        try:
            for asked in (True, False):
                for tier in self._tiers(claim.term.measure):
                    made = self._of_outputs(claim, tier, asked=asked)
                    if made:
                        return list(made)
        except _OpenError:
            return []
        return []

    def _tiers(self, measure: Measure) -> Iterator[frozenset[str]]:
        """Return the outputs that may be meant; those of what is around for one left open."""
        spoken = (measure,) if measure.outputs else self.around.measures
        for tier in zip(*(one.tiers() for one in spoken), strict=True):
            yield frozenset[str]().union(*tier)

    def _cased(self, claim: Claim) -> Claim | None:
        """Return a claim with the cases that it names as what they alter; None for no such."""
        term = claim.term
        own, other = term.measure.setting, term.second or Setting()
        said = frozenset(filter(self._differs, own.names | other.names | claim.shared.names))
        first, second, shared = (self._case(one, said) for one in (own, other, claim.shared))
        if first is None or second is None or shared is None:
            return None
        measure = replace(term.measure, setting=first)
        held = replace(term, measure=measure, second=second if term.second else None)
        return replace(claim, term=held, shared=shared)

    def _case(self, setting: Setting, said: frozenset[str]) -> Setting | None:
        """Return a setting with the case that it names. said: what the claim alters itself."""
        named = setting.get(CASE)
        if named is None:
            return setting
        rest, at = setting.without([CASE]), self._index(named)
        altered = {n: held for n, held in self.around.values.items() if self._differs(n)}
        if named == Text(UNALTERED):
            absent = _absent({*altered, *said} - rest.names)
            return rest.joined(absent) if absent.bindings else None
        if named == Text(ALONE):
            return rest.joined(_absent(altered.keys() - said)) if said else None
        if said and isinstance(named, Text):
            return rest if named.value == ALTERED or named.value in said else None
        if at is None:
            told = isinstance(named, Text) and named.value in (*altered, ALTERED)
            one_each = all(len(held) == 1 for held in altered.values()) and not self.around.cases
            so = Setting(tuple(Binding(((n, held[0]),)) for n, held in altered.items()))
            return rest.joined(so) if told and altered and one_each else None
        case, other = self.around.cases[at], self.around.cases[1 - at]
        return rest.joined(Setting(case.bindings + _absent(other.names - case.names).bindings))

    def _differs(self, name: str) -> bool:
        parameter = self.vocabulary.parameters.get(name)
        return parameter is not None and differs_in_cases(parameter)

    def _index(self, named: Node | None) -> int | None:
        """Return which case is meant: by its number, or by what it alters."""
        held = [
            at for at, case in enumerate(self.around.cases)
            if (isinstance(named, Number) and named.value == at + 1)
            or (isinstance(named, Text) and named.value in case.names)
        ]  # fmt: skip
        return held[0] if len(held) == 1 else None

    def _is_asked(self, declared: Declared) -> bool:
        """Tell whether a function answers what is around."""
        functions = self.around.functions
        return not functions or f"{declared.simulator}.{declared.function.name}" in functions

    def _of_outputs(self, claim: Claim, names: Iterable[str], *, asked: bool) -> dict[Node, None]:
        held = [
            one for name in sorted(names) for one in self.vocabulary.outputs.get(name, ())
            if self._is_asked(one) or not asked
        ]  # fmt: skip
        if isinstance(claim.to, Turn) and claim.to.of_time:
            dates = [one for one in held if one.output.kind == "date"]
            times = [one for one in held if one.output.unit in _TIMES]
            return self._made(claim, dates) or self._made(claim, times)
        if isinstance(claim.to, Turn):  # a shift may be one of a date
            held = [
                one for one in held
                if (one.output.kind != "date" or not claim.to.sign)
                and (not claim.to.of or one.output.name in claim.to.of)
            ]  # fmt: skip
        return self._made(claim, held)

    def _made(self, claim: Claim, held: Iterable[Declared]) -> dict[Node, None]:
        is_level = claim.term.measure.setting.get(LEVEL) is not None
        found: dict[Node, None] = {}
        for declared in held:
            if is_level:
                node = self._crossed(claim, declared)
            else:
                value = self._value(claim, declared)
                scales = self.around.scales_of(declared.output)
                node = None if value is None else compared(claim, value, scales)
            if node is not None:
                found[node] = None
        return found

    def _crossed(self, claim: Claim, declared: Declared) -> Node | None:
        """Return that a level of an output is crossed in a year."""
        measure, when = claim.term.measure, claim.to
        level = next(one for one in measure.setting.bindings if LEVEL in one.names)
        number = level.get(LEVEL)
        own, is_change = declared.output.unit.removeprefix("delta_"), declared.output.changes_of
        if not isinstance(when, Amount) or number is None or level.unit != own or is_change:
            return None
        places = any(p.kind == "place" for p in declared.function.parameters)
        setting = measure.setting.without([LEVEL]).joined(claim.shared)
        for function, limit in self.vocabulary.searches(declared):
            held = None if setting is None else setting.joined(bound(limit, number))
            found = replace(declared, function=function, output=function.outputs[0])
            given = None if held is None else self._arguments(found, held)
            if given is not None and any(p.name in given for p in function.parameters
                                         if p.kind == "place") == places:  # fmt: skip
                return compared(claim, Valued(_node(found, given), "", found.output), ())
        return None

    # Values.

    def _value(self, claim: Claim, declared: Declared) -> Valued | None:
        term, output, function = claim.term, declared.output, declared.function
        if isinstance(claim.to, Moment) != (output.kind == "date") and term.kind == "value":
            return None
        if term.measure.is_median and (function.observed or output.statistic != "median"):
            return None
        if output.is_change and not term.measure.outputs:
            return None  # nobody says over what time
        first, shared = term.measure.setting, claim.shared
        if isinstance(claim.to, Moment):
            shared = shared.joined(bound(DURING, Text(claim.to.first))) or shared
        second = term.second
        if second is None and term.kind == "change" and not term.unaltered:
            first, second = self._over_time(declared, first, shared)
        if second is not None:
            sides = self._sides(declared, first, second, shared)
            if sides is None:
                return None
            return of_two(claim, output, *(_node(declared, one) for one in sides))
        joined = first.joined(shared)
        arguments = None if joined is None else self._arguments(declared, joined)
        if arguments is None:
            return None
        if term.kind == "change" and not output.is_change:
            return _against_unaltered(claim, declared, arguments)
        if output.changes_of and not alters(function, arguments):
            return None
        if isinstance(claim.to, Turn) and not output.is_change and not output.changes_of:
            return None
        return Valued(_node(declared, arguments), output.unit, output)

    def _over_time(
        self, declared: Declared, setting: Setting, shared: Setting
    ) -> tuple[Setting, Setting | None]:
        """Return a setting at the later and the earlier of two years that what is around gives."""
        joined = setting.joined(shared)
        given = {} if joined is None else fitted(declared, joined) or {}
        years = [p.name for p in declared.function.parameters if p.kind == "year"]
        held = self.around.values.get(years[0], ()) if years else ()
        if len(held) != 2 or not given or alters(declared.function, given):
            return setting, None
        early, late = sorted(held, key=lambda one: one.value if isinstance(one, Number) else 0)
        if given.get(years[0], late) != late:
            return setting, None
        later = setting.without([years[0]]).joined(bound(years[0], late))
        return later or setting, bound(years[0], early)

    def _sides(
        self, declared: Declared, first: Setting, second: Setting, shared: Setting
    ) -> tuple[Arguments, Arguments] | None:
        """Return the arguments of both sides; what one leaves open is as on the other."""
        own = Setting(tuple(one for one in shared.bindings if one not in first.bindings))
        again = Setting(tuple(one for one in shared.bindings if one in first.bindings
                              and one not in second.bindings))  # fmt: skip
        if not own.names.isdisjoint(first.names) or not again.names.isdisjoint(second.names):
            return None  # "in 1990, it was cooler than in 2090" is of the first side
        one = first.joined(shared.without(first.names)) or first
        other = second.joined(shared.without(second.names)) or second
        if one.names.isdisjoint(other.names):
            one, other = self._contrasted(one, other), self._contrasted(other, one)
        left = one.joined(other.without(one.names))
        right = other.joined(one.without(other.names))
        if left is None or right is None:
            return None
        own = frozenset(one.names & other.names)
        held = [self._arguments(declared, side, loose=True) for side in (left, right)]
        if held[0] is None or held[1] is None or held[0] == held[1] or not own:
            return None
        return held[0], held[1]

    def _contrasted(self, one: Setting, other: Setting) -> Setting:
        """Return a side with what it is held against the other for, of two that are around."""
        for binding in other.bindings:
            for name, value in binding.options:
                held = self.around.values.get(name, ())
                rest = [known for known in held if known != value]
                if name not in one.names and len(held) == 2 and len(rest) == 1:
                    return one.joined(bound(name, rest[0])) or one
        return one

    def _arguments(
        self, declared: Declared, setting: Setting, *, loose: bool = False
    ) -> Arguments | None:
        """Return the arguments of a function in a setting, completed by what is around.

        loose: a condition that does not apply there is the other side's, and left out.
        """
        function = declared.function
        given = fitted(declared, setting)
        if given is None:
            return None
        for parameter in function.parameters:
            if parameter.name in given and not applies(parameter, given):
                if not loose:
                    return None
                del given[parameter.name]
        relied = not given
        for parameter in function.parameters:
            if parameter.name not in given and self._is_open(parameter, given, relied=relied):
                value = self._told(declared, parameter.name)
                if value is not None:
                    given[parameter.name] = value
                    relied = relied or parameter.default is None
                elif parameter.required:
                    return None
        names = frozenset[str]().union(*(one.names for one in self.around.cases))
        differing = (p for p in function.parameters if p.name in names)
        if not given.keys() & names and any(applies(p, given) for p in differing):
            raise _OpenError
        if any(name not in given for name in declared.output.needs) or _is_over(declared, given):
            return None
        held = {name: value for name, value in sorted(given.items()) if value != ABSENT}
        return _with_years(function, held)

    def _told(self, declared: Declared, name: str) -> Node | None:
        """Return the value of an input by what is around; what is simulated is in no record."""
        value = self.around.only(name)
        if value is None and len(self.around.values.get(name, ())) > 1:
            raise _OpenError
        return value if self._is_asked(declared) or not declared.function.observed else None

    def _is_open(self, parameter: Parameter, given: Arguments, *, relied: bool) -> bool:
        """Tell whether an input that a sentence leaves out is taken from those around it."""
        if not applies(parameter, given):
            return False
        return parameter.required or parameter.kind == "choice" or (
            relied and parameter.kind in ("change", "integer", "points")
        )  # fmt: skip


def _with_years(function: Function, given: Arguments) -> Arguments:
    """Return arguments whose objects have days with a year."""
    names = [p.name for p in function.parameters if p.kind == "objects" and p.name in given]
    if not names:
        return given
    dated = with_years(function, {name: argument(node, {}) for name, node in given.items()})
    return {**given, **{name: node_of(dated[name]) for name in names}}


def _absent(names: Iterable[str]) -> Setting:
    """Return that some arguments are left out, whatever is around."""
    return Setting(tuple(Binding(((name, ABSENT),)) for name in sorted(names)))


def fitted(declared: Declared, setting: Setting) -> dict[str, Node] | None:
    """Return the arguments that conditions give; None where one is of no parameter."""
    function = declared.function
    names = {parameter.name for parameter in function.parameters}
    given: dict[str, Node] = {}
    for one in setting.bindings:
        found = [(p, v) for p, v in one.arguments(function) if _is_choice(p, v)]
        if found:
            told = one.get(DURING) is not None  # by a day: what is said itself goes before
            given.update((p.name, v) for p, v in found if not told or p.name not in given)
        elif one.get(DURING) is not None or (
            (isinstance(spoken := one.get(SPOKEN), Text) and spoken.value in names)
            or (one.get(NOW) is not None and all(p.kind != "year" for p in function.parameters))
        ):
            continue
        elif not one.is_about(f"{declared.simulator}.{function.name}"):
            return None
    return given


def _is_choice(parameter: Parameter, value: Node) -> bool:
    """Tell whether an argument with a list of choices has one of them."""
    choices = parameter.choices
    return not choices or not isinstance(value, Text) or value == ABSENT or value.value in choices


def _is_over(declared: Declared, given: Arguments) -> bool:
    """Tell whether an argument picks one of the cases over which an output is an extreme.

    The top week of a season is not that of the week that is asked for.
    """
    return any(name in given for name in declared.function.spans(declared.output))


def _node(declared: Declared, arguments: Arguments) -> Node:
    """Return the value of an output; its mean, where an argument is a list of years."""
    years = [one for one in arguments.values() if isinstance(one, Application)]
    held = {name: Variable("y") if one in years else one for name, one in arguments.items()}
    call = Call(declared.simulator, declared.function.name, tuple(held.items()))
    value = syntax.Output(call, declared.output.name)
    return Application("mean", (Each(value, ("y",), years[0]),)) if years else value


def _against_unaltered(claim: Claim, declared: Declared, arguments: Arguments) -> Valued | None:
    """Return what alterations do to an output: the output that says so, else a difference."""
    function, output = declared.function, declared.output
    if not alters(function, arguments):
        return None
    change = next((one for one in function.outputs if one.changes_of == output.name), None)
    if change is not None:
        made = replace(declared, output=change)
        return Valued(_node(made, arguments), change.unit, change)
    altering = {p.name for p in function.parameters if is_altering(p)}
    plain = {name: value for name, value in arguments.items() if name not in altering}
    unit = Term("change", claim.term.measure, Setting())
    sides = _node(declared, arguments), _node(declared, plain)
    return of_two(replace(claim, term=unit), output, *sides)
