"""Past years, single ones and means, by the climate simulator against record and models."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.simulators.climate import (
    estimates,
    globe,
    idealised_runs,
    local_warming,
    many_places,
    places,
    single_years,
    stored_fields,
    train_response,
    train_variability,
    trajectories,
)
from simulrag.simulators.climate.conditions import LAST_HISTORICAL
from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.globe import Floats
from simulrag.simulators.climate.local_warming import local_temperature
from simulrag.simulators.climate.model_files import KELVIN, Annual, read_ipsl
from simulrag.simulators.climate.record_source import LAST_RECORDED
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.values import Amount

#: First of the recorded years that are compared, and the number of parts they are looked at in.
SINCE, PARTS = 1901, 3
#: Years of the trends that are compared, begun every fifth year.
TRENDS = (20, 30, 50)
#: Observed years of stations and countries.
OBSERVED = "observed_years.csv"
#: Periods whose attributed warming is compared.
PAST = ((1901, 1950), (1951, 2000), (1986, 2005), (2001, 2020))
#: The run of a CMIP6 model whose single years are compared, from history and scenario.
JUDGED = ("historical r2i1p1f1", "ssp585 r2i1p1f1")


def measure_history(folder: Path) -> dict[str, JsonValue]:
    """Compare recorded global years and attributed periods with what a claim is held against."""
    years = range(SINCE, LAST_RECORDED + 1)
    inside = np.array([_holds(range(year, year + 1), "mean_warming") for year in years])
    decades = [range(year, year + 10) for year in years[:-9:10]]
    spans = [range(year, year + length) for length in TRENDS for year in years[:-length:5]]
    parts = np.array_split(np.arange(len(years)), PARTS)
    named = {f"{years[part[0]]}-{years[part[-1]]}": inside[part] for part in parts}
    return {
        "recorded years inside": round(float(inside.mean()), 3),
        "by third": {name: round(float(held.mean()), 3) for name, held in named.items()},
        "lowest third": round(min(float(held.mean()) for held in named.values()), 3),
        "highest third": round(max(float(held.mean()) for held in named.values()), 3),
        "outside": " ".join(
            str(year) for year, held in zip(years, inside, strict=True) if not held
        ),
        "recorded decades inside": round(
            float(np.mean([_holds(one, "mean_warming") for one in decades])), 3
        ),
        "recorded trends inside": round(
            float(np.mean([_holds(one, "trend_per_decade") for one in spans])), 3
        ),
        "Hurst exponent": dict(
            zip(("world", "place"), single_years.hurst_exponents(), strict=True)
        ),
        "attributed periods": _attributed(folder),
        "assessed periods": _assessed(),
    }


def _holds(years: range, output: str) -> bool:
    """Tell whether the 90 % range that a claim on years is held against holds what is on record."""
    evaluator = Evaluator(Runs(installed(), EvidenceStore(None))).of_world()
    scenario = "" if years[-1] <= LAST_HISTORICAL else ', scenario="ssp245"'
    period = f"first_year={years[0]}, last_year={years[-1]}{scenario}"
    value = evaluator.value(parse(f"climate.global_period({period}).{output}", {}).root, {})
    if not isinstance(value, Amount):
        raise TypeError(f"{output} of {years} is no number")
    low, high = value.predicted()
    recorded = single_years.recorded_warming(years)
    found = recorded.mean() if output == "mean_warming" else single_years.trend(recorded)
    return bool(low <= found <= high)


def _attributed(folder: Path) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for first, last in PAST:
        known = train_response.attributed_period(folder, first, last)
        members = trajectories.path(range(first, last + 1), "ssp245", {}).mean(axis=0)
        ends = [round(float(one), 3) for one in np.quantile(members[1:], estimates.ENDS)]
        found[f"{first}-{last}"] = {
            "central": round(float(members[0]), 3),
            "range": [*ends],
            "attributed": [round(one, 3) for one in (known.best, known.low, known.high)],
            "off": round(float(members[0]) - known.best, 3),
        }
    return found


def _assessed() -> dict[str, JsonValue]:
    """Return by how much means and ends of ranges miss AR6's, at most."""
    off, ends = list[float](), list[float]()
    for target in idealised_runs.WARMING:
        years = range(target.first, target.last + 1)
        members = trajectories.path(years, target.scenario, {}).mean(axis=0)
        low, middle, high = np.quantile(members[1:], (0.05, 0.5, 0.95))
        off += [float(middle) - target.best, float(members[0]) - target.best]
        ends += [float(low) - target.low, float(high) - target.high]
    return {
        "largest miss": round(max(map(abs, off)), 3),
        "largest miss of an end": round(max(map(abs, ends)), 3),
        "periods": len(idealised_runs.WARMING),
    }


def measure_years(folder: Path) -> dict[str, JsonValue]:
    """Count single years over land inside the 90 % range, of a CMIP6 run and of left-out models."""
    runs = read_ipsl(folder)
    if missing := [name for name in JUDGED if name not in runs]:
        raise FileNotFoundError(f"{folder / 'ipsl_cm6a_lr'} lacks {', '.join(missing)}")
    past, future = (runs[name] for name in JUDGED)
    whole = past.then(future)
    return {**_of_run(whole), "observed": _observed(), "left-out models": _left_out(folder)}


def _observed() -> dict[str, JsonValue]:
    """Count observed years of stations and countries inside the 90 % range, with and without level.

    Without it their own mean is taken to be known, and how far years lie from it is compared.
    """
    text = Path(__file__).with_name(OBSERVED).read_text("utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if line[0] != "#")
    inside, beside = list[float](), list[float]()
    for row in rows:
        temperatures = np.array(row["temperatures"].split(), dtype=np.float64)
        years = range(int(row["first"]), int(row["first"]) + len(temperatures))
        place, _ = places.resolve(row["place"])
        local = place.fields()
        world = trajectories.path(years, "ssp245", {})
        made = local_temperature(local, place.elevation, world)
        apart = DEVIATIONS * np.array(
            [local_warming.single_year_deviation(place, y) for y in years]
        )
        off = temperatures - made.values
        wide = np.hypot(np.where(off > 0, made.high - made.values, made.values - made.low), apart)
        inside.append(float((np.abs(off) <= wide).mean()))
        beside.append(float((np.abs(off - off.mean()) <= apart).mean()))
    return {
        "places": len(inside),
        "absolute": round(float(np.mean(inside)), 3),
        "about their own mean": round(float(np.mean(beside)), 3),
    }


#: Points to a side at which a coarse cell of a run is looked at.
POINTS = 6


@dataclass(frozen=True)
class Cells:
    """Cells of a run, most of each over land, as the points within: (cells, points)."""

    chosen: NDArray[np.bool_]
    latitudes: Floats
    longitudes: Floats

    def mean(self, of_points: Floats) -> Floats:
        """Return means over the points of each cell: (cells, years)."""
        cells, points = self.latitudes.shape
        return of_points.reshape(cells, points, -1).mean(axis=1)


def _land_cells(grid: globe.Grid) -> Cells:
    height, width = (abs(float(one[1] - one[0])) for one in (grid.latitudes, grid.longitudes))
    offsets = (np.arange(POINTS) + 0.5) / POINTS - 0.5
    within = [(a * height, b * width) for a in offsets for b in offsets]
    centres = [(a, b) for a in grid.latitudes for b in grid.longitudes]
    lats = np.clip([[a + da for da, _ in within] for a, _ in centres], -90.0, 90.0)
    lons = globe.wrap_longitude(np.array([[b + db for _, db in within] for _, b in centres]))
    on_land = np.vectorize(globe.is_land)(lats, lons).mean(axis=1) > 0.5
    return Cells(on_land, lats[on_land], lons[on_land])


def _of_run(run: Annual) -> dict[str, JsonValue]:
    """Compare a run's land cells with the means of what is said of the points within."""
    judged = (run.years >= SINCE) & (run.years <= LAST_RECORDED)
    years = [int(year) for year in run.years[judged]]
    cells = _land_cells(run.grid)
    lats, lons = cells.latitudes.ravel(), cells.longitudes.ravel()
    simulated = run.fields.reshape(len(run.years), -1)[:, cells.chosen].T
    weights = np.cos(np.radians(cells.latitudes.mean(axis=1)))[:, None]
    local = stored_fields.yearly(lats, lons)
    apart = DEVIATIONS * cells.mean(_deviation(lats, lons, years, local.pattern))
    made = many_places.temperatures(lats, lons, years, "ssp585")
    celsius, low, high = (cells.mean(one) for one in (made.value, made.low, made.high))
    world = trajectories.path(years, "ssp585", {})
    ends = np.quantile(world[:, 1:], estimates.ENDS, axis=1)
    pattern, spread = (cells.mean(one) for one in (local.pattern, local.pattern_spread))
    warming = pattern * world[:, 0]
    of_pattern = DEVIATIONS * spread * np.abs(world[:, 0])
    below, above = (np.hypot(pattern * (end - world[:, 0]), of_pattern) for end in ends)
    warmed = simulated[:, judged] - simulated[:, :51].mean(axis=1, keepdims=True)
    off = simulated[:, judged] - KELVIN - celsius
    usual = np.array(
        [low <= year <= high for low, high in [stored_fields.REFERENCE] for year in years]
    )
    wide = np.hypot(celsius - low, apart), np.hypot(high - celsius, apart)
    level = DEVIATIONS * cells.mean(local.climatology_spread)
    moved = np.sqrt(np.maximum(wide[1] ** 2 - level**2, apart**2))
    return {
        "cells on land": int(cells.chosen.sum()),
        "absolute": _share(off, wide, weights),
        "about its own level": _share(
            off - off[:, usual].mean(axis=1, keepdims=True), (moved, moved), weights
        ),
        "colder than here on land, °C": round(
            float(-(off[:, usual].mean(axis=1) * weights[:, 0]).sum() / weights.sum()), 2
        ),
        "warming": _share(
            warmed - warming, (np.hypot(below, apart), np.hypot(above, apart)), weights
        ),
        "warming, forced interval alone": _share(warmed - warming, (below, above), weights),
    }


def _deviation(lats: Floats, lons: Floats, years: list[int], pattern: Floats) -> Floats:
    world = np.array([single_years.of_world(year) for year in years])
    beside = np.array([single_years.beside_world(a, b) for a, b in zip(lats, lons, strict=True)])
    return np.hypot(pattern[:, None] * world, beside[:, None])


def _share(off: Floats, ends: tuple[Floats, Floats], weights: Floats) -> float:
    """Return the share, by area, of what lies off by no more than the widths below and above."""
    inside = (off >= -ends[0]) & (off <= ends[1])
    return round(float((inside * weights).sum() / (weights.sum() * inside.shape[1])), 3)


def _left_out(folder: Path) -> dict[str, JsonValue]:
    """Return which share of a model's years over land lies in the range that the others give.

    Its years are taken as normal with its own deviation about what its global mean says.
    """
    found = train_variability.model_deviations(folder)
    grid = globe.regular(single_years.VARIABILITY_CELL)
    on_land = np.array([[globe.is_land(a, b) for b in grid.longitudes] for a in grid.latitudes])
    weights = grid.weights * on_land
    squares = {name: np.square(one) for name, one in found.items()}
    total = np.sum(list(squares.values()), axis=0)
    shares: list[float] = []
    for own in squares.values():
        others = np.sqrt((total - own) / (len(squares) - 1))
        ends = DEVIATIONS * others / np.sqrt(own)
        shares.append(float((weights * _within(ends)).sum() / weights.sum()))
    return {
        "models": len(shares),
        "mean": round(float(np.mean(shares)), 3),
        "lowest": round(min(shares), 3),
        "highest": round(max(shares), 3),
    }


def _within(deviations: Floats) -> Floats:
    """Return the probability that a normal value lies within some deviations of its mean."""
    from math import erf

    return np.vectorize(erf)(deviations / np.sqrt(2.0))
