"""The command line: in this process, in one of its own, or in one that can be killed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from client.messages_api import KEY
from simulrag.client.cli import app

TESTS = Path(__file__).resolve().parents[1]
#: What a process of its own runs, and what one that knows nothing but a cup of coffee does.
PROGRAM = "from simulrag.client.cli import main; main()"
ONLY_COFFEE = f"""
from coffee import Coffee
from simulrag.server import app
from simulrag.simulators.registry import Registry
app.installed = lambda: Registry([Coffee()])
{PROGRAM}
"""


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


def start(url: str, evidence: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start `simulrag` with a cup of coffee, its model at `url` and a store of runs of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", ONLY_COFFEE, *arguments],
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")])),
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": KEY,
            "SIMULRAG_EVIDENCE": str(evidence),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> str:
    """Wait for the end of a process that must succeed; return what it printed."""
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out


def artefacts(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of all questions, by their place in the folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.json"))}
