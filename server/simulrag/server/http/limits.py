"""Limits on what callers may ask of one worker: rate, requests at once, time."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable

import anyio
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Callers remembered at most; the one that called longest ago is forgotten first.
MOST_CALLERS = 10_000


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

    429 beyond a caller's rate, 503 where too many requests are under way, 504 for one that takes
    too long (a reply that has begun is cut). Requests that hold a stream open (GET) have no time
    limit.
    """

    def __init__(self, app: ASGIApp, per_minute: int, at_once: int, time_limit: float) -> None:
        self._app = app
        self._buckets = TokenBuckets(per_minute) if per_minute else None
        self._at_once = at_once
        self._time_limit = time_limit
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or scope["path"] == "/healthz":
            await self._app(scope, receive, send)
        elif self._buckets and (wait := self._buckets.wait(caller(scope))):
            await refuse(send, 429, "rate_limited", "too many requests from this caller", wait)
        elif self._under_way >= self._at_once:
            await refuse(send, 503, "overloaded", "too many requests are under way", 1)
        else:
            self._under_way += 1
            try:
                await self._within_time(scope, receive, send)
            finally:
                self._under_way -= 1

    async def _within_time(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        limit = None if scope["method"] == "GET" else self._time_limit
        with anyio.move_on_after(limit) as timer:
            await self._app(scope, receive, noticed)
        if timer.cancelled_caught and not begun:
            await refuse(send, 504, "timeout", f"no answer within {self._time_limit:g} s", 1)


def caller(scope: Scope) -> str:
    """Return who calls: the name in the token, else the address."""
    user = scope.get("user")
    if isinstance(user, AuthenticatedUser):
        return user.username
    client = scope.get("client")
    return client[0] if client else "unknown"


async def refuse(send: Send, status: int, reason: str, message: str, retry_after: float) -> None:
    """Send a refusal as JSON; retry_after in s, 0 leaves it out."""
    body = json.dumps({"error": reason, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if retry_after:
        headers.append((b"retry-after", b"%d" % max(1, round(retry_after + 0.5))))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
