"""The command in a process of its own that knows nothing but a cup of coffee; can be killed."""

import os
import subprocess
import sys
from pathlib import Path

from client.messages_api import KEY

TESTS = Path(__file__).resolve().parents[1]
_PROGRAM = """
from coffee import Coffee
from simulrag.client.cli import main
from simulrag.server import app
from simulrag.simulators.registry import Registry
app.installed = lambda: Registry([Coffee()])
main()
"""


def start(url: str, evidence: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start `simulrag` with its model at `url` and a store of runs of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join([str(TESTS), *_given()]),
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": KEY,
            "SIMULRAG_EVIDENCE": str(evidence),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _given() -> list[str]:
    """Return where this process looks for the code that is tested."""
    return list(filter(None, [os.environ.get("PYTHONPATH")]))


def finished(process: subprocess.Popen[str]) -> str:
    """Wait for the end of a process that must succeed; return what it printed."""
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out


def artefacts(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of all questions, by their place in the folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.json"))}
