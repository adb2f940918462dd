"""Emulated seasons against simulated ones, and seasons simulated together against single ones."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from pydantic import JsonValue

import influenza
from simulrag.simulators.capabilities import emulator, maker
from simulrag.simulators.epidemiology import ensemble as ensembles
from simulrag.simulators.epidemiology.emulated_season import emulated_members, expected
from simulrag.simulators.epidemiology.emulated_season_scores import (
    compared,
    settings,
    simulated_members,
)
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call

EPIDEMIOLOGY = EpidemiologySimulator()
OHIO = Request(
    states=("Ohio",), start=date(2022, 10, 1), r0=2.6, seasonality="moderate", immune=0.1
)


def call(**given: JsonValue) -> Call:
    """Return a season in Ohio, with some inputs of its own."""
    asked: dict[str, JsonValue] = {
        "states": ["Ohio"], "start_date": "2022-10-01", "r0": 2.2, "seasonality": "moderate",
        "immunity": 30.0,
    }  # fmt: skip
    return influenza.call("season", **{**asked, **given})


@pytest.mark.parametrize(
    "number", [0, 7, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))]
)
def test_medians_of_emulated_members_are_within_what_is_said_of_simulated_ones(number):
    """In all states, at random settings; two ensembles by the simulator differ by 0.18 spreads."""
    for name, rows in compared(settings(number, np.random.default_rng(number))).items():
        emulated, simulated, stated, _, spread = map(np.array, zip(*rows, strict=True))
        off = emulated - simulated
        assert np.mean(np.abs(off) <= stated + 1e-9) >= 0.9, name
        if name in ("peak", "cumulative", "attack_rate", "peak_weekly_rate"):
            known = spread > 0
            assert np.sqrt(np.mean((off[known] / spread[known]) ** 2)) < 0.35, name
            assert abs(np.mean(off[known] / spread[known])) < 0.12, name


def test_emulated_members_spread_as_simulated_ones_do():
    for name, rows in compared(settings(0, np.random.default_rng(5))).items():
        _, _, _, own, other = map(np.array, zip(*rows, strict=True))
        known = other > 0
        assert np.median(own[known] / other[known]) == pytest.approx(1.0, abs=0.12), name


def test_the_expected_course_is_the_mean_of_a_large_state():
    request = replace(OHIO, states=("California",), members=200)
    made = ensembles.ensemble(request)
    course = expected([request])
    simulated = made.admissions[:, 0].mean(axis=0)
    busy = course.admissions[0] > 100
    assert busy.sum() > 40
    assert np.allclose(simulated[busy], course.admissions[0][busy], rtol=0.05)
    assert made.infected.mean() == pytest.approx(course.infected[0], rel=2e-3)
    assert made.infected.std() == pytest.approx(course.infected_spread[0], rel=0.25)


def test_a_small_step_of_r0_moves_each_emulated_member_and_not_the_dice():
    """As in the simulator: by less than half of what members drawn apart would spread."""
    requests = [OHIO, replace(OHIO, r0=2.62)]
    for made in (emulated_members(requests), simulated_members(requests)):
        for name in ("peak", "cumulative", "peak_weekly_rate", "half_burden", "attack_rate"):
            before, after = made[name]
            apart = np.hypot(before.std(), after.std())
            assert (after - before).std() < 0.5 * apart, name


def test_days_of_peaks_are_paired_as_far_as_whole_days_let_them():
    """Emulated members have no chain of draws, and their days correlate no more than simulated."""
    requests = [replace(OHIO, r0=r0, members=400) for r0 in (2.60, 2.62)]
    found: list[float] = []
    for made in (emulated_members(requests), simulated_members(requests)):
        before, after = made["peak_date"]
        found.append(float(np.corrcoef(before, after).flat[1]))
    assert found[0] == pytest.approx(found[1], abs=0.2)
    assert min(found) > 0.3


def test_emulated_and_simulated_members_share_the_share_that_is_admitted():
    request = replace(OHIO, states=("California",))
    first, other = (made["cumulative"][0] for made in (
        emulated_members([request]), simulated_members([request])
    ))  # fmt: skip
    assert np.corrcoef(first, other)[0, 1] > 0.9


def test_a_season_is_emulated_alone_as_among_others():
    requests = [replace(OHIO, states=(state,)) for state in STATES]
    together = emulated_members(requests)
    for row in (0, 7, 50):
        alone = emulated_members([requests[row]])
        for name, values in alone.items():
            assert np.allclose(values[0], together[name][row], rtol=1e-6, equal_nan=True), name


def test_states_simulated_together_are_those_simulated_alone(monkeypatch):
    calls = [call(states=[state], r0=r0) for state, r0 in (("Ohio", 2.2), ("Ohio", 2.3),
                                                           ("Wyoming", 1.6))]  # fmt: skip
    monkeypatch.setattr(ensembles, "_kept", {})
    alone = [(EPIDEMIOLOGY.run(one), EpidemiologySimulator().samples(one)) for one in calls]
    monkeypatch.setattr(ensembles, "_kept", {})
    EPIDEMIOLOGY.prepare(calls)
    for one, (run, members) in zip(calls, alone, strict=True):
        assert EPIDEMIOLOGY.run(one) == run
        for name, values in EpidemiologySimulator().samples(one).items():
            assert np.array_equal(values, members[name], equal_nan=True), name


def test_runs_of_the_emulator_are_told_apart_and_bound_their_error():
    beside = emulator(EPIDEMIOLOGY)
    run, simulated = beside.run(call()), EPIDEMIOLOGY.run(call())
    assert run.id != simulated.id
    assert "Emulated" in run.warnings[0]
    assert maker(EPIDEMIOLOGY, run.version).run(call()) == run  # pyright: ignore[reportOptionalMemberAccess]
    assert maker(EPIDEMIOLOGY, simulated.version) is EPIDEMIOLOGY
    assert maker(EPIDEMIOLOGY, "0.0.1") is None
    peak = run.outputs["peak"]
    assert peak.value_low < peak.value < peak.value_high


@pytest.mark.parametrize(
    "given", [{"states": ["Ohio", "Utah"]}, {"aggregation": "per state"}], ids=["two", "parts"]
)
def test_what_the_emulator_does_not_know_is_left_to_the_simulator(given):
    beside = EPIDEMIOLOGY.emulator()
    assert beside.together([call(), call(**given)], ["peak"])[1] is None
    with pytest.raises(OutOfRange, match="single state"):
        beside.run(call(**given))


def test_a_figure_that_a_season_may_not_have_is_left_to_the_simulator():
    """Where about half of the members start without an admission, growth means little."""
    beside = EPIDEMIOLOGY.emulator()
    calls = [call(states=[state]) for state in STATES]
    grown = beside.together(calls, ["growth"])
    members = [beside.samples(one)["growth"] for one in calls]
    shares = [float(np.isfinite(one).mean()) for one in members]
    assert any(0.3 < share < 0.7 for share in shares)
    for share, made in zip(shares, grown, strict=True):
        assert (made is None) == (0.3 < share < 0.7)
    assert all(one is not None for one in beside.together(calls, ["peak"]))
