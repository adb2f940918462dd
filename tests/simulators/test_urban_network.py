"""The corridor as SUMO's input files, which needs no engine."""

import math
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.urban.corridor import CYCLE, PLATOON, SPEED_LIMIT, Corridor
from simulrag.simulators.urban.corridor_files import demand, network
from simulrag.simulators.urban.parameters import SIGNAL

CONTROLS = st.sampled_from(list(SIGNAL.choices))


@st.composite
def corridors(draw: st.DrawFn) -> Corridor:
    return Corridor.of(
        {
            "speed_limit": draw(st.floats(-60.0, 0.0)),
            "demand": draw(st.floats(-60.0, 60.0)),
            "lanes": draw(st.integers(1, 2)),
            "signal": draw(CONTROLS),
        }
    )


@given(corridors())
def test_every_lane_leads_through_the_junction_at_the_limit(corridor: Corridor) -> None:
    net = fromstring(network(corridor))
    lanes = [lane for edge in net.iter("edge") for lane in edge.iter("lane")]
    assert len(lanes) == 3 * corridor.lanes
    assert {float(str(lane.get("speed"))) for lane in lanes} == {round(corridor.limit, 4)}
    assert sum(float(str(lane.get("length"))) for lane in lanes) == 1000.0 * corridor.lanes
    through = [c for c in net.iter("connection") if c.get("from") == "in"]
    assert [c.get("toLane") for c in through] == [str(n) for n in range(corridor.lanes)]
    inside = {lane.get("id") for lane in lanes if str(lane.get("id")).startswith(":")}
    assert {c.get("via") for c in through} == inside


@given(corridors())
def test_a_signal_has_one_light_for_each_lane_and_none_is_left_without_one(
    corridor: Corridor,
) -> None:
    net = fromstring(network(corridor))
    states = [str(phase.get("state")) for phase in net.iter("phase")]
    lights = [c.get("linkIndex") for c in net.iter("connection") if c.get("tl")]
    if corridor.signal == "unsignalled":
        assert states == []
        assert lights == []
        return
    assert {len(state) for state in states} == {corridor.lanes}
    assert lights == [str(n) for n in range(corridor.lanes)]
    if corridor.signal != "actuated":
        durations = [float(str(phase.get("duration"))) for phase in net.iter("phase")]
        assert sum(durations) == CYCLE == 90.0


@pytest.mark.parametrize(
    ("change", "count"), [(0, 134), (23, 164), (-39, 82), (11, 149), (14, 153)]
)
def test_as_many_vehicles_come_as_the_records_count(change: float, count: int) -> None:
    corridor = Corridor.of(
        {"speed_limit": 0.0, "demand": change, "lanes": 2, "signal": "fixed-time"}
    )
    assert len(corridor.departures) == count
    assert len(list(fromstring(demand(corridor)).iter("vehicle"))) == count


@given(st.floats(-60.0, 60.0))
def test_a_platoon_holds_the_vehicles_of_its_cycle_and_none_is_lost(change: float) -> None:
    even, wave = (
        Corridor.of({"speed_limit": 0.0, "demand": change, "lanes": 2, "signal": signal})
        for signal in ("fixed-time", "green wave")
    )
    assert len(even.departures) == len(wave.departures)
    assert list(wave.departures) == sorted(wave.departures)
    for before, after in zip(even.departures, wave.departures, strict=True):
        assert math.floor(before / CYCLE) == math.floor(after / CYCLE)
        assert 0.0 <= after % CYCLE <= PLATOON


def test_the_limit_of_nothing_changed_is_80_kilometres_an_hour() -> None:
    assert Corridor() == Corridor.of(
        {"speed_limit": 0.0, "demand": 0.0, "lanes": 2, "signal": "fixed-time"}
    )
    assert pytest.approx(80.0) == 3.6 * SPEED_LIMIT
