"""The opposing claim, by rules: step 1 of the paper.

One thing is turned round, never two: a denial is taken away; or the word that says which way goes
is replaced by its opposite; or the verb is denied. So the result says the contrary, or denies,
and never means the same.
"""

import re
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.polarity import PARTICIPLES, opposites
from simulrag.verifier.literature.verbs import main_verb

Rule = Literal["denial_removed", "opposite_word", "verb_denied", "denied_as_a_whole", "model"]

#: The longest claim that is read, in characters.
LONGEST_CLAIM = 2_000
_AUXILIARIES = (
    "is|are|was|were|can|could|may|might|will|would|shall|should|must|has|have|had|do|does|did"
)
_DENIED = re.compile(rf"\b({_AUXILIARIES}|ca|wo)(?:\s+not|n['’]t)\b", re.IGNORECASE)
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\b(has|have|had|with|shows?|showed|demonstrates?|receives?|carry|carries|is|are|were|was|"
    r"there is|there are|makes?|plays?)\s+no\b(?:\s+(?=\w))?",
    re.IGNORECASE,
)
_LACKS = re.compile(r"\b(lacks?|fails? to)\b(?!\s+of\b)", re.IGNORECASE)
#: An auxiliary of the main clause: not one of "people who are".
_AUXILIARY = re.compile(rf"(?<!who )(?<!that )(?<!which )\b({_AUXILIARIES})\b", re.IGNORECASE)
#: "has", "have" and "had" where they help another verb.
_PERFECT = re.compile(r"\s+(?:\w+ly\s+)?(?:been|\w+ed|\w+en|become|led|shown|grown)\b")
#: What stands before a participle.
_HELPED = re.compile(r"\b(?:has|have|had|been|is|are|was|were|be)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_POSSESSED = {"has": "does not have", "have": "do not have", "had": "did not have"}
_WORD = re.compile(r"[A-Za-z]+")
#: A word that stands alone: no part of "antigen-induced".
_WHOLE_WORD = re.compile(r"(?<![\w-])[A-Za-z]+(?![\w-])")
#: Verbs of the list that are nouns in "a leading cause of", which have no opposite.
_NOUN_OF = re.compile(r"\b(?:causes?|supports?|blocks?)\s+(?:of|for)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"(\ba|^A)n?\s+$")
#: Words whose opposite turns a claim round although others of their pair say how much, not which
#: way ("most patients" against "few"): tried after the verbs.
_QUANTITIES = frozenset(
    "all none most least many few before after early late stable unstable common rare".split()
)
_RELATIVE = re.compile(r"\b(?:who|that|which|where|when|whose)\b", re.IGNORECASE)
#: A noun in the plural before a verb: "traps contribute".
_PLURAL = re.compile(r"[a-z](?<![siu])s(?:\s+\w+ly)?\s+$")
_UNNEGATED = {"lack": "have", "lacks": "has", "fail to": "do", "fails to": "does"}


class Opposition(Frozen):
    """The opposing claim, and the rule that made it ("model": a language model did)."""

    claim: str
    opposing: str
    rule: Rule


def oppose(claim: str) -> Opposition:
    """Return the opposing claim of a claim of 1 to 2,000 characters; else LiteratureError."""
    text = checked_claim(claim)
    tried: list[tuple[Rule, str | None]] = [
        ("denial_removed", _without_denial(text)),
        ("opposite_word", _with_opposite(text)),
        ("verb_denied", _denied(text)),
    ]
    for rule, made in tried:
        if made is not None:
            return Opposition(claim=text, opposing=made, rule=rule)
    whole = f"It is not true that {_continued(text)}"
    return Opposition(claim=text, opposing=whole, rule="denied_as_a_whole")


def opposition_of_model(claim: str, opposing: str) -> Opposition:
    """Return an opposing claim that a model handed in.

    Raises LiteratureError where it has the claim's own words, whatever their case and marks.
    """
    text, other = checked_claim(claim), checked_claim(opposing)
    if _WORD.findall(text.lower()) == _WORD.findall(other.lower()):
        raise LiteratureError(
            f"the opposing claim {other!r} says the same as the claim; hand in one that says the "
            "contrary"
        )
    return Opposition(claim=text, opposing=other, rule="model")


def checked_claim(claim: str) -> str:
    """Return a claim with single spaces; LiteratureError where it has no words or too many."""
    text = " ".join(claim.split())
    if not _WORD.search(text):
        raise LiteratureError(f"the claim {text[:80]!r} has no words; give one sentence")
    if len(text) > LONGEST_CLAIM:
        raise LiteratureError(
            f"the claim has {len(text)} characters; give one sentence of at most {LONGEST_CLAIM}"
        )
    return text


def _continued(text: str) -> str:
    """Return a sentence as it stands within another: a plain first word in lower case."""
    first = text.split()[0]
    plain = first.isalpha() and first[1:].islower()
    return text[0].lower() + text[1:] if plain else text


def _without_denial(text: str) -> str | None:
    """Return the text without its only denial; None where it has none or several."""
    spots = [
        (kind, found)
        for kind, pattern in (
            ("auxiliary", _DENIED), ("cannot", _CANNOT), ("noun", _NO_NOUN), ("lack", _LACKS),
        )
        for found in pattern.finditer(text)
    ]  # fmt: skip
    if len(spots) != 1:
        return None
    kind, found = spots[0]
    match kind:
        case "auxiliary":
            kept = {"ca": "can", "wo": "will"}.get(found.group(1).lower(), found.group(1))
        case "cannot":
            kept = "can"
        case "noun":
            kept = (
                f"{found.group(1)} an "
                if _singular_effect(text, found.end())
                else (f"{found.group(1)} ")
            )
        case _:
            kept = _UNNEGATED[found.group(1).lower()]
    return " ".join((text[: found.start()] + kept + text[found.end() :]).split())


def _singular_effect(text: str, place: int) -> bool:
    return bool(re.match(r"(?:effect|impact|association|influence|increase)\b", text[place:], re.I))


def _with_opposite(text: str) -> str | None:
    """Return the text with its first word that points up or down turned round."""
    pairs = opposites()
    nouns = {found.start() for found in _NOUN_OF.finditer(text)}
    spots = [
        found
        for found in _WHOLE_WORD.finditer(text)
        if found.group().lower() in pairs and found.start() not in nouns
    ]
    spots.sort(key=lambda found: (found.group().lower() in _QUANTITIES, found.start()))
    if not spots:
        return None
    found = spots[0]
    other = pairs[found.group().lower()]
    if _HELPED.search(text[: found.start()]):
        other = PARTICIPLES.get(other, other)
    shaped = other.capitalize() if found.group()[0].isupper() else other
    before = _ARTICLE.sub(
        lambda article: article.group(1) + ("n " if other[0] in "aeiou" else " "),
        text[: found.start()],
    )
    return before + shaped + text[found.end() :]


def _denied(text: str) -> str | None:
    """Return the text with its first auxiliary denied, or its main verb in the present."""
    found = _AUXILIARY.search(text)
    if found is None or found.start() == 0:
        return _full_verb_denied(text)
    verb, rest = found.group(1), text[found.end() :]
    if verb.lower() in _POSSESSED and not _PERFECT.match(rest):
        return text[: found.start()] + _POSSESSED[verb.lower()] + rest
    return f"{text[: found.end()]} not{rest}"


def _full_verb_denied(text: str) -> str | None:
    """Return "A does not protect B" for "A protects B"; None for a verb that is not surely one."""
    verb = main_verb(text)
    if verb is None or _RELATIVE.search(text[: verb.start]):
        return None
    if verb.form == "third":
        denied = "does not"
    elif verb.form == "base" and _PLURAL.search(text[: verb.start]):
        denied = "do not"
    else:
        return None
    return f"{text[: verb.start]}{denied} {verb.base}{text[verb.end :]}"
