"""Text as the grammar sees it: one character in, one character out, so that offsets hold."""

import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

#: Longest question that is read, characters.
LONGEST_TEXT = 5_000
#: Longest single statement that is read, characters, and most numbers that it may hold.
LONGEST_STATEMENT = 2_000
MOST_NUMBERS = 40

_SAME_WIDTH = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u200b": " ", "\u200c": " ", "\u200d": " ",
        "\u200e": " ", "\u200f": " ", "\u2060": " ", "\ufeff": " ", "`": " ", "*": " ",
        "\u2082": "2", "\u2084": "4", "\u2080": "0", "\t": " ", "\r": " ", "\u00ba": "\u00b0",
        # Patterns that ignore case take these for "s", "K" and "i", dictionaries do not.
        "\u017f": "s", "\u212a": "K", "\u0131": "i", "\u0130": "I",
    }
)  # fmt: skip

#: Abbreviations whose full stop ends no sentence.
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|approx|ca|St|Dr|Mt|Ft|No|D\.C|U\.S|Inc|etc|cf|Fig|resp)|(?<![°\d])(?<![°\d]\s)\b[A-Z])\.$"
)
_LONGEST_ABBREVIATION = 12
_SENTENCE_END = re.compile(
    r"[.!?]+[\"')\]]*(?=\s|$)|\n\s*\n"
    # A digit begins an item of a list only with its mark: texts are wrapped before numbers too.
    r"|\n(?=\s*(?:[-*\u2022#]|\d{1,3}[.)]\s))|;(?=\s)"
)


class Span(NamedTuple):
    """A piece of a text: text[start:end]."""

    text: str
    start: int
    end: int


def longest_from(phrases: Iterable[Sequence[str]]) -> dict[str, int]:
    """Return of how many words the longest phrase is that begins with a word, by that word."""
    longest: dict[str, int] = {}
    for words in phrases:
        if words:
            longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return longest


def blanked(text: str, pieces: Iterable[tuple[int, int]]) -> str:
    """Return a text with pieces, each from a start to an end, put into blanks of their length."""
    for start, end in pieces:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def is_text(text: str) -> bool:
    """Tell whether a string holds characters alone: half of a pair of surrogates is none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=256)
def normalise(text: str) -> str:
    """Return the text with typographic variants made plain, character by character."""
    return text.translate(_SAME_WIDTH)


@lru_cache(maxsize=256)
def small_letters(text: str) -> str:
    """Return a text in small letters, character by character."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


_ANY_WORD = re.compile(r"\w+")
#: The letters of English from the most to the least frequent.
_FREQUENT = "etaoinshrdlucmfwypvbgkjqxz"
#: How many letters of a piece of a text are looked up.
_GRAM = 3
#: Most texts that are kept with their pieces.
_MOST_LISTED = 64
#: The pieces that any pattern looks for, by three letters of each; whole where it has fewer.
_wanted: dict[str, list[str]] = {}
#: Texts with those of these pieces that they hold.
_listed: dict[str, frozenset[str]] = {}
#: Held while a text is listed or a piece is added: a listed text is never without one.
_listing = threading.Lock()


def list_pieces(text: str) -> None:
    """List the pieces of a text for which many patterns will look, so that most need not."""
    if text in _listed:
        return
    small = small_letters(text)
    grams = set(map("".join, zip(small, small[1:], small[2:], strict=False)))
    grams.update(_ANY_WORD.findall(small), small)
    with _listing:
        if len(_listed) >= _MOST_LISTED:
            _listed.clear()
        held = [p for gram in grams if gram in _wanted for p in _wanted[gram] if p in small]
        _listed[text] = frozenset(held)


def _rarest(piece: str) -> str:
    if len(piece) < _GRAM:
        return piece
    grams = (piece[i : i + _GRAM] for i in range(len(piece) - _GRAM + 1))
    return max(grams, key=lambda gram: sum(map(_FREQUENT.find, gram)))


class Pieces:
    """Pieces of texts in small letters: whole words of two letters, single marks, or longer ones.

    To ask for them is a cheap test before a search that finds nothing where a text holds none.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self.all = frozenset(pieces)
        with _listing:
            for piece in self.all:
                own = _wanted.setdefault(_rarest(piece), [])
                if piece not in own:
                    own.append(piece)
                    _listed.clear()  # texts were listed without it

    def missing(self, text: str) -> bool:
        """Tell whether a text is known to hold none of them, in any case: only a listed one is."""
        held = _listed.get(text)
        return held is not None and self.all.isdisjoint(held)

    def held_by(self, text: str) -> bool:
        """Tell whether a text, listed or not, holds any of them, in any case."""
        held = _listed.get(text)
        if held is not None:
            return not self.all.isdisjoint(held)
        return any(map(small_letters(text).__contains__, self.all))


class AnyCase:
    """A pattern that takes letters in any case.

    It looks at a normalised text in small letters, which takes a third of the time that
    `re.IGNORECASE` does: what it matches is given in small letters, too.

    holding: pieces of words in small letters, of which every match holds one; those of two
    letters are whole words. A listed text that holds none of them is not searched.
    """

    def __init__(self, pattern: str, holding: Iterable[str] = ()) -> None:
        self.pattern, self.holding = pattern, tuple(holding)
        #: Pieces that every match holds; empty where none is known.
        self._needs = Pieces(self.holding).all
        # Classes and named groups keep their capitals.
        small = re.sub(
            r"\\.|\(\?P|[A-Z]", lambda m: m[0].lower() if len(m[0]) == 1 else m[0], pattern
        )
        self.compiled = re.compile(small)
        self._search, self._match = self.compiled.search, self.compiled.match
        self._finditer, self._fullmatch = self.compiled.finditer, self.compiled.fullmatch

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match in text[start:end]."""
        if self._needs and (held := _listed.get(text)) is not None and self._needs.isdisjoint(held):
            return None
        return self._search(small_letters(text), start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match that begins at `start`."""
        return self._match(small_letters(text), start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match of all of text[start:end]."""
        return self._fullmatch(small_letters(text), start, end)

    def finditer(
        self, text: str, start: int = 0, end: int = sys.maxsize
    ) -> Iterator[re.Match[str]]:
        """Return all matches in text[start:end], one after the other."""
        if self._needs and (held := _listed.get(text)) is not None and self._needs.isdisjoint(held):
            return iter(())
        return self._finditer(small_letters(text), start, end)


def sentences(text: str) -> list[Span]:
    """Split a text into sentences and list items, white space trimmed, offsets kept."""
    found: list[Span] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match.group().startswith(".") and _ABBREVIATION.search(
            text[max(start, match.end() - _LONGEST_ABBREVIATION) : match.end()]
        ):
            continue
        _append(found, text, start, match.end())
        start = match.end()
    _append(found, text, start, len(text))
    return found


def _append(found: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip(" \n-*#\u2022"))
    if piece[left : left + 1].isdigit() and piece[left - 1 : left] == "-":
        left -= 1  # the dash is a sign, not a bullet
    kept = piece[left:].rstrip()
    if re.search(r"\w", kept):
        found.append(Span(text=kept, start=start + left, end=start + left + len(kept)))


@lru_cache(maxsize=4096)
def phrase_pattern(phrases: tuple[str, ...], *, small: bool = False) -> re.Pattern[str]:
    """Return a pattern that finds any of the phrases as whole words, longest first.

    Phrases with an upper-case letter are matched as they are written; others in any case.
    White space in a phrase matches any run of it or a hyphen; a final plural s is allowed. A word
    written "[a|any]" stands for a few of those words, in any order, or none.

    small: the text to look in is in small letters, as the phrases are.
    """
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    if not ordered:
        return re.compile(r"(?!)")
    # Tested once for all phrases, the borders keep the search fast inside words.
    one_of = "|".join(_phrase(phrase, "?:" if small else "?i:") for phrase in ordered)
    return re.compile(rf"(?<![\w.])(?:{one_of})(?!\w)")


#: The words of a phrase, optional ones together.
_WORDS = re.compile(r"\[[^\]]*\]|[^\s-]+")
#: Most words that stand in one optional place of a phrase.
_MOST_OPTIONAL = 5


def _phrase(phrase: str, group: str) -> str:
    *words, last = (_word(word) for word in _WORDS.findall(phrase) or [phrase])
    body = "".join(word if word.endswith("}") else rf"{word}[\s-]+" for word in words) + last
    if phrase == phrase.lower():
        body = f"({group}{body}(?:s|es)?)" if phrase[-1:].isalpha() else f"({group}{body})"
    return body


def _word(word: str) -> str:
    """Return the pattern of one word, or of the words that may stand in an optional place."""
    if not word.startswith("["):
        return re.escape(word)
    options = "|".join(map(re.escape, word.strip("[]").split("|")))
    return rf"(?:(?:{options})[\s-]+){{0,{_MOST_OPTIONAL}}}"


class Phrases:
    """Phrases to look for in text, as `phrase_pattern` matches them, found by their first words.

    A pattern of hundreds of phrases is tried at every place of a text; most texts hold none of
    the words with which the phrases begin.
    """

    def __init__(self, phrases: tuple[str, ...]) -> None:
        by_word: dict[str, list[str]] = {}
        for phrase in phrases:
            first = _FIRST_WORD.match(phrase)
            by_word.setdefault(_key(first.group()) if first else "", []).append(phrase)
        #: Phrases that begin with no word, such as "%", are looked for everywhere.
        self._everywhere = phrase_pattern(tuple(phrases)) if "" in by_word else None
        self._by_word = by_word
        #: What matches phrases by their first words, made for the words that texts hold.
        self._matching: dict[str, _Matching] = {}
        self._words = frozenset(by_word)

    def may_be_in(self, text: str) -> bool:
        """Tell whether a text holds a word with which any of the phrases begins."""
        return self._everywhere is not None or not self._words.isdisjoint(_places(text)[1])

    def find(self, text: str) -> list[Span]:
        """Return where a phrase stands in the text, in order; of overlaps the longest."""
        if self._everywhere is not None:
            return _find_all(text, self._everywhere)
        places, words = _places(text)
        if self._words.isdisjoint(words):
            return []
        matches: list[re.Match[str]] = []
        lowered = small_letters(text)
        for key in self._words & words:
            match_at, small = self._matching.get(key) or self._made(key)
            for at in places[key]:
                match = match_at(lowered if small else text, at)
                if match is not None:
                    matches.append(match)
        if len(matches) > 1:
            matches.sort(key=re.Match[str].start)
        return _longest(text, matches)

    def _made(self, key: str) -> "_Matching":
        """Make what matches the phrases that begin with a word, in small letters where it can."""
        own = tuple(self._by_word[key])
        small = all(phrase == phrase.lower() for phrase in own)
        made = self._matching[key] = (phrase_pattern(own, small=small).match, small)
        return made


#: What matches at a place of a text, and whether the text is to be in small letters.
_Matching = tuple[Callable[[str, int], re.Match[str] | None], bool]
_FIRST_WORD = re.compile(r"\w+")
_WORD_START = re.compile(r"(?<![\w.])\w+")
#: Letters that match "i" in any case, though they fold to something else.
_DOTS = str.maketrans({"\u0131": "i", "\u0130": "i"})


@lru_cache(maxsize=256)
def _places(text: str) -> tuple[dict[str, list[int]], frozenset[str]]:
    """Return where the words of a text begin, by the forms under which a phrase may begin.

    With these forms once more as a set, which tells fastest that it shares none with another.
    """
    found: dict[str, list[int]] = {}
    for match in _WORD_START.finditer(text.translate(_DOTS)):
        for form in _forms(match.group().casefold()):
            found.setdefault(form, []).append(match.start())
    return found, frozenset(found)


def _key(word: str) -> str:
    return word.translate(_DOTS).casefold()


def _forms(word: str) -> tuple[str, ...]:
    """Return a word with and without the ending of a plural."""
    if not word.endswith("s"):
        return (word,)
    return (word, word[:-1], word[:-2]) if word.endswith("es") else (word, word[:-1])


@lru_cache(maxsize=4096)
def phrases_of(phrases: tuple[str, ...]) -> Phrases:
    """Return the phrases to look for; the same ones are prepared once."""
    return Phrases(phrases)


def find_phrases(text: str, phrases: Iterable[str]) -> list[Span]:
    """Return where any of the phrases stands in the text, in order; of overlaps the longest."""
    return phrases_of(tuple(phrases)).find(text)


def _find_all(text: str, pattern: re.Pattern[str]) -> list[Span]:
    matches: list[re.Match[str]] = []
    match = pattern.search(text)
    while match is not None:
        matches.append(match)
        match = pattern.search(text, match.start() + 1)
    return _longest(text, matches)


def _longest(text: str, matches: Sequence[re.Match[str]]) -> list[Span]:
    """Return matches in order, less those that overlap one before them that is at least as long."""
    found: list[Span] = []
    low = high = 0
    for match in matches:
        start, end = match.span()
        if start >= high:
            found.append(Span(text[start:end], start, end))
        elif end - start > high - low:
            found[-1] = Span(text[start:end], start, end)
        else:
            continue
        low, high = start, end
    return found
