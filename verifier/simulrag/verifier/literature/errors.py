"""Errors of the literature that a caller can act on.

SimulRAGError
  LiteratureError
    CorpusError   the corpus file cannot be opened, read or written
    ImportFault   a file of references cannot be read
    SourceError   an online source gave no answer that can be used
"""

from simulrag.simulators.errors import SimulRAGError


class LiteratureError(SimulRAGError):
    """Anything that a search in the literature refuses."""

    reason = "literature"


class CorpusError(LiteratureError):
    """The corpus file cannot be opened, read or written as asked."""

    reason = "corpus"


class ImportFault(LiteratureError):
    """A file of references cannot be read; the message names the file and the place in it."""

    reason = "import"


class SourceError(LiteratureError):
    """An online source gave no answer that can be used: this never means that it has nothing.

    `kind`: unreachable (no connection, time-out, 5xx), refused (4xx, such as a wrong key), spent
    (a limit or budget is used up) or malformed (an answer not as documented).
    """

    reason = "source_unreachable"

    def __init__(self, source: str, kind: str, message: str) -> None:
        super().__init__(f"{source}: {message}")
        self.source, self.kind = source, kind
