"""How true an answer is by the formulas of its claims, and what of the question it speaks of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from simulrag.evaluation.drafts import Bench
from simulrag.evaluation.experiment.results import markdown
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.folding import completed
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import canonical
from simulrag.verifier.formulas.syntax import Arithmetic, Formula, Node, walk


@dataclass(frozen=True)
class Score:
    """What became of the claims of an answer, and of the quantities that were asked for.

    spoken: of `asked`, in how many some claim states them; right: in how many a true one does.
    """

    claims: int = 0
    true: int = 0
    false: int = 0
    asked: int = 0
    spoken: int = 0
    right: int = 0

    def __add__(self, other: "Score") -> "Score":
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Score(*(a + b for a, b in pairs))


_TRUE = {"supported": True, "refuted": False}


class Judge:
    """Decides the claims of answers on the runs of their conversation."""

    def __init__(self, registry: Registry, store: EvidenceStore) -> None:
        self._registry = registry
        self._bench = Bench.of(registry, store)

    def score(self, claims: Sequence[Claim], plan: Sequence[Formula]) -> Score:
        """Return the score of one answer; claims without a formula are neither true nor false."""
        formal = [(one, parse(one.formula, one.let)) for one in claims if one.formula]
        decided = [_TRUE.get(self._bench.decided(one, formula)[0]) for one, formula in formal]
        roots = [filled(formula, one.assume, self._registry).root for one, formula in formal]
        held = [{self._key(part) for part in walk(root)} for root in roots]
        both = list(zip(held, decided, strict=True))
        wanted = [{self._key(one.root), *self._turned(one.root)} for one in plan]
        return Score(
            claims=len(claims),
            true=decided.count(True),
            false=decided.count(False),
            asked=len(plan),
            spoken=sum(any(keys & want for keys in held) for want in wanted),
            right=sum(any(keys & want for keys, true in both if true) for want in wanted),
        )

    def _key(self, node: Node) -> str:
        """Return what is the same for parts that mean the same, whatever defaults they print."""
        return canonical(completed(node, self._registry))

    def _turned(self, node: Node) -> Iterable[str]:
        """Yield the same difference taken the other way round."""
        if isinstance(node, Arithmetic) and node.operator == "-":
            yield self._key(Arithmetic("-", node.right, node.left))


def table(scores: Mapping[str, Score]) -> str:
    """Return the scores of kinds of answers as Markdown."""
    heads = ("answer", "claims", "true", "false", "neither", "true of decided",
             "asked quantities", "spoken of", "rightly")  # fmt: skip
    return markdown(heads, (list(map(str, _row(name, one))) for name, one in scores.items()))


def _row(name: str, one: Score) -> tuple[object, ...]:
    decided = one.true + one.false
    share = f"{100 * one.true / decided:.0f} %" if decided else "–"
    left = one.claims - decided
    return name, one.claims, one.true, one.false, left, share, one.asked, one.spoken, one.right
