"""Forms of English words by the usual rules of spelling: plurals, and what verbs take on.

Rules as in Quirk et al., A Comprehensive Grammar of the English Language (1985), 3.5-3.10, 5.80.
"""

import re
from collections.abc import Iterable

_HISSING = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
#: One vowel between consonants, of which the last may be doubled ("plan", "admit").
_CLOSED = re.compile(r"(?:^|[^aeiou])[aeiou][bdglmnprt]$")


def plurals(noun: str) -> Iterable[str]:
    """Return a noun with the ending -s."""
    if _CONSONANT_Y.search(noun):
        return (noun[:-1] + "ies",)
    return (noun + ("es" if _HISSING.search(noun) else "s"),)


def verb_forms(verb: str) -> Iterable[str]:
    """Return a verb and its regular forms in -s, -ed and -ing, consonants doubled or not."""
    stems = [verb]
    if _CLOSED.search(verb):
        stems.append(verb + verb[-1])
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        stems = [verb[:-1]]
    past = [verb[:-1] + "i"] if _CONSONANT_Y.search(verb) else stems
    return (
        verb,
        *plurals(verb),
        *(stem.removesuffix("e") + "ed" for stem in past),
        *(stem + "ing" for stem in stems),
    )


def bases_of_adverb(word: str) -> Iterable[str]:
    """Return the adjectives of which a word in -ly may be made ("happily", "simply")."""
    if not word.endswith("ly"):
        return ()
    stem = word[:-2]
    return (
        stem,
        stem + "le",
        stem + "e",
        stem.removesuffix("i") + "y",
        stem.removesuffix("al"),
        stem + "l",
    )
