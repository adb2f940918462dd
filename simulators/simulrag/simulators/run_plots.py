"""Pictures of runs: courses with their bands, and maps.

Generic over simulators. Needs the extra `plots` (matplotlib), which is loaded when used. Colours
are from Okabe and Ito 2008, told apart by people with any colour vision; maps of differences use
a diverging scale with white at zero, or a sequential one from zero where all are positive.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.capabilities import DrawsParts, GlobeField
from simulrag.simulators.errors import BadValue, NotInstalled
from simulrag.simulators.interface import Run, Series
from simulrag.simulators.unit_notation import symbol

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
#: Share of a map's area between the ends of its colour scale, the rest saturates.
SHOWN = 0.98
DPI = 160


def figure(size: tuple[float, float]) -> Figure:
    """Return an empty figure of a size, inches. Raises NotInstalled without matplotlib."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise NotInstalled("pictures need matplotlib: pip install 'simulrag[plots]'") from error
    made = Figure(figsize=size, dpi=DPI, layout="constrained")
    FigureCanvasAgg(made)
    return made


def draw(
    run: Run, fields: Sequence[GlobeField], path: Path, parts: DrawsParts | None = None
) -> None:
    """Draw the maps and courses of a run, whichever there are, into a PNG file.

    parts: draws the parts of a run where they are too many for a course each.
    Raises BadValue where there is neither, NotInstalled without matplotlib.
    """
    if not fields and not run.series:
        raise BadValue(
            f"{run.call.function} has neither a course nor a map to draw", parameter="out"
        )
    many = parts if len(run.parts) >= len(COLOURS) else None
    panels = _panels(_of_whole(run) if many else run.series)
    heights = [5.0] * len(fields) + [3.6] * len(panels) + ([5.0] if many else [])
    drawn = figure((9.0, sum(heights)))
    grid = drawn.add_gridspec(len(heights), 1, height_ratios=heights)
    for row, field in enumerate(fields):
        draw_map(field, drawn.add_subplot(grid[row], projection="mollweide"))
    for row, courses in enumerate(panels, start=len(fields)):
        axis = drawn.add_subplot(grid[row])
        draw_courses(courses, axis)
        axis.set_title(_title(run), loc="left", fontsize=10)
    if many:
        many.draw_parts(run, drawn.add_subplot(grid[-1]))
    drawn.suptitle("\n".join(_said(run)), fontsize=9, x=0.01, ha="left")
    drawn.supxlabel(f"simulrag run {run.id}", x=0.99, ha="right", fontsize=6, color="0.4")
    drawn.savefig(path)


def _of_whole(run: Run) -> dict[str, Series]:
    """Return the courses of a run without those of single parts, which name them."""
    ends = tuple(f" in {part}" for part in run.parts)
    return {name: course for name, course in run.series.items() if not name.endswith(ends)}


def _panels(series: Mapping[str, Series]) -> list[dict[str, Series]]:
    """Return the courses that share both axes: over days or over numbers, and in one unit."""
    panels: dict[tuple[bool, str], dict[str, Series]] = {}
    for name, course in series.items():
        panels.setdefault((course.by_day, course.unit), {})[name] = course
    return list(panels.values())


def _title(run: Run) -> str:
    where = run.resolved.get("place") or run.resolved.get("states")
    return textwrap.shorten(", ".join(filter(None, (where, run.resolved.get("scenario")))), 105)


def _said(run: Run) -> list[str]:
    """Return the question and, unless it is one of data, its result, in a few lines."""
    lines = [line.removeprefix("Query: ") for line in run.context.splitlines() if "{" not in line]
    return [piece for line in lines for piece in textwrap.wrap(line, 125, max_lines=3)]


def draw_courses(courses: Mapping[str, Series], axis: Axes) -> None:
    """Draw courses over days, years or another number with their bands; all have one unit."""
    for colour, (name, series) in zip(COLOURS, courses.items(), strict=False):
        times = _times(series)
        for low, high, opacity, _ in _bands(series):
            axis.fill_between(times, low, high, color=colour, alpha=opacity, lw=0)
        axis.plot(times, series.values, color=colour, lw=1.8, label=name.replace("_", " "))
    if (left := len(courses) - len(COLOURS)) > 0:
        axis.plot([], [], " ", label=f"{left} more, not drawn")
    first = next(iter(courses.values()))
    for _, _, opacity, ends in _bands(first):
        axis.fill_between([], [], [], color="0.3", alpha=opacity, lw=0, label=ends)
    axis.set_ylabel(_upward(courses))
    axis.set_xlabel(_along(first))
    axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    if first.axis:
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    values = [v for series in courses.values() for v in (*series.values, *series.low)]
    if 0.0 <= min(values) < 0.35 * max(values):
        axis.set_ylim(bottom=0.0)
    axis.grid(visible=True, color="0.9", lw=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.margins(x=0.01)
    axis.legend(frameon=False, loc="best", fontsize=8)


_Band = tuple[Sequence[float], Sequence[float], float, str]


def _bands(series: Series) -> list[_Band]:
    """Return lower and upper ends, opacity and name of the bands that a course has."""
    bands = (
        (series.low, series.high, 0.2, "5 to 95 %"),
        (series.lower, series.upper, 0.3, "25 to 75 %"),
    )
    return [band for band in bands if band[0] and band[1]]


def _upward(courses: Mapping[str, Series]) -> str:
    """Return the words that the names of courses begin with, and their unit."""
    names = [name.replace("_", " ").split() for name in courses]
    shared = takewhile(lambda words: len(set(words)) == 1, zip(*names, strict=False))
    unit = next(iter(courses.values())).unit
    return ", ".join(filter(None, (" ".join(w[0] for w in shared), symbol(unit))))


def _along(series: Series) -> str:
    """Return the name of what a course is over; none for dates and years, which show it."""
    unit = symbol(series.axis_unit)
    return f"{series.axis}, {unit}" if unit else series.axis


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
    bar.set_label(symbol(field.unit), fontsize=8)
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
