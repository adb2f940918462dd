"""Formulas made comparable: each run states all its inputs, each value as the simulator knows it.

Two claims say the same where the canonical texts of their complete formulas are equal.
"""

from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.formulas.assumptions import filled, rebuilt
from simulrag.verifier.formulas.listings import argument, node_of
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import canonical
from simulrag.verifier.formulas.runs import SEED
from simulrag.verifier.formulas.syntax import (
    Call,
    FormulaError,
    Node,
    Number,
    Variable,
    walk,
)


def meaning(claim: FormulaClaim, registry: Registry) -> str:
    """Return one text for all claims whose formulas say the same, whatever their words.

    Raises FormulaError for a formula that cannot be read, SimulatorError for unknown functions.
    """
    formula = filled(parse(claim.formula, claim.let), claim.assume, registry)
    return canonical(completed(formula.root, registry))


def completed(root: Node, registry: Registry) -> Node:
    """Return a formula whose runs state every input: defaults, choices by their own names."""

    def complete(node: Node) -> Node:
        return _complete(node, registry) if isinstance(node, Call) else node

    return rebuilt(root, complete)


def _complete(call: Call, registry: Registry) -> Call:
    given = dict(call.arguments)
    made: dict[str, Node] = {}
    for parameter in registry.function(call).parameters:
        value = _value(parameter, given.pop(parameter.name, None))
        if value is not None:
            made[parameter.name] = value
    seed = given.get(SEED)
    if isinstance(seed, Number) and seed.value == 0:
        del given[SEED]
    return Call(call.simulator, call.function, tuple(sorted({**made, **given}.items())))


def _value(parameter: Parameter, given: Node | None) -> Node | None:
    """Return an input as the simulator takes it; what it would refuse stays as it is written."""
    if given is None:
        return None if parameter.default is None else node_of(parameter.default)
    if any(isinstance(part, Variable) for part in walk(given)):
        return given
    try:
        value = check_value(parameter, argument(given, {}))
        return None if value is None else node_of(value)
    except (FormulaError, SimulatorError):
        return given
