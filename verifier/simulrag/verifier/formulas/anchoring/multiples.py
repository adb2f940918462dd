"""Numbers that multiply what is compared: 2 in `A > 2 * B` and in `B < A / 2`."""

from simulrag.verifier.formulas.syntax import Application, Arithmetic, Minus, Node, Number


def constant(node: Node) -> float | None:
    """Return what a node without runs amounts to; None where it is no such number."""
    match node:
        case Number(value=value):
            return value
        case Minus(operand=operand):
            value = constant(operand)
            return None if value is None else -value
        case Arithmetic(operator=operator, left=left, right=right):
            one, other = constant(left), constant(right)
            if one is None or other is None or (operator == "/" and not other):
                return None
            return {"+": one + other, "-": one - other, "*": one * other,
                    "/": one / (other or 1.0)}[operator]  # fmt: skip
        case _:
            return None


def multiple(node: Node) -> tuple[float, Node]:
    """Return the number by which a value is multiplied, 1 for none, and that value."""
    if isinstance(node, Arithmetic) and node.operator in ("*", "/"):
        size = constant(node.right)
        if size:
            times, inner = multiple(node.left)
            return times * size if node.operator == "*" else times / size, inner
        size = constant(node.left)
        if size and node.operator == "*":
            times, inner = multiple(node.right)
            return times * size, inner
    return 1.0, node


def bare(node: Node) -> Node:
    """Return a side of a comparison without `about`."""
    return node.arguments[0] if isinstance(node, Application) and node.name == "about" else node
