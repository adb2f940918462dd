"""The grid of streets: its files against what they must hold, and short runs of the engine."""

from collections import Counter

import pytest

from corridor import engine, run
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as registered
from simulrag.simulators.urban.corridor import SPEED_FACTOR
from simulrag.simulators.urban.engine_pool import shared
from simulrag.simulators.urban.replications import figures, job
from simulrag.simulators.urban.simulator import UrbanSimulator
from simulrag.simulators.urban.street_files import ends, network, trips
from simulrag.simulators.urban.streets import GRID_LIMIT, Streets, lane_kilometres
from simulrag.simulators.urban.sumo_network_file import network_of, streets_of
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore


def net(**setting):
    return network_of(network(Streets(**setting)).encode(), "grid")


def limits(found) -> list[float]:
    return [float(lane.get("speed")) for s in streets_of(found) for lane in s.iter("lane")]


@pytest.mark.parametrize("lanes", [1, 2])
def test_the_grid_has_sixteen_signals_and_streets_both_ways(lanes: int) -> None:
    found = net(lanes=lanes)
    assert len(found.findall("tlLogic")) == 16
    # 4 rows and 4 columns of 5 stretches each, both ways.
    streets = list(streets_of(found))
    assert len(streets) == 2 * 2 * 4 * 5
    assert {len(street.findall("lane")) for street in streets} == {lanes}
    # Of 200 m between middles of junctions, less the junctions.
    assert lane_kilometres(found) == pytest.approx(80 * lanes * 0.2, rel=0.1)


def test_a_lower_limit_holds_on_streets_and_inside_of_junctions() -> None:
    assert set(limits(net())) == {round(GRID_LIMIT, 2)}
    slower = net(factor=0.4)
    assert max(limits(slower)) == pytest.approx(0.4 * GRID_LIMIT, rel=1e-3)
    inside = [float(lane.get("speed")) for lane in slower.iter("lane")]
    assert max(inside) == pytest.approx(0.4 * GRID_LIMIT, rel=1e-3)


def test_a_green_wave_is_late_by_the_way_between_two_junctions() -> None:
    found = net(signal="green wave")
    offsets = {p.get("id"): float(p.get("offset")) for p in found.iter("tlLogic")}
    seconds = 200.0 / (GRID_LIMIT * SPEED_FACTOR[0])
    assert offsets["A0"] == 0
    for place, steps in (("B0", 1), ("A1", 1), ("B1", 2), ("D3", 6)):
        assert offsets[place] == pytest.approx(steps * seconds, abs=0.5)
    assert {p.get("offset") for p in net().iter("tlLogic")} == {"0"}


def test_actuated_signals_have_a_least_and_a_most_green() -> None:
    for program in net(signal="actuated").iter("tlLogic"):
        assert program.get("type") == "actuated"
        for phase in program.iter("phase"):
            green = "G" in phase.get("state", "")
            assert (phase.get("minDur"), phase.get("maxDur")) == (
                ("10", "60") if green else (None, None)
            )


def test_trips_cross_the_grid_evenly_and_end_elsewhere() -> None:
    found = ends(net(), "grid", through=True)
    made = trips(found, "grid", 4_000, seed=1)
    assert set(found.first) == {one for one, _ in made}
    assert set(found.last) == {one for _, one in made}
    counts = Counter(one for one, _ in made)
    # 16 entries: 250 each, with a standard deviation of 15.
    assert len(counts) == 16
    assert all(180 < count < 320 for count in counts.values())
    assert all(found.between[a][0] != found.between[b][1] for a, b in made)


def test_more_trips_of_a_seed_begin_with_those_of_fewer() -> None:
    found = ends(net(), "grid", through=True)
    assert trips(found, "grid", 50, seed=3) == trips(found, "grid", 80, seed=3)[:50]
    assert trips(found, "grid", 50, seed=3) != trips(found, "grid", 50, seed=4)


def test_a_network_without_a_way_round_has_no_trips() -> None:
    text = b"""<net version="1.20">
    <edge id="a" from="x" to="y"><lane id="a_0" index="0" speed="10" length="9"/></edge></net>"""
    with pytest.raises(BadValue, match="no two streets"):
        ends(network_of(text, "way"), "way", through=False)


def test_without_the_engine_the_grid_is_refused_with_what_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registered, "engine_version", lambda: "")
    with pytest.raises(OutOfRange, match=r"not emulated.*simulrag\[urban\]"):
        run(network="grid")


@engine
def test_signals_of_the_grid_stand_in_the_order_that_theory_gives_them() -> None:
    signals = ("fixed-time", "actuated", "unsignalled")
    made = shared().run([job(Streets(signal=signal, demand=0.5), 1) for signal in signals])
    fixed, actuated, none = (figures(one) for one in made)
    assert fixed["vehicles"] == actuated["vehicles"] == none["vehicles"] == 100
    assert {one["faults"] for one in (fixed, actuated, none)} == {0}
    for output in ("travel_time", "idling_time", "co2"):
        assert fixed[output] > actuated[output] > none[output]
    # The same trips by the quickest way: a street more or less where signals differ.
    assert fixed["distance"] == pytest.approx(none["distance"], rel=0.05)


@engine
@pytest.mark.slow
def test_a_claim_about_the_grid_is_read_and_decided_by_a_run_of_it(store: EvidenceStore) -> None:
    text = "On the grid, an actuated signal cuts travel time by at least 3%."
    checked = check_text(text, "", Registry([UrbanSimulator()]), store)
    (verdict,) = checked.verdicts
    assert verdict.verdict == "supported"
    (run,) = checked.runs
    assert (run.call.arguments["network"], run.resolved["network"]) == ("grid", "grid")
    assert run.outputs["vehicles"].value == 200
    assert run.check.verdict == "passed"
    assert "random trips" in run.resolved["demand"]
