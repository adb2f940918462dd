"""Formulas that a sentence's words compose and its reader need not mean."""

from itertools import combinations

from simulrag.simulators.interface import Function
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.unanswered import phrases_of
from simulrag.verifier.english.vocabulary import role_of
from simulrag.verifier.formulas.anchoring.vocabulary import Token, tokens
from simulrag.verifier.formulas.syntax import Call, Comparison, Items, Node, Text, walk


def misreading(root: Node, text: str, registry: Registry) -> str:
    """Return why a formula may not be what a sentence claims; empty where nothing speaks for it."""
    shown = tokens(text)
    called = [(one, registry.function(one)) for one in walk(root) if isinstance(one, Call)]
    if _has(shown, "foreseen") and all(_reports(function) for _, function in called):
        return "it tells what was foreseen, and a record what was reported"
    if not _has(shown, "together") and any(_sums(one) for one in walk(root)):
        return "it may hold against each or against all of them together"
    if any(_leaves_out_period(*one, shown) for one in called):
        return "it does not say of which known period it speaks"
    return ""


def _has(shown: tuple[Token, ...], role: str) -> bool:
    return any(role in role_of().get(one.plain, ()) for one in shown)


def _reports(function: Function) -> bool:
    """Tell a function of reported counts: what is assessed or averaged may well be a projection."""
    return function.observed and any(o.kind == "number" and not o.unit for o in function.outputs)


def _sums(node: Node) -> bool:
    """Tell a comparison of sums over names: "more than Ohio and Utah" is more than each."""
    if not isinstance(node, Comparison):
        return False
    calls = [one for one in walk(node) if isinstance(one, Call)]
    return any(_differ(one, other) for one, other in combinations(calls, 2))


def _differ(one: Call, other: Call) -> bool:
    """Tell calls of which one sums over other names than the other."""
    first, second = dict(one.arguments), dict(other.arguments)
    return any(
        first[name] != second[name] and (_is_several(first[name]) or _is_several(second[name]))
        for name in first.keys() & second.keys()
    )


def _is_several(node: Node) -> bool:
    items = node.items if isinstance(node, Items) else ()
    return len(items) > 1 and all(isinstance(one, Text) for one in items)


def _leaves_out_period(call: Call, function: Function, shown: tuple[Token, ...]) -> bool:
    """Tell a call for all periods of a record, where one is spoken of that it does not know."""
    given = {name for name, _ in call.arguments}
    return any(
        one.selection.periods and one.name not in given and phrases_of(one).find(shown)
        for one in function.parameters
    )
