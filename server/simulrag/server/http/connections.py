"""Connections of one worker: how many there may be, and how long each may dawdle.

uvicorn waits without end for the head of a request, for a reader who does not read, and for a body
that nobody wants any more. Descriptors are few, so here each wait ends, and a connection that
comes when there are too many takes the place of one without a request. Of the connections that come
to the socket of several processes, each takes one a turn.
"""

import asyncio
import errno
import ipaddress
import socket
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

#: How long a peer may take to ask, counted from the connection or from the reply before, and may
#: leave unread what it was sent, s.
ASKS_WITHIN, READS_WITHIN = 30.0, 30.0
#: At what rate a peer reads at least what takes longer, bytes/s.
LEAST_RATE = 10_000
#: How often a connection is looked at, s.
LOOK = 2.0
#: Connections that may wait to be accepted, which is as many as asyncio accepts in one turn.
BACKLOG = 128
#: Descriptors that are no connection's: files, the store, processes of simulators, and those of
#: connections that were accepted in the three turns that it takes to hang up others.
SPARE = 4 * BACKLOG
#: Most descriptors asked of the system.
MOST_DESCRIPTORS = 65_536


@dataclass(frozen=True)
class Room:
    """How many connections a worker takes in all and from one address, proxies aside; times in s,
    the rate in bytes/s.

    A network of IPv6 that one customer gets (/64) counts as one address.
    """

    total: int
    of_one: int
    proxies: tuple[str, ...] = ()
    asks_within: float = ASKS_WITHIN
    reads_within: float = READS_WITHIN
    least_rate: float = LEAST_RATE
    look: float = LOOK

    def counts(self, address: str) -> bool:
        """Tell whether the connections of an address are counted by themselves."""
        return not _lies_in(address, self.proxies)


class Connection(H11Protocol):
    """A connection that makes room for others and does not wait for ever. See `Room`."""

    def __init__(
        self,
        room: Room,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._room = room
        self.address = ""
        #: Since when no request is under way; None while one is.
        self.waiting: float | None = None
        #: Whether it was hung up, and only has to be told so.
        self.ended = False
        #: When it will have read what it was sent, at the latest.
        self._read_by: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; where there are too many, it takes another's place or none."""
        super().connection_made(transport)
        self.address = prefix(self.client[0]) if self.client else ""
        self._note()
        self._look()
        peers = [one for one in self.connections if isinstance(one, Connection) and not one.ended]
        if len(peers) > self._room.total:
            _make_room(peers)
        elif self.client and self._room.counts(self.client[0]):
            same = [one for one in peers if one.address == self.address]
            if len(same) > self._room.of_one:
                _make_room(same)

    def data_received(self, data: bytes) -> None:
        """Take what came, which may be the end of a request's head."""
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.waiting = None
        super().on_response_complete()
        self._note()

    def _note(self) -> None:
        cycle = cast("RequestResponseCycle | None", self.cycle)  # None before the first request
        if cycle is not None and not cycle.response_complete:
            self.waiting = None
        elif self.waiting is None:
            self.waiting = self.loop.time()

    def _look(self) -> None:
        """Hang up on a peer that neither asks nor reads; else look again later."""
        if self not in self.connections:
            return
        now = self.loop.time()
        unread = self.transport.get_write_buffer_size()
        if not unread:
            self._read_by = None
        elif self._read_by is None:
            self._read_by = now + self._room.reads_within + unread / self._room.least_rate
        silent = self.waiting is not None and now - self.waiting > self._room.asks_within
        deaf = self._read_by is not None and now > self._read_by
        if silent or deaf:
            self.hang_up()
        else:
            self.loop.call_later(self._room.look, self._look)

    def hang_up(self) -> None:
        """End the connection now, whatever the peer has not read."""
        self.ended = True
        self.transport.abort()


def _make_room(peers: list[Connection]) -> None:
    """Hang up on who has waited longest; it is the newest where all others are at work."""
    waiting = [(one.waiting, one) for one in peers if one.waiting is not None]
    min(waiting, key=lambda pair: pair[0])[1].hang_up()


@lru_cache(maxsize=4096)
def prefix(address: str) -> str:
    """Return what stands for one customer: an address of IPv4, a /64 network of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    mapped = found.ipv4_mapped
    return str(mapped or ipaddress.ip_network((int(found), 64), strict=False))


@lru_cache(maxsize=4096)
def _lies_in(address: str, networks: tuple[str, ...]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(one) for one in networks)


def descriptors(wanted: int) -> int:
    """Raise the number of files that this process may open; return how many connections fit."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    aim = min(wanted + SPARE, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < aim:
        soft = aim if hard == resource.RLIM_INFINITY else min(aim, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - SPARE))


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
