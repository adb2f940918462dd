"""Keeps runs, their members and verdicts in SQLite: cache and provenance in one.

A run is stored under the id that `Call.run_id` makes of its validated call and the simulator's
version, so a stored run is never repeated and a new version never reads an old one's numbers.
"""

import hashlib
import logging
import math
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from weakref import WeakValueDictionary

from pydantic import BaseModel, Field, ValidationError

from simulrag.simulators import progress
from simulrag.simulators.arguments import shown, validate
from simulrag.simulators.capabilities import finer
from simulrag.simulators.data_integrity import checksum, is_altered
from simulrag.simulators.errors import Altered, BadValue, EvidenceError, OutOfRange
from simulrag.simulators.interface import Call, Frozen, Run
from simulrag.simulators.measurement_tables import data_folder
from simulrag.simulators.plugin_isolation import run_of
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem, Verdict
from simulrag.verifier.evidence_database import (
    LOCATION_VARIABLE,
    SEES_RUN,
    SEES_VERDICT,
    TABLES,
    EvidenceDatabase,
    Kind,
    Owner,
    nobody_in_particular,
    own,
)
from simulrag.verifier.evidence_tables import JobBoard, Kept, MemberTable, stored_text

_log = logging.getLogger(__name__)

_Stored = TypeVar("_Stored", bound=BaseModel)
#: Most runs that are kept as read from the store, and characters of the longest of them.
_MOST_KEPT, _LONGEST_KEPT = 64, 65_536

#: How the id of a verdict begins, and how many digits of its key follow.
VERDICT, KEY_LENGTH = "verdict-", 12


class StoredRun(Frozen):
    """A run with the time at which it was stored, ISO in UTC; "" where that is not known.

    members: the equally likely values behind outputs that were kept, None where not defined; those
    of a part under `run_parts.part_name`, dates as ordinals (see `Sampled`).
    """

    run: Run
    made: str = ""
    members: Mapping[str, tuple[float | None, ...]] = Field(default_factory=dict)


class StoredVerdict(Frozen):
    """A verdict with its question and the time at which it was stored, as for a run."""

    verdict: Verdict
    question: str
    made: str = ""


class Refused(Frozen):
    """A record that is not used, as it was altered since it was stored or cannot be read."""

    name: str
    why: str


def default_path() -> Path:
    """Return where the store lies: $SIMULRAG_EVIDENCE, else in the user's data folder."""
    if given := os.environ.get(LOCATION_VARIABLE):
        return Path(given).expanduser()
    return data_folder() / "simulrag" / "evidence.sqlite"


def existing_store(path: Path | None) -> "EvidenceStore":
    """Open a store to read; None takes the user's own. Raises EvidenceError for one not there."""
    path = path or default_path()
    if not path.exists():
        raise EvidenceError(f"there is no evidence store at {path}; give the path of one")
    return EvidenceStore(path, to_read=True)


class EvidenceStore:
    """Runs by id, and the verdicts that used them.

    path: a SQLite file, made with its folder where it is missing; None keeps all in memory.
    One store may be used by many threads, and one file by many processes, each of which opens
    a store of its own. late: open the file when it is first used. to_read: where the file cannot
    be written, use a copy of it, which is gone in the end. owner: returns for whom the store is
    used now; a caller sees what was made for it, and the runs of its calls, though they were stored
    before. Raises EvidenceError for a file that is corrupt or not ours; later uses raise it while
    the file cannot be used, and work again as soon as it can.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        late: bool = False,
        to_read: bool = False,
        owner: Owner = nobody_in_particular,
    ) -> None:
        self.path = path
        self.owner = owner
        self._database = EvidenceDatabase(path, late=late, to_read=to_read)
        self.jobs = JobBoard(self._database, owner)
        self.members = MemberTable(self._database)
        self._running: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._running_guard = threading.Lock()
        self._runs: dict[str, Run] = {}

    def run(self, call: Call, registry: Registry) -> Run:
        """Return the stored run of a call, or simulate and store it.

        Threads that ask for the same run at the same time share one simulation. What an emulator
        refuses is asked of its engine, where that is installed. Raises SimulatorError for a call
        that cannot be run, RunFailed among them where the simulator breaks down or returns a value
        that is not finite; neither leaves anything behind.
        """
        try:
            return self._simulated(call, registry)
        except OutOfRange:
            engine = finer(registry.simulator(call.simulator))
            if engine is None:
                raise
            return self._simulated(call, Registry([engine]))

    def _simulated(self, call: Call, registry: Registry) -> Run:
        function = registry.function(call)
        complete = call.model_copy(update={"arguments": validate(function, call.arguments)})
        version = registry.simulator(call.simulator).version
        run_id = _run_id(complete, version)
        progress.step()
        with self._lock_of(run_id):
            try:
                stored = self._cached(run_id)
            except Altered as error:
                _log.warning("%s; it is made again", error)
                stored = None
            if stored is None:
                stored = self._keep(run_of(registry.simulator(call.simulator), complete))
        progress.made(stored.id)
        if stored.source == "recorded":
            raise EvidenceError(
                f"run {run_id!r} in the evidence store {self._database.name} is a recorded one "
                "under the id of a simulation; give recorded runs a version other than "
                f"{version!r}"
            )
        return stored

    def get(self, run_id: str) -> Run | None:
        """Return a stored run, None if there is none of that id. Raises Altered."""
        with self._database.reading() as connection:
            row = connection.execute(f"{_RUN} AND {SEES_RUN}", self._bound(id=run_id)).fetchone()
        return None if row is None else self._run_of(run_id, *row)

    def add(self, run: Run) -> None:
        """Store a run that was made elsewhere, such as a recorded one.

        Raises RunFailed where a number is not finite, EvidenceError where another run is
        stored under that id (the build that made it does not count).
        """
        stored = self._keep(run)
        if stored.model_copy(update={"build": run.build}) != run:
            raise EvidenceError(
                f"run {run.id!r} is in the evidence store {self._database.name} with other "
                "content; an id stands for one run"
            )

    def stored_ids(self, run_ids: Sequence[str]) -> set[str]:
        """Return those of the ids under which a run is stored, without reading the runs."""
        marks = ", ".join("?" * len(run_ids))
        with self._database.reading() as connection:
            rows = connection.execute(f"SELECT id FROM runs WHERE id IN ({marks})", run_ids)
            return {row[0] for row in rows}

    def add_texts(self, texts: Mapping[str, str]) -> None:
        """Store runs made elsewhere, all or none, given by id as `stored_text` made them.

        What is stored under an id stays. Raises EvidenceError for a text that is no run, or is
        another's than its id says.
        """
        for run_id, text in texts.items():
            run = self._parsed(Run, text)
            if not run_id == run.id == run.call.run_id(run.version):
                raise EvidenceError(f"what came as the run {run_id!r} is another call's")
        with self._database.writing() as connection:
            for run_id, text in texts.items():
                _put(connection, run_id, text)
            own(connection, self.owner(), "run", texts)

    def save_verdicts(self, verdicts: Sequence[Verdict], question: str) -> None:
        """Store the verdicts on one text, with its question, all or none; a repeated one once.

        Raises EvidenceError where one names a run that is not stored.
        """
        if not verdicts:
            return
        bodies = [stored_text(verdict) for verdict in verdicts]
        with self._database.writing() as connection:
            self._check_stored(connection, tuple({i for v in verdicts for i in v.all_run_ids}))
            for verdict, body in zip(verdicts, bodies, strict=True):
                _insert(connection, verdict, body, question)
                own(connection, self.owner(), "verdict", [_key(question, body)])

    def verdicts_by_id(self, run_id: str) -> dict[str, StoredVerdict]:
        """Return the verdicts that used a run by their ids, oldest first.

        In place of one that was altered stands one that is unread and says so.
        """
        with self._database.reading() as connection:
            rows = connection.execute(
                f"{_VERDICT} JOIN verdict_runs ON verdict = number WHERE run = :run "
                f"AND {SEES_VERDICT} ORDER BY number",
                self._bound(run=run_id),
            ).fetchall()
        found: dict[str, StoredVerdict] = {}
        for row in rows:
            try:
                one = self._verdict_of(*row)
                if run_id in one.verdict.all_run_ids:
                    found[_verdict_id(row[0])] = one
            except Altered as error:
                found[_verdict_id(row[0])] = StoredVerdict(verdict=_unread(error), question="")
        return found

    def verdict(self, verdict_id: str) -> StoredVerdict | None:
        """Return a verdict by its id ("verdict-..."), None if there is none. Raises Altered."""
        begin = verdict_id.removeprefix(VERDICT)
        if begin == verdict_id or len(begin) != KEY_LENGTH:
            return None
        with self._database.reading() as connection:
            row = connection.execute(
                f"{_VERDICT} WHERE key >= :first AND key < :last AND {SEES_VERDICT}",
                self._bound(first=begin, last=f"{begin}g"),
            ).fetchone()
        return None if row is None else self._verdict_of(*row)

    def verdict_ids(self, limit: int = 100) -> list[str]:
        """Return the ids of the newest verdicts, newest first, at most `limit` of them (>= 0)."""
        return [_verdict_id(key) for key in self._newest("verdict", "key", limit)]

    def run_ids(self, limit: int = 100) -> list[str]:
        """Return the ids of the newest runs, newest first, at most `limit` of them (>= 0)."""
        return self._newest("run", "id", limit)

    def unknown(self, key: str, kind: Kind | None = None) -> EvidenceError:
        """Return that there is no run or verdict of an id, with the newest that there are."""
        kind = kind or ("verdict" if key.startswith(VERDICT) else "run")
        newest = ", ".join(self.verdict_ids(3) if kind == "verdict" else self.run_ids(3)) or "none"
        said = f"{kind} {key!r} is not in {self.path}; the newest there are {newest}"
        return EvidenceError(said)

    def _newest(self, kind: Kind, column: str, limit: int) -> list[str]:
        if limit < 0:
            raise BadValue(f"limit must be at least 0, but {limit} was given", parameter="limit")
        bound = self._bound(limit=limit)
        own = f"JOIN {kind}_owners ON {kind} = number WHERE owner = :owner"
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {column} FROM {kind}s {own if bound['owner'] is not None else ''} "
                "ORDER BY number DESC LIMIT :limit",
                bound,
            ).fetchall()
        return [row[0] for row in rows]

    def check(self) -> None:
        """Raise EvidenceError where the store cannot be written now, or its disk is full."""
        self._database.check()

    def records(self) -> Iterator[StoredRun | StoredVerdict | Refused]:
        """Return every run, then every verdict, in the order in which they were stored."""
        with self._database.reading() as connection:
            runs, verdicts = (
                connection.execute(f"{kind} WHERE {seen} ORDER BY number", self._bound()).fetchall()
                for kind, seen in ((_RUNS, SEES_RUN), (_VERDICT, SEES_VERDICT))
            )
        for run_id, *row in runs:
            try:
                run, kept = self._run_of(run_id, *row), self.members.get(run_id)
            except EvidenceError as error:
                yield Refused(name=str(run_id), why=str(error))
                continue
            yield StoredRun(run=run, made=row[1], members=_listed(kept))
            if kept.altered:
                why = f"members of {run_id} were altered: {', '.join(kept.altered) or 'their list'}"
                yield Refused(name=run_id, why=why)
        for key, *row in verdicts:
            try:
                yield self._verdict_of(key, *row)
            except EvidenceError as error:
                yield Refused(name=_verdict_id(key), why=str(error))

    def unchecked(self) -> int:
        """Return how many records are from before checksums, so that nothing tells them altered."""
        tables = " UNION ALL ".join(
            f"SELECT count(*) AS old FROM {table} WHERE digest IS NULL" for table in TABLES
        )
        with self._database.reading() as connection:
            return connection.execute(f"SELECT sum(old) FROM ({tables})").fetchone()[0]

    def unlinked(self) -> list[str]:
        """Return, in words, the verdicts that are not found by the runs that they name."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT verdicts.key, named.value FROM verdicts, "
                "json_each(iif(json_valid(body), body, '{}'), '$.run_ids') AS named EXCEPT "
                "SELECT verdicts.key, run FROM verdict_runs JOIN verdicts ON verdict = number"
            ).fetchall()
        return [f"{_verdict_id(key)} is not found by its run {run}" for key, run in rows]

    def close(self) -> None:
        """Close the store; a store in memory is then gone. Closing twice does no harm."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _keep(self, run: Run) -> Run:
        """Store a run unless one has its id; return what is stored under the id now."""
        body = stored_text(run)
        with self._database.writing() as connection:
            row = _put(connection, run.id, body)
            own(connection, self.owner(), "run", [run.id])
        return self._run_of(run.id, *row)

    def _cached(self, run_id: str) -> Run | None:
        """Return a stored run, whoever made it; it is the present caller's as well from now on."""
        bound = self._bound(id=run_id)
        with self._database.reading() as connection:
            row = connection.execute(_RUN, bound).fetchone()
            seen = connection.execute(f"{_RUN} AND {SEES_RUN}", bound).fetchone()
        if row is None:
            return None
        run = self._run_of(run_id, *row)
        if not seen:
            with self._database.writing() as connection:
                own(connection, self.owner(), "run", [run_id])
        return run

    def _bound(self, **values: str | int) -> dict[str, str | int | None]:
        """Return values for the names in a statement, with for whom it is made."""
        return {"owner": self.owner(), **values}

    def _check_stored(self, connection: sqlite3.Connection, run_ids: Sequence[str]) -> None:
        for run_id in run_ids:
            if not connection.execute("SELECT 1 FROM runs WHERE id = ?", (run_id,)).fetchone():
                raise EvidenceError(
                    f"run {shown(run_id)} is not in the evidence store {self._database.name}; "
                    "store it before a verdict that names it"
                )

    def _run_of(self, run_id: str, body: str, made: str, digest: str | None) -> Run:
        if is_altered(digest, run_id, body, made):
            raise self._altered(run_id)
        run = self._parsed_run(body)
        if run.id != run_id:
            raise self._altered(run_id)
        return run

    def _verdict_of(
        self, key: str, body: str, question: str, made: str, digest: str | None
    ) -> StoredVerdict:
        if is_altered(digest, key, body, question, made):
            raise self._altered(_verdict_id(key))
        return StoredVerdict(verdict=self._parsed(Verdict, body), question=question, made=made)

    def _altered(self, name: str) -> Altered:
        return Altered(
            f"{shown(name)} in the evidence store {self._database.name} was altered since it was "
            "stored and is not used; the rest can be"
        )

    def _parsed(self, model: type[_Stored], body: str) -> _Stored:
        try:
            return model.model_validate_json(body)
        except ValidationError as error:
            raise Altered(
                f"the evidence store {self._database.name} holds a {model.__name__} that cannot "
                f"be read: {error.errors()[0]['msg']}; the rest can be"
            ) from error

    def _parsed_run(self, body: str) -> Run:
        """Return a run, which every check of the same question asks for: short ones are kept."""
        if len(body) > _LONGEST_KEPT:
            return self._parsed(Run, body)
        run = self._runs.get(body)
        if run is None:
            if len(self._runs) >= _MOST_KEPT:
                self._runs.clear()
            run = self._runs[body] = self._parsed(Run, body)
        return run

    def _lock_of(self, run_id: str) -> threading.Lock:
        with self._running_guard:
            return self._running.setdefault(run_id, threading.Lock())


#: What is read of a run and of a verdict.
_RUNS = "SELECT id, body, made, digest FROM runs"
_RUN = "SELECT body, made, digest FROM runs WHERE id = :id"
_VERDICT = "SELECT key, body, question, made, digest FROM verdicts"


def _put(connection: sqlite3.Connection, run_id: str, body: str) -> tuple[str, str, str | None]:
    """Store a run's text unless its id has one as it was stored; return what it has then."""
    row = connection.execute(_RUN, {"id": run_id}).fetchone()
    if row is not None and not is_altered(row[2], run_id, *row[:2]):
        return row
    made = _now()
    connection.execute(
        "INSERT INTO runs (id, body, made, digest) VALUES (?, ?, ?, ?) ON CONFLICT (id) "
        "DO UPDATE SET body = excluded.body, made = excluded.made, digest = excluded.digest",
        (run_id, body, made, digest := checksum(run_id, body, made)),
    )
    return body, made, digest


def _insert(connection: sqlite3.Connection, verdict: Verdict, body: str, question: str) -> None:
    key, made = _key(question, body), _now()
    held = connection.execute(f"{_VERDICT} WHERE key = ?", (key,)).fetchone()
    if held is not None and not is_altered(held[-1], *held[:-1]):
        return
    (number,) = connection.execute(
        "INSERT INTO verdicts (key, question, body, made, digest) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET question = excluded.question, body = excluded.body, "
        "made = excluded.made, digest = excluded.digest RETURNING number",
        (key, question, body, made, checksum(key, body, question, made)),
    ).fetchone()
    connection.executemany(
        "INSERT OR IGNORE INTO verdict_runs (verdict, run) VALUES (?, ?)",
        [(number, run_id) for run_id in verdict.all_run_ids],
    )


def _unread(error: Altered) -> Verdict:
    said = str(error)
    problem = Problem(reason="altered", message=said)
    return Verdict(text=said, verdict="unread", updated=said, problem=problem)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _listed(kept: Kept) -> dict[str, tuple[float | None, ...]]:
    """Return members as numbers with no more digits than were kept, None for NaN."""
    found: dict[str, tuple[float | None, ...]] = {}
    for name, values in kept.members.items():
        if values is not None:
            digits = 9 if values.typecode == "f" else 17
            found[name] = tuple(
                None if math.isnan(one) else float(f"{one:.{digits}g}") for one in values
            )
    return found


def _key(question: str, body: str) -> str:
    try:
        return hashlib.sha256(f"{question}\0{body}".encode()).hexdigest()
    except UnicodeEncodeError as error:
        raise EvidenceError(f"the question holds a character that is not text: {error}") from error


def _verdict_id(key: object) -> str:
    """Return the id of a verdict by its key, which in a damaged file may be no text."""
    return f"{VERDICT}{str(key)[:KEY_LENGTH]}"


def _run_id(call: Call, version: str) -> str:
    try:
        return call.run_id(version)
    except UnicodeEncodeError as error:
        raise BadValue(
            f"an argument of {call.function} holds a character that is not valid text: "
            f"{shown(error.object[error.start : error.end])}",
            given=error.object[error.start : error.end],
        ) from error
