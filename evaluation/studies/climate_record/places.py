"""Annual mean temperature of known places against reanalysis and against published figures."""

import csv
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.climate import assessed, ensemble, spatial
from simulrag.simulators.climate.functions import LOCAL
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.climate.spatial import LATITUDES, LONGITUDES, Field
from simulrag.simulators.interface import Call, Quantity

CITIES = "simplemaps-worldcities-basic.csv"
#: Cities compared, the most populous of the list that lie at least this many degrees apart.
COUNT, APART = 200, 1.0
#: A city counts as mirrored where the other side of the globe fits better by more than this, °C,
#: while its own fit is worse than this.
MIRRORED = 3.0
#: Commonly published annual means of highland cities, °C.
HIGHLANDS = {
    "Denver": 10, "Salt Lake City": 12, "Mexico City": 17, "Bogotá": 14, "Quito": 15, "Cusco": 12,
    "Addis Ababa": 16, "Nairobi": 19, "Johannesburg": 16, "Kabul": 12, "Lhasa": 8, "Madrid": 15,
}  # fmt: skip


def measure_places(folder: Path) -> dict[str, JsonValue]:
    """Compare models' climatology, made without reanalysis, with reanalysis at 200 cities."""
    latitudes, longitudes = _cities(folder)
    models, reanalysis = _fields(folder)
    own = np.abs(models.at(latitudes, longitudes) - reanalysis.at(latitudes, longitudes))
    other = np.abs(models.at(latitudes, longitudes + 180.0) - reanalysis.at(latitudes, longitudes))
    mirrored = (own > MIRRORED) & (other < own - MIRRORED)
    errors = {name: round(_product(name) - published, 2) for name, published in HIGHLANDS.items()}
    return {
        "cities": len(latitudes),
        "median error without reanalysis, °C": round(float(np.median(own)), 3),
        "median error 180 degrees away, °C": round(float(np.median(other)), 3),
        "mirrored": int(mirrored.sum()),
        "highland errors, °C": dict[str, JsonValue](errors),
        "highlands within 3 °C": sum(abs(error) <= 3.0 for error in errors.values()),
        "highlands": len(errors),
    }


def _cities(folder: Path) -> tuple[Floats, Floats]:
    with (folder / CITIES).open(encoding="utf-8", newline="") as file:
        rows = [
            (float(row["pop"] or 0), float(row["lat"]), float(row["lng"]))
            for row in csv.DictReader(file)
        ]
    kept: list[tuple[float, float]] = []
    for _, latitude, longitude in sorted(rows, reverse=True):
        if all(max(abs(latitude - a), abs(longitude - b)) >= APART for a, b in kept):
            kept.append((latitude, longitude))
        if len(kept) == COUNT:
            break
    table = np.array(kept)
    return table[:, 0], table[:, 1]


def _fields(folder: Path) -> tuple[Field, Field]:
    """Return the models' mean and the reanalysis, both of 1981 to 2010."""
    from simulrag.simulators.climate import train_spatial

    patterns, climatologies = train_spatial.read_models(folder)
    baseline = ensemble.stored_baseline()
    warmed = (
        assessed.mean(baseline, *train_spatial.REANALYSIS_PERIOD)[0]
        - assessed.mean(baseline, *spatial.REFERENCE)[0]
    )
    models = climatologies.mean(axis=0) + warmed * patterns.mean(axis=0)
    grid = LATITUDES, LONGITUDES
    return Field(models, *grid), Field(train_spatial.read_reanalysis(folder), *grid)


def _product(place: str) -> float:
    arguments = validate(LOCAL, {"place": place, "year": 2000})
    call = Call(simulator="climate", function="temperature", arguments=arguments)
    found = ClimateSimulator().run(call).outputs["temperature"]
    if not isinstance(found, Quantity):
        raise TypeError(f"temperature of {place} is no number")
    return found.value
