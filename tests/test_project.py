"""What surrounds the code: metadata, README's commands, entry points, the wheel."""

import json
import os
import re
import tomllib
import zipfile
from importlib.metadata import EntryPoint, distribution, version
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer
import yaml

from python_process import python
from server.conversation import tools as listed
from simulrag.server.app import build_server
from simulrag.simulators.interface import Simulator
from simulrag.simulators.urban import simulator as urban

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SERVER: dict[str, Any] = json.loads((ROOT / "server.json").read_text("utf-8"))
LARGEST_WHEEL = 20_000_000


def entry_point_lines() -> list[tuple[str, str, str]]:
    groups = PROJECT["entry-points"] | {"console_scripts": PROJECT["scripts"]}
    return [(g, name, value) for g, lines in groups.items() for name, value in lines.items()]


def test_server_json_satisfies_the_published_schema() -> None:
    # The copy of schema 2025-12-11 that skillsaw, a linter of such files, ships.
    schema = files("skillsaw") / "schemas/mcp_registry/v2025_12_11/server.schema.json"
    jsonschema.validate(SERVER, json.loads(schema.read_text("utf-8")))
    assert "2025-12-11" in SERVER["$schema"]


def test_server_json_and_metadata_agree() -> None:
    package = SERVER["packages"][0]
    assert package["identifier"] == PROJECT["name"] == "simulrag"
    assert SERVER["version"] == package["version"] == PROJECT["version"] == version("simulrag")
    assert "registryBaseUrl" not in package


def test_the_changelog_begins_with_the_version_of_the_project() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", text, re.M)[0] == PROJECT["version"]
    assert [line for line in text.splitlines() if len(line) > 120] == []


def test_a_commit_is_held_to_the_same_commands_as_the_check() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0][
        "hooks"
    ]
    text = (ROOT / "scripts" / "check").read_text("utf-8")
    steps = re.findall(r'step (\w+) "\$python" (-m [^)\n]+?)(?: --pythonpath.*)?\)?$', text, re.M)
    assert {hook["id"]: hook["entry"] for hook in hooks} == {
        name: f"python {command}" for name, command in steps
    }


def test_the_contributors_page_names_every_script_and_only_those_that_are_there():
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"scripts/([a-z][\w-]*)", page))
    assert named == {path.name for path in (ROOT / "scripts").iterdir() if path.is_file()}


def test_readme_proves_that_the_package_belongs_to_the_listed_server() -> None:
    assert f"<!-- mcp-name: {SERVER['name']} -->" in README


@pytest.mark.parametrize(("group", "name", "value"), entry_point_lines())
def test_entry_points_load_what_their_group_promises(group: str, name: str, value: str) -> None:
    loaded = EntryPoint(name, value, group).load()
    match group:
        case "simulrag.simulators":
            made = loaded()
            assert isinstance(made, Simulator)
            assert made.name == name
        case "simulrag.commands":
            assert isinstance(loaded, typer.Typer)
        case _:
            assert callable(loaded)


def test_installed_entry_points_are_those_of_the_project() -> None:
    installed = {(p.group, p.name, p.value) for p in distribution("simulrag").entry_points}
    assert installed == set(entry_point_lines())


def test_readme_is_a_page_that_one_reads_at_once() -> None:
    assert len(README.splitlines()) <= 130


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_of_the_pages_outside_docs_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    linked = re.findall(r"\]\(((?!https?:)[^)#]+)", text)
    assert [path for path in linked if not (ROOT / path).exists()] == []


def test_the_citation_names_the_works_that_the_sources_of_shipped_data_name() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited["title"] == "SimulRAG"
    pages = [page.read_text("utf-8") for page in (ROOT / "simulators").rglob("data/SOURCES.md")]
    named = {one.get("doi") for one in cited["references"]} - {None}
    assert [doi for doi in named if not any(doi in page for page in pages)] == []


def test_torch_is_held_at_a_release_that_every_platform_has() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["torch==2.13.0"]
    assert "torch>=2.13" in PROJECT["dependencies"]


def test_the_first_page_lists_the_commands_that_there_are() -> None:
    page = (ROOT / "docs" / "start.md").read_text("utf-8")
    shown = set(re.findall(r"^\| `simulrag ([\w-]+)", page, re.MULTILINE))
    plain = os.environ | {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "100"}
    done = python("-c", "from simulrag.client.cli import main; main()", "--help", env=plain)
    there = set(re.findall(r"^│ ([\w-]+)", done.stdout.split("Commands")[1], re.MULTILINE))
    assert shown == there


def test_docs_show_a_call_and_an_answer_of_every_tool_without_extras(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(urban, "engine_version", lambda: "")
    tools = set(listed(build_server()))
    page = (ROOT / "docs" / "tools.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| `(\(.*)`<br>\S", page, re.MULTILINE))
    assert set(rows) == tools, "run scripts/tools"
    assert set(re.findall(r"^## ([a-z]+(?:_[a-z]+)*)$", page, re.MULTILINE)) == tools
    assert set(re.findall(r"^```text\n(\w+)\(.*\)\n\n\S", page, re.MULTILINE)) == tools


@pytest.mark.parametrize("folder", sorted((ROOT / "simulators").rglob("data")), ids=str)
def test_shipped_data_states_the_source_and_licence_of_each_file(folder: Path) -> None:
    sources = (folder / "SOURCES.md").read_text("utf-8")
    names = [path.name for path in folder.iterdir() if path.name != "SOURCES.md"]
    assert [name for name in names if f"`{name}`" not in sources] == []
    assert "licence" in sources


@pytest.mark.slow
def test_the_wheel_builds_small_and_holds_the_six_parts_and_no_tests_studies_or_training(
    tmp_path: Path,
) -> None:
    python("-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("simulrag-*.whl")
    assert wheel.stat().st_size < LARGEST_WHEEL
    names = zipfile.ZipFile(wheel).namelist()
    parts = ["client", "evaluation", "handbooks", "server", "simulators", "verifier"]
    assert [p for p in parts if f"simulrag/{p}/py.typed" not in names] == []
    assert {
        f"simulrag/handbooks/{name}.md" for name in ("climate", "epidemiology", "urban")
    } <= set(names)
    assert [n for n in names if not n.startswith(("simulrag/", "simulrag-"))] == []
    assert "simulrag/__init__.py" not in names
    assert [n for n in names if "studies" in n or "climate/train_r" in n or "train_em" in n] == []
