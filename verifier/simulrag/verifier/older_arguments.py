"""Arguments as runs, formulas and items were kept when objects were texts: read as today's."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Function, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.lexing import lexed
from simulrag.verifier.english.object_reading import with_years
from simulrag.verifier.english.phrase_meanings import Setting
from simulrag.verifier.english.phrase_rules import PHRASES
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.listings import argument, node_of
from simulrag.verifier.formulas.syntax import Node, Text, children, rebuilt


def todays_arguments(
    function: Function, arguments: Mapping[str, JsonValue], registry: Registry
) -> dict[str, JsonValue]:
    """Return arguments whose texts in place of objects are objects; one that is not read stays."""
    made = dict(arguments)
    for one in function.parameters:
        held = made.get(one.name)
        if one.kind == "objects" and isinstance(held, list):
            made[one.name] = [_todays(item, one, registry) for item in held]
    return with_years(function, made)


def _todays(item: JsonValue, parameter: Parameter, registry: Registry) -> JsonValue:
    held = lexed(item if isinstance(item, str) else "", vocabulary(registry))
    for one in PHRASES.parse(held.edges):
        if isinstance(one.meaning, Setting) and one.end - one.start == held.size:
            read = one.meaning.get(parameter.name)
            objects = argument(read, {}) if read and len(one.meaning.bindings) == 1 else None
            if isinstance(objects, list) and len(objects) == 1:
                return objects[0]
    return item


def todays_call(call: Call, registry: Registry) -> Call:
    """Return a call with today's arguments. Raises SimulatorError for an unknown function."""
    arguments = todays_arguments(registry.function(call), call.arguments, registry)
    return call.model_copy(update={"arguments": arguments})


def todays_formula(root: Node, registry: Registry) -> Node:
    """Return a formula whose runs have today's arguments."""

    def change(node: Node) -> Node:
        return _todays_run(node, registry) if isinstance(node, syntax.Call) else node

    return rebuilt(root, change)


def _todays_run(run: syntax.Call, registry: Registry) -> syntax.Call:
    function, given = registry.function(run), dict(run.arguments)
    texts = {
        p.name for p in function.parameters if p.kind == "objects" and p.name in given
        and any(isinstance(item, Text) for item in children(given[p.name]))
    }  # fmt: skip
    plain = {n: argument(v, {}) for n, v in given.items() if n in texts or isinstance(v, Text)}
    made = todays_arguments(function, plain, registry) if texts else {}
    held = ((n, node_of(made[n]) if n in texts else v) for n, v in run.arguments)
    return syntax.Call(run.simulator, run.function, tuple(held))
