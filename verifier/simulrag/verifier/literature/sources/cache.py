"""Replies kept on disk: one file for a request, without keys or addresses of people."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from simulrag.simulators.interface import Frozen
from simulrag.simulators.whole_files import write_whole

#: Parameters that name the caller and change nothing in what is answered.
CALLER = frozenset({"api_key", "mailto", "email", "tool"})


class Kept(Frozen):
    """A reply: its text, its ETag ("" where it had none) and when it came, s since 1970."""

    url: str
    body: str
    etag: str
    at: float


class ReplyCache:
    """A folder of replies; several processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, url: str, parameters: Mapping[str, str]) -> Kept | None:
        """Return the reply kept for a request; None where there is none that can be read."""
        path = self._path(url, parameters)
        try:
            return Kept.model_validate_json(path.read_text("utf-8"))
        except (FileNotFoundError, ValidationError):
            return None

    def put(self, url: str, parameters: Mapping[str, str], kept: Kept) -> None:
        """Keep a reply; a reader sees the old file or the new one, never half."""
        path = self._path(url, parameters)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, kept.model_dump_json())

    def _path(self, url: str, parameters: Mapping[str, str]) -> Path:
        asked = {name: value for name, value in parameters.items() if name not in CALLER}
        text = json.dumps([url, sorted(asked.items())])
        return self._folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"
