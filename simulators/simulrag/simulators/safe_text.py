"""Text from elsewhere, made safe for terminals, for lines of a reply and for spreadsheets."""

import re

#: Control characters (escape sequences begin with one), ends of lines, marks that turn the way of
#: writing, and halves of pairs, which are no characters.
_STEERING = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
#: The folders of a path, not those of an address ("https://...").
_FOLDERS = re.compile(r"(?<![\w.:/])(?:[A-Za-z]:)?(?:[\\/][^\\/\s'\"]+)*[\\/](?=\S)")
#: Characters with which a spreadsheet begins a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: Numbers with their intervals, which are cells as they stand ("-0.12 [-0.2, 0.1]").
_FIGURES = re.compile(r"[-+]?[\d.][-–\d.,%()\[\]±\s]*(?:e[-+]?\d+)?")


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


def spreadsheet_cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula."""
    begins = text.lstrip().startswith(FORMULA) or text.startswith(FORMULA)
    return f"'{text}" if begins and not _FIGURES.fullmatch(text) else text
