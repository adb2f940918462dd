"""Runs tool calls on worker threads within a time limit, and follows those that take longer.

A call that is not done when its reply is due goes on; its reply is a handle that `get_run`
follows, in this process or any other over the same evidence store. A call that is cancelled
stops, unless it went on under a handle. Computations wait for a free core; calls that only read
do not, so that they answer at once while simulations run.
"""

import hashlib
import json
import logging
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import anyio
import anyio.to_thread
from mcp.types import CallToolResult, TextContent
from pydantic import JsonValue

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.work import Stopped, Work, doing
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_jobs import SILENT, Job

_log = logging.getLogger(__name__)

#: How long a call may take before its reply is a handle, s. Hosts give up after 30 to 60.
TIME_LIMIT = 25.0
#: Computations at a time at least: some wait for a process or a service, not for a core.
AT_ONCE = 4
#: How often a call that goes on says in the store that it lives, s.
BEAT = SILENT / 10

Body = Callable[[], CallToolResult]


@dataclass
class _Call:
    """A call under way in this process."""

    id: str
    tool: str
    work: Work = field(default_factory=Work)
    done: threading.Event = field(default_factory=threading.Event)
    result: CallToolResult | None = None
    begun: bool = False
    waiting: int = 0
    kept: bool = False


class Jobs:
    """The calls of one server. `time_limit` in s; `at_once` computations run at a time."""

    def __init__(
        self, store: EvidenceStore, time_limit: float = TIME_LIMIT, at_once: int = 0
    ) -> None:
        self.board = store.jobs
        self._time_limit = time_limit
        self._calls: dict[str, _Call] = {}
        self._guard = threading.Lock()
        self._cores = anyio.CapacityLimiter(at_once or max(AT_ONCE, os.cpu_count() or 1))

    async def answer(
        self, tool: str, arguments: Mapping[str, JsonValue], body: Body
    ) -> CallToolResult:
        """Return the reply of `body`, or a handle where it is not there in time.

        The same call that is under way already is joined.
        """
        call, ours = self._join(tool, arguments)
        wait = partial(self._perform, call, body) if ours else call.done.wait
        limiter = self._cores if ours else None
        scope = anyio.CancelScope(deadline=anyio.current_time() + self._time_limit)
        try:
            with scope:
                await anyio.to_thread.run_sync(wait, abandon_on_cancel=True, limiter=limiter)
        except anyio.get_cancelled_exc_class():
            self._leave(call)
            raise
        if call.result is not None:
            return call.result
        if call.done.is_set():
            return refusal(f"stopped: {tool} was stopped; the same call begins it again")
        return self._handle(call)

    def share(self, tool: str, arguments: Mapping[str, JsonValue]) -> float:
        """Return how much of a call under way is done, 0 to 1."""
        call = self._calls.get(job_id(tool, arguments))
        return call.work.share if call else 0.0

    def stop(self, job: str) -> bool:
        """Stop a call of this process; return whether there was one."""
        call = self._calls.get(job)
        if call is not None:
            call.work.stop()
        return call is not None

    def _join(self, tool: str, arguments: Mapping[str, JsonValue]) -> tuple[_Call, bool]:
        key = job_id(tool, arguments)
        with self._guard:
            call = self._calls.get(key)
            ours = call is None
            if call is None:
                call = self._calls[key] = _Call(key, tool)
            call.waiting += 1
            return call, ours

    def _leave(self, call: _Call) -> None:
        """Stop a call that nobody waits for and that has no handle."""
        with self._guard:
            call.waiting -= 1
            if call.waiting == 0 and not call.kept:
                call.work.stop()
                if not call.begun:
                    self._calls.pop(call.id, None)

    def _perform(self, call: _Call, body: Body) -> None:
        """Compute the reply of a call on this thread."""
        call.begun = True
        state = "done"
        try:
            with doing(call.work):
                call.result = body()
                state = "failed" if call.result.is_error else "done"
        except Stopped:
            state = "stopped"
        finally:
            with self._guard:
                self._calls.pop(call.id, None)
                call.done.set()
                kept = call.kept
            if kept:
                self._put(call, state)

    def _handle(self, call: _Call) -> CallToolResult:
        if not call.begun:
            self._leave(call)
            return refusal(
                f"busy: {call.tool} could not begin within {self._time_limit:g} s, as other "
                "computations are under way; make the same call again later"
            )
        with self._guard:
            call.kept = True
        self._put(call, "running")
        if call.result is None:
            threading.Thread(target=self._beat, args=(call,), daemon=True).start()
        return refusal(running_text(_job(call, "running"), self._time_limit))

    def _beat(self, call: _Call) -> None:
        while not call.done.wait(BEAT):
            self._put(call, "running")

    def _put(self, call: _Call, state: str) -> None:
        try:
            with self._guard:
                if state == "running" and call.done.is_set():
                    return
                self.board.put(_job(call, state))
        except SimulRAGError as error:
            _log.error("job %s cannot be kept: %s", call.id, error)


def job_id(tool: str, arguments: Mapping[str, JsonValue]) -> str:
    """Return the id of a call: the same for the same arguments in any order."""
    said = json.dumps([tool, arguments], sort_keys=True, ensure_ascii=True)
    return f"job-{hashlib.sha256(said.encode()).hexdigest()[:12]}"


def reply_id(tool: str, arguments: Mapping[str, JsonValue]) -> str:
    """Return the id under which a long reply of a call is kept."""
    return job_id(tool, arguments).replace("job-", "reply-")


def _job(call: _Call, state: str) -> Job:
    made: dict[str, object] = {
        "id": call.id,
        "tool": call.tool,
        "state": state,
        "share": call.work.share,
        "runs": tuple(call.work.runs),
    }
    if call.result is not None:
        made["text"] = "".join(b.text for b in call.result.content if b.type == "text")
        made["content"] = call.result.structured_content or {}
    return Job.model_validate(made)


def running_text(job: Job, after: float = 0.0) -> str:
    """Return what to say of a job that goes on, with what it has made so far."""
    late = f" after {after:g} s" if after else ""
    runs = f" Runs made so far: {', '.join(job.runs)}." if job.runs else ""
    return (
        f"still_running: {job.tool} is {job.share:.0%} done{late} and goes on.{runs} "
        f'get_run("{job.id}") follows it and has its reply when it is done.'
    )


def refusal(text: str) -> CallToolResult:
    """Return a result marked as an error; it begins with a reason code."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
