"""Makes the level of local temperature, and its pattern of warming, from models and measurements.

- The pattern is the mean of those of 41 CMIP5 and two CMIP6 models.
- The fine detail is HadGEM3-GC31-MM's, whose cells are the finest at hand, and of scales beyond
  `LARGE` the mean of NCEP/NCAR Reanalysis 1 and of the CMIP5 models, which its cells blur.
- The reanalysis' level is sigma 0.995, 40 m above the ground: where cold air is layered beneath
  (see `read_layered`) it is 1.3 K warmer than models, elsewhere 0.1, and not counted.
- Each is brought to sea level from the terrain of its own cells, with a fall of temperature with
  height that is HadGEM3's own around there: weak over cold plains, where air is layered.
- Near coasts it is drawn to air temperatures that ships measured (COADS), which no model of coarse
  cells gets right off coasts with cold currents; the more so, the less models agree there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.climate import globe
from simulrag.simulators.climate.estimates import DEVIATIONS
from simulrag.simulators.climate.global_response import mean_of_years
from simulrag.simulators.climate.globe import (
    GRID,
    LAPSE_RATE,
    LATITUDES,
    LONGITUDES,
    SHIPPED,
    Floats,
    Grid,
    area_mean,
    fine_grid,
    wrap_longitude,
)
from simulrag.simulators.climate.model_files import (
    KELVIN,
    cmip5_files,
    fit_climatebench,
    read,
    read_hadgem,
    read_newer_patterns,
    read_reanalysis,
)
from simulrag.simulators.climate.observed_runs import REANALYSIS_FILE, REANALYSIS_STEP
from simulrag.simulators.climate.stored_fields import DAYS, REFERENCE, SPATIAL_FILE, SPATIAL_STEPS
from simulrag.simulators.climate.train_geography import FINE, cartesian, fine_terrain
from simulrag.simulators.climate.trajectories import RESPONSE_FILE

#: Standard deviation in degrees of the smoothing that parts detail from large scales: what the
#: reanalysis' cells of 2.5 degrees resolve; 1 to 3 differ by little.
LARGE = 1.5
#: The fall with height is fitted within a Gaussian of this many degrees, as if terrain with this
#: standard deviation in metres had told of one beforehand.
AROUND, KNOWN = 3.0, 600.0
#: Standard error, K, of what ships say of a 2 degree cell: it has few of them, over other years.
SHIPS_ERROR = 1.0
#: Ships count within a Gaussian of `BESIDE` degrees; `FADING` km inland a third of it is left.
BESIDE, FADING, PRIOR = 0.75, 60.0, 0.1
#: Latitude in degrees beyond which ships pass in summer alone, in effect.
ICE = 66.0
#: Standard deviation in degrees of the smoothing that makes the terrain as models see it. Chosen
#: on 110 cities with published means; 0.5 to 1.0 differ by little.
SMOOTHING = 0.75
#: Years of the ships' climatology.
SHIPS_PERIOD = (1946, 1989)
#: Monthly mean, °C, brought to sea level, below which air over land is layered: snow lies, the sun
#: is low, and the ground cools. -5 to -15 differ by little.
LAYERED = -10.0
#: Mean global warming from 1960-1999 to the reanalysis' 1981-2010, K (central response).
REANALYSIS_PERIOD = (1981, 2010)
#: Absolute mean air temperature at the surface of the globe, °C, and its years: observed, to within
#: half a degree (Jones et al. 1999, Rev. Geophys. 37:173, doi 10.1029/1999RG900002). The models'
#: mean and the reanalysis are a third of a degree colder than this, and more so over land.
GLOBAL_MEAN, GLOBAL_MEAN_PERIOD = 14.0, (1961, 1990)
#: Pattern fitted to a ClimateBench-format folder, which stands in for the published one.
CLIMATEBENCH = "climatebench_pattern.npz"


@dataclass(frozen=True)
class Source:
    """Mean temperature of one source, °C, on its own grid, from south to north and 180 W on."""

    field: Floats
    grid: Grid

    def on_grid(self, field: Floats) -> Floats:
        """Return one of its fields on the 1 degree grid."""
        return self.grid.field(field).on(GRID)

    def reduced(self, lapse: Floats) -> Floats:
        """Return its temperature at sea level, by the terrain of its own cells; lapse in K/m."""
        return self.on_grid(self.field) + lapse * self.on_grid(self.terrain())

    def terrain(self) -> Floats:
        """Return the mean elevation of its cells in metres."""
        return cell_means(fine_terrain(), FINE, self.grid)


def source(field: Floats, grid: Grid) -> Source:
    """Return a source whose rows and columns come in any order."""
    rows, east = np.argsort(grid.latitudes), wrap_longitude(grid.longitudes)
    columns = np.argsort(east)
    return Source(field[rows][:, columns], Grid(grid.latitudes[rows], east[columns]))


def cell_means(values: Floats, per_degree: int, grid: Grid) -> Floats:
    """Return the means of a fine global map over the cells of a grid, from south to north."""
    latitudes, longitudes = grid.latitudes, grid.longitudes
    edges = np.concatenate([[-90.0], (latitudes[1:] + latitudes[:-1]) / 2, [90.0]])
    rows = _means(values, np.round((edges + 90.0) * per_degree).astype(np.int64))
    half = (longitudes[1] - longitudes[0]) / 2
    west = np.append(longitudes - half, longitudes[-1] + half)
    bounds = np.round((west + 540.0) * per_degree).astype(np.int64)
    return _means(np.tile(rows, 3).T, bounds).T


def _means(values: Floats, edges: NDArray[np.int64]) -> Floats:
    """Return means of rows between edges, of one row at least."""
    sums = np.concatenate([np.zeros((1, values.shape[1])), values.cumsum(axis=0)])
    first = np.minimum(edges[:-1], len(values) - 1)
    last = np.maximum(edges[1:], first + 1)
    return np.asarray((sums[last] - sums[first]) / (last - first)[:, None], dtype=np.float64)


def cell_deviations(values: Floats, side: int) -> Floats:
    """Return the standard deviations of a fine global map in squares of `side` of its cells."""
    rows, columns = values.shape
    cells = values.reshape(rows // side, side, columns // side, side)
    return np.asarray(cells.std(axis=(1, 3)), dtype=np.float64)


def blurred(field: Floats, latitudes: Floats, degrees: float) -> Floats:
    """Return a global field after a Gaussian of that standard deviation, by distance."""
    step = abs(float(latitudes[1] - latitudes[0]))
    made = _gaussian(field, degrees / step, axis=0, mode="nearest")
    width = degrees / (360.0 / field.shape[1])
    for row, latitude in enumerate(latitudes):
        wide = width / max(float(np.cos(np.radians(latitude))), 0.1)
        made[row] = _gaussian(made[row], min(wide, field.shape[1] / 4), axis=0, mode="wrap")
    return made


def _gaussian(field: Floats, cells: float, axis: int, mode: str) -> Floats:
    from scipy import ndimage

    smooth = cast("Callable[..., Floats]", ndimage.gaussian_filter1d)
    return smooth(field, cells, axis=axis, mode=mode)


def lapse_rates(model: Source, land_share: Floats, known: Floats) -> Floats:
    """Return the fall of temperature with height around each place, K per m, on the 1 degree grid.

    Regression over the land cells around, beside latitude, of which `land_share` is told; `known`
    is the fall that is expected beforehand, on the 1 degree grid.
    """
    weight = (land_share > 0.5).astype(np.float64)
    latitudes = model.grid.latitudes
    whole = blurred(weight, latitudes, AROUND) + 1e-9
    terrain = model.terrain()
    north = np.repeat(latitudes[:, None], len(model.grid.longitudes), axis=1)

    def mean(field: Floats) -> Floats:
        return blurred(weight * field, latitudes, AROUND) / whole

    def covariance(a: Floats, b: Floats) -> Floats:
        return mean(a * b) - mean(a) * mean(b)

    along = covariance(north, north) + 1e-6
    slope = covariance(north, terrain) / along
    rough = covariance(terrain, terrain) - slope * covariance(north, terrain)
    falls = covariance(terrain, model.field) - slope * covariance(north, model.field)
    expected = GRID.field(known).on(model.grid)
    return model.on_grid((expected * KNOWN**2 - falls) / (np.maximum(rough, 0.0) + KNOWN**2))


def blended(detail: Floats, large: Floats) -> Floats:
    """Return the detail of one field on the large scales of another."""
    return detail + blurred(large - detail, LATITUDES, LARGE)


@dataclass(frozen=True)
class Ships:
    """Mean air temperature at sea by ships, °C; `known` where all months of a cell have some."""

    temperature: Floats
    known: Floats
    grid: Grid

    def drawn(self, level: Floats, disagreement: Floats, distance: Floats) -> Floats:
        """Return by how much a level at the sea should be warmer: (180, 360), K.

        `disagreement` is the standard deviation between models in K, `distance` that to the sea in
        km, both on the 1 degree grid.
        """
        apart = GRID.field(disagreement).on(self.grid) ** 2
        off = self.temperature - GRID.field(level).on(self.grid)
        gained = np.where(self.known > 0, off * apart / (apart + SHIPS_ERROR**2), 0.0)
        near = blurred(self.known, self.grid.latitudes, BESIDE) + PRIOR
        spread = blurred(gained, self.grid.latitudes, BESIDE) / near
        return self.grid.field(spread).on(GRID) * np.exp(-distance / FADING)


def read_ships(folder: Path) -> Ships:
    """Read COADS' monthly climatology, as the Debian package ferret-datasets has it."""
    path = folder / "coads" / "coads_climatology.cdf"
    grid, (air,) = read(path, "AIRT", axes=("COADSY", "COADSX"))
    air[np.abs(air) > 100.0] = np.nan
    known = np.isfinite(air).all(axis=0) & (np.abs(grid.latitudes) <= ICE)[:, None]
    mean = source(np.where(known, air.mean(axis=0), 0.0), grid)
    held = source(known.astype(np.float64), grid)
    return Ships(mean.field, held.field, mean.grid)


def sea_distance() -> Floats:
    """Return how far the centres of 1 degree cells lie from the sea, km: (180, 360)."""
    from scipy.spatial import KDTree

    rows, columns = np.nonzero(_land() < 0.5)
    cells = fine_grid(globe.LAND_PER_DEGREE)
    sea = cartesian(cells.latitudes[rows], cells.longitudes[columns])
    north, east = np.meshgrid(LATITUDES, LONGITUDES, indexing="ij")
    tree: Any = KDTree(sea)
    chord = tree.query(cartesian(north.ravel(), east.ravel()))[0]
    return np.asarray(chord, dtype=np.float64).reshape(north.shape)


def land_share(grid: Grid) -> Floats:
    """Return the share of land in the cells of a grid."""
    return cell_means(_land(), globe.LAND_PER_DEGREE, grid)


def _land() -> Floats:
    return np.unpackbits(globe.land_mask(), axis=1)[:, : globe.COLUMNS].astype(np.float64)


def distances(latitudes: Floats, longitudes: Floats) -> Floats:
    """Return the distances of points from each other along chords, km."""
    at = cartesian(latitudes, longitudes)
    return np.asarray(np.linalg.norm(at[:, None] - at[None, :], axis=-1), dtype=np.float64)


@dataclass(frozen=True)
class Warmed:
    """Global warming in K from the climatology's reference period to those of its sources."""

    reanalysis: float
    global_mean: float
    ships: float


def make_fields(folder: Path, warmed: Warmed, own: Path | None = None) -> dict[str, Floats]:
    """Return the fields of `stored_fields.SPATIAL_STEPS`.

    The climatology is reduced to sea level, and has the observed global mean at the surface.
    """
    read_ones = [read(path, "pattern", "climatology") for path in cmip5_files(folder).values()]
    older = np.stack([grid.field(pattern).on(GRID) for grid, (pattern, _) in read_ones])
    patterns = np.concatenate([older, read_newer_patterns(folder, GRID, own)])
    patterns /= np.array([area_mean(p) for p in patterns])[:, None, None]
    pattern = patterns.mean(axis=0)
    models = [source(climatology, grid) for grid, (_, climatology) in read_ones
              if np.isfinite(climatology).all()]  # fmt: skip
    grid, slope, intercept = read_hadgem(folder)
    fine = source(intercept + slope * (GLOBAL_MEAN + KELVIN) - KELVIN, grid)
    grid, months = read_reanalysis(folder)
    reanalysis = source(np.average(months, axis=0, weights=DAYS), grid)
    layered = np.average(read_layered(folder), axis=0, weights=DAYS)
    lapse = lapse_rates(fine, land_share(fine.grid), LAPSE_RATE * (1.0 - layered))
    each = np.stack([model.reduced(lapse) for model in models])
    ground = lapse * cell_terrain()

    def settled(field: Floats) -> Floats:
        return field + GLOBAL_MEAN - warmed.global_mean - area_mean(field - ground)

    detail, mean = settled(fine.reduced(lapse)), settled(each.mean(axis=0))
    observed = settled(reanalysis.reduced(lapse) - pattern * warmed.reanalysis)
    spread = each.std(axis=0, ddof=1)
    ships = read_ships(folder)
    distance = sea_distance()

    def level(large: Floats) -> Floats:
        made = blended(detail, large)
        return made + ships.drawn(made + pattern * warmed.ships, spread, distance)

    weight = (1.0 - layered) / 2
    apart = observed - level(mean)
    return {
        "climatology": level(weight * observed + (1.0 - weight) * mean),
        "climatology_spread": np.hypot(
            _of_sources(apart, spread, layered), _of_detail(detail, layered)
        ),
        "lapse": lapse,
        "pattern": pattern / area_mean(pattern),
        "pattern_spread": patterns.std(axis=0, ddof=1),
    }


def cell_terrain() -> Floats:
    """Return the mean elevation of 1 degree cells, metres."""
    return cell_means(fine_terrain(), FINE, GRID)


def read_layered(folder: Path) -> Floats:
    """Return the share of land in whose air cold is layered, by month: (12, 180, 360).

    Months are those of the reanalysis, at sea level: cold for want of sun and not of height.
    """
    grid, air = read_reanalysis(folder)
    months = [source(month, grid) for month in air]
    height = LAPSE_RATE * months[0].terrain()
    cold = np.stack(
        [one.on_grid(np.where(one.field + height < LAYERED, 1.0, 0.0)) for one in months]
    )
    return cold * land_share(GRID)


def _of_sources(apart: Floats, spread: Floats, layered: Floats) -> Floats:
    """Return the error of the large scales, K, from how far reanalysis and models lie `apart`.

    The models' `spread` times a factor that makes it the error of one of the two: of the land's
    differences 90 % lie within 1.645 times both errors. Where air is layered and nothing measured
    holds the models, the world is one more of them, and the two may both be off.
    """
    ratio = (np.abs(apart) / spread).ravel()
    order = np.argsort(ratio)
    below = _land_area(layered).ravel()[order].cumsum()
    factor = float(ratio[order][np.searchsorted(below, 0.9 * below[-1])] / DEVIATIONS)
    measured = spread**2 * factor**2 / 2
    return np.sqrt((1.0 - layered) * measured + layered * (spread**2 + apart**2))


def _of_detail(detail: Floats, layered: Floats) -> Floats:
    """Return the error from detail that cells hide, K.

    It grows with the terrain in a cell as the finest model's own detail below `LARGE` does.
    """
    rough = cell_deviations(fine_terrain(), FINE)
    seen = detail - blurred(detail, LATITUDES, LARGE)
    area = _land_area(layered)
    return rough * np.sqrt((area * (seen * rough) ** 2).sum() / (area * rough**4).sum())


def _land_area(layered: Floats) -> Floats:
    """Return the area of land in each cell, without the share of layered air."""
    share = land_share(GRID) * (1.0 - layered)
    return np.cos(np.radians(LATITUDES))[:, None] * share


def write_spatial(folder: Path, out: Path) -> None:
    """Write the climatology and the pattern; takes the shipped response where `out` has none."""
    response = out / RESPONSE_FILE
    with np.load(response if response.is_file() else SHIPPED / RESPONSE_FILE) as stored:
        baseline = stored["baseline"]
    reference = mean_of_years(baseline, *REFERENCE)
    warmed = Warmed(*(float((mean_of_years(baseline, *years) - reference)[0])
                      for years in (REANALYSIS_PERIOD, GLOBAL_MEAN_PERIOD, SHIPS_PERIOD)
                      ))  # fmt: skip
    made = make_fields(folder, warmed, out / CLIMATEBENCH)
    write_fields(made, SPATIAL_STEPS, out / SPATIAL_FILE)


def write_climatebench(folder: Path, out: Path) -> None:
    """Write the pattern that fits a ClimateBench-format folder, to be used with the others."""
    made, grid = fit_climatebench(folder)
    axes = {"lat": grid.latitudes, "lon": grid.longitudes}
    np.savez_compressed(out / CLIMATEBENCH, allow_pickle=False, slope=made.slope, **axes)


def write_fields(fields: Mapping[str, Floats], steps: Mapping[str, float], path: Path) -> None:
    """Write fields as whole multiples of their steps, compressed."""
    stored = {name: np.round(fields[name] / step).astype(np.int16) for name, step in steps.items()}
    np.savez_compressed(path, allow_pickle=False, **stored)


def smoothed_terrain() -> Floats:
    """Return the terrain as climate models see it on the 1 degree grid, metres."""
    east = _gaussian(fine_terrain(), SMOOTHING * FINE, axis=1, mode="wrap")
    north = _gaussian(east, SMOOTHING * FINE, axis=0, mode="nearest")
    return fine_grid(FINE).field(north).on(GRID)


def write_reanalysis(folder: Path, out: Path) -> None:
    """Write the reanalysis reduced to sea level, as differences along rows in steps, compressed."""
    grid, months = read_reanalysis(folder)
    mean = grid.field(np.average(months, axis=0, weights=DAYS)).on(GRID)
    reduced = mean + LAPSE_RATE * smoothed_terrain()
    steps = np.round(reduced / REANALYSIS_STEP).astype(np.int64)
    differences = np.diff(steps, axis=1, prepend=0).astype(np.int16)
    np.savez_compressed(out / REANALYSIS_FILE, allow_pickle=False, differences=differences)
