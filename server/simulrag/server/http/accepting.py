"""How several worker processes share the connections that come to one socket."""

import asyncio
import errno
import socket
from typing import Any


class _Shared(socket.socket):
    """A listening socket of several processes, from which each takes one connection a turn.

    asyncio takes all that wait at once, so that a crowd that comes together is one worker's.
    """

    _took = False

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection, at every other call; in between none seems to be there."""
        if self._took:
            self._took = False
            raise BlockingIOError(errno.EAGAIN, "the next one is another worker's to take")
        accepted = super().accept()
        self._took = True
        return accepted


class SharingLoop(asyncio.SelectorEventLoop):
    """An event loop that leaves to other processes what comes to a socket that it was given."""

    async def create_server(self, *given: Any, **named: Any) -> asyncio.Server:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Serve; a socket that is named is taken over."""
        if isinstance(sock := named.get("sock"), socket.socket):
            named["sock"] = _Shared(fileno=sock.detach())
        return await super().create_server(*given, **named)
