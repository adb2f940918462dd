"""Runs tool calls on worker threads within a time limit, and follows those that take longer.

A call that is not done when its reply is due goes on; its reply is a handle that `get_run`
follows, in this process or any other over the same evidence store. A call that is cancelled
stops, unless it went on under a handle. Computations wait for a free core, and those of one caller
take no more than half of the places while others may want them; calls that only read do not wait,
so that they answer at once while simulations run. A call belongs to its caller: no other one joins,
follows or stops it.
"""

import hashlib
import json
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread
from mcp.types import CallToolResult, TextContent
from pydantic import JsonValue

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.progress import Stopped, Work, doing
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_tables import SILENT, Job, State

_log = logging.getLogger(__name__)

#: How long a call may take before its reply is a handle, s. Hosts give up after 30 to 60.
TIME_LIMIT = 25.0
#: Computations at a time at least: some wait for a process or a service, not for a core.
AT_ONCE = 4
#: How often a call that goes on says in the store that it lives, s.
BEAT = SILENT / 10
#: How long a reply waits for the store to take its handle, s; this process knows it anyway.
TAKEN_WITHIN = 1.0
#: How often one who waits for another's computation looks, s.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.001, 0.05
#: How often at least one who follows a job looks, s.
LONGEST_LOOK = 0.25

#: How the ids of a call that goes on and of a long reply begin.
JOB, REPLY = "job-", "reply-"
#: How the text of a call that goes on begins, and where its structured content has its handle.
STILL_RUNNING = "still_running"

#: Threads for calls that only read, of all callers where they are not told apart, and of one.
READERS, READERS_OF_ONE = 40, 4

Body = Callable[[], CallToolResult]
Read = TypeVar("Read")


@dataclass
class _Call:
    """A call under way in this process."""

    id: str
    tool: str
    owner: str | None
    work: Work = field(default_factory=Work)
    done: threading.Event = field(default_factory=threading.Event)
    #: Set when the store has its handle.
    taken: threading.Event = field(default_factory=threading.Event)
    result: CallToolResult | None = None
    #: It has a place among those that compute.
    admitted: bool = False
    begun: bool = False
    waiting: int = 0
    kept: bool = False
    state: State = "running"


class Jobs:
    """The calls of one server. `time_limit` in s."""

    def __init__(self, store: EvidenceStore, time_limit: float = TIME_LIMIT) -> None:
        self.board = store.jobs
        self._owner = store.owner
        self._time_limit = time_limit
        self._calls: dict[str, _Call] = {}
        self._kept: dict[str, _Call] = {}
        self._guard = threading.Lock()
        places = max(AT_ONCE, os.cpu_count() or 1)
        self._cores = anyio.CapacityLimiter(places)
        self._most_of_one = max(1, places // 2)
        self._admitted: Counter[str | None] = Counter()
        self._readers: WeakValueDictionary[str | None, anyio.CapacityLimiter] = (
            WeakValueDictionary()
        )

    async def read(self, body: Callable[[], Read]) -> Read:
        """Return what `body` returns, computed on one of the few threads that a caller has for it.

        It is for what takes no time to speak of. Whoever asks for much of it waits for itself.
        """
        owner = self._owner()
        limiter = self._readers.get(owner)
        if limiter is None:
            threads = READERS if owner is None else READERS_OF_ONE
            limiter = self._readers[owner] = anyio.CapacityLimiter(threads)
        return await anyio.to_thread.run_sync(body, abandon_on_cancel=True, limiter=limiter)

    def key(self, tool: str, arguments: Mapping[str, JsonValue]) -> str:
        """Return the id of a call: the same for the same caller and arguments in any order."""
        owner = self._owner()
        said = json.dumps(
            [tool, arguments, *([] if owner is None else [owner])],
            sort_keys=True,
            ensure_ascii=True,
        )
        return f"{JOB}{hashlib.sha256(said.encode()).hexdigest()[:12]}"

    async def answer(self, key: str, tool: str, body: Body) -> CallToolResult:
        """Return the reply of `body`, or a handle where it is not there in time.

        key: of the call; the same one that is under way already is joined.
        """
        call, ours = self._join(key, tool)
        try:
            with anyio.move_on_after(self._time_limit):
                if ours:
                    while not self._admit(call):
                        await anyio.sleep(LONGEST_PAUSE)
                    await anyio.to_thread.run_sync(
                        self._perform, call, body, abandon_on_cancel=True, limiter=self._cores
                    )
                else:
                    await _ended(call)
        except anyio.get_cancelled_exc_class():
            self._leave(call)
            raise
        if call.result is not None:
            return call.result
        if call.done.is_set():
            return refusal(f"stopped: {tool} was stopped; the same call begins it again")
        return await anyio.to_thread.run_sync(self._handle, call)

    def find(self, job: str) -> tuple[Job, bool] | None:
        """Return a job and whether it is lost, as `JobBoard.get` does.

        What this process knows comes first: the store may not have taken it yet.
        """
        call = self._own(self._kept.get(job))
        return (_job(call, call.state), False) if call else self.board.get(job)

    async def settled(self, job: str) -> None:
        """Wait for a job that goes on to end, as long as a reply may take; no thread is held."""
        pause = SHORTEST_PAUSE
        with anyio.move_on_after(self._time_limit):
            while (found := await anyio.to_thread.run_sync(self.find, job)) and (
                found[0].state == "running" and not found[1]
            ):
                await anyio.sleep(pause)
                pause = min(2 * pause, LONGEST_LOOK)

    def share(self, key: str) -> float:
        """Return how much of a call under way is done, 0 to 1."""
        call = self._calls.get(key)
        return call.work.share if call else 0.0

    def stop(self, job: str) -> bool:
        """Stop a call of this process; return whether there was one."""
        call = self._own(self._calls.get(job))
        if call is not None:
            call.work.stop()
        return call is not None

    def _own(self, call: _Call | None) -> _Call | None:
        """Return a call if whoever asks now may know of it."""
        owner = self._owner()
        return call if call and owner in (None, call.owner) else None

    def _join(self, key: str, tool: str) -> tuple[_Call, bool]:
        with self._guard:
            call = self._calls.get(key)
            ours = call is None
            if call is None:
                call = self._calls[key] = _Call(key, tool, self._owner())
            call.waiting += 1
            return call, ours

    def _admit(self, call: _Call) -> bool:
        """Give a call a place among those that compute, if its caller has not too many."""
        with self._guard:
            if call.owner is not None and self._admitted[call.owner] >= self._most_of_one:
                return False
            self._admitted[call.owner] += 1
            call.admitted = True
            return True

    def _dismiss(self, call: _Call) -> None:
        """Take a call that ended, or never began, from those under way. Needs the guard."""
        self._calls.pop(call.id, None)
        if call.admitted:
            call.admitted = False
            self._admitted[call.owner] -= 1
            self._admitted += Counter()  # forgets callers that have none

    def _leave(self, call: _Call) -> None:
        """Stop a call that nobody waits for and that has no handle."""
        with self._guard:
            call.waiting -= 1
            if call.waiting == 0 and not call.kept:
                call.work.stop()
                if not call.begun:
                    self._dismiss(call)

    def _perform(self, call: _Call, body: Body) -> None:
        """Compute the reply of a call on this thread, unless it was given up before."""
        with self._guard:
            if call.work.stopped:
                return
            call.begun = True
        state: State = "failed"
        try:
            with doing(call.work):
                call.result = body()
                state = "failed" if call.result.is_error else "done"
        except Stopped:
            state = "stopped"
        finally:
            with self._guard:
                self._dismiss(call)
                call.state = state
                call.done.set()

    def _handle(self, call: _Call) -> CallToolResult:
        if not call.begun:
            self._leave(call)
            return refusal(
                f"busy: {call.tool} could not begin within {self._time_limit:g} s, as other "
                "computations are under way; make the same call again later"
            )
        with self._guard:
            call.kept = True
            followed = self._kept.get(call.id) is call
            self._kept[call.id] = call
        job = _job(call, "running")
        running = CallToolResult(
            content=[TextContent(type="text", text=running_text(job, self._time_limit))],
            structured_content={STILL_RUNNING: job.id},
        )
        if not followed:
            follow = copy_context().run  # the store asks the context for whom it is used
            threading.Thread(target=follow, args=(self._follow, call), daemon=True).start()
        call.taken.wait(TAKEN_WITHIN)
        return running

    def _follow(self, call: _Call) -> None:
        """Say in the store that a call goes on, and how it ended as soon as the store takes that.

        A later call of the same handle takes the place of one that the store never took.
        """
        while self._kept.get(call.id) is call and not self.board.closed:
            ended = call.done.is_set()
            if self._put(call) and ended:
                with self._guard:
                    if self._kept.get(call.id) is call:
                        del self._kept[call.id]
            elif ended:
                time.sleep(BEAT)
            else:
                call.done.wait(BEAT)

    def _put(self, call: _Call) -> bool:
        """Keep a call as it is; return whether the store took it."""
        try:
            self.board.put(_job(call, call.state))
        except SimulRAGError as error:
            _log.error("job %s cannot be kept: %s", call.id, error)
            return False
        call.taken.set()
        return True


async def _ended(call: _Call) -> None:
    """Wait for a call that another one computes; no thread is held, as there may be many."""
    pause = SHORTEST_PAUSE
    while not call.done.is_set():
        await anyio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def reply_id(key: str) -> str:
    """Return the id under which a long reply of a call is kept."""
    return REPLY + key.removeprefix(JOB)


def _job(call: _Call, state: State) -> Job:
    made: dict[str, object] = {
        "id": call.id,
        "tool": call.tool,
        "state": state,
        "share": call.work.share,
        "runs": tuple(call.work.runs),
    }
    if state == "failed" and call.result is None:
        made["text"] = f"run_failed: {call.tool} ended without a result"
    elif state != "running" and call.result is not None:
        made["text"] = "".join(b.text for b in call.result.content if b.type == "text")
        made["content"] = call.result.structured_content or {}
    return Job.model_validate(made)


def running_text(job: Job, after: float = 0.0) -> str:
    """Return what to say of a job that goes on: at first with the runs that it has made so far,
    then with their number.

    after : s since the call, in its own reply
    """
    late = f" after {after:g} s" if after else ""
    made = list(dict.fromkeys(job.runs))
    runs = f" Runs made so far: {', '.join(made) if after else len(made)}." if made else ""
    return (
        f"{STILL_RUNNING}: {job.tool} is {job.share:.0%} done{late} and goes on.{runs} "
        f'get_run("{job.id}") follows it and has its reply when it is done.'
    )


def refusal(text: str) -> CallToolResult:
    """Return a result marked as an error; it begins with a reason code."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
