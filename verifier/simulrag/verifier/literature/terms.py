"""Words as the index holds them: spelt alike, without stop words, and stemmed.

Greek letters are named, accents dropped, and letters parted from digits, so that `IL-6`, `IL6`
and `il 6`, `TGF-β` and `TGF beta` are the same. Stems are those of SQLite's own Porter tokenizer,
so that query and index cannot differ (Porter 1980, doi 10.1108/eb046814).
"""

import re
import sqlite3
import threading
import unicodedata
from collections.abc import Iterable

_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega"
).split()
_GREEK = {
    ord(letter): f" {name} "
    for letters in ("αβγδεζηθικλμνξοπρστυφχψω", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ")
    for letter, name in zip(letters, _NAMES, strict=True)
} | {ord("µ"): " mu ", ord("ß"): "ss"}
_WORD = re.compile(r"[^\W\d_]+|\d+")
_MARK = re.compile("[̀-ͯ]")

#: Words that carry no content; negations among them, which are read elsewhere.
STOP_WORDS = frozenset(
    "a about after all also although an and any are as at be because been before being both but by "
    "can cannot could did do does doing done due during each either few for from further had has "
    "have having he her here his how however i if in into is it its itself just may might more "
    "most must my no nor not of off on once only or other our out over own part per same shall she "
    "should since so some such than that the their them then there therefore these they this "
    "those through thus to too under until up upon us very was we were what when where whereas "
    "whether which while who whom whose why will with within without would you your s t".split()
)
#: Stems are kept for this many words.
_REMEMBERED = 200_000


def normalise(text: str) -> str:
    """Return the words of a text in lower case, spelt alike, with one space between them."""
    return " ".join(words(text))


def words(text: str) -> list[str]:
    """Return the words and digit groups of a text, spelt alike, in order."""
    return _WORD.findall(spelt(text))


def spelt(text: str) -> str:
    """Return a text in lower case, with Greek letters named and without accents."""
    if not text.isascii():
        text = _MARK.sub("", unicodedata.normalize("NFKD", text.translate(_GREEK)))
    return text.lower()


class Stemmer:
    """Porter stems from SQLite's tokenizer, remembered; may be shared by threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._known: dict[str, str] = {}
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._database.execute(
            "CREATE VIRTUAL TABLE words USING fts5(word, tokenize = 'porter unicode61')"
        )
        self._database.execute("CREATE VIRTUAL TABLE stems USING fts5vocab(words, 'instance')")

    def stems(self, given: Iterable[str]) -> dict[str, str]:
        """Return word -> stem for normalised words; a word without a stem stands for itself."""
        asked = set(given)
        with self._guard:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            self._learn([word for word in asked if word not in self._known])
            return {word: self._known[word] for word in asked}

    def _learn(self, new: list[str]) -> None:
        if not new:
            return
        self._known.update({word: word for word in new})
        self._database.execute("BEGIN")
        self._database.executemany(
            "INSERT INTO words (rowid, word) VALUES (?, ?)", enumerate(new, start=1)
        )
        for stem, row in self._database.execute("SELECT term, doc FROM stems"):
            self._known[new[row - 1]] = stem
        self._database.execute("ROLLBACK")


STEMMER = Stemmer()


def stemmed(text: str) -> list[str]:
    """Return the stems of a text's words in order, without stop words."""
    found = [word for word in words(text) if word not in STOP_WORDS]
    known = STEMMER.stems(found)
    return [known[word] for word in found]
