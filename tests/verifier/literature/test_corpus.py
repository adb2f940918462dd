"""The corpus of abstracts: what is added is found, once, and changes are followed."""

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import CorpusError
from simulrag.verifier.literature.retrieval import ranking_of, search

TEA = Document(id="tea", title="Green tea", abstract="Catechins raise fat oxidation in men.")
RAIN = Document(id="rain", abstract="Rainfall in Kenya has declined since 1990.", retracted=True)


def ids(corpus: Corpus, text: str) -> list[str]:
    return [hit.document.id for hit in search(corpus, text, 10)]


def test_an_import_may_be_repeated_and_adds_nothing_twice() -> None:
    with Corpus(None) as corpus:
        first, second = corpus.add([TEA, RAIN]), corpus.add([TEA, RAIN])
        assert (first.added, first.unchanged) == (2, 0)
        assert (second.added, second.updated, second.unchanged) == (0, 0, 2)
        assert corpus.totals() == (2, 7.5)


def test_a_changed_document_is_found_by_its_new_words_and_no_longer_by_its_old_ones() -> None:
    with Corpus(None) as corpus:
        corpus.add([TEA, RAIN])
        done = corpus.add([TEA.model_copy(update={"abstract": "Coffee keeps rats awake."})])
        assert (done.added, done.updated) == (0, 1)
        assert ids(corpus, "catechins") == []
        assert ids(corpus, "sleepless rats and coffee") == ["tea"]
        assert corpus.document_counts(["catechin", "coffe"]) == {"catechin": 0, "coffe": 1}


def test_a_document_comes_back_from_the_file_as_it_was_given(tmp_path: Path) -> None:
    whole = Document(
        id="doi:10.1/x", title="T", abstract="A b.", authors=("Ä, B",), year=2001, journal="J",
        doi="10.1234/X", pmid="7", citations=0, impact=1.5, rank=3, field_weighted=0.25,
        retracted=False, sources=("a.bib",),
    )  # fmt: skip
    with Corpus(tmp_path / "c.db") as corpus:
        corpus.add([whole])
    with Corpus(tmp_path / "c.db", create=False) as corpus:
        assert corpus.get(["doi:10.1/x", "absent"]) == {"doi:10.1/x": whole}


def test_an_import_that_breaks_off_leaves_the_corpus_as_it_was() -> None:
    def broken() -> object:
        yield RAIN
        raise OSError("the disk went away")

    with Corpus(None) as corpus:
        corpus.add([TEA])
        with pytest.raises(OSError, match="disk"):
            corpus.add(broken())  # type: ignore[arg-type]
        assert corpus.totals()[0] == 1
        assert ids(corpus, "rainfall in Kenya") == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("TGF-β1 signalling in mice.", "tgf beta 1"),
        ("Interleukin IL6 rises.", "IL-6"),
        ("Naïve Müller cells were counted.", "naive muller cell"),
        ("Patients received medications for it.", "drugs"),
        ("Renal failure was frequent.", "failing kidneys"),
    ],
)
def test_spellings_and_synonyms_meet(text: str, query: str) -> None:
    with Corpus(None) as corpus:
        corpus.add([Document(id="there", abstract=text), TEA])
        assert ids(corpus, query)[:1] == ["there"]


def test_an_abbreviation_that_one_abstract_explains_finds_those_that_spell_it_out() -> None:
    with Corpus(None) as corpus:
        corpus.add(
            [
                Document(id="says", abstract="Human cytomegalovirus (HCMV) infects monocytes."),
                Document(id="short", abstract="HCMV persists in marrow."),
                TEA,
            ]
        )
        assert corpus.long_forms("HCMV") == ["human cytomegalovirus"]
        assert set(ids(corpus, "human cytomegalovirus")) == {"says", "short"}
        corpus.add([Document(id="says", abstract="Nothing is explained here.")])
        assert corpus.long_forms("HCMV") == []


def test_rare_words_weigh_more_than_frequent_ones() -> None:
    with Corpus(None) as corpus:
        corpus.add(Document(id=str(n), abstract="Patients were treated.") for n in range(30))
        corpus.add([Document(id="rare", abstract="Xerostomia was treated in one who was asked.")])
        assert ids(corpus, "treated patients with xerostomia")[0] == "rare"
        rarity = ranking_of(corpus, "patients xerostomia").rarity
        assert rarity["xerostomia"] > rarity["patient"] > 0


@pytest.mark.parametrize("text", ["", "   ", "the of and", "\"' OR * NEAR(", "'); DROP TABLE x"])
def test_a_query_without_content_or_with_query_syntax_finds_nothing_and_breaks_nothing(
    text: str,
) -> None:
    with Corpus(None) as corpus:
        corpus.add([TEA])
        assert ids(corpus, text) == []


@given(st.text(max_size=200))
def test_any_text_may_be_stored_and_searched_for(text: str) -> None:
    with Corpus(None) as corpus:
        corpus.add([Document(id="it", abstract=text.encode("utf-8", "replace").decode())])
        assert ids(corpus, text) in ([], ["it"])


def test_a_missing_corpus_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="--add"):
        Corpus(tmp_path / "none.db", create=False)


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(CorpusError, match="another program"):
        Corpus(path)
    assert path.read_bytes() == before
    (tmp_path / "text.db").write_text("This is no data base, whatever its name says. " * 30)
    with pytest.raises(CorpusError, match="cannot be used"):
        Corpus(tmp_path / "text.db")


def test_a_corpus_of_a_later_format_is_refused(tmp_path: Path) -> None:
    Corpus(tmp_path / "c.db").close()
    with sqlite3.connect(tmp_path / "c.db") as later:
        later.execute("PRAGMA user_version = 99")
    with pytest.raises(CorpusError, match="format 99"):
        Corpus(tmp_path / "c.db")


def test_frequent_stems_are_counted_after_an_import_as_the_index_counts_them() -> None:
    def many(first: int, last: int) -> list[Document]:
        return [
            Document(id=str(n), abstract=f"A study number {n}" + " of tea" * (n % 2))
            for n in range(first, last)
        ]

    with Corpus(None) as corpus:
        corpus.add(many(0, 5_000))
        assert corpus.document_counts(["studi", "tea", "absent"]) == {
            "studi": 5_000, "tea": 2_500, "absent": 0,
        }  # fmt: skip
        corpus.add(many(5_000, 6_000))
        assert corpus.document_counts(["tea"]) == {"tea": 3_000}


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
@settings(max_examples=50)
def test_an_altered_byte_leaves_each_paper_as_it_was_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, place: float, by: int
) -> None:
    path = tmp_path_factory.mktemp("corpus") / "c.db"
    with Corpus(path) as corpus:
        corpus.add([TEA, RAIN])
    whole = bytearray(path.read_bytes())
    used = [index for index, byte in enumerate(whole) if byte]
    whole[used[int(place * len(used))]] ^= by
    path.write_bytes(whole)
    seen: list[Document] = []
    with suppress(CorpusError), Corpus(path, create=False) as corpus:
        seen += corpus.get([TEA.id, RAIN.id]).values()
        seen += [hit.document for hit in search(corpus, "catechins and rainfall", 10)]
    assert all(one in (TEA, RAIN) for one in seen)


def test_a_corpus_of_an_earlier_release_is_read_unchecked_and_an_altered_paper_is_named(
    tmp_path: Path,
) -> None:
    path = tmp_path / "c.db"
    for digest, named in (("hash", "abstract"), ("'0' || substr(hash, 8)", "")):
        path.unlink(missing_ok=True)
        with Corpus(path) as corpus:
            corpus.add([TEA, RAIN])
        with sqlite3.connect(path) as database:
            database.execute(f"UPDATE documents SET hash = {digest}")
            database.execute("UPDATE documents SET abstract = 'None.' WHERE id = 'tea'")
        database.close()
        with Corpus(path, create=False) as corpus:
            assert corpus.get(["rain"])["rain"] == RAIN
            if named:
                with pytest.raises(CorpusError, match=r"document 'tea' was altered.*--add"):
                    corpus.get(["tea"])
            else:
                assert corpus.get(["tea"])["tea"].abstract == "None."
