"""Write this server into a host's configuration, with a copy of the old file."""

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from simulrag.client.commands import guarded
from simulrag.client.hosts import installing
from simulrag.client.hosts.installing import Change, hosts_here, remove_folder, skill_changes
from simulrag.client.hosts.table import HOSTS, Host

_DONE = {"added": "added to", "updated": "updated in", "removed": "removed from"}

app = typer.Typer(add_completion=False)


@app.command()
@guarded
def install(
    host: Annotated[str, typer.Argument(help="The host; without it, all are listed.")] = "",
    project: Annotated[
        Path | None, typer.Option(help="Write the file of this project, not the user's own.")
    ] = None,
    evidence: Annotated[
        str, typer.Option(help="File in which the server keeps runs; default: the user's own.")
    ] = "",
    uvx: Annotated[
        bool, typer.Option("--uvx", help="Let uv fetch the package, in place of this installation.")
    ] = False,
    skill: Annotated[
        bool, typer.Option("--skill", help="Add the skill that teaches when and how to check.")
    ] = False,
    uninstall: Annotated[bool, typer.Option("--uninstall", help="Take our entry out.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Even if another server has our name there.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change; write nothing.")
    ] = False,
) -> None:
    """Write this server into a host's configuration, with a copy of the old file."""
    if not host:
        typer.echo("\n".join(listing()))
        return
    chosen = installing.host_named(host)
    if uninstall:
        changes = [installing.removal(chosen, project, replace=replace)]
    else:
        start = installing.uvx_command if uvx else installing.own_command
        changes = [installing.installation(chosen, start(evidence), project, replace=replace)]
    if skill or (uninstall and chosen.skills):
        changes += skill_changes(chosen, project, remove=uninstall, replace=replace)
    for change in changes:
        typer.echo("\n".join(proposed(change) if dry_run else changed(change, change.write())))
    if not dry_run:
        remove_folder(changes)
        for line in next_steps(chosen, changes):
            typer.echo(line)


def listing() -> Iterator[str]:
    """List every host with its file, and whether it knows the server."""
    here = {found.host.key: found for found in hosts_here()}
    width = max(len(host.key) for host in HOSTS)
    for host in HOSTS:
        found = here.get(host.key)
        if found is None:
            state = "not found"
        elif found.problem:
            state = f"not read: {found.problem}"
        else:
            state = " ".join(found.words) or "not installed"
        yield f"{host.key:{width}}  {state}  ({host.file()})"


def proposed(change: Change) -> Iterator[str]:
    """Show a change as a unified diff."""
    if change.done == "unchanged":
        yield f"{change.file} would stay as it is"
        return
    yield f"would be {_DONE[change.done]} {change.file}:"
    before, after = ((text or "").splitlines() for text in (change.before, change.after))
    yield from difflib.unified_diff(before, after, "before", "after", lineterm="")


def changed(change: Change, copy: Path | None) -> Iterator[str]:
    """Say what was changed, and where the old file lies."""
    if change.done == "unchanged":
        yield f"{change.file} is as it should be already; nothing was written"
        return
    yield f"simulrag was {_DONE[change.done]} {change.file}"
    if change.after is None:
        yield "the file held nothing else and had been made for it: it is gone too"
    if copy is not None:
        yield f"the file as it was: {copy}"


def next_steps(host: Host, changes: Sequence[Change]) -> Iterator[str]:
    """Say what to do for the host to see the changes, and that there is a skill for it."""
    if any(change.done != "unchanged" for change in changes):
        yield f"{host.title}: {host.then}"
    if host.skills and changes[0].done in ("added", "updated") and len(changes) == 1:
        yield f"a skill teaches it when and how to check: simulrag install {host.key} --skill"
