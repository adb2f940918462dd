"""People, contacts and travel of the 51 jurisdictions.

Long-distance travel between states is a gravity model. The trips between two states are
proportional to the product of their residents over a power of the distance between their centres of
population. The power comes from the travel of bank notes through the United States, which are
carried by all means of transport: the chance that a note covers a distance r falls as r^-(1 + 0.59)
up to the size of the country (Brockmann, Hufnagel and Geisel 2006, Nature 439:462, doi
10.1038/nature04292). As the area at a distance grows with it, the chance of a place of given
population falls as r^-2.59.

How much people travel is taken from the American Travel Survey of 1995 (US Bureau of
Transportation Statistics): 3.9 trips of 100 miles or more one way per person and year. Nearer
journeys are those of commuters. It is assumed that half of the long trips lead to another state,
that they last four days, and that all ages travel alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Groups that commute to work: 18-49 and 50-64.
WORKING_AGES = (2, 3)
#: Share of a week's hours that a commuter spends at the place of work: 5 days of 8 hours.
TIME_AT_WORK = 5 * 8 / (7 * 24)
#: Factors that leave the contacts of every setting as they are.
ALL_SETTINGS: Array = np.ones(4)
#: Kilometres.
EARTH_RADIUS = 6371.0
#: Shortest way that the survey counts as long: 100 miles, kilometres. States with nearer centres
#: are taken for that far apart.
LEAST_DISTANCE = 160.9
DISTANCE_POWER = 2.59
#: Trips of `LEAST_DISTANCE` or more per person.
TRIPS_A_YEAR = 3.9
#: Assumed share of these trips that leads to another state, and their assumed length, days.
INTERSTATE, DAYS_AWAY = 0.5, 4.0
YEAR = 365.0


@dataclass(frozen=True)
class Population:
    """Residents of some states.

    people : (states, ages) array, persons in 2023
    contacts : (states, ages, ages) array, daily contacts of one person of the first age
    stay : (ages, home, place) array, share of time that residents of `home` spend at `place`;
        sums to 1 over places
    """

    states: tuple[str, ...]
    people: Array
    contacts: Array
    stay: Array

    def spectral_radius(self) -> Array:
        """Return (states,) largest eigenvalue of each contact matrix, contacts a day."""
        return np.abs(np.linalg.eigvals(self.contacts)).max(axis=1)

    @property
    def coupled(self) -> bool:
        """Tell whether anybody spends time in another of the states."""
        return bool((self.stay != np.eye(len(self.states))).any())

    def transmission_matrix(self, settings: Array = ALL_SETTINGS, travel: float = 1.0) -> Array:
        """Return the (states*ages, states*ages) force of infection by an infectious person.

        Each row belongs to a group of susceptible residents. Every state's matrix is divided by
        its spectral radius, so that R0 means the same everywhere: the force is R0 over the
        infectious period times this matrix times the numbers of infectious residents. People
        mix where they spend their time; contacts at a place are those of its residents.

        settings : (4,) factors on the contacts in households, schools, at work and elsewhere
        travel : factor on the time spent in other states
        """
        stay, met = self.meetings(settings, travel)
        # Of each age with each other one, over the places where they meet.
        matrix = (stay[:, None] * met.transpose(1, 2, 0)[:, :, None, :]) @ stay.transpose(0, 2, 1)
        return matrix.transpose(2, 0, 3, 1).reshape(self.people.size, self.people.size)

    def meetings(self, settings: Array, travel: float) -> tuple[Array, Array]:
        """Return what `transmission_matrix` is made of.

        The shares of time of `stay` under a factor on travel, and the (place, ages, ages) force of
        infection by an infectious person who is at a place on the people there.
        """
        stay = travel * self.stay + (1.0 - travel) * np.eye(len(self.states))
        present = np.einsum("akl,ka->la", stay, self.people)
        return stay, self._scaled(settings) / present[:, None, :]

    def transmission_blocks(self, settings: Array = ALL_SETTINGS) -> Array:
        """Return (states, ages, ages): the same where nobody travels."""
        return self._scaled(settings) / self.people[:, None, :]

    def _scaled(self, settings: Array) -> Array:
        lowered = self.contacts * np.einsum("s,sab->ab", settings, tables()["setting_shares"])
        return lowered / self.spectral_radius()[:, None, None]


@cache
def shipped(file: str) -> dict[str, NDArray[Any]]:
    """Return the arrays of a shipped file; `data/SOURCES.md` says where each comes from."""
    path = files("simulrag.simulators.epidemiology") / "data" / f"{file}.npz"
    with path.open("rb") as opened, np.load(opened) as arrays:
        return {name: arrays[name] for name in arrays.files}


def tables() -> dict[str, Array]:
    """Return the shipped tables of people, contacts and travel by name."""
    return shipped("states")


def population(states: Sequence[str]) -> Population:
    """Return the residents of the given states, in that order.

    Commuting and long-distance travel among the given states is kept; who works in or travels to
    any other place stays at home, and what would come from there is part of the importation.
    Raises ValueError for a name that is not in the tables.
    """
    names = tables()["states"].tolist()
    rows = [names.index(state) for state in states]
    people = tables()["people"][rows]
    return Population(
        states=tuple(states),
        people=people,
        contacts=tables()["contacts"][rows],
        stay=_stay(
            people, tables()["commuters"][np.ix_(rows, rows)], _visits()[np.ix_(rows, rows)]
        ),
    )


def single_states(names: Sequence[str], labels: Sequence[str] = ()) -> Population:
    """Return the residents of states among whom nobody travels; a state may stand there twice.

    labels : names that tell draws apart; of equal ones the draws are the same
    """
    known = tables()["states"].tolist()
    rows = [known.index(name) for name in names]
    return Population(
        states=tuple(labels or names),
        people=tables()["people"][rows],
        contacts=tables()["contacts"][rows],
        stay=np.broadcast_to(np.eye(len(rows)), (5, len(rows), len(rows))),
    )


@cache
def _visits() -> Array:
    """Return (home, place) shares of time that long-distance travellers spend at other states."""
    return time_away(tables()["people"].sum(axis=1), tables()["centers"])


def _stay(people: Array, commuters: Array, visits: Array) -> Array:
    """Return (ages, home, place) shares of time from commuters and visits between the states."""
    workers = people[:, WORKING_AGES].sum(axis=1)
    away = np.tile(visits, (people.shape[1], 1, 1))
    away[WORKING_AGES, :, :] += TIME_AT_WORK * commuters / workers[:, None]
    return away + np.eye(len(people)) * (1.0 - away.sum(axis=2))[:, :, None]


def distances(centers: Array) -> Array:
    """Return (places, places) great-circle distances, kilometres.

    centers : (places, 2) latitudes and longitudes, degrees
    """
    latitude, longitude = np.radians(centers).T
    apart = np.sin((latitude[:, None] - latitude) / 2.0) ** 2
    around = np.sin((longitude[:, None] - longitude) / 2.0) ** 2
    chord = apart + np.cos(latitude)[:, None] * np.cos(latitude) * around
    return 2.0 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(chord, 1.0)))


def trips(residents: Array, centers: Array) -> Array:
    """Return (home, place) trips a day by residents of the first to the second place, symmetric.

    As many start as there are per person on average over all places; none ends where it starts.

    residents : (places,) persons
    centers : (places, 2) latitudes and longitudes, degrees
    """
    way = np.maximum(distances(centers), LEAST_DISTANCE)
    pull = residents[:, None] * residents / way**DISTANCE_POWER
    np.fill_diagonal(pull, 0.0)
    return INTERSTATE * TRIPS_A_YEAR / YEAR * residents.sum() / pull.sum() * pull


def time_away(residents: Array, centers: Array) -> Array:
    """Return (home, place) shares of time that residents of one place spend at another one."""
    return DAYS_AWAY * trips(residents, centers) / residents[:, None]
