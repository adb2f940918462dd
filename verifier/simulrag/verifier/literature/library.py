"""Where a server finds abstracts: a corpus file, and online sources where a caller asks for them.

Nothing online is asked, and no key is read, unless a caller names the sources. What searches is
loaded with the first search, so that a server starts without it.
"""

import os
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from simulrag.verifier.literature.errors import CorpusError

if TYPE_CHECKING:
    from simulrag.verifier.literature.corpus import Corpus
    from simulrag.verifier.literature.retrieval import Queries
    from simulrag.verifier.literature.sources.searching import OnlineResults, Unreachable

#: Environment variables: the corpus file, and the folder that keeps replies of online sources.
CORPUS_VARIABLE, CACHE_VARIABLE = "SIMULRAG_CORPUS", "SIMULRAG_SOURCE_CACHE"
#: How to come by a corpus.
HOW = (
    f"set {CORPUS_VARIABLE} to a file, or serve with --corpus FILE; make one with "
    "simulrag literature --corpus FILE --add REFERENCES"
)
#: Searches online of which the results are remembered, so that what is read is what is weighed.
_REMEMBERED = 16


@dataclass(frozen=True)
class Library:
    """A corpus file and a cache, None for none; keys of sources in `environment`.

    `urls` replaces the addresses of sources.
    """

    corpus: Path | None = None
    cache: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    urls: Mapping[str, str] = field(default_factory=dict[str, str])
    _asked: "dict[object, OnlineResults]" = field(default_factory=dict, repr=False, compare=False)
    _guard: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @classmethod
    def of_environment(cls, corpus: Path | None = None) -> Self:
        """Return what the environment names; `corpus` goes before its variable."""
        named, cache = os.environ.get(CORPUS_VARIABLE), os.environ.get(CACHE_VARIABLE)
        path = corpus or (Path(named).expanduser() if named else None)
        return cls(path, Path(cache).expanduser() if cache else None, os.environ)

    @contextmanager
    def opened(
        self, asked: "Queries", online: Sequence[str], abstracts: int, *, needed: bool = True
    ) -> "Generator[tuple[Corpus, tuple[Unreachable, ...]]]":
        """Open the corpus; with online sources, one in memory of its best and of theirs.

        The file itself is never changed. needed: raise CorpusError where there is neither corpus
        nor source, instead of naming it as unreachable. Raises LiteratureError for an unknown
        source.
        """
        from simulrag.verifier.literature.corpus import Corpus
        from simulrag.verifier.literature.retrieval import MOST_ABSTRACTS, retrieve
        from simulrag.verifier.literature.sources.searching import Unreachable

        if not online and self.corpus is not None:
            with Corpus(self.corpus, create=False) as corpus:
                yield corpus, ()
            return
        if not online and needed:
            raise CorpusError(f"no corpus is configured: {HOW}; or name online sources")
        gone = (Unreachable(source="corpus", why=f"none is configured: {HOW}"),)
        with Corpus(None) as both:
            if online and self.corpus is not None:
                with Corpus(self.corpus, create=False) as corpus:
                    both.add(h.document for h in retrieve(corpus, asked, MOST_ABSTRACTS).hits)
            if online:
                found = self._online(asked, online, abstracts)
                both.add(found.documents)
                gone = found.unreachable
            yield both, gone

    def _online(self, asked: "Queries", online: Sequence[str], abstracts: int) -> "OnlineResults":
        from simulrag.verifier.literature.sources.searching import search_sources

        texts = [text for side in asked.sides() for text in side]
        key = (tuple(texts), tuple(online), abstracts)
        with self._guard:
            if key in self._asked:
                return self._asked[key]
        found = search_sources(online, texts, abstracts, self.environment, self.cache, self.urls)
        if not found.unreachable:
            with self._guard:
                self._asked[key] = found
                for old in list(self._asked)[:-_REMEMBERED]:
                    del self._asked[old]
        return found
