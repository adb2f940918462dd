"""Whether what belongs together in a text does in a formula: values with runs, runs with runs."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.claimed_relations import (
    differences,
    names_of,
    only_output,
    placed,
)
from simulrag.verifier.formulas.anchoring.literals import Atom, Literal
from simulrag.verifier.formulas.anchoring.mentions import Meaning
from simulrag.verifier.formulas.anchoring.numerals import INSTEAD
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.anchoring.vocabulary import Hit
from simulrag.verifier.formulas.syntax import Call, Node, Number, bare

_Pair = tuple[Call, Call]
#: What is held together -> what it is in words, and the tokens at which the text prints it.
_Places = dict[str, tuple[str, tuple[int, ...]]]
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
    yield from _Values(held).crossed()


def _problem(what: str) -> Problem:
    return Problem(
        reason="pair_differs",
        message=f"{what}; let runs differ in what the text compares and share everything else",
    )


# Differences of runs.


def _unlike(atom: Atom) -> Iterator[Problem]:
    """Return where differences are taken of one run with itself, or of runs that do not match."""
    taken = [*differences(atom.left), *differences(atom.right)]
    sides = [only_output(atom.left), only_output(atom.right)]
    if any(one == other for one, other in taken) or (
        not taken and sides[0] and bare(atom.left) == bare(atom.right)
    ):
        yield _problem("a run is compared with itself")
    elif len(taken) == 2:
        first, second = ((one.run, other.run) for one, other in taken)
        names = dict.fromkeys(name for call in (*first, *second) for name, _ in call.arguments)
        mixed = next((name for name in names if not _matched(name, first, second)), None)
        if taken[0] == taken[1]:
            yield _problem("a difference is compared with itself")
        elif mixed and not {*first} & {*second}:  # of one run both, a part of the whole
            yield _problem(f"two differences do not belong together: their runs mix {mixed}")


def _both_ways(atoms: Sequence[Atom]) -> Iterator[Problem]:
    """Return where a difference of two runs is taken both ways round."""
    sides = (side for atom in atoms for side in (atom.left, atom.right))
    taken = dict.fromkeys(pair for side in sides for pair in differences(side))
    for one, other in taken:
        if (other, one) in taken and one != other:
            yield _problem(
                f"the formula takes {one.name} of one run less another, and the other way round"
            )
            return


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
    (of_one, first), (of_other, second) = placed(one), placed(other)
    return first - second if of_one == of_other else None


# Values of runs.


@dataclass(frozen=True)
class _Values:
    held: Matched

    def crossed(self) -> Iterator[Problem]:
        """Return where runs or outputs hold values that the text prints the other way round."""
        calls = self.held.analysis.calls[:MOST_RUNS]
        runs = {call: self._values(call) for call in calls if len(calls) > 1}
        compared = [one for one in self.held.analysis.literals if one.role == "compared"]
        outputs = {one: self._spoken(one) for one in compared[:MOST_RUNS] if one.outputs}
        pairs = (
            *itertools.combinations(runs.items(), 2),
            *itertools.combinations(outputs.items(), 2),
        )
        for (first, one), (second, other) in pairs:
            names = [n for n in one if n in other and not set(one[n][1]) & set(other[n][1])]
            for a, b in itertools.combinations(names, 2):
                apart = (
                    isinstance(first, Call)
                    and isinstance(second, Call)
                    and (self._shared(a, b) or self._differs(a, b, first, second))
                )
                if not apart and not _paired(one[a][1], other[a][1], one[b][1], other[b][1]):
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

    def _values(self, call: Call) -> _Places:
        """Return what a run has and is compared with: in words, and where the text prints it."""
        found = self._usual(call)
        for literal in self.held.analysis.literals:
            name = literal.parameter_name if literal.call == call else ""
            compared = literal.role in ("compared", "label")
            if compared and any(output.call == call for output in literal.outputs):
                name = f"value of {literal.outputs[0].name}"
            places = self.held.positions(literal) if name else ()
            if literal.parameter is not None:
                places = tuple(self._exchanged.get(at, at) for at in places)
            elif any(at in self._exchanged for at in places):
                continue  # "54.7 instead of 73.6" goes with conditions in either order
            if places:
                known = found.get(name, ("", ()))[1]
                found[name] = literal.says(), tuple(sorted({*known, *places}))
        return found

    def _usual(self, call: Call) -> _Places:
        """Return what a run leaves out and has as usual, and where the text prints it."""
        given, function = dict(call.arguments), self.held.registry.function(call)
        left_out = {
            p.name: str(p.usual)
            for p in function.parameters
            if p.choices and p.alters and p.usual is not None and p.name not in given
        }
        printed: dict[str, tuple[int, ...]] = {}
        for hit in self.held.text.of("choice"):
            if left_out.get(hit.meaning.name) in hit.meaning.values:
                printed[hit.meaning.name] = (*printed.get(hit.meaning.name, ()), hit.first)
        return {name: (f"{name}={left_out[name]}", places) for name, places in printed.items()}

    def _differs(self, a: str, b: str, first: Call, second: Call) -> bool:
        """Tell whether runs whose difference has one value differ in a parameter of the two.

        What one of them leaves out is that of the other, and so is what both runs differ from.
        """
        compared = (one for one in self.held.analysis.literals if one.role == "compared")
        groups = [frozenset(output.call for output in one.outputs) for one in compared]
        ends = [{one for group in groups if call in group for one in group - {call}}
                for call in (first, second)]  # fmt: skip
        shared = ends[0] & ends[1] - {first, second}
        return any(
            len({given for one in group - shared if (given := dict(one.arguments).get(name))}) > 1
            for group in groups
            if not group.isdisjoint((first, second))
            for name in (a, b)
        )

    def _spoken(self, literal: Literal) -> _Places:
        """Return where the text speaks of the outputs compared with a number, and the number."""
        names = {name for one in literal.outputs for name in names_of(one)}
        hits = [hit for hit in self.held.text.of("output") if hit.meaning.name in names
                and (hit.meaning.sure or self._only(hit, names))]  # fmt: skip
        places = self.held.positions(literal)
        if not hits or not places:
            return {}
        return {
            "output": (hits[0].meaning.name, tuple(hit.first for hit in hits)),
            "value": (literal.says(), places),
        }

    def _only(self, hit: Hit[Meaning], names: set[str]) -> bool:
        """Tell a word that may mean none of the formula's outputs but some."""
        taken = {name for one in self.held.analysis.outputs for name in names_of(one)} - names
        return not any(
            (other.first, other.end) == (hit.first, hit.end) and other.meaning.name in taken
            for other in self.held.text.of("output")
        )

    def _shared(self, a: str, b: str) -> bool:
        """Tell whether the formula has one value of a parameter with several of another."""
        given = [dict(call.arguments) for call in self.held.analysis.calls]
        held = {(one.get(a), one.get(b)) for one in given}
        fewest = min(len({one for one, _ in held}), len({other for _, other in held}))
        return fewest < len(held) and not (a + b).count("value of")


def _paired(a1: Sequence[int], a2: Sequence[int], b1: Sequence[int], b2: Sequence[int]) -> bool:
    """Tell whether a text may pair the first of one kind with the first of another."""
    tried = itertools.product(*(held[:MOST_TRIED] for held in (a1, a2, b1, b2)))
    return any((one < other) == (first < second) for one, other, first, second in tried)
