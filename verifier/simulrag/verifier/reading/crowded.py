"""What is no single statement: its reading would take long and mean nothing."""

import re

from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.text import LONGEST_STATEMENT, MOST_NUMBERS

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def crowded(text: str) -> Problem | None:
    """Refuse what is no single statement: its reading would take long and mean nothing."""
    if len(text) <= MOST_NUMBERS:
        return None
    numbers = len(_DIGITS.findall(text, 0, LONGEST_STATEMENT))
    if len(text) <= LONGEST_STATEMENT and numbers <= MOST_NUMBERS:
        return None
    return too_much(f"{len(text)} characters and {numbers} numbers")


def too_much(what: str) -> Problem:
    """Report that a statement holds more than one statement does."""
    return Problem(
        reason="too_long",
        message=f"a statement of {what} is not read; split it into sentences of at most "
        f"{LONGEST_STATEMENT} characters, {MOST_NUMBERS} numbers and {MOST_NUMBERS} facts",
    )
