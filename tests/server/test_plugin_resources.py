"""Resources that other packages bring, and runs read as resources."""

import json
import logging
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from mcp import MCPError

from server.conversation import ERAS, call, data, refusal, said, talk
from simulrag.server import plugin_resources
from simulrag.server.app import build_server
from simulrag.server.plugin_resources import PluginResource, Shelf, installed_shelf
from simulrag.simulators.errors import UnknownName


def sample(number: str) -> str:
    """Return a sample, or say that there is none."""
    if number != "7":
        raise UnknownName(f"sample {number} is unknown; there is 7")
    return "Sample 7: 71.9 °C"


def broken() -> str:
    """Break down."""
    raise ZeroDivisionError("secret detail")


PROTOCOL = PluginResource("lab://protocol", "Protocol", "How cups were measured.", lambda: "# Cups")
SAMPLE = PluginResource("lab://samples/{number}", "Sample", "One cup.", sample, "text/plain")
BROKEN = PluginResource("lab://broken", "Broken", "Breaks down.", broken)
LAB = (PROTOCOL, SAMPLE, BROKEN)


def lab() -> tuple[PluginResource, ...]:
    """What an entry point of the group loads to."""
    return LAB


def read(server: Any, uri: str, mode: str = "auto") -> str:
    return talk(server, lambda client: client.read_resource(uri), mode).contents[0].text


@pytest.mark.parametrize("mode", ERAS)
def test_a_packages_resources_are_listed_read_and_reached_by_a_tool(coffee_registry, mode):
    server = build_server(coffee_registry, shelf=Shelf(LAB))
    listed = talk(server, lambda client: client.list_resources(), mode).resources
    assert "lab://protocol" in {one.uri for one in listed}
    templates = talk(server, lambda client: client.list_resource_templates(), mode)
    assert "lab://samples/{number}" in {one.uri_template for one in templates.resource_templates}
    for uri, text in (("lab://protocol", "# Cups"), ("lab://samples/7", "Sample 7: 71.9 °C")):
        assert read(server, uri, mode) == text
        assert said(call(server, "read_handbook", mode, simulator=uri)) == text
    assert "- lab://samples/{number}: Sample. One cup." in said(call(server, "read_handbook", mode))


def test_what_a_package_lacks_or_breaks_on_is_refused_without_its_details(coffee_registry):
    server = build_server(coffee_registry, shelf=Shelf(LAB))
    assert "there is 7" in refusal(call(server, "read_handbook", simulator="lab://samples/8"))
    for uri in ("lab://broken", "lab://samples/8", "lab://nothing"):
        text = refusal(call(server, "read_handbook", simulator=uri))
        assert "secret" not in text
        with pytest.raises(MCPError) as caught:
            read(server, uri)
        assert "secret" not in str(caught.value)
    unknown = refusal(call(server, "read_handbook", simulator="lab://nothing"))
    assert unknown.startswith("unknown_name: resource 'lab://nothing' is unknown; there are lab://")


def test_a_package_cannot_take_the_servers_own_addresses(coffee_registry, caplog):
    fake = PluginResource("handbook://coffee", "Fake", "Fake.", lambda: "fake")
    shelf = Shelf([fake, PROTOCOL, PROTOCOL])
    assert list(shelf.resources) == ["lab://protocol"]
    assert "its address is taken" in caplog.text
    assert read(build_server(coffee_registry, shelf=shelf), "handbook://coffee") != "fake"


def test_packages_are_found_by_their_entry_point_and_broken_ones_left_out(monkeypatch, caplog):
    points = [
        EntryPoint("bad", "simulrag.nowhere:lab", plugin_resources.GROUP),
        EntryPoint("lab", f"{__name__}:lab", plugin_resources.GROUP),
    ]
    monkeypatch.setattr(EntryPoint, "load", lambda self: lab if self.name == "lab" else 1 / 0)
    monkeypatch.setattr(plugin_resources, "entry_points_of", lambda _: points)
    installed_shelf.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert list(installed_shelf().resources) == [one.uri for one in LAB]
    finally:
        installed_shelf.cache_clear()
    assert "resources 'bad' were left out: ZeroDivisionError" in caplog.text


def test_a_simulation_is_read_by_its_address_and_is_the_tools_run(registry):
    server = build_server(registry)
    uri = "simulation://climate/temperature?place=Nairobi&year=2050&scenario=ssp245&co2=20"
    run = json.loads(read(server, uri))["run"]
    given = {"place": "Nairobi", "year": 2050, "scenario": "ssp245", "co2": 20}
    made = data(call(server, "simulate_climate", function="temperature", **given))["run"]
    assert run["id"] == made["id"]
    two = "simulation://epidemiology/admissions?states=Ohio,%20Iowa&reported_season=2022-23"
    assert json.loads(read(server, two))["run"]["call"]["arguments"]["states"] == [
        "Iowa",
        "Ohio",
    ]


@pytest.mark.parametrize(
    ("uri", "part"),
    [
        ("simulation://climate/temperature?place=Nairobi&year=3050", "1850 to 2100"),
        ("simulation://climate/temperature?place=Nairobi", "year"),
        ("simulation://climate/temperature?place=Nairobi&year=1990&coo=3", "'coo' is no parameter"),
        ("simulation://climate/temperature?place=Nairobi&year=1990&ye%61r=2000", "given 2 times"),
        ("simulation://climate/rain?place=Nairobi", "simulation://climate/rain"),
    ],
)
def test_a_simulation_that_cannot_be_run_is_refused(registry, uri, part):
    with pytest.raises(MCPError, match=part.replace("?", r"\?")) as caught:
        read(build_server(registry), uri)
    assert caught.value.error.code == -32602
