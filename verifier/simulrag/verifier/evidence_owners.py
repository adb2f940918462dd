"""Who made which records of a store that several callers share, and so may see them.

A record is kept once, however many made it: runs of equal calls are a cache. Who did not make it
cannot tell that it is there.
"""

import sqlite3
from collections.abc import Callable, Iterable

#: Returns for whom the store is used now: a caller's name, "" for nobody, None for whoever has the
#: file itself and so sees all of it.
Owner = Callable[[], str | None]

TABLES = """CREATE TABLE run_owners (
    owner TEXT NOT NULL, run INTEGER NOT NULL REFERENCES runs (number), PRIMARY KEY (owner, run)
) WITHOUT ROWID;
CREATE TABLE verdict_owners (
    owner TEXT NOT NULL, verdict INTEGER NOT NULL REFERENCES verdicts (number),
    PRIMARY KEY (owner, verdict)
) WITHOUT ROWID"""
#: Conditions on rows of `runs` and `verdicts`, with `:owner` bound to what an Owner returns.
SEES_RUN = (
    "(:owner IS NULL OR EXISTS (SELECT 1 FROM run_owners WHERE owner = :owner AND run = "
    "runs.number))"
)
SEES_VERDICT = (
    "(:owner IS NULL OR EXISTS (SELECT 1 FROM verdict_owners WHERE owner = :owner AND verdict = "
    "verdicts.number))"
)


def nobody_in_particular() -> None:
    """Return None: the store is used by whoever has its file."""


def own_runs(connection: sqlite3.Connection, owner: str | None, run_ids: Iterable[str]) -> None:
    """Note that stored runs were made for a caller."""
    if owner is not None:
        connection.executemany(
            "INSERT OR IGNORE INTO run_owners (owner, run) SELECT ?, number FROM runs WHERE id = ?",
            [(owner, run_id) for run_id in run_ids],
        )


def own_verdict(connection: sqlite3.Connection, owner: str | None, key: str) -> None:
    """Note that a stored verdict was made for a caller."""
    if owner is not None:
        connection.execute(
            "INSERT OR IGNORE INTO verdict_owners (owner, verdict) "
            "SELECT ?, number FROM verdicts WHERE key = ?",
            (owner, key),
        )
