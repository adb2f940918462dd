"""Members of influenza seasons are paired: member i has the same draws in every call."""

import os
import sys
from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import JsonValue

import influenza
from influenza import ensemble
from python_process import python
from simulrag.simulators.epidemiology.functions import INTERVENTION, SEASON
from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.population import Population
from simulrag.simulators.epidemiology.presets import GLEAM, STEP, Preset
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.epidemiology.streams import Streams
from simulrag.simulators.interface import Call, Function

Array = NDArray[np.float64]

SIMULATOR = EpidemiologySimulator()
SETTING: dict[str, JsonValue] = {
    "states": ["Ohio"], "start_date": "2022-10-01", "r0": 2.6, "seasonality": "moderate",
    "immunity": 30.0, "metric": "hospital incidence",
}  # fmt: skip


def call(function: Function = SEASON, seed: int = 0, **changes: JsonValue) -> Call:
    base = SETTING if function is SEASON else dict(INTERVENTION.example)
    return influenza.call(function.name, seed, **{**base, **changes})


def members(function: Function = SEASON, seed: int = 0, **changes: JsonValue) -> dict[str, Array]:
    drawn = SIMULATOR.samples(call(function, seed, **changes))
    return {name: np.array(values) for name, values in drawn.items()}


def fewer_at_work(share: float) -> dict[str, JsonValue]:
    return {"kind": "fewer work contacts", "share": share}


def correlation(first: Array, second: Array) -> float:
    both = np.isfinite(first) & np.isfinite(second)
    return float(np.corrcoef(first[both], second[both])[0, 1])


def test_the_first_members_are_those_of_any_ensemble():
    few, many = (ensemble(["Ohio", "Maine"], members=count) for count in (20, 100))
    assert np.array_equal(few.admissions, many.admissions[:20])
    assert np.array_equal(few.infected, many.infected[:20])
    twenty, hundred = members(members=20), members(members=100)
    for name, values in hundred.items():
        assert np.array_equal(twenty[name], values[:20], equal_nan=True), name


def test_levels_are_those_of_the_state_whatever_other_states_are_asked_for():
    alone = Streams(3, ["Ohio"], 20).levels("moves", 7, 22)
    among = Streams(3, ["Iowa", "Ohio"], 60).levels("moves", 7, 22)
    assert np.array_equal(alone[0], among[1, :20])
    assert not np.array_equal(among[0], among[1])


def test_levels_are_uniform_and_independent_between_members_steps_and_states():
    made = [Streams(1, ["Ohio", "Iowa"], 500).levels("moves", step, 22) for step in range(4)]
    uniform = np.stack(made).astype(float).reshape(8, 500, 22) / 2**24 + 0.5
    assert uniform.mean() == pytest.approx(0.5, abs=4 / np.sqrt(12 * uniform.size))
    assert uniform.var() == pytest.approx(1 / 12, rel=0.02)
    lines = uniform.transpose(0, 2, 1).reshape(-1, 500)
    apart = np.corrcoef(lines)[~np.eye(len(lines), dtype=bool)]
    assert np.abs(apart).max() < 6 / np.sqrt(500)


@pytest.mark.slow
@pytest.mark.parametrize("instructions", ["default", "avx2"])
def test_processors_of_all_kinds_give_the_same_digits(instructions):
    program = (
        "from influenza import ensemble;"
        "print(repr(ensemble(['Ohio', 'Maine'], members=40).admissions.sum(axis=(1, 2)).tolist()))"
    )
    path = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHONPATH": path, "ATEN_CPU_CAPABILITY": instructions}
    found = python("-c", program, env=environment)
    assert found.stdout.strip() == repr(
        ensemble(["Ohio", "Maine"], members=40).admissions.sum(axis=(1, 2)).tolist()
    )


def test_a_change_that_changes_nothing_gives_exactly_nothing_in_every_member():
    for function, same in ((SEASON, {"r0": 2.6}), (INTERVENTION, {"seasonality": "moderate"})):
        first, again = members(function), EpidemiologySimulator().samples(call(function, **same))
        for name, values in first.items():
            change = np.array(again[name]) - values
            assert (change[np.isfinite(change)] == 0.0).all(), name
    for name, values in members(INTERVENTION, measures=[fewer_at_work(0)]).items():
        assert (values == 0.0).all(), name


#: Steps of the numeric inputs, about a thousandth of what is plausible.
STEPS: list[dict[str, JsonValue]] = [
    {"r0": 2.605},
    {"immunity": 30.2},
    {"start_date": "2022-10-02"},
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: next(iter(step)))
@pytest.mark.parametrize("metric", ["hospital incidence", "hospital prevalence"])
def test_a_small_step_moves_each_member_and_not_the_dice(step, metric):
    base, moved = members(metric=metric), members(metric=metric, **step)
    assert len(base) == 10
    for name, values in base.items():
        assert correlation(values, moved[name]) > 0.5, name


def test_a_small_step_of_the_threshold_moves_each_member_and_not_the_dice():
    middle = float(np.median(members()["peak"]))
    base, moved = (members(threshold=middle + step)["peak_chance"] for step in (0.0, 5.0))
    assert correlation(base, moved) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    "step",
    [
        {"r0": 2.205},
        {"immunity": 30.2},
        {"start_date": "2022-10-02"},
        {
            "measures": [
                {"kind": "vaccinated", "share": 50.2},
                {"kind": "schools closed", "from_week": 4, "weeks": 6},
            ]
        },
    ],
    ids=lambda step: next(iter(step)),
)
def test_a_small_step_moves_each_pair_of_seasons_and_not_the_dice(step):
    base, moved = members(INTERVENTION), members(INTERVENTION, **step)
    assert len(base) == 5
    for name, values in base.items():
        assert correlation(values, moved[name]) > 0.5, name


@pytest.mark.parametrize(
    "state", ["Vermont", *(pytest.param(n, marks=pytest.mark.slow) for n in ("Ohio", "California"))]
)
def test_a_difference_of_paired_members_is_less_than_half_as_wide_as_of_unpaired_ones(state):
    first, second = members(states=[state], r0=2.60), members(states=[state], r0=2.62)
    for name in ("peak", "cumulative", "half_burden", "attack_rate", "peak_weekly_rate"):
        paired = (second[name] - first[name]).std()
        apart = float(np.hypot(first[name].std(), second[name].std()))
        assert paired < 0.5 * apart, name


@pytest.mark.slow
def test_measures_are_paired_with_the_same_season_without_them():
    """What fewer contacts avert is known far better than from two seasons apart."""
    averted = members(INTERVENTION, measures=[fewer_at_work(10)])["averted"]
    arms = members(**{k: INTERVENTION.example[k] for k in ("r0", "immunity", "start_date")})
    assert averted.std() < 0.5 * np.sqrt(2.0) * arms["cumulative"].std()
    assert (averted > 0).all()


def test_where_no_wave_rises_the_day_of_the_peak_is_not_defined():
    below = members(r0=1.0, immunity=50.0)
    assert np.isnan(below["weeks_to_peak"]).all()
    assert np.isnan(below["peak_date"]).all()
    assert np.isfinite(below["cumulative"]).all()
    assert np.isfinite(members()["weeks_to_peak"]).all()


def test_dates_are_counted_in_days_from_the_first_of_january_of_the_year_one():
    found = members()
    days = found["peak_date"] - date(2022, 10, 1).toordinal()
    assert np.allclose(days, 7 * found["weeks_to_peak"])
    assert (found["half_burden_date"] == np.floor(found["half_burden_date"])).all()


def test_parts_have_members_of_their_own_and_add_up_to_the_whole():
    found = members(states=["Ohio", "Maine"], aggregation="per state")
    parts = found["cumulative in Ohio"] + found["cumulative in Maine"]
    assert np.array_equal(parts, found["cumulative"])
    assert (found["peak in Ohio"] <= found["peak"]).all()


def test_what_no_number_is_drawn_for_is_a_point():
    point = Call(simulator="epidemiology", function="invasion", arguments={"r0": 1.4})
    assert SIMULATOR.samples(point) == {}


def small() -> Population:
    """A town in which everybody meets everybody alike."""
    groups = np.array([[50.0, 170.0, 420.0, 190.0, 170.0]]) * 10
    contacts = np.tile(10.0 * groups / groups.sum(), (5, 1))[None]
    return Population(("Somewhere",), groups, contacts, np.ones((5, 1, 1)))


def reference(preset: Preset, r0: float, steps: int, count: int) -> tuple[Array, Array]:
    """A second implementation of the town: one member after the other, draws of numpy.

    Returns infections and admissions of each member.
    """
    random = np.random.default_rng(8)
    people = small().people[0]
    share = np.array(preset.hospitalised)
    infected, admitted = np.zeros(count), np.zeros(count)
    for member in range(count):
        latent = np.round(people * preset.latent_per_million * 1e-6).astype(int)
        sick = np.round(people * preset.infectious_per_million * 1e-6).astype(int)
        well = people.astype(int) - latent - sick
        awaiting = random.binomial(sick, np.minimum(preset.awaiting_admission * share, 1.0)).sum()
        for _ in range(steps):
            force = r0 / preset.infectious_period * sick.sum() / people.sum()
            chance = -np.expm1(-STEP * (force + preset.importation))
            new = random.binomial(well, chance)
            onset = random.binomial(latent, STEP / preset.latent_period)
            better = random.binomial(sick, STEP / preset.infectious_period)
            arrived = random.binomial(awaiting, STEP / preset.admission_delay)
            well, latent, sick = well - new, latent + new - onset, sick + onset - better
            awaiting += random.binomial(onset, share).sum() - arrived
            infected[member] += new.sum()
            admitted[member] += arrived
    return infected, admitted


@pytest.mark.slow
def test_a_small_town_is_as_a_second_implementation_says():
    """Medians, 90 % ranges and conservation against plain binomial draws, person by person."""
    from dataclasses import replace

    preset = replace(
        GLEAM, hospitalised=(0.1,) * 5, hospitalised_spread=0.0, infectious_per_million=2_000.0,
        latent_per_million=2_000.0,
    )  # fmt: skip
    made = simulate(
        small(), preset, r0=1.6, immune=0.0, transmission=np.ones(200), members=1_000, seed=2
    )
    assert made.residual == 0.0
    assert made.lowest >= 0.0
    ours = made.infected[:, 0], made.admissions.sum(axis=(1, 2))
    for drawn, expected in zip(ours, reference(preset, 1.6, 200, 1_000), strict=True):
        for level in (0.05, 0.25, 0.5, 0.75, 0.95):
            below = (drawn <= np.quantile(expected, level)).mean()
            assert abs(below - level) < 4.5 * np.sqrt(2.0 * level * (1 - level) / 1_000)
