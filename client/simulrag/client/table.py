"""A table of texts by key on disk that survives a kill at any moment, and tells altered ones."""

import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeVar

from simulrag.client.errors import BadInput
from simulrag.simulators.data_integrity import checksum, is_altered, readable

_log = logging.getLogger(__name__)
_Read = TypeVar("_Read")
#: Seconds to wait for another process that is writing.
WAIT = 10.0


class Table:
    """Texts by key in an SQLite file, synced to the disk before `put` returns.

    Each has a checksum; texts of files from before checksums are unchecked. An `alone` table
    belongs to one process for as long as it is open, and is looked through when it is opened.
    Raises BadInput where the file cannot be used, or is in use by another process.
    """

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open = sqlite3.connect(
                path, timeout=0 if alone else WAIT, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise BadInput(_refusal(path, error)) from error
        self._open.text_factory = readable
        try:
            self._prepare(alone=alone)
        except BadInput:
            self._open.close()
            raise

    def _prepare(self, *, alone: bool) -> None:
        if alone:  # taken with the first write and kept until the process ends, however it ends
            self._execute("PRAGMA locking_mode=EXCLUSIVE")
            self._execute("PRAGMA journal_mode=WAL")  # one sync a reply in place of three
            self._execute("BEGIN EXCLUSIVE")
            self._execute("COMMIT")
        self._execute("PRAGMA synchronous=FULL")
        held = {row[0] for row in self._execute("SELECT name FROM sqlite_master")}
        if held and "texts" not in held:
            raise BadInput(f"{self.path} is a database of another program; give another file")
        self._execute(
            "CREATE TABLE IF NOT EXISTS texts (key TEXT PRIMARY KEY, text TEXT, digest TEXT)"
        )
        if not self._has_digests() and os.access(self.path, os.W_OK):
            self._add_digests()
        self._digest = "digest" if self._has_digests() else "NULL"
        if alone:
            self._look_through()

    def _has_digests(self) -> bool:
        return "digest" in {row[1] for row in self._execute("PRAGMA table_info(texts)")}

    def _add_digests(self) -> None:
        """Give a file from before checksums a place for them, where no other process just did."""
        self._execute("BEGIN IMMEDIATE")
        if not self._has_digests():
            self._execute("ALTER TABLE texts ADD COLUMN digest TEXT")
        self._execute("COMMIT")

    def _look_through(self) -> None:
        """Refuse what was altered. Raises BadInput for a damage that costs more than a record."""
        check = "PRAGMA integrity_check(1)"
        if self._execute(check) != [("ok",)]:
            self._execute("REINDEX")  # where a key was altered, in the table or in its index
            ((found,),) = self._execute(check)
            if found != "ok":
                raise BadInput(f"{self.path} is damaged: {found}; give another folder")
        for row, *record in self._execute(f"SELECT rowid, key, text, {self._digest} FROM texts"):
            if is_altered(record[2], *record[:2]):
                self._refuse(str(record[0]), "rowid", row)

    def get(self, key: str) -> str | None:
        """Return the text of a key, None where there is none. Raises BadInput."""
        return self.read(key, str)

    def read(self, key: str, parsed: Callable[[str], _Read]) -> _Read | None:
        """Return what is made of the text of a key, None where there is none. Raises BadInput.

        There is none either, and it is said in the log, where it was altered since it was put, or
        `parsed` raises ValueError.
        """
        asked = f"SELECT text, {self._digest} FROM texts WHERE key = ?"
        for text, digest in self._execute(asked, key):
            if not is_altered(digest, key, text):
                try:
                    return parsed(text)
                except ValueError:  # of a file from before checksums
                    pass
            self._refuse(key, "key", key)
        return None

    def _refuse(self, name: str, column: str, value: str | int) -> None:
        _log.warning(
            "the reply %s in %s was altered since it was kept; it is asked again, all others are "
            "used",
            name,
            self.path,
        )
        self._execute(f"DELETE FROM texts WHERE {column} = ?", value)

    def put(self, key: str, text: str) -> None:
        """Keep a text; one that is there already stays. Raises BadInput."""
        digest = checksum(key, text)
        self._execute("INSERT OR IGNORE INTO texts VALUES (?, ?, ?)", key, text, digest)

    def keys(self) -> tuple[str, ...]:
        """Return all keys in the order in which they came. Raises BadInput."""
        return tuple(str(row[0]) for row in self._execute("SELECT key FROM texts ORDER BY rowid"))

    def _execute(self, statement: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            return self._open.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
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
