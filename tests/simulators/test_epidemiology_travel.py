"""Long-distance travel between states, and what less of it does."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.epidemiology.measures import Conditions, Measures, Window
from simulrag.simulators.epidemiology.metapopulation import Ensemble, simulate
from simulrag.simulators.epidemiology.population import (
    DISTANCE_POWER,
    LEAST_DISTANCE,
    distances,
    population,
    tables,
    trips,
)
from simulrag.simulators.epidemiology.presets import PRESETS, Preset

#: Centres of population, US Census Bureau 2010 (public domain): latitude and longitude, degrees.
CENSUS = {
    "California": (35.46, -119.33),
    "Texas": (30.94, -97.39),
    "Florida": (27.82, -81.63),
    "New York": (41.50, -74.62),
    "Alabama": (33.00, -86.81),
}


def test_distances_are_those_of_the_sphere():
    """A degree on a great circle of 6,371 km is 111.19 km; New York to Los Angeles is 3,936 km."""
    found = distances(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 180.0]]))
    assert found[0, 1:] == pytest.approx([111.19, 111.19, np.pi * 6371.0], rel=1e-4)
    cities = np.array([[40.7128, -74.006], [34.0522, -118.2437]])
    assert distances(cities)[0, 1] == pytest.approx(3936.0, rel=2e-3)


@given(
    residents=st.lists(st.floats(1e4, 4e7), min_size=2, max_size=6),
    seed=st.integers(0, 10**6),
)
def test_as_many_travel_there_as_back(residents, seed):
    people = np.array(residents)
    centers = np.random.default_rng(seed).uniform((25.0, -120.0), (48.0, -70.0), (len(people), 2))
    flows = trips(people, centers)
    assert np.allclose(flows, flows.T)
    assert (np.diag(flows) == 0.0).all()
    assert flows.sum() / people.sum() == pytest.approx(0.5 * 3.9 / 365.0)


def test_trips_grow_with_residents_and_fall_with_a_power_of_the_distance():
    """On the equator, at 0, 4 and 12 degrees: three times as far, and half as many people."""
    people = np.array([1e6, 2e6, 1e6])
    flows = trips(people, np.array([[0.0, 0.0], [0.0, 4.0], [0.0, -12.0]]))
    assert flows[0, 1] / flows[0, 2] == pytest.approx(2.0 * 3.0**DISTANCE_POWER)


def test_centers_nearer_than_a_long_trip_are_taken_for_that_far_apart():
    degrees = LEAST_DISTANCE / 111.19
    near = trips(np.ones(3), np.array([[0.0, 0.0], [0.0, 0.1], [0.0, -degrees]]))
    assert near[0, 1] == pytest.approx(near[0, 2], rel=1e-3)


def test_centers_of_population_are_near_to_those_of_the_census():
    names = tables()["states"].tolist()
    for state, center in CENSUS.items():
        ours = tables()["centers"][names.index(state)]
        assert distances(np.array([ours, center]))[0, 1] < 70.0


def test_children_travel_although_they_do_not_commute():
    stay = population(["Ohio", "Pennsylvania"]).stay
    assert stay[0, 0, 1] > 0.0
    assert stay[2, 0, 1] > stay[0, 0, 1]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_long_trips_bring_influenza_to_a_state_and_less_travel_brings_less(preset):
    brought = [_brought(PRESETS[preset], travel) for travel in (1.0, 0.5, 0.0)]
    assert brought[0].residual == 0.0
    assert brought[0].lowest >= 0.0
    usual, less, none = (one.infected[:, 1] for one in brought)
    assert (usual > 0).all()
    assert less.mean() < 0.7 * usual.mean()
    assert (none == 0).all()


def _brought(preset: Preset, travel: float) -> Ensemble:
    """Run an outbreak in New York beside Vermont, where there are too few people for a seed.

    Nobody commutes, nothing comes from elsewhere, and who falls ill in Vermont infects few there.
    """
    people = population(["New York", "Vermont"])
    long_trips = np.tile(people.stay[:1], (5, 1, 1))
    closed = replace(
        preset, importation=0.0, infectious_per_million=1.0, latent_per_million=1.0, scale=1.0
    )
    return simulate(
        replace(people, stay=long_trips),
        closed,
        r0=np.array([2.0, 0.5]),
        immune=0.0,
        transmission=np.ones(200),
        members=20,
        seed=4,
        measures=Measures(windows=(Window(Conditions(travel=travel), 0, 200),)),
    )
