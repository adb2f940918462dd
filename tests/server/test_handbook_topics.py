"""Handbooks by topic: whatever a host calls a part of one leads to it."""

import time
from typing import Any

import pytest
from mcp import Client
from mcp.types import ResourceTemplateReference

from server.conversation import call, refusal, said, talk
from simulrag.server.app import build_server
from simulrag.server.resources.handbook_topics import topic_text
from simulrag.simulators.registry import Registry

#: As long as an argument may be, and some ten times what a call takes that does not look at it all.
LONG = "temperature " * 300_000
SOON = 3.0


@pytest.fixture
def server(all_registry: Registry) -> Any:
    return build_server(all_registry)


def told(server: Any, **arguments: str) -> str:
    return said(call(server, "read_handbook", **arguments))


@pytest.mark.parametrize(
    "asked",
    [
        {"topic": "urban.corridor"},
        {"simulator": "urban.corridor"},
        {"simulator": "urban", "topic": "urban.corridor"},
        {"topic": "corridor"},
    ],
)
def test_a_function_is_found_by_each_way_to_write_it(server: Any, asked: dict[str, str]) -> None:
    whole = told(server, simulator="urban", topic="corridor")
    assert whole in told(server, **asked)


def test_a_simulator_is_a_topic(server: Any) -> None:
    first = told(server, simulator="urban").splitlines()[:20]
    assert told(server, topic="urban").splitlines()[:20] == first


def test_every_input_and_output_is_a_topic(all_registry: Registry) -> None:
    for simulator in all_registry:
        for function in simulator.functions:
            for one in (*function.parameters, *function.outputs):
                for topic in (f"{function.name}.{one.name}", one.name):
                    found = topic_text(simulator, topic)
                    assert f"`{one.name}`" in found
                    assert " ".join(one.description.split()).replace("|", "\\|") in found


def test_presets_are_explained_with_what_each_is_and_where_it_comes_from(server: Any) -> None:
    found = told(server, topic="presets")
    for said_of in ("- gleam: ", "- textbook: ", "Source: ", "Balcan"):
        assert said_of in found
    assert "What `preset` may be" in told(server, topic="epidemiology.season")


def test_fields_and_kinds_of_measures_are_listed_and_can_be_planned_with(
    server: Any, all_registry: Registry
) -> None:
    found = told(server, topic="measures")
    simulator = all_registry.simulator("epidemiology")
    function = next(one for one in simulator.functions if one.name == "intervention")
    kind, share, *others = function.parameter("measures").selection.fields
    for one in (kind, share, *others):
        assert f"`{one.name}`" in found
        assert f'"{one.name}"' in told(server)
    for one in kind.choices:
        assert f"- {one}: " in found
        assert one in told(server)
        closed = "" if one.endswith("closed") else ', "share": 20'
        measure = f'{{"kind": "{one}"{closed}, "from_week": 2}}'
        formula = (
            'epidemiology.intervention(states=["Vermont"], start_date="2022-10-01", r0=1.4, '
            f'seasonality="moderate", immunity=30, measures=[{measure}]).averted'
        )
        plan = said(call(server, "plan_runs", question="How many?", formulas=[formula]))
        assert plan.startswith("1 run to make"), plan


def test_a_topic_that_is_none_names_the_nearest(server: Any) -> None:
    assert "did you mean travel_time?" in refusal(call(server, "read_handbook", topic="travl_time"))
    wrong = call(server, "read_handbook", simulator="urbn", topic="corridor")
    assert "urban" in refusal(wrong)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read_handbook", {"topic": LONG}),
        ("read_handbook", {"simulator": "climate", "topic": LONG}),
        ("read_handbook", {"simulator": LONG}),
        ("get_run", {"run_id": LONG}),
        ("get_run", {"run_id": f"verdict-{LONG}"}),
    ],
)
def test_tools_that_only_read_answer_the_longest_text_soon(
    server: Any, tool: str, arguments: dict[str, str]
) -> None:
    began = time.monotonic()
    assert len(refusal(call(server, tool, **arguments))) < 3000
    assert time.monotonic() - began < SOON


def test_the_longest_text_is_completed_soon(server: Any) -> None:
    ref = ResourceTemplateReference(
        type="ref/resource", uri="simulation://climate/temperature{?place}"
    )

    async def complete(client: Client) -> list[str]:
        asked = await client.complete(ref, {"name": "place", "value": LONG})
        return asked.completion.values

    began = time.monotonic()
    assert talk(server, complete) == []
    assert time.monotonic() - began < SOON
