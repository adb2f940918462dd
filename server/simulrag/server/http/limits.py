"""Limits on what callers may ask of one worker, and a log of what they asked.

Limits are on rate, requests at once, time and large bodies. Whoever reads a body as JSON holds up
the event loop, and so everybody: half a megabyte of brackets for a tenth of a second. So a worker
takes large bodies one at a time. Logs are JSON lines on standard error: one for each request, one
for each event.
"""

import asyncio
import json
import logging
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import anyio
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simulrag.server.http.connections import prefix
from simulrag.server.http.tokens import caller_in

#: A body of more bytes is a large one.
LARGE = 2**16
#: Where a request has what ends its turn.
_END = "simulrag.end_of_turn"
#: Callers remembered at most; the one that called longest ago is forgotten first.
MOST_CALLERS = 10_000


class LargeBodies:
    """ASGI middleware that hands on a large body once the one before was read, and as long again.

    So half of the event loop's time is for others, however many large bodies wait.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turn = asyncio.Semaphore()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; the end of a large body waits for its turn."""
        size = 0

        async def in_turn() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            whole = message["type"] == "http.request" and not message.get("more_body")
            if whole and size > LARGE:
                await self._begin(scope)
            return message

        try:
            await self._app(scope, in_turn, send)
        finally:
            was_read(scope)

    async def _begin(self, scope: Scope) -> None:
        await self._turn.acquire()
        loop = asyncio.get_running_loop()
        began = loop.time()
        scope[_END] = lambda: loop.call_later(loop.time() - began, self._turn.release)


def was_read(scope: Scope) -> None:
    """End the turn of a request, if it has one: its body was read, or nobody will read it."""
    if end := scope.pop(_END, None):
        end()


class TokenBuckets:
    """A token bucket for each caller: `per_minute` requests a minute, as many in one burst."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = float(per_minute)
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str) -> float:
        """Take a token; return 0, or the seconds until there will be one."""
        now = self._clock()
        level, then = self._levels.pop(caller, (self._size, now))
        level = min(self._size, level + (now - then) * self._size / 60)
        taken = level >= 1
        self._levels[caller] = (level - taken, now)
        if len(self._levels) > MOST_CALLERS:
            self._levels.popitem(last=False)
        return 0.0 if taken else (1 - level) * 60 / self._size


class Limits:
    """ASGI middleware that refuses what is too much, with the reason and when to come again.

    429 beyond a caller's rate or its requests under way, 503 where those of all are too many, 504
    for one that takes too long. What MCP answers has a shorter limit of its own, with an error that
    the protocol knows; this one is for what never gets so far, as a body that drips in.
    """

    def __init__(
        self, app: ASGIApp, per_minute: int, at_once: int, at_once_of_one: int, time_limit: float
    ) -> None:
        self._app = app
        self._buckets = TokenBuckets(per_minute) if per_minute else None
        self._at_once, self._at_once_of_one = at_once, at_once_of_one
        self._time_limit = time_limit
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or scope["path"] == "/healthz":
            await self._app(scope, receive, send)
            return
        who = caller(scope)
        if self._buckets and (wait := self._buckets.wait(who)):
            await refuse(send, 429, "rate_limited", "too many requests from this caller", wait)
        elif self._under_way[who] >= self._at_once_of_one:
            said = f"{self._at_once_of_one} requests of this caller are under way"
            await refuse(send, 429, "too_many_at_once", said, 1)
        elif self._under_way.total() >= self._at_once:
            await refuse(send, 503, "overloaded", "too many requests are under way", 1)
        else:
            self._under_way[who] += 1
            try:
                await self._within_time(scope, receive, send)
            finally:
                self._under_way[who] -= 1
                self._under_way += Counter()  # forgets callers that have none

    async def _within_time(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        with anyio.move_on_after(self._time_limit) as timer:
            await self._app(scope, receive, noticed)
        if timer.cancelled_caught and not begun:
            await refuse(send, 504, "timeout", f"no answer within {self._time_limit:g} s", 1)


def caller(scope: Scope) -> str:
    """Return who calls: as the token says, else the address."""
    user = scope.get("user")
    if isinstance(user, AuthenticatedUser):
        return caller_in(user.access_token)
    client = scope.get("client")
    return prefix(client[0]) if client else "unknown"


async def refuse(
    send: Send,
    status: int,
    reason: str,
    message: str,
    retry_after: float,
    headers: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    """Send a refusal as JSON; retry_after in s, 0 leaves it out."""
    body = json.dumps({"error": reason, "message": message}).encode()
    told = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if retry_after:
        told.append((b"retry-after", b"%d" % max(1, round(retry_after + 0.5))))
    await send({"type": "http.response.start", "status": status, "headers": [*told, *headers]})
    await send({"type": "http.response.body", "body": body})


_log = logging.getLogger("simulrag.http")
#: What a log record carries of a request, under these names.
FIELDS = ("method", "path", "status", "ms", "caller")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON. Headers and bodies, so tokens too, are never in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        line |= {
            name: value for name in FIELDS if (value := getattr(record, name, None)) is not None
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr() -> None:
    """Send all logs of this process to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("simulrag").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)


class RequestLog:
    """ASGI middleware that logs each request when it ends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, started = 0, time.perf_counter()

        async def noticed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noticed)
        finally:
            ms = round((time.perf_counter() - started) * 1000, 1)
            values = (scope["method"], scope["path"], status, ms, caller(scope))
            _log.info("request", extra=dict(zip(FIELDS, values, strict=True)))
