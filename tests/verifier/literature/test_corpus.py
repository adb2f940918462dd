"""The corpus of abstracts: what is added is found, once, and changes are followed."""

import sqlite3
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import CorpusError
from simulrag.verifier.literature.retrieval import Queries, retrieve

TEA = Document(id="tea", title="Green tea", abstract="Catechins raise fat oxidation in men.")
RAIN = Document(id="rain", abstract="Rainfall in Kenya has declined since 1990.", retracted=True)


def ids(corpus: Corpus, text: str) -> list[str]:
    return [document.id for document in corpus.search(text, 10)]


def test_an_import_may_be_repeated_and_adds_nothing_twice():
    with Corpus(None) as corpus:
        first, second = corpus.add([TEA, RAIN]), corpus.add([TEA, RAIN])
        assert (first.added, first.unchanged) == (2, 0)
        assert (second.added, second.updated, second.unchanged) == (0, 0, 2)
        assert corpus.size() == 2


def test_a_changed_document_is_found_by_its_new_words_and_no_longer_by_its_old_ones():
    with Corpus(None) as corpus:
        corpus.add([TEA, RAIN])
        done = corpus.add([TEA.model_copy(update={"abstract": "Coffee keeps rats awake."})])
        assert (done.added, done.updated) == (0, 1)
        assert ids(corpus, "catechins") == []
        assert ids(corpus, "sleepless rats and coffee") == ["tea"]


def test_a_document_comes_back_from_the_file_as_it_was_given(tmp_path):
    whole = Document(
        id="doi:10.1234/x", title="T", abstract="A b.", authors=("Ä, B",), year=2001, journal="J",
        types=("Review",), doi="10.1234/X", pmid="7", citations=0, impact=1.5, rank=3,
        field_weighted=0.25, retracted=False, sources=("a.bib",),
    )  # fmt: skip
    with Corpus(tmp_path / "c.db") as corpus:
        corpus.add([whole])
    with Corpus(tmp_path / "c.db", create=False) as corpus:
        assert corpus.get(["doi:10.1234/x", "absent"]) == {"doi:10.1234/x": whole}
        assert corpus.get(["pmid:7"]) == {"pmid:7": whole}


def test_one_paper_of_many_files_is_one_document_and_a_retraction_of_any_counts():
    title = "An adoption study of human obesity"
    papers = [
        Document(id="a", title=title, abstract="Short.", citations=5, doi="10.1056/x", year=1986,
                 sources=("1",)),
        Document(id="b", title="Editorial", doi="10.1056/other"),
        Document(id="c", title=title.upper(), abstract="Longer text.", pmid="7", year=1986,
                 sources=("2",)),
        Document(id="d", pmid="7", retracted=True, sources=("3",)),
        Document(id="e", doi="10.1056/X", retracted=False, impact=2.0, sources=("4",)),
        Document(id="f", title=title, year=2004, sources=("5",)),
        Document(id="g", title=title, doi="10.1056/y", year=1986, sources=("6",)),
    ]  # fmt: skip
    with Corpus(None) as corpus:
        done = corpus.add(papers)
        assert (done.added, done.updated) == (4, 3)
        one = corpus.get(["a"])["a"]
    assert (one.citations, one.year, one.impact, one.pmid) == (5, 1986, 2.0, "7")
    assert (one.abstract, one.retracted) == ("Longer text.", True)
    assert one.sources == ("1", "2", "3", "4")


def test_an_import_that_breaks_off_leaves_the_corpus_as_it_was():
    def broken() -> object:
        yield RAIN
        raise OSError("the disk went away")

    with Corpus(None) as corpus:
        corpus.add([TEA])
        with pytest.raises(OSError, match="disk"):
            corpus.add(broken())  # type: ignore[arg-type]
        assert corpus.size() == 1
        assert ids(corpus, "rainfall Kenya") == []


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("TGF-β1 signalling in mice.", "tgf beta 1"),
        ("Interleukin IL6 rises.", "IL-6"),
        ("Naïve Müller cells were counted.", "naive muller cell"),
    ],
)
def test_spellings_meet(text, query):
    with Corpus(None) as corpus:
        corpus.add([Document(id="there", abstract=text), TEA])
        assert ids(corpus, query)[:1] == ["there"]


def test_both_sides_are_searched_by_all_their_queries_and_it_is_told_which_found_what():
    papers = {"zinc": "Zinc lowers fever.", "iron": "Iron raises fever.", "tea": "Pyrexia fell."}
    with Corpus(None) as corpus:
        corpus.add(Document(id=name, abstract=text) for name, text in papers.items())
        asked = Queries(
            claim="Zinc lowers", queries=("pyrexia",), opposing="iron", opposing_queries=("zinc",)
        )
        found = retrieve(corpus, asked, 2)
    assert [(h.document.id, h.by_claim, h.by_opposing) for h in found.hits] == [
        ("zinc", True, True), ("tea", True, False), ("iron", False, True),
    ] or {h.document.id for h in found.hits} == set(papers)  # fmt: skip
    assert found.only_by_opposing == 1


@pytest.mark.parametrize("text", ["", "   ", "\"' OR * NEAR(", "'); DROP TABLE x", "!?"])
def test_a_query_with_query_syntax_breaks_nothing(text):
    with Corpus(None) as corpus:
        corpus.add([TEA])
        assert ids(corpus, text) == []


@given(st.text(max_size=200))
def test_any_text_may_be_stored_and_searched_for(text):
    with Corpus(None) as corpus:
        corpus.add([Document(id="it", abstract=text.encode("utf-8", "replace").decode())])
        assert ids(corpus, text) in ([], ["it"])


def test_in_a_large_corpus_the_rare_words_of_a_query_are_searched_for():
    with Corpus(None) as corpus:
        corpus.add(Document(id=str(n), abstract=f"A study of tea {n}") for n in range(20_001))
        corpus.add([Document(id="rare", abstract="Xerostomia in those who drank.")])
        assert ids(corpus, "a study of tea and xerostomia")[0] == "rare"
        assert ids(corpus, "a study of tea 777")[0] == "777"


def test_a_file_that_is_missing_of_another_program_or_format_is_refused_and_left_alone(tmp_path):
    with pytest.raises(CorpusError, match="--add"):
        Corpus(tmp_path / "none.db", create=False)
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(CorpusError, match="another program"):
        Corpus(path)
    assert path.read_bytes() == before
    (tmp_path / "text.db").write_text("This is no data base, whatever its name says. " * 30)
    with pytest.raises(CorpusError, match=r"text\.db"):
        Corpus(tmp_path / "text.db")
    Corpus(tmp_path / "c.db").close()
    with sqlite3.connect(tmp_path / "c.db") as later:
        later.execute("PRAGMA user_version = 99")
    with pytest.raises(CorpusError, match="format 99"):
        Corpus(tmp_path / "c.db")


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
@settings(max_examples=50)
def test_an_altered_byte_leaves_each_paper_as_it_was_or_is_refused(tmp_path_factory, place, by):
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
        seen += corpus.search("catechins and rainfall", 10)
    assert all(one in (TEA, RAIN) for one in seen)
