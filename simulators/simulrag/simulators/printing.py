"""Text from elsewhere, made safe to print."""

import re

#: Control characters (escape sequences begin with one), ends of lines, marks that turn the way of
#: writing, and halves of pairs, which are no characters.
_STEERING = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
#: The folders of a path, not those of an address ("https://...").
_FOLDERS = re.compile(r"(?<![\w.:/])(?:[A-Za-z]:)?(?:[\\/][^\\/\s'\"]+)*[\\/](?=\S)")


def steering(text: str) -> str:
    """Return the first character that could steer a terminal or end a line, "" if none."""
    found = _STEERING.search(text)
    return found[0] if found else ""


def unsteered(line: str) -> str:
    """Return a line without the characters by which it could steer a terminal."""
    return _STEERING.sub("", line)


def escaped_lines(text: str) -> str:
    """Return a text that keeps its lines, all else that could steer a terminal written out."""
    return "\n".join(escaped(line) for line in text.expandtabs().split("\n"))


def escaped(line: str) -> str:
    """Return a line with the characters by which it could steer a terminal, or forge a line of its
    own, written out ("\\x1b", "\\n").
    """
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], line)


def without_folders(line: str) -> str:
    """Return a line without the folders of the files that it names."""
    return _FOLDERS.sub("", line)
