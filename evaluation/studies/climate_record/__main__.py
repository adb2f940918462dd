"""The climate simulator against recorded years and places: see README.md."""

from pathlib import Path
from typing import Annotated

import typer

from simulrag.evaluation.climate import measured
from simulrag.evaluation.measurement import AsJson, Targets

#: Part -> module that measures it.
PARTS = {
    "history": "studies.climate_record.history",
    "years": "studies.climate_record.history",
    "fair": "studies.climate_record.fair",
    "sentences": "studies.climate_record.sentences",
}
#: Dotted name of a figure -> the lowest and highest value that are aimed at.
TARGETS: Targets = {
    "history.recorded years inside": (0.86, 0.94),
    "history.lowest third": (0.80, 0.97),
    "history.highest third": (0.80, 0.97),
    "history.attributed periods.1951-2000.off": (-0.04, 0.04),
    "history.attributed periods.1986-2005.central": (0.64, 0.74),
    "history.assessed periods.largest miss": (0.0, 0.10),
    "history.assessed periods.largest miss of an end": (0.0, 0.15),
    "history.recorded decades inside": (0.80, 1.0),
    "history.recorded trends inside": (0.80, 0.97),
    "years.absolute": (0.86, 0.94),
    "years.about its own level": (0.86, 0.94),
    "years.observed.absolute": (0.86, 1.0),
    "years.observed.about their own mean": (0.86, 0.94),
    "years.warming": (0.86, 0.94),
    "years.left-out models.mean": (0.86, 0.94),
    **{f"fair.ratio.{gas} {percent:+g} % in {year}": (0.85, most)
       for gas, percents, most in (("co2", (30, -30), 1.20), ("ch4", (40, -40), 1.15),
                                   ("so2", (-50,), 1.15), ("bc", (-50,), 1.15))
       for percent in percents for year in (2050, 2090)},
    "fair.FaIR's median outside our 90 %": (0, 0),
    "fair.does not cross zero where FaIR's does": (0, 0),
    "sentences.true, refuted": (0, 0),
    "sentences.false, supported": (0, 0),
    "sentences.decided, %": (60.0, 100.0),
}  # fmt: skip
app = typer.Typer(add_completion=False)


@app.command()
def record(
    folder: Annotated[Path, typer.Argument(help="Climate data; see data/SOURCES.md of climate.")],
    only: Annotated[
        list[str] | None, typer.Option(help=f"Measure only {', '.join(PARTS)}.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the climate simulator against recorded years and places."""
    measured(PARTS, TARGETS, folder, only, as_json=as_json)


if __name__ == "__main__":
    app()
