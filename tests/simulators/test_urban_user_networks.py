"""Networks of the user's own: which files are taken, what is let through, and what is refused."""

import gzip
import logging
import os
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from corridor import engine, run
from server.conversation import call, refusal
from simulrag.server.app import build_server
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import BadValue, NotInstalled, OutOfRange, RunFailed, SimulatorError
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import openstreetmap, sumo_network_file
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.simulators.urban.sumo_network_file import network_of
from simulrag.simulators.urban.user_networks import VARIABLE, found
from simulrag.verifier.english.questions import plan

GRID = gzip.decompress((files("simulrag.simulators.urban") / "data/grid_1.net.xml.gz").read_bytes())


def map_of(*, signal: bool = True) -> str:
    """Return a street of 400 m with a roundabout of streets round a block, as a map has them."""
    corners = {1: (0, 0), 2: (0, 30), 3: (30, 30), 4: (30, 0), 5: (0, -30), 6: (30, 60)}
    tag = '<tag k="highway" v="traffic_signals"/>'
    nodes = [
        f'<node id="{i}" version="1" lat="{48 + y * 1e-4:.6f}" lon="{11 + x * 1e-4:.6f}">'
        f"{tag if signal and i == 2 else ''}</node>"
        for i, (x, y) in corners.items()
    ]
    ways = [
        f'<way id="{100 + n}" version="1"><nd ref="{a}"/><nd ref="{b}"/>'
        '<tag k="highway" v="secondary"/><tag k="maxspeed" v="50"/></way>'
        for n, (a, b) in enumerate([(1, 2), (2, 3), (3, 4), (4, 1), (5, 1), (3, 6)])
    ]
    body = "".join([*nodes, *ways])
    return f'<?xml version="1.0"?><osm version="0.6">{body}</osm>'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "networks"
    home.mkdir()
    monkeypatch.setenv(VARIABLE, str(home))
    return home


def test_files_of_the_folder_are_networks_by_their_names(folder: Path) -> None:
    for name in ("Old_Town.net.xml", "harbour.net.xml.gz", "suburb.osm", "notes.txt"):
        (folder / name).write_bytes(GRID)
    assert list(found()) == ["old town network", "harbour network", "suburb network"]
    choices = UrbanSimulator().functions[0].parameter("network").choices
    assert list(choices) == ["single road", "grid", *found()]


def test_without_the_folder_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert found() == {}
    monkeypatch.setenv(VARIABLE, "no/such/folder")
    assert found() == {}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights")
def test_links_out_of_the_folder_and_odd_names_are_left_out(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    outside = tmp_path / "secret.net.xml"
    outside.write_bytes(GRID)
    (folder / "link.net.xml").symlink_to(outside)
    (folder / "town; rm.net.xml").write_bytes(GRID)
    (folder / "deep.net.xml").mkdir()
    with caplog.at_level(logging.WARNING):
        assert found() == {}
    assert "leads out of the folder" in caplog.text
    assert "its name may have" in caplog.text
    assert "it is no file" in caplog.text


@engine  # without it the tool is not listed
@pytest.mark.parametrize("given", ["../secret.net.xml", "/etc/passwd", "link network"])
def test_callers_reach_no_file_by_its_path(given: str, folder: Path) -> None:
    (folder / "town.net.xml").write_bytes(GRID)
    server = build_server(Registry([UrbanSimulator()]))
    told = refusal(call(server, "simulate_urban", network=given))
    assert "town network" in told
    assert str(folder) not in told


def test_a_text_that_names_a_network_is_planned_on_it(folder: Path) -> None:
    (folder / "old_town.net.xml").write_bytes(GRID)
    asked = "What is the travel time on the old town network with actuated signals?"
    calls = plan(asked, Registry([UrbanSimulator()])).calls
    assert {one.arguments.get("network") for one in calls} == {"old town network"}


EDGE = '<edge id="a" from="x" to="y"><lane id="a_0" index="0" speed="{}" length="9"/></edge>'
BOMB = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no XML"),
        ("<osm/>", "begins with <osm>"),
        ("<net/>", "has no street"),
        (f"<net>{EDGE.format('nan')}</net>", "no speed above 0"),
        (f"<net>{EDGE.format('1')}<tlLogic id='t' type='rail_signal'/></net>", "'rail_signal'"),
        ('<!DOCTYPE net SYSTEM "file:///etc/passwd"><net/>', "document type"),
        (f"<!DOCTYPE net [{BOMB}]><net>&a9;</net>", "document type"),
        ("<net>" * 50 + "</net>" * 50, "deeper than 8"),
    ],
)
def test_what_is_no_plain_network_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadValue, match="town") as refused:
        network_of(text.encode(), "town.net.xml")
    assert said in str(refused.value)


@pytest.mark.parametrize("given", [b"Main Street", b"a;b", b"x|y", b"one,two"])
def test_an_id_that_the_engine_would_take_for_several_is_refused_by_name(given: bytes) -> None:
    with pytest.raises(BadValue) as told:
        network_of(GRID.replace(b"A0A1", given), "town.net.xml")
    assert f"has the edge {given.decode()!r}" in str(told.value)


def test_a_document_type_is_seen_in_any_encoding() -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE net [<!ENTITY x "y">]><net/>'
    with pytest.raises(BadValue, match="document type"):
        network_of(text.encode("utf-16"), "town.net.xml")


def test_only_roads_and_signals_are_let_through() -> None:
    hostile = GRID.replace(
        b"<tlLogic", b'<param key="file" value="/etc/x"/><include href="/etc/x"/><tlLogic', 1
    ).replace(
        b'type="static"', b'type="static" file="/etc/x"', 1
    )  # fmt: skip
    made = network_of(
        hostile.replace(b"<phase", b'<param key="file" value="/etc/x"/><phase', 1), ""
    )
    assert {one.tag for one in made.iter()} == {
        "net", "location", "edge", "lane", "junction", "request", "connection", "tlLogic", "phase"
    }  # fmt: skip
    assert not any("/etc" in value for one in made.iter() for value in one.attrib.values())


def test_files_that_are_too_large_are_refused_packed_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sumo_network_file, "MOST_EDGES", 79)
    with pytest.raises(BadValue, match="80 streets; at most 79"):
        network_of(GRID, "town.net.xml")
    packed = tmp_path / "town.net.xml.gz"
    packed.write_bytes(gzip.compress(b" " * 3_000_000))
    with pytest.raises(BadValue, match="larger than the 2 MB"):
        sumo_network_file.read_bytes(packed, 2 * 2**20)
    packed.write_bytes(b"no gzip")
    with pytest.raises(BadValue, match="cannot be read"):
        sumo_network_file.read_bytes(packed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"lanes": 1}, "80 streets .edges., 1 lane each"),
        ({"signal": "green wave"}, "16 signals, whose coordination"),
    ],
)
def test_what_a_network_of_ones_own_cannot_be_asked_is_said(
    arguments: dict[str, object], said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulrag.simulators.urban.simulator.engine_version", lambda: "1.28.0")
    (folder / "town.net.xml").write_bytes(GRID)
    with pytest.raises(OutOfRange, match=said):
        run(network="town network", **arguments)


@engine
@pytest.mark.slow
def test_a_network_of_ones_own_is_run_against_itself_as_built(folder: Path) -> None:
    path = folder / "town.net.xml"
    path.write_bytes(GRID)
    made = run(network="town network", speed_limit=-40, demand=-60)
    assert made.check.verdict == "passed"
    assert made.outputs["travel_time_change"].value > 10
    assert made.resolved["network"].startswith("town network (town.net.xml: 80 streets")
    assert "as built" in made.resolved["compared with"]
    assert "its lanes as built and its signals as built" in made.context
    # 40 vehicles an hour on each of 16 km less the junctions, for ten minutes, less 60 %.
    assert made.outputs["vehicles"].value == pytest.approx(0.4 * 40 * 15 / 6, rel=0.1)


@engine
def test_a_file_that_changes_is_another_network(folder: Path) -> None:
    path = folder / "town.net.xml"
    path.write_bytes(GRID)
    first = UrbanSimulator()
    path.write_bytes(GRID + b"\n")
    assert UrbanSimulator().version != first.version
    given = validate(first.functions[0], {"network": "town network"})
    with pytest.raises(RunFailed, match="was changed"):
        first.run(Call(simulator="urban", function="corridor", arguments=given))


@engine
def test_a_network_that_the_engine_refuses_gives_its_reason(folder: Path) -> None:
    broken = GRID.replace(b'to="A0"', b'to="nowhere"')
    (folder / "town.net.xml").write_bytes(broken)
    with pytest.raises(RunFailed, match="Unknown to-node 'nowhere' for edge"):
        run(network="town network")


def test_without_netconvert_a_map_is_refused_with_what_brings_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openstreetmap, "find_spec", lambda _: None)
    (folder / "village.osm").write_text(map_of())
    with pytest.raises(NotInstalled, match=r"simulrag\[urban-networks\]"):
        openstreetmap.converted(folder / "village.osm")


@pytest.fixture
def netconvert() -> None:
    try:
        openstreetmap.netconvert()
    except NotInstalled as error:
        pytest.skip(str(error))


@engine
@pytest.mark.slow
@pytest.mark.usefixtures("netconvert")
def test_a_map_is_converted_and_run(folder: Path) -> None:
    (folder / "village.osm").write_text(map_of())
    made = run(network="village network", speed_limit=-20)
    assert made.check.verdict == "passed"
    assert made.outputs["travel_time_change"].value > 5


@engine
@pytest.mark.slow
@pytest.mark.usefixtures("netconvert")
def test_a_real_map_says_what_it_has_and_what_netconvert_finds_odd(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, str(Path(__file__).parents[2] / "docs/examples/helsinki"))
    assert "73 streets (edges), 1 to 3 lanes each" in UrbanSimulator().handbook()
    made = run(network="helsinki centre network", speed_limit_kmh=30, vehicles_per_hour=120)
    assert made.check.verdict == "passed"
    assert "netconvert says" in made.warnings[0]
    assert made.outputs["vehicles"].value == 20


@pytest.mark.usefixtures("netconvert")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<osm version='0.6'></osm>", "netconvert"),
        ('<!DOCTYPE osm [<!ENTITY x "y">]><osm/>', "document type"),
        ("<gpx/>", "does not begin with <osm>"),
    ],
)
def test_a_map_that_is_none_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "village.osm"
    path.write_text(text)
    with pytest.raises(SimulatorError, match=said) as refused:
        openstreetmap.converted(path)
    assert os.sep not in str(refused.value).replace("</", "")
