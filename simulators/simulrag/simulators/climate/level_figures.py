"""How well the level of temperature and precipitation does, as measured: parts of the handbook.

The figures are those that training stored with the model card (`level_scores`).
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from simulrag.simulators.capabilities import Skill
from simulrag.simulators.climate.model_card import FIGURES, hard_places


@cache
def figures() -> Mapping[str, Any]:
    """Return the stored figures: `level` of cities, and `countries`."""
    text = (files(__package__ or "") / "data" / FIGURES).read_text(encoding="utf-8")
    return json.loads(text)


def skill() -> Skill:
    """Return how often the annual temperature of a place fits its normal."""
    share = round(figures()["level"]["annual"]["inside the 90 % interval, %"] / 100.0, 4)
    cities = figures()["level"]["cities"]
    return Skill(share=share, measured=f"normals of {cities} cities within the 90 % interval")


def filled(prose: str) -> str:
    """Return the handbook's prose with what was measured in its places."""
    off = hard_places(figures()["level"])
    rows = "\n".join(f"| {' | '.join(row)} |" for row in _rows())
    return prose.replace("{{level figures}}", rows).replace("{{hard places}}", off)


def _rows() -> Iterator[tuple[str, str, str]]:
    cities, countries = figures()["level"], figures()["countries"]
    normals = "normals of 1981-2010 (CHELSA), never fitted to"
    yield f"annual temperature of {cities['cities']} cities", normals, _errors(cities["annual"])
    for part, found in cities["seasons"].items():
        yield f"temperature of {part} there", normals, _errors(found)
    months = cities["months, median error, °C"]
    yield "temperature of months there", normals, f"median error {months:.2f} °C"
    yield "annual precipitation there", normals, _of_rain(cities["precipitation"])
    yield (
        f"annual temperature of {countries['countries']} countries",
        "published national means of 1961-1990",
        _errors(countries),
    )
    rain = _of_rain(countries["precipitation"])
    yield "annual precipitation there", "published national means, where there are", rain
    more = countries["global precipitation, % per K"]
    yield "global precipitation per degree", "CMIP6 1 to 3 % (AR6)", f"{more:.1f} %"
    changes = countries["precipitation 2090 ssp585, %"]
    told = ", ".join(f"{name} {change:+.0f} %" for name, change in changes.items())
    yield "precipitation in 2090, ssp585", "AR6: less, more, more, more", told


def _of_rain(found: Mapping[str, float]) -> str:
    inside = f"{found['inside the 90 % interval, %']:.0f} % within the 90 % interval"
    return f"median error {found['median relative error, %']:.0f} %, {inside}"


def _errors(found: Mapping[str, float]) -> str:
    inside = f"{found['inside the 90 % interval, %']:.0f} % within the 90 % interval"
    return (
        f"median error {found['median error, °C']:.2f} °C, root mean square "
        f"{found['root mean square, °C']:.2f} °C, mean {found['mean error, °C']:+.2f} °C; {inside}"
    )
