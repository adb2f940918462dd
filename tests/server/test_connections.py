"""Connections that waste a worker's descriptors or come in a crowd, and large bodies.

They end, are shared or wait, and others are served.
"""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

import anyio
import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.hosted import hosted, in_thread
from simulrag.server.http import connections
from simulrag.server.http.connections import Connection, Room, SharingLoop, descriptors, prefix
from simulrag.server.http.limits import LARGE, LargeBodies, was_read

HALF = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
#: Far more than the kernel keeps of a reply for a peer who does not read.
LONG_REPLY = 32 * 2**20
PATIENT = Room(total=50, of_one=8)
HASTY = Room(total=50, of_one=8, asks_within=0.3, reads_within=1, least_rate=1e8, look=0.05)


async def reply(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at once: a little, or very much."""
    large = scope["path"] == "/large"
    await PlainTextResponse("x" * (LONG_REPLY if large else 2))(scope, receive, send)


@contextmanager
def served(room: Room) -> Generator[int]:
    """Serve from a thread of this process; give the port."""
    with in_thread(reply, http=partial(Connection, room), lifespan="off") as port:
        yield port


def connected(port: int, sent: bytes = b"") -> socket.socket:
    """Connect and send something."""
    made = socket.create_connection(("127.0.0.1", port), timeout=5)
    made.sendall(sent)
    return made


def ends(made: socket.socket, within: float = 5) -> bool:
    """Tell whether the server hangs up."""
    made.settimeout(within)
    try:
        while made.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def drip(made: socket.socket) -> None:
    """Send a byte now and then, for longer than anybody may take."""
    for _ in range(250):
        made.sendall(b"x")
        time.sleep(0.02)


def answered(port: int) -> bool:
    """Tell whether a client is served now."""
    return httpx.get(f"http://127.0.0.1:{port}/", timeout=5).text == "xx"


def rests(made: socket.socket) -> None:
    """Wait until a whole request is answered or hung up: no room is made by who is at work."""
    with suppress(OSError):
        made.recv(1)


@pytest.mark.parametrize("sent", [b"", HALF, WHOLE])
def test_connections_of_one_address_beyond_its_room_make_room_for_the_newest(sent: bytes) -> None:
    with served(PATIENT) as port, ExitStack() as held:
        made = [held.enter_context(connected(port, sent)) for _ in range(30)]
        for one in made if sent == WHOLE else ():
            rests(one)
        assert answered(port)
        assert sum(ends(one, 0.05) for one in made) >= 30 - PATIENT.of_one


def test_connections_of_a_named_proxy_are_not_held_to_the_room_of_one_address() -> None:
    room = Room(total=50, of_one=2, proxies=("127.0.0.0/8",))
    with served(room) as port, ExitStack() as held:
        made = [held.enter_context(connected(port, HALF)) for _ in range(20)]
        assert answered(port)
        assert not any(ends(one, 0.01) for one in made)


@pytest.mark.parametrize("sent", [b"", HALF, WHOLE + HALF])
def test_who_does_not_ask_in_time_is_hung_up(sent: bytes) -> None:
    with served(HASTY) as port, connected(port, sent) as made:
        assert ends(made)


def test_a_head_that_drips_in_has_no_more_time_than_any_other() -> None:
    hung_up = pytest.raises(OSError, match=r"reset|pipe|abort")
    with served(HASTY) as port, connected(port, HALF) as made, hung_up:
        drip(made)


def test_a_body_that_drips_in_after_its_answer_ends() -> None:
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
    hung_up = pytest.raises(OSError, match=r"reset|pipe|abort")
    with served(HASTY) as port, connected(port, head) as made, hung_up:
        drip(made)


def test_who_does_not_read_is_hung_up_and_who_reads_gets_all() -> None:
    with served(HASTY) as port, connected(port, WHOLE.replace(b"/ ", b"/large ")) as made:
        url = f"http://127.0.0.1:{port}/large"
        assert len(httpx.get(url).content) == LONG_REPLY
        time.sleep(2)
        received = 0
        with suppress(OSError):
            while part := made.recv(2**20):
                received += len(part)
        assert received < LONG_REPLY


def test_an_address_of_one_customer_counts_once() -> None:
    assert prefix("2001:db8:1:2::5") == prefix("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert prefix("2001:db8:1:3::5") != prefix("2001:db8:1:2::5")
    assert prefix("::ffff:10.0.0.1") == prefix("10.0.0.1") == "10.0.0.1"
    assert prefix("a.unix.socket") == "a.unix.socket"


def test_connections_fit_into_the_descriptors_that_there_are() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert descriptors(100) == 100
    assert descriptors(10**9) <= connections.MOST_DESCRIPTORS
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= before[0]


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", HALF])
def test_a_server_of_1024_descriptors_serves_beside_1100_connections_that_ask_nothing(
    tmp_path: Path, sent: bytes
) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, before[1]))
    with ExitStack() as held, hosted(tmp_path / "evidence.sqlite") as (url, process):
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (1024, 1024))
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        port = int(url.rpartition(":")[2])
        for _ in range(1100):
            held.enter_context(connected(port, sent))
        began = time.monotonic()
        assert httpx.get(f"{url}/healthz", timeout=10).status_code == 200
        assert time.monotonic() - began < 5


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
