"""How Sphinx builds the pages of this folder into a site; `scripts/site` does it.

The site loads nothing from elsewhere, and works from a folder as from a server.
"""

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
