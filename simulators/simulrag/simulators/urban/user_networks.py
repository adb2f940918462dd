"""Networks of the user's own: files in a folder that the operator of the server has named.

`SIMULRAG_NETWORKS` names that folder. Each `.net.xml`, `.net.xml.gz`, `.osm` and `.osm.xml` in it
is a network, called by the file's name: `old_town.net.xml` is the "old town network". Callers give
names and never paths, so that nobody reaches another file, least of all from afar.
"""

import hashlib
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "SIMULRAG_NETWORKS"
ENDINGS = (".net.xml", ".net.xml.gz", ".osm", ".osm.xml")
#: Most networks of a folder.
MOST = 20
_NAME = re.compile(r"[a-z0-9][a-z0-9 _-]{0,39}")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OwnNetwork:
    """A file of the folder as it was when it was found.

    state : size in bytes and time of its last change, so that a changed file is another network
    """

    name: str
    path: Path
    state: tuple[int, int]

    @property
    def changed(self) -> bool:
        """Tell whether the file is another one now, or gone."""
        return state_of(self.path) != self.state


def state_of(path: Path) -> tuple[int, int]:
    """Return size and time of the last change of a file, zeros where it is gone."""
    try:
        held = path.stat()
    except OSError:
        return (0, 0)
    return held.st_size, held.st_mtime_ns


def found() -> Mapping[str, OwnNetwork]:
    """Return the networks of the folder by name; what cannot be one is reported and left out."""
    folder = os.environ.get(VARIABLE, "")
    if not folder:
        return {}
    try:
        home = Path(folder).resolve(strict=True)
        paths = sorted(path for path in home.iterdir() if path.name.endswith(ENDINGS))
    except OSError as error:
        _log.warning("%s names %r, which cannot be read: %s", VARIABLE, folder, error.strerror)
        return {}
    made: dict[str, OwnNetwork] = {}
    for path in paths:
        name, why = _name(path), _refused(path, home)
        if not why and name in made:
            why = "another file has its name"
        if not why and len(made) >= MOST:
            why = f"there are more than {MOST}"
        if why:
            _log.warning("the network file %r was left out: %s", path.name, why)
        else:
            made[name] = OwnNetwork(name, path.resolve(), state_of(path))
    return made


def _name(path: Path) -> str:
    stem = path.name
    for ending in sorted(ENDINGS, key=len, reverse=True):
        stem = stem.removesuffix(ending)
    said = re.sub(r"[\s_-]+", " ", stem.casefold()).strip()
    return said if said.endswith("network") else f"{said} network"


def _refused(path: Path, home: Path) -> str:
    """Return why a file is no network; "" where it may be one."""
    if not path.is_file():
        return "it is no file"
    if home not in path.resolve().parents:
        return "it is a link that leads out of the folder"
    if not _NAME.fullmatch(_name(path)):
        return "its name may have letters, digits, spaces, _ and -, at most 32"
    return ""


def digest(networks: Mapping[str, OwnNetwork]) -> str:
    """Return six digits that change with the files, "" where there are none."""
    if not networks:
        return ""
    text = "\n".join(f"{one.name} {one.state}" for one in networks.values())
    return hashlib.sha256(text.encode()).hexdigest()[:6]
