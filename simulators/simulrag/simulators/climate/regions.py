"""Countries and other regions as places: area means of what the fields say.

Means over an area are taken in training, of each model by itself, so that spreads are those of the
mean and not of a point in it; see `train_regions` for what each region is.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np

from simulrag.simulators.climate import seasons
from simulrag.simulators.climate.place_names import key
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.seasons import Part
from simulrag.simulators.climate.spatial import Local

FILE = "regions.npz"
#: Fields of `Local` and `Part` that are kept, shape (regions, parts of the year).
LOCAL = ("climatology", "climatology_spread", "pattern", "pattern_spread")
RAIN = ("log_precipitation", "log_precipitation_spread", "response", "response_spread",
        "variability", "rain_variability")  # fmt: skip


@dataclass(frozen=True)
class Region:
    """One region; latitudes and longitudes in degrees."""

    number: int
    title: str
    #: What it is made of, for the resolution of a run.
    meaning: str
    latitude: float
    longitude: float
    south: float
    north: float
    #: Points spread over its area, (latitude, longitude).
    points: tuple[tuple[float, float], ...]

    def local(self, part: str = seasons.YEAR) -> Local:
        """Return climatology and pattern of a part of the year, means over the area."""
        at = self.number, seasons.PARTS.index(part)
        return Local(lapse=0.0, **{name: float(_stored()[name][at]) for name in LOCAL})

    def rain(self, part: str = seasons.YEAR) -> Part:
        """Return precipitation of a part of the year, means over the area."""
        at = self.number, seasons.PARTS.index(part)
        held = {name: float(_stored()[name][at]) for name in RAIN}
        return Part(departure=0.0, departure_spread=0.0, pattern_departure=0.0,
                    pattern_spread=0.0, **held)  # fmt: skip


def find(name: str) -> Region | None:
    """Return the region of a name, with or without "the"; None where there is none."""
    return _by_name().get(key(name).removeprefix("the "))


def names() -> tuple[str, ...]:
    """Return the keys of all names of regions."""
    return tuple(_by_name())


@cache
def _by_name() -> dict[str, Region]:
    held = _stored()
    found: dict[str, Region] = {}
    for number, line in enumerate(held["names"].tolist()):
        title, *others = line.split("|")
        region = Region(
            number,
            title,
            str(held["meanings"][number]),
            *(float(one) for one in held["extent"][number]),
            points=tuple((float(a), float(b)) for a, b in held["points"][number]),
        )
        found.update({key(one): region for one in (title, *others)})
    return found


@cache
def _stored() -> dict[str, Floats]:
    data = (files(__package__ or "") / "data" / FILE).read_bytes()
    with np.load(BytesIO(data)) as stored:
        return {name: stored[name] for name in stored.files}
