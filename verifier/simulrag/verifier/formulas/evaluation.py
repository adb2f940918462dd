"""Evaluates formulas over runs: each node becomes a value or a truth."""

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from pydantic import JsonValue

from simulrag.simulators import interface
from simulrag.simulators.arguments import shown
from simulrag.simulators.progress import step
from simulrag.verifier.formulas import arithmetic, comparison, values
from simulrag.verifier.formulas.comparison import About, compare, graded, period, week_of
from simulrag.verifier.formulas.language import OPERATIONS
from simulrag.verifier.formulas.listings import (
    Element,
    Held,
    Scope,
    applies,
    argument,
    bound,
    constant,
    elements,
    node_of,
)
from simulrag.verifier.formulas.outputs import OutputValues
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.solving import bound_to, solved, sought, unit_of, varied
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Each,
    Flag,
    FormulaError,
    Junction,
    Minus,
    Node,
    Not,
    Number,
    Output,
    Text,
    Variable,
    children,
    ranged,
)
from simulrag.verifier.formulas.truths import Truth, conjunction, disjunction, negation
from simulrag.verifier.formulas.values import Amount, Period, Undefined, Value, Written, of_unit

#: Most runs that one formula may name, and parts that it may have with its lists written out.
MOST_RUNS, MOST_STEPS = 256, 20_000
#: Points on which a value must rise or fall all along to be solved for, and runs for one solution.
GRID, MOST_TRIALS = 9, 40


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Made]):
    """What a node is worth, and the calls that this rests on."""

    node: Node
    made: Made
    used: Mapping[str, interface.Call]


#: A call, how often it is tried where something is solved for, and what that is.
_Named: TypeAlias = "tuple[interface.Call, int, str]"
#: What stands for every value of a series while calls are counted.
_ANY_OF_SERIES = Amount(0.0, 0.0, 0.0)
#: How often a list is gone through at most, once to decide and again to tell.
_TOLD_AGAIN = 2


class TooManyRuns(FormulaError):
    """A formula that names more runs than are made for one."""

    reason = "too_many_runs"


class Evaluator:
    """Evaluates the nodes of one formula.

    `used` are the calls that its value rests on: of a search those at what was found, and not all
    that were `tried` for it.
    """

    def __init__(self, runs: Runs, *, varied: float = 0.0) -> None:
        self.runs = runs
        self.used: dict[str, interface.Call] = {}
        self.tried: dict[str, interface.Call] = {}
        #: Simulators whose runs have a spread and no members, so that their intervals decide.
        self.without_members: set[str] = set()
        self.outputs = OutputValues(runs, varied=varied)
        #: What nodes outside of lists are worth; they are asked for again when verdicts are told.
        self._held: dict[tuple[int, bool], _Kept[Value]] = {}
        self._true: dict[tuple[int, bool], _Kept[Truth]] = {}
        #: Whether truths are wanted for each member by itself, as chances and counts take them.
        self._by_member = False
        self._made: dict[int, tuple[Call, interface.Call]] = {}
        #: Parts that were looked at, and how many stand under each `for` over a series.
        self._visited = 0
        self._steps: dict[int, int] = {}
        #: What is solved for in a node, with its input as a name.
        self._open: dict[int, tuple[Application, Node]] = {}

    def of_world(self, varied: float = 1.0) -> "Evaluator":
        """Return one for the world, whose years that have been vary, so many times as they do."""
        return self.on(self.runs, varied=varied)

    def on(self, runs: Runs, *, varied: float = 0.0) -> "Evaluator":
        """Return one that evaluates the same formula, whose parts are counted, on other runs."""
        other = Evaluator(runs, varied=varied or self.outputs.varied)
        other._steps, other._visited, other._open = self._steps, self._visited, self._open
        return other

    # Calls, counted before any run is made.

    def calls(self, root: Node) -> list[interface.Call]:
        """Return the calls that a formula names, each once and checked, without making a run.

        Raises FormulaError for more than MOST_RUNS, SimulatorError for what cannot be run.
        """
        found: dict[str, interface.Call] = {}
        tried: dict[str, int] = {}
        self._visited = 0
        for call, trials, solved_for in self._named(root, {}, ""):
            found[call.canonical()] = call
            if trials:
                tried[f"{solved_for} {call.canonical()}"] = trials
            if len(found) + (sum(tried.values()) if trials else 0) > MOST_RUNS:
                raise TooManyRuns(
                    f"the formula names more than {MOST_RUNS} runs; take fewer elements, a step "
                    "such as years(2030, 2060, 5), or several formulas"
                )
        return list(found.values())

    def _named(self, node: Node, scope: Scope, within: str) -> Iterator[_Named]:
        self._visited += 1
        _check_steps(self._visited)
        match node:
            case Call():
                yield self._call(node, scope), 0, within
            case Output(run=run):
                yield self._call(run, scope), 0, within
            case Number() | Text():
                return
            case Each():
                yield from self._of_each(node, scope, within)
            case Application(name="solve"):
                yield from self._trials(node, scope, within)
            case _:
                for child in children(node):
                    yield from self._named(child, scope, within)

    def _of_each(self, each: Each, scope: Scope, within: str) -> Iterator[_Named]:
        over: Sequence[Element] = [_ANY_OF_SERIES]
        if isinstance(each.source, Output):
            yield from self._named(each.source.run, scope, within)
        else:
            over = self.elements_of(each.source, scope)
        before = self._visited
        for one in over:
            yield from self._named(each.element, bound(each.variables, one, scope), within)
        if isinstance(each.source, Output):  # how long it is shows only once it is run
            self._steps[id(each.element)] = self._visited - before

    def _trials(self, node: Application, scope: Scope, within: str) -> Iterator[_Named]:
        target = node.arguments[1]
        value, name, low, high = self._varied(node, scope)
        before, inside = self._visited, f"{within} {id(node)} {scope}"
        for end in (low, high):
            for call, trials, solved_for in self._named(value, bound_to(scope, name, end), inside):
                yield call, max(1, trials) * (MOST_TRIALS - 2) // 2, solved_for
        self._visited += (self._visited - before) * (MOST_TRIALS - 2) // 2
        yield from self._named(target, scope, within)

    def _call(self, node: Call, scope: Scope) -> interface.Call:
        if scope:
            return self._bound_call(node, scope)
        held = self._made.get(id(node))
        if held is None:
            held = self._made[id(node)] = node, self._bound_call(node, scope)
        return held[1]

    def _bound_call(self, node: Call, scope: Scope) -> interface.Call:
        arguments = {name: argument(value, scope) for name, value in node.arguments}
        idle = _without_meaning(self.runs.registry.function(node), node, arguments)
        given = {name: value for name, value in arguments.items() if name not in idle}
        return self.runs.call(node.simulator, node.function, given)

    def elements_of(self, source: Node, scope: Scope) -> Sequence[Element]:
        """Return the elements of a list, or the values of a series. Raises FormulaError."""
        if isinstance(source, Output):
            return self.outputs.series(self._read(source.run, scope), source.name).values
        return elements(source, scope, self.runs.registry)

    def _over(self, each: Each, scope: Scope) -> Sequence[Element]:
        over = self.elements_of(each.source, scope)
        if isinstance(each.source, Output):
            self._visited += len(over) * self._steps.get(id(each.element), 1)
            _check_steps(self._visited // _TOLD_AGAIN)
        return over

    def _read(self, node: Call, scope: Scope) -> interface.Call:
        call = self._call(node, scope)
        self.used.setdefault(call.canonical(), call)
        return call

    # Truths.

    def truth(self, node: Node, scope: Scope) -> Truth:
        """Return whether a node holds. Raises FormulaError where it means nothing."""
        return self._kept(self._true, self._truth, node, scope)

    def by_member(self, node: Node) -> Truth:
        """Return whether a statement holds, its equalities too taken member by member."""
        with self._each_member():
            return self.truth(node, {})

    def _kept(
        self,
        held: dict[tuple[int, bool], _Kept[Made]],
        make: Callable[[Node, Scope], Made],
        node: Node,
        scope: Scope,
    ) -> Made:
        """Return what a node is worth, made once where it stands outside of lists."""
        if scope:
            return make(node, scope)
        key = id(node), self._by_member
        kept = held.get(key)
        if kept is None:
            with self._reading() as used:
                kept = held[key] = _Kept(node, make(node, scope), used)
        self.used |= kept.used
        return kept.made

    @contextmanager
    def _reading(self) -> Generator[dict[str, interface.Call]]:
        """Collect the calls that are read within; they do not count as used by themselves."""
        before, self.used = self.used, {}
        try:
            yield self.used
        finally:
            self.used = before

    @contextmanager
    def _each_member(self) -> Generator[None]:
        """Take truths member by member within."""
        before, self._by_member = self._by_member, True
        try:
            yield
        finally:
            self._by_member = before

    def _truth(self, node: Node, scope: Scope) -> Truth:
        match node:
            case Comparison():
                return self._all_of([node], scope)
            case Not(operand=operand):
                return negation(self.truth(operand, scope))
            case Junction(operator="and", operands=operands):
                return self._all_of(operands, scope)
            case Junction(operands=operands):
                return disjunction([self.truth(part, scope) for part in operands])
            case Application(name="all" | "any" as name, arguments=(Each() as each,)):
                truths, _ = self._truths(each, scope)
                return (conjunction if name == "all" else disjunction)(truths)
            case _:
                raise FormulaError("a value stands where something true or false should")

    def _all_of(self, parts: Sequence[Node], scope: Scope) -> Truth:
        """Return whether all hold; two limits of one value are one range."""
        ranges, pairs, others = ranged(parts)
        found: list[Truth] = []
        for one in ranges:
            limits = [(operator, self.value(node, scope)) for operator, node in one.limits]
            value = self.value(one.value, scope)
            found.append(comparison.between(value, limits, by_member=self._by_member))
        for left, operator, right in pairs:
            sides = self.side(left, scope), self.side(right, scope)
            found.append(compare(sides[0], operator, sides[1], by_member=self._by_member))
        return conjunction([*found, *(self.truth(one, scope) for one in others)])

    def _truths(self, each: Each, scope: Scope) -> tuple[list[Truth], Sequence[Element]]:
        over = self._over(each, scope)
        return [self.truth(each.element, bound(each.variables, e, scope)) for e in over], over

    def side(self, node: Node, scope: Scope) -> Value | About:
        """Return what stands on a side of a comparison. Raises FormulaError."""
        if not isinstance(node, Application) or node.name != "about":
            return self.value(node, scope)
        within = node.get("within")
        width = None if within is None else self._amount(within, scope)
        if isinstance(width, Undefined):
            raise FormulaError(f"within is undefined: {width.why}")
        if width is not None and width.centre < 0:
            raise FormulaError("within is how far off is meant, and never below zero")
        return About(self.value(node.arguments[0], scope), width)

    # Values.

    def value(self, node: Node, scope: Scope) -> Value:
        """Return what a node is worth. Raises FormulaError where it means nothing."""
        return self._kept(self._held, self._value, node, scope)

    def _value(self, node: Node, scope: Scope) -> Value:
        match node:
            case Number():
                return values.of_print(node.value, node.printed)
            case Text(value=text):
                return Written(text)
            case Variable(name=name):
                return _of_element(scope[name])
            case Output():
                return self._output(node, scope)
            case Minus(operand=operand):
                return _on_amounts(values.negative, [self._amount(operand, scope)])
            case Arithmetic(operator=operator, left=left, right=right):
                sides = [self._amount(left, scope), self._amount(right, scope)]
                _check_whole(node, sides[1])
                return _on_amounts(_ARITHMETIC[operator], sides)
            case Application():
                return self._applied(node, scope)
            case _:
                raise FormulaError(
                    "something true or false, or a list, stands where a value should; functions "
                    "take several values, max(a, b), or a list by for, max(x for x in [a, b])"
                )

    def _amount(self, node: Node, scope: Scope) -> Amount | Undefined:
        value = self.value(node, scope)
        if isinstance(value, Written):
            value = period(value.text)
        if isinstance(value, Period) and value.first == value.last:
            value = Amount(value.first, value.first, value.first, "date", written=True)
        if not isinstance(value, Amount | Undefined):
            raise FormulaError(f"{shown(written(node))} stands where a number or a day should")
        return value

    def _output(self, node: Output, scope: Scope) -> Value:
        call = self._read(node.run, scope)
        part = "" if node.part is None else constant(node.part, scope)
        if not isinstance(part, str) or (node.part is not None and not part):
            raise FormulaError('a part is named, such as RUN.part("Ohio").OUTPUT')
        value = self.outputs.value(call, node.name, part)
        if isinstance(value, Amount) and value.spread is not None:
            self.without_members.add(call.simulator)
        return value

    def _applied(self, node: Application, scope: Scope) -> Value:
        match node.name:
            case name if name in (*_REDUCED, "argmax", "argmin", "rank"):
                return self._reduced(node, scope)
            case "count" | "first" | "probability":
                with self._each_member():
                    if node.name == "first":
                        return self._first(node, scope)
                    if node.name == "count":
                        return arithmetic.count(self._truths(_each(node), scope)[0])
                    return arithmetic.probability(self.truth(node.arguments[0], scope))
            case "at" | "when_max":
                return self._of_series(node, scope)
            case "solve":
                return self._solve(node, scope)
            case _:
                return self._of_values(node, scope)

    def _first(self, node: Application, scope: Scope) -> Value:
        """Return the first element at which something holds.

        It rests on the runs there and at the element before; on those of both ends where it never
        does.
        """
        each = _each(node)
        over = self._over(each, scope)
        truths: list[Truth] = []
        read: list[dict[str, interface.Call]] = []
        for element in over:
            with self._reading() as used:
                truths.append(self.truth(each.element, bound(each.variables, element, scope)))
            read.append(used)
            self.tried |= used
        found = arithmetic.first(truths, over, stays=node.get("stays") == Flag(True))
        year = found.centre if isinstance(found, Amount) else math.inf
        at = list(over).index(year) if math.isfinite(year) else len(over)
        kept = read[max(at - 1, 0) : at + 1] if at < len(over) else [*read[:1], *read[-1:]]
        for used in kept:
            self.used |= used
        return found

    def _of_values(self, node: Application, scope: Scope) -> Value:
        match node.name:
            case "band":
                return self._band(node, scope)
            case "week":
                return week_of(str(constant(node.arguments[0], scope)))
            case "days" | "weeks" | "quantity":
                return self._measured(node, scope)
            case "low" | "high":
                return self._end(node, scope)
            case "abs" | "log" | "percent_change":
                sides = [self._amount(argument, scope) for argument in node.arguments]
                return _on_amounts(_FUNCTIONS[node.name], sides)
            case "about":
                raise FormulaError("about(...) is a whole side of == or !=, and no part of a value")
            case name:
                raise FormulaError(
                    f"{name}(...) is a list and no value; write max(x for x in "
                    f"{OPERATIONS[name].usage.partition(' or ')[0]})"
                )

    def _reduced(self, node: Application, scope: Scope) -> Value:
        """Return what a function of all of a list comes to; undefined where one of them is."""
        of, name = node.get("of"), node.name
        if name == "rank" and of is None:
            raise FormulaError(
                "rank without of= is a whole ranking and computed by itself; a place is rank((x "
                'for s in states), of="Ohio")'
            )
        made, over = self._list(node, scope)
        ordered = name in ("min", "argmin", "argmax")
        found = arithmetic.amounts(made, name, ordered=ordered)
        if isinstance(found, Undefined):
            return found
        if of is not None:
            return arithmetic.rank(found, over, constant(of, scope))
        if name in _REDUCED:
            return _REDUCED[name](found)
        return arithmetic.extreme_of(found, over, highest=name == "argmax")

    def _list(self, node: Application, scope: Scope) -> tuple[list[Value], Sequence[Element]]:
        """Return the values that a function is over, and the elements that they belong to."""
        only = node.arguments[0]
        if isinstance(only, Each):
            over = self._over(only, scope)
            made = [self.value(only.element, bound(only.variables, e, scope)) for e in over]
            return made, over
        if isinstance(only, Output) and len(node.arguments) == 1:
            found = self.outputs.series(self._read(only.run, scope), only.name)
            return list(found.values), found.values
        return [self._amount(one, scope) for one in node.arguments], range(len(node.arguments))

    def _end(self, node: Application, scope: Scope) -> Value:
        inner, *more = node.arguments
        level = constant(more[0], scope) if more else values.LEVEL
        if not isinstance(level, int | float):
            raise FormulaError(f"{node.name} is written {OPERATIONS[node.name].usage}")
        value = self._amount(inner, scope)
        if isinstance(value, Undefined):
            return value
        return values.end_of_range(value, level, high=node.name == "high")

    def _measured(self, node: Application, scope: Scope) -> Value:
        value = self._amount(node.arguments[0], scope)
        if isinstance(value, Undefined) or value.unit is not None:
            raise FormulaError(f"{node.name} takes a number that was written, such as 5.6")
        if node.name != "quantity":
            return values.in_unit(value, node.name.removesuffix("s"))
        return values.in_unit(value, values.named_unit(str(constant(node.arguments[1], scope))))

    def _band(self, node: Application, scope: Scope) -> Value:
        value, bands = self._amount(node.arguments[0], scope), node.arguments[1]
        if not isinstance(bands, Bands):
            raise FormulaError('band(value, {"cold": (None, 5), "warm": (5, None)})')
        if isinstance(value, Undefined):
            return value
        return graded(value, bands, by_member=self._by_member)

    def _of_series(self, node: Application, scope: Scope) -> Value:
        output = node.arguments[0]
        if not isinstance(output, Output):
            raise FormulaError(f"{node.name} is written {OPERATIONS[node.name].usage}")
        series = self.outputs.series(self._read(output.run, scope), output.name)
        if node.name == "when_max":
            return series.when_max()
        time = node.arguments[1]
        if isinstance(time, Number | Text | Variable):
            return series.at(constant(time, scope))
        when = self._amount(time, scope)
        return when if isinstance(when, Undefined) else series.when(when)

    # The input at which a value meets a target.

    def _varied(self, node: Application, scope: Scope) -> tuple[Node, str, float, float]:
        """Return what is solved for with its input as a name, that input, and its ends."""
        name, low, high = sought(node, scope)
        held = self._open.get(id(node))
        if held is None:
            value = varied(node.arguments[0], name, self.runs.registry)
            held = self._open[id(node)] = node, value
        return held[1], name, low, high

    def _solve(self, node: Application, scope: Scope) -> Value:
        value, name, low, high = self._varied(node, scope)
        wanted = self._amount(node.arguments[1], scope)
        if isinstance(wanted, Undefined):
            return wanted

        read: dict[float, dict[str, interface.Call]] = {}

        def at(x: float) -> Amount | Undefined:
            step()  # so that a search that nobody waits for any more ends between two runs
            with self._reading() as used:
                made = self._amount(value, bound_to(scope, name, x))
            read[x] = used
            self.tried |= used
            return values.finite(made)

        found = solved(at, wanted, low, high, GRID, MOST_TRIALS)
        if isinstance(found, Undefined):
            for end in (low, high):
                self.used |= read.get(end, {})
            return found
        # The run nearest to the solution; it lies closer than the solution is known.
        self.used |= read[min(read, key=lambda x: abs(x - found.centre))]
        unit = unit_of(value, name, self.runs.registry)
        return replace(found, unit=unit, tolerance=of_unit(unit))


def _without_meaning(
    function: interface.Function, node: Call, arguments: Mapping[str, JsonValue]
) -> set[str]:
    """Return the inputs that mean nothing where a name of `for` fills another: no scenario in the
    past years of a list. Where both are written out, the run is refused."""
    filled = {name: node_of(arguments[name]) for name, value in node.arguments
              if not isinstance(value, Number | Text)}  # fmt: skip
    return {one.name for one in function.parameters if not applies(one, filled)}


def _check_steps(count: int) -> None:
    if count > MOST_STEPS:
        raise FormulaError(
            f"the formula has more than {MOST_STEPS:,} parts once its lists are written out; take "
            "fewer elements, a step such as years(2030, 2060, 5), or several formulas"
        )


def _each(node: Application) -> Each:
    each = next(iter(node.arguments), None)
    if not isinstance(each, Each):
        raise FormulaError(f"{node.name} is written {OPERATIONS[node.name].usage}")
    return each


def _of_element(element: Element) -> Value:
    match element:
        case str():
            return Written(element)
        case Amount():
            return element
        case tuple():
            raise FormulaError("several things at once have no value; bind them by `for a, b in`")
        case Held():
            raise FormulaError("an object has no value; give it to a run as an argument")
        case _:
            return Amount(element, element, element, None, year=True)


def _on_amounts(made: Callable[..., Value], sides: Sequence[Amount | Undefined]) -> Value:
    known = [side if isinstance(side, Undefined) else values.finite(side) for side in sides]
    undefined = next((side for side in known if isinstance(side, Undefined)), None)
    return undefined or made(*known)


def _check_whole(node: Arithmetic, percent: Amount | Undefined) -> None:
    """Raise FormulaError for 1 + x and 1 - x of a percentage, where 1 is no percent."""
    whole = isinstance(node.left, Number) and node.left.value == 1 and node.operator in ("+", "-")
    if whole and isinstance(percent, Amount) and percent.unit in values.PERCENTAGES:
        meant = replace(node, right=Arithmetic("/", node.right, Number(100.0, "100")))
        raise FormulaError(
            f"{shown(written(node))} takes 1 for one percent; for the whole write {written(meant)}"
        )


_ARITHMETIC: Mapping[str, Callable[..., Value]] = {
    "+": values.add, "-": values.subtract, "*": arithmetic.multiply, "/": arithmetic.divide,
}  # fmt: skip
_REDUCED: Mapping[str, Callable[[Sequence[Amount]], Value]] = {
    "sum": arithmetic.total, "min": arithmetic.least,
    **{name: partial(arithmetic.across, made=made)
       for name, made in (("max", np.max), ("mean", np.mean))},
}  # fmt: skip
_FUNCTIONS: Mapping[str, Callable[..., Value]] = {
    "abs": values.absolute, "log": values.logarithm, "percent_change": arithmetic.percent_change,
}  # fmt: skip
