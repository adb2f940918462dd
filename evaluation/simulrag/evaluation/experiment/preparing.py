"""The claims of one question, with everything that a method may come to know of them.

What the client's loop does between drafting and settling, by the same functions and without a
connection: merge, support, boundary, verification. All claims are assessed and verified once; each
method then uses what it would have selected. `tests/evaluation/experiment/test_preparing.py` holds
this against the loop itself.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from simulrag.client import stages
from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.experiment.drafting import Answerer, Said
from simulrag.evaluation.experiment.facts import Fact, facts_of
from simulrag.evaluation.experiment.judging import Judge
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.boundary import assess
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import BoundWord, Claim, Drafted, Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.merging import merge

#: Answers that are made in one piece, by the way in which they use the runs.
Whole = Literal["no_rag", "input_layer", "output_layer", "input_layer_merged"]
WHOLE: tuple[Whole, ...] = ("no_rag", "input_layer", "output_layer", "input_layer_merged")


class Labelled(Frozen):
    """A statement as far as metrics go: what it says, and whether that is true and relevant."""

    meaning: str
    true: bool | None


class PreparedClaim(Frozen):
    """A merged claim: its support, its bound as code assesses it, and its verdict."""

    claim: Claim
    bound: BoundWord
    #: Uniform in 0 to 1: the judge of the boundary errs where its rate lies above.
    drawn: float
    verdict: VerdictWord
    updated: str
    before: Labelled
    #: After verification.
    after: Labelled


class Prepared(Frozen):
    """One question with its claims. `whole`: the claims of answers made in one piece."""

    item: str
    simulator: str
    group: str
    drafts: int
    claims: tuple[PreparedClaim, ...]
    whole: Mapping[str, tuple[Labelled, ...]] = Field(default_factory=dict)
    #: Claims of all drafts before merging, facts that can be said wrongly, and all facts.
    mentions: int = 0
    variable: int = 0
    facts: int = 0
    #: Runs that verification used, and whether the item's calls still make those it was made from.
    runs: int = 0
    same_runs: bool = True
    #: Seconds of processor time.
    seconds: float = 0.0


class Bench:
    """One item under several worlds: what is decided about a text is decided once."""

    def __init__(
        self, item: Item, others: Sequence[Item], registry: Registry, store: EvidenceStore
    ) -> None:
        """others: further items of the same simulator."""
        self.item, self.registry = item, registry
        self.facts = facts_of(item, registry)
        self._others = others
        self._store = store
        self._given: dict[str, Drafted] = {}
        self._bounds: dict[str, BoundWord] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._runs: set[str] = set()
        #: What stands for a text among those that say the same.
        self._same: dict[str, str] = {}

    def answerer(self, world: World) -> Answerer:
        """Return the synthetic answerer before this item."""
        return Answerer(self.item, self.facts, self._others, world)

    def prepare(self, world: World) -> Prepared:
        """Draft, merge, assess and verify the claims of the item in a world."""
        return self.prepare_in({"": world})[""]

    def prepare_in(self, worlds: Mapping[str, World]) -> dict[str, Prepared]:
        """Prepare the item in several worlds, whose texts are read together."""
        started = time.process_time()
        answerers = {name: self.answerer(world) for name, world in worlds.items()}
        drafts = {name: answerer.drafts() for name, answerer in answerers.items()}
        self._decide([one for held in drafts.values() for draft in held for one in draft])
        seconds = (time.process_time() - started) / len(worlds)
        return {
            name: self._in_world(world, answerers[name], drafts[name], seconds)
            for name, world in worlds.items()
        }

    def _in_world(
        self, world: World, answerer: Answerer, drafts: Sequence[Sequence[Said]], seconds: float
    ) -> Prepared:
        started = time.process_time()
        judge = Judge(self.item.id, drafts, world)
        same = self._same if world.merging else {}
        claims = _supported(_folded(drafts, same), drafts, judge)
        said = {one.text: one for draft in drafts for one in draft}
        made = [self._prepared(claim, said[claim.text], judge) for claim in claims]
        return Prepared(
            item=self.item.id,
            simulator=self.item.simulator,
            group=self.item.group,
            drafts=world.drafts,
            claims=tuple(made),
            whole=_whole(answerer, drafts),
            mentions=sum(map(len, drafts)),
            variable=sum(fact.slot is not None or bool(fact.wrongs) for fact in self.facts),
            facts=len(self.facts),
            runs=len(self._runs),
            same_runs=self._same_runs(),
            seconds=seconds + time.process_time() - started,
        )

    def _same_runs(self) -> bool:
        made = [self._store.run(call, self.registry).id for call in self.item.calls]
        return tuple(made) == self.item.runs

    def _decide(self, said: Iterable[Said]) -> None:
        """Assess, verify and fold claims; what is known of earlier ones is not decided again."""
        question = self.item.question
        new = {one.text: one for one in said if one.text not in self._verdicts}
        if not new:
            return
        given = {text: one.given(question) for text, one in new.items()}
        self._given |= given
        formal = [one for one in given.values() if not isinstance(one, str)]
        bounds = assess(formal, question, self.registry, self._store)
        checked = check_claims(
            list(given.values()), question, self.registry, self._store, against="run"
        )
        self._bounds |= {bound.claim: bound.bound for bound in bounds}
        self._verdicts |= dict(zip(given, checked.verdicts, strict=True))
        self._runs |= {run.id for run in checked.runs}
        known = list(self._given)
        folded = merge([[one] for one in self._given.values()], "", self.registry)
        self._same = {known[place]: claim.text for claim in folded for place in claim.support}

    def _prepared(self, claim: Claim, said: Said, judge: Judge) -> PreparedClaim:
        verdict = self._verdicts[claim.text]
        return PreparedClaim(
            claim=claim,
            # What the answerer writes no formula of, it holds to be decided by no run.
            bound=self._bounds.get(claim.text, "outside"),
            drawn=judge.drawn(claim.text),
            verdict=verdict.verdict,
            updated=verdict.updated,
            before=Labelled(meaning=said.meaning, true=said.true),
            after=labelled(verdict.updated, said, self.facts),
        )


def _folded(drafts: Sequence[Sequence[Said]], same: Mapping[str, str]) -> tuple[Claim, ...]:
    """Return the distinct claims of drafts, in the words and order in which they come first.

    same: what stands for a text among those that say the same; a text without it, for itself.
    """
    words: dict[str, str] = {}
    support: dict[str, list[int]] = {}
    for number, draft in enumerate(drafts):
        for one in draft:
            key = same.get(one.text, one.text)
            words.setdefault(key, one.text)
            support.setdefault(key, []).append(number)
    width = len(str(len(words)))
    return tuple(
        Claim(id=f"c{place:0{width}d}", text=text, support=tuple(dict.fromkeys(support[key])))
        for place, (key, text) in enumerate(words.items(), start=1)
    )


def _supported(
    claims: Sequence[Claim], drafts: Sequence[Sequence[Said]], judge: Judge
) -> tuple[Claim, ...]:
    """Return claims with what drafts state of them, and the support that a judge adds."""
    parsed = [as_draft(draft) for draft in drafts]
    stated = tuple(
        claim.model_copy(update={"verbalized": stages.stated(claim, parsed)}) for claim in claims
    )
    if len(drafts) < 2:
        return stated
    judged = judge.support({claim.id: claim.text for claim in stated})
    return stages.with_support(stated, judged, len(drafts))[0]


def as_draft(draft: Sequence[Said]) -> stages.Draft:
    """Return a draft as the client's loop reads it."""
    claims = tuple(stages.DraftClaim(text=one.text, confidence=one.confidence) for one in draft)
    return stages.Draft(answer=" ".join(one.text for one in draft), claims=claims)


def labelled(updated: str, said: Said, facts: Sequence[Fact]) -> Labelled:
    """Return the label of a claim after verification: its own where its text is the same.

    A rewritten text that is none of the facts in other words has no label.
    """
    if updated == said.text:
        return Labelled(meaning=said.meaning, true=said.true)
    held = {place: fact.says(updated) for place, fact in enumerate(facts)}
    right = next((place for place, found in held.items() if found), None)
    if right is not None:
        return Labelled(meaning=f"fact {right}", true=True)
    return Labelled(meaning=updated, true=False if False in held.values() else None)


def _whole(answerer: Answerer, drafts: Sequence[Sequence[Said]]) -> dict[str, tuple[Labelled, ...]]:
    """Return the claims of answers in one piece: from a draft, with and without context."""
    shown = [answerer.draft(number, shown=True) for number in range(len(drafts))]
    answers: dict[Whole, Sequence[Said]] = {
        "no_rag": drafts[0],
        "input_layer": shown[0],
        "output_layer": answerer.refined(drafts[0], 0),
        "input_layer_merged": [one for draft in shown for one in draft],
    }
    return {name: _distinct(said) for name, said in answers.items()}


def _distinct(said: Sequence[Said]) -> tuple[Labelled, ...]:
    return tuple(
        {one.meaning: Labelled(meaning=one.meaning, true=one.true) for one in said}.values()
    )
