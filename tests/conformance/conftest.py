"""The server with the suite's fixtures, and where the Node tools are."""

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from server.hosted import hosted


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """The folder of the Node command-line tools, from scripts/conformance."""
    return Path(os.environ["SIMULRAG_NODE_TOOLS"])


@pytest.fixture(scope="session")
def conformance_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of a server with the suite's fixtures."""
    store = tmp_path_factory.mktemp("e") / "e.sqlite"
    serve = (sys.executable, "-m", "conformance.serve")
    with hosted(store, command=serve, folder=Path(__file__).parents[1]) as (url, _):
        yield f"{url}/mcp"
