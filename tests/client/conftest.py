"""Fixtures of the client's tests. None of them can reach beyond the loopback interface."""

import json
import socket
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from client.chat_api import ChatApi
from client.messages_api import KEY, MessagesApi, draft
from coffee import Coffee
from simulrag.client import simulating
from simulrag.server import app as server_app
from simulrag.simulators.registry import Registry

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection beyond this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in LOOPBACK:
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away whatever key and model the environment holds."""
    for name in (
        "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "SIMULRAG_MODEL"
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def messages_api(
    monkeypatch: pytest.MonkeyPatch,
) -> Generator[Callable[..., MessagesApi]]:
    """Start a loopback server and point the anthropic SDK at it."""
    with ExitStack() as stack:

        def start(model: Any, **options: Any) -> MessagesApi:
            api = stack.enter_context(MessagesApi(model, **options))
            monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
            monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
            return api

        yield start


@pytest.fixture
def chat_api(monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[..., ChatApi]]:
    """Start a loopback server and point the environment at it."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with ExitStack() as stack:

        def start(model: Any = draft, **options: Any) -> ChatApi:
            api = stack.enter_context(ChatApi(model, **options))
            monkeypatch.setenv("OPENAI_BASE_URL", api.url)
            return api

        yield start


@pytest.fixture
def prices(tmp_path: Path) -> str:
    """A table of prices, made up: none ships."""
    price = {"input": 4, "output": 20, "cache_read": 0.5, "cache_write": 5}
    table = {"currency": "EUR", "date": "2001-01-01", "source": "made up"}
    path = tmp_path / "prices.json"
    path.write_text(json.dumps(table | {"models": {"claude-sonnet-5-5": price}}))
    return str(path)


@pytest.fixture
def only_coffee(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the client and its server know nothing but a cup of coffee."""
    registry = Registry([Coffee()])
    for module in (simulating, server_app):
        monkeypatch.setattr(module, "installed", lambda: registry)
