"""Words of a text, and the phrases among them that a table knows."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from simplemma import lemmatize

#: Abbreviations that are one word -> what they stand for.
_SHORTENED = {"w/": "with", "w/o": "without", "approx.": "approximately", "approx": "approximately",
              "avg.": "average", "avg": "average", "vs.": "vs"}  # fmt: skip
_TOKEN = re.compile(
    r"(?<!\w)w/o?(?!\w)|(?:approx|avg|vs)\.|[^\W\d_]+|\d+(?:[.,]\d+)*|[^\w\s]|_", re.IGNORECASE
)
_ALIKE = str.maketrans({"’": "'", "‘": "'", "−": "-", "–": "-", "—": "-", "‑": "-"})
_T = TypeVar("_T")

#: Longest text that is read; what stands behind it is left out.
LONGEST = 20_000
#: Capitals count in words as short as this ("IN" is a state, "in" is not).
SHORT = 3


class Token(NamedTuple):
    """A word, a number in digits or a sign. `plain`: without case, accents and typography."""

    word: str
    plain: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        """Tell digits from words and signs."""
        return self.plain[:1].isdecimal()


@lru_cache(maxsize=128)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the words, numbers and signs of a text, kept for all who read it one after another."""
    found = _TOKEN.finditer(text[:LONGEST].translate(_ALIKE))
    return tuple(Token(one[0], plain(one[0]), one.start(), one.end()) for one in found)


@lru_cache(maxsize=1 << 15)
def plain_words(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase without case, accents and typography."""
    if phrase.isascii() and phrase.replace(" ", "").isalpha():
        return tuple(phrase.lower().split())
    return tuple(one.plain for one in tokens(phrase))


def plain(word: str) -> str:
    """Return a word without case and accents."""
    if word.isascii():
        small = word.lower()
        return _SHORTENED.get(small, small)
    parts = unicodedata.normalize("NFKD", word)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


@lru_cache(maxsize=1 << 13)
def base_form(word: str) -> str:
    """Return the form of a word that dictionaries list: "trim" of "trimmed"."""
    return lemmatize(word, lang="en") if word else word


class Reader:
    """Reads the words of a text by their place; outside of it there are none."""

    def __init__(self, shown: Sequence[Token]) -> None:
        self._tokens = shown

    def _word(self, index: int) -> str:
        return self._tokens[index].plain if 0 <= index < len(self._tokens) else ""

    def _words(self, first: int, end: int) -> list[str]:
        return [self._word(index) for index in range(first, end)]

    def _glued(self, index: int) -> bool:
        """Tell whether a token stands right behind the one before it."""
        shown = self._tokens
        return 0 < index < len(shown) and shown[index].start == shown[index - 1].end


class Hit(NamedTuple, Generic[_T]):
    """A phrase found in a text: from which to before which of its tokens, and what it means."""

    first: int
    end: int
    meaning: _T

    @property
    def size(self) -> int:
        """Return how many tokens it has."""
        return self.end - self.first

    def within(self, other: "Hit[_T]") -> bool:
        """Tell whether it is a smaller part of another."""
        inside = other.first <= self.first and self.end <= other.end
        return inside and self.size < other.size


def longest(hits: Iterable[Hit[_T]]) -> dict[int, Hit[_T]]:
    """Return the longest of some phrases at each token."""
    found: dict[int, Hit[_T]] = {}
    for hit in hits:
        for at in range(hit.first, hit.end):
            if at not in found or found[at].size < hit.size:
                found[at] = hit
    return found


class Phrases(Generic[_T]):
    """Phrases with what they mean, found in one pass over a text.

    plurals: the last word may have an s more. inflected: the first word may have another form.
    """

    def __init__(
        self, phrases: Iterable[tuple[str, _T]], *, plurals: bool = False, inflected: bool = False
    ) -> None:
        self._inflected = inflected
        #: First word -> second, "" for single words -> (words, form that counts, meaning).
        self._known: dict[str, dict[str, list[tuple[tuple[str, ...], str, _T]]]] = {}
        seen: set[tuple[tuple[str, ...], _T]] = set()
        for phrase, meaning in phrases:
            shown = plain_words(phrase)
            if not shown or (shown, meaning) in seen:
                continue
            seen.add((shown, meaning))
            exact = phrase if counts_capitals(phrase) else ""
            self._add(shown, exact, meaning)
            if plurals and len(shown[-1]) > SHORT and shown[-1].isalpha() and shown[-1][-1] != "s":
                self._add((*shown[:-1], f"{shown[-1]}s"), exact, meaning)

    def _add(self, words: tuple[str, ...], exact: str, meaning: _T) -> None:
        first, *rest = words
        by_second = self._known.setdefault(first, {})
        by_second.setdefault(rest[0] if rest else "", []).append((words, exact, meaning))

    def find(self, text: Sequence[Token]) -> list[Hit[_T]]:
        """Return every phrase in a text, those inside others as well."""
        found: list[Hit[_T]] = []
        for index, token in enumerate(text):
            hits = self._at(text, index, token.plain)
            if self._inflected and (base := base_form(token.plain)) != token.plain:
                hits = dict.fromkeys((*hits, *self._at(text, index, base)))
            found += hits
        return found

    def _at(self, text: Sequence[Token], index: int, first: str) -> list[Hit[_T]]:
        """Return the phrases that begin at a token with a word."""
        by_second = self._known.get(first)
        if by_second is None:
            return []
        word, found = text[index].word, list[Hit[_T]]()
        for _, exact, meaning in by_second.get("", ()):
            if not exact or word == exact:
                found.append(Hit(index, index + 1, meaning))
        behind = text[index + 1].plain if index + 1 < len(text) else ""
        for words, exact, meaning in by_second.get(behind, ()) if behind else ():
            end = index + len(words)
            if exact and word != exact[: len(word)]:
                continue
            if len(words) == 2 or tuple(one.plain for one in text[index + 1 : end]) == words[1:]:
                found.append(Hit(index, end, meaning))
        return found


def counts_capitals(phrase: str) -> bool:
    """Tell whether a phrase is meant with its capitals alone ("IN", "Ill."; "in" is no state)."""
    short = len(phrase) <= SHORT and phrase.isalpha() and phrase.isupper()
    return short or (phrase[:1].isupper() and phrase.endswith(".") and " " not in phrase)
