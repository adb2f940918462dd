"""Subcommands of others: found by name, loaded only when asked for."""

from pathlib import Path

import pytest

from client.running import process

ENTRIES = """[simulrag.commands]
brew = brew_plugin:app
broken = brew_broken:app
check = brew_plugin:app
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A distribution with a command that works, one that breaks, and one that takes our name."""
    info = tmp_path / "brew-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brew\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "brew_plugin.py").write_text(
        '"""Brew coffee by the cup."""\n'
        "import typer\n"
        "print('plugin loaded')\n"
        "app = typer.Typer()\n"
        "@app.command()\n"
        "def main(cups: int = 1) -> None:\n"
        "    print(f'{cups} cups')\n"
        "    raise typer.Exit(3)\n"
    )
    (tmp_path / "brew_broken.py").write_text("raise RuntimeError('no beans')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("plugin")
def test_a_command_of_another_package_runs_with_its_own_exit_code():
    done = process("brew", "--cups", "2")
    assert "2 cups" in done.stdout
    assert done.returncode == 3


@pytest.mark.usefixtures("plugin")
def test_help_lists_all_commands_and_loads_none():
    done = process("--help")
    assert done.returncode == 0
    assert "brew                Brew coffee by the cup." in done.stdout
    assert "broken              See: simulrag broken --help" in done.stdout
    assert "plugin loaded" not in done.stdout
    assert done.stderr == ""


@pytest.mark.usefixtures("plugin")
def test_a_broken_command_is_reported_without_a_traceback():
    done = process("broken")
    assert done.returncode == 2
    assert "'broken' (brew_broken:app) cannot be loaded: RuntimeError: no beans" in done.stderr
    assert "Traceback" not in done.stderr
