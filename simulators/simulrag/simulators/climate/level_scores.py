"""Level of temperature and precipitation against normals of cities and of countries.

City normals are those of CHELSA 2.1, 1981 to 2010, as the PyPI packages world-temperature-data and
world-rainfall-data give them (CC BY 4.0); nothing that ships is fitted to them.
"""

import csv
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.climate import places, precipitation_runs, trajectories
from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.globe import Floats
from simulrag.simulators.climate.many_places import temperatures
from simulrag.simulators.climate.model_files import package_folder
from simulrag.simulators.climate.parameters import MONTHS, SEASONS
from simulrag.simulators.climate.places import Place
from simulrag.simulators.climate.precipitation_functions import RAIN
from simulrag.simulators.climate.stored_fields import (
    DAYS,
    MONTHS_OF,
    REFERENCE,
    Region,
    find_region,
)
from simulrag.simulators.interface import Call, Quantity

NORMAL = (1981, 2010)
#: What no hard place should be off by, °C.
MOST = 2.5
#: Normals of stations whose level is hard to tell, °C (Vostok's: SCAR READER).
HARD = {
    "Lima": 19.2, "Vostok": -55.2, "Lhasa": 8.7, "Santiago": 14.8,
    "Verkhoyansk": -14.5, "Tehran": 18.3, "McMurdo": -16.9, "Phoenix": 23.9,
    "Beijing": 13.0, "Kathmandu": 18.3,
}  # fmt: skip
#: Stations that the table of places does not hold.
STATIONS = {"Vostok": "78.46 S, 106.84 E", "McMurdo": "77.85 S, 166.67 E"}
#: Published national means of temperature, 1961-1990, and precipitation; see `data/SOURCES.md`.
COUNTRIES = "national_means.csv"
#: Regions whose precipitation IPCC AR6 assesses to fall or rise (WG1 chapters 4 and Atlas).
SIGNS = {"Mediterranean": -1, "Sahel": 1, "Arctic": 1, "world": 1}


def measure_cities(_: Path) -> dict[str, JsonValue]:
    """Compare annual and seasonal temperature and annual precipitation with normals of cities."""
    rows = _table("world_temperature_data", "world-temperature.csv")
    towns = [_place(row) for row in rows]
    normal = np.array([float(row["annual_c"]) for row in rows])
    value, wide = _annual(towns)
    off, reach = _hard()
    return {
        "cities": len(rows),
        "annual": _errors(value - normal, wide),
        "seasons": {part: _errors(*_seasonal(towns, rows, part)) for part in SEASONS},
        "months, median error, °C": round(_median_of(towns, rows, MONTHS), 2),
        "seasons, median error, °C": round(_median_of(towns, rows, SEASONS), 2),
        "precipitation": _rain(
            (f"{row['lat']}, {row['lon']}", float(row["annual_mm"]))
            for row in _table("world_rainfall_data", "world-rainfall.csv")
        ),
        "hard places, °C": dict(zip(HARD, off.round(1).tolist(), strict=True)),
        "intervals of hard places, °C": dict(zip(HARD, reach.round(1).tolist(), strict=True)),
        "hard places beyond 2.5 °C": int((np.abs(off) > MOST).sum()),
        "hard places outside the interval": int((np.abs(off) > reach).sum()),
    }


def measure_countries(_: Path) -> dict[str, JsonValue]:
    """Compare means of countries with published ones, and precipitation's change with AR6."""
    path = files(__package__ or "") / "data" / COUNTRIES
    published = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    off, wide = list[float](), list[float]()
    since = _warmed(1961, 1990)
    for row in published:
        local = _region(row["country"]).local()
        off.append(local.climatology + local.pattern * since - float(row["temperature_c"]))
        wide.append(DEVIATIONS * local.climatology_spread)
    world = _region("world")
    return {
        "countries": len(published),
        **_errors(np.array(off), np.array(wide)),
        "precipitation": _rain(
            (row["country"], float(row["precipitation_mm"]))
            for row in published
            if row["precipitation_mm"]
        ),
        "global precipitation, % per K": round(100.0 * world.rain().response, 2),
        "signs of precipitation as AR6": sum(_change(n) * s > 0 for n, s in SIGNS.items()),
        "precipitation 2090 ssp585, %": {n: round(_change(n), 1) for n in SIGNS},
    }


def _region(name: str) -> Region:
    region = find_region(name)
    if region is None:
        raise ValueError(f"{name} is no region")
    return region


def _table(package: str, name: str) -> list[dict[str, str]]:
    with (package_folder(package) / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _place(row: dict[str, str]) -> Place:
    at = f"{row['city']} ({row['lat']}, {row['lon']})"
    return (places.find(at) or [places.at(float(row["lat"]), float(row["lon"]))])[0]


def _annual(towns: list[Place]) -> tuple[Floats, Floats]:
    """Return the mean of the normals' years and half the width of its interval."""
    lats, lons, metres = (
        [getattr(town, part) for town in towns] for part in ("latitude", "longitude", "elevation")
    )
    made = temperatures(lats, lons, range(NORMAL[0], NORMAL[1] + 1), "ssp245", elevations=metres)
    return made.value.mean(axis=1), (made.high - made.low).mean(axis=1) / 2


def _warmed(first: int, last: int) -> float:
    return float(trajectories.period(first, last)[0] - trajectories.period(*REFERENCE)[0])


def _seasonal(towns: list[Place], rows: list[dict[str, str]], part: str) -> tuple[Floats, Floats]:
    """Return errors of a part of the year and half the widths of the intervals, °C."""
    months = MONTHS_OF.get(part) or (MONTHS.index(part),)
    table = np.array([[float(row[f"{MONTHS[m].lower()}_c"]) for m in months]
                      for row in rows])  # fmt: skip
    normal = np.average(table, axis=1, weights=DAYS[list(months)])
    since = _warmed(*NORMAL)
    fields = [town.fields(part) for town in towns]
    made = [local.climatology - local.lapse * town.elevation + local.pattern * since
            for local, town in zip(fields, towns, strict=True)]  # fmt: skip
    wide = [DEVIATIONS * local.climatology_spread for local in fields]
    return np.array(made) - normal, np.array(wide)


def _median_of(towns: list[Place], rows: list[dict[str, str]], parts: Iterable[str]) -> float:
    return float(np.median(np.abs([_seasonal(towns, rows, part)[0] for part in parts])))


def _errors(off: Floats, wide: Floats) -> dict[str, JsonValue]:
    size = np.abs(off)
    return {
        "median error, °C": round(float(np.median(size)), 2),
        "mean error, °C": round(float(off.mean()), 2),
        "root mean square, °C": round(float(np.sqrt((off**2).mean())), 2),
        "95th percentile, °C": round(float(np.quantile(size, 0.95)), 2),
        "inside the 90 % interval, %": round(100.0 * float((size <= wide).mean()), 1),
    }


def _rain(normals: Iterable[tuple[str, float]]) -> dict[str, JsonValue]:
    """Compare annual precipitation of places with normals in mm."""
    off, inside = list[float](), list[bool]()
    for place, normal in normals:
        made = _precipitation(place, 1995)
        off.append(abs(made.value / normal - 1.0))
        inside.append((made.low or 0.0) <= normal <= (made.high or 0.0))
    return {
        "median relative error, %": round(100.0 * float(np.median(off)), 1),
        "inside the 90 % interval, %": round(100.0 * float(np.mean(inside)), 1),
    }


def _change(name: str) -> float:
    return _precipitation(name, 2090, "ssp585", "precipitation_change").value


def _precipitation(
    place: str, year: int, scenario: str = "", output: str = "precipitation"
) -> Quantity:
    given: dict[str, JsonValue] = {"place": place, "year": year}
    given |= {"scenario": scenario} if scenario else {}
    call = Call(simulator="climate", function=RAIN.name, arguments=validate(RAIN, given))
    found = precipitation_runs.precipitation(call).outputs[output]
    if not isinstance(found, Quantity):
        raise TypeError(f"{output} of {place} is no number")
    return found


def _hard() -> tuple[Floats, Floats]:
    """Return errors at stations that are hard to tell and half the widths of the intervals, °C."""
    towns = [places.find(STATIONS.get(name, name))[0] for name in HARD]
    value, wide = _annual(towns)
    return value - np.array(list(HARD.values())), wide
