"""What hosts complete while a user types, and how long they may keep what they read."""

from typing import Any

import pytest
from mcp.types import PromptReference, ResourceTemplateReference

from server.conversation import CUP, ERAS, call, data, talk
from simulrag.server.app import build_server
from simulrag.verifier.claims import Verdict


def complete(
    server: Any, reference: Any, name: str, value: str, mode: str = "auto", **given: str
) -> list[str]:
    argument = {"name": name, "value": value}
    answer = talk(
        server,
        lambda client: client.complete(reference, argument, context_arguments=given or None),
        mode,
    )
    return answer.completion.values


def template(server: Any, begin: str) -> ResourceTemplateReference:
    """Return the reference to the listed template that begins so."""
    listed = talk(server, lambda client: client.list_resource_templates()).resource_templates
    (found,) = [one.uri_template for one in listed if one.uri_template.startswith(begin)]
    return ResourceTemplateReference(type="ref/resource", uri=found)


def prompt(name: str) -> PromptReference:
    return PromptReference(type="ref/prompt", name=name)


def test_places_states_scenarios_and_seasons_are_completed(registry):
    server = build_server(registry)
    warm = template(server, "simulation://climate/temperature{")
    assert complete(server, warm, "place", "Nairo")[0] == "Nairobi, Kenya"
    assert complete(server, warm, "place", "são pau")[0] == "São Paulo, Brazil"
    assert complete(server, warm, "scenario", "SSP5") == ["ssp534-over", "ssp585"]
    assert complete(server, warm, "year", "20") == []
    season = prompt("run_epidemiology")
    assert complete(server, season, "states", "New ") == [
        "New Hampshire",
        "New Jersey",
        "New Mexico",
        "New York",
    ]
    assert complete(server, season, "states", "Ohio, Io") == ["Ohio, Iowa"]
    assert complete(server, season, "states", "Ohio, Oh") == []
    assert complete(server, season, "reported_season", "2023") == ["2023-24"]
    assert complete(server, season, "function", "adm")[0] == "admissions"


def test_a_completed_place_can_be_run(registry):
    server = build_server(registry)
    warm = template(server, "simulation://climate/temperature{")
    for begun in ("Spring", "San J", "St. P", "Zü"):
        proposed = complete(server, warm, "place", begun)
        assert proposed, begun
        for place in proposed[:5]:
            given = {"function": "land_or_sea", "place": place}
            assert data(call(server, "simulate_climate", **given))["run"], place


def test_no_more_is_proposed_than_the_protocol_allows(registry):
    server = build_server(registry)
    warm = template(server, "simulation://climate/temperature{")
    for begun in ("s", "San", ""):
        assert len(complete(server, warm, "place", begun)) <= 100


@pytest.mark.parametrize("mode", ERAS)
def test_ids_of_runs_and_verdicts_and_topics_are_completed(coffee_registry, store, mode):
    server = build_server(coffee_registry, store)
    run = data(call(server, "simulate_coffee", **CUP))["run"]["id"]
    store.save_verdict(
        Verdict(text="Hot.", verdict="supported", updated="Hot.", run_ids=(run,)), "How hot?"
    )
    (verdict,) = store.verdict_ids()
    evidence = template(server, "evidence://")
    assert complete(server, evidence, "evidence_id", "", mode) == [verdict, run]
    assert complete(server, evidence, "evidence_id", "ver", mode) == [verdict]
    book = template(server, "handbook://{simulator}/")
    assert complete(server, book, "topic", "c", mode, simulator="coffee") == ["cooling", "card"]
    assert complete(server, book, "simulator", "C", mode) == ["coffee"]


def test_what_changes_with_an_installation_alone_may_be_kept_and_the_rest_not(
    coffee_registry, store
):
    server = build_server(coffee_registry, store)
    run = data(call(server, "simulate_coffee", **CUP))["run"]["id"]

    async def hints(client: Any) -> dict[str, tuple[int, str]]:
        found = {
            "tools": await client.list_tools(),
            "prompts": await client.list_prompts(),
            "resources": await client.list_resources(),
            "templates": await client.list_resource_templates(),
            "handbook": await client.read_resource("handbook://coffee"),
            "run": await client.read_resource(f"run://{run}"),
        }
        return {name: (one.ttl_ms, one.cache_scope) for name, one in found.items()}

    told = talk(server, hints)
    hour = 3_600_000
    assert told["run"] == (0, "private")
    assert told["tools"] == (hour, "private"), (
        "the list differs between hosts with and without apps"
    )
    for name in ("prompts", "resources", "templates", "handbook"):
        assert told[name] == (hour, "public")
