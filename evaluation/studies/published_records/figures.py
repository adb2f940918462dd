"""The reasons for disagreement as figures: small PNG files, one for each reason.

Needs the extra `plots`, loaded when used. Published numbers are orange, ours blue wherever both
are drawn; no figure needs its colours to be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simulrag.simulators.climate.globe import is_land
from simulrag.simulators.run_plots import COLOURS
from simulrag.simulators.run_plots import figure as empty
from studies.published_records.climate import Aerosols, Levels, Warming
from studies.published_records.epidemiology import (
    HALF_PERSON,
    POOLED,
    PUT_RIGHT,
    States,
)
from studies.published_records.replay import AS_ASKED, Array
from studies.published_records.urban import CHANGES, NO_SIGNAL, Changes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BLUE, ORANGE, GREEN = COLOURS[0], COLOURS[1], COLOURS[2]
DPI = 110
#: Colours that a file is reduced to.
PALETTE = 64
#: End of the scale of differences on the map, °C.
FAR = 10.0


def draw(demonstrated: Mapping[str, Any], folder: Path) -> list[Path]:
    """Write the figures of what was demonstrated, by the names of `DRAWN`; return their paths.

    Raises NotInstalled without matplotlib.
    """
    return [
        _write(DRAWN[name](found), folder / f"{name}.png") for name, found in demonstrated.items()
    ]


def longitude(found: Levels) -> Figure:
    """Draw where the published emulator is read: scatter against shift, and the levels."""
    figure, (left, right) = _panels(2, (9.0, 3.6))
    shifts = np.array([*found.scatter, 360])
    spread = np.array([*found.scatter.values(), found.scatter[0]])
    left.plot(shifts, spread, "o-", color=BLUE, ms=3, lw=1)
    left.axvline(180, color="0.6", lw=0.8, ls="--")
    left.set(
        xlabel="our field read so many degrees east of the place",
        ylabel="scatter of published minus ours, °C",
        xticks=range(0, 361, 60),
        ylim=(0, None),
        title="Only half a globe away does our field fit",
    )
    ends = _ends(found.recorded, found.here, found.mirrored)
    right.plot(ends, ends, color="0.6", lw=0.8)
    right.plot(found.here, found.recorded, "x", color=ORANGE, ms=4, label="ours at the place")
    right.plot(found.mirrored, found.recorded, ".", color=BLUE, label="ours half a globe east")
    right.set(xlabel="our temperature, °C", ylabel="published, °C", title="Levels")
    right.legend(frameon=False, fontsize=8)
    return figure


def places(found: Levels) -> Figure:
    """Draw on two maps how far the published levels are from ours, here and half a globe east."""
    figure, axes = _panels(2, (9.0, 2.9))
    shown = ((found.here, "at the place"), (found.mirrored, "half a globe east"))
    for axis, (ours, title) in zip(axes, shown, strict=True):
        axis.imshow(
            _land(), extent=(-180, 180, -90, 90), origin="lower", cmap="Greys", vmin=0, vmax=4
        )
        off = found.recorded - ours
        order = np.argsort(np.abs(off))
        dots = axis.scatter(
            found.longitude[order], found.latitude[order], c=off[order], s=16, cmap="RdBu_r",
            vmin=-FAR, vmax=FAR, edgecolors="0.3", linewidths=0.3,
        )  # fmt: skip
        axis.set(
            title=f"Published minus ours {title}\nmedian size {np.median(np.abs(off)):.1f} °C",
            xticks=range(-180, 181, 60),
            yticks=range(-90, 91, 30),
            ylim=(-60, 80),
        )
        axis.tick_params(labelsize=7)
    figure.colorbar(dots, ax=list(axes), shrink=0.8, label="°C", extend="both")  # pyright: ignore[reportPossiblyUnboundVariable]
    return figure


def sensitivity(found: Warming) -> Figure:
    """Draw published changes over time against ours at the place that they were read at."""
    figure, (axis,) = _panels(1, (4.6, 4.0))
    end = float(np.max([found.recorded.max(), found.ours.max()])) * 1.05
    half = found.figures()["theirs for each °C of ours"]
    line = np.array([0.0, end])
    axis.plot(line, line, color="0.6", lw=0.8, label="equal")
    axis.plot(line, float(str(half)) * line, color=BLUE, lw=1.2, label=f"published = {half} × ours")
    axis.plot(found.ours, found.recorded, ".", color="0.5", label="published record")
    axis.set(
        xlabel="our change, history to scenario, °C", ylabel="published change, °C",
        xlim=(0, end), ylim=(0, end), title="Half the response",
    )  # fmt: skip
    axis.legend(frameon=False, fontsize=8)
    return figure


def aerosol(found: Aerosols) -> Figure:
    """Draw the published aerosol effect against year and scenario, and against SO2."""
    figure, (left, right) = _panels(2, (9.0, 3.4))
    for number, name in enumerate(sorted(set(found.scenario))):
        rows = np.array([one == name for one in found.scenario])
        style: dict[str, Any] = {
            "color": COLOURS[number % len(COLOURS)],
            "marker": "os^D"[number % 4],
            "ms": 4,
        }
        left.plot(found.year[rows], found.recorded[rows], ls="", label=name, **style)
        right.plot(found.so2[rows], found.recorded[rows], ls="", **style)
    right.plot(found.so2, found.ours, "_", color="0.2", ms=8, label="ours")
    figures = found.figures()
    left.set(
        xlabel="year", ylabel="published aerosol effect, °C",
        title=f"Scenario and year: R² = {figures['R² of scenario and year']}",
    )  # fmt: skip
    right.set(
        xlabel="change of SO2 in one grid cell, %",
        title=f"Changes of SO2 and BC: R² = {figures['R² of both changes']}",
    )
    left.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    right.legend(frameon=False, fontsize=8)
    return figure


def states(found: States) -> Figure:
    """Draw how published peaks depend on residents, and how far ours are by variant."""
    pairs, peaks = found.pairs, found.peaks
    figure, axes = _panels(3, (11.0, 3.6))
    shown = (
        (pairs.printed, ORANGE, "x", "states as printed"),
        (pairs.right, BLUE, ".", "put right"),
    )
    for axis, (x, colour, marker, title) in zip(axes[:2], shown, strict=True):
        ends = _ends(pairs.printed, pairs.right)
        axis.plot(ends, ends, color="0.6", lw=0.8)
        axis.plot(x, pairs.peaks, marker, color=colour, ms=4)
        axis.set(
            xlabel="ratio of residents, log10",
            ylabel="ratio of published peaks, log10",
            title=f"Pairs of one setting, {title}: r = {np.corrcoef(x, pairs.peaks)[0, 1]:.2f}",
        )
    ends = np.log10(_ends(peaks.recorded + HALF_PERSON, *peaks.ours.values()).clip(HALF_PERSON))
    axes[2].plot(ends, ends, color="0.6", lw=0.8)
    for name, colour, marker in (
        (AS_ASKED, "0.7", "+"),
        (POOLED, ORANGE, "x"),
        (PUT_RIGHT, BLUE, "."),
    ):
        axes[2].plot(
            np.log10(peaks.ours[name] + HALF_PERSON), np.log10(peaks.recorded + HALF_PERSON),
            marker, color=colour, ms=3, alpha=0.8, label=name,
        )  # fmt: skip
    axes[2].set(xlabel="our peak, log10 persons", ylabel="published, log10", title="Peaks")
    axes[2].legend(frameon=False, fontsize=7)
    for axis in axes:
        axis.title.set_fontsize(9)
    return figure


def signal(found: Changes) -> Figure:
    """Draw published changes on the corridor against ours, with the signal and without."""
    figure, axes = _panels(len(CHANGES), (11.0, 3.6))
    for axis, name in zip(axes, CHANGES, strict=True):
        theirs = found.recorded[name]
        ends = _ends(theirs, *(ours[name] for ours in found.ours.values()))
        axis.plot(ends, ends, color="0.6", lw=0.8)
        axis.axhline(0, color="0.85", lw=0.6)
        axis.axvline(0, color="0.85", lw=0.6)
        for rows, kind in ((found.road_diet, "road diet"), (~found.road_diet, "others")):
            colour = ORANGE if kind == "road diet" else BLUE
            for variant, marker in ((AS_ASKED, "x"), (NO_SIGNAL, "o")):
                axis.plot(
                    found.ours[variant][name][rows], theirs[rows], marker, color=colour, ms=4,
                    mfc="none", label=f"{kind}, {variant}",
                )  # fmt: skip
        axis.set(
            xlabel="ours, %", ylabel="published, %",
            title=name.removesuffix("_change").replace("_", " ").replace("co2", "CO2"),
        )  # fmt: skip
    axes[0].legend(frameon=False, fontsize=7)
    return figure


#: Name of a figure's file -> what draws it.
DRAWN: Mapping[str, Callable[[Any], Any]] = {
    "mirrored-longitude": longitude,
    "mirrored-map": places,
    "halved-sensitivity": sensitivity,
    "aerosol-offset": aerosol,
    "shifted-states": states,
    "missing-signal": signal,
}


def _panels(count: int, size: tuple[float, float]) -> tuple[Figure, Sequence[Axes]]:
    figure = empty(size)
    axes = [figure.add_subplot(1, count, number + 1) for number in range(count)]
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
        axis.title.set_fontsize(10)
        axis.xaxis.label.set_fontsize(9)
        axis.yaxis.label.set_fontsize(9)
        axis.tick_params(labelsize=8)
    return figure, axes


def _ends(*values: Array) -> Array:
    return np.array([min(v.min() for v in values), max(v.max() for v in values)])


def _land() -> Array:
    rows, columns = np.arange(-89.5, 90.0), np.arange(-179.5, 180.0)
    return np.array([[float(is_land(lat, lon)) for lon in columns] for lat in rows])


def _write(figure: Figure, path: Path) -> Path:
    """Write a figure as a PNG of few colours, without the date and program that made it."""
    from PIL import Image  # comes with matplotlib

    made = BytesIO()
    figure.savefig(made, format="png", dpi=DPI, metadata={"Software": None})
    picture = Image.open(made).convert("RGB")
    picture.quantize(PALETTE, dither=Image.Dither.NONE).save(path, optimize=True)
    return path
