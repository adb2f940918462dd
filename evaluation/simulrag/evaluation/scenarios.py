"""`simulrag evaluate scenarios`: many runs, on this machine or on a cluster."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue

from simulrag.evaluation.measurement import AsJson, told
from simulrag.simulators.executors import pool
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.scenarios.asked import Refused, read_asked
from simulrag.verifier.scenarios.running import CHUNK, Progress, run_scenarios

#: Seconds between two lines of progress.
PROGRESS_SECONDS = 5.0


def scenarios(
    calls: Annotated[
        Path, typer.Argument(help="JSON Lines: a call or a question in each, see docs/cluster.md.")
    ],
    out: Annotated[Path, typer.Option(help="Evidence store for the runs; kept where it exists.")],
    scheduler: Annotated[
        str,
        typer.Option(
            help="processes:N, local:N (Dask on this machine) or the address of a Dask scheduler; "
            "without it, one run after the other."
        ),
    ] = "",
    chunk: Annotated[int, typer.Option(min=1, max=500, help="Calls given out at once.")] = CHUNK,
    trusted_network: Annotated[
        bool,
        typer.Option(help="Allow a scheduler on another machine without encryption."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run many calls once each, spread over workers; started again, go on with what is missing.

    What was not run is listed with the reason in OUT.refused.jsonl, and the exit code is then 1.
    """
    begun = time.monotonic()
    with (
        told(),
        EvidenceStore(out) as store,
        pool(scheduler, trusted_network=trusted_network) as workers,
    ):
        refused = _refusals(out.with_name(f"{out.name}.refused.jsonl"))
        asked = read_asked(calls, installed())
        found = run_scenarios(asked, store, workers, chunk=chunk, refused=refused, told=_telling())
    _print(found, time.monotonic() - begun, as_json=as_json)
    if found.refused or found.failed:
        raise typer.Exit(1)


def _refusals(path: Path) -> Callable[[Refused], None]:
    """Return what writes a refusal to a file, made anew with the first one."""
    path.unlink(missing_ok=True)

    def write(one: Refused) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(one.model_dump_json(exclude_none=True) + "\n")

    return write


def _telling() -> Callable[[Progress], None]:
    begun = last = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < PROGRESS_SECONDS:
            return
        last = now
        rate = progress.made / (now - begun)
        typer.echo(
            f"{progress.read} looked at, {progress.made} made, {rate:.0f} a second", err=True
        )

    return tell


def _print(found: Progress, seconds: float, *, as_json: bool) -> None:
    figures: dict[str, JsonValue] = {**asdict(found), "seconds": round(seconds, 1)}
    figures["processor_seconds"] = round(found.processor_seconds, 2)
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
        return
    each = 1000 * found.processor_seconds / (found.made or 1)
    typer.echo(
        f"{found.made} runs made, {found.there} there already, {found.refused} refused, "
        f"{found.failed} failed, in {seconds:.1f} s by {len(found.workers)} workers; "
        f"{each:.1f} ms of processor time a run"
    )
