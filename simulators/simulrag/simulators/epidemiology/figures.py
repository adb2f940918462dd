"""Figures of seasons. Needs matplotlib (the extra `plots`), which is loaded when one is drawn."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.states import POSTAL_CODES
from simulrag.simulators.interface import Series
from simulrag.simulators.run_plots import draw_courses, figure

if TYPE_CHECKING:
    from simulrag.simulators.epidemiology.season_fit import SeasonFit

Array = NDArray[np.float64]

#: Position of each state among tiles: row from the top, column from the left.
TILES = {
    "Alaska": (0, 0), "Maine": (0, 11), "Vermont": (1, 10), "New Hampshire": (1, 11),
    "Washington": (2, 1), "Idaho": (2, 2), "Montana": (2, 3), "North Dakota": (2, 4),
    "Minnesota": (2, 5), "Illinois": (2, 6), "Wisconsin": (2, 7), "Michigan": (2, 8),
    "New York": (2, 9), "Rhode Island": (2, 10), "Massachusetts": (2, 11),
    "Oregon": (3, 1), "Nevada": (3, 2), "Wyoming": (3, 3), "South Dakota": (3, 4),
    "Iowa": (3, 5), "Indiana": (3, 6), "Ohio": (3, 7), "Pennsylvania": (3, 8),
    "New Jersey": (3, 9), "Connecticut": (3, 10),
    "California": (4, 1), "Utah": (4, 2), "Colorado": (4, 3), "Nebraska": (4, 4),
    "Missouri": (4, 5), "Kentucky": (4, 6), "West Virginia": (4, 7), "Virginia": (4, 8),
    "Maryland": (4, 9), "Delaware": (4, 10),
    "Arizona": (5, 2), "New Mexico": (5, 3), "Kansas": (5, 4), "Arkansas": (5, 5),
    "Tennessee": (5, 6), "North Carolina": (5, 7), "South Carolina": (5, 8),
    "District of Columbia": (5, 9),
    "Oklahoma": (6, 4), "Louisiana": (6, 5), "Mississippi": (6, 6), "Alabama": (6, 7),
    "Georgia": (6, 8),
    "Hawaii": (7, 0), "Texas": (7, 4), "Florida": (7, 9),
}  # fmt: skip


def draw_fit(found: "SeasonFit", samples: Array, path: Path) -> Path:
    """Draw the country's fitted and forecast weeks against what was reported."""
    drawn = figure((8.0, 4.5))
    axes = drawn.add_subplot()
    levels = np.quantile(samples.sum(axis=1), (0.05, 0.25, 0.5, 0.75, 0.95), axis=0)
    low, lower, median, upper, high = (tuple(one) for one in levels.tolist())
    days = tuple(day.isoformat() for day in found.reported.days)
    course = Series(
        unit="", times=days, values=median, low=low, lower=lower, upper=upper, high=high
    )
    draw_courses({"admissions a week": course}, axes)
    times = np.array(days, dtype="datetime64[D]")
    seen = np.nansum(found.reported.admissions, axis=0)
    axes.plot(times, seen, "o", color="black", markersize=3.5, label="reported (CDC NHSN)")
    if found.known < len(times):
        last = times[found.known - 1]
        axes.axvline(last, color="0.5", linewidth=0.8, linestyle="--", label="forecast from here")
    axes.set_title(
        fit_title("Influenza hospital admissions, 51 states", found), loc="left", fontsize=11
    )
    axes.legend(frameon=False, fontsize=8)
    drawn.savefig(path)
    return path


def draw_peak_dates(days: Mapping[str, str], title: str, path: Path) -> Path:
    """Draw a tile map of the United States, coloured by the date of each state's peak.

    Colours span all but the earliest and latest twentieth, so that a single state whose peak is
    far off does not take the colours from the others.
    """
    drawn = figure((9.0, 5.6))
    draw_tiles(days, title, "week ending", drawn.add_subplot())
    drawn.savefig(path)
    return path


def draw_tiles(days: Mapping[str, str], title: str, label: str, axes: Any) -> None:
    """Draw the tile map of `draw_peak_dates` on axes, its dates called `label`."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.patches import Rectangle

    numbers = {state: date.fromisoformat(day).toordinal() for state, day in days.items()}
    ordered = sorted(numbers.values())
    low = ordered[round(0.05 * (len(ordered) - 1))]
    high = max(ordered[round(0.95 * (len(ordered) - 1))], low + 7)
    norm = Normalize(low, high, clip=True)
    colours = colormaps["viridis"]
    for state, number in numbers.items():
        row, column = TILES[state]
        share = float(norm(number))
        axes.add_patch(Rectangle((column, -row), 0.95, 0.95, color=colours(share)))
        ink = "black" if share > 0.6 else "white"
        told = f"{POSTAL_CODES[state]}\n{_day(number)}"
        axes.text(column + 0.47, 0.47 - row, told, ha="center", va="center", fontsize=7, color=ink)
    axes.set(xlim=(-0.2, 12.2), ylim=(-7.2, 1.2), aspect="equal")
    axes.set_title(title, loc="left", fontsize=11)
    axes.axis("off")
    ends = {(False, True): "max", (True, False): "min", (True, True): "both"}
    beyond = ordered[0] < low, ordered[-1] > high
    bar = axes.get_figure(root=True).colorbar(
        ScalarMappable(norm, colours), ax=axes, shrink=0.6, extend=ends.get(beyond, "neither")
    )
    bar.set_label(label)
    ticks = [round(low + share * (high - low)) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    bar.set_ticks(ticks, labels=[f"{_day(tick)} {_year(tick)}" for tick in ticks])


def _day(number: int) -> str:
    day = date.fromordinal(number)
    return f"{day.day} {day:%b}"


def _year(number: int) -> int:
    return date.fromordinal(number).year


def fit_title(what: str, found: "SeasonFit") -> str:
    """Return a title that says of which season, and up to when reports were known."""
    season = found.reported
    known = f"reports known until {season.days[found.known - 1]}"
    return f"{what}, {season.season_name}, {known}"
