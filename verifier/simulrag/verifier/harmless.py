"""Words of plain English that change nothing of what a sentence says of a quantity."""

from functools import cache
from importlib.resources import files

from simulrag.verifier.inflection import bases_of_adverb, plurals, verb_forms

#: With these a word says the opposite of its stem, or that nothing is noticed.
_OPPOSITE = ("un", "in", "im", "il", "ir", "non", "dis", "mis", "anti", "ex", "sub", "pre", "post")
#: Shorter words in -ly are hardly adverbs ("fly", "only").
_SHORTEST_ADVERB = 6


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    """Return the words of the list by section, lines of a section joined."""
    path = files("simulrag.verifier") / "data" / "words.txt"
    found: dict[str, list[str]] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif not line.startswith("#"):
            found.setdefault(section, []).extend(line.split())
    return {name: tuple(words) for name, words in found.items()}


@cache
def narrowing_words() -> frozenset[str]:
    """Return words that say of whom, where, when, by whom or of what kind something is said."""
    return frozenset(_sections()["narrowing"])


@cache
def turning_words() -> frozenset[str]:
    """Return words that deny, doubt or limit what is said, verbs in all their forms."""
    listed = _sections()["turning"]
    return frozenset(form for word in listed for form in verb_forms(word))


@cache
def harmless_words() -> frozenset[str]:
    """Return the words that may be passed over, in all their forms but adverbs made from them."""
    words = _sections()
    forms = {
        *words["closed"],
        *words["irregular"],
        *words["adjectives"],
        *words["adverbs"],
        *words["nouns"],
        *(form for noun in words["nouns"] for form in plurals(noun)),
        *(form for verb in words["verbs"] for form in verb_forms(verb)),
    }
    return frozenset(forms) - narrowing_words() - turning_words()


@cache
def weightless_words() -> frozenset[str]:
    """Return the harmless words that are no words of grammar, and say nothing by themselves."""
    words = _sections()
    heavy = {form for word in words["weighty"] for form in verb_forms(word)}
    return harmless_words() - frozenset(words["closed"]) - heavy


def is_weightless(word: str) -> bool:
    """Tell whether a word in small letters neither joins, points, orders, sizes nor doubts."""
    if word in weightless_words():
        return True
    known = any(base in harmless_words() for base in bases_of_adverb(word))
    return known and _is_adverb_of_manner(word)


def is_narrowing(word: str) -> bool:
    """Tell whether a word in small letters is one that is never passed over by itself."""
    return word in narrowing_words() or any(p in narrowing_words() for p in word.split("-"))


def is_turning(word: str) -> bool:
    """Tell whether a word in small letters denies, doubts or limits what is said."""
    return word in turning_words()


@cache
def is_harmless(word: str) -> bool:
    """Tell whether a word in small letters may be passed over whatever sentence it stands in."""
    return word in harmless_words() or _is_adverb_of_manner(word)


def _is_adverb_of_manner(word: str) -> bool:
    """Tell whether a word in -ly only says how ("strongly", not "locally")."""
    if len(word) < _SHORTEST_ADVERB or not word.endswith("ly") or word.startswith(_OPPOSITE):
        return False
    kept_out = narrowing_words() | turning_words()
    return word not in kept_out and not any(base in kept_out for base in bases_of_adverb(word))
