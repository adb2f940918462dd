"""Whether the runs of a comparison differ in what is compared, and are alike in the rest."""

import itertools
from collections.abc import Iterator, Sequence

from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.literals import Atom
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Call,
    Each,
    Minus,
    Node,
    Number,
    Output,
    Variable,
    walk,
)

_Pair = tuple[Call, Call]
#: Numbers above this are taken for years.
A_YEAR = 1_500
#: Two runs and what is taken of both.
_Difference = tuple[_Pair, frozenset[str]]


def design_problems(atom: Atom) -> Iterator[Problem]:
    """Return where differences are taken of one run with itself, or of runs that do not match."""
    differences = [*_differences(atom.left), *_differences(atom.right)]
    for one in differences:
        if one[0][0] == one[0][1]:
            yield _problem("a run is compared with itself")
            return
    if len(differences) == 2:
        if differences[0] == differences[1]:
            yield _problem("a difference is compared with itself")
            return
        first, second = differences[0][0], differences[1][0]
        for name in _names(first, second):
            if not _matched(name, first, second):
                yield _problem(f"two differences do not belong together: their runs mix {name}")
                return
    elif not differences and _same_runs(atom):
        yield _problem("a run is compared with itself")


def mixed(atoms: Sequence[Atom]) -> Iterator[Problem]:
    """Return where the differences of two comparisons mix the values of a parameter."""
    held = [_differences(atom.left) + _differences(atom.right) for atom in atoms]
    for first, second in itertools.combinations([one[0] for one in held if len(one) == 1], 2):
        for name in _names(first[0], second[0]):
            values = [dict(call.arguments).get(name) for call in (*first[0], *second[0])]
            if None not in values and len(set(values)) == 2 and not any(
                isinstance(one, Number) for one in values
            ) and not _matched(name, first[0], second[0]):  # fmt: skip
                yield _problem(f"two differences do not belong together: their runs mix {name}")
                return


def _problem(what: str) -> Problem:
    return Problem(
        reason="pair_differs",
        message=f"{what}; let runs differ in what the text compares and share everything else",
    )


def _same_runs(atom: Atom) -> bool:
    left, right = set(atom.left_outputs), set(atom.right_outputs)
    return len(left) == 1 and left == right and atom.left == atom.right


def _differences(node: Node) -> list[_Difference]:
    """Return the differences, ratios and percent changes of two single runs in a value."""
    sides: tuple[Node, Node] | None = None
    match node:
        case Arithmetic(operator="-" | "/", left=left, right=right):
            sides = left, right
        case Application(name="percent_change", arguments=(new, old)):
            sides = new, old
        case _:
            pass
    if sides is not None:
        calls = _run(sides[0]), _run(sides[1])
        if calls[0] is not None and calls[1] is not None and _alike(*sides):
            return [((calls[0], calls[1]), frozenset(_outputs(node)))]
        return [*_differences(sides[0]), *_differences(sides[1])]
    if isinstance(node, Minus):
        return _differences(node.operand)
    if isinstance(node, Application) and node.arguments:
        return _differences(node.arguments[0])
    if isinstance(node, Each):
        return _differences(node.element)
    return []


def _run(node: Node) -> Call | None:
    """Return the only run of a value."""
    calls = {one.run for one in walk(node) if isinstance(one, Output)}
    return calls.pop() if len(calls) == 1 else None


def _alike(left: Node, right: Node) -> bool:
    """Tell whether two values are of the same outputs, and not of one run in two ways."""
    return _outputs(left) == _outputs(right) and (_run(left) != _run(right) or left == right)


def _outputs(node: Node) -> set[str]:
    return {one.name for one in walk(node) if isinstance(one, Output)}


def _names(first: _Pair, second: _Pair) -> list[str]:
    calls = (*first, *second)
    return list(dict.fromkeys(name for call in calls for name, _ in call.arguments))


def _matched(name: str, first: _Pair, second: _Pair) -> bool:
    """Tell whether a parameter is the same within each difference, or differs alike in both."""
    a, b = (dict(call.arguments).get(name) for call in first)
    c, d = (dict(call.arguments).get(name) for call in second)
    if any(isinstance(one, Variable | Arithmetic) for one in (a, b, c, d)):
        return (a, b) == (c, d) or (a == b and c == d) or (a, c) == (b, d)
    if (a == b and c == d) or (a == c and b == d):
        return True
    if None in (a, b, c, d):
        return a in (b, c) or d in (b, c)
    if not all(isinstance(one, Number) for one in (a, b, c, d)):
        return False
    first_span, second_span = (
        [one.value for one in pair if isinstance(one, Number)] for pair in ((a, b), (c, d))
    )
    if first_span[0] < first_span[1] and min(first_span + second_span) > A_YEAR:
        return False  # a change over years is the later less the earlier
    alike = (first_span[0] - first_span[1]) * (second_span[0] - second_span[1]) > 0
    return alike and not _overlap(sorted(first_span), sorted(second_span))


def _overlap(first: list[float], second: list[float]) -> bool:
    """Tell whether two stretches share a part, and neither lies within the other."""
    low, high = sorted((first, second))
    return low[0] < high[0] < low[1] < high[1]
