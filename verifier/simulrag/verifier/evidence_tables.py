"""What an evidence store keeps, and in which form: texts of runs and verdicts, members, jobs."""

import math
import sys
import time
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from pydantic import Field, JsonValue
from pydantic_core import to_json

from simulrag.simulators.data_integrity import checksum, is_altered
from simulrag.simulators.errors import Altered, EvidenceError, RunFailed
from simulrag.simulators.interface import Frozen, Run
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence_database import EvidenceDatabase, Owner, nobody_in_particular

#: Longest run that is kept, bytes as JSON; a run is numbers to cite, fields go to files.
MOST_BYTES = 8_000_000


def stored_text(record: Run | Verdict) -> str:
    """Return a record as JSON; RunFailed (EvidenceError for a verdict) if it is not finite.

    RunFailed as well for a run that is longer than MOST_BYTES.
    """
    fields = record.model_dump()
    place = "" if _all_finite(fields) else _not_finite(fields, "")
    if place and isinstance(record, Run):
        raise RunFailed(
            f"run {record.id!r} of {record.call.simulator}.{record.call.function} holds a value "
            f"that is no finite number in {place}; nothing was stored",
            parameter=place,
        )
    if place:
        raise EvidenceError(f"a verdict holds a value that is no finite number in {place}")
    try:
        body = record.model_dump_json()
    except ValueError as error:
        raise EvidenceError(f"a {type(record).__name__} cannot be stored: {error}") from error
    if isinstance(record, Run) and len(body) > MOST_BYTES:
        raise RunFailed(
            f"run {record.id!r} of {record.call.simulator}.{record.call.function} has "
            f"{len(body) / 1e6:.0f} MB; allowed are {MOST_BYTES / 1e6:.0f} MB, nothing was stored"
        )
    return body


def _all_finite(value: object) -> bool:
    """Tell fast whether all numbers are finite; False where words or something else may differ."""
    try:
        text = to_json(value, inf_nan_mode="constants")
    except (TypeError, ValueError):
        return False
    return b"NaN" not in text and b"Infinity" not in text


def _not_finite(value: object, place: str) -> str:
    """Return the dotted path of the first number that is NaN or infinite, "" if all are finite."""
    if isinstance(value, float):
        return "" if math.isfinite(value) else place
    if isinstance(value, dict):
        parts = cast(Mapping[object, object], value).items()
    elif isinstance(value, list | tuple):
        parts = enumerate(cast(Sequence[object], value))
    else:
        return ""
    for key, part in parts:
        if part is None or isinstance(part, str | int):
            continue
        path = _not_finite(part, f"{place}.{key}".lstrip("."))
        if path:
            return path
    return ""


#: The row of a run of whose own outputs all members are kept.
_WHOLE = "", b""


def narrowed(values: Sequence[float]) -> "array[float]":
    """Return values as they are kept: in float32, or in float64 where that cannot hold them."""
    exact = array("d", values)
    near = array("f", exact)
    return near if all(map(_holds, near, exact)) else exact


def _holds(near: float, value: float) -> bool:
    if near == value or math.isnan(value):
        return True
    return math.isfinite(near) and near != 0.0 and not value.is_integer()


def packed(values: Sequence[float]) -> bytes:
    """Return values as bytes, a tenth to nine tenths of float32's."""
    made = narrowed(values)
    if sys.byteorder == "big":
        made.byteswap()
    body, width = made.tobytes(), made.itemsize
    planes = b"".join(body[first::width] for first in range(width))
    return zlib.compress(made.typecode.encode() + planes, 9)


def unpacked(body: bytes) -> "array[float]":
    """Return the values that `packed` made bytes of. Raises Altered for other bytes."""
    try:
        stream = zlib.decompressobj()
        held = stream.decompress(body, MOST_BYTES + 1)
        if not stream.eof:
            raise ValueError(f"they are cut, or more than {MOST_BYTES / 1e6:.0f} MB")
        found = array("f" if held[:1] == b"f" else "d")
        count = (len(held) - 1) // found.itemsize
        planes = bytearray(count * found.itemsize)
        for first in range(found.itemsize):
            planes[first :: found.itemsize] = held[1 + first * count : 1 + (first + 1) * count]
    except (zlib.error, ValueError) as error:
        raise Altered(f"members of a run cannot be read: {error}") from error
    found.frombytes(bytes(planes))
    if sys.byteorder == "big":
        found.byteswap()
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a run's members; None are those of an output that is known to be a point.

    whole: all members of the run's own outputs are here; what is missing is a point. altered:
    outputs whose members are not what was kept, and so are not here ("" for what says `whole`).
    """

    members: "Mapping[str, array[float] | None]"
    whole: bool = False
    altered: tuple[str, ...] = ()


class MemberTable:
    """The members of the runs of an evidence store, by run and output.

    An output of a part has its name and the part's ("peak in Ohio").
    """

    def __init__(self, database: EvidenceDatabase) -> None:
        self._database = database

    def put(
        self, run_id: str, members: Mapping[str, Sequence[float] | None], *, whole: bool = False
    ) -> None:
        """Keep members of a stored run beside those that are there already.

        These stay unless they were altered. Raises RunFailed for more than MOST_BYTES,
        EvidenceError where the run is not stored.
        """
        longest = max((len(one) for one in members.values() if one is not None), default=0)
        rows = [(name, b"" if one is None else packed(one)) for name, one in members.items()]
        size = max(sum(len(body) for _, body in rows), longest * array("d").itemsize)
        if size > MOST_BYTES:
            raise RunFailed(
                f"the members of run {run_id!r} have {size / 1e6:.0f} MB; allowed are "
                f"{MOST_BYTES / 1e6:.0f} MB, nothing was stored"
            )
        with self._database.writing() as connection:
            found = connection.execute("SELECT number FROM runs WHERE id = ?", (run_id,)).fetchone()
            if found is None:
                raise EvidenceError(
                    f"run {run_id!r} is not in the evidence store {self._database.name}; store it "
                    "before its members"
                )
            for name, body in [*rows, *([_WHOLE] if whole else [])]:
                held = connection.execute(
                    "SELECT digest, body FROM members WHERE run = ? AND output = ?",
                    (found[0], name),
                ).fetchone()
                if held is None or is_altered(held[0], run_id, name, held[1]):
                    connection.execute(
                        "INSERT OR REPLACE INTO members (run, output, body, digest) "
                        "VALUES (?, ?, ?, ?)",
                        (found[0], name, body, checksum(run_id, name, body)),
                    )

    def get(self, run_id: str) -> Kept:
        """Return what is kept of a run's members; nothing where they were never asked for."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT output, members.body, members.digest FROM members "
                "JOIN runs ON run = number WHERE id = ?",
                (run_id,),
            ).fetchall()
        sound = {n: body for n, body, digest in rows if not is_altered(digest, run_id, n, body)}
        altered = tuple(name for name, _, _ in rows if name not in sound)
        whole = sound.pop(_WHOLE[0], None) is not None and not altered
        members = {n: unpacked(body) if body else None for n, body in sound.items()}
        return Kept(members, whole, altered)

    def size(self) -> tuple[int, int]:
        """Return how many runs have members, and the bytes that these take."""
        with self._database.reading() as connection:
            return connection.execute(
                "SELECT count(DISTINCT run), coalesce(sum(length(body)), 0) FROM members "
                "WHERE length(body) > 0"
            ).fetchone()


#: A job that gave no sign of life for so long is taken for lost with its process, s.
SILENT = 30.0
#: How far a call is.
State = Literal["running", "done", "failed", "stopped"]


class Job(Frozen):
    """A call that goes on, or its reply.

    share: how much is done, 0 to 1; runs: ids of the runs made so far; text and content: the
    reply once the state is "done", the text alone where it "failed".
    """

    id: str
    tool: str
    state: State = "running"
    share: float = 0.0
    runs: tuple[str, ...] = ()
    text: str = ""
    content: dict[str, JsonValue] = Field(default_factory=dict)


class JobBoard:
    """The jobs of an evidence store; each is seen by whom it is done for."""

    def __init__(self, database: EvidenceDatabase, owner: Owner = nobody_in_particular) -> None:
        self._database = database
        self._owner = owner

    @property
    def closed(self) -> bool:
        """Whether the store was closed, so that nothing more can be kept."""
        return self._database.closed

    def put(self, job: Job) -> None:
        """Keep a job as it is now, with the time.

        The time is that of a clock that all processes of a machine share and nobody sets.
        """
        body = job.model_dump_json()
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO jobs (id, body, beat, digest, owner) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET body = excluded.body, beat = excluded.beat, "
                "digest = excluded.digest",
                (job.id, body, time.monotonic(), checksum(job.id, body), self._owner()),
            )

    def get(self, job_id: str) -> tuple[Job, bool] | None:
        """Return a job and whether it is lost (running, but silent); None where there is none.

        Raises Altered for one that is not what was kept.
        """
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT body, coalesce(CAST(beat AS REAL), 0), digest FROM jobs "
                "WHERE id = :id AND (:owner IS NULL OR owner = :owner)",
                {"id": job_id, "owner": self._owner()},
            ).fetchone()
        if row is None:
            return None
        if is_altered(row[2], job_id, row[0]):
            raise Altered(f"{job_id} was altered since it was kept; make the same call again")
        job = Job.model_validate_json(row[0])
        silent = time.monotonic() - row[1]
        # A beat that lies ahead was written before the machine was started again.
        return job, job.state == "running" and not 0 <= silent <= SILENT

    def altered(self) -> list[str]:
        """Return, in words, the jobs that are not what was kept."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT id, body, digest FROM jobs").fetchall()
        return [f"{key} was altered" for key, body, old in rows if is_altered(old, key, body)]
