"""Reads and replaces a settings file: whole or not at all, with a copy of what it was."""

import os
import tempfile
from datetime import UTC, datetime
from glob import escape
from pathlib import Path

from simulrag.client.errors import BadInput

#: Larger files are no settings.
LARGEST = 20_000_000
#: How the name of a copy ends.
COPY = ".simulrag-backup"
_MARK = "\ufeff"


def read(path: Path) -> str | None:
    """Return the text of a settings file, None if there is no such file. Raises BadInput.

    A symbolic link is followed. Line endings and a byte order mark are kept.
    """
    if not path.exists():
        if path.is_symlink():
            raise BadInput(f"{path} is a link to {path.readlink()}, which does not exist")
        return None
    if not path.is_file():
        raise BadInput(f"{path} is not a file")
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"{path} is larger than {LARGEST:,} bytes; that is no settings file")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not UTF-8 text: {error}") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error


def split_mark(text: str) -> tuple[str, str]:
    """Return a byte order mark, or "", and the text after it."""
    return (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)


def replace(
    path: Path, before: str | None, after: str | None, *, copied: bool = True
) -> Path | None:
    """Write a file in one step, if it still holds `before`; return where its copy lies.

    before: what it held when it was read, None if it was not there; after: None to remove it.
    copied: whether what it held is kept beside it. Raises BadInput where it has changed since, or
    cannot be written; it is then as it was.
    """
    place = path.resolve() if path.is_symlink() else path
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        copy = _copy(place, before) if copied and before is not None else None
        if after is None:
            _check_unchanged(place, before)
            place.unlink()
        else:
            _write(place, after, expected=before)
    except (OSError, UnicodeEncodeError) as error:
        raise BadInput(f"{path} cannot be written: {error}") from error
    return copy


def _write(place: Path, text: str, expected: str | None) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", suffix=".new", dir=place.parent)
    made = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        made.chmod(place.stat().st_mode & 0o777 if expected is not None else 0o600)
        _check_unchanged(place, expected)
        made.replace(place)
    finally:
        made.unlink(missing_ok=True)


def _check_unchanged(place: Path, expected: str | None) -> None:
    if read(place) != expected:
        raise BadInput(f"{place} was changed by another program just now; try again")


def copies(path: Path) -> list[Path]:
    """Return the copies that were made of a file."""
    place = path.resolve() if path.is_symlink() else path
    return sorted(place.parent.glob(f"{escape(place.name)}.*{COPY}"))


def _copy(place: Path, text: str) -> Path:
    """Write a copy beside a file, under a name that no other copy has."""
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}"
    copy = place.with_name(f"{place.name}.{stamp}{COPY}")
    copy.touch(mode=0o600, exist_ok=False)  # it may hold keys of other servers
    copy.write_bytes(text.encode())
    copy.chmod(place.stat().st_mode & 0o777)
    return copy
