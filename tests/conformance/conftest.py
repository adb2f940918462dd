"""The server with the suite's fixtures, and where the Node tools are."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """The folder of the Node command-line tools, from scripts/conformance."""
    return Path(os.environ["SIMULRAG_NODE_TOOLS"])


@pytest.fixture(scope="session")
def conformance_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of a server with the suite's fixtures."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "conformance.serve", str(port)],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "SIMULRAG_EVIDENCE": str(tmp_path_factory.mktemp("e") / "e.sqlite")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            assert process.poll() is None, "the server ended before it listened"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(timeout=20)
