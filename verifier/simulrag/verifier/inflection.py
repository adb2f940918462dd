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


#: Past forms and participles that the usual rules do not make.
_IRREGULAR = {
    "arise": "arose arisen", "be": "is are was were being been", "bear": "bore borne",
    "beat": "beat beaten", "become": "became become", "begin": "began begun",
    "blow": "blew blown", "break": "broke broken", "bring": "brought", "build": "built",
    "burn": "burnt", "burst": "burst", "buy": "bought", "come": "came come", "cost": "cost",
    "creep": "crept", "cut": "cut", "do": "does did done", "draw": "drew drawn",
    "drive": "drove driven", "eat": "ate eaten", "end": "ended", "fall": "fell fallen",
    "feel": "felt", "find": "found", "foresee": "foresaw foreseen", "forgo": "forwent forgone",
    "get": "got gotten", "give": "gave given", "go": "went gone goes", "grow": "grew grown",
    "have": "had has", "hit": "hit", "hold": "held", "keep": "kept", "know": "knew known",
    "lead": "led", "leap": "leapt", "leave": "left", "let": "let", "lie": "lay lain lying",
    "lose": "lost", "make": "made", "mean": "meant", "meet": "met",
    "outdo": "outdid outdone outdoes", "outrun": "outran outrun", "outshine": "outshone",
    "oversee": "oversaw overseen", "overshoot": "overshot", "overtake": "overtook overtaken",
    "pay": "paid", "put": "put", "read": "read", "rein": "reined", "rid": "rid",
    "rise": "rose risen", "run": "ran run", "say": "said", "see": "saw seen", "sell": "sold",
    "send": "sent", "set": "set", "shake": "shook shaken", "shed": "shed", "shoot": "shot",
    "show": "showed shown", "shrink": "shrank shrunk", "sink": "sank sunk", "sit": "sat",
    "slide": "slid", "speak": "spoke spoken", "speed": "sped", "spend": "spent",
    "split": "split", "spread": "spread", "stand": "stood", "strip": "stripped",
    "swell": "swelled swollen", "swing": "swung", "take": "took taken", "tell": "told",
    "think": "thought", "throw": "threw thrown", "travel": "travelled travelling",
    "undercut": "undercut", "undergo": "underwent undergone undergoes", "wear": "wore worn",
    "win": "won", "wind": "wound", "fly": "flew flown", "forbid": "forbade forbidden",
    "outgrow": "outgrew outgrown", "quit": "quit quitting", "ring": "rang rung",
    "spring": "sprang sprung", "stick": "stuck", "tie": "tying", "undershoot": "undershot",
    "withdraw": "withdrew withdrawn",
}  # fmt: skip


def conjugated(verb: str) -> tuple[str, ...]:
    """Return the forms of a verb, of which the first word is inflected: "goes up", "went up"."""
    word, _, rest = verb.partition(" ")
    forms = dict.fromkeys((*verb_forms(word), *_IRREGULAR.get(word, "").split()))
    return tuple(f"{form} {rest}".strip() for form in forms)
