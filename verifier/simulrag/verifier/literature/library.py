"""Where a server finds abstracts: a corpus file, and online sources where a caller asks for them.

Nothing online is asked, and no key is read, unless a caller names the sources. What searches is
loaded with the first search, so that a server starts without it.
"""

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from simulrag.verifier.literature.errors import CorpusError

if TYPE_CHECKING:
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.documents import Document
    from simulrag.verifier.literature.opposition import Opposition
    from simulrag.verifier.literature.weighing import Unreachable

#: Environment variables: the corpus file, and the folder that keeps replies of online sources.
CORPUS_VARIABLE, CACHE_VARIABLE = "SIMULRAG_CORPUS", "SIMULRAG_SOURCE_CACHE"
#: How to come by a corpus.
HOW = (
    f"set {CORPUS_VARIABLE} to a file, or serve with --corpus FILE; make one with "
    "simulrag literature --corpus FILE --add REFERENCES"
)


class Holdings(NamedTuple):
    """A corpus to search, what online sources gave by name, and those that could not be asked."""

    corpus: "Corpus"
    online: Mapping[str, int]
    unreachable: "tuple[Unreachable, ...]"


@dataclass(frozen=True)
class Library:
    """A corpus file and a cache, None for none; keys of sources in `environment`.

    `urls` replaces the addresses of sources.
    """

    corpus: Path | None = None
    cache: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    urls: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of_environment(cls, corpus: Path | None = None) -> Self:
        """Return what the environment names; `corpus` goes before its variable."""
        named, cache = os.environ.get(CORPUS_VARIABLE), os.environ.get(CACHE_VARIABLE)
        path = corpus or (Path(named).expanduser() if named else None)
        return cls(path, Path(cache).expanduser() if cache else None, os.environ)

    @contextmanager
    def opened(
        self, against: "Opposition", online: Sequence[str], abstracts: int
    ) -> Generator[Holdings]:
        """Open the corpus; with online sources, one in memory of its best and of theirs.

        The file itself is never changed. Raises CorpusError without a corpus and sources, or for
        a file that cannot be used, LiteratureError for an unknown source.
        """
        from simulrag.verifier.literature.corpus import Corpus
        from simulrag.verifier.literature.sources.chosen import opened
        from simulrag.verifier.literature.sources.merging import merged
        from simulrag.verifier.literature.sources.searching import search_sources

        if not online:
            if self.corpus is None:
                raise CorpusError(f"no corpus is configured: {HOW}; or name online sources")
            with Corpus(self.corpus, create=False) as corpus:
                yield Holdings(corpus, {}, ())
            return
        with opened(online, self.environment, self.cache, self.urls) as sources:
            found = search_sources(sources, against, abstracts)
        with Corpus(None) as both:
            both.add(merged([*self._own(against), *found.documents]))
            yield Holdings(both, found.found, found.unreachable)

    def _own(self, against: "Opposition") -> "list[Document]":
        from simulrag.verifier.literature.corpus import Corpus
        from simulrag.verifier.literature.weighing import MOST_ABSTRACTS, retrieve

        if self.corpus is None:
            return []
        with Corpus(self.corpus, create=False) as corpus:
            return [hit.document for hit in retrieve(corpus, against, MOST_ABSTRACTS).hits]
