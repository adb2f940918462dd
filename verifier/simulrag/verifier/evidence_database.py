"""The SQLite database under the evidence store: its tables, how it is opened, who sees what."""

import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from simulrag.simulators.data_integrity import readable
from simulrag.simulators.errors import EvidenceError

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


class _SharedConnection:
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


#: Returns for whom the store is used now: a caller's name, "" for nobody, None for whoever has the
#: file itself and so sees all of it.
Owner = Callable[[], str | None]
#: What is owned.
Kind = Literal["run", "verdict"]

_OWNERS = """CREATE TABLE run_owners (
    owner TEXT NOT NULL, run INTEGER NOT NULL REFERENCES runs (number), PRIMARY KEY (owner, run)
) WITHOUT ROWID;
CREATE TABLE verdict_owners (
    owner TEXT NOT NULL, verdict INTEGER NOT NULL REFERENCES verdicts (number),
    PRIMARY KEY (owner, verdict)
) WITHOUT ROWID"""


def _seen(kind: Kind) -> str:
    """Return a condition on rows of a table, with `:owner` bound to what an Owner returns."""
    found = f"SELECT 1 FROM {kind}_owners WHERE owner = :owner AND {kind} = {kind}s.number"
    return f"(:owner IS NULL OR EXISTS ({found}))"


SEES_RUN, SEES_VERDICT = _seen("run"), _seen("verdict")


def nobody_in_particular() -> None:
    """Return None: the store is used by whoever has its file."""


def own(connection: sqlite3.Connection, owner: str | None, kind: Kind, ids: Iterable[str]) -> None:
    """Note that stored runs, or verdicts by their keys, were made for a caller."""
    column = "id" if kind == "run" else "key"
    if owner is not None:
        connection.executemany(
            f"INSERT OR IGNORE INTO {kind}_owners (owner, {kind}) "
            f"SELECT ?, number FROM {kind}s WHERE {column} = ?",
            [(owner, one) for one in ids],
        )


#: Environment variable that holds the path of the store.
LOCATION_VARIABLE = "SIMULRAG_EVIDENCE"
#: Marks a SQLite file as one of ours ("SRAG" in ASCII).
APPLICATION_ID = 0x53524147
SCHEMA_VERSION = 6
#: How long to wait for whoever is writing, s; less than a caller waits for a reply.
BUSY_TIMEOUT = 10.0
#: How long whoever asks whether the store can be written waits, s.
CHECK_TIMEOUT = 2.0
#: Free bytes of a disk that counts as full: the write-ahead log may still have room of its own.
LEAST_ROOM = 2**20

_JOBS = "CREATE TABLE jobs (id TEXT PRIMARY KEY, body TEXT NOT NULL, beat REAL NOT NULL)"
_JOB_OWNER = "ALTER TABLE jobs ADD COLUMN owner TEXT"
_MEMBERS = """CREATE TABLE members (
    run INTEGER NOT NULL REFERENCES runs (number), output TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (run, output)
) WITHOUT ROWID"""
#: Tables whose records have a checksum, NULL in those of earlier formats, which are unchecked.
TABLES = "runs", "verdicts", "jobs", "members"
_DIGESTS = ";".join(f"ALTER TABLE {table} ADD COLUMN digest TEXT" for table in TABLES)
_SCHEMA = f"""
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL,
    made TEXT NOT NULL DEFAULT ''
);
CREATE TABLE verdicts (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, question TEXT NOT NULL,
    body TEXT NOT NULL, made TEXT NOT NULL DEFAULT ''
);
CREATE TABLE verdict_runs (
    verdict INTEGER NOT NULL REFERENCES verdicts (number),
    run TEXT NOT NULL REFERENCES runs (id),
    PRIMARY KEY (run, verdict)
);
{_JOBS};
{_MEMBERS};
{_DIGESTS};
{_JOB_OWNER};
{_OWNERS};
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
"""


#: Version -> what makes the next one of it. A step is never changed once it has been released.
_MIGRATIONS = {
    1: "ALTER TABLE runs ADD COLUMN made TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE verdicts ADD COLUMN made TEXT NOT NULL DEFAULT ''",
    2: _JOBS,
    3: _MEMBERS,
    4: _DIGESTS,
    5: f"{_JOB_OWNER};{_OWNERS}",
}


class EvidenceDatabase:
    """A connection for reading and one for writing, so that no reader waits for a writer.

    Threads share them in turn; other processes open their own.
    path: a file, made with its folder where it is missing; None keeps all in memory, in one
    connection. late: open at the first use, so that a process can start while the file cannot
    be used. to_read: where the file cannot be written, use a copy of it, which is gone when it is
    closed. Raises EvidenceError for a file that is corrupt, of another program or of another
    format; a use raises it too, and the next one tries again.
    """

    def __init__(self, path: Path | None, *, late: bool = False, to_read: bool = False) -> None:
        # Absolute, as the file may be opened again after the process has changed its folder.
        self.path = path = None if path is None else path.absolute()
        # Who starts a program is told the path; who calls it later may be somebody else.
        self.name = "in memory" if path is None else str(path)
        self._process = os.getpid()
        self._copied = to_read and path is not None and not _can_be_written(path)
        file = None if self._copied else path
        self._writer = _SharedConnection(file, self._open)
        self._reader = self._writer if file is None else _SharedConnection(file, self._open)
        for shared in () if late else (self._reader, self._writer):
            with self._using(shared):
                pass
        self.name = "in memory" if path is None else path.name

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Give a connection to one thread; SQLite's errors become EvidenceError."""
        with self._using(self._reader) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Give a connection to one thread for changes that are made all or not at all."""
        with self._using(self._writer) as connection, _transaction(connection, "IMMEDIATE"):
            yield connection

    def check(self) -> None:
        """Raise EvidenceError unless the file can be used now, its end too, and has room."""
        with (
            self._using(self._writer, CHECK_TIMEOUT) as connection,
            _transaction(connection, "IMMEDIATE"),
        ):  # a write that changes nothing
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("SELECT max(number) FROM runs")
        if self._is_full():
            raise self._refusal(_full())

    @contextmanager
    def _using(
        self, shared: _SharedConnection, patience: float | None = None
    ) -> Generator[sqlite3.Connection]:
        if os.getpid() != self._process:
            # SQLite forbids to carry a connection over a fork.
            raise EvidenceError(
                f"the evidence store {self.name} was opened by another process; "
                "open a store in each process"
            )
        try:
            with shared.use(BUSY_TIMEOUT if patience is None else patience) as connection:
                yield connection
        except Closed:
            raise EvidenceError(f"the evidence store {self.name} is closed") from None
        except (sqlite3.Error, TimeoutError, UnicodeDecodeError) as error:
            raise self._refusal(error) from error

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._writer.closed

    def close(self) -> None:
        """Close the connections; twice does no harm."""
        if os.getpid() == self._process:
            self._reader.close()
            self._writer.close()

    def _open(self) -> sqlite3.Connection:
        place = self.path or ":memory:"
        if self._copied:
            place = ""  # to SQLite a file of its own that is deleted when it is closed
        try:
            if self.path is not None and not self._copied:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                _refuse_emptied(self.path)
            connection = sqlite3.connect(
                place, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
            )
        except OSError as error:
            raise self._refusal(error) from error
        connection.text_factory = readable
        try:
            if self.path is not None and self._copied:
                _copy(self.path, connection)
            self._prepare(connection)
        except (sqlite3.Error, EvidenceError, UnicodeDecodeError):
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # A file that is not ours must not change, so it is looked at before any write.
        with _transaction(connection, "DEFERRED"):
            ready = self._is_ready(connection)
        if not ready:
            with _transaction(connection, "IMMEDIATE"):
                self._make_ready(connection)
        _use_write_ahead_log(connection)
        connection.execute("PRAGMA foreign_keys = ON")

    def _make_ready(self, connection: sqlite3.Connection) -> None:
        """Make the tables, or bring those of an earlier version up to date."""
        if self._is_ready(connection):
            return  # another process was faster
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        steps = [_MIGRATIONS[step] for step in range(version, SCHEMA_VERSION)] if version else []
        for statement in ";".join(steps or [_SCHEMA]).split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _is_ready(self, connection: sqlite3.Connection) -> bool:
        """Tell whether our tables are there; EvidenceError where the file is somebody else's."""
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if owner == 0 and tables == 0:
            return False
        if owner != APPLICATION_ID:
            raise EvidenceError(
                f"{self.name} is a database of another program, not an evidence store; "
                f"give another path ({LOCATION_VARIABLE})"
            )
        if version in _MIGRATIONS:
            return False
        if version != SCHEMA_VERSION:
            raise EvidenceError(
                f"the evidence store {self.name} has format {version}, this version of simulrag "
                f"reads format {SCHEMA_VERSION}; give another path ({LOCATION_VARIABLE})"
            )
        return True

    def _is_full(self) -> bool:
        """Tell whether the file lies on a disk without room."""
        try:
            return self.path is not None and (shutil.disk_usage(self.path.parent).free < LEAST_ROOM)
        except OSError:
            return False

    def _refusal(self, error: Exception) -> EvidenceError:
        # To SQLite it is an I/O error that there is no room for what lies beside the file.
        if _code(error) == sqlite3.SQLITE_IOERR and self._is_full():
            error = _full()
        return EvidenceError(
            f"the evidence store {self.name} cannot be used: {error}; {_remedy(error)}"
        )


def _can_be_written(path: Path) -> bool:
    """Tell whether a file and what SQLite lays beside it can be written, or made."""
    if not path.exists():
        return True
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _refuse_emptied(path: Path) -> None:
    """Raise Cut for a file without content beside which there is a log: it has had some.

    SQLite would take it for a new one, and wait in vain for whoever still has it open.
    """
    if path.with_name(f"{path.name}-wal").exists() and path.exists() and not path.stat().st_size:
        raise Cut("the file was emptied while it was in use")


def _copy(path: Path, into: sqlite3.Connection) -> None:
    """Copy a database that cannot be written; beside it nothing can be, so none may be at work."""
    log = path.with_name(f"{path.name}-wal")
    idle = not log.exists() or log.stat().st_size == 0
    source = sqlite3.connect(f"{path.as_uri()}?{'immutable=1' if idle else 'mode=ro'}", uri=True)
    try:
        source.backup(into)
    finally:
        source.close()


def _full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def _code(error: Exception) -> int:
    """Return SQLite's primary code of an error, CANTOPEN for one of the file system."""
    # SQLite quotes the bytes that it cannot make sense of, which need not be text.
    corrupt = isinstance(error, UnicodeDecodeError)
    unknown = sqlite3.SQLITE_CORRUPT if corrupt else sqlite3.SQLITE_CANTOPEN
    return getattr(error, "sqlite_errorcode", unknown) & 0xFF


def _remedy(error: Exception) -> str:
    """Return what to do about an error of SQLite or of the file system."""
    code = _code(error)
    if isinstance(error, TimeoutError) or code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another process is writing to it; make the same call again later"
    if code == sqlite3.SQLITE_FULL:
        return "make room on its disk, then make the same call again"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return (
            "move the damaged file and the -wal file beside it away, or give another path "
            f"({LOCATION_VARIABLE})"
        )
    return f"mend its folder or disk, or give another path ({LOCATION_VARIABLE})"


@contextmanager
def _transaction(connection: sqlite3.Connection, kind: str) -> Generator[None]:
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log, so that readers do not wait for a writer.

    The switch does not honour the busy timeout, so it is tried again until that has passed.
    """
    deadline = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    connection.execute("PRAGMA synchronous = NORMAL")
