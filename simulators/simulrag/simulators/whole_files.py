"""Files that are replaced as a whole: a reader sees the old one or the new one, never half."""

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write bytes, or a text in UTF-8, in place of a file.

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
