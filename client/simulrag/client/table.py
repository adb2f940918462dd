"""A table of texts by key on disk that survives a kill at any moment."""

import sqlite3
from pathlib import Path
from typing import Self

from simulrag.client.errors import BadInput

#: Seconds to wait for another process that is writing.
WAIT = 10.0


class Table:
    """Texts by key in an SQLite file, synced to the disk before `put` returns.

    An `alone` table belongs to one process for as long as it is open. Raises BadInput where the
    file cannot be used, or is in use by another process.
    """

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open = sqlite3.connect(
                path, timeout=0 if alone else WAIT, isolation_level=None, check_same_thread=False
            )
            self._prepare(alone=alone)
        except (OSError, sqlite3.Error) as error:
            raise BadInput(_refusal(path, error)) from error

    def _prepare(self, *, alone: bool) -> None:
        if alone:  # taken with the first write and kept until the process ends, however it ends
            self._open.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._open.execute("PRAGMA journal_mode=WAL")  # one sync a reply in place of three
            self._open.execute("BEGIN EXCLUSIVE")
            self._open.execute("COMMIT")
        self._open.execute("PRAGMA synchronous=FULL")
        self._open.execute("CREATE TABLE IF NOT EXISTS texts (key TEXT PRIMARY KEY, text TEXT)")

    def get(self, key: str) -> str | None:
        """Return the text of a key, None where there is none. Raises BadInput."""
        found = self._execute("SELECT text FROM texts WHERE key = ?", key).fetchone()
        return None if found is None else str(found[0])

    def put(self, key: str, text: str) -> None:
        """Keep a text; one that is there already stays. Raises BadInput."""
        self._execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", key, text)

    def keys(self) -> tuple[str, ...]:
        """Return all keys in the order in which they came. Raises BadInput."""
        return tuple(str(row[0]) for row in self._execute("SELECT key FROM texts ORDER BY rowid"))

    def _execute(self, statement: str, *values: str) -> sqlite3.Cursor:
        try:
            return self._open.execute(statement, values)
        except sqlite3.Error as error:
            raise BadInput(_refusal(self.path, error)) from error

    def close(self) -> None:
        """Close the file."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _refusal(path: Path, error: Exception) -> str:
    if "locked" in str(error):
        return f"{path} is in use by another process; wait for its end or give another folder"
    return f"{path} cannot be used: {error}; give another file, or delete it"
