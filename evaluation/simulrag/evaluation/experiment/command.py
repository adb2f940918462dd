"""The commands `simulrag evaluate experiment` and `report`."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from simulrag.simulators.errors import SimulRAGError

#: The paper's benchmarks.
DEFAULT = ("climate", "epidemiology")
Items = Annotated[
    list[str] | None,
    typer.Argument(
        help="Files of benchmark items, or names of benchmarks that ship: climate, epidemiology, "
        "urban. Default: the first two, the paper's."
    ),
]
Out = Annotated[Path, typer.Option(help="Folder for tables and figures; continued if it exists.")]


def experiment(
    items: Items = None,
    out: Out = Path("experiment"),
    limit: Annotated[int | None, typer.Option(min=1, help="Items of each file, at most.")] = None,
    drafts: Annotated[int, typer.Option("--drafts", "-m", min=1, max=50, help="Drafts.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the synthetic answerer.")] = 0,
    systematic: Annotated[
        float, typer.Option(min=0, max=1, help="Share of facts on which all drafts err alike.")
    ] = 0.2,
    boundary_error: Annotated[
        float, typer.Option(min=0, max=1, help="How often the judge of the boundary errs.")
    ] = 0.1,
    draws: Annotated[int, typer.Option(min=2, max=20_000, help="Bootstrap draws.")] = 1000,
    processes: Annotated[int, typer.Option(min=1, max=64, help="Processes to work in.")] = 2,
    sweeps: Annotated[
        bool, typer.Option(help="Also sweep over errors, and ablate what drafts anew.")
    ] = True,
    clients: Annotated[
        int, typer.Option(min=0, help="Items of each simulator through the client's own loops.")
    ] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run the paper's experiments (Tables 1, 3, Figures 4 to 8) for the synthetic answerer.

    No language model takes part: drafts and judges err at known rates.
    """
    # Loaded when asked for: it needs the client, the server and the metrics.
    measured = _loaded("experiment")
    world = _loaded("world").World
    with _told():
        options = measured.Options(
            world=world(
                seed=seed, drafts=drafts, systematic=systematic, boundary_error=boundary_error
            ),
            draws=draws,
            processes=processes,
            sweeps=sweeps,
            clients=clients,
        )
        with _progress() as tell:
            found = measured.run(_read(items, limit), out, options, tell=tell)
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
    with _told():
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


def _read(names: list[str] | None, limit: int | None) -> list[Any]:
    """Return the items of files and of shipped benchmarks. Raises BadItems."""
    items = import_module("simulrag.evaluation.benchmark.items")
    shipped = import_module("simulrag.evaluation.benchmark.shipped")
    found: list[Any] = []
    for name in names or DEFAULT:
        if name in shipped.NAMES:
            held = items.parsed(shipped.text(name), name)
        else:
            held = items.read(Path(name))
        found += held[:limit]
    return found


@contextmanager
def _told() -> Generator[None]:
    """Say an error on standard error and exit with code 2."""
    try:
        yield
    except (SimulRAGError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error


@contextmanager
def _progress() -> Generator[Callable[[int, int], None]]:
    """Show how many items are prepared, on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = ("preparing", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("preparing")

        def tell(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of)

        yield tell
