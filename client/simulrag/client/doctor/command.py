"""Check this installation and say what to do."""

from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.findings import Finding, as_json, failed, summary

#: A check of the installation.
Check = Callable[[], Iterator[Finding]]

app = typer.Typer(add_completion=False)


def checks() -> tuple[Check, ...]:
    """Return all checks in the order in which they are made."""
    from simulrag.client.doctor import installation, running

    return (
        installation.python,
        installation.packages,
        installation.torch_build,
        running.plugins,
        running.simulators,
        running.measurements,
        running.evidence,
        running.server,
        running.hosts,
        installation.extras,
        installation.keys,
    )


@app.command()
def doctor(
    json_asked: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check this installation and say what to do; exit code 1 if something does not work."""
    findings: list[Finding] = []
    for check in checks():
        for finding in _made(check):
            findings.append(finding)
            if not json_asked:
                typer.echo("\n".join(finding.lines()))
    typer.echo(as_json(findings) if json_asked else summary(findings))
    if failed(findings):
        raise typer.Exit(1)


def _made(check: Check) -> Iterator[Finding]:
    """Make a check; one that cannot be made is itself a finding."""
    try:
        yield from check()
    except (SimulRAGError, OSError) as error:
        yield Finding(check.__name__, "failed", f"cannot be checked: {error}")
