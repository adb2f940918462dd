"""General English: which words have which role, from one data file; and base forms of words."""

import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from pathlib import Path

FILE = Path(__file__).with_name("lexicon.toml")
#: Roles whose words are left out before a sentence is composed.
LEFT_OUT = ("skip", "auxiliary", "aside", "foreseen", "together")
#: The table of forms that no ending tells, base form -> its forms.
IRREGULAR = "irregular"
#: Endings of inflected forms, each with what may stand for it in the base form.
_ENDINGS = (("ies", ("y",)), ("ied", ("y",)), ("es", ("e", "")), ("s", ("",)),
            ("ed", ("e", "")), ("ing", ("e", "")))  # fmt: skip
_VOWELS = frozenset("aeiou")
#: Shorter words have no ending.
_SHORTEST = 4


@cache
def _file() -> dict[str, list[str] | dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def roles() -> tuple[tuple[str, str], ...]:
    """Return (phrase, role) for every phrase of general English that is known."""
    held = {role: phrases for role, phrases in _file().items() if isinstance(phrases, list)}
    return tuple(
        (" ".join(filter(None, words)), role)
        for role, phrases in held.items()
        for phrase in phrases
        for words in product(*map(_ways, phrase.split()))
    )


def _ways(word: str) -> list[str]:
    """Return the words that may stand for a part of a phrase; "" for none."""
    return [*word.rstrip("?").split("|"), *([""] if word.endswith("?") else [])]


@cache
def role_of() -> dict[str, frozenset[str]]:
    """Return the roles of each single word."""
    found: dict[str, set[str]] = {}
    for phrase, role in roles():
        found.setdefault(phrase, set()).add(role)
    return {phrase: frozenset(held) for phrase, held in found.items()}


@cache
def _irregular() -> dict[str, str]:
    held = _file()[IRREGULAR]
    assert isinstance(held, dict)
    return {form: base for base, forms in held.items() for form in forms}


def lemma(word: str, known: Collection[str]) -> str:
    """Return the base form of a word without case, one of those known; else the word itself."""
    irregular = _irregular().get(word)
    if irregular is not None:
        return irregular
    return next((form for form in _bases(word) if form in known), word)


def _doubles(stem: str) -> bool:
    """Tell a short word that doubles its last letter before an ending: "noted" is not of "not"."""
    ends = [one in _VOWELS for one in stem[-3:]]
    return len(stem) == _SHORTEST - 1 and ends == [False, True, False] and stem[-1] not in "wxy"


def _bases(word: str) -> Iterator[str]:
    if len(word) < _SHORTEST or word.endswith("ss"):
        return
    for ending, instead in _ENDINGS:
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            whole = ending not in ("ed", "ing") or not _doubles(stem)
            yield from (stem + one for one in instead if len(stem) > 1 and (one or whole))
            if ending in ("ed", "ing") and len(stem) > _SHORTEST - 2 and stem[-1] == stem[-2]:
                yield stem[:-1]
