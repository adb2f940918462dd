"""How Sphinx builds the pages of this folder into a site; `scripts/site` does it.

The site loads nothing from elsewhere, and works from a folder as from a server.
"""

from typing import Any

project = "SimulRAG"
author = "The SimulRAG authors"
extensions = ["myst_parser"]
exclude_patterns = ["examples", "gallery/*/*"]

html_theme = "furo"
html_title = "SimulRAG"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["narrow.css"]

myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # pages made of tools' answers skip levels of headings

#: The line of index.md in whose place the pages stand that it does not name.
OTHERS = "(every other page)"


def list_others(app: Any, page: str, source: list[str]) -> None:
    """Put the pages into the index that it does not name, so that none is lost."""
    if page == "index":
        named = source[0].split()
        others = sorted(app.env.found_docs - {"index", *named})
        source[0] = source[0].replace(OTHERS, "\n".join(others))


def setup(app: Any) -> None:
    """Connect to Sphinx."""
    app.connect("source-read", list_others)
