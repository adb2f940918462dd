"""Replies kept on disk: one file for a request, without keys or addresses of people."""

import hashlib
import json
import logging
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from simulrag.simulators.digests import checksum
from simulrag.simulators.interface import Frozen
from simulrag.simulators.whole_files import write_whole
from simulrag.verifier.literature.errors import LiteratureError

_log = logging.getLogger(__name__)
#: Parameters that name the caller and change nothing in what is answered.
CALLER = frozenset({"api_key", "mailto", "email", "tool"})


class Kept(Frozen):
    """A reply: its text, its ETag ("" where it had none) and when it came, s since 1970.

    digest: the checksum of all this; "" in files from before checksums, which are unchecked.
    """

    url: str
    body: str
    etag: str
    at: float
    digest: str = ""

    def checksum(self) -> str:
        """Return the checksum of what is kept."""
        return checksum(self.url, self.body, self.etag, repr(self.at))


class ReplyCache:
    """A folder of replies; several processes may share it. LiteratureError if it is of no use."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, url: str, parameters: Mapping[str, str]) -> Kept | None:
        """Return the reply kept for a request; None where there is none as it was kept."""
        path = self._path(url, parameters)
        try:
            kept = Kept.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._fault(error) from error
        except ValidationError:
            kept = None
        if kept is None or kept.digest not in ("", kept.checksum()):
            _log.warning("%s was altered since it was kept; it is asked for again", path)
            return None
        return kept

    def put(self, url: str, parameters: Mapping[str, str], kept: Kept) -> None:
        """Keep a reply; a reader sees the old file or the new one, never half."""
        path = self._path(url, parameters)
        sealed = kept.model_copy(update={"digest": kept.checksum()})
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, sealed.model_dump_json())
        except OSError as error:
            raise self._fault(error) from error

    def _fault(self, error: OSError) -> LiteratureError:
        said = error.strerror or error
        return LiteratureError(f"the cache {self._folder} cannot be used: {said}; give another")

    def _path(self, url: str, parameters: Mapping[str, str]) -> Path:
        asked = {name: value for name, value in parameters.items() if name not in CALLER}
        text = json.dumps([url, sorted(asked.items())])
        return self._folder / f"{hashlib.sha256(text.encode()).hexdigest()}.json"
