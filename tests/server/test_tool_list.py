"""What a host's model sees of the tools, and what it costs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.conversation import ERAS, talk, tools
from simulrag.server.app import build_server
from simulrag.simulators.capabilities import missing
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as urban

COMMON = [
    "read_handbook",
    "plan_runs",
    "answer_question",
    "check_answer",
    "merge_claims",
    "assess_boundary",
    "select_claims",
    "verify_claims",
    "compute",
    "get_run",
    "search_literature",
    "weigh_evidence",
]
#: Tools that reach the network where a caller names online sources.
ONLINE = {"search_literature", "weigh_evidence"}


SNAPSHOT = Path(__file__).parent / "tool_schemas.json"


def keys(schema: Any) -> Iterator[str]:
    """Yield every key of a JSON schema at any depth, names of properties included."""
    if isinstance(schema, dict):
        yield from schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from keys(part)


@pytest.mark.parametrize("mode", ERAS)
def test_both_eras_list_the_common_tools_and_one_for_each_simulator(
    registry: Registry, mode: str
) -> None:
    listed = list(tools(build_server(registry), mode))
    assert listed[: len(COMMON)] == COMMON
    assert {"simulate_climate", "simulate_epidemiology"} <= set(listed)
    runnable = [simulator.name for simulator in registry if not missing(simulator)]
    assert listed[len(COMMON) :] == [f"simulate_{name}" for name in runnable]


@pytest.mark.parametrize("mode", ERAS)
def test_the_list_of_the_builtin_tools_fits_its_budget(
    registry: Registry, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(urban, "engine_version", lambda: "")
    builtin = Registry(registry.simulator(name) for name in ("climate", "epidemiology", "urban"))
    listed = talk(build_server(builtin), lambda client: client.list_tools(), mode)
    full = listed.model_dump_json(by_alias=True, exclude_none=True)
    lean = listed.model_copy(
        update={"tools": [t.model_copy(update={"output_schema": None}) for t in listed.tools]}
    ).model_dump_json(by_alias=True, exclude_none=True)
    assert "outputSchema" in full
    assert "outputSchema" not in lean
    assert len(lean.encode()) < 18_000
    assert len(full.encode()) < 25_500


def test_the_tool_that_comes_with_the_traffic_engine_is_small(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(urban, "engine_version", lambda: "1.28.0")
    tool = tools(build_server(Registry([registry.simulator("urban")])))["simulate_urban"]
    lean = tool.model_copy(update={"output_schema": None, "meta": None})
    assert len(lean.model_dump_json(by_alias=True, exclude_none=True).encode()) < 1_200


def test_the_tools_are_listed_word_for_word_as_recorded(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """With --update the listing of now is recorded."""
    monkeypatch.setattr(urban, "engine_version", lambda: "")
    builtin = Registry(registry.simulator(name) for name in ("climate", "epidemiology", "urban"))
    listed = talk(build_server(builtin), lambda client: client.list_tools()).tools
    told = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in listed]
    if pytestconfig.getoption("--update"):
        SNAPSHOT.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert told == json.loads(SNAPSHOT.read_text("utf-8"))


def test_schemas_hold_nothing_that_hosts_are_known_to_refuse(all_registry: Registry) -> None:
    for tool in tools(build_server(all_registry)).values():
        used = set(keys(tool.input_schema))
        assert not used & {"$ref", "$defs", "anyOf", "oneOf", "allOf", "null"}, tool.name
        assert tool.input_schema["type"] == "object"
        assert tool.output_schema["type"] == "object"
        assert not set(keys(tool.output_schema)) & {"$ref", "$defs"}, tool.name


def test_every_property_of_every_tool_has_one_plain_type(all_registry: Registry) -> None:
    plain = {"string", "number", "integer", "array", "object"}
    for tool in tools(build_server(all_registry)).values():
        for name, schema in tool.input_schema["properties"].items():
            assert schema["type"] in plain, (tool.name, name)
            assert schema.get("default", "") is not None


def test_all_four_annotations_are_set_on_every_tool(all_registry: Registry) -> None:
    for tool in tools(build_server(all_registry)).values():
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.idempotent_hint is True
        assert tool.annotations.open_world_hint is (tool.name in ONLINE)


def test_a_server_says_its_name_version_and_how_to_use_it(coffee_registry: Registry) -> None:
    async def introduction(client: Any) -> tuple[Any, str]:
        return client.server_info, client.instructions

    info, instructions = talk(build_server(coffee_registry), introduction, "legacy")
    assert info.name == "simulrag"
    assert info.version[0].isdigit()
    steps = ("read_handbook()", "verify_claims", "compute", "check_answer")
    positions = [instructions.index(step) for step in steps]
    assert positions == sorted(positions)


#: A server's tools, prompts and templates, each with what hosts are told of it.
TOLD = """
import anyio
from mcp import Client
from simulrag.server.app import build_server

async def told():
    async with Client(build_server()) as client:
        tools, prompts = await client.list_tools(), await client.list_prompts()
        templates = await client.list_resource_templates()
        listed = (*tools.tools, *prompts.prompts, *templates.resource_templates)
        print([(one.name, one.description) for one in listed])

anyio.run(told)
"""


@pytest.mark.slow
def test_hosts_are_told_the_same_where_python_drops_docstrings() -> None:
    kept, dropped = (
        subprocess.run([sys.executable, *flags, "-c", TOLD], capture_output=True, text=True)
        for flags in ((), ("-OO",))
    )
    assert dropped.stderr == ""
    assert dropped.stdout == kept.stdout
