"""General English: which words have which role, from one data file; and the lemmas of words."""

import tomllib
from functools import cache
from pathlib import Path

from simplemma import lemmatize

FILE = Path(__file__).with_name("lexicon.toml")
#: Roles whose words are left out before a sentence is composed.
LEFT_OUT = ("skip", "auxiliary", "aside")


@cache
def roles() -> tuple[tuple[str, str], ...]:
    """Return (phrase, role) for every phrase of general English that is known."""
    held = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple((phrase, role) for role, phrases in held.items() for phrase in phrases)


@cache
def role_of() -> dict[str, frozenset[str]]:
    """Return the roles of each single word."""
    found: dict[str, set[str]] = {}
    for phrase, role in roles():
        found.setdefault(phrase, set()).add(role)
    return {phrase: frozenset(held) for phrase, held in found.items()}


@cache
def lemma(word: str) -> str:
    """Return the base form of a word without case, or the word itself."""
    return lemmatize(word, lang="en") if word.isalpha() and word.isascii() else word
