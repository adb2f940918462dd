"""HTML from code: every text is escaped on its way in, so that no text can become markup.

A library such as htpy would bring the thirty lines of `tag` and `join`, and let characters through
that HTML cannot hold.
"""

import html
import json
import os
import re
from collections.abc import Iterable
from typing import TypeAlias

#: Elements that have no end tag.
_VOID = frozenset({"meta", "br", "col", "img", "input"})
#: Characters that HTML cannot hold, lone surrogates among them.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
#: Names of environment variables that hold secrets.
_SECRET = re.compile(r"(?i)(?:key|token|secret|password|passwd|credentials?)$")
#: A shorter value would be found in innocent text.
_SHORTEST_SECRET = 8
REMOVED = "[removed]"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child: TypeAlias = "str | Markup | Iterable[Child] | None"


def escaped(text: str) -> Markup:
    """Return a text as HTML that shows it; what HTML cannot hold becomes a replacement mark."""
    if isinstance(text, Markup):
        return text
    return Markup(html.escape(_FORBIDDEN.sub("\ufffd", text), quote=True))


def join(*children: Child) -> Markup:
    """Return children one after another."""
    parts: list[str] = []
    for child in children:
        if child is None:
            continue
        parts.append(escaped(child) if isinstance(child, str) else join(*child))
    return Markup("".join(parts))


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """Return an element.

    Attributes that are None or False are left out. `class_` is "class", `aria_label` is
    "aria-label".
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped("" if value is True else _text(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def table(
    caption: str, heads: Iterable[str], rows: Iterable[Iterable[Child]], class_: str = ""
) -> Markup:
    """Return a table whose first column heads its rows.

    Roles are stated, as the style sheet lays rows out as cards on narrow screens; each cell
    carries the head of its column for that.
    """
    heads = list(heads)
    body = [
        tag("tr", [_cell(n, heads[n], cell) for n, cell in enumerate(row)], role="row")
        for row in rows
    ]
    return tag(
        "table",
        tag("caption", caption),
        tag(
            "thead",
            tag(
                "tr",
                [tag("th", head, scope="col", role="columnheader") for head in heads],
                role="row",
            ),
            role="rowgroup",
        ),
        tag("tbody", body, role="rowgroup"),
        role="table",
        class_=class_ or None,
    )


def _cell(column: int, head: str, content: Child) -> Markup:
    if column == 0:
        return tag("th", content, scope="row", role="rowheader", data_head=head)
    return tag("td", content, role="cell", data_head=head)


def without_secrets(page: str) -> str:
    """Return a page without the values of secret environment variables of this process."""
    for name, value in os.environ.items():
        if _SECRET.search(name) and len(value) >= _SHORTEST_SECRET:
            for written in _written(value):
                page = page.replace(escaped(written), REMOVED).replace(written, REMOVED)
    return page


def _written(value: str) -> tuple[str, ...]:
    """Return a value as it stands in text, in JSON and in a shell's single quotes."""
    in_json = json.dumps(value, ensure_ascii=False)[1:-1]
    return value, in_json, value.replace("'", "'\"'\"'")
