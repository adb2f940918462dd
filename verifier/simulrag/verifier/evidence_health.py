"""Examines an evidence store: whether it opens, can be written, and holds what it should."""

import os
from dataclasses import dataclass
from pathlib import Path

from simulrag.simulators.errors import Altered, EvidenceError
from simulrag.verifier.evidence import (
    EvidenceStore,
    Refused,
    StoredRun,
    StoredVerdict,
    default_path,
)
from simulrag.verifier.evidence_database import (
    LOCATION_VARIABLE,
    SCHEMA_VERSION,
    EvidenceDatabase,
)

#: Most records that are named as altered.
MOST_NAMED = 5
_ELSEWHERE = f"mend it, or set {LOCATION_VARIABLE} to another file"
_AGAIN = (
    "all other records can be used; make the same call again, which makes an altered one anew, or "
    "put a copy of the file in its place"
)


@dataclass(frozen=True)
class Health:
    """What was found. `folder` exists and is where the store lies or would be made."""

    folder: Path
    said: str = ""
    #: What is wrong and what to do about it; "" where all is well.
    problem: str = ""
    remedy: str = ""


def examine(path: Path | None = None) -> Health:
    """Examine a store; None takes the user's own. One that does not exist yet is not made."""
    path = default_path() if path is None else path
    folder = _existing(path.parent)
    if not path.exists():
        if not os.access(folder, os.W_OK | os.X_OK) or not folder.is_dir():
            return Health(folder, problem=f"{path} cannot be made in {folder}", remedy=_ELSEWHERE)
        return Health(folder, said=f"{path} is not there yet; the first run makes it")
    try:
        _check_file(path)
        return Health(folder, said=_contents(path))
    except Altered as error:
        return Health(folder, problem=str(error), remedy=_AGAIN)
    except EvidenceError as error:
        return Health(folder, problem=str(error), remedy=_ELSEWHERE)


def _existing(folder: Path) -> Path:
    """Return the nearest folder upwards that exists."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def _check_file(path: Path) -> None:
    """Raise EvidenceError where the file is damaged or cannot be written."""
    database = EvidenceDatabase(path)
    try:
        with database.reading() as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise EvidenceError(f"{path} is damaged: {found}")
        with database.writing() as connection:  # a write that changes nothing
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    finally:
        database.close()


def _contents(path: Path) -> str:
    """Read every record; Altered names those that were altered or cannot be read."""
    runs = verdicts = 0
    wrong: list[str] = []
    with EvidenceStore(path) as store:
        for record in store.records():
            match record:
                case Refused(why=why):
                    wrong.append(why)
                case StoredRun(run=run):
                    runs += 1
                    if run.call.run_id(run.version) != run.id:
                        wrong.append(f"the run {run.id!r} has a call of another id")
                case StoredVerdict():
                    verdicts += 1
        wrong += [*store.unlinked(), *store.jobs.altered()]
        drawn, of_members = store.members.size()
        unchecked = store.unchecked()
    if wrong:
        more = f", and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
        raise Altered(f"{path}: {'; '.join(wrong[:MOST_NAMED])}{more}")
    size = path.stat().st_size / 1e6
    old = f"; {unchecked} records are from before checksums and unchecked" if unchecked else ""
    return (
        f"{path} holds {runs} runs and {verdicts} verdicts in {size:.1f} MB, of which the members "
        f"of {drawn} runs take {of_members / 1e6:.1f} MB; all can be read{old}"
    )
