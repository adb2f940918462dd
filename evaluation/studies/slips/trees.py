"""Changes trees of formulas: one place of them, or every equal part, and tells equal ones."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, cast

from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.folding import completed
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Node,
    Number,
    Output,
    Text,
    Variable,
    rebuilt,
    walk,
)


def rewritten(
    held: Any, change: Callable[[Node], Iterable[Node]], without: str = ""
) -> Iterator[Any]:
    """Yield a tree for each node that a change makes of one of its nodes, from the root down.

    The inside of runs is left as it is, and so are fields named `without`.
    """
    if isinstance(held, Node):
        yield from change(held)
        names = () if isinstance(held, Call) else (one.name for one in fields(cast("Any", held)))
        for name in names:
            if name != without:
                for new in rewritten(getattr(held, name), change, without):
                    yield replace(cast("Any", held), **{name: new})
    elif isinstance(held, tuple):
        parts = cast("tuple[object, ...]", held)
        for index, part in enumerate(parts):
            for new in rewritten(part, change, without):
                yield (*parts[:index], new, *parts[index + 1 :])


def exchanged(root: Node, changes: Mapping[Node, Node]) -> Node:
    """Return a tree in which every node that equals a key is its value."""

    def change(node: Node) -> Node:
        return changes.get(node, node)

    return rebuilt(root, change)


def runs(root: Node) -> list[Call]:
    """Return the different runs of a formula, in the order in which they stand there."""
    return list(dict.fromkeys(node for node in walk(root) if isinstance(node, Call)))


def key(root: Node, registry: Registry) -> str:
    """Return one text for formulas that say the same: also by defaults, and of likeness."""
    return canonical(rebuilt(completed(root, registry), _symmetric))


def _symmetric(node: Node) -> Node:
    """Return one form of what reads either way round, and only the band that is named."""
    match node:
        case Application(name="about", arguments=(value,)) if _holds_output(value):
            return value
        case Application(
            name="abs", arguments=(Application(name="percent_change", arguments=(a, b)) as of,)
        ) if written(b) < written(a):
            return replace(node, arguments=(replace(of, arguments=(b, a)),))
        case Comparison(
            first=Arithmetic(operator="-", left=a, right=b) as of,
            rest=(("==" | "!=", Number(value=0.0) | Application(arguments=(Number(value=0.0),))),),
        ) if written(b) < written(a):
            return replace(node, first=replace(of, left=b, right=a))
        case Comparison(first=Application(name="band") as band, rest=((_, Text(label)),)):
            return replace(node, first=_only(band, label))
        case _:
            return node


def _only(band: Application, label: str) -> Application:
    """Return a band without the labels that it is not compared with."""
    value, bands = band.arguments
    if not isinstance(bands, Bands):
        return band
    kept = tuple(one for one in bands.bands if one[0] == label)
    return replace(band, arguments=(value, Bands(kept or bands.bands)))


def _holds_output(node: Node) -> bool:
    return any(isinstance(part, Output) for part in walk(node))


def lettered(root: Node) -> tuple[str, dict[str, str]]:
    """Return the text of a formula and its `let`, in which runs that need no `for` are named."""
    text, let = written(root), dict[str, str]()
    closed = [c for c in runs(root) if not any(isinstance(n, Variable) for n in walk(c))]
    for call in sorted(closed, key=lambda held: -len(written(held))):
        name = f"R{len(let) + 1}"
        text, let[name] = text.replace(written(call), name), written(call)
    return text, let
