"""Asks a module or an FMU what it declares, in the process that will run it, and keeps the answer.

A description is kept under a digest of all files in the simulator's folder, of this Python and of
this version of SimulRAG: whatever changes of them, it is asked for again. What is kept is believed
no more than what the simulator says itself.
"""

import hashlib
import json
import logging
import os
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.data_integrity import write_whole
from simulrag.simulators.errors import BadValue
from simulrag.simulators.external.connections import Connection
from simulrag.simulators.external.declaration import Declaration, check, function_tables
from simulrag.simulators.external.replies import refused

#: Most files of a folder that are looked at, and the largest that is read, not only dated.
MOST_FILES, LONGEST_READ = 300, 2**20
_log = logging.getLogger(__name__)
Tables = dict[str, JsonValue]


def described(declaration: Declaration, connection: Connection) -> Declaration:
    """Return a declaration with the functions that its module or FMU declares.

    It is asked only where its files are others than when it was last. Raises BadValue, RunFailed,
    NotInstalled.
    """
    source = f"{'FMU' if declaration.run.fmu else 'module'} {_named(declaration)}"
    file = cache_file(declaration)
    tables = cached(file)
    if tables is None:
        tables = _asked(declaration, connection)
        keep(file, tables)
    tables = _overlaid(tables, declaration.overlay, source, only=bool(declaration.run.fmu))
    made = function_tables(tables, source)
    return check(declaration.model_copy(update=made), source)


def _named(declaration: Declaration) -> str:
    return declaration.run.fmu or declaration.run.module


def _asked(declaration: Declaration, connection: Connection) -> Tables:
    reply = connection.ask({"describe": True})
    kind = "FMU" if declaration.run.fmu else "module"
    refused(reply, f"the {kind} {_named(declaration)!r} of {declaration.name}")
    tables = cast(Tables | None, reply.get("functions"))
    if not tables:
        raise BadValue(
            f"the module {declaration.run.module!r} has no function with the decorator "
            "@simulator_function",
            given=declaration.run.module,
        )
    return tables


def _overlaid(
    tables: Tables, overlay: Mapping[str, JsonValue], source: str, *, only: bool
) -> Tables:
    """Return tables with others laid over.

    only: where those name parameters or outputs, only these are kept, as a unit has more of them
    than anybody wants. Raises BadValue for a function, a parameter or an output that is not there.
    """
    made = {**tables}
    for name, laid in _mappings(overlay, "functions", source).items():
        own = _within(made, name, f"functions.{name}", source)
        merged = {**own, **laid}
        for part in ("parameters", "outputs"):
            if part in laid:
                at = f"functions.{name}.{part}"
                theirs = _mapping(own[part])
                whole: Tables = {} if only else {**theirs}
                for key, table in _mappings(laid[part], at, source).items():
                    whole[key] = {**_within(theirs, key, f"{at}.{key}", source), **table}
                merged[part] = whole
        example = {**_mapping(own["example"]), **_mapping(laid.get("example", {}))}
        kept = _mapping(merged["parameters"])
        made[name] = {**merged, "example": {k: v for k, v in example.items() if k in kept}}
    return made


def _within(tables: Tables, name: str, at: str, source: str) -> Tables:
    if name not in tables:
        raise BadValue(f"{at}: the {source} has {', '.join(tables)}", given=name)
    return _mapping(tables[name])


def _mapping(value: JsonValue) -> Tables:
    return cast(Tables, value)


def _mappings(value: object, at: str, source: str) -> Mapping[str, Tables]:
    held = cast(Mapping[str, object], value) if isinstance(value, Mapping) else {"": None}
    if not all(isinstance(one, dict) for one in held.values()):
        raise BadValue(f"{at} laid over the {source} must hold tables such as [{at}.NAME]")
    return cast(Mapping[str, Tables], held)


def cache_folder() -> Path:
    """Return the folder of this user's descriptions."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".cache"
    return base / "simulrag" / "declared"


def cache_file(declaration: Declaration) -> Path | None:
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
    return cache_folder() / f"{made.hexdigest()}.json"


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


def cached(file: Path | None) -> dict[str, JsonValue] | None:
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
