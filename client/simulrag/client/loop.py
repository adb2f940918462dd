"""SimulRAG's Algorithm 1 (arXiv:2509.25459, appendix A.1), over MCP.

It differs from the paper in this: the question is read by rules, so that a refusal costs no call
to a model, which is asked only where the rules leave open what is meant; a draft comes with its
claims; a claim that needs a run of its own gets one when it is verified (section 3.3);
verification compares numbers and needs no model; what the runs say and no draft does is added to
the answer. With m drafts the model is asked m + 2 times: the drafts, the support, the composition.
Claims that the grammar cannot read take one call more, a question one more, and each of the two
one more again where the server sends back what the model handed in: m + 6 at most.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client import composing, model_plan, model_readings, prompts, stages, unaided
from simulrag.client.answer_checks import said_by_runs_only, without_contradictions
from simulrag.client.checking import verdicts
from simulrag.client.errors import LimitReached, ModelError, ModelUnavailable, ServerFailed
from simulrag.client.estimating import drafts_within
from simulrag.client.journal import Keep, discard
from simulrag.client.language_models.metered import Metered
from simulrag.client.language_models.protocol import LanguageModel
from simulrag.client.progress import Tell, silent
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.session import Tools
from simulrag.client.steps import Steps, one_each, plain
from simulrag.verifier.claims import Bound, Claim, Selection, Verdict

_Drafted = tuple[stages.Draft, list[str]] | ModelError


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
    claims = await loop.merge(answers)  # line 8
    claims = await loop.support(claims, answers)  # line 11: the edges of UE's graph
    loop.keep("claims", plain(claims))
    bounds = await loop.read(claims, await loop.bound(claims))  # line 12
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

    def __init__(
        self,
        question: str,
        model: Metered,
        tools: Tools,
        budget: float,
        tell: Tell,
        keep: Keep,
    ) -> None:
        super().__init__(question, model, tools, budget, tell, keep)
        #: Readings that the model made of claims, as JSON, by claim id.
        self.readings: Mapping[str, str] = {}
        self.unanswered: frozenset[str] = frozenset()

    async def retrieve(self) -> None:
        """Make the runs that the question asks for; refuse it where none can be made."""
        self.tell("running what the question asks for")
        reply = await self.tools.call("answer_question", question=self.question)
        if not reply.get("runs") and model_plan.nearest(reply.get("problems") or ()):
            reply = await self._planned(reply)
        unaided.refuse_if_empty(reply, reply.get("runs"))
        self.keep_runs(reply)
        self.problems += reply.get("problems", ())
        self.said_by_runs = unaided.statements(reply)
        self.keep("runs", reply)

    async def _planned(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Have the model plan what the rules could not read. Raises NothingHelps."""
        self.tell(f"planning with {self.model.model}")
        found = await model_plan.plan_by_model(
            self.question, reply["problems"], self.ask, self.tools
        )
        self.calls = found.calls
        self.notes += [
            f"The rules could not read this question: {self.model.name} ({self.model.model}) "
            f"planned its {len(found.calls)} calls, and the server checked them.",
            *found.notes,
        ]
        return found.reply

    async def draft(self, count: int) -> list[stages.Draft]:
        """Ask for all drafts at once; return those that can be used."""
        within = drafts_within(count, self.model.calls_left())
        if within < count:
            self.cut(
                f"--max-calls {self.model.limits.calls} leaves room for {within} of {count} drafts"
            )
        self.tell(f"drafting {within} answers with {self.model.model}")
        requests = [prompts.draft_request(self.question, number) for number in range(within)]
        drafts = self._usable(await self.ask_all(requests, stages.parse_draft))
        self.drafted = tuple(draft.answer for draft in drafts)
        self.keep("drafts", plain(drafts))
        return drafts

    def _usable(self, outcomes: Sequence[_Drafted]) -> list[stages.Draft]:
        """Return the drafts, in the order of their numbers, and note what was left out."""
        failures = [outcome for outcome in outcomes if isinstance(outcome, ModelError)]
        found = [outcome for outcome in outcomes if isinstance(outcome, tuple)]
        unavailable = [f for f in failures if isinstance(f, ModelUnavailable)]
        if unavailable and not found:
            raise unavailable[0]
        for failure in failures:
            if not isinstance(failure, LimitReached):
                self.notes.append(f"a draft was left out: {failure}")
        self.notes += [note for _, notes in found for note in notes]
        return [draft for draft, _ in found]

    async def merge(self, answers: Sequence[stages.Draft]) -> tuple[Claim, ...]:
        """Fold claims that say the same, with the drafts that say them."""
        self.tell("merging claims")
        reply = await self._about_question("merge_claims", answers=stages.claim_lists(answers))
        merged = [Claim.model_validate(item, extra="ignore") for item in reply["claims"]]
        width = len(str(len(merged)))
        return tuple(
            claim.model_copy(
                update={
                    "id": f"c{number:0{width}d}",
                    "verbalized": stages.stated(claim, answers),
                }
            )
            for number, claim in enumerate(merged, start=1)
        )

    async def support(
        self, claims: tuple[Claim, ...], answers: Sequence[stages.Draft]
    ) -> tuple[Claim, ...]:
        """Ask the model which drafts support which claims; a lone draft supports its own."""
        if len(answers) < 2:
            return claims
        self.tell(f"asking which drafts support which of {len(claims)} claims")
        request = prompts.support_request(
            self.question,
            {claim.id: claim.text for claim in claims},
            {f"a{number}": draft.answer for number, draft in enumerate(answers, start=1)},
        )
        try:
            content = await self.ask(request)
            joined, notes = stages.with_support(claims, content, len(answers))
        except ModelError as error:
            self.notes.append(f"support was judged only by comparing statements: {error}")
            return claims
        self.notes += notes
        return joined

    async def bound(self, claims: Sequence[Claim]) -> tuple[Bound, ...]:
        """Assess which claims a simulator can decide (equation 4)."""
        self.tell("assessing the boundary")
        reply = await self._about_question("assess_boundary", claims=[c.text for c in claims])
        bounds = tuple(Bound.model_validate(item, extra="ignore") for item in reply["bounds"])
        return one_each(bounds, claims, "assess_boundary")

    async def read(self, claims: Sequence[Claim], bounds: Sequence[Bound]) -> tuple[Bound, ...]:
        """Have the model read the claims that the grammar cannot; return what bounds follow."""
        unread = [c for c, b in zip(claims, bounds, strict=True) if b.bound == "unread"]
        left = self.model.calls_left()
        tries = model_readings.TRIES if left is None else min(model_readings.TRIES, left - 1)
        if unread and tries > 0:  # the last call composes the answer
            self.tell(f"reading {len(unread)} claims with {self.model.model}")
            try:
                found = await model_readings.readings_by_model(
                    self.question, unread, tuple(self.runs.values()), self.ask, self.tools,
                    self.calls, tries,
                )  # fmt: skip
            except ModelError as error:
                self.notes.append(f"{len(unread)} claims stay unread: {error}")
            else:
                bounds = [found.bounds.get(c.id, b) for c, b in zip(claims, bounds, strict=True)]
                self.readings, self.unanswered = found.accepted, frozenset(found.unanswered)
                self.notes += found.notes
        self.keep("bounds", plain(bounds))
        return tuple(bounds)

    async def select(
        self, claims: Sequence[Claim], bounds: Sequence[Bound], drafts: int
    ) -> Selection:
        """Score all claims and select those to verify; ids are made those of `claims`."""
        reply = await self.tools.call(
            "select_claims",
            claims=[claim.text for claim in claims],
            support=[list(claim.support) for claim in claims],
            answers=drafts,
            question=self.question,
            bounds=[bound.bound for bound in bounds],
            budget=self.budget,
        )
        return self.keep_selection(reply, claims)

    async def verify(self, claims: Sequence[Claim], selection: Selection) -> dict[str, Verdict]:
        """Verify and update the selected claims against runs; return verdicts by claim id."""
        chosen = [claim for claim in claims if claim.id in selection.selected]
        passed_over = {c.id: stages.passed_over(c) for c in claims if c.id in self.unanswered}
        if not chosen:
            return passed_over
        self.tell(f"verifying {len(chosen)} of {len(claims)} claims")
        try:
            reply = await self._about_question(
                "verify_claims",
                claims=[claim.text for claim in chosen],
                readings=[self.readings.get(claim.id, "") for claim in chosen],
            )
            found = one_each(verdicts(reply), chosen, "verify_claims")
        except ServerFailed as error:  # what was drafted and paid for is not lost with it
            self.cut(f"the server failed, so that no claim was verified: {error}")
            reply, found = {}, tuple(map(stages.not_measured, chosen))
        self.keep_runs(reply)
        self.keep("verdicts", plain(found))
        return passed_over | {c.id: verdict for c, verdict in zip(chosen, found, strict=True)}

    async def compose(self, settled: Sequence[AnsweredClaim]) -> str:
        """Have the kept claims composed; what no draft said is added from the runs."""
        given = self.given()
        kept = [composing.mask(claim, given) for claim in settled if claim.kept]
        composed = await self._composed(kept, given) if kept else []
        missing, notes = await said_by_runs_only(
            self.said_by_runs, composed, given, self._about_question
        )
        self.notes += notes
        return "\n\n".join(filter(None, [" ".join(s.marked for s in composed), missing]))

    async def _composed(
        self, kept: Sequence[composing.Masked], given: frozenset[str]
    ) -> list[composing.Composed]:
        self.tell(f"composing the answer from {len(kept)} claims")
        request = prompts.compose_request(self.question, composing.for_prompt(kept))
        try:
            written, odd = stages.sentences(await self.ask(request))
        except ModelError as error:
            self.notes.append(f"the claims are listed as they are: {error}")
            return composing.plainly(kept)
        composed, notes = composing.fill(written, kept, given)
        self.notes += odd + notes
        if not composed:
            self.notes.append("the claims are listed as they are: no composed sentence was usable")
            return composing.plainly(kept)
        checked, notes = await without_contradictions(composed, kept, self._about_question)
        self.notes += notes
        return checked

    async def _about_question(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool with the question, and with the model's calls where it planned them."""
        handed = {"calls": list(self.calls)} if self.calls else {}
        return await self.tools.call(tool, question=self.question, **handed, **arguments)
