"""Changes one table of a TOML text and leaves every other line as it is.

The standard library reads TOML and cannot write it; tomlkit puts a new table between a comment and
the table that this heads, and mixes line endings. So a table is replaced line by line.
Whether the outcome says what was meant is for the caller to check, by parsing it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_HEADER = re.compile(r"\[\[?(?P<name>[^\[\]]+)\]\]?\s*(?:#.*)?$")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def table(path: Sequence[str], value: Mapping[str, Any]) -> str:
    """Return a table with its inner tables. Values: text, truth, numbers, lists of text, tables."""
    plain = {name: item for name, item in value.items() if not isinstance(item, Mapping)}
    lines = [f"[{'.'.join(map(_key, path))}]"]
    lines += [f"{_key(name)} = {_value(item)}" for name, item in plain.items()]
    inner = [table([*path, name], value[name]) for name in value if name not in plain]
    return "\n".join([*lines, *(f"\n{text}".rstrip("\n") for text in inner)]) + "\n"


def with_table(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    """Return the text with the table at `path` replaced, or added at its end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    made = table(path, value).replace("\n", newline)
    start, end = _place(text, path)
    if start < 0:
        before = text.rstrip("\r\n")
        return f"{before}{newline * 2 if before else ''}{made}"
    return text[:start] + made + text[end:]


def without_table(text: str, path: Sequence[str]) -> str:
    """Return the text without the table at `path`; the same text where there is none."""
    start, end = _place(text, path)
    if start < 0:
        return text
    before, after = text[:start], text[end:]
    if not after.strip():  # it was the last: the line before it went in with it
        newline = "\r\n" if "\r\n" in text else "\n"
        return before.rstrip("\r\n") + newline if before.strip() else after
    return before + after.lstrip("\r\n")


def _place(text: str, path: Sequence[str]) -> tuple[int, int]:
    """Return where the lines of a table and its inner ones stand, (-1, -1) where it is not.

    Comments and blank lines at its end belong to what follows.
    """
    start, end, at, inside = -1, -1, 0, False
    for line in text.splitlines(keepends=True):
        header = _HEADER.match(line.strip())
        if header is not None:
            inside = _names(header["name"])[: len(path)] == list(path)
            start = at if inside and start < 0 else start
        at += len(line)
        if inside and line.strip() and not line.lstrip().startswith("#"):
            end = at
    return start, end


def has_comment(text: str, path: Sequence[str]) -> bool:
    """Tell whether a line within the table is a comment, or ends in one."""
    start, end = _place(text, path)
    return start >= 0 and "#" in _QUOTED.sub("", text[start:end])


def _names(dotted: str) -> list[str]:
    parts = re.findall(r'"([^"]*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)', dotted)
    return ["".join(part) for part in parts]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)


def _value(value: Any) -> str:
    # A JSON text is a basic string of TOML, but for DEL, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
