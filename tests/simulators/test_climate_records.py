"""Against published places and tables, where the folder of data is at hand.

The folder is named by SIMULRAG_DATA, or lies beside the checkout.
"""

import csv
import json
import os
from pathlib import Path

import numpy as np
import pytest

from simulrag.simulators.climate import (
    conditions,
    global_response,
    globe,
    places,
    record_source,
    train_response,
    train_variability,
)
from simulrag.simulators.climate.train_drivers import read_drivers

FOLDER = Path(
    os.environ.get("SIMULRAG_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
)
PLANS = FOLDER / "benchmark" / "plans.jsonl"
TABLES = FOLDER / "climate"
CITIES = FOLDER / "climate" / "simplemaps-worldcities-basic.csv"


def _asked() -> dict[str, list[float] | None]:
    """Return the places of the climate questions, with the point given for them if there is one."""
    found: dict[str, list[float] | None] = {}
    for line in PLANS.read_text("utf-8").splitlines():
        plan = json.loads(line)
        for call in plan["calls"] if plan["domain"] == "climate" else []:
            point = json.loads(call["points_lon_lat"]) if call.get("points_lon_lat") else None
            if call.get("place"):
                found[call["place"]] = point[0] if point else found.get(call["place"])
    return found


@pytest.mark.slow
@pytest.mark.skipif(not PLANS.exists(), reason="no benchmark folder")
def test_most_places_of_the_benchmark_are_found_and_lie_where_they_should() -> None:
    """The rest are villages and districts outside GeoNames' places of 1000 inhabitants."""
    asked = _asked()
    located = {name: places.find(name)[:1] for name in asked}
    rate = np.mean([bool(found) for found in located.values()])
    with_point = np.mean([bool(located[name]) or point is not None
                          for name, point in asked.items()])  # fmt: skip
    print(f"{len(asked)} places: {rate:.1%} by name, {with_point:.1%} with a point's help")
    assert rate > 0.78
    assert with_point > rate
    apart = [
        max(abs(found[0].latitude - point[1]), abs(found[0].longitude - point[0]))
        for name, point in asked.items()
        if point is not None and (found := located[name])
    ]
    assert np.mean(np.array(apart) < 0.5) > 0.96


@pytest.mark.slow
@pytest.mark.skipif(not CITIES.exists(), reason="no folder of climate data")
def test_another_list_of_cities_agrees_on_where_they_are() -> None:
    """SimpleMaps' basic list of world cities, those of more than 200,000 inhabitants."""
    apart: list[float] = []
    missing = 0
    with CITIES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if float(row["pop"] or 0) < 200_000:
                continue
            found = places.find(f"{row['city']}, {row['iso2']}")
            missing += not found
            if found:
                apart.append(abs(found[0].latitude - float(row["lat"])))
    assert len(apart) > 1000
    assert missing / (missing + len(apart)) < 0.12
    assert np.mean(np.array(apart) < 0.3) > 0.95


@pytest.mark.skipif(not TABLES.exists(), reason="no folder of climate data")
def test_the_shipped_drivers_are_what_the_published_tables_give() -> None:
    made = read_drivers(TABLES)
    for name, shipped in global_response.drivers().items():
        np.testing.assert_array_equal(global_response.completed(made[name]), shipped)


@pytest.mark.skipif(not TABLES.exists(), reason="no folder of climate data")
def test_the_forcing_of_the_drivers_adds_up_to_the_published_total() -> None:
    """Indicators of Global Climate Change, 2014: 2.60 W/m2 in all."""
    last = global_response.drivers()[conditions.HISTORICAL][-1]
    n2o = np.sqrt(last[global_response.N2O])
    prescribed = sum(
        last[i]
        for i in (global_response.AEROSOL, global_response.NATURAL, global_response.REMAINDER)
    )
    gases = global_response.co2_forcing(397.547, n2o) + global_response.ch4_forcing(1831.47, n2o)
    assert gases + prescribed == pytest.approx(2.596, abs=0.12)


@pytest.mark.slow
@pytest.mark.skipif(not TABLES.exists(), reason="no folder of climate data")
def test_training_gives_the_shipped_parameters_again(tmp_path: Path) -> None:
    train_response.write_response(FOLDER / "climate", tmp_path)
    shipped = globe.SHIPPED
    with np.load(tmp_path / "response.npz") as made, np.load(shipped / "response.npz") as kept:
        assert set(made) == set(kept)
        for name in kept:
            np.testing.assert_allclose(made[name], kept[name], rtol=1e-6, atol=1e-9)


@pytest.mark.skipif(not TABLES.exists(), reason="no folder of climate data")
def test_training_gives_the_shipped_record_and_variability_again(tmp_path: Path) -> None:
    train_variability.write_variability(TABLES, tmp_path)
    shipped = globe.SHIPPED
    record = record_source.FILE
    assert (tmp_path / record).read_text("utf-8") == (shipped / record).read_text("utf-8")
    with np.load(tmp_path / "variability.npz") as made, np.load(shipped / "variability.npz") as old:
        np.testing.assert_allclose(made["years"], old["years"], atol=2e-4)
        np.testing.assert_allclose(made["local"].astype(float), old["local"].astype(float), atol=1)
