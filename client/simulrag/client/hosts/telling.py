"""Says what `simulrag install` found, would change, and has changed."""

import difflib
from collections.abc import Iterator
from pathlib import Path

from simulrag.client.hosts.installing import Change, hosts_here
from simulrag.client.hosts.table import HOSTS

_DONE = {"added": "added to", "updated": "updated in", "removed": "removed from"}


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
    """Say what was changed, where the old file lies, and what to do next."""
    if change.done == "unchanged":
        yield f"{change.file} is as it should be already; nothing was written"
        return
    yield f"simulrag was {_DONE[change.done]} {change.file}"
    if change.after is None:
        yield "the file held nothing else and had been made for it: it is gone too"
    if copy is not None:
        yield f"the file as it was: {copy}"
    yield f"{change.host.title}: {change.host.then}"
