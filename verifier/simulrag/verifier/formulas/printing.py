"""Writes formulas: a node as text of the language, and one text for all that mean the same."""

import json
from collections.abc import Iterable

from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Each,
    Fields,
    Flag,
    Items,
    Junction,
    Listing,
    Minus,
    Node,
    Not,
    Number,
    Output,
    ParameterName,
    Text,
    Variable,
)

#: Comparisons with their sides exchanged.
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
#: Comparisons that hold where another does not.
DENIED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
#: How strongly an operator binds; a part that binds less stands in parentheses.
_BINDING = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6, "/": 6, "minus": 7}


def written(node: Node) -> str:
    """Return the text of a node, which parses to the node again."""
    return _written(node, 0)


def _written(node: Node, outer: int) -> str:
    match node:
        case Number(printed=printed):
            return _held(printed, 7 if printed.startswith("-") else 9, outer)
        case Text(value=value):
            return json.dumps(value, ensure_ascii=False)
        case Flag(value=value):
            return str(value)
        case Variable(name=name) | Listing(name=name):
            return name
        case ParameterName():
            return f"{node.simulator}.{node.function}.{node.name}"
        case Items(items=items):
            return f"[{_listed(items)}]"
        case Bands() | Fields():
            return _braced(node)
        case Call():
            return f"{node.simulator}.{node.function}({_named(node.arguments)})"
        case Output(run=run, name=name, part=part):
            of = "" if part is None else f".part({written(part)})"
            return f"{written(run)}{of}.{name}"
        case Application():
            return _application(node)
        case Each():
            return f"[{_each(node)}]"
        case _:
            return _operators(node, outer)


def _operators(node: Node, outer: int) -> str:
    match node:
        case Minus(operand=operand):
            return _held(f"-{_written(operand, _BINDING['minus'])}", _BINDING["minus"], outer)
        case Arithmetic(operator=operator):
            own = _BINDING[operator]
            left, right = _written(node.left, own), _written(node.right, own + 1)
            return _held(f"{left} {operator} {right}", own, outer)
        case Comparison():
            own = _BINDING["compare"]
            rest = "".join(f" {sign} {_written(side, own + 1)}" for sign, side in node.rest)
            return _held(f"{_written(node.first, own + 1)}{rest}", own, outer)
        case Not(operand=operand):
            return _held(f"not {_written(operand, _BINDING['not'])}", _BINDING["not"], outer)
        case Junction(operator=operator, operands=operands):
            own = _BINDING[operator]
            parts = [_written(part, own + 1) for part in operands]
            return _held(f" {operator} ".join(parts), own, outer)
        case _:
            raise TypeError(f"{type(node).__name__} is no node of a formula")


def _held(text: str, binding: int, outer: int) -> str:
    return f"({text})" if binding < outer else text


def _listed(nodes: Iterable[Node]) -> str:
    return ", ".join(f"({written(n)})" if isinstance(n, Each) else written(n) for n in nodes)


def _named(arguments: Iterable[tuple[str, Node]]) -> str:
    return ", ".join(f"{name}={written(value)}" for name, value in arguments)


def _application(node: Application) -> str:
    if len(node.arguments) == 1 and not node.named and isinstance(node.arguments[0], Each):
        return f"{node.name}({_each(node.arguments[0])})"
    parts = [_listed(node.arguments), _named(node.named)]
    return f"{node.name}({', '.join(filter(None, parts))})"


def _each(node: Each) -> str:
    return f"{written(node.element)} for {', '.join(node.variables)} in {written(node.source)}"


def _braced(node: Bands | Fields) -> str:
    if isinstance(node, Fields):
        held = [(name, written(value)) for name, value in node.fields]
    else:
        held = [(label, f"({_end(low)}, {_end(high)})") for label, low, high in node.bands]
    said = (f"{json.dumps(name, ensure_ascii=False)}: {value}" for name, value in held)
    return f"{{{', '.join(said)}}}"


def _end(end: Number | None) -> str:
    return "None" if end is None else end.printed


def canonical(node: Node) -> str:
    """Return one text for all formulas that say the same by their form.

    Operands of what commutes are sorted, comparisons point one way, `not` is pushed inwards,
    chains become conjunctions, and bound variables are numbered. Digits stay as printed: 4.00
    says more than 4.0.
    """
    return written(_plain(node, {}))


def _plain(node: Node, names: dict[str, str]) -> Node:
    match node:
        case Comparison():
            made = [_compared(a, op, b, names) for a, op, b in node.pairs()]
            return made[0] if len(made) == 1 else _joined("and", made)
        case Not(operand=operand):
            return _denied(_plain(operand, names))
        case Junction(operator=operator, operands=operands):
            return _joined(operator, [_plain(part, names) for part in operands])
        case Minus(operand=operand):
            return _negative(_plain(operand, names))
        case Arithmetic():
            return _arithmetic(node, names)
        case Application():
            return _applied(node, names)
        case Each():
            # Counted by depth, since a name of an inner `for` may hide that of an outer one.
            depth = 1 + max((int(name[1:]) for name in names.values()), default=-1)
            inner = {**names, **{v: f"v{depth + i}" for i, v in enumerate(node.variables)}}
            element = _plain(node.element, inner)
            return Each(
                element, tuple(inner[v] for v in node.variables), _plain(node.source, names)
            )
        case Variable(name=name):
            return Variable(names.get(name, name))
        case _:
            return _plain_within(node, names)


def _plain_within(node: Node, names: dict[str, str]) -> Node:
    """Return what holds other nodes with those made plain."""

    def plain(held: Iterable[tuple[str, Node]]) -> tuple[tuple[str, Node], ...]:
        return tuple((name, _plain(value, names)) for name, value in held)

    match node:
        case Items(items=items):
            return Items(tuple(_plain(item, names) for item in items))
        case Fields(fields=fields):
            return Fields(plain(sorted(fields, key=lambda held: held[0])))
        case Call():
            return Call(node.simulator, node.function, plain(node.arguments))
        case Output(run=run, part=part):
            of = None if part is None else _plain(part, names)
            held = _plain(run, names)
            return Output(held if isinstance(held, Call) else run, node.name, of)
        case _:
            return node


def _compared(left: Node, operator: str, right: Node, names: dict[str, str]) -> Node:
    first, second = _plain(left, names), _plain(right, names)
    turned = operator in (">", ">=") or (
        operator in ("==", "!=") and written(second) < written(first)
    )
    if turned:
        first, operator, second = second, TURNED[operator], first
    return Comparison(first, ((operator, second),))


def _denied(node: Node) -> Node:
    match node:
        case Not(operand=operand):
            return operand
        case Comparison(first=first, rest=((operator, second),)):
            return _compared(first, DENIED[operator], second, {})
        case Junction(operator=operator, operands=operands):
            other = "or" if operator == "and" else "and"
            return _joined(other, [_denied(part) for part in operands])
        case _:
            return Not(node)


def _joined(operator: str, parts: Iterable[Node]) -> Node:
    flat: dict[str, Node] = {}
    for part in parts:
        same = isinstance(part, Junction) and part.operator == operator
        for one in part.operands if same and isinstance(part, Junction) else (part,):
            flat[written(one)] = one
    ordered = tuple(flat[text] for text in sorted(flat))
    return ordered[0] if len(ordered) == 1 else Junction(operator, ordered)


def _negative(node: Node) -> Node:
    match node:
        case Minus(operand=operand):
            return operand
        case Arithmetic(operator="-", left=left, right=right):
            return Arithmetic("-", right, left)
        case _:
            return Minus(node)


def _arithmetic(node: Arithmetic, names: dict[str, str]) -> Node:
    left, right = _plain(node.left, names), _plain(node.right, names)
    if node.operator in "+*" and written(right) < written(left):
        left, right = right, left
    return Arithmetic(node.operator, left, right)


#: Functions whose value does not hang on the order of their arguments.
_UNORDERED = ("max", "min", "sum", "mean")


def _applied(node: Application, names: dict[str, str]) -> Node:
    arguments = [_plain(argument, names) for argument in node.arguments]
    match node.name, arguments:
        case "abs", [Arithmetic(operator="-", left=a, right=b)] if written(b) < written(a):
            arguments = [Arithmetic("-", b, a)]
        case "abs", [Minus(operand=operand)]:
            arguments = [operand]
        case name, _ if name in _UNORDERED:
            arguments.sort(key=written)
        case _:
            pass
    named = tuple(sorted((name, _plain(value, names)) for name, value in node.named))
    return Application(node.name, tuple(arguments), named)
