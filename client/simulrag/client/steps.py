"""What the steps of one question share, whatever the method: where to ask, the runs, the notes."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import anyio
from pydantic import BaseModel

from simulrag.client.errors import LimitReached, ModelError, ModelUnavailable, ServerFailed
from simulrag.client.journal import Keep
from simulrag.client.language_models.metered import Metered
from simulrag.client.language_models.protocol import Request
from simulrag.client.marks import given_numbers, mark_statement
from simulrag.client.progress import Tell
from simulrag.client.result import MADE_FROM_RUNS, AnsweredClaim, Method, ModelUse, Result
from simulrag.client.session import Tools
from simulrag.verifier.claims import Bound, Claim, Selection

Found = TypeVar("Found")
Content = Mapping[str, Any]


class Steps:
    """One question on its way to an answer. `budget`: percent of all claims, 0 for no limit."""

    method: Method = "computed"

    def __init__(
        self,
        question: str,
        model: Metered,
        tools: Tools,
        budget: float,
        tell: Tell,
        keep: Keep,
    ) -> None:
        self.question = question
        self.model = model
        self.tools = tools
        self.budget = budget
        self.tell = tell
        self.keep = keep
        self.partial = False
        self.notes: list[str] = [model.notice] if model.notice else []
        self.runs: dict[str, dict[str, Any]] = {}
        self.problems: list[dict[str, Any]] = []
        self.said_by_runs: tuple[AnsweredClaim, ...] = ()
        self.drafted: tuple[str, ...] = ()
        #: Calls of the formulas that the model wrote of the question; none where rules read it.
        self.calls: tuple[dict[str, Any], ...] = ()
        self.open_parts: tuple[str, ...] = ()

    def given(self) -> frozenset[str]:
        """Return the numbers that are conditions: the question's, and those of planned calls."""
        return given_numbers(f"{self.question} {json.dumps(self.calls)}")

    async def ask(self, request: Request) -> Content:
        """Return the content of a reply. Raises ModelError; a limit makes the answer partial."""
        try:
            return (await self.model.complete(request)).content
        except LimitReached as error:
            self.cut(str(error))
            raise

    async def ask_all(
        self, requests: Sequence[Request], read: Callable[[Content], Found]
    ) -> list[Found | ModelError]:
        """Return what `read` makes of each reply, or the error that stands in its place."""
        found: dict[int, Found | ModelError] = {}

        async def one(number: int, request: Request) -> None:
            try:
                found[number] = read(await self.ask(request))
            except ModelError as error:
                found[number] = error

        async with anyio.create_task_group() as group:
            for number, request in enumerate(_told_apart(requests)):
                group.start_soon(one, number, request)
        return [found[number] for number in range(len(requests))]

    def cut(self, why: str) -> None:
        """Note that steps were left undone."""
        self.partial = True
        self.notes.append(f"This answer is partial: {why}")

    def keep_runs(self, reply: Mapping[str, Any]) -> None:
        """Add the runs of a server's reply."""
        self.runs.update({run["id"]: run for run in reply.get("runs", ())})

    async def drafts_of(
        self, requests: Sequence[Request], wanted: int, read: Callable[[Content], Found]
    ) -> list[Found]:
        """Ask for drafts at once; return those that can be used. Raises ModelUnavailable."""
        if len(requests) < wanted:
            limit = self.model.limits.calls
            self.cut(f"--max-calls {limit} leaves room for {len(requests)} of {wanted} drafts")
        self.tell(f"drafting {len(requests)} answers with {self.model.model}")
        outcomes = await self.ask_all(requests, read)
        found = [one for one in outcomes if not isinstance(one, ModelError)]
        unavailable = [one for one in outcomes if isinstance(one, ModelUnavailable)]
        if unavailable and not found:
            raise unavailable[0]
        self.note_errors(outcomes, "a draft was left out")
        return found

    def note_errors(self, found: Sequence[object], what: str) -> None:
        """Note the errors among replies; limits were noted when they were met."""
        errors = (one for one in found if isinstance(one, ModelError))
        self.notes += [f"{what}: {one}" for one in errors if not isinstance(one, LimitReached)]

    async def select(
        self, claims: Sequence[Claim], bounds: Sequence[Bound], drafts: int, **how: Any
    ) -> Selection:
        """Have claims scored and those to verify selected, under the ids of our claims."""
        reply = await self.tools.call(
            "select_claims",
            claims=[claim.text for claim in claims],
            support=[list(claim.support) for claim in claims],
            answers=drafts,
            question=self.question,
            bounds=[bound.bound for bound in bounds],
            budget=self.budget,
            **how,
        )
        made = Selection.model_validate(reply, extra="ignore")
        scores = one_each(made.scores, claims, "select_claims")
        ours = {score.id: claim.id for score, claim in zip(scores, claims, strict=True)}
        named = Selection(
            selected=tuple(ours[key] for key in made.selected),
            scores=tuple(one.model_copy(update={"id": ours[one.id]}) for one in scores),
            left_out={ours[key]: why for key, why in made.left_out.items()},
        )
        self.keep("selection", named.model_dump(mode="json"))
        return named

    def without_drafts(self, asked: int) -> Result:
        """Answer from runs alone, and say that no draft could be used."""
        self.notes.insert(
            0, f"None of the {asked} drafts could be used, so the answer is made from runs alone."
        )
        return self.from_runs(0)

    def cut_short(self, error: ServerFailed, drafts: int) -> Result:
        """Answer from the runs at hand where the server failed after the drafts."""
        self.cut(f"the server failed, so that it is made from runs alone: {error}")
        return self.from_runs(drafts)

    def from_runs(self, drafts: int) -> Result:
        """Answer with what the runs say."""
        answer = said_text(self.said_by_runs, self.given())
        return self.result(answer, self.said_by_runs, drafts)

    def result(self, answer: str, settled: tuple[AnsweredClaim, ...], drafts: int) -> Result:
        """Put together what `ask` gives back; the answer tells what of the question is open."""
        left = f"Not computed: {'; '.join(self.open_parts)}." if self.open_parts else ""
        made = Result(
            question=self.question,
            method=self.method,
            answer="\n\n".join(filter(None, [answer, left])),
            claims=settled,
            runs=tuple(self.runs.values()),
            model=self._use(drafts),
            problems=tuple(self.problems),
            partial=self.partial,
            notes=tuple(dict.fromkeys(self.notes)),
            drafts=self.drafted,
            open_parts=self.open_parts,
            planned_by="model" if self.calls else "rules",
        )
        self.keep("result", made.as_json())
        return made

    def _use(self, drafts: int) -> ModelUse:
        return ModelUse(
            name=self.model.name,
            model=self.model.model,
            drafts=drafts,
            usage=self.model.spent,
            cost=self.model.cost,
            currency=self.model.currency,
        )


def _told_apart(requests: Sequence[Request]) -> Iterator[Request]:
    """Number requests that are worded alike, so that each has a reply of its own in a journal."""
    seen: Counter[tuple[str, int]] = Counter()
    for request in requests:
        key = (request.text, request.sample)
        yield request.model_copy(update={"sample": request.sample + seen[key]})
        seen[key] += 1


def one_each(found: Sequence[Found], claims: Sequence[Any], tool: str) -> tuple[Found, ...]:
    """Return results of a tool, one a claim. Raises ServerFailed where their number differs."""
    if len(found) != len(claims):
        raise ServerFailed(f"{tool} gave {len(found)} results for {len(claims)} claims")
    return tuple(found)


def plain(items: Sequence[BaseModel]) -> list[Any]:
    """Return models as JSON values."""
    return [item.model_dump(mode="json") for item in items]


def statements(reply: Mapping[str, Any], why: str = MADE_FROM_RUNS) -> tuple[AnsweredClaim, ...]:
    """Return the sentences of an `answer_question` reply; each is what its runs say."""
    return tuple(
        AnsweredClaim(
            id=f"s{number}",
            text=claim["text"],
            verdict="supported",
            updated=claim["text"],
            run_ids=tuple(claim["run_ids"]),
            formula=claim.get("formula", ""),
            why=why,
        )
        for number, claim in enumerate(reply.get("claims", ()), start=1)
    )


def said_text(said: Sequence[AnsweredClaim], given: frozenset[str]) -> str:
    """Return statements, one a line, each with the mark of its runs; `given` are conditions."""
    return "\n".join(mark_statement(claim.text, claim.run_ids, given) for claim in said)
