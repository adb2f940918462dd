"""Where UE+SBA stops helping: the page of sensitivity, on claims that are drawn.

python -m studies.sensitivity --out FOLDER [--draws 1000] [--seed 0]
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from simulrag.evaluation.experiment import results
from simulrag.evaluation.experiment.metrics import DRAWS
from simulrag.evaluation.experiment.plots import COLOURS, panels
from simulrag.evaluation.experiment.results import Results, Shown
from studies.sensitivity.drawn_claims import Point, World, swept, table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NOTICE = (
    "Drawn at random: no language model, no text and no run takes part. The page tells when "
    "agreement and boundary are worth something, and nothing about any model."
)


def run(folder: Path, draws: int = DRAWS, seed: int = 0) -> Results:
    """Measure drawn claims and write the page and the figure into a folder."""
    world = World(seed=seed)
    points = swept(world, draws)
    where = folder / results.FIGURES / "sensitivity.svg"
    where.parent.mkdir(parents=True, exist_ok=True)
    figure_sweep(where, points, "gain", "lead in gain")
    found = Results(
        title="Where UE+SBA stops helping",
        notice=NOTICE,
        headline=(),
        tables=(table(points),),
        figures=(Shown(file=f"{results.FIGURES}/{where.name}", title="Lead of UE+SBA in gain"),),
        configuration={"drawn": world.model_dump(mode="json"), "bootstrap draws": draws},
    )
    results.write(folder, found)
    return found


def figure_sweep(path: Path, points: Sequence[Point], metric: str, ylabel: str) -> None:
    """By how much UE+SBA is above uncertainty over systematic error, a line a boundary error."""
    budgets = sorted({point.budget for point in points})
    with panels(path, len(budgets)) as rows:
        for axes, budget in zip(rows[0], budgets, strict=True):
            _lines(axes, [p for p in points if p.budget == budget], metric)
            axes.set(title=f"{budget:g} %", xlabel="systematic error, %", ylabel=ylabel)
        rows[0][0].legend(title="boundary error", fontsize=6, title_fontsize=6)


def _lines(axes: "Axes", points: Sequence[Point], metric: str) -> None:
    axes.axhline(0, color="black", linewidth=0.8)
    for rate, colour in zip(sorted({p.boundary for p in points}), COLOURS, strict=False):
        line = [p for p in points if p.boundary == rate]
        shares = [100 * p.systematic for p in line]
        found = [p.leads[metric] for p in line]
        axes.plot(shares, [e.value or 0.0 for e in found], color=colour, marker="o",
                  markersize=3, label=f"{100 * rate:g} %")  # fmt: skip
        axes.fill_between(
            shares, [e.low or 0.0 for e in found], [e.high or 0.0 for e in found],
            color=colour, alpha=0.1, linewidth=0,
        )  # fmt: skip


def main(out: Annotated[Path, typer.Option()], draws: int = DRAWS, seed: int = 0) -> None:
    """Write the page."""
    run(out, draws, seed)
    print(out / "README.md")


if __name__ == "__main__":
    typer.run(main)
