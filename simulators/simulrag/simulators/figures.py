"""Pictures of runs: courses with their bands, and maps.

Generic over simulators. Needs the extra `plots` (matplotlib), which is loaded when used. Colours
are from Okabe and Ito 2008, told apart by people with any colour vision; maps of differences use
a diverging scale with white at zero, or a sequential one from zero where all are positive.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simulrag.simulators.errors import BadValue, NotInstalled
from simulrag.simulators.fields import Floats, GlobeField
from simulrag.simulators.interface import Run, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
#: Units of ours as they are printed.
UNITS = {"degC": "°C", "delta_degC": "°C", "percent": "%"}
#: Share of a map's area between the ends of its colour scale, the rest saturates.
SHOWN = 0.98
DPI = 160


def _figure(size: tuple[float, float]) -> Figure:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise NotInstalled("pictures need matplotlib: pip install 'simulrag[plots]'") from error
    made = Figure(figsize=size, dpi=DPI, layout="constrained")
    FigureCanvasAgg(made)
    return made


def draw(run: Run, fields: Sequence[GlobeField], path: Path) -> None:
    """Draw the maps and courses of a run, whichever there are, into a PNG file.

    Raises BadValue where there is neither, NotInstalled without matplotlib.
    """
    if not fields and not run.series:
        raise BadValue(
            f"{run.call.function} has neither a course nor a map to draw", parameter="out"
        )
    panels = _panels(run.series)
    heights = [5.0] * len(fields) + [3.6] * len(panels)
    figure = _figure((9.0, sum(heights)))
    grid = figure.add_gridspec(len(heights), 1, height_ratios=heights)
    for row, field in enumerate(fields):
        draw_map(field, figure.add_subplot(grid[row], projection="mollweide"))
    for row, courses in enumerate(panels, start=len(fields)):
        axis = figure.add_subplot(grid[row])
        draw_courses(courses, axis)
        axis.set_title(_title(run), loc="left", fontsize=10)
    said = textwrap.wrap(run.context, 105, max_lines=4, placeholder=" ...")
    figure.suptitle("\n".join(said), fontsize=9, x=0.01, ha="left")
    figure.supxlabel(f"simulrag run {run.id}", x=0.99, ha="right", fontsize=6, color="0.4")
    figure.savefig(path)


def _panels(series: Mapping[str, Series]) -> list[dict[str, Series]]:
    """Return the courses that share both axes: over days or over numbers, and in one unit."""
    panels: dict[tuple[bool, str], dict[str, Series]] = {}
    for name, course in series.items():
        panels.setdefault((course.by_day, course.unit), {})[name] = course
    return list(panels.values())


def _title(run: Run) -> str:
    where = run.resolved.get("place") or run.resolved.get("states")
    return textwrap.shorten(", ".join(filter(None, (where, run.resolved.get("scenario")))), 105)


def draw_courses(courses: Mapping[str, Series], axis: Axes) -> None:
    """Draw courses over days, years or another number with their bands; all have one unit."""
    for colour, (name, series) in zip(COLOURS, courses.items(), strict=False):
        words = name.replace("_", " ")
        times = _times(series)
        axis.plot(times, series.values, color=colour, lw=1.8, label=words)
        if series.low and series.high:
            axis.fill_between(times, series.low, series.high, color=colour, alpha=0.22, lw=0,
                              label=f"{words}, 5 to 95 %")  # fmt: skip
    unit = next(iter(courses.values())).unit
    axis.set_ylabel(UNITS.get(unit, unit))
    axis.grid(visible=True, color="0.9", lw=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.margins(x=0.01)
    axis.legend(frameon=False, loc="best", fontsize=8)


def _times(series: Series) -> Any:
    if series.by_day:
        return np.array(list(series.times), dtype="datetime64[D]")
    return np.array([float(time) for time in series.times])


def draw_map(field: GlobeField, axis: Axes) -> None:
    """Draw a field on an equal-area globe (Mollweide), with the outlines of its land mask."""
    low, high = _limits(field)
    lons, values = _closed(field, field.values)
    at = np.radians(lons), np.radians(field.latitudes)
    drawn = axis.contourf(
        *at, values, levels=np.linspace(low, high, 17), cmap=_colours(low, high), extend="both"
    )
    if field.land is not None:
        land = _closed(field, field.land)[1]
        axis.contour(*at, land, levels=[0.5], colors="0.2", linewidths=0.5)
    axis.set_xticks([])
    axis.set_yticks(np.radians(range(-60, 61, 30)), [f"{abs(y)}°" for y in range(-60, 61, 30)])
    axis.tick_params(labelsize=7)
    axis.grid(visible=True, color="0.5", lw=0.3, alpha=0.6)
    axis.set_title(field.title + (f", {field.conditions}" if field.conditions else ""),
                   loc="left", fontsize=10)  # fmt: skip
    bar = axis.get_figure(root=True).colorbar(  # pyright: ignore[reportOptionalMemberAccess]
        drawn, ax=axis, orientation="horizontal", shrink=0.6, pad=0.03, aspect=35
    )
    bar.set_label(UNITS.get(field.unit, field.unit), fontsize=8)
    bar.ax.tick_params(labelsize=7)


def _closed(field: GlobeField, values: Floats) -> tuple[Floats, Floats]:
    """Return longitudes from -180 to 180 and values with both ends joined at the date line."""
    order = np.argsort((field.longitudes + 180.0) % 360.0)
    lons = (field.longitudes[order] + 180.0) % 360.0 - 180.0
    inner = values[:, order]
    seam = inner[:, [0]] + (inner[:, [-1]] - inner[:, [0]]) * (
        (lons[0] + 180.0) / (lons[0] + 360.0 - lons[-1])
    )
    return np.concatenate([[-180.0], lons, [180.0]]), np.concatenate([seam, inner, seam], axis=1)


def _colours(low: float, high: float) -> str:
    if low < 0.0 < high and np.isclose(low, -high):
        return "RdBu_r"
    return "YlOrRd" if low == 0.0 else "viridis"


def _limits(field: GlobeField) -> tuple[float, float]:
    """Return round ends of the colour scale; that of differences begins or is centred at zero."""
    outside = (1.0 - SHOWN) / 2.0
    low, high = np.quantile(_by_area(field), (outside, 1.0 - outside))
    if field.difference and low >= 0.0:
        return 0.0, _rounded_up(high)
    if field.difference:
        end = _rounded_up(max(abs(low), abs(high)))
        return -end, end
    step = _rounded_up(max(high - low, 1e-9) / 16.0)
    return float(np.floor(low / step) * step), float(np.floor(low / step) * step + 16.0 * step)


def _by_area(field: GlobeField) -> Floats:
    """Return values repeated in proportion to the area of their row."""
    rows = np.maximum(1, np.round(10 * np.cos(np.radians(field.latitudes)))).astype(int)
    return np.repeat(field.values, rows, axis=0).ravel()


def _rounded_up(value: float) -> float:
    """Return the next larger of 1, 2, 4, 5 or 8 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(max(value, 1e-12)))
    return float(next(m * power for m in (1, 2, 4, 5, 8, 10) if m * power >= value * (1 - 1e-9)))
