"""Calls that went on after their reply was due, kept where every worker process finds them."""

import time
from typing import Literal

from pydantic import Field, JsonValue

from simulrag.simulators.digests import checksum, is_altered
from simulrag.simulators.errors import Altered
from simulrag.simulators.interface import Frozen
from simulrag.verifier.evidence_database import EvidenceDatabase

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
    """The jobs of an evidence store."""

    def __init__(self, database: EvidenceDatabase) -> None:
        self._database = database

    @property
    def closed(self) -> bool:
        """Whether the store was closed, so that nothing more can be kept."""
        return self._database.closed

    def put(self, job: Job) -> None:
        """Keep a job as it is now, with the time."""
        body = job.model_dump_json()
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO jobs (id, body, beat, digest) VALUES (?, ?, ?, ?) ON CONFLICT (id) "
                "DO UPDATE SET body = excluded.body, beat = excluded.beat, "
                "digest = excluded.digest",
                (job.id, body, _since_start(), checksum(job.id, body)),
            )

    def get(self, job_id: str) -> tuple[Job, bool] | None:
        """Return a job and whether it is lost (running, but silent); None where there is none.

        Raises Altered for one that is not what was kept.
        """
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT body, coalesce(CAST(beat AS REAL), 0), digest FROM jobs WHERE id = ?",
                (job_id,),
            ).fetchone()
        if row is None:
            return None
        if is_altered(row[2], job_id, row[0]):
            raise Altered(f"{job_id} was altered since it was kept; make the same call again")
        job = Job.model_validate_json(row[0])
        return job, job.state == "running" and abs(_since_start() - row[1]) > SILENT

    def altered(self) -> list[str]:
        """Return, in words, the jobs that are not what was kept."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT id, body, digest FROM jobs").fetchall()
        return [f"{key} was altered" for key, body, old in rows if is_altered(old, key, body)]


def _since_start() -> float:
    """Return a time, s, that runs alike in all processes of this machine while it is on.

    Whoever sets its clock changes nothing; what was kept before it was started is lost.
    """
    return time.monotonic()
