"""The page that hosts show beside a result: what it is bound to, and what it shows."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID

from server.conversation import ERAS, call
from simulrag.server.app import build_server
from simulrag.server.chart_app.app import URI, page
from simulrag.simulators.registry import Registry

HOST = """<!doctype html><meta charset="utf-8"><body style="margin:0;background:#fff">
<iframe id="app" style="border:0;width:100%%;height:900px"></iframe>
<script>
const result = %(result)s, replies = %(replies)s, log = [];
const frame = document.getElementById("app");
addEventListener("message", (event) => {
  const message = event.data;
  log.push(message);
  const answer = (more) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...more }, "*");
  if (message.method === "ui/initialize")
    answer({ id: message.id, result: { protocolVersion: "2026-01-26", hostCapabilities: {},
      hostInfo: { name: "t", version: "1" }, hostContext: { theme: "light" } } });
  if (message.method === "ui/notifications/initialized")
    answer({ method: "ui/notifications/tool-result", params: result });
  if (message.method === "tools/call")
    answer({ id: message.id, result: replies[message.params.name] });
});
frame.srcdoc = %(page)s;
setTimeout(() => {
  const seen = document.createElement("pre");
  seen.id = "seen";
  seen.hidden = true;
  const view = frame.contentDocument.getElementById("view");
  seen.textContent = JSON.stringify({ log, html: view.innerHTML });
  document.body.append(seen);
}, 1500);
</script></body>"""


def host_page(page: str, result: Any, replies: Any) -> str:
    """Return a minimal host of MCP Apps that shows a result.

    replies: those of tools that the app calls.
    """

    def script(value: Any) -> str:
        return json.dumps(value).replace("<", "\\u003c")

    return HOST % {"page": script(page), "result": script(result), "replies": script(replies)}


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
in_chromium = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
APPS = advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})
LISBON = {"function": "temperature", "place": "Lisbon", "year": 2050, "scenario": "ssp245"}


def listed(registry: Registry, mode: str, **client: Any) -> dict[str, Any]:
    """Return the tools' metadata by name, as one client sees them."""

    async def talk() -> dict[str, Any]:
        async with Client(build_server(registry), mode=mode, **client) as connected:
            return {tool.name: tool.meta for tool in (await connected.list_tools()).tools}

    return anyio.run(talk)


@pytest.mark.parametrize("mode", ERAS)
def test_a_host_with_apps_is_told_the_page_of_each_tool_that_has_one(registry, mode):
    tools = listed(registry, mode, extensions=[APPS])
    for name in ("simulate_climate", "check_answer", "get_run"):
        assert tools[name]["ui"]["resourceUri"] == URI
        assert tools[name]["ui/resourceUri"] == URI
    assert not tools["read_handbook"]


@pytest.mark.parametrize("mode", ERAS)
def test_a_host_without_apps_does_not_pay_for_them(registry, mode):
    assert not any(listed(registry, mode).values())


def test_the_page_is_served_whole_and_asks_no_network(registry):
    async def read() -> Any:
        async with Client(build_server(registry)) as client:
            return (await client.read_resource(URI)).contents[0]

    content = anyio.run(read)
    assert content.mime_type == APP_MIME_TYPE
    assert content.text == page()
    assert "/*LAND*/" not in content.text
    for word in ("http:", "https:", "src=", "@import", "url("):
        assert word not in content.text.replace("http://www.w3.org/2000/svg", "")
    assert len(content.text) < 30_000


def test_the_map_is_what_its_script_makes():
    root = Path(__file__).parents[2]
    made: dict[str, Any] = {"__file__": str(root / "scripts" / "land-map"), "__name__": "script"}
    exec((root / "scripts" / "land-map").read_text(), made)
    kept = (root / "server/simulrag/server/chart_app/land.txt").read_text().strip()
    assert kept == made["land_map"]()


class _Seen(HTMLParser):
    """Finds the text that the host page wrote down."""

    found = ""
    _inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "pre" and ("id", "seen") in attrs

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found += data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._inside = False


def shown(result: Any, replies: dict[str, Any], folder: Path) -> tuple[str, list[Any]]:
    """Return the page's body after a result in Chromium, and the messages that it sent."""
    replied = {
        name: one.model_dump(mode="json", by_alias=True, exclude_none=True)
        for name, one in replies.items()
    }
    content = result if isinstance(result, dict) else result.model_dump(mode="json", by_alias=True)
    (folder / "host.html").write_text(host_page(page(), content, replied), encoding="utf-8")
    done = subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--no-first-run",
            f"--user-data-dir={folder / 'profile'}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            (folder / "host.html").as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    seen = _Seen()
    seen.feed(done.stdout)
    found = json.loads(seen.found)
    return found["html"], found["log"]


#: A temperature with its range, rounded by its spread.
RANGED = re.compile(r"\b\d\d\.\d °C \[\d\d\.\d to \d\d\.\d\]")


@in_chromium
def test_a_run_is_drawn_with_its_series_and_place_in_chromium(registry, tmp_path):
    server = build_server(registry)
    made = call(server, "simulate_climate", **LISBON)
    full = call(server, "get_run", run_id=made.structured_content["run"]["id"], detail="full")
    html, log = shown(made, {"get_run": full}, tmp_path)
    assert [one.get("method") for one in log][:2] == [
        "ui/initialize",
        "ui/notifications/initialized",
    ]
    assert "ui/notifications/size-changed" in [one.get("method") for one in log]
    assert 'class="band"' in html
    assert 'class="curve"' in html
    assert 'class="place"' in html
    assert RANGED.search(html)
    assert "NaN" not in html
    assert "undefined" not in html


@in_chromium
def test_a_batch_is_a_table_of_its_runs_and_refusals_in_chromium(registry, tmp_path):
    shared = {name: value for name, value in LISBON.items() if name != "year"}
    settings = [{"year": 2030}, {"year": 2050}, {"year": 3050}]
    made = call(build_server(registry), "simulate_climate", **shared, settings=settings)
    html, _ = shown(made, {}, tmp_path)
    assert "2 runs" in html
    assert "year: 2030" in html
    assert RANGED.search(html)
    assert "Setting 3: year 3050 is out of range" in html
    assert "undefined" not in html


@in_chromium
def test_verdicts_show_what_was_wrong_and_what_is_right_in_chromium(registry, tmp_path):
    text = "Under ssp245, the annual mean temperature in Paris in 2050 will be 25.0 °C."
    html, _ = shown(call(build_server(registry), "check_answer", text=text), {}, tmp_path)
    assert "1 refuted" in html
    assert re.search(r"<del>25\.0</del> <ins>1\d\.\d</ins>", html)
    assert re.search(r'class="histogram".*class="bar".*class="claimed"', html)
    assert "delta_degC" not in html


@in_chromium
def test_markup_in_a_result_stays_text_in_chromium(tmp_path):
    evil = "<img src=x onerror=document.title='gone'>"
    claim = {"text": evil, "verdict": evil, "updated": evil + "!", "run_ids": [evil]}
    html, _ = shown({"structuredContent": {"claims": [claim]}, "content": []}, {}, tmp_path)
    assert "<img" not in html
    assert "&lt;img" in html


@in_chromium
def test_an_error_and_an_empty_result_are_said_in_chromium(registry, tmp_path):
    html, _ = shown(call(build_server(registry), "get_run", run_id="none"), {}, tmp_path)
    assert "unknown_name" in html
    html, _ = shown({"content": []}, {}, tmp_path)
    assert "No result." in html
