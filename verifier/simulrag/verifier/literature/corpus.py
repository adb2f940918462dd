"""A corpus of abstracts in one SQLite file: documents, what names them, and a full-text index.

A paper that comes again, from another file or source too, is the same by DOI, PMID, or title and
year, and is then completed. How often frequent stems occur is counted once after an import, as
these are the slow ones to count.
"""

import sqlite3
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from simulrag.simulators.arguments import shown
from simulrag.simulators.data_integrity import checksum, readable
from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document, own_id, same_paper, together
from simulrag.verifier.literature.errors import CorpusError
from simulrag.verifier.literature.words import normalise, words

#: Marks a SQLite file as a corpus ("SRLC" in ASCII).
APPLICATION_ID, FORMAT = 0x53524C43, 2
#: How long to wait for another process that is writing, s; memory for pages, KiB.
_BUSY_TIMEOUT, _CACHE = 30.0, 131_072
#: In a corpus of more documents than this, stems of more than this share are counted ahead.
_COUNTED_ABOVE, _FREQUENT = 20_000, 0.001
#: Entries of the index that a query may read, beside those of its two rarest words: so many are
#: scored in some milliseconds. In a small corpus all words fit.
_POSTINGS = 12_000
_TOKENS = "tokenize = 'porter unicode61'"
#: The index holds no text of its own: what was indexed is made again from a document.
_SCHEMA = f"""
CREATE TABLE documents (number INTEGER PRIMARY KEY, hash TEXT NOT NULL, document TEXT NOT NULL);
CREATE TABLE names (name TEXT, number INTEGER, PRIMARY KEY (name, number)) WITHOUT ROWID;
CREATE VIRTUAL TABLE word_index USING fts5(title, abstract, content = '', {_TOKENS});
INSERT INTO word_index (word_index, rank) VALUES ('rank', 'bm25(2.0, 1.0)');
CREATE VIRTUAL TABLE word_counts USING fts5vocab(word_index, 'row');
CREATE TABLE frequent (stem TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT}"""
_TEMPORARY = f"""
CREATE VIRTUAL TABLE temp.stemming USING fts5(word, {_TOKENS});
CREATE VIRTUAL TABLE temp.stemmed USING fts5vocab('temp', 'stemming', 'instance');
PRAGMA cache_size = -{_CACHE};
PRAGMA mmap_size = {1 << 32}"""
_AGAIN = "make the corpus again with --add"


class Imported(Frozen):
    """What an import did with documents, by count, and each record that could not be read.

    renamed: how many have another id than they were given, as that is another paper's.
    """

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    renamed: int = 0
    unread: tuple[str, ...] = ()


class Corpus:
    """Abstracts to search in; `path` None keeps all in memory.

    Raises CorpusError for a file that is missing (unless `create`), corrupt or not a corpus.
    """

    def __init__(self, path: Path | None, *, create: bool = True) -> None:
        self.path = path
        if path is not None and not create and not path.exists():
            raise CorpusError(f"there is no corpus at {path}; make one with --add FILE")
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path or ":memory:", _BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
            )
        except (sqlite3.Error, OSError) as error:
            raise CorpusError(f"the corpus {path} cannot be used: {error}") from error
        try:
            self._connection.text_factory = readable
            with self._reading() as database:
                _prepare(database, path)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; twice does no harm."""
        self._connection.close()

    def add(self, documents: Iterable[Document]) -> Imported:
        """Add documents, or complete those that are here already, all or none.

        Of papers that share an id, as of two files with a number or a key of their own, each is
        kept.
        """
        counts = Counter[str]()
        with self._reading() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                before = _last(database)
                for document in documents:
                    done, renamed = _put(database, document, before)
                    counts[done] += 1
                    counts["renamed"] += renamed
                _count_frequent(database)
                database.execute("COMMIT")
            except BaseException:
                database.execute("ROLLBACK")
                raise
        return Imported.model_validate(counts)

    def get(self, ids: Iterable[str]) -> dict[str, Document]:
        """Return id -> document for those that are here; an id may be a DOI ("doi:10...") too."""
        with self._reading() as database:
            found = {
                one: next(iter(_named(database, (f"id:{one}", one))), None)
                for one in dict.fromkeys(ids)
            }
            return {one: _document(database, there) for one, there in found.items() if there}

    def search(self, text: str, limit: int) -> list[Document]:
        """Return the `limit` documents that fit a text best by BM25, best first.

        Where the words of a text occur in more documents than can be read quickly, the rarest
        are searched for.
        """
        with self._reading() as database:
            asked = " OR ".join(f'"{word}"' for word in _affordable(database, words(text)))
            if not asked:
                return []
            rows = database.execute(
                "SELECT rowid FROM word_index WHERE word_index MATCH ? ORDER BY rank LIMIT ?",
                (asked, limit),
            )
            return [_document(database, number) for (number,) in rows.fetchall()]

    def size(self) -> int:
        """Return the number of documents."""
        with self._reading() as database:
            return _last(database)

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        try:
            yield self._connection
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise CorpusError(f"the corpus {self.path or 'in memory'}: {error}") from error


def _prepare(database: sqlite3.Connection, path: Path | None) -> None:
    def one(query: str) -> int:
        return database.execute(query).fetchone()[0]

    owner = one("PRAGMA application_id")
    if owner == 0 and one("SELECT count(*) FROM sqlite_master") == 0:
        # In one transaction, so that two processes cannot make half each.
        database.execute("BEGIN IMMEDIATE")
        if one("SELECT count(*) FROM sqlite_master") == 0:
            for statement in _SCHEMA.split(";\n"):
                database.execute(statement)
        database.execute("COMMIT")
    elif owner != APPLICATION_ID:
        raise CorpusError(f"{path} is a database of another program, not a corpus; give another")
    if (version := one("PRAGMA user_version")) != FORMAT:
        raise CorpusError(
            f"the corpus {path} has format {version}, this version of simulrag reads format "
            f"{FORMAT}; {_AGAIN}"
        )
    for statement in _TEMPORARY.split(";\n"):
        database.execute(statement)


def _last(database: sqlite3.Connection) -> int:
    return database.execute("SELECT coalesce(max(number), 0) FROM documents").fetchone()[0]


def _named(database: sqlite3.Connection, names: Sequence[str]) -> list[int]:
    marks = ", ".join("?" * len(names))
    rows = database.execute(f"SELECT DISTINCT number FROM names WHERE name IN ({marks})", names)
    return [number for (number,) in rows]


def _document(database: sqlite3.Connection, number: int) -> Document:
    """Return a stored document. Raises sqlite3.DatabaseError for one that is not as it was put."""
    row = database.execute("SELECT hash, document FROM documents WHERE number = ?", (number,))
    digest, text = row.fetchone() or ("", "")
    if not isinstance(text, str) or digest != checksum(text):
        told = shown(str(text)[:60])
        raise sqlite3.DatabaseError(f"the document {told} was altered since it came; {_AGAIN}")
    return Document.model_validate_json(text)


def _put(database: sqlite3.Connection, document: Document, before: int) -> tuple[str, bool]:
    """Keep a document. Return whether it was added, updated or unchanged, and whether renamed.

    before: the last number before this import.
    """
    renamed = False
    while True:
        numbers = _named(database, (f"id:{document.id}", *document.keys()))
        if numbers:
            numbers += _named(database, (f"id:{own_id(document)}",))
        found = [(number, _document(database, number)) for number in numbers]
        for number, there in sorted(found, key=lambda one: one[1].abstract != document.abstract):
            if same_paper(there, document, at_once=number > before):
                made = together(document, there)
                if made == there:
                    return "unchanged", renamed
                _index(database, number, there, "delete")
                _write(database, number, made)
                return "updated", renamed
        if all(there.id != document.id for _, there in found):
            break
        document, renamed = document.model_copy(update={"id": own_id(document)}), True
    _write(database, _last(database) + 1, document)
    return "added", renamed


def _write(database: sqlite3.Connection, number: int, document: Document) -> None:
    text = document.model_dump_json(exclude_defaults=True)
    database.execute(
        "INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (number, checksum(text), text)
    )
    names = [(name, number) for name in (f"id:{document.id}", *document.keys())]
    database.executemany("INSERT OR IGNORE INTO names VALUES (?, ?)", names)
    _index(database, number, document)


def _index(
    database: sqlite3.Connection, number: int, document: Document, command: str | None = None
) -> None:
    """Index a document; or with "delete" take it out, which has to be told what was indexed."""
    database.execute(
        "INSERT INTO word_index (word_index, rowid, title, abstract) VALUES (?, ?, ?, ?)",
        (command, number, normalise(document.title), normalise(document.abstract)),
    )


def _affordable(database: sqlite3.Connection, asked: Sequence[str]) -> list[str]:
    """Return words to look up: the rarest first, while the documents that hold them are few."""
    known = {word: count for word, count in _counts(database, asked).items() if count}
    read, chosen = 0, list[str]()
    for word in sorted(known, key=lambda one: (known[one], one)):
        read += known[word]
        if len(chosen) >= 2 and read > _POSTINGS:
            break
        chosen.append(word)
    return chosen


def _counts(database: sqlite3.Connection, asked: Sequence[str]) -> dict[str, int]:
    """Return word -> number of documents that hold its stem."""
    given = list(dict.fromkeys(asked))
    database.execute("DELETE FROM temp.stemming")
    database.executemany("INSERT INTO temp.stemming (rowid, word) VALUES (?, ?)", enumerate(given))
    stems = {doc: term for term, doc in database.execute("SELECT term, doc FROM temp.stemmed")}
    found: dict[str, int] = {}
    for place, word in enumerate(given):
        stem = (stems.get(place, word),)
        row = (
            database.execute("SELECT documents FROM frequent WHERE stem = ?", stem).fetchone()
            or database.execute("SELECT doc FROM word_counts WHERE term = ?", stem).fetchone()
        )
        found[word] = row[0] if row else 0
    return found


def _count_frequent(database: sqlite3.Connection) -> None:
    """Count the frequent stems again where a tenth of the documents are new since then.

    The empty stem, which no text has, holds how many documents there were.
    """
    documents = _last(database)
    row = database.execute("SELECT documents FROM frequent WHERE stem = ''").fetchone()
    if documents < _COUNTED_ABOVE or (documents - (row[0] if row else 0)) * 10 < documents:
        return
    database.execute("DELETE FROM frequent")
    database.execute(
        "INSERT INTO frequent SELECT term, doc FROM word_counts WHERE doc > ?",
        (int(documents * _FREQUENT),),
    )
    database.execute("INSERT INTO frequent VALUES ('', ?)", (documents,))
