"""The SQLite file under a corpus: its tables, and how it is opened safely."""

import sqlite3
from pathlib import Path

from simulrag.simulators.digests import readable
from simulrag.verifier.literature.errors import CorpusError

#: Marks a SQLite file as a corpus ("SRLC" in ASCII).
APPLICATION_ID = 0x53524C43
FORMAT = 1
#: How long to wait for another process that is writing, s.
BUSY_TIMEOUT = 30.0
#: Memory for pages, KiB; and for reading the file without copies, bytes.
_CACHE, _MAPPED = 131_072, 1 << 32

#: The index holds no text of its own: `documents` does, and what was indexed is made from it.
_SCHEMA = f"""
CREATE TABLE documents (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL,
    title TEXT NOT NULL, abstract TEXT NOT NULL, metadata TEXT NOT NULL,
    retracted INTEGER, words INTEGER NOT NULL, added TEXT NOT NULL
);
CREATE VIRTUAL TABLE word_index USING fts5(
    title, abstract, content = '', tokenize = 'porter unicode61'
);
CREATE VIRTUAL TABLE word_counts USING fts5vocab(word_index, 'row');
CREATE TABLE frequent (stem TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE abbreviations (
    short TEXT NOT NULL, long TEXT NOT NULL, documents INTEGER NOT NULL,
    PRIMARY KEY (short, long)
) WITHOUT ROWID;
CREATE INDEX long_forms ON abbreviations (long);
CREATE TABLE totals (
    one INTEGER PRIMARY KEY CHECK (one = 1), documents INTEGER NOT NULL, words INTEGER NOT NULL,
    counted INTEGER NOT NULL
);
INSERT INTO totals VALUES (1, 0, 0, 0);
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT}
"""


def open_database(path: Path | None, *, create: bool) -> sqlite3.Connection:
    """Open a corpus file; None keeps all in memory.

    Raises CorpusError for a file that is missing (unless `create`), corrupt or not a corpus.
    """
    if path is not None and not create and not path.exists():
        raise CorpusError(f"there is no corpus at {path}; make one with --add FILE")
    connection: sqlite3.Connection | None = None
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            ":memory:" if path is None else path,
            timeout=BUSY_TIMEOUT,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.text_factory = readable
        _prepare(connection, path)
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        if connection is not None:
            connection.close()
        raise CorpusError(f"the corpus {path} cannot be used: {error}") from error
    except CorpusError:
        if connection is not None:
            connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path | None) -> None:
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner == 0 and tables == 0:
        _make(connection)
    elif owner != APPLICATION_ID:
        raise CorpusError(f"{path} is a database of another program, not a corpus; give another")
    elif version != FORMAT:
        raise CorpusError(
            f"the corpus {path} has format {version}, this version of simulrag reads format "
            f"{FORMAT}; build it again with --add"
        )
    connection.execute(f"PRAGMA cache_size = -{_CACHE}")
    connection.execute(f"PRAGMA mmap_size = {_MAPPED}")


def _make(connection: sqlite3.Connection) -> None:
    """Make all tables in one transaction, so that two processes cannot make half each."""
    connection.execute("BEGIN IMMEDIATE")
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables == 0:
        for statement in _SCHEMA.split(";\n"):
            connection.execute(statement)
    connection.execute("COMMIT")
