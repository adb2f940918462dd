"""Literature searched and weighed through the tools, with what a host's model read."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from replaying import Reply, replaying
from server.conversation import call, data, refusal, said, talk, tools
from server.small_corpus import CLAIM, PAPERS, library, paper
from simulrag.handbooks.literature_rules import GRADES, JUDGEMENTS
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.literature.attribution import HandedCite, HandedSentence, Judgement
from simulrag.verifier.literature.labels import Grade
from simulrag.verifier.literature.library import CORPUS_VARIABLE, Library
from simulrag.verifier.literature.readings import HandedQuote, HandedReading

WARM = "In 1990, Nairobi had an annual mean temperature of 18.0 °C."
COLD = "In 1990, Nairobi had an annual mean temperature of 9.4 °C."
OPPOSING = "Vitamin K supplements increase hip fractures."
TOOL = re.compile(r"\b(?:search_literature|weigh_evidence|verify_claims)\b")


@pytest.fixture
def server(registry: Registry, tmp_path: Path) -> Any:
    return build_server(registry, library=library(tmp_path))


def weighed(server: Any, **given: Any) -> dict[str, Any]:
    return data(call(server, "weigh_evidence", **{"claim": CLAIM, **given}))


def reading(source: str, grade: str, **more: Any) -> dict[str, Any]:
    return {"source": source, "grade": grade, "quotes": [{"sentence": 1}], **more}


def test_a_search_names_ids_who_found_each_source_and_numbers_its_sentences(server):
    result = call(server, "search_literature", query=CLAIM, opposing=OPPOSING)
    sources = {one["id"]: one for one in data(result)["sources"]}
    assert set(sources) == {"trial-women", "trial-men", "mice", "withdrawn"}
    assert "    (1) Vitamin K supplements increased hip fractures in mice." in said(result)
    assert sources["mice"]["sentences"][-1]["index"] == 1
    assert sources["mice"]["found_by"] == ["claim", "opposing claim"]
    assert (sources["mice"]["title"], sources["mice"]["year"]) == ("Vitamin K in mice", 2014)
    assert "RETRACTED" in said(result)
    assert said(result).startswith("No verdict without a reader")


def test_a_batch_has_all_sentences_of_sources_that_may_be_read(server):
    found = data(call(server, "search_literature", query=CLAIM, batch=1))
    assert [len(one["sentences"]) for one in found["sources"]] == [3, 3, 3]
    assert found["batches"] == 1
    beyond = call(server, "search_literature", query=CLAIM, batch=2)
    assert data(beyond)["sources"] == []
    assert "there are no more" in said(beyond)


def test_further_queries_are_searched_with_and_never_the_claim_as_its_own_opposite(server):
    found = data(
        call(server, "search_literature", query=CLAIM, opposing_queries=["rain fell on hills"])
    )
    assert {one["id"]: one["found_by"] for one in found["sources"]}["rain"] == ["opposing claim"]
    told = data(call(server, "search_literature", query=CLAIM, opposing=CLAIM.upper()))
    assert "says the same as the claim" in told["faults"][0]


def test_readings_are_checked_and_weighed_and_an_explanation_is_held_to_its_quotes(server):
    quote = "Vitamin K supplements reduced hip fractures in women."
    cites = [{"source": "trial-women", "quote": quote, "judgement": "entails"}]
    given = [
        reading("trial-women", "Mostly True"), reading("trial-men", "somewhat false"),
        reading("mice", "No Evidence"), reading("nice", "True"),
    ]  # fmt: skip
    explanation = [
        {"text": "Fewer women broke a hip.", "cites": cites},
        {"text": "12 women broke a hip.", "cites": cites},
    ]
    result = call(server, "weigh_evidence", claim=CLAIM, readings=given, explanation=explanation)
    found = data(result)
    # (66 - 33) / 2, and with "No Evidence" / 3, in hundredths.
    assert found["literature"]["unweighted"]["score"] == 0.165
    assert found["literature"]["unweighted_with_no_evidence"]["score"] == 0.11
    # Citations 900 > 50 > 3 of three known: percentiles 5/6, 3/6, 1/6.
    score = (0.66 * 5 / 6 - 0.33 * 3 / 6) / (5 / 6 + 3 / 6)
    assert found["literature"]["weighted"]["score"] == pytest.approx(score, abs=1e-4)
    assert [one["mark"] for one in found["explanation"]] == ["attributed", "doubtful"]
    assert "'nice' was found" in found["faults"][0]
    assert "12 stands in no quote" in said(result)
    # By the paper's weights, 900 and 50 over 900.
    paper = weighed(server, readings=given, reputation="paper")["literature"]["weighted"]["score"]
    assert paper == pytest.approx((0.66 - 0.33 * 50 / 900) / (950 / 900), abs=1e-4)
    inside = weighed(server, readings=given[2:3], no_evidence="in")
    assert inside["label"] == "Generally controversial"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"claim": "a " * 2_000}, "2000"),
        ({"claim": ""}, "no words"),
        ({"abstracts": 0}, "abstracts"),
        ({"reputation": "fame"}, "percentile"),
        ({"online": ["google"]}, "openalex, semantic_scholar, pubmed, crossref"),
        ({"runs": ["climate-000000000000"]}, "neither a run nor a verdict"),
        ({"runs": ["x"] * 51}, "at most 50"),
    ],
)
def test_what_cannot_be_weighed_at_all_is_refused_with_what_is_allowed(server, given, told):
    assert told in refusal(call(server, "weigh_evidence", **{"claim": CLAIM, **given}))


def test_the_schema_shows_all_that_is_taken(server):
    schema = tools(server)["weigh_evidence"].input_schema["properties"]
    Draft202012Validator.check_schema({"properties": schema})
    shown = schema["readings"]["items"]["properties"]
    assert set(shown) == set(HandedReading.model_fields)
    assert set(shown["quotes"]["items"]["properties"]) == set(HandedQuote.model_fields)
    assert shown["grade"]["enum"] == list(GRADES) == [grade.title for grade in Grade]
    sentence = schema["explanation"]["items"]["properties"]
    assert set(sentence) == set(HandedSentence.model_fields)
    assert set(sentence["cites"]["items"]["properties"]) == set(HandedCite.model_fields)
    assert {*JUDGEMENTS, "not judged"} == set(Judgement.__args__)
    search = tools(server)["search_literature"].input_schema["properties"]
    assert set(search) == {
        "query", "opposing", "queries", "opposing_queries", "online", "abstracts", "batch",
    }  # fmt: skip


def test_without_a_corpus_the_answer_says_how_to_get_one(registry, monkeypatch):
    monkeypatch.delenv(CORPUS_VARIABLE, raising=False)
    for tool, name in (("search_literature", "query"), ("weigh_evidence", "claim")):
        told = refusal(call(build_server(registry), tool, **{name: CLAIM}))
        assert told.startswith("corpus: no corpus is configured")
        assert CORPUS_VARIABLE in told
        assert "--corpus" in told


def test_the_corpus_is_the_one_that_the_environment_names(registry, tmp_path, monkeypatch):
    monkeypatch.setenv(CORPUS_VARIABLE, str(library(tmp_path).corpus))
    assert data(call(build_server(registry), "search_literature", query=CLAIM))["searched"] == 5
    monkeypatch.setenv(CORPUS_VARIABLE, str(tmp_path / "absent.db"))
    assert "absent.db" in refusal(call(build_server(registry), "search_literature", query=CLAIM))


def run_of(server: Any, claim: str) -> str:
    return data(call(server, "verify_claims", claims=[claim]))["runs"][0]["id"]


def said_by(findings: Sequence[str], folder: Path) -> Library:
    return library(folder, tuple(paper(f"p{i}", "T", one) for i, one in enumerate(findings)))


@pytest.mark.parametrize(
    ("claim", "grades", "agreement"),
    [
        # However weakly, none of the papers contradicts another.
        (WARM, ("Somewhat True", "Somewhat True"), "agree"),
        (COLD, ("Somewhat True", "Somewhat True"), "disagree"),
        (WARM, ("Somewhat True", "Somewhat False"), "divided"),
        (WARM, ("True", "Somewhat False"), "agree"),
        (WARM, ("No Evidence", "No Evidence"), "simulation_only"),
    ],
)
def test_a_run_is_a_witness_beside_papers_and_a_disagreement_is_not_averaged_away(
    registry, tmp_path, claim, grades, agreement
):
    server = build_server(registry, library=said_by([claim, claim], tmp_path))
    # Reputations are unknown, so that the mean of True and Somewhat False is 0.335.
    given = [reading(f"p{place}", grade) for place, grade in enumerate(grades)]
    result = call(
        server, "weigh_evidence", claim=claim, runs=[run_of(server, claim)], readings=given
    )
    found = data(result)
    (simulation,) = found["simulations"]
    assert simulation["reputation"] == 0.926
    assert "270 cities" in simulation["skill"]
    assert found["agreement"] == agreement
    apart = agreement in ("disagree", "divided")
    assert ("combined" in found, "label" in found) == (not apart, not apart)
    assert said(result).startswith("No one label, for the witnesses disagree") == apart


def test_a_run_votes_with_the_probability_that_the_claim_holds_and_is_cited_like_a_source(
    registry, tmp_path
):
    server = build_server(registry, store := EvidenceStore(), library=said_by([WARM], tmp_path))
    run = run_of(server, WARM)
    (verdict,) = store.verdict_ids()
    cited = {"text": "It was 18.0 °C in 1990.", "cites": [{"source": run, "judgement": "entails"}]}
    given = [reading("p0", "Mostly True")]
    once = weighed(server, claim=WARM, runs=[run], readings=given, explanation=[cited])
    (simulation,) = once["simulations"]
    sure = simulation.get("probability", 1.0)
    assert simulation["score"] == pytest.approx(2 * sure - 1, abs=1e-4)
    # Reputations 1/2 (nothing known), and 0.926 of the run.
    score = (0.66 * 0.5 + simulation["score"] * 0.926) / 1.426
    assert once["combined"]["score"] == pytest.approx(score, abs=1e-4)
    assert once["explanation"][0]["mark"] == "attributed"
    twice = weighed(server, claim=WARM, runs=[run, verdict], readings=given)
    assert len(twice["simulations"]) == 2
    assert twice["combined"] == once["combined"]


def test_a_verdict_on_another_statement_or_a_run_on_something_else_is_no_evidence(
    registry, tmp_path
):
    server = build_server(registry, store := EvidenceStore(), library=library(tmp_path))
    run = run_of(server, WARM)
    (verdict,) = store.verdict_ids()
    found = weighed(server, runs=[verdict, run], readings=[reading("mice", "False")])
    assert not any("score" in one for one in found["simulations"])
    assert found["agreement"] == "literature_only"
    assert found["label"] == "Generally refuted"
    assert weighed(server, claim=WARM, runs=[verdict])["agreement"] == "simulation_only"


OPENALEX = {
    "results": [
        {
            "id": "https://openalex.org/W1",
            "doi": "https://doi.org/10.1/k",
            "title": "Vitamin K in the old",
            "abstract_inverted_index": {
                word: [place]
                for place, word in enumerate(
                    "Old people gave consent before this began in nine towns of two lands last "
                    "year. Vitamin K supplements reduced hip fractures there by half over three "
                    "quiet years.".split()
                )
            },
            "cited_by_count": 7,
        }
    ]
}


def test_online_sources_are_asked_once_and_only_when_named_and_the_file_stays_as_it_was(
    registry, tmp_path
):
    with replaying(works=[Reply(OPENALEX)], sources=[Reply({"results": []})]) as served:
        offline = library(tmp_path)
        server = build_server(registry, library=replace(offline, urls={"openalex": served.url}))
        weighed(server)
        assert served.asked == []
        found = data(call(server, "search_literature", query=CLAIM, online=["openalex"]))
        count = len(served.asked)
        assert count
        given = [reading("openalex:W1", "True")]
        online = weighed(server, online=["openalex"], readings=given)
        assert len(served.asked) == count
    assert {"openalex:W1", "mice"} <= {one["id"] for one in found["sources"]}
    assert (found["unreachable"], online["label"]) == ([], "Generally supported")
    assert data(call(server, "search_literature", query=CLAIM))["searched"] == len(PAPERS)


def test_a_source_that_could_not_be_reached_is_named_in_the_headline(registry, tmp_path):
    with replaying() as served:
        shelf = replace(library(tmp_path), urls={"pubmed": served.url})
        server = build_server(registry, library=shelf)
        result = call(server, "weigh_evidence", claim=CLAIM, online=["pubmed"])
    assert data(result)["unreachable"][0]["source"] == "pubmed"
    assert data(result)["headline"].endswith("; not reached: pubmed")
    assert "Not reached: pubmed" in said(result)


def test_the_prompt_names_the_tools_and_grades_and_the_claim_stands_behind_the_rules(server):
    async def asked(client: Any) -> tuple[str, set[str]]:
        found = await client.get_prompt("weigh_claim", {"claim": CLAIM})
        listed = await client.list_tools()
        return found.messages[0].content.text, {tool.name for tool in listed.tools}

    text, listed = talk(server, asked)
    assert set(TOOL.findall(text)) <= listed
    assert ", ".join(GRADES) in text
    assert text.splitlines()[-1].startswith("END claim ")
