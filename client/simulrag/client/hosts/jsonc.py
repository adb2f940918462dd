"""Changes one member of a JSON text and leaves every other byte as it is.

Editors keep their settings in JSON with comments and trailing commas, which a parser and a printer
would lose, and the one library that keeps them (json-five) had no release since 2024. Here both are
blanked for the standard library's parser, place by place, and the text is edited by splicing.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: A string, which may hold what looks like a comment, or a comment.
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\r\n]|\\.)*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
#: A comma behind a value, before the end of an object or a list.
_TRAILING = re.compile(r"(?<=[^\s,:\[{])\s*,(?=\s*[}\]])")
_BLANK = re.compile(r"[ \t\r\n]*")
_COMMA = re.compile(r"\s*,")
_DECODER = json.JSONDecoder()


class CannotEdit(ValueError):
    """The text cannot be read, or not be changed without loss; the message says why."""


class BrokenText(CannotEdit):
    """The text is not JSON, not even with comments; the message says where."""


@dataclass(frozen=True)
class Member:
    """A name and its value in [start, end) of a text; `at` is where the name begins."""

    name: str
    at: int
    value: Any
    start: int
    end: int
    #: Where the comma after it stands, -1 where there is none.
    comma: int


class _Text:
    """A text, the same without comments and trailing commas, and where the comments stand."""

    def __init__(self, text: str) -> None:
        found = [one.span() for one in _STRING_OR_COMMENT.finditer(text)]
        self.comments = [(start, end) for start, end in found if text[start] == "/"]
        without = _blanked(text, self.comments)
        shell = _blanked(without, [span for span in found if text[span[0]] == '"'], "s")
        self.bare = _blanked(without, [one.span() for one in _TRAILING.finditer(shell)])
        self.text, self._with_commas = text, without
        try:
            self.value: Any = json.loads(self.bare)
        except json.JSONDecodeError as error:
            raise BrokenText(f"line {error.lineno}: {error.msg}") from None
        except RecursionError:
            raise BrokenText("it is nested too deeply") from None
        self.start = self.blank(0)
        self.end = len(self.bare.rstrip())

    def blank(self, at: int) -> int:
        """Return the first place from `at` on that is neither blank nor comment."""
        found = _BLANK.match(self.bare, at)
        return found.end() if found else at

    def members(self, start: int) -> list[Member]:
        """Return the members of the object that begins at a place, in their order."""
        made: list[Member] = []
        at = self.blank(start + 1)
        while self.bare[at] != "}":
            name, end = _DECODER.raw_decode(self.bare, at)
            begin = self.blank(self.blank(end) + 1)
            value, end = _DECODER.raw_decode(self.bare, begin)
            found = _COMMA.match(self._with_commas, end)
            comma = found.end() - 1 if found else -1
            made.append(Member(name, at, value, begin, end, comma))
            at = self.blank(found.end() if found else end)
        return made

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the comments between two places."""
        return [one for one in self.comments if start < one[0] and one[1] <= end]


def _blanked(text: str, spans: Sequence[tuple[int, int]], mark: str = " ") -> str:
    """Return a text of the same length and lines with nothing in some places."""
    parts: list[str] = []
    done = 0
    for start, end in spans:
        parts += [text[done:start], re.sub(r"[^\r\n]", mark, text[start:end])]
        done = end
    return "".join([*parts, text[done:]])


def parse(text: str) -> Any:
    """Return the value of JSON with comments and trailing commas. Raises BrokenText."""
    return _Text(text).value


def with_member(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    """Return the text with the object member at `path` set; missing objects on it are made.

    path: names from the root down, at least one. Raises BrokenText where the text is not JSON,
    where something on the path is not an object or stands there twice, and where a comment inside
    the old value would be lost.
    """
    read = _Text(text)
    start, end, depth = _down(read, path)
    unit, newline = _style(read)
    if depth == len(path):
        _refuse_comments(read, start, end, path)
        return _spliced(text, (start, end, _shown(value, unit, depth, newline)))
    inner: Any = value
    for name in reversed(path[depth + 1 :]):
        inner = {name: inner}
    entry = f"{json.dumps(path[depth])}: {_shown(inner, unit, depth + 1, newline)}"
    indent = newline + unit * (depth + 1)
    members = read.members(start)
    bare = len(text[: end - 1].rstrip(" \t\r\n"))
    last = max([bare, *(stop for _, stop in read.within(start, end))])
    if not members:
        return _spliced(text, (last, end - 1, indent + entry + newline + unit * depth))
    if members[-1].comma >= 0:  # as the text has it: a comma after the last one, too
        return _spliced(text, (last, last, f"{indent}{entry},"))
    tail = members[-1].end
    return _spliced(text, (tail, tail, ","), (last, last, indent + entry))


def without_member(text: str, path: Sequence[str]) -> str:
    """Return the text without the member at `path`; the same text where there is none."""
    read = _Text(text)
    start, end, depth = _down(read, path[:-1])
    members = read.members(start) if depth == len(path) - 1 else []
    found = [index for index, one in enumerate(members) if one.name == path[-1]]
    if not found:
        return text
    _down(read, path)
    gone = members[found[0]]
    _refuse_comments(read, gone.at, gone.end, path)
    if len(members) == 1 and not read.within(start, end):
        return _spliced(text, (start + 1, end - 1, ""))
    bare = len(text[: gone.at].rstrip(" \t\r\n"))
    begin = max([bare, *(stop for _, stop in read.comments if stop <= gone.at)])
    stop = gone.end if gone.comma < 0 else gone.comma + 1
    after_comment = any(end == begin and text.startswith("//", at) for at, end in read.comments)
    gap = "\n" if after_comment and text[stop : stop + 1] not in ("\r", "\n") else ""
    if gone.comma >= 0:
        return _spliced(text, (begin, gone.end, gap), (gone.comma, gone.comma + 1, ""))
    comma = members[found[0] - 1].comma if found[0] else begin
    free = comma + bool(found[0])
    return _spliced(text, (comma, free, ""), (max(begin, free), gone.end, gap))


def _down(read: _Text, path: Sequence[str]) -> tuple[int, int, int]:
    """Return the place of the deepest value on the path, and how many of its names were found."""
    start, end, value = read.start, read.end, read.value
    for depth, name in enumerate(path):
        if not isinstance(value, dict):
            where = ".".join(path[:depth]) or "the whole"
            raise BrokenText(f"{where} must be an object, but is {json.dumps(value)[:40]}")
        found = [one for one in read.members(start) if one.name == name]
        if len(found) > 1:
            raise BrokenText(f"{'.'.join(path[: depth + 1])} stands there {len(found)} times")
        if not found:
            return start, end, depth
        start, end, value = found[0].start, found[0].end, found[0].value
    return start, end, len(path)


def _refuse_comments(read: _Text, start: int, end: int, path: Sequence[str]) -> None:
    if any(start < at < end for at, _ in read.comments):
        raise BrokenText(f"{'.'.join(path)} holds comments, which would be lost")


def _style(read: _Text) -> tuple[str, str]:
    """Return the unit of indentation and the line ending that the text uses."""
    newline = "\r\n" if "\r\n" in read.text else "\n"
    if isinstance(read.value, dict) and (members := read.members(read.start)):
        first = members[0].at
        line = read.text[read.text.rfind("\n", 0, first) + 1 : first]
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
