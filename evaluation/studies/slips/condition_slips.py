"""Slips in the runs of a formula: another place, year, scenario, number; two runs exchanged."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.syntax import Call, Items, Node, Number, Output, Text, walk
from studies.older_drafts.__main__ import plain
from studies.older_drafts.printed import prints
from studies.slips import near_values as near
from studies.slips.trees import exchanged, runs

#: Outputs that hang on no metric, so that a run with another one says the same of them.
_WITHOUT_METRIC = frozenset({"attack_rate"})
_NUMBERS = ("number", "integer", "share", "change", "objects")


@dataclass(frozen=True)
class Case:
    """A formula in which slips are made, and the text that says it, with its context."""

    root: Node
    text: str
    registry: Registry

    def prints(self, parameter: Parameter, value: JsonValue) -> bool:
        """Tell whether the text prints a value."""
        return prints(self.text, parameter, value)


@dataclass(frozen=True)
class _Argument:
    run: Call
    parameter: Parameter
    node: Node

    @property
    def value(self) -> JsonValue:
        return plain(self.node)

    def given(self, node: Node | None) -> Call:
        """Return the run with another argument, or without it."""
        name = self.parameter.name
        kept = [(n, v) for n, v in self.run.arguments if n != name]
        added = [] if node is None else [(name, node)]
        return replace(self.run, arguments=tuple(sorted([*kept, *added], key=lambda a: a[0])))


def _arguments(case: Case) -> Iterator[_Argument]:
    """Return the arguments of all runs that the text prints."""
    for run in runs(case.root):
        function = case.registry.function(run)
        for name, node in run.arguments:
            held = _Argument(run, function.parameter(name), node)
            if case.prints(held.parameter, held.value):
                yield held


def _written(
    case: Case,
    wanted: Callable[[Parameter], bool],
    others: Callable[[_Argument], Iterable[Node]],
) -> Iterator[Node]:
    """Return the formula with other arguments, each in every run that is the same."""
    for held in _arguments(case):
        if wanted(held.parameter):
            for node in others(held):
                if near.allowed(held.parameter, plain(node)):
                    yield exchanged(case.root, {held.run: held.given(node)})


def other_place(case: Case) -> Iterator[Node]:
    """Return the formula for another place: one of its own, or one that is as plausible."""
    own = [held.node for held in _arguments(case) if held.parameter.kind == "place"]
    new = [Text(place) for place in near.PLACES]

    def others(held: _Argument) -> Iterable[Node]:
        unsaid = (n for n in new if not case.prints(held.parameter, n.value))
        return [node for node in (*own, *unsaid) if node != held.node]

    return _written(case, lambda p: p.kind == "place", others)


def other_state(case: Case) -> Iterator[Node]:
    """Return the formula for other members of a list: one exchanged, left out or added."""
    whole = {output.run for output in _outputs(case.root) if output.part is None}

    def others(held: _Argument) -> Iterable[Node]:
        # Where only parts are named, the others of the list say nothing.
        named = isinstance(held.node, Items) and held.run in whole
        items = held.node.items if named and isinstance(held.node, Items) else ()
        new = [Text(n) for n in held.parameter.choices if not case.prints(held.parameter, n)]
        for index in range(len(items)):
            rest = (*items[:index], *items[index + 1 :])
            yield from (Items((*items[:index], n, *items[index + 1 :])) for n in new[::7])
            yield from [Items(rest)] if rest else []
        yield from (Items((*items, n)) for n in new[3::9] if items)

    return _written(case, lambda p: p.kind == "choices", others)


def other_part(case: Case) -> Iterator[Node]:
    """Return the formula for another part of a run."""
    for output in _outputs(case.root):
        for held in output.run.arguments if output.part is not None else ():
            items = held[1].items if isinstance(held[1], Items) else ()
            for other in items:
                if other != output.part:
                    yield exchanged(case.root, {output: replace(output, part=other)})


def _outputs(root: Node) -> list[Output]:
    return list(dict.fromkeys(node for node in walk(root) if isinstance(node, Output)))


def other_choice(case: Case, name: str) -> Iterator[Node]:
    """Return the formula with another scenario, season or the like."""

    def others(held: _Argument) -> Iterable[Node]:
        kind = Number if isinstance(held.node, Number) else Text
        made = (Number(float(c), c) if kind is Number else Text(c) for c in held.parameter.members)
        return [node for node in made if node != held.node]

    return _written(case, lambda p: p.name == name and bool(p.choices), others)


def other_condition(case: Case) -> Iterator[Node]:
    """Return the formula with another choice of what is neither scenario nor season."""
    known = {p.name: p for r in runs(case.root) for p in case.registry.function(r).parameters}
    layout = {name for p in known.values() for name in p.selection.parts_with}
    apart = {"scenario", "seasonality"} | layout | _idle(case)
    for name, parameter in known.items():
        if parameter.kind in ("choice", "integer") and name not in apart:
            yield from other_choice(case, name)


def _idle(case: Case) -> frozenset[str]:
    """Return the inputs on which nothing hangs that the formula says."""
    outputs = {output.name for output in _outputs(case.root)}
    return frozenset({"metric"}) if outputs <= _WITHOUT_METRIC else frozenset()


def other_year(case: Case) -> Iterator[Node]:
    """Return the formula for another year: one of its own, or one that is easily written."""
    own = [held.node for held in _arguments(case) if held.parameter.kind == "year"]

    def others(held: _Argument) -> Iterable[Node]:
        value = held.node.value if isinstance(held.node, Number) else 0
        scenario = dict(held.run.arguments).get("scenario")
        new = [Number(float(year), str(year)) for year in near.years(int(value))]
        # A year of the past has no scenario, and one of the future needs it.
        return [n for n in (*own, *new) if n != held.node and _held(n) == (scenario is not None)]

    return _written(case, lambda p: p.kind == "year", others)


def _held(node: Node) -> bool:
    return isinstance(node, Number) and node.value >= 2015


def other_day(case: Case) -> Iterator[Node]:
    """Return the formula with another date among its conditions."""

    def others(held: _Argument) -> Iterable[Node]:
        return [Text(day) for day in near.days(str(held.value))]

    return _written(case, lambda p: p.kind == "date", others)


def other_amount(case: Case) -> Iterator[Node]:
    """Return the formula with another number among its conditions."""

    def others(held: _Argument) -> Iterable[Node]:
        match held.node:
            case Number(printed=printed) if not held.parameter.choices:
                return [*near.digits(printed), *near.magnitudes(printed)]
            case Items():
                numbers = [one for one in walk(held.node) if isinstance(one, Number)]
                swaps = [(one, new) for one in numbers for new in near.digits(one.printed)]
                return [exchanged(held.node, {one: new}) for one, new in swaps]
            case _:
                return []

    return _written(case, lambda p: p.kind in _NUMBERS, others)


def other_direction(case: Case) -> Iterator[Node]:
    """Return the formula with a rise for a fall among its conditions."""

    def others(held: _Argument) -> Iterable[Node]:
        return near.opposite(held.node.printed) if isinstance(held.node, Number) else []

    return _written(case, lambda p: p.kind == "change", others)


def left_out(case: Case) -> Iterator[Node]:
    """Return the formula without one of its conditions."""
    kept = {"scenario"} | _idle(case)
    for held in _arguments(case):
        if not held.parameter.required and held.parameter.name not in kept:
            yield exchanged(case.root, {held.run: held.given(None)})


def added(case: Case) -> Iterator[Node]:
    """Return the formula with a condition that nobody states."""
    for run in runs(case.root):
        function = case.registry.function(run)
        for parameter in function.parameters:
            applies = "year" not in parameter.applies or "scenario" in dict(run.arguments)
            if parameter.kind == "change" and applies and parameter.name not in dict(run.arguments):
                node = Number(-20.0, "-20")
                yield exchanged(case.root, {run: _Argument(run, parameter, node).given(node)})


def exchanged_runs(case: Case) -> Iterator[Node]:
    """Return the formula with two runs exchanged, or what one argument of each is."""
    for one, other in combinations(runs(case.root), 2):
        if one.function != other.function or one.simulator != other.simulator:
            continue
        yield exchanged(case.root, {one: other, other: one})
        ours, theirs = dict(one.arguments), dict(other.arguments)
        for name in ours.keys() & theirs.keys():
            if ours[name] != theirs[name]:
                parameter = case.registry.function(one).parameter(name)
                yield exchanged(
                    case.root,
                    {
                        one: _Argument(one, parameter, ours[name]).given(theirs[name]),
                        other: _Argument(other, parameter, theirs[name]).given(ours[name]),
                    },
                )
