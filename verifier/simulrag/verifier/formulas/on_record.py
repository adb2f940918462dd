"""Formulas on years that have been, with the record in the place of what is forced of them."""

from dataclasses import replace

from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.assumptions import rebuilt
from simulrag.verifier.formulas.listings import alters
from simulrag.verifier.formulas.syntax import Formula, Node, Number, Output

#: Reason for which a verdict that the record contradicts is open.
ON_RECORD = "on_record"


def read_from_record(formula: Formula, registry: Registry) -> Formula | None:
    """Return a formula whose outputs are those on record where there is one (`Output.recorded`).

    None where no output of it is.
    """

    def change(node: Node) -> Node:
        return _on_record(node, registry) or node

    changed = rebuilt(formula.root, change)
    return None if changed == formula.root else replace(formula, root=changed)


def _on_record(node: Node, registry: Registry) -> Output | None:
    """Return the output that is on record for one that is simulated; None where there is none."""
    if not isinstance(node, Output) or node.part is not None:
        return None
    function = registry.function(node.run)
    output = next((one for one in function.outputs if one.name == node.name), None)
    if output is None or not output.recorded or alters(function, dict(node.run.arguments)):
        return None
    name, _, recorded = output.recorded.partition(".")
    run = replace(node.run, function=name)
    own = {one.name: one for one in registry.function(run).parameters}
    named = ((output.recorded_as.get(one, one), value) for one, value in node.run.arguments)
    kept = tuple((one, value) for one, value in named if one in own)
    for one, value in kept:
        low, high = own[one].low, own[one].high
        if not isinstance(value, Number) or low is None or high is None:
            return None
        if not low <= value.value <= high:
            return None
    return Output(replace(run, arguments=kept), recorded)
