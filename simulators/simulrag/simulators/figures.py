"""Pictures of runs: courses with their bands, and maps.

Generic over simulators. Needs the extra `plots` (matplotlib), which is loaded when used. Colours
are from Okabe and Ito 2008, told apart by people with any colour vision; maps of differences use
a diverging scale with white at zero, others a sequential one.
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
    rows = len(fields) + bool(run.series)
    figure = _figure((9.0, 4.6 * len(fields) + 3.6 * bool(run.series)))
    heights = [4.6] * len(fields) + [3.6] * bool(run.series)
    axes: Any = figure.subplots(rows, 1, squeeze=False, height_ratios=heights)
    for field, axis in zip(fields, axes[:, 0], strict=False):
        draw_map(field, axis)
    if run.series:
        draw_courses(run.series, axes[-1, 0])
        place = run.resolved.get("place", "")
        axes[-1, 0].set_title(", ".join(filter(None, (place, run.resolved.get("scenario")))),
                              loc="left")  # fmt: skip
    figure.suptitle("\n".join(textwrap.wrap(run.context, 105)), fontsize=9, x=0.01, ha="left")
    figure.text(0.995, 0.002, f"simulrag {run.id}", ha="right", va="bottom", fontsize=6, alpha=0.6)
    figure.savefig(path)


def draw_courses(courses: Mapping[str, Series], axis: Axes) -> None:
    """Draw courses over time with their bands on one axis; all have one unit."""
    for colour, (name, series) in zip(COLOURS, courses.items(), strict=False):
        words = name.replace("_", " ")
        times = _times(series.times)
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
    axis.legend(frameon=False, loc="upper left", fontsize=8)


def _times(times: Sequence[str]) -> Any:
    if all(len(time) == 4 and time.isdigit() for time in times):
        return np.array([int(time) for time in times])
    return np.array(list(times), dtype="datetime64[D]")


def draw_map(field: GlobeField, axis: Axes) -> None:
    """Draw a field on an equal-area globe (Mollweide would need a projection; plate carrée here).

    Outlines are those of the field's land mask.
    """
    low, high = _limits(field)
    steps = np.linspace(low, high, 17)
    drawn = axis.contourf(
        field.longitudes,
        field.latitudes,
        field.values,
        levels=steps,
        cmap="RdBu_r" if field.difference else "viridis",
        extend="both",
    )
    if field.land is not None:
        axis.contour(field.longitudes, field.latitudes, field.land, levels=[0.5], colors="0.2",
                     linewidths=0.6)  # fmt: skip
    axis.set(xlim=(-180, 180), ylim=(-90, 90), aspect="equal")
    axis.set_xticks(range(-180, 181, 60), [_degrees(x, "W", "E") for x in range(-180, 181, 60)])
    axis.set_yticks(range(-90, 91, 30), [_degrees(y, "S", "N") for y in range(-90, 91, 30)])
    axis.tick_params(labelsize=7)
    axis.set_title(field.title + (f", {field.conditions}" if field.conditions else ""),
                   loc="left", fontsize=9)  # fmt: skip
    if axis.figure is not None:
        bar = axis.figure.colorbar(drawn, ax=axis, shrink=0.85, pad=0.015)
        bar.set_label(UNITS.get(field.unit, field.unit))
        bar.ax.tick_params(labelsize=7)


def _degrees(value: int, below: str, above: str) -> str:
    side = "" if value in (0, 180, -180) else below if value < 0 else above
    return f"{abs(value)}°{side}"


def _limits(field: GlobeField) -> tuple[float, float]:
    """Return round ends of the colour scale; those of differences lie about zero."""
    outside = (1.0 - SHOWN) / 2.0
    low, high = np.quantile(_by_area(field), (outside, 1.0 - outside))
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
