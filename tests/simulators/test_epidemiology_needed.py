"""Inverse questions through the simulator's own door, against the simulator itself."""

import pytest
from pydantic import JsonValue

import influenza
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Run
from simulrag.simulators.output_operations import number as quantity

ASKED: dict[str, JsonValue] = {
    "states": ["Ohio"],
    "start_date": "2022-10-01",
    "seasonality": "moderate",
}


def run(name: str, **arguments: JsonValue) -> Run:
    return influenza.run(name, **{**ASKED, **arguments})


@pytest.mark.parametrize(
    "metric",
    ["hospital incidence", pytest.param("hospital prevalence", marks=pytest.mark.slow)],
)
def test_the_r0_found_gives_the_peak_in_a_simulated_season(metric):
    found = run("needed_r0", peak=2000, immunity=20.0, metric=metric)
    needed = quantity(found, "needed_r0")
    simulated = run("season", r0=needed.value, immunity=20.0, metric=metric)
    assert quantity(simulated, "peak").value == pytest.approx(2000, rel=0.08)
    assert needed.low < needed.value < needed.high
    assert found.check.verdict == "passed"


def test_the_immunity_found_gives_the_peak_in_a_simulated_season():
    needed = quantity(run("needed_immunity", peak=1000, r0=2.6), "needed_immunity")
    assert needed.unit == "percent"
    simulated = run("season", r0=2.6, immunity=needed.value)
    assert quantity(simulated, "peak").value == pytest.approx(1000, rel=0.08)


@pytest.mark.slow
def test_the_reduction_of_contacts_found_gives_the_peak_in_a_season_with_it():
    found = run("needed_contacts", peak=500, r0=2.6, immunity=20.0)
    needed = quantity(found, "needed_contacts")
    assert needed.unit == "percent"
    assert needed.low < needed.value < needed.high
    fewer: list[JsonValue] = [{"kind": "fewer contacts", "share": round(needed.value, 1)}]
    cut = run("intervention", r0=2.6, immunity=20.0, preset="gleam", measures=fewer)
    before = quantity(run("season", r0=2.6, immunity=20.0), "peak").value
    after = before * (1.0 + quantity(cut, "peak_change").value / 100.0)
    assert after == pytest.approx(500, rel=0.1)


@pytest.mark.slow
def test_contacts_need_not_fall_where_the_season_stays_below_the_peak():
    with pytest.raises(OutOfRange, match="need not be fewer"):
        run("needed_contacts", peak=1500, r0=2.0, immunity=20.0)


def test_a_peak_out_of_reach_is_refused_with_those_within():
    with pytest.raises(OutOfRange, match="within reach are"):
        run("needed_r0", peak=900_000, immunity=20.0)


def test_several_states_are_refused_as_the_emulator_knows_single_ones():
    with pytest.raises(BadValue, match=r"Iowa, Ohio are 2; .* give one"):
        run("needed_r0", peak=2000, immunity=20.0, states=["Iowa", "Ohio"])
