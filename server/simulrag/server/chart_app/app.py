"""The chart app: a page that hosts with MCP Apps show beside a result (SEP-1865, ui://).

One self-contained page for runs with bands and a map, and for verdicts. What it
shows is in the structured content; the text of a result says all without it.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from mcp.server.apps import Apps
from mcp.server.mcpserver.tools import Tool

#: The page's address. Some hosts read only the flat key (ext-apps before 2026).
URI = "ui://simulrag/chart"
META: Mapping[str, Any] = {"ui": {"resourceUri": URI}, "ui/resourceUri": URI}
#: Tools whose results the page can show, besides the simulators' own.
SHOWN = ("check_answer", "verify_claims", "get_run")


@cache
def page() -> str:
    """Return the page with its map of land."""
    folder = files("simulrag.server.chart_app")
    land = (folder / "land.txt").read_text(encoding="ascii").strip()
    return (folder / "page.html").read_text(encoding="utf-8").replace("/*LAND*/", land)


def chart_app() -> Apps:
    """Return the extension that serves the page."""
    apps = Apps()
    apps.add_html_resource(
        URI,
        page(),
        name="chart",
        title="SimulRAG chart",
        description="Shows a run or verdicts.",
        prefers_border=True,
    )
    return apps


def bind(tool: Tool) -> Tool:
    """Give a tool the page where its results can be shown."""
    if tool.name in SHOWN or tool.name.startswith("simulate_"):
        tool.meta = dict(META)
    return tool
