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
act affect allow alter associate bind change combine confer contribute control correlate create
damage delay demonstrate depend determine develop differentiate disrupt drive elicit enable encode
encourage exhibit express favor form function generate give halt help impact influence interact
involve lead limit link localize lower make mediate migrate modulate need occur participate play
predict produce progress protect receive regulate remain represent require restore result reveal
serve show target treat trigger
""".split()
_PAST = {
    "lead": "led", "bind": "bound", "drive": "drove", "give": "gave", "make": "made",
    "control": "controlled",
}  # fmt: skip
#: Forms that are nouns as often, unless such a word follows: "results in", but "results of".
_NOUNS: dict[str, tuple[str, ...]] = {
    "results": ("in", "from"), "leads": ("to",), "acts": ("as", "on", "in", "via", "by"),
    "functions": ("as", "in"), "serves": ("as",), "depends": ("on", "upon"),
    "controls": (), "targets": (), "links": (), "limits": (), "forms": (), "impacts": (),
    "influences": (), "changes": (),
}  # fmt: skip
_WORD = re.compile(r"(?<![\w-])[A-Za-z]+(?![\w-])")
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
    """Return the first verb of a claim that does not begin it; None where none is known."""
    for word in _WORD.finditer(claim):
        spelt = word.group().lower()
        if spelt not in _known() or not word.start():
            continue
        after = _WORD.search(claim, word.end())
        if spelt in _NOUNS and (after is None or after.group().lower() not in _NOUNS[spelt]):
            continue
        base, form = _known()[spelt]
        return MainVerb(base, form, word.start(), word.end())
    return None


def sides(claim: str) -> tuple[str, str] | None:
    """Return what stands before and after the main verb; None where there is none."""
    verb = main_verb(claim)
    return None if verb is None else (claim[: verb.start], claim[verb.end :])
