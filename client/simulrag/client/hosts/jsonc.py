"""Changes one member of a JSON text and leaves every other byte as it is.

Editors keep their settings in JSON with comments and trailing commas, which a parser and a
printer would lose. Here the text is read with the place of each value, and edited by splicing.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

_BLANK = re.compile(r"[ \t\r\n]*")
_LINE_COMMENT = re.compile(r"//[^\r\n]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_ATOM = re.compile(r"[-+.\w]+")
#: Nesting that no settings file has, and that the parser refuses before Python does.
DEEPEST = 100


class BrokenText(ValueError):
    """The text is not JSON, not even with comments; the message says where."""


@dataclass(frozen=True)
class Node:
    """A value and where it stands in the text, [start, end)."""

    value: Any
    start: int
    end: int
    #: Of an object only, in their order.
    members: tuple["Member", ...] = ()


@dataclass(frozen=True)
class Member:
    """A name and its value; `start` is where the name's quotation mark stands."""

    name: str
    start: int
    node: Node
    #: Where the comma after it stands, -1 where there is none.
    comma: int


@dataclass
class _Reader:
    text: str
    comments: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def fail(self, at: int, what: str) -> NoReturn:
        line = self.text.count("\n", 0, at) + 1
        raise BrokenText(f"line {line}: {what}")

    def skip(self, at: int) -> int:
        """Return the first place from `at` on that is neither blank nor comment."""
        while True:
            at = _match(_BLANK, self.text, at)
            start = at
            if self.text.startswith("/*", at):
                end = self.text.find("*/", at + 2)
                at = end + 2 if end >= 0 else self.fail(at, "a comment does not end")
            elif self.text.startswith("//", at):
                at = _match(_LINE_COMMENT, self.text, at)
            else:
                return at
            self.comments.append((start, at))

    def value(self, at: int, depth: int) -> Node:
        if depth > DEEPEST:
            self.fail(at, f"more than {DEEPEST} levels")
        first = self.text[at : at + 1]
        if first == "{":
            return self.object(at, depth)
        if first == "[":
            return self.array(at, depth)
        found = (_STRING if first == '"' else _ATOM).match(self.text, at)
        if found is None:
            self.fail(at, f"a value is expected, not {first!r}" if first else "the text ends early")
        try:
            return Node(json.loads(found.group()), at, found.end())
        except ValueError:
            self.fail(at, f"{found.group()[:40]!r} is no JSON value")

    def object(self, at: int, depth: int) -> Node:
        start, members = at, list[Member]()
        at = self.skip(at + 1)
        while not self.text.startswith("}", at):
            if members and members[-1].comma < 0:
                self.fail(at, "',' or '}' is expected")
            name = _STRING.match(self.text, at)
            if name is None:
                self.fail(at, "a name in quotation marks is expected")
            colon = self.skip(name.end())
            if not self.text.startswith(":", colon):
                self.fail(colon, "':' is expected")
            node = self.value(self.skip(colon + 1), depth + 1)
            after = self.skip(node.end)
            comma = after if self.text.startswith(",", after) else -1
            members.append(Member(json.loads(name.group()), at, node, comma))
            at = self.skip(after + 1) if comma >= 0 else after
        return Node({m.name: m.node.value for m in members}, start, at + 1, tuple(members))

    def array(self, at: int, depth: int) -> Node:
        start, items, more = at, list[Any](), True
        at = self.skip(at + 1)
        while not self.text.startswith("]", at):
            if not more:
                self.fail(at, "',' or ']' is expected")
            node = self.value(at, depth + 1)
            items.append(node.value)
            at = self.skip(node.end)
            more = self.text.startswith(",", at)
            at = self.skip(at + 1) if more else at
        return Node(items, start, at + 1)


def _match(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found is not None else at


def parse(text: str) -> Any:
    """Return the value of JSON with comments and trailing commas. Raises BrokenText."""
    return _read(text)[0].value


def _read(text: str) -> tuple[Node, list[tuple[int, int]]]:
    reader = _Reader(text)
    node = reader.value(reader.skip(0), 0)
    end = reader.skip(node.end)
    if end < len(text):
        reader.fail(end, f"{text[end]!r} follows after the end")
    return node, reader.comments


def with_member(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    """Return the text with the object member at `path` set; missing objects on it are made.

    path: names from the root down, at least one. Raises BrokenText where the text is not JSON,
    where something on the path is not an object or stands there twice, and where a comment inside
    the old value would be lost.
    """
    root, comments = _read(text)
    node, depth = _down(root, path)
    unit, newline = _style(text, root)
    if depth == len(path):
        if any(node.start < start < node.end for start, _ in comments):
            raise BrokenText(f"{'.'.join(path)} holds comments, which would be lost")
        return _spliced(text, (node.start, node.end, _shown(value, unit, depth, newline)))
    inner: Any = value
    for name in reversed(path[depth + 1 :]):
        inner = {name: inner}
    entry = f"{json.dumps(path[depth])}: {_shown(inner, unit, depth + 1, newline)}"
    indent = newline + unit * (depth + 1)
    if not node.members:
        last = _last_mark(text, node, comments)
        close = newline + unit * depth
        return _spliced(text, (last, node.end - 1, indent + entry + close))
    tail = node.members[-1]
    last = _last_mark(text, node, comments)
    if tail.comma >= 0:  # as the text has it: a comma after the last one, too
        return _spliced(text, (last, last, f"{indent}{entry},"))
    return _spliced(text, (tail.node.end, tail.node.end, ","), (last, last, indent + entry))


def without_member(text: str, path: Sequence[str]) -> str:
    """Return the text without the member at `path`; the same text where there is none."""
    root, comments = _read(text)
    parent, depth = _down(root, path[:-1])
    found = [m for m in parent.members if m.name == path[-1]]
    if depth < len(path) - 1 or not found:
        return text
    _down(root, path)
    gone = found[0]
    if any(gone.start < start < gone.node.end for start, _ in comments):
        raise BrokenText(f"{'.'.join(path)} holds comments, which would be lost")
    within = [start for start, end in comments if parent.start < start and end <= parent.end]
    if len(parent.members) == 1 and not within:
        return _spliced(text, (parent.start + 1, parent.end - 1, ""))
    bare = len(text[: gone.start].rstrip(" \t\r\n"))
    start = max([bare, *(end for _, end in comments if end <= gone.start)])
    end = gone.node.end if gone.comma < 0 else gone.comma + 1
    after_comment = any(stop == start and text.startswith("//", at) for at, stop in comments)
    gap = "\n" if after_comment and text[end : end + 1] not in ("\r", "\n") else ""
    removed = (start, gone.node.end, gap)
    if gone.comma >= 0:
        return _spliced(text, removed, (gone.comma, gone.comma + 1, ""))
    index = parent.members.index(gone)
    comma = parent.members[index - 1].comma if index else start
    return _spliced(
        text,
        (comma, comma + bool(index), ""),
        (max(start, comma + bool(index)), gone.node.end, gap),
    )


def _down(root: Node, path: Sequence[str]) -> tuple[Node, int]:
    """Return the deepest node on the path, and how many of its names were found."""
    node = root
    for depth, name in enumerate(path):
        if not isinstance(node.value, dict):
            where = ".".join(path[:depth]) or "the whole"
            raise BrokenText(f"{where} must be an object, but is {json.dumps(node.value)[:40]}")
        found = [member.node for member in node.members if member.name == name]
        if len(found) > 1:
            raise BrokenText(f"{'.'.join(path[: depth + 1])} stands there {len(found)} times")
        if not found:
            return node, depth
        node = found[0]
    return node, len(path)


def _last_mark(text: str, node: Node, comments: Sequence[tuple[int, int]]) -> int:
    """Return the end of the last value, comma or comment inside an object that is not blank."""
    inside = len(text[: node.end - 1].rstrip(" \t\r\n"))
    ends = [end for start, end in comments if node.start < start and end <= node.end]
    return max([inside, *ends])


def _style(text: str, root: Node) -> tuple[str, str]:
    """Return the unit of indentation and the line ending that the text uses."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if root.members:
        line = text[text.rfind("\n", 0, root.members[0].start) + 1 : root.members[0].start]
        if line and not line.strip(" \t"):
            return line, newline
    return "  ", newline


def _shown(value: Any, unit: str, depth: int, newline: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return (newline + unit * depth).join(lines)


def _spliced(text: str, *changes: tuple[int, int, str]) -> str:
    """Replace parts of a text; the changes stand in the order of the text."""
    for start, end, new in reversed(changes):
        text = text[:start] + new + text[end:]
    return text
