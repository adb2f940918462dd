"""A corpus of abstracts in one SQLite file: text, metadata, retractions and a full-text index.

A document is added again only if its content has changed (by hash), so that an import may be
repeated. How often stems occur is counted once after an import for the frequent ones, which are
the slow ones to count, and asked of the index for the others.
"""

import json
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

from simulrag.simulators.arguments import shown
from simulrag.simulators.digests import checksum
from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.abbreviations import definitions
from simulrag.verifier.literature.corpus_database import open_database
from simulrag.verifier.literature.documents import Document, own_id, same_paper
from simulrag.verifier.literature.errors import CorpusError
from simulrag.verifier.literature.terms import normalise

_T = TypeVar("_T")

_BATCH = 5_000
#: In a corpus of more documents than this, stems of more than this share of them are counted
#: after an import.
_COUNTED_ABOVE, _FREQUENT = 20_000, 0.002
#: A title's words count this many times in the index's own ranking.
TITLE_WEIGHT = 2.0


class Imported(Frozen):
    """What an import did with documents, by count.

    renamed: how many have another id than they were given, as that is another paper's.
    """

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    renamed: int = 0

    def __add__(self, other: "Imported") -> "Imported":
        return Imported(
            added=self.added + other.added,
            updated=self.updated + other.updated,
            unchanged=self.unchanged + other.unchanged,
            renamed=self.renamed + other.renamed,
        )


class Candidate(NamedTuple):
    """What ranking needs of a document: its number in the corpus, texts and length in words."""

    number: int
    title: str
    abstract: str
    words: int


class Corpus:
    """Abstracts to search in; `path` None keeps all in memory.

    Raises CorpusError for a file that is missing (unless `create`), corrupt or not a corpus.
    """

    def __init__(self, path: Path | None, *, create: bool = True) -> None:
        self.path = path
        self._connection = open_database(path, create=create)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; twice does no harm."""
        self._connection.close()

    def add(self, documents: Iterable[Document]) -> Imported:
        """Add documents, or update those whose content has changed.

        Of papers that share an id, as of two files with a number or a key of their own, each is
        kept.
        """
        done = Imported()
        with self._changing() as database:
            for batch in _groups(documents, _BATCH):
                done += _add(database, batch)
            _count_frequent(database)
        return done

    def get(self, ids: Iterable[str]) -> dict[str, Document]:
        """Return id -> document for those that are here."""
        with self._reading() as database:
            return _held(database, dict.fromkeys(ids))

    def candidates(self, query: str, limit: int) -> list[Candidate]:
        """Return the documents that an FTS5 query ranks first, best first."""
        with self._reading() as database:
            numbers = [
                number
                for (number,) in database.execute(
                    "SELECT rowid FROM word_index WHERE word_index MATCH ? "
                    f"ORDER BY bm25(word_index, {TITLE_WEIGHT}, 1.0), rowid LIMIT ?",
                    (query, limit),
                )
            ]
            rows = database.execute(
                "SELECT number, title, abstract, words FROM documents WHERE typeof(title) = 'text' "
                "AND typeof(abstract) = 'text' AND typeof(words) = 'integer' "
                f"AND number IN ({_marks(numbers)})",
                numbers,
            )
            found = {row[0]: Candidate(*row) for row in rows}
            if missing := [number for number in numbers if number not in found]:
                raise sqlite3.DatabaseError(f"the documents {missing[:3]} are damaged; {_AGAIN}")
        return [found[number] for number in numbers]

    def numbered(self, numbers: Sequence[int]) -> list[Document]:
        """Return the documents of numbers that `candidates` gave, in the order given."""
        with self._reading() as database:
            rows = {
                number: rest
                for number, *rest in database.execute(
                    f"SELECT number, {_READ} FROM documents WHERE number IN ({_marks(numbers)})",
                    numbers,
                )
            }
            return [_document(rows[number]) for number in numbers]

    def document_counts(self, stems: Iterable[str]) -> dict[str, int]:
        """Return stem -> number of documents that hold it; 0 where none does."""
        counts: dict[str, int] = {}
        with self._reading() as database:
            for stem in set(stems):
                row = (
                    database.execute(
                        "SELECT documents FROM frequent WHERE stem = ?", (stem,)
                    ).fetchone()
                    or database.execute(
                        "SELECT doc FROM word_counts WHERE term = ?", (stem,)
                    ).fetchone()
                )
                counts[stem] = row[0] if row else 0
        return counts

    def long_forms(self, short: str) -> list[str]:
        """Return what an abbreviation stands for here, the most frequent first."""
        with self._reading() as database:
            rows = database.execute(
                "SELECT long FROM abbreviations WHERE short = ? ORDER BY documents DESC, long",
                (short,),
            )
            return [long for (long,) in rows]

    def short_forms(self, phrases: Iterable[str]) -> list[str]:
        """Return for each normalised phrase its most frequent abbreviation here, if it has one."""
        found: dict[str, str] = {}
        with self._reading() as database:
            for some in _groups(sorted(set(phrases)), 500):
                for long, short in database.execute(
                    f"SELECT long, short FROM abbreviations WHERE long IN ({_marks(some)}) "
                    "ORDER BY long, documents DESC, short",
                    some,
                ):
                    found.setdefault(long, short)
        return list(found.values())

    def totals(self) -> tuple[int, float]:
        """Return the number of documents and their mean length in words."""
        with self._reading() as database:
            documents, words = database.execute("SELECT documents, words FROM totals").fetchone()
        return documents, words / documents if documents else 0.0

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        try:
            yield self._connection
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise CorpusError(f"the corpus {self.path or 'in memory'}: {error}") from error

    @contextmanager
    def _changing(self) -> Generator[sqlite3.Connection]:
        """Give the connection for changes that are made all or not at all."""
        with self._reading() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                database.execute("ROLLBACK")
                raise


def _groups(items: Iterable[_T], size: int) -> Iterable[Sequence[_T]]:
    left = iter(items)
    while group := tuple(islice(left, size)):
        yield group


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


#: What is read of a document, and how its hash begins; those of earlier releases are of another
#: kind, so that their documents are unchecked.
_READ, _CHECKED = "id, hash, metadata, title, abstract", "sha256:"
_AGAIN = "make the corpus again with --add"


def _document(row: Sequence[str]) -> Document:
    """Return a stored document. Raises sqlite3.DatabaseError for one that is not as it was put."""
    key, digest, *texts = row
    if not str(digest).startswith(_CHECKED) or digest == _hash(texts):
        try:
            metadata, title, abstract = texts
            return Document(**json.loads(metadata), title=title, abstract=abstract)
        except (TypeError, ValueError):  # of an unchecked one
            pass
    raise sqlite3.DatabaseError(
        f"the document {shown(key)} was altered since it was added; {_AGAIN}"
    )


def _texts(document: Document) -> tuple[str, str, str]:
    metadata = document.model_dump_json(exclude={"title", "abstract"}, exclude_defaults=True)
    return metadata, document.title, document.abstract


def _hash(texts: Sequence[str]) -> str:
    return _CHECKED + checksum(*map(str, texts))


def _held(database: sqlite3.Connection, ids: Iterable[str]) -> dict[str, Document]:
    found: dict[str, Document] = {}
    for some in _groups(ids, 500):
        rows = database.execute(f"SELECT {_READ} FROM documents WHERE id IN ({_marks(some)})", some)
        found |= {made.id: made for made in map(_document, rows)}
    return found


def _told_apart(
    database: sqlite3.Connection, documents: Sequence[Document]
) -> tuple[list[Document], int]:
    """Return each paper once, the last of it, and how many have an id that is not their own."""
    held = _held(database, {document.id for document in documents})
    found: dict[str, Document] = {}
    renamed = set[str]()
    for document in documents:
        there, kept = held.get(document.id), document
        at_once = document.id in found
        if there is not None and not same_paper(there, document, at_once=at_once):
            kept = document.model_copy(update={"id": own_id(document)})
            renamed.add(kept.id)
        held[kept.id] = found[kept.id] = kept
    return list(found.values()), len(renamed)


def _add(database: sqlite3.Connection, documents: Sequence[Document]) -> Imported:
    """Add one batch of documents."""
    batch, renamed = _told_apart(database, documents)
    before = _present(database, [document.id for document in batch])
    new, same = list[Document](), 0
    changed: list[tuple[int, Document]] = []
    hashes = {document.id: _hash(_texts(document)) for document in batch}
    for document in batch:
        there = before.get(document.id)
        if there is None:
            new.append(document)
        elif there[1] == hashes[document.id]:
            same += 1
        else:
            changed.append((there[0], document))
    (last,) = database.execute("SELECT coalesce(max(number), 0) FROM documents").fetchone()
    for number, _ in changed:
        _remove(database, number)
    numbered = [*changed, *enumerate(new, start=last + 1)]
    _insert(database, numbered, hashes)
    return Imported(added=len(new), updated=len(changed), unchanged=same, renamed=renamed)


def _present(database: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for some in _groups(ids, 500):
        rows = database.execute(
            f"SELECT id, number, hash FROM documents WHERE id IN ({_marks(some)})", some
        )
        found |= {name: (number, digest) for name, number, digest in rows}
    return found


def _insert(
    database: sqlite3.Connection,
    numbered: Sequence[tuple[int, Document]],
    hashes: dict[str, str],
) -> None:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    rows, indexed, words = list[tuple[object, ...]](), list[tuple[int, str, str]](), 0
    for number, document in numbered:
        title, abstract = normalise(document.title), normalise(document.abstract)
        length = _length(title, abstract)
        words += length
        indexed.append((number, title, abstract))
        metadata, *texts = _texts(document)
        rows.append(
            (number, document.id, hashes[document.id], *texts, metadata, document.retracted,
             length, now)
        )  # fmt: skip
    database.executemany("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    database.executemany(
        "INSERT INTO word_index (rowid, title, abstract) VALUES (?, ?, ?)", indexed
    )
    _count_abbreviations(database, [document for _, document in numbered], 1)
    database.execute(
        "UPDATE totals SET documents = documents + ?, words = words + ?", (len(rows), words)
    )


def _remove(database: sqlite3.Connection, number: int) -> None:
    """Take out one document; the index is told again what it was given."""
    row = database.execute(
        f"SELECT {_READ}, words FROM documents WHERE number = ?", (number,)
    ).fetchone()
    document = _document(row[:-1])
    database.execute(
        "INSERT INTO word_index (word_index, rowid, title, abstract) VALUES ('delete', ?, ?, ?)",
        (number, normalise(document.title), normalise(document.abstract)),
    )
    database.execute("DELETE FROM documents WHERE number = ?", (number,))
    _count_abbreviations(database, [document], -1)
    database.execute("UPDATE totals SET documents = documents - 1, words = words - ?", (row[-1],))


def _length(title: str, abstract: str) -> int:
    return sum(part.count(" ") + 1 for part in (title, abstract) if part)


def _count_abbreviations(
    database: sqlite3.Connection, documents: Iterable[Document], step: int
) -> None:
    found = [
        (short, normalise(long), step, step)
        for document in documents
        for short, long in {*definitions(document.abstract), *definitions(document.title)}
    ]
    database.executemany(
        "INSERT INTO abbreviations VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET documents = documents + ?",
        found,
    )
    if step < 0:
        database.execute("DELETE FROM abbreviations WHERE documents <= 0")


def _count_frequent(database: sqlite3.Connection) -> None:
    """Count the frequent stems again where a tenth of the documents are new since then."""
    documents, counted = database.execute("SELECT documents, counted FROM totals").fetchone()
    if documents < _COUNTED_ABOVE or abs(documents - counted) * 10 < documents:
        return
    database.execute("DELETE FROM frequent")
    database.execute(
        "INSERT INTO frequent SELECT term, doc FROM word_counts WHERE doc > ?",
        (int(documents * _FREQUENT),),
    )
    database.execute("UPDATE totals SET counted = documents")
