"""The commands `simulrag evaluate experiment` and `report`."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from simulrag.evaluation.measurement import AsJson, told


def experiment(
    drafts: Annotated[
        Path, typer.Argument(help="Folder of a model's drafts with formulas (drafts.jsonl).")
    ],
    out: Annotated[Path, typer.Option(help="Folder for tables and figures; its runs are kept.")] = (
        Path("experiment")
    ),
    judgements: Annotated[
        Path | None,
        typer.Option(help="What a model judged of to_judge.jsonl: which drafts say which claims."),
    ] = None,
    formulas: Annotated[
        Path | None,
        typer.Option(help="Formulas that a model wrote; else the reader of English reads."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Questions of each simulator, at most.")
    ] = None,
    draws: Annotated[int, typer.Option(min=2, max=20_000, help="Bootstrap draws.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of draws and selections.")] = 0,
    processes: Annotated[int, typer.Option(min=1, max=64, help="Processes to work in.")] = 2,
    as_json: AsJson = False,
) -> None:
    """Run the paper's experiments (Tables 1, 3, Figures 4 to 8) on a model's drafts.

    Labels come from the formulas beside the drafts, which the method itself never sees. No
    language model is asked.
    """
    # Loaded when asked for: it needs the verifier and the metrics.
    measured = _loaded("experiment")
    options = measured.Options(
        draws=draws, seed=seed, processes=processes, limit=limit, judgements=judgements,
        formulas=formulas,
    )  # fmt: skip
    with told():
        found = measured.run(drafts, out, options, _watched)
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    for text in (found.notice, *found.headline, *found.notes):
        typer.echo(text)
    typer.echo(f"{out / 'README.md'} has the tables; `simulrag evaluate report {out}` makes a page")


def report(
    folder: Annotated[Path, typer.Argument(help="The --out folder of an experiment.")],
    out: Annotated[
        Path | None, typer.Option(help="The page; report.html in the folder if not given.")
    ] = None,
) -> None:
    """Write the results of an experiment as one HTML page that needs nothing else."""
    made = _loaded("report")
    where = out or folder / "report.html"
    with told():
        made.write(folder, where)
    typer.echo(str(where))


def _loaded(name: str) -> Any:
    """Load a module of this folder. Exits with a hint where a package of the extra is missing."""
    try:
        return import_module(f"simulrag.evaluation.experiment.{name}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("simulrag"):
            raise
        typer.echo(
            f"error: {error.name} is not installed; pip install 'simulrag[evaluation]'", err=True
        )
        raise typer.Exit(2) from error


def _watched(made: Iterable[Any], of: int) -> Iterable[Any]:
    """Show how many questions are prepared, on standard error."""
    return track(made, "preparing", of, console=Console(stderr=True))
