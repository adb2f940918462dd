"""Shapes of SVG pictures, in colours for light and for dark pages."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

#: Rules of style that both pictures share; a dark page has its own colours for the same classes.
_LIGHT = """\
text { font-family: system-ui, "DejaVu Sans", sans-serif; fill: #1f2933; }
.page { fill: #ffffff; }
.box { fill: #f4f7fb; stroke: #5b7ea6; stroke-width: 1.5; }
.way { fill: none; stroke: #5b7ea6; stroke-width: 1.5; marker-end: url(#tip); }
.tip { fill: #5b7ea6; }
.soft { fill: #4a5568; }"""
_DARK = """\
text { fill: #e6edf3; }
.page { fill: #161b22; }
.box { fill: #1f2a38; stroke: #7fa3cc; }
.way { stroke: #7fa3cc; }
.tip { fill: #7fa3cc; }
.soft { fill: #b3bfcc; }"""
_TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0 L8 4 L0 8 z" class="tip"/></marker></defs>'
)


def text(x: float, y: float, words: str, style: str) -> str:
    """Return a line of text."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}">{escape(words)}</text>'


def box(
    x: float, y: float, width: float, height: float, style: str = "box", round_: int = 8
) -> str:
    """Return a box with round corners."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_}" '
        f'class="{style}"/>'
    )


def arrow(path: str) -> str:
    """Return an arrow along a path."""
    return f'<path d="{path}" class="way"/>'


def drawing(
    title: str, width: int, height: int, shapes: Sequence[str], *, light: str, dark: str = ""
) -> str:
    """Return a whole picture; light, dark: its own rules of style beside those of all pictures."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">\n<title>{escape(title)}</title>\n'
        f"<style>\n{_LIGHT}\n{light}\n@media (prefers-color-scheme: dark) {{\n{_DARK}\n{dark}\n}}"
        f"\n</style>\n{_TIP}\n{box(0, 0, width, height, 'page', 10)}\n"
        + "\n".join(shapes)
        + "\n</svg>\n"
    )
