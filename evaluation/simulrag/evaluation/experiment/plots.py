"""The paper's Figures 4 to 8 drawn for our runs. SVG, without a display."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl

from simulrag.evaluation.experiment.estimators import Boundary, Curve
from simulrag.evaluation.experiment.measuring import Measured
from simulrag.evaluation.experiment.metrics import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Okabe and Ito's colours, which people with any colour vision tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
#: Texts as paths make equal files wherever they are drawn; a fixed salt makes equal ids.
_STYLE: Any = {
    "svg.fonttype": "path", "svg.hashsalt": "simulrag", "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3, "figure.dpi": 100,
}  # fmt: skip


@contextmanager
def panels(path: Path, columns: int, rows: int = 1) -> Generator[Any]:
    """Give the axes of a figure of so many panels, row by row, and write it as SVG."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as New

    with mpl.rc_context(_STYLE):
        figure: Figure = New(figsize=(3.6 * columns, 2.9 * rows), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure.subplots(rows, columns, squeeze=False)
        figure.savefig(path, format="svg", metadata={"Date": None})


def bars(
    axes: "Axes", found: Mapping[str, Estimate], title: str, ylabel: str, colour: str = COLOURS[0]
) -> None:
    """Draw one bar with its interval for each name."""
    names = list(found)
    values = [estimate.value or 0.0 for estimate in found.values()]
    axes.bar(range(len(names)), values, color=colour, width=0.7)
    for place, estimate in enumerate(found.values()):
        _whisker(axes, place, estimate)
    axes.set_xticks(range(len(names)), names, rotation=35, ha="right")
    axes.set_title(title)
    axes.set_ylabel(ylabel)


def _whisker(axes: "Axes", place: float, found: Estimate, colour: str = "black") -> None:
    if found.low is not None and found.high is not None:
        axes.plot([place, place], [found.low, found.high], color=colour, linewidth=1)


def figure_4(path: Path, found: Mapping[str, Mapping[str, Measured]]) -> None:
    """Factuality and informativeness of ways to use runs, a row a benchmark."""
    with panels(path, 2, len(found)) as rows:
        for row, (name, ways) in zip(rows, found.items(), strict=True):
            for axes, metric, unit in zip(
                row, ("factuality", "informativeness"), ("share true", "true claims"), strict=True
            ):
                values = {words: one.estimates[metric] for words, one in ways.items()}
                bars(axes, values, f"{name}: {metric}", unit)


def figure_5(
    path: Path,
    boundaries: Mapping[str, Boundary],
    pairs: Mapping[str, Mapping[str, tuple[Estimate, Estimate]]],
) -> None:
    """Left: claims that SBA takes for decidable; right: AUPR of both methods by estimator."""
    with panels(path, 2, len(boundaries)) as rows:
        for row, name in zip(rows, boundaries, strict=True):
            found = boundaries[name]
            shares = {
                "inside by SBA": found.inside,
                "and decided": found.decided,
                "of the others, decidable": found.missed,
            }
            bars(row[0], shares, f"{name}: share of all claims", "share")
            row[0].set_ylim(0, 1)
            _pairs(row[1], pairs[name], f"{name}: AUPR at 25 %")


def _pairs(axes: "Axes", found: Mapping[str, tuple[Estimate, Estimate]], title: str) -> None:
    """Draw two estimates for each name as points with their intervals."""
    for side, (words, colour) in enumerate(zip(("Uncertainty", "UE+SBA"), COLOURS, strict=False)):
        places = [place + 0.24 * (side - 0.5) for place in range(len(found))]
        values = [pair[side].value or 0.0 for pair in found.values()]
        axes.plot(places, values, "o", markersize=4, color=colour, label=words)
        for place, pair in zip(places, found.values(), strict=True):
            _whisker(axes, place, pair[side], colour)
    axes.set_xticks(range(len(found)), list(found), rotation=35, ha="right")
    axes.set_title(title)
    axes.legend(loc="best", fontsize=7)


def figure_6(path: Path, found: Mapping[str, Mapping[str, Measured]]) -> None:
    """F1 of budgets against no verification and verification of all."""
    with panels(path, len(found)) as rows:
        for axes, (name, ways) in zip(rows[0], found.items(), strict=True):
            values = {w: one.estimates["f1"] for w, one in ways.items() if "f1" in one.estimates}
            bars(axes, values, f"{name}: F1", "F1")
            axes.set_ylim(0, 1)


def figure_curves(path: Path, found: Mapping[str, Sequence[Curve]]) -> None:
    """Precision over recall, a panel an estimator (Figures 7 and 8)."""
    with panels(path, 3, (len(found) + 2) // 3) as rows:
        flat = [axes for row in rows for axes in row]
        for axes, (name, curves) in zip(flat, found.items(), strict=False):
            for curve, colour in zip(curves, COLOURS, strict=False):
                style = ":" if curve.words.startswith("Unc") else "-"
                axes.step(curve.recall, curve.precision, style, where="post", color=colour,
                          label=curve.words, linewidth=1.2)  # fmt: skip
            axes.set(title=name, xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0.4, 1.01))
        flat[0].legend(fontsize=6, loc="lower left")
