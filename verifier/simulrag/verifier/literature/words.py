"""Words as the index holds them: in lower case, without accents, Greek letters named.

Letters are parted from digits, so that `IL-6`, `IL6` and `il 6`, `TGF-β` and `TGF beta` are the
same. Stems are those of SQLite's own Porter tokenizer (Porter 1980, doi 10.1108/eb046814).
"""

import re
import unicodedata

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
#: The same where all is ASCII, which is read twice as fast.
_PLAIN = re.compile(r"[a-z]+|[0-9]+")
_MARK = re.compile("[̀-ͯ]")


def words(text: str) -> list[str]:
    """Return the words and digit groups of a text, spelt alike, in order."""
    if text.isascii():
        return _PLAIN.findall(text.lower())
    text = _MARK.sub("", unicodedata.normalize("NFKD", text.translate(_GREEK)))
    return _WORD.findall(text.lower())


def normalise(text: str) -> str:
    """Return the words of a text, spelt alike, with one space between them."""
    return " ".join(words(text))
