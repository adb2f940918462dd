"""Stored data that is whole and unaltered: checksums of records, and files replaced as a whole.

Checksums tell what a disk, a copy or an editor has changed. Whoever changes a record and makes its
checksum anew is not found out: that takes a signature.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path


def checksum(*parts: str | bytes) -> str:
    """Return the SHA-256 of the parts of a record, each with its kind and length, in hex digits."""
    made = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        made.update(b"%c%d:" % (b"t" if isinstance(part, str) else b"b", len(data)))
        made.update(data)
    return made.hexdigest()


def is_altered(digest: str | None, *parts: object) -> bool:
    """Tell whether a record is not what its checksum says.

    One without a checksum is unchecked, but for its types, which a byte may change as well.
    """
    texts = [one for one in parts if isinstance(one, str | bytes)]
    return len(texts) < len(parts) or digest not in (None, checksum(*texts))


def readable(raw: bytes) -> str:
    """Return a text of SQLite's; a byte that is no text must not cost more than its record."""
    return raw.decode(errors="replace")


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or a text in UTF-8, in place of a file: readers see the old or the new one.

    Raises OSError, and then leaves nothing behind.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
