"""Following a page of docs/contributing leads where it says: its changes are made and tried."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("server", "simulators", "verifier", "client", "evaluation", "handbooks")
PAGES = ROOT / "docs" / "contributing"
PROGRAM = "from simulrag.client.cli import main; main()"
PERIOD = 'climate.global_period(first_year=2041, last_year=2060, scenario="ssp245")'
#: Lists the built-in tools without results, and calls the one that the page adds, as a host does.
ASK = """
import anyio, json
from mcp import Client
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry, installed
from simulrag.simulators.urban import simulator as urban

urban.engine_version = lambda: ""
builtin = Registry(installed().simulator(one) for one in ("climate", "epidemiology", "urban"))

async def asked():
    async with Client(build_server(builtin)) as client:
        listed = await client.list_tools()
        lean = [one.model_copy(update={"output_schema": None}) for one in listed.tools]
        listed = listed.model_copy(update={"tools": lean})
        whole, *each = [
            len(one.model_dump_json(by_alias=True, exclude_none=True).encode())
            for one in (listed, *lean)
        ]
        sizes = dict(zip([one.name for one in lean], each, strict=True))
        formula = {"formula": 'climate.temperature(place="Oslo", year=1990).temperature > 5'}
        reply = await client.call_tool("explain_formula", formula)
        wrong = await client.call_tool("explain_formula", {"formula": "climate.temperature("})
        print(json.dumps([whole, sizes, reply.structured_content, wrong.content[0].text]))

anyio.run(asked)
"""
#: Subtracts two runs, decides a claim and reads the handbook where the page adds an output.
CHECK = """
import json, sys
from simulrag.client import check, compute
from simulrag.simulators import handbook, registry

formula = f"{sys.argv[1]}.warming_within"
(apart,) = compute(f"{formula} - {formula.replace('ssp245', 'ssp585')}").values
text = "Under ssp245 the warming within the period 2041-2060 is 1.4 °C."
(claim,) = check("", claims=[{"text": text, "formula": f"{formula} == 1.4"}]).claims
book = handbook.render(registry.installed().simulator("climate"))
print(json.dumps([apart.model_dump(mode="json"), claim.verdict, book]))
"""
#: Runs a Python text where the page's changes are made.
Follow = Callable[..., str]


@pytest.fixture
def follow(tmp_path: Path) -> Callable[[str, str], Follow]:
    """Make the changes of a page in a copy of a part; return what runs Python with it."""

    def followed(page: str, part: str) -> Follow:
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
        text = (PAGES / page).read_text("utf-8")
        changes = "".join(re.findall(r"^```diff\n(.*?)^```$", text, re.M | re.S))
        _apply(changes, tmp_path)
        home = tmp_path / "home"
        (home / ".config" / "inkwell").mkdir(parents=True)
        folders = [tmp_path / part, *(ROOT / one for one in PARTS if one != part)]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, folders)),
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "SIMULRAG_EVIDENCE": str(tmp_path / "evidence.sqlite"),
        }

        def run(program: str, *words: str) -> str:
            command = [sys.executable, "-c", program, *words]
            done = subprocess.run(
                command, env=environment, cwd=home, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr + done.stdout
            return done.stdout

        return run

    return followed


def _apply(changes: str, folder: Path) -> None:
    """Make changes in a folder; they may be there already, where somebody followed the page."""
    undo = ["git", "apply", "--reverse", "--check"]
    there = subprocess.run(undo, input=changes, cwd=folder, text=True, capture_output=True)
    if there.returncode:
        subprocess.run(["git", "apply"], input=changes, cwd=folder, text=True, check=True)


def commands(page: str) -> list[list[str]]:
    """Return the words of the page's commands, without `simulrag`."""
    (block,) = re.findall(r"^```sh\n(.*?)^```$", (PAGES / page).read_text("utf-8"), re.M | re.S)
    return [shlex.split(line)[1:] for line in block.splitlines()]


def test_the_pages_are_short():
    pages = {page.name: len(page.read_text("utf-8").splitlines()) for page in PAGES.glob("*.md")}
    assert set(pages) == {"output.md", "tool.md", "host.md"}
    assert max(pages.values()) <= 60


@pytest.mark.slow
def test_an_output_is_added_computed_and_checked_by_its_formula(follow):
    run = follow("output.md", "simulators")
    computed, _ = commands("output.md")
    found = json.loads(run(PROGRAM, *computed, f"{PERIOD}.trend_per_decade * 1.9", "--json"))
    new, by_hand = found["values"]
    assert new["value"] == pytest.approx(by_hand["value"])
    apart, verdict, book = json.loads(run(CHECK, PERIOD))
    assert apart["low"] < apart["value"] < apart["high"]
    assert verdict == "refuted"
    assert "`warming_within`" in book


@pytest.mark.slow
def test_the_output_of_the_page_is_said_by_words_that_mean_it_alone(follow):
    run = follow("output.md", "simulators")
    program = "import sys; from simulrag.client.cli import main\ntry: main()\nexcept SystemExit: 0"
    said = run(program, *commands("output.md")[1])
    (line,) = re.findall(r"^(\w+) +global_period: text on warming_within", said, re.M)
    assert line == "ok"


def test_a_tool_is_added_listed_and_answers(follow):
    whole, sizes, reply, refused = json.loads(follow("tool.md", "server")(ASK))
    page = (PAGES / "tool.md").read_text("utf-8")
    (own,) = re.findall(r"`explain_formula` takes (\d+) of it", page)
    assert sizes["explain_formula"] + 1 == int(own)  # and a comma
    (budget,) = re.findall(r"([\d,]+) bytes, or", page)
    assert whole < int(budget.replace(",", ""))
    assert "Oslo" in reply["words"]
    assert "is above 5" in reply["words"]
    assert refused.startswith("bad_formula: ")


def test_a_host_is_added_written_read_back_and_uninstalled(follow, tmp_path):
    run = follow("host.md", "client")
    file = tmp_path / "home" / ".config" / "inkwell" / "mcp.json"
    shown, install, listed, uninstall = commands("host.md")
    assert '+    "simulrag": {' in run(PROGRAM, *shown)
    assert not file.exists()
    run(PROGRAM, *install)
    entry = json.loads(file.read_text("utf-8"))["mcpServers"]["simulrag"]
    assert (entry["type"], entry["args"][-1]) in (("stdio", "serve"), ("stdio", "simulrag.server"))
    (line,) = re.findall(r"^inkwell +(.*)$", run(PROGRAM, *listed), re.M)
    assert entry["command"] in line
    run(PROGRAM, *uninstall)
    assert not file.exists()
