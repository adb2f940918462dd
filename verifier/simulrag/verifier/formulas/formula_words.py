"""A formula in words, for people and for the replies of tools."""

from collections.abc import Iterator

from pydantic import JsonValue

from simulrag.simulators.arguments import objects_in_words
from simulrag.simulators.interface import Function, Parameter
from simulrag.simulators.registry import Registry
from simulrag.simulators.unit_notation import symbol
from simulrag.verifier.formulas.listings import argument, function_of, plays_a_part
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.solving import left_out
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Call,
    Comparison,
    Each,
    FormulaError,
    Items,
    Junction,
    Minus,
    Node,
    Not,
    Number,
    Output,
    Text,
    walk,
)

_SIGNS = {"<": "is below", "<=": "is at most", ">": "is above", ">=": "is at least", "==": "is",
          "!=": "is not"}  # fmt: skip
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_OVER = {"max": "the highest", "min": "the lowest", "sum": "the sum of", "mean": "the mean",
         "argmax": "where the highest is of", "argmin": "where the lowest is of",
         "count": "in how many cases", "first": "the first case in which", "all": "always",
         "any": "at least once", "probability": "the probability that"}  # fmt: skip
#: Kinds of inputs whose values speak for themselves.
_PLAIN = ("place", "choice", "choices", "year", "date", "objects")


def in_words(node: Node, registry: Registry) -> str:
    """Return what a formula says, in words; a part that has none as it is written."""
    return _Teller(registry).told(node)


def defaults_taken(root: Node, registry: Registry) -> Iterator[str]:
    """Yield the defaults that the runs of a formula take, each once: "preset = gleam"."""
    told: dict[str, None] = {}
    for node in walk(root):
        function = function_of(node.run, registry) if isinstance(node, Output) else None
        if not isinstance(node, Output) or function is None:
            continue
        given = {name for name, _ in node.run.arguments}
        for one in function.parameters:
            taken = one.name not in given and plays_a_part(one, function, node.name)
            if taken and one.default not in (None, "", 0, 0.0):
                told[f"{one.name} = {_number(one.default)}"] = None
    yield from told


class _Teller:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def told(self, node: Node) -> str:
        match node:
            case Output():
                return self._output(node)
            case Number(printed=printed):
                return printed
            case Text(value=value):
                return value
            case Minus(operand=operand):
                return f"minus {self._part(operand)}"
            case Arithmetic():
                sign = _ARITHMETIC[node.operator]
                return f"{self._part(node.left)} {sign} {self._part(node.right)}"
            case Items(items=items):
                return " and ".join(map(self.told, items))
            case _:
                return self._statement(node)

    def _statement(self, node: Node) -> str:
        match node:
            case Comparison(first=first, rest=rest):
                told = [f"{_SIGNS[sign]} {self.told(side)}" for sign, side in rest]
                return f"{self.told(first)} {' and '.join(told)}"
            case Not(operand=operand):
                return f"it is not so that {self.told(operand)}"
            case Junction(operator=operator, operands=operands):
                return f", {operator} ".join(map(self.told, operands))
            case Application():
                return self._applied(node)
            case Each(element=element, variables=names, source=source):
                return f"{self.told(element)}, for {', '.join(names)} in {self.told(source)}"
            case _:
                return written(node)

    def _part(self, node: Node) -> str:
        told = self.told(node)
        return f"({told})" if isinstance(node, Arithmetic) else told

    def _applied(self, node: Application) -> str:
        if node.name == "solve":
            return self._sought(node)
        parts = [self.told(one) for one in node.arguments]
        match node.name, parts:
            case "about", [value]:
                within = node.get("within")
                return f"about {value}" + (f" within {self.told(within)}" if within else "")
            case "percent_change", [new, old]:
                return f"the change in percent to {new} from {old}"
            case "abs", [value]:
                return f"the size of {value}"
            case "rank", [value]:
                of = node.get("of")
                place = of and f"the place, 1 for the highest, of {self.told(of)} by {value}"
                return place or f"the ranking by {value}"
            case "quantity", [value, unit]:
                return f"{value} {symbol(unit)}"
            case name, [value] if name in _OVER:
                return f"{_OVER[name]} {value}"
            case name, values if name in ("max", "min", "sum", "mean"):
                return f"{_OVER[name]} {' and '.join(values)}"
            case _:
                return f"{node.name}({', '.join(parts)})"

    def _sought(self, node: Application) -> str:
        """Return what is solved for; the value that a run states for it is where none starts."""
        value, target, name, low, high = node.arguments
        named = self.told(name)
        without = left_out(value, named, self._registry)
        return (
            f"the {self._registry.in_words(named)} from {self.told(low)} to {self.told(high)} "
            f"at which {self.told(without)} is {self.told(target)}"
        )

    def _output(self, node: Output) -> str:
        function = function_of(node.run, self._registry)
        inputs = list(self._inputs(node.run, function))
        if node.part is not None:
            inputs.insert(0, self.told(node.part))
        where = f" ({', '.join(inputs)})" if inputs else ""
        return f"{self._registry.in_words(node.name)}{where}"

    def _inputs(self, call: Call, function: Function | None) -> Iterator[str]:
        by_name = {one.name: one for one in function.parameters} if function else {}
        order = list(by_name)
        for name, node in sorted(
            call.arguments, key=lambda one: order.index(one[0]) if one[0] in by_name else len(order)
        ):
            try:
                value = argument(node, {})
            except (FormulaError, KeyError):  # a name of `for`
                yield written(node)
                continue
            yield input_text(self._registry.in_words(name), value, by_name.get(name))


def input_text(name: str, value: JsonValue, parameter: Parameter | None) -> str:
    """Return an input in few words: its value, led by its name where that would say too little.

    name: as it is said in words.
    """
    shown = ", ".join(map(str, value)) if isinstance(value, list) else _number(value)
    if parameter is None:
        return f"{name} {shown}"
    if parameter.kind == "objects":
        return objects_in_words(parameter, value)
    if parameter.kind == "change":
        return f"{name} {float(str(value)):+g} %"
    unit = "%" if parameter.kind == "share" else symbol(parameter.unit)
    unit = "" if unit and unit in name else unit
    named = parameter.kind not in _PLAIN or parameter.selection.need_words
    return f"{name} {shown} {unit}".rstrip() if named else shown


def _number(value: JsonValue) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
