"""The server as it is served to others, and where the Node tools are."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from server.hosted import hosted


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """The folder of the Node command-line tools, from scripts/conformance."""
    return Path(os.environ["SIMULRAG_NODE_TOOLS"])


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """The address of a server over HTTP."""
    with hosted(tmp_path_factory.mktemp("e") / "e.sqlite") as (url, _):
        yield f"{url}/mcp"
