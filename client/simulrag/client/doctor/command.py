"""The command `simulrag doctor`."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer

from simulrag.client.doctor.finding import Check, Finding
from simulrag.simulators.errors import SimulRAGError

app = typer.Typer(add_completion=False)
_MARKS = {"ok": "ok    ", "note": "note  ", "failed": "FAILED"}


def checks() -> tuple[Check, ...]:
    """Return all checks in the order in which they are made."""
    from simulrag.client.doctor import installation, running

    return (
        installation.python,
        installation.packages,
        installation.torch_build,
        running.plugins,
        running.simulators,
        running.evidence,
        running.server,
        running.hosts,
        installation.extras,
        installation.keys,
    )


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check this installation and say what to do; exit code 1 if something does not work."""
    findings: list[Finding] = []
    for check in checks():
        for finding in _made(check):
            findings.append(finding)
            if not as_json:
                typer.echo("\n".join(_lines(finding)))
    failed = [finding for finding in findings if finding.state == "failed"]
    if as_json:
        found = [asdict(finding) for finding in findings]
        typer.echo(json.dumps({"ok": not failed, "findings": found}, indent=2))
    else:
        typer.echo(f"\n{len(failed)} of {len(findings)} failed" if failed else "\nall is well")
    if failed:
        raise typer.Exit(1)


def _made(check: Check) -> Iterator[Finding]:
    """Make a check; one that cannot be made is itself a finding."""
    try:
        yield from check()
    except (SimulRAGError, OSError) as error:
        yield Finding(check.__name__, "failed", f"cannot be checked: {error}")


def _lines(finding: Finding) -> Iterator[str]:
    yield f"{_MARKS[finding.state]}  {finding.check}: {finding.said}"
    if finding.do:
        yield f"        -> {finding.do}"
