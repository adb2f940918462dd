"""A SQLite connection that threads use in turn, opened late and again after a fault."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

#: Primary result codes after which a connection is as good as any: what was wrong was the
#: statement or the moment. After all others it is closed, and the next use opens a new one.
_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
}
#: Bits of a result code that hold the primary one.
_PRIMARY = 0xFF


#: The part of a database's header that says how long it is: bytes of a page (2; 1 stands for
#: 65536) and number of pages (4), both big-endian, at these places.
_PAGE_SIZE, _PAGES = slice(16, 18), slice(28, 32)


class Closed(Exception):
    """The connection was closed for good."""


class Cut(sqlite3.DatabaseError):
    """The file lost content that its connections may still hold parts of."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class SharedConnection:
    """Opens with `opened`, which may raise; so then does the use that needed it.

    path: the file; where it was moved away or replaced, the next use opens what lies there now.
    Where it was cut short, no use is made of it, and no connection is closed, which would write to
    it. None for a database in memory, which is opened once.
    """

    def __init__(self, path: Path | None, opened: Callable[[], sqlite3.Connection]) -> None:
        self._path = path
        self._opened = opened
        self._guard = threading.Lock()
        self._closed = False
        self._connection: sqlite3.Connection | None = None
        self._file: os.stat_result | None = None

    @contextmanager
    def use(self, patience: float) -> Generator[sqlite3.Connection]:
        """Give the connection to one thread.

        patience: how long to wait, s, for other threads and then, in each statement, for other
        processes. Raises TimeoutError, Closed or sqlite3.Error.
        """
        deadline = time.monotonic() + patience
        if not self._guard.acquire(timeout=patience):
            raise TimeoutError(f"other threads have kept it for {patience:g} s")
        try:
            connection = self._ready()
            left = max(0, round((deadline - time.monotonic()) * 1000))
            connection.execute(f"PRAGMA busy_timeout = {left}")
            yield connection
        except sqlite3.Error as error:
            self._examine(error)
            raise
        finally:
            self._guard.release()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def close(self) -> None:
        """Close the connection for good; twice does no harm."""
        with self._guard:
            self._closed = True
            self._drop()

    def _ready(self) -> sqlite3.Connection:
        if self._closed:
            raise Closed
        found = self._lying()
        if self._connection is not None and not self._goes_on(found):
            self._drop()
        if self._connection is None:
            self._connection = self._opened()
            found = self._lying()
        self._file = found
        return self._connection

    def _lying(self) -> os.stat_result | None:
        """Return what tells the file that lies at the path from any other, and its size."""
        try:
            return None if self._path is None else self._path.stat()
        except OSError:
            return None

    def _goes_on(self, found: os.stat_result | None) -> bool:
        """Tell whether the file is the one that was opened; Cut where it has lost content.

        VACUUM makes a file shorter as well, which then says so itself.
        """
        then = self._file
        if then is None or found is None:
            return then is found
        if not os.path.samestat(then, found):
            return False
        if self._path is None or found.st_size >= then.st_size:
            return True
        if found.st_size < _told_size(self._path):
            raise Cut(f"{then.st_size - found.st_size} bytes of the file were cut off")
        return False

    def _examine(self, error: sqlite3.Error) -> None:
        """Drop the connection after an error that it may not get over."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
        if self._path is not None and code not in _PASSING and not isinstance(error, Cut):
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _told_size(path: Path) -> int:
    """Return how many bytes a database has by its own header, at least 1."""
    with path.open("rb") as file:
        head = file.read(_PAGES.stop)
    page = int.from_bytes(head[_PAGE_SIZE], "big")
    return max(1, (65_536 if page == 1 else page) * int.from_bytes(head[_PAGES], "big"))
