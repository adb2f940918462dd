"""Calls that take long: handles, progress, stopping, and short calls beside them."""

import os
import re
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from rope import Rope
from server.conversation import ERAS, call, data, refusal, said, talk
from server.hosted import in_thread
from server.raw_session import Session
from simulrag.server.app import build_server
from simulrag.server.http.hosting import application
from simulrag.server.http.settings import HttpSettings
from simulrag.server.jobs import Jobs
from simulrag.simulators.progress import Stopped, Work, doing, part, step
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_tables import Job

SWING = ("simulate_rope", {"length": 2})
#: Time in which a stop must have come through: five times the promised second.
STOPPED_WITHIN = 5.0


@pytest.fixture
def rope() -> Rope:
    """A rope that swings until it is released."""
    return Rope()


def job_in(text: str) -> str:
    """Return the handle that a reply names."""
    found = re.search(r"job-[0-9a-f]{12}", text)
    assert found, text
    return found.group()


async def until(ask: Callable[[], Awaitable[Any]], good: Callable[[Any], bool]) -> Any:
    """Ask again and again until the answer is good."""
    with anyio.fail_after(20):
        while not good(answer := await ask()):
            await anyio.sleep(0.02)
        return answer


@pytest.mark.parametrize("mode", ERAS)
def test_a_call_that_is_not_done_in_time_is_followed_by_its_handle(rope, mode):
    server = build_server(Registry([rope]), time_limit=0.2)

    async def follow(client: Client) -> tuple[Any, Any, Any, Any]:
        late = await client.call_tool(*SWING)
        job = job_in(said(late))
        running = await client.call_tool("get_run", {"run_id": job})
        rope.release.set()
        done = await client.call_tool("get_run", {"run_id": job})
        return late, running, done, await client.call_tool(*SWING)

    late, running, done, again = talk(server, follow, mode)
    assert said(late).startswith("still_running: simulate_rope is ")
    assert data(late) == {"still_running": job_in(said(late))}
    assert "% done after 0.2 s" in said(late)
    assert said(running).startswith("still_running: ")
    assert data(done)["result"] == data(again)
    assert said(done) == said(again)
    assert rope.runs == 1


def test_any_process_over_the_store_follows_a_call(rope, tmp_path):
    path = tmp_path / "shared.sqlite"
    with EvidenceStore(path) as ours, EvidenceStore(path) as theirs:
        server = build_server(Registry([rope]), ours, time_limit=0.2)
        other = build_server(Registry([Rope()]), theirs, time_limit=0.2)

        async def begin(client: Client) -> tuple[Any, Any]:
            job = job_in(said(await client.call_tool(*SWING)))
            async with Client(other) as second:
                running = await second.call_tool("get_run", {"run_id": job})
                rope.release.set()
                done = await until(
                    lambda: second.call_tool("get_run", {"run_id": job}),
                    lambda r: "result" in data(r),
                )
            return running, done

        running, done = talk(server, begin)
    assert said(running).startswith("still_running")
    assert data(done)["result"]["run"]["outputs"]["swings"]["value"] == 30.0


def test_a_call_that_another_client_waits_for_as_well_goes_on(rope):
    server = build_server(Registry([rope]))

    async def both(client: Client) -> Any:
        answers: list[Any] = []

        async def wait() -> None:
            answers.append(await client.call_tool(*SWING))

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            async with Client(server) as other, anyio.create_task_group() as leaving:
                leaving.start_soon(other.call_tool, *SWING)
                await anyio.to_thread.run_sync(rope.begun.wait)
                await anyio.sleep(0.2)
                leaving.cancel_scope.cancel()
            rope.release.set()
        return answers[0]

    assert data(talk(server, both))["run"]["outputs"]["swings"]["value"] == 30.0
    assert not rope.stopped.is_set()
    assert rope.runs == 1


def test_a_call_under_a_handle_is_stopped_on_demand_and_can_begin_again(rope):
    server = build_server(Registry([rope]), time_limit=0.1)

    async def stop(client: Client) -> tuple[Any, Any, Any]:
        job = job_in(said(await client.call_tool(*SWING)))
        stopping = await client.call_tool("get_run", {"run_id": job, "detail": "stop"})
        assert await anyio.to_thread.run_sync(rope.stopped.wait, STOPPED_WITHIN)
        after = await until(
            lambda: client.call_tool("get_run", {"run_id": job}),
            lambda r: "still_running" not in said(r),
        )
        rope.release.set()
        return stopping, after, await client.call_tool(*SWING)

    stopping, after, again = talk(server, stop)
    assert "being stopped" in said(stopping)
    assert refusal(after).startswith("run_failed: simulate_rope was stopped; make the same call")
    assert data(again)["run"]["outputs"]["swings"]["value"] == 30.0


def test_a_call_that_cannot_begin_says_that_others_are_under_way(rope):
    server = build_server(Registry([rope]), time_limit=0.3)

    async def crowd(client: Client) -> list[str]:
        told: list[str] = []

        async def one(length: int) -> None:
            told.append(said(await client.call_tool("simulate_rope", {"length": length})))

        async with anyio.create_task_group() as group:
            for length in range(100):
                group.start_soon(one, length)
        rope.release.set()
        return told

    told = talk(server, crowd)
    assert {text.partition(":")[0] for text in told} == {"still_running", "busy"}


@pytest.mark.parametrize("mode", ERAS)
def test_progress_is_told_to_a_client_that_asks(rope, mode):
    server = build_server(Registry([rope]))
    told: list[tuple[float, float | None]] = []

    async def listen(client: Client) -> None:
        async def progress(done: float, total: float | None, message: str | None) -> None:  # noqa: ARG001
            told.append((done, total))
            if done > 0.1:
                rope.release.set()

        await client.call_tool(*SWING, progress_callback=progress)

    talk(server, listen, mode)
    assert told == sorted(told)
    assert all(0 < done <= 1 and total == 1 for done, total in told)
    assert told


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (
            {"share": 0.4},
            "run_failed: simulate_rope ended with its process; make the same call again, runs made "
            "so far are kept",
        ),
        ({"state": "failed", "text": "value_out_of_range: no"}, "value_out_of_range: no"),
    ],
    ids=["lost with its process", "refused after the time limit"],
)
def test_a_call_that_came_to_nothing_under_its_handle_says_why(rope, store, left, told):
    store.jobs.put(Job(id="job-000000000000", tool="simulate_rope", **left))
    with store._database.writing() as connection:  # an hour goes by
        connection.execute("UPDATE jobs SET beat = beat - 3600")
    server = build_server(Registry([rope]), store)
    assert refusal(call(server, "get_run", run_id="job-000000000000")) == told


def test_a_run_is_drawn_on_request_and_one_without_series_is_not(rope):
    rope.release.set()
    server = build_server(Registry([rope]))
    made = data(call(server, *SWING[:1], length=2))["run"]["id"]
    drawn = call(server, "get_run", run_id=made, detail="chart")
    text, picture = drawn.content
    assert text.type == "text"
    assert picture.type == "image"
    assert picture.mime_type == "image/png"
    assert picture.data.startswith("iVBORw0KGgo")
    assert len(picture.data) < 100_000


def test_parts_of_a_computation_add_up_to_its_whole():
    with doing(Work()) as work:
        with part(1, 4):
            step(1, 2)
            assert work.share == pytest.approx(0.375)
            with part(1, 2):
                step(1, 2)
                assert work.share == pytest.approx(0.4375)
        step(0, 1)
        assert work.share == pytest.approx(0.4375)
        work.stop()
        with pytest.raises(Stopped):
            step()
    step(5, 10)
    assert work.share == pytest.approx(0.4375)


@pytest.mark.parametrize("mode", ERAS)
def test_a_simulation_that_is_read_by_its_address_is_followed_as_a_call_is(rope, mode):
    server = build_server(Registry([rope]), time_limit=0.2)

    async def read(client: Client) -> tuple[str, Any]:
        with pytest.raises(MCPError) as caught:
            await client.read_resource("simulation://rope/swing?length=2")
        rope.release.set()
        job = job_in(str(caught.value))
        return job, await client.call_tool("get_run", {"run_id": job})

    job, done = talk(server, read, mode)
    assert "30" in said(done), job


def test_reading_that_nobody_waits_for_any_more_ends_between_two_sentences():
    with doing(Work()) as work:
        work.stop()
        with pytest.raises(Stopped):
            formula_claim("The rope swings.", (), Registry([Rope()]))


def test_reading_many_claims_goes_on_under_a_handle_as_other_work_does():
    server = build_server(Registry([Rope()]), time_limit=0.05)
    claims = [f"The rope of {length} m swings {length} times." for length in range(400)]

    async def read(client: Client) -> tuple[Any, Any]:
        late = await client.call_tool("assess_boundary", {"claims": claims})
        follow = {"run_id": job_in(said(late))}
        done = await until(
            lambda: client.call_tool("get_run", follow), lambda r: "still_running" not in said(r)
        )
        return late, done

    late, done = talk(server, read)
    assert data(late)["still_running"]
    assert not done.is_error


def test_whoever_asks_to_read_much_holds_up_itself_alone():
    caller, release = ["alice"], threading.Event()

    async def read() -> str:
        jobs = Jobs(EvidenceStore(owner=lambda: caller[0]))
        async with anyio.create_task_group() as group:
            for _ in range(100):
                group.start_soon(jobs.read, release.wait)
            await anyio.sleep(0.05)
            caller[0] = "bob"
            with anyio.fail_after(5):
                answered = await jobs.read(lambda: "soon")
            release.set()
            return answered

    assert anyio.run(read) == "soon"


#: Statements of several runs, one after the other.
SWINGS = [f"rope.swing(length={length}).swings" for length in (1, 2, 3, 4)]
SUM = " + ".join(SWINGS)
CLAIM = {
    "text": "Ropes of 1 m, 2 m, 3 m and 4 m make 120 swings in all.",
    "formula": f"{SUM} == 120",
}
CALLS: list[tuple[str, dict[str, Any]]] = [
    SWING,
    ("compute", {"formulas": [SUM]}),
    ("compute", {"formulas": SWINGS}),
    ("compute", {"formulas": [f"sum(rope.swing(length=x).swings for x in [{'1, 2, 3, 4'}])"]}),
    ("compute", {"formulas": ['solve(rope.swing(length=1).swings, 3, "length", 1, 4)']}),
    ("verify_claims", {"claims": [CLAIM]}),
]


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_a_call_that_its_client_gives_up_stops_computing_and_makes_no_further_run(tool, arguments):
    rope = Rope()
    server = build_server(Registry([rope]))

    async def give_up(client: Client) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, tool, arguments)
            await anyio.to_thread.run_sync(rope.begun.wait)
            group.cancel_scope.cancel()
        assert await anyio.to_thread.run_sync(rope.stopped.wait, STOPPED_WITHIN)

    talk(server, give_up)
    assert rope.runs == 1


class Slow(Rope):
    """A rope of which each run ends once its progress was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[float] = []

    def heard(self, done: float) -> None:
        """Note what a client was told; the runs go on once a quarter of the first is done."""
        self.told.append(done)
        if done > 0.05:
            self.release.set()


@pytest.mark.parametrize("formulas", [[SUM], SWINGS])
def test_progress_of_formulas_is_told_as_the_share_of_all_their_runs(formulas):
    rope = Slow()

    async def listen(client: Client) -> Any:
        async def told(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001
            rope.heard(progress)

        return await client.call_tool("compute", {"formulas": formulas}, progress_callback=told)

    made = talk(build_server(Registry([rope])), listen)
    assert not made.is_error
    assert rope.told == sorted(rope.told)
    # The first of four runs swings until it was heard of: it is at most a quarter of the whole.
    assert 0.05 < next(one for one in rope.told if one > 0.05) <= 0.25


TESTS = Path(__file__).parents[1]
#: Some hundred times what a short call takes on a machine that does nothing else, s.
ANSWERED_WITHIN = 5.0
#: More calls than are computed at a time, and than there are threads for other work.
CROWD = 60


@contextmanager
def over_http(rope: Rope) -> Generator[str]:
    """Serve a rope over HTTP in a thread of this process; give the address."""
    with EvidenceStore() as store:
        app = application(build_server(Registry([rope]), store), store, HttpSettings())
        with in_thread(app) as port:
            try:
                yield f"http://127.0.0.1:{port}/mcp"
            finally:
                rope.release.set()


def over_stdio() -> StdioServerParameters:
    """Return what starts a server with a rope that speaks of itself on standard error."""
    return StdioServerParameters(
        command=sys.executable,
        args=[str(TESTS / "loud_rope.py")],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )


async def give_up(client: Client, begun: Any) -> None:
    """Call, wait until the computation has begun, and give the call up."""
    async with anyio.create_task_group() as group:
        group.start_soon(client.call_tool, "simulate_rope", {"length": 2})
        await begun()
        group.cancel_scope.cancel()


async def said_on_stderr(log: Path, word: str, within: float) -> None:
    """Wait until a server has said a word."""
    with anyio.fail_after(within):
        while word not in log.read_text():
            await anyio.sleep(0.02)


@pytest.mark.parametrize("mode", ERAS)
def test_over_http_a_call_that_its_client_gives_up_stops_computing(mode):
    rope = Rope()
    with over_http(rope) as url:

        async def begun() -> None:
            assert await anyio.to_thread.run_sync(rope.begun.wait, 30)

        talk(url, lambda client: give_up(client, begun), mode)
        assert rope.stopped.wait(STOPPED_WITHIN)


def test_over_http_a_caller_who_only_hangs_up_stops_the_computation_too():
    rope = Rope()
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "simulate_rope", "arguments": {"length": 2}},
    }
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
    }
    with over_http(rope) as url:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(url, json=body, headers=headers, timeout=1)
        assert rope.begun.wait(30)
        assert rope.stopped.wait(STOPPED_WITHIN)


def test_over_stdio_a_call_that_its_client_gives_up_stops_computing(tmp_path):
    log = tmp_path / "errors"

    async def conversation() -> None:
        with log.open("w") as errors:
            server = stdio_client(over_stdio(), errlog=errors)
            async with Client(server, read_timeout_seconds=60) as client:
                await give_up(client, lambda: said_on_stderr(log, "begun", 30))
                await said_on_stderr(log, "stopped", STOPPED_WITHIN)

    anyio.run(conversation)


def test_a_host_over_stdio_that_dies_in_mid_call_leaves_no_process_and_no_traceback(tmp_path):
    session = Session(tmp_path / "errors")
    for number in range(1, 21):
        session.tell(id=number, method="tools/list", params={})
    process = session.process
    process.stdout.close()
    assert process.wait(30) == 0
    process.stdin.close()
    assert "Traceback" not in (tmp_path / "errors").read_text()


async def crowded(client: Client) -> list[float]:
    """Return how long short calls take while many long ones, some of them equal, are under way."""
    seconds: list[float] = []
    async with anyio.create_task_group() as group:
        for number in range(CROWD):
            group.start_soon(client.call_tool, "simulate_rope", {"length": number % 20})
        await anyio.sleep(1)
        for _ in range(5):
            began = time.monotonic()
            book = await client.call_tool("read_handbook", {})
            assert "rope" in said(book)
            await client.list_tools()
            seconds.append(time.monotonic() - began)
        group.cancel_scope.cancel()
    return seconds


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_short_calls_are_answered_at_once_while_every_core_computes(transport):
    with over_http(Rope()) as url:
        seconds = talk(over_stdio() if transport == "stdio" else url, crowded)
    assert max(seconds) < ANSWERED_WITHIN
