"""Which runs could turn what a formula comes to, if their values lay elsewhere in what is known.

A formula is looked at several times, with values at one end or the other of what is known of them.
"""

from collections.abc import Hashable, Sequence

from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.listings import Element, Scope, bound, constant
from simulrag.verifier.formulas.syntax import (
    Application,
    Comparison,
    Each,
    Junction,
    Node,
    Not,
    children,
    is_truth,
)
from simulrag.verifier.formulas.values import Amount, Category, Value

#: Functions whose elements are true or false, and those that pick among values.
_OF_TRUTHS = ("all", "any", "count", "first")
_PICKING = {"max": 1.0, "argmax": 1.0, "rank": 1.0, "min": -1.0, "argmin": -1.0}
#: Functions whose numbers are places, counts or years, which are right or wrong.
_EXACT = ("count", "first", "rank", "argmax", "argmin")


class Doubts:
    """What a formula comes to in several looks, the first of them at values as they are."""

    def __init__(self, looks: Sequence[Evaluator], against: Against) -> None:
        self._looks = looks
        self._against: Against = against

    def settled(self, node: Node, scope: Scope | None = None, *, counted: bool = False) -> bool:
        """Tell whether a part of a formula comes to the same in all looks.

        counted : whether cases are counted in which it holds in the runs, and in the world
        """
        scope = scope or {}
        first, *others = self._looks
        wanted = self._outcome(node, scope, first, counted)
        return all(self._outcome(node, scope, look, counted) == wanted for look in others)

    def _outcome(self, node: Node, scope: Scope, look: Evaluator, counted: bool) -> Hashable:
        if is_truth(node):
            truth = look.truth(node, scope)
            if counted:
                return truth.run, truth.in_world()
            return truth.in_world() if self._against == "world" else truth.run
        match look.value(node, scope):
            case Category(label=label, truths=truths):
                return label, truths[label].run
            case Amount() as held if isinstance(node, Application) and node.name in _EXACT:
                return held.low, held.centre, held.high
            case Amount():
                return ""
            case _ as other:
                return type(other).__name__

    def calls(self, node: Node, scope: Scope | None = None) -> set[str]:
        """Return the canonical calls of what is not settled in a part of a formula."""
        scope = scope or {}
        match node:
            case Junction() | Not():
                return self._of([one for one in children(node) if not self.settled(one, scope)],
                                scope)  # fmt: skip
            case Comparison():
                return self._of(list(children(node)), scope)
            case Application(name=name, arguments=(Each() as each, *_)) if name in _OF_TRUTHS:
                found: set[str] = set()
                for one in self._looks[0].elements_of(each.source, scope):
                    inner = bound(each.variables, one, scope)
                    if not self.settled(each.element, inner, counted=name in _EXACT):
                        found |= self.calls(each.element, inner)
                return found
            case Application(name=name, arguments=(Each() as each, *_)) if name in _PICKING:
                return self._contenders(node, each, scope)
            case _:
                return self._read(node, scope)

    def _of(self, nodes: Sequence[Node], scope: Scope) -> set[str]:
        return {key for one in nodes for key in self.calls(one, scope)}

    def _read(self, node: Node, scope: Scope) -> set[str]:
        """Return the calls that a part of a formula reads."""
        reader = Evaluator(self._looks[0].runs)
        _ = reader.truth(node, scope) if is_truth(node) else reader.value(node, scope)
        return set(reader.used)

    def _contenders(self, node: Application, each: Each, scope: Scope) -> set[str]:
        """Return the calls of values that may be the one that is picked, or beside it."""
        over = self._looks[0].elements_of(each.source, scope)
        scopes = [bound(each.variables, one, scope) for one in over]
        sign = _PICKING[node.name]
        ends = [self._ends(self._looks[0].value(each.element, one), sign) for one in scopes]
        low, high = self._wanted(node, over, ends, scope)
        near = (one for one, (a, b) in zip(scopes, ends, strict=True) if b >= low and a <= high)
        return {key for one in near for key in self._read(each.element, one)}

    def _ends(self, value: Value, sign: float) -> tuple[float, float]:
        if not isinstance(value, Amount):
            return float("-inf"), float("inf")
        ends = value.predicted() if self._against == "world" else (value.low, value.high)
        low, high = sorted(sign * end for end in ends)
        return low, high

    def _wanted(
        self,
        node: Application,
        over: Sequence[Element],
        ends: Sequence[tuple[float, float]],
        scope: Scope,
    ) -> tuple[float, float]:
        """Return the range of the highest value, or of the one whose place is asked for."""
        of = node.get("of")
        if of is not None:
            return ends[list(over).index(constant(of, scope))]
        return max((low for low, _ in ends), default=0.0), float("inf")
