"""Calls that went on after their reply was due, kept where every worker process finds them."""

import time
from typing import Literal

from pydantic import Field, JsonValue

from simulrag.simulators.digests import checksum, is_altered
from simulrag.simulators.errors import Altered
from simulrag.simulators.interface import Frozen
from simulrag.verifier.evidence_database import EvidenceDatabase
from simulrag.verifier.evidence_owners import Owner, nobody_in_particular

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
