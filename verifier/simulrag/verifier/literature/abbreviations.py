"""Abbreviations and what they stand for, found where a text itself says so: `long form (LF)`.

The algorithm of Schwartz and Hearst 2003 ("A simple algorithm for identifying abbreviation
definitions in biomedical text", Pacific Symposium on Biocomputing).
"""

import re
from collections.abc import Iterator

_BRACKETED = re.compile(r"\(([A-Za-z][A-Za-z0-9/-]{1,9})\)")
_MOST_CHARACTERS_BEFORE = 160


def definitions(text: str) -> Iterator[tuple[str, str]]:
    """Yield (short form, long form) as printed, for every definition in a text."""
    if "(" not in text:
        return
    for found in _BRACKETED.finditer(text):
        short = singular(found.group(1))
        if sum(letter.isupper() for letter in short) < 2 or len(short) < 2:
            continue
        before = text[max(0, found.start() - _MOST_CHARACTERS_BEFORE) : found.start()].split()
        window = " ".join(before[-min(len(short) + 5, 2 * len(short)) :])
        long = _long_form(short, window)
        if long:
            yield short, long


def singular(short: str) -> str:
    """Return an abbreviation without the s of its plural (`siRNAs`)."""
    return short[:-1] if len(short) > 2 and short[-1] == "s" and short[-2].isupper() else short


def _long_form(short: str, window: str) -> str:
    """Return the shortest end of `window` that holds the letters of `short` in order; or ""."""
    place = len(window) - 1
    for index in range(len(short) - 1, -1, -1):
        letter = short[index].lower()
        if not letter.isalnum():
            continue
        while place >= 0 and not _fits(window, place, letter, first=index == 0):
            place -= 1
        if place < 0:
            return ""
        place -= 1
    long = window[place + 1 :].strip()
    return long if len(long) > len(short) and short not in long.split() else ""


def _fits(window: str, place: int, letter: str, *, first: bool) -> bool:
    if window[place].lower() != letter:
        return False
    return not first or place == 0 or not window[place - 1].isalnum()
