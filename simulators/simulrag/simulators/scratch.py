"""A folder for the temporary files of a foreign process, removed however that process ends.

A process that is killed removes nothing: whoever started it does. Where that one is killed too, the
next to start a process does, who tells the folders of the dead by their locks, which the system
lets go.
"""

import os
import shutil
import tempfile
import time
import weakref
from functools import cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where a folder in use cannot be removed, nor its owner be known
    fcntl = None

PREFIX = "simulrag-run-"
_LOCK = ".lock"
#: Age from which a folder without a lock was left behind while it was made or removed, s.
LEFT_BEHIND = 3_600.0


class Scratch:
    """A folder of its own, held until `remove`, or the end of whoever made it."""

    def __init__(self) -> None:
        remove_left_behind()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        #: Removes the folder with all that is in it; called once more it does nothing.
        self.remove = weakref.finalize(self, _removed, self.folder, lock)


def _removed(folder: Path, lock: int) -> None:
    os.close(lock)
    shutil.rmtree(folder, ignore_errors=True)


@cache
def remove_left_behind() -> None:
    """Remove the folders of processes of this user that are gone, once a process."""
    if fcntl is not None:
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            if _left_behind(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _left_behind(folder: Path) -> bool:
    assert fcntl is not None
    try:
        held = folder.lstat()
        if held.st_uid != os.getuid():
            return False
        if not (folder / _LOCK).exists():
            return held.st_mtime < time.time() - LEFT_BEHIND
        lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:  # somebody else removes it
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(lock)
    return True
