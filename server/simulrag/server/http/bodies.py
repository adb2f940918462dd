"""Large bodies of requests, which a worker takes one at a time.

Whoever reads a body as JSON holds up the event loop, and so everybody: half a megabyte of
brackets for a tenth of a second.
"""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: A body of more bytes is a large one.
LARGE = 2**16
#: Where a request has what ends its turn.
_END = "simulrag.end_of_turn"


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
