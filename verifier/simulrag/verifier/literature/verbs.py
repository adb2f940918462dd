"""The main verb of a claim: it parts what the claim is about from what it says of that.

Only verbs that scientific statements often use are known, in the present, past and third person;
a claim with another one has no main verb here, and what needs one does without it.
"""

import re
from functools import cache
from typing import Literal, NamedTuple

from simulrag.verifier.literature.polarity import DIRECTED_VERBS, forms

AUXILIARIES = (
    "is", "are", "was", "were", "can", "could", "may", "might", "will", "would", "shall", "should",
    "must", "has", "have", "had", "do", "does", "did", "cannot",
)  # fmt: skip
#: Verbs without a direction of their own, by base form.
_VERBS = """
abolish act affect allow alter associate attenuate avert benefit bind change combine compensate
compete comprise confer consist constitute contribute control correlate create cure damage
deactivate delay deliver demonstrate depend deplete destroy determine develop differentiate
disrupt drive elicit eliminate enable encode encourage ensure exceed exhibit exist express favor
form function generate give govern halt harm help impact impede influence interact interfere
involve kill lead limit link localize lower maintain make mediate migrate mitigate modulate need
occur outweigh participate penetrate permit persist play possess predict produce progress protect
provide receive reflect regulate remain repress represent require respond restore restrict result
reveal serve show spread stabilize stem suffer target tolerate transmit treat trigger undergo
underlie vary warrant
""".split()
_PAST = {
    "lead": "led", "bind": "bound", "drive": "drove", "give": "gave", "make": "made",
    "control": "controlled", "spread": "spread", "transmit": "transmitted", "stem": "stemmed",
    "undergo": "underwent", "underlie": "underlay",
}  # fmt: skip
_OBJECT: tuple[str, ...] = ("the", "a", "an", "its", "their", "how", "whether", "both")
#: Forms that are nouns as often, unless such a word follows: "results in", but "results of".
_NOUNS: dict[str, tuple[str, ...]] = {
    "results": ("in", "from"), "leads": ("to",), "acts": ("as", "on", "in", "via", "by"),
    "functions": ("as", "in"), "serves": ("as",), "depends": ("on", "upon"),
    "stem": ("from",), "stems": ("from",), "benefits": ("from",), "benefit": ("from",),
    "spread": ("by", "through", "via", "from"), "controls": _OBJECT, "targets": _OBJECT,
    "links": _OBJECT, "limits": _OBJECT, "forms": _OBJECT, "impacts": _OBJECT,
    "influences": _OBJECT, "changes": _OBJECT,
}  # fmt: skip
_WORD = re.compile(r"(?<![\w-])[A-Za-z]+(?![\w-])")
#: Before a word that is then no verb of the main clause: "its target", "to reduce".
_NO_VERB_AFTER = frozenset(
    "a an the its their his her our this these those of in on for from with by to at as into no "
    "when if not more less most such".split()
)
#: What begins a clause of its own, up to its verb: "who often smoke", "where the spacers were".
_RELATIVE = re.compile(r"\b(?:(?:who|that|which)(?: \w+ly)?|(?:where|whose)(?: [\w-]+){1,2})\s$")
#: After a past form that is surely a verb: "reduced the number".
_DETERMINERS = frozenset("the a an its their no both all any".split())
#: Where a second statement begins, in which no main verb is looked for once there is one.
_NEXT = re.compile(r"[,;]|\b(?:and|but|while|whereas|because|when|if|after|before|although)\b")
#: What a base form follows: a plural, or two subjects.
PLURAL = re.compile(
    r"(?:[a-z](?<![iu])s|\band\s+[\w-]+|\b(?:people|children|men|women|mice|data|each|both|we|they|"
    r"bacteria))(?:\s+\w+ly|\s+each|\s+both)?\s+$",
    re.IGNORECASE,
)
Form = Literal["auxiliary", "base", "third", "past"]


class MainVerb(NamedTuple):
    """A verb as it stands in a text, from character `start` to `end`, and its base form."""

    base: str
    form: Form
    start: int
    end: int


@cache
def _known() -> dict[str, tuple[str, Form]]:
    known: dict[str, tuple[str, Form]] = {}
    for verb in (*DIRECTED_VERBS, *_VERBS):
        base, third, past, *_ = forms(verb)
        known.setdefault(base, (verb, "base"))
        known.setdefault(third, (verb, "third"))
        known.setdefault(_PAST.get(verb, past), (verb, "past"))
    for word in AUXILIARIES:
        known[word] = (word, "auxiliary")
    return known


def main_verb(claim: str) -> MainVerb | None:
    """Return the first verb of a claim that does not begin it; None where none is known.

    A form that may be none ("genes expressed in the brain act", "DNA damage activates") gives way
    to a later verb of the same statement.
    """
    unsure: MainVerb | None = None
    for word in _WORD.finditer(claim):
        before = claim[: word.start()].split()
        follows = _WORD.search(claim, word.end())
        after = follows.group().lower() if follows else ""
        verb = _verb_at(word, before[-1], after) if before else None
        if verb is None or _RELATIVE.search(claim[: word.start()]):
            continue
        if unsure is not None and _NEXT.search(claim, unsure.end, verb.start):
            return unsure
        if _sure(verb, claim, after):
            return verb
        unsure = unsure or verb
    return unsure


def _sure(verb: MainVerb, claim: str, after: str) -> bool:
    """Tell whether a form is a verb of its clause and no description and no noun."""
    if verb.form == "past":
        return after in _DETERMINERS
    return verb.form != "base" or bool(PLURAL.search(claim[: verb.start]))


def _verb_at(word: re.Match[str], before: str, after: str) -> MainVerb | None:
    """Return a word as a verb of the main clause; None where its neighbours say otherwise.

    `before` is as printed: an "A" within a sentence is a name.
    """
    spelt = word.group().lower()
    if spelt not in _known() or (before if before == "A" else before.lower()) in _NO_VERB_AFTER:
        return None
    if spelt in _NOUNS and after not in _NOUNS[spelt]:
        return None
    base, form = _known()[spelt]
    if form == "base" and after in AUXILIARIES:
        return None
    return MainVerb(base, form, word.start(), word.end())


def sides(claim: str) -> tuple[str, str] | None:
    """Return what stands before and after the main verb; None where there is none."""
    verb = main_verb(claim)
    return None if verb is None else (claim[: verb.start], claim[verb.end :])
