"""Words by which a sentence denies what it says."""

import re

#: What says that something is not so, or hardly; of "isn't" the words are taken apart.
DENIALS = ("not", "never", "cannot", "' t", "nor", "neither", "hardly", "scarcely", "barely",
           "rarely", "seldom", "fails to", "fail to", "failed to", "failing to", "far from",
           "anything but", "by no means", "in no way", "nowhere", "nowhere near", "no longer",
           "stops short of", "unable to", "without ever", "unlikely", "improbable")  # fmt: skip
#: What says of a statement that nobody should take it for true.
DISBELIEF = ("false that", "untrue", "myth", "mistaken", "doubtful", "wrong to", "wrong that",
             "incorrect that", "no evidence", "nobody should believe", "deny", "denies", "denied",
             "denying", "dispute", "disputes", "disputed", "disputing")  # fmt: skip
#: What a statement is that nobody doubts; denied of one, it is open.
SETTLED = ("settled", "certain", "clear", "sure", "decided", "determined", "resolved", "known",
           "established", "conclusive")  # fmt: skip


def denial(text: str) -> str:
    """Return the first words by which a text denies something; empty where it denies nothing."""
    return _first(_DENIAL, text)


def disbelief(text: str) -> str:
    """Return the first words that call what a text says untrue; empty where none do."""
    return _first(_DISBELIEF, text)


def opened(text: str) -> str:
    """Return a text in which "open" stands for what is not settled: it denies nothing else."""
    return _UNSETTLED.sub(" open", text)


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""


_WORDS = "|".join(word for word in DENIALS if word[0].isalpha())
_DENIAL = re.compile(rf"\b(?:{_WORDS})\b|n['’]t\b", re.IGNORECASE)
_UNSETTLED = re.compile(
    rf"(?:\s(?:{_WORDS})\b|n['’]t\b)(?:\s\w+)?\s(?:{'|'.join(SETTLED)})\b", re.IGNORECASE
)
_DISBELIEF = re.compile(rf"\b(?:{'|'.join(DISBELIEF)})\b", re.IGNORECASE)
