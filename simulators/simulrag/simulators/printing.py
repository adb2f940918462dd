"""Text from elsewhere, made safe to print."""

import re

#: Control characters (escape sequences begin with one), and marks that turn the way of writing.
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def unsteered(line: str) -> str:
    """Return a line without the characters by which it could steer a terminal."""
    return _STEERING.sub("", line)
