"""Which runs could turn what a formula comes to, if their values lay elsewhere in what is known."""

from collections.abc import Sequence
from dataclasses import replace

from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.fanned_runs import BLOCKS, FannedRuns
from simulrag.verifier.formulas.listings import Element, Scope, bound, constant
from simulrag.verifier.formulas.members import Draws
from simulrag.verifier.formulas.syntax import (
    Application,
    Comparison,
    Each,
    Junction,
    Node,
    Not,
    Number,
    Text,
    children,
    is_truth,
    listed,
)
from simulrag.verifier.formulas.values import Amount, Category, Value

#: Functions whose elements are true or false, and those that pick among values.
_OF_TRUTHS = ("all", "any", "count", "first")
_PICKING = {"max": 1.0, "argmax": 1.0, "rank": 1.0, "min": -1.0, "argmin": -1.0}
#: Functions whose numbers are places, counts or years, which are right or wrong.
_EXACT = ("count", "first", "rank", "argmax", "argmin")


class Doubts:
    """What a formula comes to, wherever emulated values lie in what is known of them.

    Against a run: what the known intervals tell by themselves. Against the world: the same with all
    values at their low ends, at their high ends, and each at an end by itself; whether two numbers
    are equal rests on their centres, and so has to be alike all over what is known of them.
    """

    def __init__(self, evaluator: Evaluator, runs: FannedRuns, against: Against) -> None:
        self._against: Against = against
        self._here = evaluator.on(runs)
        self._apart = evaluator.on(runs.standing("apart"))
        self._ends = [evaluator.on(runs.standing(end)) for end in ("low", "high")]

    def settled(self, node: Node, scope: Scope | None = None, *, counted: bool = False) -> bool:
        """Tell whether a part of a formula comes to the same wherever values lie.

        counted : whether cases are counted in which it holds, which runs and world tell apart
        """
        scope = scope or {}
        if (each := listed(node)) is not None:
            return all(self.settled(*one) for one in self._listed(node, each))
        if not is_truth(node):
            return self._same_value(node, scope)
        if self._against != "world":
            return self._same_in_runs(node, scope)
        if counted and not self._same_in_runs(node, scope):
            return False
        return self._parts_settled(node, scope) and self._same_in_world(node, scope)

    def _parts_settled(self, node: Node, scope: Scope) -> bool:
        """Tell whether what a truth consists of is settled, as far as it decides."""
        if isinstance(node, Not):
            return self.settled(node.operand, scope)
        if not isinstance(node, Junction):
            return True
        deciding = node.operator == "or"
        settled = [(one, self.settled(one, scope)) for one in node.operands]
        return all(held for _, held in settled) or any(
            held and self._here.truth(one, scope).in_world() is deciding for one, held in settled
        )

    def _same_in_runs(self, node: Node, scope: Scope) -> bool:
        held = self._here.truth(node, scope).run
        return held is not None or all(one.truth(node, scope).run is None for one in self._ends)

    def _same_in_world(self, node: Node, scope: Scope) -> bool:
        truth = self._here.truth(node, scope)
        held = truth.in_world()
        if any(one.truth(node, scope).in_world() is not held for one in self._ends):
            return False
        if truth.members is None:
            return held is None or truth.run is held
        drawn = self._apart.truth(node, scope).members
        count = len(truth.members.values)
        if drawn is None or len(drawn.values) != count * BLOCKS:
            return True  # drawn together with another simulator's
        blocks = (Draws(drawn.source, one) for one in drawn.values.reshape(BLOCKS, count))
        return all(replace(truth, members=one).in_world() is held for one in blocks)

    def _same_value(self, node: Node, scope: Scope) -> bool:
        """Tell whether a label or a place is known; other numbers are, within their intervals."""
        found = [_known(node, one.value(node, scope)) for one in (self._here, *self._ends)]
        return all(one == found[0] for one in found)

    def calls(self, node: Node, scope: Scope | None = None) -> set[str]:
        """Return the canonical calls of what is not settled in a part of a formula."""
        scope = scope or {}
        if (each := listed(node)) is not None:
            parts = [one for one in self._listed(node, each) if not self.settled(*one)]
            return {key for one in parts for key in self.calls(*one)}
        match node:
            case Junction() | Not():
                return self._of([one for one in children(node) if not self.settled(one, scope)],
                                scope)  # fmt: skip
            case Comparison():
                return self._of(list(children(node)), scope)
            case Application(name=name, arguments=(Each() as each, *_)) if name in _OF_TRUTHS:
                found: set[str] = set()
                for one in self._here.elements_of(each.source, scope):
                    inner = bound(each.variables, one, scope)
                    if not self.settled(each.element, inner, counted=name in _EXACT):
                        found |= self.calls(each.element, inner)
                return found
            case Application(name=name, arguments=(Each() as each, *_)) if name in _PICKING:
                return self._contenders(node, each, scope)
            case _:
                return self._read(node, scope)

    def _listed(self, node: Node, each: Each) -> list[tuple[Node, Scope]]:
        """Return what stands in a table: the element for each of a list, or the place of each."""
        over = self._here.elements_of(each.source, {})
        if isinstance(node, Each):
            return [(each.element, bound(each.variables, one, {})) for one in over]
        made = [Text(one) if isinstance(one, str) else Number(one, f"{one:g}") for one in over
                if isinstance(one, str | int | float)]  # fmt: skip
        return [(Application("rank", (each,), (("of", of),)), {}) for of in made]

    def _of(self, nodes: Sequence[Node], scope: Scope) -> set[str]:
        return {key for one in nodes for key in self.calls(one, scope)}

    def _read(self, node: Node, scope: Scope) -> set[str]:
        """Return the calls that a part of a formula reads."""
        reader = self._here.on(self._here.runs)
        _ = reader.truth(node, scope) if is_truth(node) else reader.value(node, scope)
        return set(reader.used)

    def _contenders(self, node: Application, each: Each, scope: Scope) -> set[str]:
        """Return the calls of values that may be the one that is picked, or beside it."""
        over = self._here.elements_of(each.source, scope)
        scopes = [bound(each.variables, one, scope) for one in over]
        sign = _PICKING[node.name]
        ends = [self._range(self._apart.value(each.element, one), sign) for one in scopes]
        low, high = self._wanted(node, over, ends, scope)
        near = (one for one, (a, b) in zip(scopes, ends, strict=True) if b >= low and a <= high)
        return {key for one in near for key in self._read(each.element, one)}

    def _range(self, value: Value, sign: float) -> tuple[float, float]:
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


def _known(node: Node, value: Value) -> object:
    """Return what is known of a value: which labels it may be, and between which places it lies."""
    match value:
        case Category(truths=truths):
            return {label: truth.run for label, truth in truths.items()}
        case Amount(low=low, high=high) if isinstance(node, Application) and node.name in _EXACT:
            return low, high
        case _:
            return type(value)
