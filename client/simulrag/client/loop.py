"""SimulRAG's Algorithm 1 (arXiv:2509.25459, appendix A.1), over MCP.

It differs from the paper in this: what names nothing that a simulator knows is refused before any
call to a model; the model writes the question as formulas, whose calls are the plan; a draft comes
with its claims; every distinct claim is written as a formula, by which it is folded, bounded and
decided on runs of its own; verification evaluates and needs no model; the answer is composed from
what the formulas of the question are worth and from the claims, each sentence held against the
formulas that it rests on and reviewed by a model that sees no more than these, and tells what of
the question stays open. With m drafts the model is asked m + 4 times: the plan, the drafts, the
formulas of all claims with their support, the composition, its review; once more for each of plan
and formulas where some are sent back: at most m + 6. Rules read only what the model said nothing
of.
"""

from collections.abc import Sequence
from typing import Any

from simulrag.client import composition, model_formulas, model_plan, prompts, stages
from simulrag.client.checking import verdicts
from simulrag.client.computed_facts import says_the_same
from simulrag.client.errors import (
    ModelError,
    ServerFailed,
)
from simulrag.client.estimating import LEAST_TO_PLAN, drafts_within
from simulrag.client.journal import Keep, discard
from simulrag.client.language_models.metered import Metered
from simulrag.client.language_models.protocol import LanguageModel
from simulrag.client.progress import Tell, silent
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.session import Tools, refuse_if_empty
from simulrag.client.steps import Steps, one_each, plain, statements
from simulrag.verifier.claims import Bound, Claim, Selection, Verdict
from simulrag.verifier.stated_causes import as_far_as_held, unheld_cause


async def simulrag(
    question: str,
    model: LanguageModel,
    tools: Tools,
    *,
    drafts: int = 5,
    budget: float = 0,
    tell: Tell = silent,
    keep: Keep = discard,
) -> Result:
    """Answer a question by drafting, verifying and updating claims.

    `budget` is the share of all claims to verify at most, percent; 0 verifies every claim inside
    the boundary. `keep` is given the result of each stage. Raises NothingHelps before the model is
    asked, ModelUnavailable where no draft could be had, ServerFailed where no run could be made. A
    server that fails later leaves an answer from the runs at hand, said to be partial.
    """
    metered = model if isinstance(model, Metered) else Metered(model)
    loop = _Loop(question, metered, tools, budget, tell, keep)
    await loop.retrieve()  # line 3
    answers = await loop.draft(drafts)  # lines 4 to 7
    if not answers:
        return loop.without_drafts(drafts)
    try:
        return await _from_drafts(loop, answers)
    except ServerFailed as error:
        return loop.cut_short(error, len(answers))


async def _from_drafts(loop: "_Loop", answers: Sequence[stages.Draft]) -> Result:
    """Take drafts through the rest of Algorithm 1."""
    written = await loop.write(await loop.distinct(answers), answers)  # line 11: UE's graph
    claims = await loop.merge(written, answers)  # line 8
    bounds = await loop.bound(claims, written)  # line 12
    selection = await loop.select(claims, bounds, len(answers))  # lines 9 to 15
    verified = await loop.verify(claims, selection)  # lines 16 to 19
    settled = stages.settle(  # line 20
        claims, selection.scores, bounds, verified, len(answers)
    )
    loop.keep("settled", plain(settled))
    answer = await loop.compose(settled)  # lines 21 and 22
    return loop.result(answer, settled, len(answers))


class _Loop(Steps):
    """The steps of Algorithm 1, with verdicts that are computed."""

    handbook = ""
    plan = model_plan.ModelPlan(formulas=())
    #: Whether rules read the claims, as the model wrote no formula of any.
    by_rules = True

    async def retrieve(self) -> None:
        """Make the runs that the question asks for; refuse it where none can be made."""
        self.tell(f"planning with {self.model.model}")
        by_rules = await self.tools.call("plan_runs", question=self.question)
        if not self.question.strip():
            refuse_if_empty(by_rules, None)
        self.handbook = str((await self.tools.call("read_handbook"))["text"])
        plan = await self._plan(by_rules)
        reply = dict(plan.reply)
        if not plan.calls:
            self.tell("running what the question asks for")
            reply = await self.tools.call("answer_question", question=self.question)
            refuse_if_empty(reply, reply.get("runs"))
        else:
            self.plan, self.calls, self.open_parts = plan, plan.calls, plan.open_parts()
        self.notes += self._told(plan)
        self.keep_runs(reply)
        self.problems += reply.get("problems", ())
        self.said_by_runs = statements(reply)
        self.keep("runs", {**reply, "plan": plan.model_dump(mode="json", exclude={"reply"})})

    async def _plan(self, by_rules: dict[str, Any]) -> model_plan.ModelPlan:
        """Have the model write the question as formulas; none where the rules' plan stands.

        Raises NothingHelps where neither has one.
        """
        none = model_plan.ModelPlan(formulas=())
        left = self.model.calls_left()
        if by_rules["calls"] and left is not None and left < LEAST_TO_PLAN:
            return none
        try:
            found = await model_plan.planned(self.question, self.handbook, self.ask, self.tools)
        except (ModelError, ServerFailed) as error:
            why = f"a language model made no plan: {error}"
            if not by_rules["calls"]:
                raise model_plan.refused(by_rules["problems"], why) from error
            self.notes.append(f"the question was read by rules: {why}")
            return none
        if not found.calls and not by_rules["calls"]:
            raise model_plan.refused(by_rules["problems"], model_plan.none_found(found))
        return found

    def _told(self, found: model_plan.ModelPlan) -> list[str]:
        """Return notes on a plan."""
        if not found.calls:
            return []
        count = f"{len(found.formulas)} formula{'s' if len(found.formulas) != 1 else ''}"
        by = f"{self.model.name} ({self.model.model})"
        told = [f"{by} planned {count} for this question, and the server checked them."]
        return told + [
            f"the model took {one} for this question, which does not print it"
            for one in found.supplied
        ]

    async def draft(self, count: int) -> list[stages.Draft]:
        """Ask for all drafts at once; return those that can be used, in their order."""
        within = drafts_within(count, self.model.calls_left())
        computable = model_plan.computable(self.handbook, self.calls)
        requests = [
            prompts.draft_request(self.question, number, computable) for number in range(within)
        ]
        found = await self.drafts_of(requests, count, stages.parse_draft)
        self.notes += [note for _, notes in found for note in notes]
        drafts = [draft for draft, _ in found]
        self.drafted = tuple(draft.answer for draft in drafts)
        self.keep("drafts", plain(drafts))
        return drafts

    async def distinct(self, answers: Sequence[stages.Draft]) -> tuple[Claim, ...]:
        """Return the claims of all drafts, those in the same words once, with their drafts."""
        self.tell("merging claims")
        reply = await self.tools.call("merge_claims", answers=stages.claim_lists(answers))
        return stages.numbered(reply, answers)

    async def write(
        self, claims: tuple[Claim, ...], answers: Sequence[stages.Draft]
    ) -> model_formulas.Written:
        """Have the model write formulas of claims, and say which drafts support which."""
        tries = model_formulas.tries_within(self.model.calls_left())
        if tries < 1:  # the last call composes the answer
            self.notes.append("the claims were read by rules: no call was left to read them")
            return model_formulas.Written(claims=claims)
        self.tell(f"writing formulas of {len(claims)} claims with {self.model.model}")
        writing = self._writing(
            claims,
            answers=[draft.answer for draft in answers] if len(answers) > 1 else [],
            said=[d.answer for d in answers] + [one.text for d in answers for one in d.claims],
        )
        try:
            found = await writing.written(tries)
        except ModelError as error:
            self.notes.append(f"the claims were read by rules, with what drafts share: {error}")
            return model_formulas.Written(claims=claims)
        self.notes += found.notes
        self.by_rules = found.by_rules
        return found

    def _writing(self, claims: Sequence[Claim], **given: Any) -> model_formulas.Writing:
        return model_formulas.Writing(
            self.question, self.handbook, claims, self.ask, self.tools, **given
        )

    async def merge(
        self, written: model_formulas.Written, answers: Sequence[stages.Draft]
    ) -> tuple[Claim, ...]:
        """Fold claims whose formulas say the same, with the drafts that support them."""
        lists = stages.as_lists(written.claims, len(answers))
        reply = await self.tools.call("merge_claims", answers=lists, **self._about())
        merged = stages.numbered(reply, answers)
        claims = tuple(self._without_cause(one, written.claims) for one in merged)
        self.keep("claims", plain(claims))
        return claims

    def _without_cause(self, claim: Claim, written: Sequence[Claim]) -> Claim:
        """Return a claim as one that it was folded with words it without a cause, if one does."""
        if not (claim.formula and unheld_cause(claim, self.question)):
            return claim
        alike = (one for one in written if one.formula and says_the_same(one, claim))
        held = next((one for one in alike if not unheld_cause(one, self.question)), None)
        own = {name: getattr(claim, name) for name in ("id", "support", "verbalized")}
        return held.model_copy(update=own) if held else claim

    async def bound(
        self, claims: Sequence[Claim], written: model_formulas.Written
    ) -> tuple[Bound, ...]:
        """Assess which claims a simulator can decide (equation 4)."""
        self.tell("assessing the boundary")
        left = [claim for claim in claims if claim.formula or claim.text not in written.bounds]
        assessed = await model_formulas.bounds_of(left, self.tools, **self._about())
        found = {claim.id: bound for claim, bound in zip(left, assessed, strict=True)}
        bounds = tuple(found.get(claim.id) or written.bounds[claim.text] for claim in claims)
        self.keep("bounds", plain(bounds))
        return bounds

    async def verify(self, claims: Sequence[Claim], selection: Selection) -> dict[str, Verdict]:
        """Verify and update the selected claims against runs; return verdicts by claim id."""
        chosen = [claim for claim in claims if claim.id in selection.selected]
        if not chosen:
            return {}
        self.tell(f"verifying {len(chosen)} of {len(claims)} claims")
        given = [stages.as_given(claim) for claim in chosen]
        try:
            reply = await self._verified(given)
            found = one_each(verdicts(reply), chosen, "verify_claims")
        except ServerFailed as error:  # what was drafted and paid for is not lost with it
            self.cut(f"the server failed, so that no claim was verified: {error}")
            reply, found = {}, tuple(map(stages.not_measured, chosen))
        self.keep_runs(reply)
        self.keep("verdicts", plain(found))
        told = (as_far_as_held(*pair, self.question) for pair in zip(chosen, found, strict=True))
        return {claim.id: verdict for claim, verdict in zip(chosen, told, strict=True)}

    async def _verified(self, claims: Sequence[Any]) -> dict[str, Any]:
        """Have claims decided by what the simulations say."""
        return await self.tools.call("verify_claims", claims=claims, against="run", **self._about())

    async def compose(self, settled: Sequence[AnsweredClaim]) -> str:
        """Have the answer composed of what the simulations give and of the claims that are kept."""
        self.tell(f"composing the answer from {sum(one.kept for one in settled)} claims")
        made = composition.Composition(
            self.question, self.plan, self.said_by_runs, settled, self.given(), self.ask, self.tools
        )
        answer = await made.answer(tuple(self.runs.values()))
        self.notes += made.notes
        return answer

    def _about(self) -> dict[str, Any]:
        """Return the question where rules read the claims: formulas stand for themselves."""
        return {"question": self.question} if self.by_rules else {}
