"""A home folder of its own for every test, and the command line."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from simulrag.client.hosts.command import app

Install = Callable[..., Result]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder on a Linux machine."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    return folder


@pytest.fixture
def cursor(home: Path) -> Path:
    """Cursor's settings file, which is not there yet, in a folder that is."""
    file = home / ".cursor" / "mcp.json"
    file.parent.mkdir()
    return file


@pytest.fixture
def install() -> Install:
    """Run `simulrag install` with these arguments."""
    return lambda *words: CliRunner().invoke(app, [os.fspath(word) for word in words])
