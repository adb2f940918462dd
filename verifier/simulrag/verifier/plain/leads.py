"""Clauses that lead in a statement and say nothing that could be checked: "the totals tell it:"."""

import re

from simulrag.verifier.harmless import is_harmless, is_narrowing
from simulrag.verifier.plain.clauses import FINITE
from simulrag.verifier.plain.marks import is_followed
from simulrag.verifier.plain.vocabulary import COMMON

_LEAD = re.compile(r"^\W*(?P<lead>[^:;,.\d]{8,70})[:;]\s+(?=\S)")
_NAMED = re.compile(r"(?<=\s)[A-Z]")
_VERB = re.compile(
    r"\b(?:tells?|shows?|looks?|says?|agrees?|helps?|makes?|holds?|goes|comes?|seems?|works?|matters?|dragged)\b",
    re.I,
)
#: Without a verb these turn what follows or make it a thought: "not so:", "if only:".
_TURNED = frozenset(
    "not no never none nor neither without if unless whether would could might may should can "
    "cannot but except instead imagine tale question guess hardly too".split()
)
#: What such a clause may say of the statement that follows.
_OF_TALK = frozenset(("similar", "different", "same", "other", "else", "uncertainty"))


def without_lead(text: str) -> str:
    """Return a normalised sentence with its lead-in blanked out, "" where it has none.

    A lead-in is a whole clause before a colon or semicolon, of known words, without a number, a
    name, a denial or a comparison.
    """
    match = _LEAD.match(text)
    if match is None or _NAMED.search(match["lead"]):
        return ""
    lead = match["lead"]
    words = re.findall(r"[A-Za-z][A-Za-z'-]*", lead.casefold())
    if not all(map(_says_nothing, words)):
        return ""
    if not (FINITE.search(lead) or _VERB.search(lead)) and not _TURNED.isdisjoint(words):
        return ""
    return " " * match.end() + text[match.end() :]


def _says_nothing(word: str) -> bool:
    if word in _OF_TALK:
        return True
    return (
        not is_narrowing(word) and not is_followed(word) and (word in COMMON or is_harmless(word))
    )
