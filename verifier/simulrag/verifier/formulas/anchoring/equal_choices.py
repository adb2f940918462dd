"""Choices that mean the same where a run's other inputs stand: JJA is Spain's summer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from simulrag.simulators.possible import Equating
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.syntax import Call, Formula, Node, Number, Text, rebuilt


def as_said(formula: Formula, texts: Sequence[Mentions], registry: Registry) -> Formula:
    """Return a formula with choices by the names that the texts have for them.

    texts: the text, then its context, whose names count where the text has none. A choice that they
    print by its own name stays.
    """
    said: dict[str, set[str]] = {}
    for one in reversed(texts):
        said |= _printed(one)

    def change(node: Node) -> Node:
        if not isinstance(node, Call):
            return node
        other = dict(_renamed(node, said, registry))
        arguments = ((name, other.get(name, value)) for name, value in node.arguments)
        return replace(node, arguments=tuple(arguments)) if other else node

    root = rebuilt(formula.root, change) if said else formula.root
    return formula if root is formula.root else replace(formula, root=root)


def _printed(text: Mentions) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for hit in text.of("choice"):
        found.setdefault(hit.meaning.name, set()).update(hit.meaning.values)
    return found


def _renamed(
    call: Call, said: Mapping[str, set[str]], registry: Registry
) -> Iterator[tuple[str, Text]]:
    simulator = registry.simulator(call.simulator)
    given: dict[str, JsonValue] = {
        name: value.value for name, value in call.arguments if isinstance(value, Number | Text)
    }
    named = said.keys() & given.keys()
    if not named or not isinstance(simulator, Equating):
        return
    for name, others in simulator.equal_choices(given).items():
        if name in named and given[name] not in said[name]:
            yield from ((name, Text(one)) for one in others if one in said[name])
