"""Tables that people open with a spreadsheet: what is written into them is data."""

import re

#: Characters with which a spreadsheet begins a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: Numbers with their intervals, which are cells as they stand ("-0.12 [-0.2, 0.1]").
_FIGURES = re.compile(r"[-+]?[\d.][-–\d.,%()\[\]±\s]*(?:e[-+]?\d+)?")


def plain(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula."""
    begins = text.lstrip().startswith(FORMULA) or text.startswith(FORMULA)
    return f"'{text}" if begins and not _FIGURES.fullmatch(text) else text
