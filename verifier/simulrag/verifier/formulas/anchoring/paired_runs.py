"""Whether what belongs together in a text does in a formula: values with runs, runs with runs."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.literals import Atom
from simulrag.verifier.formulas.anchoring.numerals import INSTEAD
from simulrag.verifier.formulas.anchoring.orders import names_of
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Call,
    Node,
    Number,
    Output,
    Variable,
    bare,
    children,
    multiple,
    walk,
)

_Pair = tuple[Call, Call]
#: Numbers above this are taken for years.
A_YEAR = 1_500
#: Runs whose values are compared with those of all others.
MOST_RUNS = 24
#: Mentions of one value that are tried for pairs.
MOST_TRIED = 3


def problems(held: Matched) -> Iterator[Problem]:
    """Return where runs and values are put together that the text does not put together."""
    for atom in held.analysis.atoms:
        yield from _unlike(atom)
    yield from _both_ways(held.analysis.atoms)
    values = _Values(held)
    yield from values.crossed()
    yield from values.exchanged()


def _problem(what: str) -> Problem:
    return Problem(
        reason="pair_differs",
        message=f"{what}; let runs differ in what the text compares and share everything else",
    )


# Differences of runs.


def _unlike(atom: Atom) -> Iterator[Problem]:
    """Return where differences are taken of one run with itself, or of runs that do not match."""
    differences = [*_differences(atom.left), *_differences(atom.right)]
    if any(one == other for one, other in differences):
        yield _problem("a run is compared with itself")
    elif len(differences) == 2:
        first, second = differences
        names = dict.fromkeys(name for call in (*first, *second) for name, _ in call.arguments)
        mixed = next((name for name in names if not _matched(name, first, second)), None)
        if first == second and _names(atom.left) == _names(atom.right):
            yield _problem("a difference is compared with itself")
        elif mixed and not {*first} & {*second}:  # of one run both, a part of the whole
            yield _problem(f"two differences do not belong together: their runs mix {mixed}")
    elif not differences and bare(atom.left) == bare(atom.right) and _run(atom.left):
        yield _problem("a run is compared with itself")


def _both_ways(atoms: Sequence[Atom]) -> Iterator[Problem]:
    """Return where a difference of two runs is taken both ways round."""
    taken: dict[tuple[Call, Call, frozenset[str]], None] = {}
    for atom in atoms:
        for side in (atom.left, atom.right):
            names = frozenset(_names(side))
            for one, other in _differences(side):
                if (other, one, names) in taken and one != other:
                    yield _problem(
                        f"the formula takes {' and '.join(sorted(names))} of one run less another, "
                        "and of the other less the one"
                    )
                    return
                taken[one, other, names] = None


def _differences(node: Node) -> list[_Pair]:
    """Return the runs of each difference, ratio or change of two single runs in a value."""
    sides: tuple[Node, ...] = ()
    node = multiple(node)[1]
    match node:
        case Arithmetic(operator="-" | "/", left=left, right=right):
            sides = left, right
        case Application(name="percent_change", arguments=arguments):
            sides = arguments
        case Output() | Call():
            return []
        case _:
            return [pair for one in list(children(node))[:1] for pair in _differences(one)]
    calls = [_run(side) for side in sides]
    one, other = calls[0], calls[-1]
    alike = _names(sides[0]) == _names(sides[-1]) and (one != other or sides[0] == sides[-1])
    if one is not None and other is not None and alike:
        return [(one, other)]
    return [pair for side in sides for pair in _differences(side)]


def _run(node: Node) -> Call | None:
    """Return the only run of a value."""
    calls = {one.run for one in walk(node) if isinstance(one, Output)}
    return calls.pop() if len(calls) == 1 else None


def _names(node: Node) -> set[str]:
    return {one.name for one in walk(node) if isinstance(one, Output)}


def _matched(name: str, first: _Pair, second: _Pair) -> bool:
    """Tell whether a parameter is the same within each difference, or differs alike in both."""
    a, b, c, d = (dict(call.arguments).get(name) for call in (*first, *second))
    if (a == b and c == d) or (a == c and b == d):
        return True
    if None in (a, b, c, d):
        return a in (b, c) or d in (b, c)
    one, other = _gap(a, b), _gap(c, d)
    numbers = [part.value for part in (a, b, c, d) if isinstance(part, Number)]
    if one is None or other is None or (one < 0 and min(numbers, default=0.0) > A_YEAR):
        return False  # a change over years is the later less the earlier
    return one * other > 0


def _gap(one: Node | None, other: Node | None) -> float | None:
    """Return how much more the one is, of two numbers or of two places beside a variable."""
    (of_one, first), (of_other, second) = _placed(one), _placed(other)
    return first - second if of_one == of_other else None


def _placed(node: Node | None) -> tuple[Node | None, float]:
    """Return the variable that a number is counted from, None for none, and the number."""
    match node:
        case Number(value=value):
            return None, value
        case Arithmetic(operator="+", left=Variable() as base, right=Number(value=value)):
            return base, value
        case Arithmetic(operator="-", left=Variable() as base, right=Number(value=value)):
            return base, -value
        case _:
            return node, 0.0


# Values of runs.


@dataclass(frozen=True)
class _Values:
    held: Matched

    def crossed(self) -> Iterator[Problem]:
        """Return where two runs hold values that the text prints the other way round."""
        calls = self.held.analysis.calls[:MOST_RUNS]
        held = {call: self._values(call) for call in calls if len(calls) > 1}
        for first, second in itertools.combinations(calls, 2):
            one, other = held[first], held[second]
            names = [n for n in one if n in other and not set(one[n][1]) & set(other[n][1])]
            for a, b in itertools.combinations(names, 2):
                places = one[a][1], other[a][1], one[b][1], other[b][1]
                if self._shared(a, b) or self._differs(a, b, first, second):
                    continue
                if not _paired(*places):
                    yield Problem(
                        reason="pair_differs",
                        message=f"the formula has {one[a][0]} together with {one[b][0]}, but the "
                        "text prints them in another order; pair what the text pairs",
                    )
                    return

    @cached_property
    def _exchanged(self) -> dict[int, int]:
        """Return the places of "900 instead of 800" the other way round, as "from 800 to 900"."""
        text, turned = self.held.text, dict[int, int]()
        for one, other in itertools.pairwise(text.numbers):
            between = text.plain[one.end : other.first]
            if one.change is not None and any(between[: len(w)] == w for w in INSTEAD):
                turned |= {one.first: other.first, other.first: one.first}
        return turned

    def _values(self, call: Call) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Return what a run has and is compared with: in words, and where the text prints it."""
        found: dict[str, tuple[str, tuple[int, ...]]] = {}
        for literal in self.held.analysis.literals:
            name = literal.parameter_name if literal.call == call else ""
            compared = literal.role in ("compared", "label")
            if compared and any(output.call == call for output in literal.outputs):
                name = f"value of {literal.outputs[0].name}"
            places = self.held.positions(literal) if name else ()
            places = tuple(self._exchanged.get(at, at) for at in places)
            if places:
                known = found.get(name, ("", ()))[1]
                found[name] = literal.says(), tuple(sorted({*known, *places}))
        return found

    def _differs(self, a: str, b: str, *calls: Call) -> bool:
        """Tell whether runs whose difference has one value differ in a parameter of the two."""
        groups = (
            {output.call for output in literal.outputs}
            for literal in self.held.analysis.literals
            if literal.role == "compared"
        )
        return any(
            len({dict(one.arguments).get(name) for one in group}) > 1
            for group in groups
            if not group.isdisjoint(calls)
            for name in (a, b)
        )

    def exchanged(self) -> Iterator[Problem]:
        """Return where two outputs are compared with numbers that the text says of each other."""
        compared = [one for one in self.held.analysis.literals if one.role == "compared"]
        compared = [one for one in compared if one.outputs and self.held.positions(one)]
        for one, other in itertools.combinations(compared[:MOST_RUNS], 2):
            names = [{n for o in held.outputs for n in names_of(o)} for held in (one, other)]
            if not names[0].isdisjoint(names[1]):
                continue
            first, second = self._spoken(names[0]), self._spoken(names[1])
            places = self.held.positions(one), self.held.positions(other)
            alone = first and second and set(places[0]).isdisjoint(places[1])
            if alone and not _paired(first, second, *places):
                yield Problem(
                    reason="pair_differs",
                    message=f"the formula has {one.says()} and {other.says()}, but the text prints "
                    "these numbers the other way round",
                )
                return

    def _spoken(self, names: set[str]) -> tuple[int, ...]:
        """Return where the text speaks of an output by one of its names."""
        hits = self.held.text.of("output")
        return tuple(hit.first for hit in hits if hit.meaning.name in names and hit.meaning.sure)

    def _shared(self, a: str, b: str) -> bool:
        """Tell whether the formula has one value of a parameter with several of another."""
        given = [dict(call.arguments) for call in self.held.analysis.calls]
        held = {(one.get(a), one.get(b)) for one in given}
        fewest = min(len({one for one, _ in held}), len({other for _, other in held}))
        return fewest < len(held) and not (a + b).count("value of")


def _paired(a1: Sequence[int], a2: Sequence[int], b1: Sequence[int], b2: Sequence[int]) -> bool:
    """Tell whether a text may pair the first of one kind with the first of another."""
    tried = itertools.product(*(held[:MOST_TRIED] for held in (a1, a2, b1, b2)))
    return any(_pairs(*one) for one in tried)


def _pairs(a1: int, a2: int, b1: int, b2: int) -> bool:
    order = sorted((a1, a2, b1, b2))
    kinds = "".join("a" if at in (a1, a2) else "b" for at in order)
    if kinds in ("abba", "baab"):
        return {a1, b1} in (set(order[:2]), set(order[2:]))
    return (a1 < a2) == (b1 < b2)
