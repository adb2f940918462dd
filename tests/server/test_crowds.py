"""That a crowd of connections is shared by workers, and that large bodies leave room for others."""

import asyncio
import socket
import time
from collections import Counter

import anyio
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simulrag.server.http.connections import SharingLoop
from simulrag.server.http.limits import LARGE, LargeBodies, was_read


def test_connections_that_wait_together_are_shared_by_those_who_accept() -> None:
    taken: Counter[str] = Counter()

    def taking(name: str) -> type[asyncio.Protocol]:
        class Noted(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                taken[name] += 1
                transport.close()

        return Noted

    async def serve(listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        servers = [
            await loop.create_server(taking(name), sock=listening.dup()) for name in ("one", "two")
        ]
        with anyio.fail_after(10):
            while taken.total() < len(crowd):
                await asyncio.sleep(0)
        for server in servers:
            server.close()

    with socket.create_server(("127.0.0.1", 0), backlog=32) as listening:
        crowd = [socket.create_connection(listening.getsockname()) for _ in range(20)]
        with asyncio.Runner(loop_factory=SharingLoop) as runner:
            runner.run(serve(listening))
        for one in crowd:
            one.close()
    assert abs(taken["one"] - taken["two"]) <= 2


async def _nothing(_: Message) -> None:
    """Send nowhere."""


def _body(size: int) -> Receive:
    async def receive() -> Message:
        return {"type": "http.request", "body": bytes(size), "more_body": False}

    return receive


async def _read(_: Scope, receive: Receive, send: Send) -> None:
    """Read a body, and hold up the loop for a large one as a parser does."""
    if len((await receive())["body"]) > LARGE:
        time.sleep(0.01)
        await send({"type": "read"})


async def _read_and_compute(scope: Scope, receive: Receive, send: Send) -> None:
    """Read a body and begin what takes long."""
    await _read(scope, receive, send)
    was_read(scope)
    if scope["large"]:
        await anyio.sleep_forever()


@pytest.mark.parametrize("app", [_read, _read_and_compute])
def test_requests_that_take_many_turns_go_on_between_large_bodies(app: ASGIApp) -> None:
    done: list[str] = []

    async def large(into: LargeBodies) -> None:
        async def note(_: Message) -> None:
            done.append("large")

        await into({"type": "http", "large": True}, _body(LARGE + 1), note)

    async def small(into: LargeBodies) -> None:
        for _ in range(10):
            await anyio.sleep(0)
            await into({"type": "http", "large": False}, _body(LARGE), _nothing)
        done.append("small")

    async def crowd() -> None:
        into = LargeBodies(app)
        async with anyio.create_task_group() as group:
            for kind in (*[large] * 10, small):
                group.start_soon(kind, into)
            with anyio.fail_after(10):
                while len(done) < 11:
                    await anyio.sleep(0.001)
            group.cancel_scope.cancel()

    anyio.run(crowd)
    assert done.index("small") < 3


def test_whoever_gives_up_in_the_middle_of_a_large_body_keeps_nobody_waiting() -> None:
    async def gives_up(_: Scope, receive: Receive, __: Send) -> None:
        await receive()
        raise ConnectionError

    async def twice() -> None:
        into = LargeBodies(gives_up)
        with anyio.fail_after(10):
            for _ in range(2):
                with pytest.raises(ConnectionError):
                    await into({"type": "http"}, _body(LARGE + 1), _nothing)

    anyio.run(twice)
