"""Each source's documented format, and what may be wrong with it, on the loopback."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pubmed_reply import PUBMED
from replaying import Reply, replaying
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import LiteratureError, SourceError
from simulrag.verifier.literature.opposition import oppose
from simulrag.verifier.literature.sources.cache import Kept, ReplyCache
from simulrag.verifier.literature.sources.chosen import opened
from simulrag.verifier.literature.sources.crossref import Crossref
from simulrag.verifier.literature.sources.fetching import Fetcher
from simulrag.verifier.literature.sources.merging import merged
from simulrag.verifier.literature.sources.openalex import OpenAlex, rebuilt
from simulrag.verifier.literature.sources.pubmed import PubMed
from simulrag.verifier.literature.sources.searching import search_sources
from simulrag.verifier.literature.sources.semantic_scholar import SemanticScholar, headers
from simulrag.verifier.literature.weighing import weigh

WORK = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1056/NEJM1",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/3941707"},
    "title": "An adoption study of human obesity",
    "publication_year": 1986,
    "cited_by_count": 2000,
    "fwci": 12.5,
    "is_retracted": False,
    "authorships": [{"author": {"display_name": "A. J. Stunkard"}}],
    "primary_location": {"source": {"id": "https://openalex.org/S62", "display_name": "NEJM"}},
    "abstract_inverted_index": {"matter": [1, 4], "Genes": [0], "and": [2], "habits": [3]},
}
JOURNAL = {
    "id": "https://openalex.org/S62",
    "summary_stats": {"2yr_mean_citedness": 30.25, "h_index": 1100},
}
PAPER = {
    "paperId": "abc",
    "title": "An adoption study of human obesity",
    "abstract": "Genes matter.",
    "year": 1986,
    "venue": "NEJM",
    "authors": [{"authorId": "1", "name": "A. Stunkard"}],
    "externalIds": {"DOI": "10.1056/nejm1", "PubMed": "3941707", "CorpusId": 5},
    "citationCount": 1900,
}
ITEM = {
    "DOI": "10.1056/nejm1",
    "title": ["An adoption study of human obesity"],
    "abstract": "<jats:title>Abstract</jats:title><jats:p>Genes &lt; habits</jats:p>",
    "author": [{"given": "A. J.", "family": "Stunkard"}, {"name": "The Group"}],
    "issued": {"date-parts": [[1986, 1, 23]]},
    "container-title": ["New England Journal of Medicine"],
    "is-referenced-by-count": 1800,
}
NOTICE = {
    "DOI": "10.1056/notice",
    "title": ["Retraction: An adoption study"],
    "update-to": [{"DOI": "10.1056/NEJM1", "type": "retraction"}],
}


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    made = Fetcher("test", interval=0.0, sleep=lambda _: None)
    yield made
    made.close()


def works(*found: object) -> list[Reply]:
    return [Reply({"meta": {"count": len(found)}, "results": list(found)})]


def test_openalex_gives_citations_impact_retraction_and_the_text_of_its_index(
    fetcher: Fetcher,
) -> None:
    with replaying(works=works(WORK), sources=works(JOURNAL)) as served:
        (found,) = OpenAlex(fetcher, key="K", url=served.url).search("obesity genes", 5)
        assert [query["api_key"] for _, query, _ in served.asked] == ["K", "K"]
        assert served.asked[0][1]["search"] == "obesity genes"
        assert served.asked[1][1]["filter"] == "ids.openalex:S62"
    assert found.abstract == "Genes matter and habits matter"
    assert (found.id, found.doi, found.pmid) == ("doi:10.1056/nejm1", "10.1056/nejm1", "3941707")
    assert (found.citations, found.field_weighted) == (2000, 12.5)
    assert (found.impact, found.rank, found.retracted) == (30.25, 1100.0, False)
    assert (found.year, found.journal, found.sources) == (1986, "NEJM", ("openalex",))


def test_openalex_leaves_unknown_what_is_null(fetcher: Fetcher) -> None:
    bare = {"id": "https://openalex.org/W2", "title": None, "abstract_inverted_index": None,
            "fwci": None, "cited_by_count": None, "primary_location": None, "doi": None,
            "is_retracted": True}  # fmt: skip
    with replaying(works=works(bare)) as served:
        (found,) = OpenAlex(fetcher, url=served.url).search("x", 5)
    assert (found.id, found.abstract, found.title) == ("openalex:W2", "", "")
    assert (found.citations, found.impact, found.rank, found.field_weighted) == (None,) * 4
    assert found.retracted is True


@pytest.mark.parametrize(
    "index",
    [None, [], "text", {}, {"a": "0"}, {"a": [-1]}, {"a": [10**9]}, {"a": [None, "1"]}],
)
def test_an_inverted_index_that_is_none_gives_no_text(index: object) -> None:
    assert rebuilt(index) == ""


def test_semantic_scholar_gives_abstract_and_citations_and_nothing_on_retraction() -> None:
    fetcher = Fetcher("s2", interval=0.0, headers=headers("KEY"))
    without = {"paperId": "d", "title": "Without an abstract", "abstract": None}
    found_two = Reply({"total": 2, "offset": 0, "data": [PAPER, without]})
    with replaying(graph__v1__paper__search=[found_two]) as served:
        first, second = SemanticScholar(fetcher, url=served.url).search("obesity", 5)
        assert served.asked[0][2]["x-api-key"] == "KEY"
    fetcher.close()
    assert (first.abstract, first.citations, first.retracted) == ("Genes matter.", 1900, None)
    assert (second.id, second.abstract, second.citations) == ("semantic_scholar:d", "", None)


def test_semantic_scholar_finding_nothing_is_an_empty_list(fetcher: Fetcher) -> None:
    with replaying(graph__v1__paper__search=[Reply({"total": 0, "offset": 0})]) as served:
        assert SemanticScholar(fetcher, url=served.url).search("xyzzy", 5) == []


def ids(*found: str) -> list[Reply]:
    return [Reply({"header": {}, "esearchresult": {"count": "2", "idlist": list(found)}})]


def test_pubmed_asks_for_ids_and_then_for_their_abstracts(fetcher: Fetcher) -> None:
    replies = {
        "entrez__eutils__esearch.fcgi": ids("3941707", "2"),
        "entrez__eutils__efetch.fcgi": [Reply(PUBMED)],
    }
    with replaying(**replies) as served:
        source = PubMed(fetcher, key="K", email="me@example.org", url=served.url)
        first, second = source.search("Obesity is determined by genes", 5)
        search, fetch = served.asked
        assert search[1]["term"] == "obesity OR determined OR genes"
        assert (search[1]["api_key"], search[1]["tool"]) == ("K", "simulrag")
        assert fetch[1]["id"] == "3941707,2"
    assert first.retracted is True
    assert first.sources == ("pubmed",)
    assert second.abstract == ""


def test_pubmed_finding_nothing_asks_for_no_abstracts(fetcher: Fetcher) -> None:
    with replaying(**{"entrez__eutils__esearch.fcgi": ids()}) as served:
        assert PubMed(fetcher, url=served.url).search("xyzzy", 5) == []
        assert len(served.asked) == 1


def items(*found: object) -> list[Reply]:
    return [Reply({"status": "ok", "message": {"items": list(found)}})]


def test_crossref_gives_text_without_tags_and_marks_what_a_notice_retracts(
    fetcher: Fetcher,
) -> None:
    with replaying(v1__works=items(ITEM, NOTICE)) as served:
        (found,) = Crossref(fetcher, mailto="me@example.org", url=served.url).search("obesity", 5)
        assert served.asked[0][1]["mailto"] == "me@example.org"
    assert found.abstract.startswith("Abstract Genes")
    assert found.authors == ("Stunkard, A. J.", "The Group")
    assert (found.year, found.citations, found.retracted) == (1986, 1800, True)


def test_crossref_without_a_notice_does_not_know_of_a_retraction(fetcher: Fetcher) -> None:
    updated = {**ITEM, "DOI": "10.1/b", "updated-by": [{"DOI": "10.1/n", "type": "retraction"}]}
    corrected = {**ITEM, "DOI": "10.1234/c", "updated-by": [{"DOI": "10.1/n", "type": "erratum"}]}
    bare = {"DOI": "10.1234/bare"}
    with replaying(v1__works=items(ITEM, updated, corrected, bare)) as served:
        found = Crossref(fetcher, url=served.url).search("obesity", 5)
    assert [one.retracted for one in found] == [None, True, None, None]
    assert (found[3].title, found[3].year, found[3].citations) == ("", None, None)


SOURCES = {
    "openalex": (OpenAlex, "works"),
    "semantic_scholar": (SemanticScholar, "graph__v1__paper__search"),
    "pubmed": (PubMed, "entrez__eutils__esearch.fcgi"),
    "crossref": (Crossref, "v1__works"),
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply("<html>not found</html>"), "malformed"),
        (Reply({"unexpected": True}), "malformed"),
        (Reply(""), "malformed"),
        (Reply("limit", 429), "spent"),
    ],
    ids=["html", "other", "empty", "429"],
)
def test_an_answer_that_cannot_be_used_is_an_error_and_never_an_empty_result(
    fetcher: Fetcher, name: str, reply: Reply, kind: str
) -> None:
    kind_of, path = SOURCES[name]
    with replaying(**{path: [reply]}) as served, pytest.raises(SourceError) as error:
        kind_of(fetcher, url=served.url).search("obesity", 5)
    assert error.value.kind == kind


@pytest.mark.parametrize("content", ["<PubmedArticleSet><PubmedArticle>", "no xml", "<a/>"])
def test_pubmeds_abstracts_that_are_no_xml_are_an_error(fetcher: Fetcher, content: str) -> None:
    replies = {
        "entrez__eutils__esearch.fcgi": ids("1"),
        "entrez__eutils__efetch.fcgi": [Reply(content)],
    }
    with replaying(**replies) as served, pytest.raises(SourceError) as error:
        PubMed(fetcher, url=served.url).search("obesity", 5)
    assert error.value.kind == "malformed"


def test_one_paper_of_four_sources_is_one_document_and_a_retraction_of_any_counts() -> None:
    title = "An adoption study of human obesity"
    one, other = merged(
        [
            Document(id="a", title=title, abstract="Short.", citations=5, doi="10.1056/x"),
            Document(id="b", title="Editorial", doi="10.1056/other"),
            Document(id="c", title=title.upper(), abstract="Longer text.", pmid="7", year=1986),
            Document(id="d", pmid="7", retracted=True, citations=9),
            Document(id="e", doi="10.1056/X", retracted=False, impact=2.0),
        ]
    )
    assert (one.id, one.citations, one.year, one.impact) == ("doi:10.1056/x", 5, 1986, 2.0)
    assert (one.abstract, one.retracted) == ("Longer text.", True)
    assert other.id == "b"


def test_papers_of_one_title_with_different_dois_stay_two() -> None:
    title = "Global burden of disease study results"
    dois = [
        Document(id="a", title=title, doi="10.1234/a"),
        Document(id="b", title=title, doi="10.1234/b"),
    ]
    assert merged(dois) == dois


def test_a_kept_reply_that_was_altered_is_asked_for_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = ReplyCache(tmp_path)
    cache.put("at", {"q": "tea"}, Kept(url="at", body="Tea helps 9 of 10.", etag="", at=1.5))
    (file,) = tmp_path.iterdir()
    kept = cache.get("at", {"q": "tea"})
    assert kept is not None
    assert kept.body == "Tea helps 9 of 10."
    for old, new in ((b"9 of 10", b"1 of 10"), (b"Tea", b"T\xffa"), (b"{", b"[")):
        whole = file.read_bytes()
        file.write_bytes(whole.replace(old, new))
        assert cache.get("at", {"q": "tea"}) is None
        assert f"{file} was altered" in caplog.text
        caplog.clear()
        file.write_bytes(whole)
    file.write_text('{"url": "at", "body": "Old.", "etag": "", "at": 1.5}', encoding="utf-8")
    older = cache.get("at", {"q": "tea"})
    assert older is not None
    assert older.body == "Old."


def test_a_cache_that_cannot_be_used_is_named_and_a_reply_of_a_future_clock_is_asked_for_again(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(LiteratureError, match="file cannot be used"):
        ReplyCache(tmp_path / "file").get("at", {})
    now = [4e9]
    with replaying(x=[Reply("early"), Reply("late")]) as served:
        fetcher = Fetcher(
            "test", interval=0.0, sleep=lambda _: None, cache=tmp_path, clock=lambda: now[0]
        )
        assert [fetcher.get(f"{served.url}/x", {}) for _ in range(2)] == ["early", "early"]
        now[0] = 1.7e9
        assert fetcher.get(f"{served.url}/x", {}) == "late"
        fetcher.close()


def test_an_unreachable_source_is_named_and_one_that_finds_nothing_is_not(
    fetcher: Fetcher,
) -> None:
    with replaying(works=works(WORK), sources=works(JOURNAL), v1__works=items()) as served:
        found = search_sources(
            [
                OpenAlex(fetcher, url=served.url),
                SemanticScholar(fetcher, url=served.url),
                Crossref(fetcher, url=served.url),
            ],
            oppose("Obesity is determined by genes."),
            5,
        )
    assert found.found == {"openalex": 2, "crossref": 0}
    assert [one.source for one in found.unreachable] == ["semantic_scholar"]
    assert "404" in found.unreachable[0].why
    assert len(found.documents) == 1
    with Corpus(None) as corpus:
        corpus.add(found.documents)
        verdict = weigh("Obesity is genetic.", corpus, unreachable=found.unreachable)
    assert verdict.unreachable == found.unreachable


def test_sources_are_opened_by_name_with_keys_from_the_environment(tmp_path: Path) -> None:
    environment = {"OPENALEX_API_KEY": "OA", "SEMANTIC_SCHOLAR_API_KEY": "S2"}
    paper = [Reply({"total": 1, "data": [PAPER]})]
    with (
        replaying(works=works(WORK), sources=works(JOURNAL), graph__v1__paper__search=paper) as s,
        opened(
            ["openalex", "semantic_scholar"],
            environment,
            tmp_path,
            {"openalex": s.url, "semantic_scholar": s.url},
        ) as sources,
    ):
        found = search_sources(sources[:1], oppose("Obesity is determined by genes."), 5)
        sources[1].search("obesity", 5)
        assert s.asked[0][1]["api_key"] == "OA"
        assert s.asked[-1][2]["x-api-key"] == "S2"
    assert found.unreachable == ()
    assert {path.name for path in tmp_path.iterdir()} == {"openalex", "semantic_scholar"}
    with pytest.raises(LiteratureError, match="google"), opened(["google"], {}, None):
        pass


@pytest.mark.parametrize(
    ("environment", "agent"),
    [
        ({}, r"simulrag/[\w.]+"),
        ({"SIMULRAG_MAILTO": "who@example.org"}, r"simulrag/[\w.]+ \(mailto:who@example.org\)"),
        ({"SIMULRAG_USER_AGENT": "lab 7"}, "lab 7"),
    ],
)
def test_sources_are_told_who_asks_and_no_address_is_made_up(
    environment: dict[str, str], agent: str
) -> None:
    with replaying(works=[Reply({"results": []})]) as served:
        with opened(["openalex"], environment, None, {"openalex": served.url}) as (source,):
            source.search("genes", 1)
        assert re.fullmatch(agent, served.asked[0][2]["user-agent"])


def test_a_user_agent_that_no_header_can_hold_is_refused() -> None:
    for wrong in ("a\nb", "Zoë"):
        with (
            pytest.raises(LiteratureError, match="SIMULRAG_USER_AGENT"),
            opened(["openalex"], {"SIMULRAG_USER_AGENT": wrong}, None),
        ):
            pass
