"""Seasons and measures against an age-structured theory written here, none of it the model's.

Expected numbers of a latent and an infectious stage with geometric times, by age and half day
(Diekmann et al. 2012, doi 10.1098/rsif.2012.0386, in discrete time). Of the product it takes the
tables of residents and contacts and the constants of the presets.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import JsonValue

import influenza
from influenza import number
from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.population import population, tables
from simulrag.simulators.epidemiology.presets import PRESETS, TEXTBOOK, Preset
from simulrag.simulators.interface import Run

Array = NDArray[np.float64]
STEPS, FIRST_OF_SEASON = 488, date(2022, 9, 1)
SEASON: dict[str, JsonValue] = {
    "states": ["Ohio"], "start_date": "2022-10-01", "seasonality": "moderate",
}  # fmt: skip
#: Setting of contacts -> its row in the table of shares.
SETTINGS = {"household": 0, "school": 1, "work": 2, "community": 3}


def run(function: str, **given: JsonValue) -> Run:
    return influenza.run(function, **SEASON, **given)


def factors(preset: Preset, seasonality: str) -> Array:
    """Return what a preset multiplies R0 by on each half day from 1 October on."""
    day = (date(2022, 10, 1) - FIRST_OF_SEASON).days + np.arange(STEPS) / 2.0
    low = preset.summer_minimum[seasonality]
    season = [(1 + low + (1 - low) * math.cos(math.tau * (d - preset.winter_maximum) / 365)) / 2
              for d in day]  # fmt: skip
    return preset.scale * np.exp(-preset.decline * (day - 27.0)) * np.array(season)


def infections(
    preset: Preset,
    r0: float,
    immune: float,
    seasonality: str = "moderate",
    *,
    vaccinated: Sequence[float] = (0.0,) * 5,
    contacts: Mapping[str, float] | None = None,
    while_: range = range(STEPS),
) -> Array:
    """Return the expected infections in Ohio by half day and age.

    vaccinated : share of the susceptible of each age who are protected from the first day on
    contacts : setting -> what is left of contacts there in the steps of `while_`
    """
    of = population(["Ohio"])
    people, matrix = of.people[0], of.contacts[0]
    left = np.ones(4)
    for setting, share in (contacts or {}).items():
        left[SETTINGS[setting]] = share
    lowered = matrix * np.einsum("s,sab->ab", left, tables()["setting_shares"])
    largest = of.spectral_radius()[0]
    latent = people * preset.latent_per_million / 1e6
    sick = people * preset.infectious_per_million / 1e6
    susceptible = ((1.0 - immune) * people - latent - sick) * (1.0 - np.array(vaccinated))
    made: list[Array] = []
    for step, factor in enumerate(factors(preset, seasonality)):
        met = (lowered if step in while_ else matrix) / largest
        rate = r0 * factor / preset.infectious_period * (met @ (sick / people))
        new = susceptible * -np.expm1(-0.5 * (rate + preset.importation))
        onset, end = latent * 0.5 / preset.latent_period, sick * 0.5 / preset.infectious_period
        susceptible, latent, sick = susceptible - new, latent + new - onset, sick + onset - end
        made.append(new)
    return np.array(made)


CASES = [("textbook", 1.8, 10), ("textbook", 2.6, 40), ("textbook", 2.0, 10), ("gleam", 2.6, 10),
         ("gleam", 3.0, 30)]  # fmt: skip


@pytest.mark.parametrize(("preset", "r0", "immunity"), CASES)
def test_the_attack_rate_is_within_a_point_of_theory_in_all_and_in_every_age(preset, r0, immunity):
    people = population(["Ohio"]).people[0]
    expected = infections(PRESETS[preset], r0, immunity / 100).sum(axis=0)
    asked: dict[str, JsonValue] = {"r0": r0, "immunity": immunity, "preset": preset}
    found = number(run("season", **asked), "attack_rate")
    assert found == pytest.approx(100 * expected.sum() / people.sum(), abs=1.0)
    for row, age in enumerate(("0-4", "5-17", "18-49", "50-64", "65+")):
        found = number(run("season_by_age", **asked, ages=[age]), "age_attack_rate")
        assert found == pytest.approx(100 * expected[row] / people[row], abs=1.0)


@pytest.mark.parametrize("effective", [1.3, 1.6, 2.0])
def test_infections_grow_as_latent_and_infectious_times_say(effective):
    """Growth of half a day is the larger root of (1-a-x)(1-b-x) = a b R, for chances a and b."""
    # Few enough at first that susceptible people do not become scarce while ages find their shares.
    closed = replace(TEXTBOOK, importation=0.0, latent_per_million=10.0, infectious_per_million=5.0)
    made = simulate(
        population(["California"]), closed, r0=effective, immune=0.0,
        transmission=np.ones(2 * 22), members=100, seed=3,
    )  # fmt: skip
    new = -np.diff(made.susceptible.sum(axis=(1, 2)))
    grown = math.log(new[20] / new[13]) / 7
    a, b = 0.5 / closed.latent_period, 0.5 / closed.infectious_period
    middle, apart = (2 - a - b) / 2, (a - b) / 2
    expected = 2 * math.log(middle + math.sqrt(apart**2 + a * b * effective))
    assert grown == pytest.approx(expected, rel=0.03)


MEASURES = [
    ({"kind": "vaccinated", "share": 50}, {"vaccinated": (0.2,) * 5}),
    (
        {"kind": "vaccinated", "share": 60, "ages": ["5-17"], "efficacy": 50},
        {"vaccinated": (0.0, 0.3, 0.0, 0.0, 0.0)},
    ),
    (
        {"kind": "vaccinated", "share": 70, "ages": ["65+"], "efficacy": 40},
        {"vaccinated": (0.0, 0.0, 0.0, 0.0, 0.28)},
    ),
    ({"kind": "fewer community contacts", "share": 30}, {"contacts": {"community": 0.7}}),
    (
        {"kind": "schools closed", "from_week": 4, "weeks": 6},
        {"contacts": {"school": 0.0}, "while_": range(56, 140)},
    ),
]


@pytest.mark.parametrize(("r0", "immunity"), [(2.0, 40), (2.6, 30)])
@pytest.mark.parametrize(("measure", "changed"), MEASURES)
def test_measures_avert_the_infections_and_admissions_that_theory_says(
    measure, changed, r0, immunity
):
    asked: dict[str, JsonValue] = {"r0": r0, "immunity": immunity, "preset": "textbook"}
    made = run("intervention", **asked, measures=[measure])
    usual = infections(TEXTBOOK, r0, immunity / 100).sum(axis=0)
    treated = infections(TEXTBOOK, r0, immunity / 100, **changed).sum(axis=0)  # pyright: ignore
    averted = (usual - treated).sum()
    assert number(made, "infections_averted") == pytest.approx(averted, rel=0.03)
    admitted = [float(of @ np.array(TEXTBOOK.hospitalised)) for of in (usual, treated)]
    share = 100 * (1 - admitted[1] / admitted[0])
    assert number(made, "averted_share") == pytest.approx(share, abs=1.5)
