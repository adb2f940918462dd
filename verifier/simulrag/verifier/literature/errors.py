"""Errors of the literature that a caller can act on.

SimulRAGError
  LiteratureError
    CorpusError     the corpus cannot be opened, read or written
    ImportFault     a file of references cannot be read
    SourceError     an online source refused, is spent or could not be reached
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
