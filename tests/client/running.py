"""The command line: in this process, or in one of its own."""

import json
import subprocess
import sys
from typing import Any

from typer.testing import CliRunner, Result

from simulrag.client.cli import app

#: What a process of its own runs.
PROGRAM = "from simulrag.client.cli import main; main()"


def simulrag(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin)


def content(result: Result) -> Any:
    return json.loads(result.stdout)


def told(*arguments: str, code: int = 0) -> Any:
    """The object that a command prints with --json, and ends with this exit code."""
    done = simulrag(*arguments, "--json")
    assert done.exit_code == code, done.output
    return content(done)


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True, encoding="utf-8", check=False, timeout=60, **options,
    )  # fmt: skip
