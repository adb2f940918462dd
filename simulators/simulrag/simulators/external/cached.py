"""Keeps what a module or an FMU was found to declare, so that a start need not run it to know.

A description is kept under a digest of all files in the simulator's folder, of this Python and of
this version of SimulRAG: whatever changes of them, it is asked for again. What is kept is believed
no more than what the simulator says itself.
"""

import hashlib
import json
import logging
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.data_integrity import write_whole
from simulrag.simulators.external.declaration import Declaration

#: Most files of a folder that are looked at, and the largest that is read, not only dated.
MOST_FILES, LONGEST_READ = 300, 2**20
_log = logging.getLogger(__name__)


def folder() -> Path:
    """Return the folder of this user's descriptions."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".cache"
    return base / "simulrag" / "declared"


def place(declaration: Declaration) -> Path | None:
    """Return the file for a description; None where its sources lie outside of the folder."""
    run = declaration.run
    source = run.fmu or run.module.replace(".", "/") + ".py"
    if not (declaration.folder / source).is_file():
        return None
    made = hashlib.sha256()
    paths = sorted(p for p in declaration.folder.rglob("*") if _counts(p, declaration.folder))
    if len(paths) > MOST_FILES:
        return None
    about = [sys.version, sys.executable, version("simulrag"), run.kind, source]
    for text in [*about, *(_state(path, declaration.folder) for path in paths)]:
        made.update(text.encode() + b"\0")
    return folder() / f"{made.hexdigest()}.json"


def _counts(path: Path, home: Path) -> bool:
    parts = path.relative_to(home).parts
    hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
    return not hidden and path.is_file()


def _state(path: Path, home: Path) -> str:
    """Return what changes when a file does."""
    held = path.stat()
    read = held.st_size <= LONGEST_READ
    known = hashlib.sha256(path.read_bytes()).hexdigest() if read else str(held.st_mtime_ns)
    return f"{path.relative_to(home).as_posix()} {held.st_size} {known}"


def kept(file: Path | None) -> dict[str, JsonValue] | None:
    """Return a description that was kept, None where there is none that can be read."""
    if file is None:
        return None
    try:
        found = cast(object, json.loads(file.read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _log.warning("the description in %s is asked for again: %s", file.name, error)
        return None
    return cast(dict[str, JsonValue], found) if isinstance(found, dict) and found else None


def keep(file: Path | None, description: dict[str, JsonValue]) -> None:
    """Keep a description; where that cannot be, it is asked for at every start."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(description))
    except OSError as error:
        _log.info("the description is not kept in %s: %s", file.parent, error)
