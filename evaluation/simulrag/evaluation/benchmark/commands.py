"""The commands that make a benchmark and compute it again."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from simulrag.evaluation.measurement import AsJson, told
from simulrag.simulators.registry import installed

File = Annotated[Path, typer.Argument(help="Benchmark items, one JSON object a line.")]


def generate(
    simulator: Annotated[str, typer.Argument(help="Name of a registered simulator.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="File to write, JSON Lines.")],
    items: Annotated[int, typer.Option(min=1, max=100_000, help="How many questions.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same file.")] = 1,
    templates: Annotated[
        Path | None, typer.Option(help="Question templates (JSON) in place of the simulator's own.")
    ] = None,
    store: Annotated[
        Path | None, typer.Option(help="Evidence store; the user's own if not given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Generate questions, reference answers and claims for a simulator from its runs."""
    # Loaded when asked for: it needs the verifier.
    from simulrag.evaluation.benchmark.benchmark_file import Order, make

    order = Order(simulator=simulator, out=out, items=items, seed=seed, templates=templates)
    with told():
        made = make(
            order, installed(), store, lambda numbers: track(numbers, "items", console=_err())
        )
    if as_json:
        typer.echo(made.model_dump_json(indent=2))
        return
    typer.echo(f"{made.items} items in {out}, {made.seconds:.1f} s of processor time")
    refused = ", ".join(f"{reason} {count}" for reason, count in made.refused.items())
    typer.echo(f"refused draws: {refused or 'none'}")


def recompute(
    file: File,
    store: Annotated[
        Path | None, typer.Option(help="Take runs from this evidence store where it has them.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run the calls of a benchmark again and say whether each reference holds (exit code 1)."""
    from simulrag.evaluation.benchmark.checking import Bench
    from simulrag.evaluation.benchmark.checking import recompute as recomputed
    from simulrag.evaluation.benchmark.items import BadItems, read
    from simulrag.verifier.evidence import EvidenceStore

    with told():
        held = read(file)
        if not held:
            raise BadItems(f"{file} holds no items")
        with EvidenceStore(store) as opened:
            bench = Bench(installed(), opened)
            found = [recomputed(item, bench) for item in track(held, "items", console=_err())]
    if as_json:
        typer.echo(f"[{', '.join(one.model_dump_json() for one in found)}]")
    else:
        typer.echo(f"{sum(one.same for one in found)} of {len(found)} items hold, digit for digit")
        for version in dict.fromkeys(one.version for one in found if one.version):
            typer.echo(f"the simulator is another: {version}")
        for one in found:
            for line in (*one.changed, *filter(None, [one.problem])):
                typer.echo(f"{one.id}: {line}")
    if not all(one.same for one in found):
        raise typer.Exit(1)


def _err() -> Console:
    return Console(stderr=True)
