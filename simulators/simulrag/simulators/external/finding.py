"""Finds declared simulators in folders: `simulator.toml` in a folder or one below it.

Folders: those of the variable SIMULRAG_SIMULATORS, separated as in PATH, then
`$XDG_CONFIG_HOME/simulrag/simulators` (by default `~/.config/simulrag/simulators`).
"""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

from simulrag.simulators.external.declaration import FILE
from simulrag.simulators.external.simulator import ExternalSimulator, from_file

VARIABLE = "SIMULRAG_SIMULATORS"
_log = logging.getLogger(__name__)


def folders() -> tuple[Path, ...]:
    """Return the folders that are searched, in order; not all of them need be there."""
    named = [Path(part) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    return (*named, own_folder())


def own_folder() -> Path:
    """Return the folder of this user's simulators."""
    config = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    base = config if config.is_absolute() else Path.home() / ".config"
    return base / "simulrag" / "simulators"


def files() -> Iterator[Path]:
    """Yield the declarations found, each once."""
    seen: set[Path] = set()
    for folder in folders():
        for path in (folder / FILE, *sorted(folder.glob(f"*/{FILE}"))):
            if path.is_file() and path.resolve() not in seen:
                seen.add(path.resolve())
                yield path


def found() -> Iterator[ExternalSimulator]:
    """Yield the declared simulators; one that is not sound is reported and left out."""
    for path in files():
        try:
            yield from_file(path)
        except Exception as error:  # noqa: BLE001 - a broken one must not take the rest down
            _log.warning("the simulator of %s was left out: %s", path.parent.name, error)
