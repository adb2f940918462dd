"""When a request may be sent: so many at once, so many a minute, and the first of a prefix alone.

A provider's prompt cache holds a prefix only once a first request with it was answered. Where a
model says so and the prefix is long enough to be kept, the others wait for that first one: a
round longer, and cheaper by up to nine tenths of the prefix for each of them.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from anyio import sleep

from simulrag.client.language_models.protocol import LanguageModel, Request

#: Requests to a model under way at the same time.
AT_ONCE = 8
#: Characters of a prefix that make up the 1,024 tokens which providers keep at least; a token of
#: English and JSON is three to four characters long.
LONG_PREFIX = 4096


class Pace:
    """Lets requests to one model through.

    `per_minute` is the most requests begun in any minute, evenly spread; None for no limit.
    """

    def __init__(
        self, model: LanguageModel, *, at_once: int = AT_ONCE, per_minute: float | None = None
    ) -> None:
        self._prefixes_last = bool(getattr(model, "caches_prefixes", False))
        self._room = anyio.Semaphore(at_once)
        self._gap = 60 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._first: dict[tuple[str, ...], anyio.Event] = {}

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncGenerator[None]:
        """Wait until the request may be sent; it counts as under way while the context lasts."""
        async with self._after_the_first(request), self._room:
            await self._spaced()
            yield

    @asynccontextmanager
    async def _after_the_first(self, request: Request) -> AsyncGenerator[None]:
        prefix = (request.tool, request.system, *request.shared)
        if not self._prefixes_last or not is_long(request):
            yield
        elif prefix in self._first:
            await self._first[prefix].wait()
            yield
        else:
            over = self._first[prefix] = anyio.Event()
            try:
                yield
            finally:
                over.set()

    async def _spaced(self) -> None:
        if not self._gap:
            return
        now = anyio.current_time()
        begin = max(now, self._next)
        self._next = begin + self._gap
        if begin > now:
            await sleep(begin - now)


def is_long(request: Request) -> bool:
    """Tell whether what a request shares with others is long enough to be kept."""
    return bool(request.shared) and sum(map(len, (request.system, *request.shared))) >= LONG_PREFIX
