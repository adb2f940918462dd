"""A question beside the formulas that were made from it: what they leave out, and what they add."""

from collections.abc import Iterator, Sequence

from simulrag.simulators.kept import once_for_each
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, tokens
from simulrag.verifier.formulas.normalising import completed
from simulrag.verifier.formulas.syntax import Formula, Node, Text, walk

#: Most values of one input that are named.
MOST_NAMED = 5


def compared(
    question: str, formulas: Sequence[Formula], registry: Registry
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what of a question no formula uses, and what runs are told that it does not print.

    The first are its numbers, dates, places and choices, as printed; the second the values of
    inputs, as "name = value, value". Without a formula both are empty: then nothing was used, and
    it is not known what was meant.
    """
    if not formulas or not question.strip():
        return (), ()
    problems = [anchor(question, one, registry).each for one in formulas]
    left = [list(_left_out(found)) for found in problems]
    by_all = [one for one in left[0] if all(one in other for other in left)]
    roots = [completed(one.root, registry) for one in formulas]
    unused = dict.fromkeys([*by_all, *_choices(question, roots, registry)])
    return tuple(unused), _supplied([one for found in problems for one in found])


def _left_out(problems: Sequence[Problem]) -> Iterator[str]:
    for problem in problems:
        if problem.reason == "text_not_in_formula" and isinstance(problem.given, str):
            yield problem.given


def _supplied(problems: Sequence[Problem]) -> tuple[str, ...]:
    found: dict[str, dict[str, None]] = {}
    for one in problems:
        if one.reason == "literal_without_source" and one.simulator and one.parameter:
            given = f"{one.given:g}" if isinstance(one.given, float) else str(one.given)
            found.setdefault(one.parameter, {})[given] = None
    return tuple(_named(name, list(values)) for name, values in sorted(found.items()))


def _named(name: str, values: Sequence[str]) -> str:
    more = len(values) - MOST_NAMED
    listed = ", ".join(values[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"{name} = {listed}"


def _choices(question: str, roots: Sequence[Node], registry: Registry) -> Iterator[str]:
    """Yield the names of choices that no formula holds, of whatever simulator."""
    held = {node.value for root in roots for node in walk(root) if isinstance(node, Text)}
    shown = tokens(question)
    for hit in _names(registry).find(shown):
        if hit.meaning not in held:
            yield question[shown[hit.first].start : shown[hit.end - 1].end]


@once_for_each
def _names(registry: Registry) -> Phrases[str]:
    """Return the choices of all inputs that have names of their own ("Ohio"), no common words."""
    return Phrases(
        (name, name)
        for simulator in registry
        for function in simulator.functions
        for parameter in function.parameters
        for name in parameter.choices
        if name[:1].isupper()
    )
