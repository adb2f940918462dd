"""The bundle passes the official tool, and hosts start from it what was meant; the image's linter.

Run by scripts/conformance.
"""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.conformance
ROOT = Path(__file__).resolve().parents[2]
#: What a host does with a manifest: the tool's own function fills in the variables.
FILL = """
const { getMcpConfigForManifest } = await import(process.argv[1]);
const manifest = JSON.parse((await import("fs")).readFileSync(process.argv[2], "utf8"));
Object.defineProperty(process, "platform", { value: process.argv[3] });
console.log(JSON.stringify(await getMcpConfigForManifest({
  manifest, extensionPath: "/ext", systemDirs: {}, pathSeparator: "/",
  userConfig: JSON.parse(process.argv[4]),
})));
"""


def ran(*command: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def bundle(node_tools: Path) -> Path:
    """The packed bundle."""
    made = ran(sys.executable, ROOT / "scripts" / "bundle")
    assert made.returncode == 0, made.stdout + made.stderr
    assert (node_tools / "mcpb").exists()
    return Path(made.stdout.splitlines()[-1])


def test_the_official_tool_finds_the_bundle_valid(bundle, node_tools):
    folder = bundle.parent.parent / "build" / "bundle"
    done = ran(node_tools / "mcpb", "validate", folder / "manifest.json")
    assert (done.returncode, "passes" in done.stdout) == (0, True)
    names = zipfile.ZipFile(bundle).namelist()
    assert "manifest.json" in names
    assert [name for name in names if name.endswith(".lock")] == []


@pytest.mark.parametrize(
    ("platform", "given", "evidence", "words"),
    [
        ("darwin", {}, "", ["run", "--directory", "/ext", "server.py"]),
        ("win32", {"evidence": "C:/runs.db"}, "C:/runs.db", ["run", "--directory"]),
        ("linux", {}, "", ["tool", "run", "--constraints", "/ext/constraints.txt"]),
    ],
)
def test_a_host_fills_in_the_command_and_the_evidence_file(
    bundle, node_tools, tmp_path, platform, given, evidence, words
):
    zipfile.ZipFile(bundle).extract("manifest.json", tmp_path)
    module = node_tools.parent / "@anthropic-ai" / "mcpb" / "dist" / "shared" / "config.js"
    arguments = (module, tmp_path / "manifest.json", platform, json.dumps(given))
    done = ran("node", "--input-type=module", "-e", FILL, *arguments)
    assert done.returncode == 0, done.stderr
    config = json.loads(done.stdout)
    assert config["command"] == "uv"
    assert config["args"][: len(words)] == words
    assert config["env"]["SIMULRAG_EVIDENCE"] == evidence
    assert "${" not in done.stdout


def test_the_linter_finds_nothing_in_the_dockerfile():
    linter = shutil.which("hadolint")
    assert linter is not None, "install the extra conformance"
    done = ran(linter, ROOT / "Dockerfile")
    assert (done.returncode, done.stdout) == (0, "")
