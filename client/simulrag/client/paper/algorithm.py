"""Algorithm 1 of SimulRAG (arXiv:2509.25459, appendix A.1) with the prompts of A.2, as printed.

Here the model judges what `simulrag.client.loop` computes: boundary, entailment, verification. It
is asked 4 m + k + s times for m answers, k merged claims and s selected ones, and once or twice
for the settings of the runs. Where paper and program differ:

- No temperature is sent, since today's Messages API has none: answers differ by perspectives and
  by the model's own sampling, not by T = 1.0; judges run at the default, not at T = 0.1.
- A question that no simulator helps with is refused before any call; the paper assumes there is
  none. The simulators are those that the server reads the question for.
- The server validates the model's calls, and sends back errors once.
- UE is the closeness of Wasserman and Faust, as in the authors' code; on a connected graph it
  is equation (3). Tau and kappa, of which the paper prints no values, are 0.4 as in that code. A
  budget takes the place of tau, as in the paper's experiments.
- An indeterminate claim keeps its confidence, as section 3.3 says, not 1 as line 18 has it.
- The model writes JSON as the input of a tool. What it was not asked for is not measured: no odd
  reply ends the question or counts as a judgement.
- Numbers of the answer are the model's own. Each is marked with the runs whose words hold it.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from simulrag.client import marks
from simulrag.client.errors import ModelError, ModelUnavailable, ServerFailed
from simulrag.client.estimating import answers_within
from simulrag.client.journal import Keep, discard
from simulrag.client.language_models.metered import Metered
from simulrag.client.language_models.protocol import LanguageModel
from simulrag.client.paper import replies, requests
from simulrag.client.paper.replies import Refused, Update, Wanted
from simulrag.client.progress import Tell, silent
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.session import Tools, refuse_if_empty
from simulrag.client.stages import answered
from simulrag.client.steps import Steps, plain, said_text, statements
from simulrag.verifier.claims import Bound, Claim, Problem, Score, Selection, Verdict

#: Confidences are rounded; one that equals a threshold up to this is not below it.
_SLACK = 1e-9
JUDGED = "judged by the model from what the runs say, not computed"


class PaperSteps(Steps):
    """The functions of appendix A.1, in the order of Algorithm 1.

    Retrieval is I(S; q; h): the simulators of a question, a model's calls of them, what they say.
    """

    method = "paper"
    simulators: tuple[str, ...] = ()
    handbook: str = ""

    async def retrieve(self) -> None:
        """Make the runs that the model asks for (line 3). Raises NothingHelps before it is asked,
        ModelUnavailable, ServerFailed."""
        self.tell("retrieving runs by calls of the model")
        await self._find_simulators()
        refused = await self._run(await self._calls(()))
        if refused:
            refused = await self._run(await self._calls(refused))
        for one in refused:
            self.notes.append(f"a call of the model was refused: {one.error}")
        if not self.runs:
            self.cut("no call of the model gave a run, so that no claim can be verified")
        said = [{"text": run["context"], "run_ids": [run["id"]]} for run in self.runs.values()]
        self.said_by_runs = statements({"claims": said}, "what its run says")
        self.keep("runs", {"runs": list(self.runs.values())})

    def context(self) -> str:
        """Return what the runs say, the textual context c."""
        return "\n".join(run["context"] for run in self.runs.values())[: requests.MOST_CONTEXT]

    async def _find_simulators(self) -> None:
        plan = await self.tools.call("plan_runs", question=self.question)
        refuse_if_empty(plan, plan.get("calls"))
        listed = await self.tools.call("read_handbook")
        installed = {entry["name"] for entry in listed["simulators"] if entry["tool"]}
        named = dict.fromkeys(call["simulator"] for call in plan["calls"])
        self.problems += plan.get("problems", ())
        self.simulators = tuple(name for name in named if name in installed)
        refuse_if_empty({"problems": self.problems}, self.simulators)
        books = [
            (await self.tools.call("read_handbook", simulator=name))["text"]
            for name in self.simulators
        ]
        self.handbook = "\n\n".join(books)

    async def _calls(self, refused: Sequence[Refused]) -> list[Wanted]:
        request = requests.retrieve(self.question, self.simulators, self.handbook, refused)
        try:
            return replies.calls(await self.ask(request))
        except ModelUnavailable:
            raise
        except ModelError as error:
            self.notes.append(f"the model gave no calls: {error}")
            return []

    async def _run(self, wanted: Sequence[Wanted]) -> list[Refused]:
        """Run calls one after another; return those that the server refused."""
        refused: list[Refused] = []
        for call in wanted:
            try:
                run = await self._one(call)
            except ServerFailed as error:
                refused.append(Refused(call=call, error=str(error)))
            else:
                self.runs[run["id"]] = run
        return refused

    async def _one(self, call: Wanted) -> dict[str, Any]:
        if call.simulator not in self.simulators:
            raise ServerFailed(
                f"simulator {call.simulator!r} is not among those of the handbook: "
                f"{', '.join(self.simulators)}"
            )
        given = {**call.arguments, "function": call.function}
        made = await self.tools.call(f"simulate_{call.simulator}", **given)
        whole = await self.tools.call("get_run", run_id=made["run"]["id"], detail="full")
        return {**whole["run"], "series": {}}

    async def answers(self, count: int) -> list[str]:
        """Ask for m answers (line 4); return those that can be used. Raises ModelUnavailable."""
        within = answers_within(count, self.model.limits.calls, self.model.spent.calls)
        asked = [requests.answer(self.question, number) for number in range(within)]
        answers = await self.drafts_of(asked, count, replies.written)
        self.drafted = tuple(answers)
        self.keep("drafts", answers)
        return answers

    async def without_answers(self, asked: int) -> Result:
        """Answer from the runs, or from what the server itself reads of the question."""
        if not self.said_by_runs:
            reply = await self.tools.call("answer_question", question=self.question)
            self.keep_runs(reply)
            self.said_by_runs = statements(reply)
        return self.without_drafts(asked)

    def without_claims(self, answers: int) -> Result:
        """Answer from the runs where no answer could be split into claims."""
        self.cut("no answer could be split into claims")
        return self.from_runs(answers)

    async def decompose(self, answers: Sequence[str]) -> list[tuple[str, ...]]:
        """Split each answer into claims (lines 5 to 7); () where that failed."""
        self.tell(f"splitting {len(answers)} answers into claims")
        found = await self.ask_all([*map(requests.decompose, answers)], replies.claims)
        self.note_errors(found, "an answer was not split into claims")
        return [() if isinstance(one, ModelError) else one for one in found]

    async def merge(self, sets: Sequence[Sequence[str]]) -> list[Claim]:
        """Fold the claims of one answer after another into one set (line 8).

        A claim's support is the answers that it came from.
        """
        self.tell(f"merging the claims of {len(sets)} answers one after another")
        texts: list[str] = []
        origins: list[set[int]] = []
        for number, new in enumerate(sets):
            covered = await self._covered(texts, new) if texts and new else {}
            for place, text in enumerate(new):
                if place in covered:
                    origins[covered[place]].add(number)
                else:
                    texts.append(text)
                    origins.append({number})
        width = len(str(len(texts)))
        return [
            Claim(id=f"c{n:0{width}d}", text=text, support=tuple(sorted(origin)))
            for n, (text, origin) in enumerate(zip(texts, origins, strict=True), start=1)
        ]

    async def _covered(self, existing: Sequence[str], new: Sequence[str]) -> dict[int, int]:
        read = partial(replies.pairs, existing=len(existing), new=len(new))
        try:
            found, odd = read(await self.ask(requests.merge(existing, new)))
        except ModelError as error:
            self.notes.append(f"the claims of an answer were taken as new ones: {error}")
            return {}
        if odd:
            self.notes.append(f"{odd} pairs of a merge named no claims and were left out")
        return found

    async def entail(self, claims: Sequence[Claim], answers: Sequence[str]) -> list[Claim]:
        """Ask of each answer which claims it entails. What is not judged keeps its origin."""
        self.tell(f"asking which of {len(answers)} answers entail which of {len(claims)} claims")
        texts = {claim.id: claim.text for claim in claims}
        asked = [requests.entail(self.question, answer, texts) for answer in answers]
        found = await self.ask_all(asked, partial(replies.judged, ids=list(texts)))
        self.note_errors(found, "entailment by an answer was not judged")
        judged = [{} if isinstance(one, ModelError) else one for one in found]
        missing = sum(len(claims) - len(one) for one in judged)
        if missing:
            self.notes.append(
                f"{missing} of {len(claims) * len(answers)} entailments were not judged; there a "
                "claim is supported by the answers that it was split from"
            )
        return [claim.model_copy(update={"support": _support(claim, judged)}) for claim in claims]

    async def bound(self, claims: Sequence[Claim]) -> list[Bound]:
        """Ask of each claim whether the simulators can verify it (equation 4)."""
        self.tell(f"assessing whether {len(claims)} claims can be verified")
        dataset = " and ".join(self.simulators)
        asked = [
            requests.boundary(self.question, claim.text, self.handbook, dataset) for claim in claims
        ]
        found = await self.ask_all(asked, replies.inside)
        self.note_errors(found, "the boundary of a claim was not judged")
        bounds = [_bound(claim, one) for claim, one in zip(claims, found, strict=True)]
        self.keep("bounds", plain(bounds))
        return bounds

    async def verify_and_update(
        self, claims: Sequence[Claim], selection: Selection
    ) -> dict[str, Verdict]:
        """Ask of each selected claim what the runs say of it (lines 16 to 19)."""
        chosen = [claim for claim in claims if claim.id in selection.selected]
        if not chosen:
            return {}
        self.tell(f"verifying {len(chosen)} of {len(claims)} claims with the model")
        context, runs = self.context(), list(self.runs)
        if not context:
            return {one.id: not_measured(one, "there is no run to verify it by") for one in chosen}
        asked = [requests.update(claim.text, context) for claim in chosen]
        found = await self.ask_all(asked, replies.updated)
        self.note_errors(found, "a claim was not verified")
        verdicts = {
            claim.id: not_measured(claim, str(one))
            if isinstance(one, ModelError)
            else verdict(claim, one, runs)
            for claim, one in zip(chosen, found, strict=True)
        }
        self.keep("verdicts", plain(list(verdicts.values())))
        return verdicts

    async def compose(self, settled: Sequence[AnsweredClaim]) -> str:
        """Have the final answer written (line 21); its numbers are marked here."""
        kept = [claim.updated for claim in settled if claim.kept]
        if not kept:
            said = said_text(self.said_by_runs, self.given())
            return f"No claim is left to answer with.\n{said}".rstrip()
        self.tell(f"composing the answer from {len(kept)} claims")
        try:
            text = replies.written(await self.ask(requests.final(self.question, kept)))
        except ModelError as error:
            self.notes.append(f"the claims are listed as they are: {error}")
            text = "\n".join(kept)
        contexts = {key: run["context"] for key, run in self.runs.items()}
        given = self.given()
        return marks.mark_found(marks.without_marks(text), contexts, given)


def _support(claim: Claim, judged: Sequence[Mapping[str, bool]]) -> tuple[int, ...]:
    return tuple(
        number for number, said in enumerate(judged) if said.get(claim.id, number in claim.support)
    )


def _bound(claim: Claim, found: bool | ModelError) -> Bound:
    if isinstance(found, ModelError):
        problem = Problem(reason="unread", message=f"its boundary was not judged: {found}")
        return Bound(claim=claim.text, bound="unread", problem=problem)
    if found:
        return Bound(claim=claim.text, bound="inside")
    problem = Problem(
        reason="other_subject", message="the model judged that no simulator can verify it"
    )
    return Bound(claim=claim.text, bound="outside", problem=problem)


def verdict(claim: Claim, update: Update, run_ids: Sequence[str]) -> Verdict:
    """Return what section 3.3 makes of the model's word on a claim.

    Aligned: supported. Contradicted: refuted, with the model's text. Not in the context: undecided.
    """
    if not update.is_included:
        why = "the model found nothing on it in what the runs say"
        return Verdict(
            id=claim.id, text=claim.text, updated=claim.text, verdict="undecided", derivation=why
        )
    text = (update.updated_claim or claim.text) if update.should_update else claim.text
    return Verdict(
        id=claim.id,
        text=claim.text,
        updated=" ".join(text.split()),
        verdict="refuted" if update.should_update else "supported",
        derivation=JUDGED,
        run_ids=tuple(run_ids),
    )


def not_measured(claim: Claim, why: str) -> Verdict:
    """Return the verdict of a selected claim on which there is no word of the model."""
    problem = Problem(reason="run_failed", message=why)
    return Verdict(
        id=claim.id, text=claim.text, updated=claim.text, verdict="not_measured", problem=problem
    )


def settle(
    claims: Sequence[Claim],
    scores: Sequence[Score],
    bounds: Sequence[Bound],
    verdicts: Mapping[str, Verdict],
    answers: int,
    kappa: float,
) -> tuple[AnsweredClaim, ...]:
    """Keep the claims of a confidence of at least `kappa`; verified ones have 1.

    `verdicts` holds those of the selected claims by id.
    """
    settled: list[AnsweredClaim] = []
    for claim, score, bound in zip(claims, scores, bounds, strict=True):
        found = verdicts.get(claim.id) or _open(claim, bound)
        verified = found.verdict in ("supported", "refuted")
        confidence = 1.0 if verified else score.confidence
        kept = confidence >= kappa - _SLACK
        why = (
            f"confidence {confidence:.2f} is {'at least' if kept else 'below'} {kappa:g}; "
            f"entailed by {len(claim.support)} of {answers} answers"
        )
        settled.append(answered(claim, score, found, confidence, kept=kept, why=why))
    return tuple(settled)


def _open(claim: Claim, bound: Bound) -> Verdict:
    word = "outside" if bound.bound == "outside" else "not_measured"
    return Verdict(text=claim.text, updated=claim.text, verdict=word, problem=bound.problem)


#: Thresholds of the authors' code.
TAU = KAPPA = 0.4
NOTICE = (
    "Method of the paper as printed: a language model judged boundary, support and verification "
    "and wrote the numbers; nothing was computed from the runs."
)


async def paper(
    question: str,
    model: LanguageModel,
    tools: Tools,
    *,
    drafts: int = 5,
    budget: float = 0,
    tell: Tell = silent,
    keep: Keep = discard,
) -> Result:
    """Answer a question as the paper prints it.

    `budget` is the share of all claims to verify at most, percent; 0 verifies those whose
    confidence is below TAU. Claims of a confidence of at least KAPPA make the answer. Raises
    NothingHelps before the model is asked, ModelUnavailable where no answer could be had, and
    ServerFailed before the first answer. Whatever fails later leaves an answer, said to be partial.
    """
    metered = model if isinstance(model, Metered) else Metered(model)
    steps = PaperSteps(question, metered, tools, budget, tell, keep)
    steps.notes.append(NOTICE)
    await steps.retrieve()  # line 3: d <- I(S; q; h)
    answers = await steps.answers(drafts)  # line 4: A
    if not answers:
        return await steps.without_answers(drafts)
    try:
        return await _from_answers(steps, answers)
    except ServerFailed as error:
        return steps.cut_short(error, len(answers))


async def _from_answers(steps: PaperSteps, answers: Sequence[str]) -> Result:
    """Take answers through lines 5 to 22."""
    sets = await steps.decompose(answers)  # lines 5 to 7
    claims = await steps.merge(sets)  # line 8: C
    if not claims:
        return steps.without_claims(len(answers))
    claims = await steps.entail(claims, answers)  # line 11: the edges of UE's graph
    steps.keep("claims", plain(claims))
    bounds = await steps.bound(claims)  # line 12: bound(c, h)
    selection = await steps.select(  # lines 9 to 15: the uncertain ones inside the boundary
        claims,
        bounds,
        len(answers),
        method="ue_sba",
        estimator="closeness",
        tau=0 if steps.budget else TAU,
    )
    verdicts = await steps.verify_and_update(claims, selection)  # lines 16 to 19
    settled = settle(claims, selection.scores, bounds, verdicts, len(answers), KAPPA)  # line 20
    steps.keep("settled", plain(settled))
    answer = await steps.compose(settled)  # line 21
    return steps.result(answer, settled, len(answers))  # line 22
