"""Finds declared simulators in folders: `simulator.toml` in a folder or one below it.

Folders: those of the variable SIMULRAG_SIMULATORS, separated as in PATH, then
`$XDG_CONFIG_HOME/simulrag/simulators` (by default `~/.config/simulrag/simulators`).
"""

import os
from collections.abc import Iterator
from pathlib import Path

from simulrag.simulators.external.declaration import FILE

VARIABLE = "SIMULRAG_SIMULATORS"


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
