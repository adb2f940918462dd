"""A verdict from the literature as a page, and what papers may not do to it."""

import re
from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from server.small_corpus import CLAIM, FILLER, PAPERS, paper, written
from simulrag.verifier.literature.command import app
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.report import escaped, page
from simulrag.verifier.literature.weighing import LiteratureVerdict, Unreachable, weigh

HOSTILE = '</title><script>alert(1)</script><img src=x onerror="alert(1)">\u202e\x00'
#: Elements that a page may hold; each stands in the code that makes it.
ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "span", "a", "q",
    "table", "caption", "thead", "tbody", "tr", "th", "td", "small", "strong", "br", "ul", "li",
    "svg", "line", "circle", "text", "footer",
}  # fmt: skip


class Reader(HTMLParser):
    """Collects elements, attributes and visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def verdict(*documents: Document, unreachable: str = "") -> LiteratureVerdict:
    missed = (Unreachable(source=unreachable, why=unreachable),) if unreachable else ()
    with Corpus(None) as corpus:
        corpus.add(documents)
        return weigh(CLAIM, corpus, unreachable=missed)


def test_the_page_has_the_label_both_averages_and_citations_that_lead_to_their_sources() -> None:
    found = verdict(*PAPERS)
    read = Reader(page(found, "2026-01-01"))
    averages = found.verdict
    assert str(averages.weighted.label) in read.text
    for one in (averages.weighted, averages.unweighted):
        assert one.score is not None
        assert f"{one.score:+.2f}" in read.text
    targets = {value for name, value in read.attributes if name == "id"}
    links = {value[1:] for name, value in read.attributes if name == "href" and value[0] == "#"}
    assert links
    assert links <= targets == {f"source-{one.number}" for one in found.assessments}
    assert "retracted: does not count" in read.text
    assert "no language model read the abstracts" in read.text


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    text = page(verdict(*PAPERS))
    assert "default-src 'none'" in text
    assert not re.search(r"\b(?:src|onload|onerror)\s*=|@import|url\(", text)
    assert set(Reader(text).elements) <= ALLOWED


def test_what_papers_and_sources_say_cannot_become_markup() -> None:
    finding = f"Vitamin K supplements reduced hip {HOSTILE} fractures."
    known = {"authors": (HOSTILE,), "journal": HOSTILE, "doi": '10.1234/x"><b>'}
    bad = paper(f"hostile{HOSTILE}", HOSTILE, finding, **known)
    text = page(verdict(*PAPERS, bad, unreachable=HOSTILE))
    read = Reader(text)
    assert set(read.elements) <= ALLOWED
    assert "script" not in read.elements
    assert not [name for name, _ in read.attributes if name.startswith("on")]
    assert "<script>alert(1)</script>" in read.text  # shown as the text that it is
    assert "\u202e" not in text
    assert "\x00" not in text


@given(st.text())
def test_escaped_text_has_no_character_that_begins_markup(text: str) -> None:
    made = escaped(text)
    assert not set(made) & set("<>\"'")
    made.encode()


def test_the_command_writes_the_page_and_refuses_a_place_before_it_works(tmp_path: Path) -> None:
    corpus, where = written(tmp_path), tmp_path / "verdict.html"
    done = CliRunner().invoke(app, [CLAIM, "--corpus", str(corpus), "--report", str(where)])
    assert done.exit_code == 0
    assert FILLER not in done.output
    assert CLAIM in Reader(where.read_text("utf-8")).text
    for bad, told in (
        (tmp_path / "verdict.pdf", ".html"),
        (tmp_path / "none" / "v.html", "folder"),
    ):
        refused = CliRunner().invoke(app, [CLAIM, "--corpus", "x.db", "--report", str(bad)])
        assert refused.exit_code == 2
        assert told in refused.output
