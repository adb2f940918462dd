"""All sources asked for a claim and its opposing claim.

A source that cannot be asked is named with the reason and does not stop the others; it is never
taken for one that found nothing.
"""

from collections.abc import Sequence
from typing import Protocol

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import SourceError
from simulrag.verifier.literature.opposition import Opposition
from simulrag.verifier.literature.sources.merging import merged
from simulrag.verifier.literature.weighing import Unreachable


class Source(Protocol):
    """A place to look for abstracts."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    def search(self, query: str, limit: int) -> list[Document]:
        """Return at most `limit` documents; raises SourceError where it cannot be asked."""
        ...


class OnlineResults(Frozen):
    """What the sources gave, each paper once, and which of them could not be asked."""

    documents: tuple[Document, ...]
    #: Source -> documents that it gave, by both queries; 0 is "none found".
    found: dict[str, int]
    unreachable: tuple[Unreachable, ...]


def search_sources(sources: Sequence[Source], against: Opposition, limit: int) -> OnlineResults:
    """Ask every source for claim and opposing claim, `limit` documents each."""
    documents: list[Document] = []
    found: dict[str, int] = {}
    unreachable: list[Unreachable] = []
    for source in sources:
        for query in (against.claim, against.opposing):
            try:
                given = source.search(query, limit)
            except SourceError as error:
                unreachable.append(Unreachable(source=source.name, why=f"{error.kind}: {error}"))
                break
            documents += given
            found[source.name] = found.get(source.name, 0) + len(given)
    return OnlineResults(
        documents=tuple(merged(documents)), found=found, unreachable=tuple(unreachable)
    )
