"""Check this installation and say what to do."""

from collections.abc import Iterator
from typing import Annotated

import typer

from simulrag.client.doctor import checks
from simulrag.simulators.diagnostics import Finding, as_json, failed, summary
from simulrag.simulators.errors import SimulRAGError

app = typer.Typer(add_completion=False)


@app.command()
def doctor(
    json_asked: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check this installation and say what to do; exit code 1 if something does not work."""
    findings: list[Finding] = []
    for check in checks.ALL:
        for finding in _made(check):
            findings.append(finding)
            if not json_asked:
                typer.echo("\n".join(finding.lines()))
    typer.echo(as_json(findings) if json_asked else summary(findings))
    if failed(findings):
        raise typer.Exit(1)


def _made(check: checks.Check) -> Iterator[Finding]:
    """Make a check; one that cannot be made is itself a finding."""
    try:
        yield from check()
    except (SimulRAGError, OSError) as error:
        yield Finding(check.__name__, "failed", f"cannot be checked: {error}")
