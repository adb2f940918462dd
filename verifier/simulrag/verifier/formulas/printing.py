"""Writes formulas: a node as text of the language, and one text for all that mean the same."""

import json
from collections.abc import Iterable
from dataclasses import replace

from simulrag.verifier.formulas.syntax import (
    DENIED,
    TURNED,
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
    rebuilt,
    walk,
)

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
    return written(rebuilt(rebuilt(node, _numbered), _plain))


def _numbered(node: Node) -> Node:
    """Return a list whose names, no user's, are counted from those of the lists inside it."""
    if not isinstance(node, Each):
        return node
    inside = (one.variables for one in walk(node.element) if isinstance(one, Each))
    first = 1 + max((int(name[1:]) for names in inside for name in names), default=-1)
    number = {name: f"#{first + i}" for i, name in enumerate(node.variables)}

    def named(part: Node) -> Node:
        match part:
            case Variable(name=name) if name in number:
                return Variable(number[name])
            case _:
                return part

    return Each(rebuilt(node.element, named), tuple(number.values()), node.source)


def _plain(node: Node) -> Node:
    """Return a node whose parts are plain in the one form of all that say the same."""
    match node:
        case Comparison():
            return _joined("and", [_compared(*pair) for pair in node.pairs()])
        case Not(operand=operand):
            return _denied(operand)
        case Junction(operator=operator, operands=operands):
            return _joined(operator, operands)
        case Minus(operand=Minus(operand=operand)):
            return operand
        case Minus(operand=Arithmetic(operator="-", left=left, right=right)):
            return Arithmetic("-", right, left)
        case Arithmetic(operator="+" | "*" as sign, left=left, right=right):
            return Arithmetic(sign, *sorted((left, right), key=written))
        case Application():
            return _plain_application(node)
        case Fields(fields=fields):
            return Fields(tuple(sorted(fields, key=_by_name)))
        case Variable(name=name):
            return Variable(name.replace("#", "v"))
        case Each(element=element, variables=names, source=source):
            return Each(element, tuple(name.replace("#", "v") for name in names), source)
        case _:
            return node


def _plain_application(node: Application) -> Application:
    match node:
        case Application(name="abs", arguments=(Arithmetic(operator="-", left=a, right=b),)):
            return replace(node, arguments=(Arithmetic("-", *sorted((a, b), key=written)),))
        case Application(name="abs", arguments=(Minus(operand=operand),)):
            return replace(node, arguments=(operand,))
        case Application(name=name, arguments=arguments, named=named):
            ordered = sorted(arguments, key=written) if name in _UNORDERED else arguments
            return Application(name, tuple(ordered), tuple(sorted(named, key=_by_name)))


#: Functions whose value does not hang on the order of their arguments.
_UNORDERED = ("max", "min", "sum", "mean")


def _by_name(held: tuple[str, Node]) -> str:
    return held[0]


def _compared(left: Node, operator: str, right: Node) -> Node:
    same = operator in ("==", "!=")
    if operator in (">", ">=") or (same and written(right) < written(left)):
        left, operator, right = right, TURNED[operator], left
    return Comparison(left, ((operator, right),))


def _denied(node: Node) -> Node:
    match node:
        case Not(operand=operand):
            return operand
        case Comparison(first=first, rest=((operator, second),)):
            return _compared(first, DENIED[operator], second)
        case Junction(operator=operator, operands=operands):
            return _joined("or" if operator == "and" else "and", map(_denied, operands))
        case _:
            return Not(node)


def _joined(operator: str, parts: Iterable[Node]) -> Node:
    flat: dict[str, Node] = {}
    for part in parts:
        match part:
            case Junction(operator=inner, operands=operands) if inner == operator:
                flat |= {written(one): one for one in operands}
            case _:
                flat[written(part)] = part
    ordered = tuple(flat[text] for text in sorted(flat))
    return ordered[0] if len(ordered) == 1 else Junction(operator, ordered)
