"""What others install the server from: the registry's entry, the bundle, the image."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from python_process import python
from server.conversation import tools
from simulrag.server.app import build_server

ROOT = Path(__file__).resolve().parents[1]
SERVER: dict[str, Any] = json.loads((ROOT / "server.json").read_text("utf-8"))
PACKAGE: dict[str, Any] = SERVER["packages"][0]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
#: Variables of ours that the serving parts read only for their own processes or for debugging.
INTERNAL = {"SIMULRAG_HTTP_SETTINGS", "SIMULRAG_DEBUG"}
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def script(name: str) -> ModuleType:
    """Return a script of the project as a module."""
    loader = SourceFileLoader(f"{name}_script", str(ROOT / "scripts" / name))
    spec = spec_from_loader(loader.name, loader)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def talk(arguments: list[str], environment: dict[str, str]) -> None:
    """Start the server by its console script, and make a run."""
    start = "from simulrag.client.cli import main; main()"
    parameters = StdioServerParameters(
        command=sys.executable, args=["-c", start, *arguments], env={**os.environ, **environment}
    )

    async def called() -> None:
        async with Client(parameters) as client:
            await client.call_tool(
                "simulate_climate", {"function": "land_or_sea", "place": "Suresnes"}
            )

    anyio.run(called)


def test_the_registry_entry_starts_the_server_with_its_arguments_and_variables(tmp_path):
    arguments = [argument["value"] for argument in PACKAGE["packageArguments"]]
    store = tmp_path / "named" / "runs.sqlite"
    talk(arguments, {"SIMULRAG_EVIDENCE": str(store), "UV_TORCH_BACKEND": "cpu"})
    assert store.exists()


def test_the_registry_entry_names_every_variable_that_the_server_reads_and_no_other():
    parts = ("server", "verifier", "simulators", "handbooks")
    texts = [p.read_text("utf-8") for part in parts for p in (ROOT / part).rglob("*.py")]
    read = {name for text in texts for name in re.findall(r'"(SIMULRAG_[A-Z_]+)"', text)}
    named = {variable["name"] for variable in PACKAGE["environmentVariables"]}
    assert {name for name in named if name.startswith("SIMULRAG_")} == read - INTERNAL


def test_no_description_is_longer_than_a_registry_takes():
    assert len(SERVER["description"]) <= 100


def test_the_bundle_starts_the_same_server_under_the_tested_release_of_pytorch():
    bundle = script("bundle")
    made = bundle.manifest()
    inner = tomllib.loads(bundle.project_file())
    assert made["version"] == inner["project"]["version"] == PROJECT["version"]
    assert inner["tool"]["uv"]["constraint-dependencies"] == ["torch==2.13.0"]
    assert inner["tool"]["uv"]["sources"]["simulrag"]["path"] == bundle.WHEEL
    config = made["server"]["mcp_config"]
    assert config["env"]["SIMULRAG_EVIDENCE"] == "${user_config.evidence}"
    assert config["platform_overrides"]["linux"]["env"]["UV_TORCH_BACKEND"] == "cpu"
    assert made["user_config"]["evidence"]["default"] == ""
    compile(bundle.STARTER, made["server"]["entry_point"], "exec")


def test_the_bundle_says_what_its_first_start_downloads():
    bundle = script("bundle")
    text = bundle.manifest()["long_description"]
    assert all(f"about {size} MB on {name}" in text for name, size in bundle.FIRST_START.items())
    page = (ROOT / "docs" / "hosts.md").read_text("utf-8")
    assert all(str(size) in page for size in bundle.FIRST_START.values())


def test_the_bundle_names_the_tools_that_the_server_has():
    named = [tool["name"] for tool in script("bundle").manifest()["tools"]]
    assert named == list(tools(build_server()))


def instructions(name: str) -> list[str]:
    """Return the arguments of every instruction of that name, lines joined."""
    joined = re.sub(r"\\\n", " ", DOCKERFILE)
    return re.findall(rf"^(?:HEALTHCHECK .*)?{name} (.*)$", joined, re.MULTILINE)


def test_the_image_copies_what_the_wheel_is_made_from_and_nothing_else():
    copied = {
        word
        for line in instructions("COPY")
        if "--from" not in line
        for word in shlex.split(line)[:-1]
    }
    folders = {p.split("/")[0] for p in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))[
        "tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]}  # fmt: skip
    assert copied == folders | {"pyproject.toml", "constraints.txt", PROJECT["readme"], "LICENSE"}
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in ignored
    assert {line[1:] for line in ignored if line.startswith("!")} == copied


def test_the_image_runs_our_command_without_rights_and_asks_it_whether_it_is_well():
    assert json.loads(instructions("ENTRYPOINT")[0])[0] in PROJECT["scripts"]
    health, command = (json.loads(line) for line in instructions("CMD"))
    assert "/healthz" in health[-1]
    compile(health[-1], "healthcheck", "exec")
    assert command[:2] == ["serve", "--http"]
    port = command[command.index("--port") + 1]
    assert f":{port}/healthz" in health[-1]
    assert instructions("EXPOSE") == [port]
    (user,) = instructions("USER")
    assert int(user) > 0
    assert f"--uid {user} " in DOCKERFILE
    assert f'"{SERVER["name"]}"' in DOCKERFILE


def test_the_image_takes_the_cpu_build_of_the_tested_pytorch():
    (install,) = [line for line in instructions("RUN") if "uv pip install" in line]
    assert "--torch-backend cpu" in install
    assert "-c constraints.txt" in install


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The plugin for Claude Code, with an empty file in place of the wheel."""
    made = script("skill")
    packed = script("bundle")
    monkeypatch.setattr(packed, "build_wheel", lambda folder: (folder / packed.WHEEL).touch())
    monkeypatch.setattr(made, "bundle", lambda: packed)
    monkeypatch.setattr(made, "FOLDER", tmp_path / "simulrag")
    made.make_folder()
    return made.FOLDER


def test_the_plugin_is_what_a_linter_of_plugins_and_skills_takes_for_flawless(plugin: Path) -> None:
    lint = [sys.executable, "-m", "skillsaw", "lint", "--strict", str(plugin)]
    done = subprocess.run(lint, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"Plugins:\s+1\n\s+Skills:\s+1", done.stdout)


def test_the_plugin_starts_the_wheel_that_lies_in_it(plugin: Path) -> None:
    manifest = json.loads((plugin / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    assert manifest["version"] == PROJECT["version"]
    server = json.loads((plugin / ".mcp.json").read_text("utf-8"))["mcpServers"]["simulrag"]
    root = "${CLAUDE_PLUGIN_ROOT}/"
    named = [word.removeprefix(root) for word in server["args"] if word.startswith(root)]
    assert all((plugin / name).is_file() for name in named)
    assert any(name.endswith(".whl") for name in named)
    assert server["args"][-2:] == ["simulrag", "serve"]


@pytest.mark.slow
def test_the_bundle_folder_holds_a_wheel_and_no_lock(tmp_path):
    bundle = script("bundle")
    bundle.FOLDER = tmp_path / "bundle"
    bundle.make_folder()
    assert sorted(path.name for path in bundle.FOLDER.iterdir()) == sorted(
        ["LICENSE", "constraints.txt", "manifest.json", "pyproject.toml", "server.py", bundle.WHEEL]
    )
    listed = python("-m", "zipfile", "-l", bundle.FOLDER / bundle.WHEEL)
    assert "simulrag/server/app.py" in listed.stdout
