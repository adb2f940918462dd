"""A sentence about observed counts as a row of signs; only where every word of it is known.

What is read here accounts for the whole sentence, so that no word can turn what it says.
"""

import re
from dataclasses import dataclass
from functools import cache

from simulrag.verifier.harmless import is_narrowing, is_weightless
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.tally_held import Piece
from simulrag.verifier.plain.tally_joins import joined
from simulrag.verifier.plain.tally_ledger import Ledger
from simulrag.verifier.plain.tally_pieces import named_pieces
from simulrag.verifier.plain.tally_words import forms, signs
from simulrag.verifier.reading.text import longest_from, small_letters

#: Most signs of a sentence that is read as a whole.
_LONGEST_ROW = 60
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*(?:n't)?|'s\b|[\d,.]*\d[\w-]*|[,:;()\"'=/-]|\S")
_SILENT = frozenset("()\"'-")


@dataclass(frozen=True, slots=True)
class Row:
    """The pieces of a sentence in order."""

    text: str
    pieces: tuple[Piece, ...]

    @property
    def signs(self) -> str:
        """Return the signs as one text, a letter each."""
        return "".join(p.sign for p in self.pieces)

    def all_of(self, signs: str) -> list[Piece]:
        """Return the pieces that have one of some signs."""
        return [p for p in self.pieces if p.sign in signs]


def row_of(scene: Scene, ledger: Ledger) -> Row | None:
    """Return a sentence as a row; None where a word has no sign."""
    small = small_letters(scene.text)
    held = named_pieces(scene, ledger, small)
    made: list[Piece] = []
    at = 0
    for piece in (*held, Piece("", len(small), len(small))):
        if piece.start < at:
            continue
        between = _worded(small, at, piece.start)
        if between is None:
            return None
        made += [*between, piece]
        at = piece.end
    kept = [p for p in made if p.sign]
    if len(kept) > _LONGEST_ROW:
        return None
    return Row(scene.text, tuple(joined(kept, ledger, scene.text)))


@cache
def _longest_from() -> dict[str, int]:
    return longest_from(_WORD.findall(phrase) for phrase in signs())


def _worded(small: str, start: int, end: int) -> list[Piece] | None:
    """Return the pieces of text[start:end], longest phrases first; None at an unknown word."""
    spans = [m.span() for m in _WORD.finditer(small, start, end)]
    words = [small[low:high] for low, high in spans]
    longest, table = _longest_from(), signs()
    found: list[Piece] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in _SILENT or (word in ",:;.=" and len(word) == 1):
            sign = "," if word in ",:;=" else ""
            if word == "." and small[spans[at][1] :].strip():
                return None
            found.append(Piece(sign, *spans[at]))
            at += 1
            continue
        for many in range(min(longest.get(word, 0), len(words) - at), 0, -1):
            low, high = spans[at][0], spans[at + many - 1][1]
            phrase = " ".join(small[low:high].split())
            if phrase in table:
                found += [Piece(sign, low, high) for sign in table[phrase] or ("",)]
                break
        else:
            if not _says_nothing(words[at]):
                return None
            many = 1
        at += many
    return found


#: Words that elsewhere say nothing, but of a count when, how long or in what order.
_OF_COURSE = frozenset(
    form
    for verb in ("begin", "open", "emerge", "elapse", "precede", "ensue", "close", "launch")
    for form in forms(verb)
) | frozenset(
    "state states place places country nation side position row series run runs nearly virtually "
    "practically roughly approximately merely likely usual usually customary ordinary "
    "ordinarily common commonly recent traditional everyday prevailing free".split()
)


def _says_nothing(word: str) -> bool:
    return is_weightless(word) and not is_narrowing(word) and word not in _OF_COURSE
