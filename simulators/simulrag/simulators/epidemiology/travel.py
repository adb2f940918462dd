"""Long-distance travel between states: a gravity model.

The trips between two states are proportional to the product of their residents over a power of
the distance between their centres of population. The power comes from the travel of bank notes
through the United States, which are carried by all means of transport: the chance that a note
covers a distance r falls as r^-(1 + 0.59) up to the size of the country (Brockmann, Hufnagel and
Geisel 2006, Nature 439:462, doi 10.1038/nature04292). As the area at a distance grows with it,
the chance of a place of given population falls as r^-2.59.

How much people travel is taken from the American Travel Survey of 1995 (US Bureau of
Transportation Statistics): 3.9 trips of 100 miles or more one way per person and year. Nearer
journeys are those of commuters. It is assumed that half of the long trips lead to another state,
that they last four days, and that all ages travel alike.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

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
