"""What is shown for each host parses, starts this server, and is what the script writes."""

import base64
import json
import re
import shlex
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from simulrag.client.hosts.entries import is_ours, snippet, words_of
from simulrag.client.hosts.table import HOSTS, Command, Host

ROOT = Path(__file__).resolve().parents[3]
PARSERS = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load}
ODD = Command('C:\\Tools\\"R#D"\\simulrag.exe', ("serve", "--x=ä"), {"A_B": "c: d # e"})


def script() -> ModuleType:
    loader = SourceFileLoader("snippets_script", str(ROOT / "scripts" / "snippets"))
    spec = spec_from_loader("snippets_script", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["README.md", "docs/hosts.md"])
def test_the_pages_are_what_the_script_writes(name: str) -> None:
    made = script()
    text = (ROOT / name).read_text("utf-8")
    assert made.renewed(text, made.PAGES[name]()) == text


def test_every_host_has_a_section_that_parses_and_starts_the_server() -> None:
    page = (ROOT / "docs" / "hosts.md").read_text("utf-8")
    sections = re.findall(r"^## (.*?)\n.*?^```(\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert [title for title, _, _ in sections] == [host.title for host in HOSTS]
    for host, (_, language, text) in zip(HOSTS, sections, strict=True):
        entry = PARSERS[language](text)[host.servers]["simulrag"]
        assert words_of(entry) == ("simulrag", "serve")


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.key)
def test_any_path_and_variable_survives_in_every_format(host: Host) -> None:
    entry: dict[str, Any] = PARSERS[host.format](snippet(host, ODD))[host.servers]["simulrag"]
    assert entry == host.shape(ODD)
    assert words_of(entry) == (ODD.program, *ODD.arguments)
    assert is_ours(entry)


def test_the_links_carry_the_entry_in_the_form_that_their_host_reads() -> None:
    snippets = script()
    entry = {"command": "simulrag", "args": ["serve"]}
    code, cursor = (
        {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
        for link in (snippets.vscode_link(), snippets.cursor_link())
    )
    assert (code["name"], json.loads(code["config"])) == ("simulrag", entry)
    assert (cursor["name"], json.loads(base64.b64decode(cursor["config"]))) == ("simulrag", entry)
    assert " " not in snippets.vscode_link()


def test_the_shell_command_hands_the_whole_command_line_over() -> None:
    words = shlex.split(script().claude_code_command(Command("/a b/simulrag", ("serve",), {})))
    assert words[:6] == ["claude", "mcp", "add", "--scope", "user", "simulrag"]
    assert words[6:] == ["--", "/a b/simulrag", "serve"]


@pytest.mark.parametrize(
    ("entry", "ours"),
    [
        ({"command": "/home/a/.venv/bin/simulrag", "args": ["serve"]}, True),
        ({"command": "C:\\venv\\Scripts\\simulrag.exe", "args": ["serve"]}, True),
        ({"command": "python", "args": ["-m", "simulrag.server"]}, True),
        ({"command": "uvx", "args": ["simulrag==0.1.0", "serve"]}, True),
        ({"command": ["simulrag", "serve"]}, True),
        ({"cmd": "uvx", "args": ["simulrag@latest", "serve"]}, True),
        ({"command": "node", "args": ["simulrag-notes.js"]}, False),
        ({"url": "https://example.org/mcp"}, False),
        ({"command": 3, "args": [None]}, False),
        ({}, False),
    ],
)
def test_our_entry_is_told_from_another_server_of_that_name(
    entry: dict[str, Any], ours: bool
) -> None:
    assert is_ours(entry) is ours
