"""One HTML page of an experiment: what was found, figures, tables; nothing from outside."""

import base64
import json
import re
from pathlib import Path

from simulrag.client.reporting.html import Child, Markup, join, table, tag
from simulrag.client.reporting.page import document
from simulrag.evaluation.experiment.results import BadResults, Results, Shown, Table, read
from simulrag.simulators.data_integrity import write_whole

#: Browsers load nothing for this page; figures stand in it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
#: Longer tables are folded.
LONG = 40
_STYLE = """
main { max-width: 84rem; }
section figure { margin: 1rem 0 2rem; }
figure img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; padding: .5rem; }
td { font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
"""
_BOLD = re.compile(r"\*\*(.+?)\*\*")


def write(folder: Path, where: Path) -> None:
    """Write the page of a results folder. Raises BadResults."""
    content = page(read(folder), folder)
    try:
        write_whole(where, content)
    except OSError as error:
        raise BadResults(f"{where} cannot be written: {error.strerror or error}") from error


def page(found: Results, folder: Path) -> str:
    """Return the page as HTML. Raises BadResults where a figure is missing."""
    body = tag(
        "main",
        tag("header", tag("h1", found.title), tag("p", found.notice, class_="warning")),
        _section("What was found", "headline", _listed(found.headline)),
        _section("Figures", "figures", [_figure(one, folder) for one in found.figures]),
        _section("Tables", "tables", [_table(one) for one in found.tables]),
        _section("Notes", "notes", _listed(found.notes)),
        _section("How it was made", "configuration", _configuration(found)),
    )
    return document(found.title, body, Markup(_STYLE), policy=POLICY)


def _section(title: str, name: str, content: Child) -> Markup | None:
    shown = join(content)
    if not shown:
        return None
    return tag("section", tag("h2", title), shown, id=name, aria_label=title)


def _listed(lines: tuple[str, ...]) -> Markup | None:
    return tag("ul", [tag("li", line) for line in lines]) if lines else None


def _figure(one: Shown, folder: Path) -> Markup:
    try:
        data = (folder / one.file).read_bytes()
    except OSError as error:
        raise BadResults(
            f"{folder / one.file} cannot be read: {error.strerror or error}; run the experiment "
            "again"
        ) from error
    source = f"data:image/svg+xml;base64,{base64.b64encode(data).decode()}"
    return tag(
        "figure",
        tag("h3", one.title),
        tag("img", src=source, alt=f"{one.title}; the tables below hold its numbers"),
        tag("figcaption", one.note) if one.note else None,
    )


def _table(one: Table) -> Markup:
    rows = [[_bold(cell) for cell in row] for row in one.rows]
    shown = tag("div", table(one.title, one.heads, rows), class_="wide")
    note = tag("p", one.note, class_="context") if one.note else None
    if len(one.rows) > LONG:
        shown = tag("details", tag("summary", f"{one.title} ({len(one.rows)} rows)"), shown)
    return tag("section", shown, note, id=f"table-{one.name}", aria_label=one.title)


def _bold(cell: str) -> Child:
    """Return a cell with its bold words marked up."""
    parts = _BOLD.split(cell)
    return [tag("strong", part) if place % 2 else part for place, part in enumerate(parts)]


def _configuration(found: Results) -> Markup:
    text = json.dumps(dict(found.configuration), indent=1, ensure_ascii=False)
    return tag("details", tag("summary", "configuration and versions"), tag("pre", text))
