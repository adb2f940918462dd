"""How sources are asked (limits, breakdowns, waits, caches), and what their replies are read as."""

import re
from collections.abc import Callable, Iterator

import pytest

from pubmed_reply import PUBMED
from replaying import Replaying, Reply, replaying
from simulrag.simulators.retry_after import retry_after
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import LiteratureError, SourceError
from simulrag.verifier.literature.sources import fetching
from simulrag.verifier.literature.sources.fetching import ATTEMPTS, Fetcher
from simulrag.verifier.literature.sources.searching import SERVICES, OnlineResults, search_sources
from simulrag.verifier.literature.sources.services import rebuilt


class Time:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


Make = Callable[..., Fetcher]


@pytest.fixture
def make(time: Time) -> Iterator[Make]:
    made: list[Fetcher] = []

    def maker(**settings: object) -> Fetcher:
        given = {"interval": 0.0, "sleep": time.sleep, "clock": time.clock, **settings}
        made.append(Fetcher("test", **given))  # type: ignore[arg-type]
        return made[-1]

    yield maker
    for fetcher in made:
        fetcher.close()


def get(fetcher: Fetcher, served: Replaying, **parameters: str) -> str:
    return fetcher.get(f"{served.url}/it", parameters)


def test_a_limit_and_a_breakdown_are_tried_again_after_growing_waits(make, time):
    with replaying(it=[Reply(status=503), Reply(status=429), Reply(status=500), Reply("ok")]) as s:
        assert get(make(), s) == "ok"
    assert time.slept == [1, 2, 4]


def test_the_wait_that_a_source_asks_for_is_kept(make, time):
    with replaying(it=[Reply(status=429, headers={"Retry-After": "7"}), Reply("ok")]) as served:
        assert get(make(), served) == "ok"
    assert time.slept == [7]


def test_a_wait_of_hours_means_that_the_limit_is_spent(make, time):
    spent = Reply(status=429, headers={"Retry-After": "36000"})
    with replaying(it=[spent]) as served, pytest.raises(SourceError, match="36000 s") as error:
        get(make(), served)
    assert (error.value.kind, time.slept) == ("spent", [])


@pytest.mark.parametrize(("status", "kind"), [(429, "spent"), (502, "unreachable")])
def test_no_answer_is_an_error_after_some_attempts(make, status, kind):
    with replaying(it=[Reply(status=status)]) as served:
        with pytest.raises(SourceError, match=f"{status}") as error:
            get(make(), served)
        assert len(served.asked) == ATTEMPTS
    assert error.value.kind == kind


def test_a_wrong_key_is_refused_at_once_with_what_the_source_says(make):
    with replaying(it=[Reply("invalid key", 403)]) as served:
        with pytest.raises(SourceError, match="403: invalid key") as error:
            get(make(), served)
        assert len(served.asked) == 1
    assert error.value.kind == "refused"


def test_a_source_that_does_not_listen_is_unreachable(make):
    with replaying() as served:
        pass
    with pytest.raises(SourceError, match="ConnectError") as error:
        get(make(), served)
    assert error.value.kind == "unreachable"


def test_a_fresh_reply_is_kept_without_the_key_and_serves_callers_with_another(make, tmp_path):
    with replaying(it=[Reply("first"), Reply("second")]) as served:
        mine = make(cache=tmp_path, caller={"api_key": "SECRET"}, headers={"x-api-key": "HIDDEN"})
        assert get(mine, served, q="a") == get(mine, served, q="a") == "first"
        other = make(cache=tmp_path, caller={"api_key": "OTHER"})
        assert get(other, served, q="a") == "first"
        assert get(other, served, q="b") == "second"
        assert [query["api_key"] for _, query, _ in served.asked] == ["SECRET", "OTHER"]
        assert served.asked[0][2]["x-api-key"] == "HIDDEN"
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"first" in kept
    assert b"SECRET" not in kept
    assert b"HIDDEN" not in kept


def test_errors_are_not_kept_and_a_folder_that_cannot_be_used_is_named(make, tmp_path):
    with replaying(it=[Reply("wrong", 403), Reply("right")]) as served:
        fetcher = make(cache=tmp_path / "kept")
        with pytest.raises(SourceError, match="403"):
            get(fetcher, served)
        assert get(fetcher, served) == "right"
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(LiteratureError, match="file cannot be used"):
        make(cache=tmp_path / "file")


def test_requests_keep_their_distance_and_follow_the_rate_that_a_source_states(make, time):
    fetcher = make(interval=0.5)
    rate = {"X-Rate-Limit-Limit": "5", "X-Rate-Limit-Interval": "10s"}
    with replaying(it=[Reply("a"), Reply("b", headers=rate), Reply("c")]) as served:
        for _ in range(3):
            get(fetcher, served)
    assert time.slept == [0.5, 2.0]


def test_a_budget_of_requests_is_kept(make):
    fetcher = make(budget=2)
    with replaying(it=[Reply("a")]) as served:
        get(fetcher, served)
        get(fetcher, served)
        with pytest.raises(SourceError, match="budget of 2") as error:
            get(fetcher, served)
        assert len(served.asked) == 2
    assert error.value.kind == "spent"


def test_retry_after_is_a_number_or_a_date():
    assert retry_after("120", 0) == 120
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20) == 40
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 90) == 0
    assert retry_after("-3", 0) == 0
    for text in ("", "soon", "nan", "\u00b2", "\u0663", "Fri, 01 Jan 99999 00:00:00 GMT"):
        assert retry_after(text, 0) is None
    assert retry_after("Fri, 01 Jan 99999999999999999999 00:00:00 GMT", 0) is None


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


PATHS = {
    "openalex": "works",
    "semantic_scholar": "graph__v1__paper__search",
    "pubmed": "entrez__eutils__esearch.fcgi",
    "crossref": "v1__works",
}
#: What tells sources who asks.
ENVIRONMENT = {
    "OPENALEX_API_KEY": "OA", "SEMANTIC_SCHOLAR_API_KEY": "S2", "NCBI_API_KEY": "K",
    "SIMULRAG_MAILTO": "me@example.org",
}  # fmt: skip


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = fetching.Fetcher.__init__.__kwdefaults__
    monkeypatch.setitem(defaults, "sleep", lambda _: None)


def asked(served: Replaying, name: str, text: str = "obesity genes") -> OnlineResults:
    return search_sources([name], [text], 5, ENVIRONMENT, None, {name: served.url})


def found(served: Replaying, name: str) -> tuple[Document, ...]:
    result = asked(served, name)
    assert result.unreachable == ()
    return result.documents


def works(*given: object) -> list[Reply]:
    return [Reply({"meta": {"count": len(given)}, "results": list(given)})]


def ids(*given: str) -> list[Reply]:
    return [Reply({"header": {}, "esearchresult": {"count": "2", "idlist": list(given)}})]


def items(*given: object) -> list[Reply]:
    return [Reply({"status": "ok", "message": {"items": list(given)}})]


def test_openalex_gives_citations_impact_retraction_and_the_text_of_its_index():
    with replaying(works=works(WORK), sources=works(JOURNAL)) as served:
        (one,) = found(served, "openalex")
        assert [query["api_key"] for _, query, _ in served.asked] == ["OA", "OA"]
        assert served.asked[0][1]["search"] == "obesity genes"
        assert served.asked[1][1]["filter"] == "ids.openalex:S62"
    assert one.abstract == "Genes matter and habits matter"
    assert (one.id, one.doi, one.pmid) == ("doi:10.1056/nejm1", "10.1056/nejm1", "3941707")
    assert (one.citations, one.field_weighted) == (2000, 12.5)
    assert (one.impact, one.rank, one.retracted) == (30.25, 1100.0, False)
    assert (one.year, one.journal, one.sources) == (1986, "NEJM", ("openalex",))


def test_openalex_leaves_unknown_what_is_null():
    bare = {"id": "https://openalex.org/W2", "title": None, "abstract_inverted_index": None,
            "fwci": None, "cited_by_count": None, "primary_location": None, "doi": None,
            "is_retracted": True}  # fmt: skip
    with replaying(works=works(bare)) as served:
        (one,) = found(served, "openalex")
    assert (one.id, one.abstract, one.title) == ("openalex:W2", "", "")
    assert (one.citations, one.impact, one.rank, one.field_weighted) == (None,) * 4
    assert one.retracted is True


@pytest.mark.parametrize(
    "index", [None, [], "text", {}, {"a": "0"}, {"a": [-1]}, {"a": [10**9]}, {"a": [None, "1"]}]
)
def test_an_inverted_index_that_is_none_gives_no_text(index):
    assert rebuilt(index) == ""


def test_semantic_scholar_gives_abstract_and_citations_and_nothing_on_retraction():
    without = {"paperId": "d", "title": "Without an abstract", "abstract": None}
    reply = Reply({"total": 2, "offset": 0, "data": [PAPER, without]})
    with replaying(graph__v1__paper__search=[reply, Reply({"total": 0})]) as served:
        first, second = found(served, "semantic_scholar")
        assert served.asked[0][2]["x-api-key"] == "S2"
        assert found(served, "semantic_scholar") == ()
    assert (first.abstract, first.citations, first.retracted) == ("Genes matter.", 1900, None)
    assert (second.id, second.abstract, second.citations) == ("semantic_scholar:d", "", None)


def test_pubmed_asks_for_ids_and_then_for_their_abstracts():
    replies = {
        "entrez__eutils__esearch.fcgi": [*ids("3941707", "2"), *ids()],
        "entrez__eutils__efetch.fcgi": [Reply(PUBMED)],
    }
    with replaying(**replies) as served:
        first, second = found(served, "pubmed")
        search, fetch = served.asked
        assert search[1]["term"] == "obesity OR genes"
        assert (search[1]["api_key"], search[1]["tool"]) == ("K", "simulrag")
        assert search[1]["email"] == "me@example.org"
        assert fetch[1]["id"] == "3941707,2"
        assert found(served, "pubmed") == ()
        assert len(served.asked) == 3
    assert first.retracted is True
    assert "Retracted Publication" in first.types
    assert second.sources == ("pubmed",)


def test_crossref_gives_text_without_tags_and_marks_what_is_retracted():
    updated = {**ITEM, "DOI": "10.1234/b", "updated-by": [{"DOI": "10.1/n", "type": "retraction"}]}
    corrected = {**ITEM, "DOI": "10.1234/c", "updated-by": [{"DOI": "10.1/n", "type": "erratum"}]}
    reply = items(ITEM, NOTICE, updated, corrected, {"DOI": "10.1234/bare"})
    with replaying(v1__works=reply) as served:
        documents = found(served, "crossref")
        assert served.asked[0][1]["mailto"] == "me@example.org"
    assert documents[0].abstract.startswith("Abstract Genes")
    assert documents[0].authors == ("Stunkard, A. J.", "The Group")
    assert (documents[0].year, documents[0].citations) == (1986, 1800)
    assert [one.retracted for one in documents] == [True, True, None, None]
    assert (documents[3].title, documents[3].year, documents[3].citations) == ("", None, None)


@pytest.mark.parametrize("name", SERVICES)
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
def test_an_answer_that_cannot_be_used_is_told_and_never_an_empty_result(name, reply, kind):
    with replaying(**{PATHS[name]: [reply]}) as served:
        result = asked(served, name)
    assert result.documents == ()
    assert [one.source for one in result.unreachable] == [name]
    assert result.unreachable[0].why.startswith(kind)


@pytest.mark.parametrize("content", ["<PubmedArticleSet><PubmedArticle>", "no xml", "<a/>"])
def test_pubmeds_abstracts_that_are_no_xml_are_told(content):
    replies = {
        "entrez__eutils__esearch.fcgi": ids("1"),
        "entrez__eutils__efetch.fcgi": [Reply(content)],
    }
    with replaying(**replies) as served:
        assert asked(served, "pubmed").unreachable[0].why.startswith("malformed")


def test_an_unreachable_source_stops_no_other_and_one_that_finds_nothing_is_not_named():
    with replaying(works=works(WORK), sources=works(JOURNAL), v1__works=items()) as served:
        urls = dict.fromkeys(SERVICES, served.url)
        names = ["openalex", "semantic_scholar", "crossref"]
        result = search_sources(names, ["obesity", "leanness"], 5, {}, None, urls)
    assert [one.sources for one in result.documents] == [("openalex",), ("openalex",)]
    assert [one.source for one in result.unreachable] == ["semantic_scholar"]
    assert "404" in result.unreachable[0].why


@pytest.mark.parametrize(
    ("environment", "agent"),
    [
        ({}, r"simulrag/[\w.]+"),
        ({"SIMULRAG_MAILTO": "who@example.org"}, r"simulrag/[\w.]+ \(mailto:who@example.org\)"),
        ({"SIMULRAG_USER_AGENT": "lab 7"}, "lab 7"),
    ],
)
def test_sources_are_told_who_asks_and_no_address_is_made_up(environment, agent, tmp_path):
    with replaying(works=works()) as served:
        for _ in range(2):
            urls = {"openalex": served.url}
            search_sources(["openalex"], ["genes"], 1, environment, tmp_path, urls)
        ((_, query, headers),) = served.asked
    assert re.fullmatch(agent, headers["user-agent"])
    assert "api_key" not in query


def test_an_unknown_source_and_a_user_agent_that_no_header_can_hold_are_refused():
    with pytest.raises(LiteratureError, match="google"):
        search_sources(["google"], ["genes"], 1, {})
    for wrong in ("a\nb", "Zoë"):
        with pytest.raises(LiteratureError, match="SIMULRAG_USER_AGENT"):
            search_sources(["openalex"], ["genes"], 1, {"SIMULRAG_USER_AGENT": wrong})
