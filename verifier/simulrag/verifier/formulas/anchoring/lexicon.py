"""General English by what its words do (`lexicon.toml`): no word of any simulator's domain."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from simulrag.verifier.denials import DENIALS, DISBELIEF
from simulrag.verifier.formulas.anchoring.vocabulary import base_form
from simulrag.verifier.number_words import ONES, SCALES, TENS

_FILE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("lexicon.toml").read_text("utf-8"))
#: Kind of what phrases mean -> the phrases.
PHRASES: dict[str, tuple[str, ...]] = {k: tuple(words) for k, words in _FILE["phrases"].items()}
PHRASES["negation"] = (*DENIALS, *DISBELIEF, *PHRASES["negation"])
#: Phrase -> what a number behind it is compared by.
COMPARATORS: dict[str, str] = {
    word: sign for sign, words in _FILE["comparators"].items() for word in words
}
#: Comparators that may stand behind their number.
TRAILING = ("or ", "and ")
_FACTORS: dict[str, float] = {
    word: float(factor) for factor, words in _FILE["factors"].items() for word in words
}
ONE_OF: tuple[str, ...] = tuple(_FILE["one_of"])
ORDINALS: tuple[str, ...] = tuple(_FILE["ordinals"])
SPREADS: tuple[list[str], ...] = tuple(phrase.split() for phrase in _FILE["spreads"])
MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
         "august aug", "september sep sept", "october oct", "november nov", "december dec"), 1
    )
    for name in names.split()
}  # fmt: skip


class Verbs(frozenset[str]):
    """Words by their base forms; others of their forms are among them."""

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or super().__contains__(base_form(str(word)))


@cache
def factor_of(word: str) -> float | None:
    """Return by how much a word says that something is multiplied: "doubled", "fivefold"."""
    count, fold, _ = word.partition("fold")
    if fold and count in ONES | TENS | SCALES:
        return float((ONES | TENS | SCALES)[count])
    return _FACTORS.get(word, _FACTORS.get(base_form(word)))


def _words(name: str, *others: str) -> frozenset[str]:
    return frozenset(word for one in (name, *others) for word in _FILE[one])


RISE, FALL = Verbs(PHRASES["general rise"]), Verbs(PHRASES["general fall"])
LATER, EARLIER = Verbs(PHRASES["later"]), Verbs(PHRASES["earlier"])
AFTERWARDS, BEFOREHAND = frozenset(PHRASES["afterwards"]), frozenset(PHRASES["beforehand"])
AVERTING = Verbs(PHRASES["averting"])
KEEPING, REACHING = Verbs(_words("keeping")), Verbs(_words("reaching"))
NEARLY = Verbs(_words("nearly", "reaching"))
HIGHEST, LOWEST, AMONG, EACH = map(_words, ("highest", "lowest", "among", "each"))
PARTS_OF_PLACES, BEFORE_PLACES = _words("parts_of_places"), _words("before_places")
WITHIN_PLACES = _words("within_places")
BEHIND_PARTS, BEFORE_PARTS = _words("behind_parts"), _words("before_parts")
BEFORE_AMOUNTS = _words("before_parts", "before_amounts")
BEFORE_ONE = _words("before_parts", "before_one")
MAJORITY, EVENLY, ALWAYS = _words("majority"), _words("evenly"), _words("always")
REMOVALS, ENDINGS = Verbs(_words("removals")), Verbs(_words("endings"))
WHOLES = _words("wholes")
BEFORE_WHOLES = _words("wholes", "before_wholes")
CUTS, DETERMINERS, MARKED = _words("cuts"), _words("determiners"), _words("marked")
EXCEPTING = _words("excepting")
ESTIMATES, BEFORE_ONLY = _words("estimates"), _words("before_only")
EXACT, PLACED = _words("exact"), _words("placed")
NO_DIVISORS, RECENT = _words("no_divisors"), _words("recent")
STEPS, BEFORE_STEPS = Verbs(_words("steps")), _words("before_steps")
GRAMMATICAL = _words("grammatical")
CAUSES, REASONS, TIMES = _words("causes"), _words("reasons"), _words("times", "recent")
#: The cause that may be a date.
SINCE = "since"
