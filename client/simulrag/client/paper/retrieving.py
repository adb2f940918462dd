"""The simulator retrieval interface I(S; q; h): a model's calls, run by the server."""

from collections.abc import Sequence
from typing import Any

from simulrag.client import unaided
from simulrag.client.errors import ModelError, ModelUnavailable, NothingHelps, ServerFailed
from simulrag.client.paper import replies, requests
from simulrag.client.paper.replies import Refused, Wanted
from simulrag.client.result import AnsweredClaim
from simulrag.client.steps import Steps

#: Most characters of what the runs say that a prompt holds.
MOST_CONTEXT = 8_000


class Retrieving(Steps):
    """Finds the simulators of a question, has a model call them, and keeps what they say."""

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
        self.said_by_runs = tuple(self._statements())
        self.keep("runs", {"runs": list(self.runs.values())})

    def context(self) -> str:
        """Return what the runs say, the textual context c."""
        return "\n".join(run["context"] for run in self.runs.values())[:MOST_CONTEXT]

    async def _find_simulators(self) -> None:
        plan = await self.tools.call("plan_runs", question=self.question)
        unaided.refuse_if_empty(plan, plan.get("calls"))
        listed = await self.tools.call("read_handbook")
        installed = {entry["name"] for entry in listed["simulators"] if entry["tool"]}
        named = dict.fromkeys(call["simulator"] for call in plan["calls"])
        self.problems += plan.get("problems", ())
        self.simulators = tuple(name for name in named if name in installed)
        if not self.simulators:
            messages = [problem["message"] for problem in self.problems]
            raise NothingHelps("\n".join(messages) or "no simulator can help", self.problems)
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

    def _statements(self) -> list[AnsweredClaim]:
        return [
            AnsweredClaim(
                id=f"s{number}",
                text=run["context"],
                verdict="supported",
                updated=run["context"],
                run_ids=(run["id"],),
                why="what its run says",
            )
            for number, run in enumerate(self.runs.values(), start=1)
        ]
