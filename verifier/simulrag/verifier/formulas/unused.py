"""What a question prints and none of the formulas that were made from it holds."""

from collections.abc import Iterator, Sequence

from simulrag.simulators.kept import once_for_each
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, tokens
from simulrag.verifier.formulas.normalising import completed
from simulrag.verifier.formulas.syntax import Formula, Node, Text, walk


def unused(question: str, formulas: Sequence[Formula], registry: Registry) -> tuple[str, ...]:
    """Return the numbers, dates, places and choices of a question that no formula uses, as printed.

    Without a formula it is empty: then nothing was used, and it is not known what was meant.
    """
    if not formulas or not question.strip():
        return ()
    left = [anchor(question, one, registry).left_out for one in formulas]
    by_all = [one for one in left[0] if all(one in other for other in left)]
    roots = [completed(one.root, registry) for one in formulas]
    return tuple(dict.fromkeys([*by_all, *_choices(question, roots, registry)]))


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
