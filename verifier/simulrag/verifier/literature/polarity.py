"""Words that turn a statement round: negations, directions, and pairs of opposites.

Every word of a pair stands against every word of its other side. `DIRECTIONS` says which way a
word points (up: more, stronger, caused; down: less, weaker, prevented).
"""

import re
from functools import cache

#: Verbs that point up and down, by base form; their other forms are made by rule. The first of
#: each side are each other's opposites.
_VERBS = """
increase | decrease
increase | reduce
raise | reduce
elevate | reduce
promote | inhibit
activate | inactivate
enhance | impair
induce | suppress
stimulate | block
improve | worsen
accelerate | slow
strengthen | weaken
cause | prevent
facilitate | hinder
upregulate | downregulate
lengthen | shorten
prolong | shorten
extend | shorten
expand | shrink
exacerbate | alleviate
aggravate | ameliorate
gain | lose
rise | fall
grow | decline
augment | diminish
maximize | minimize
support | oppose
"""
#: Other opposites, not of verbs.
_PAIRS = """
higher | lower
high | low
more | less
greater | smaller
many | few
fewer | more
most | least
larger | smaller
lowers | raises
lowered | raised
lowering | raising
longer | shorter
faster | slower
stronger | weaker
better | worse
above | below
upregulation | downregulation
activation | inactivation
promotion | inhibition
improvement | deterioration
increased | decreased
elevated | reduced
positive | negative
positively | negatively
beneficial | deleterious
beneficial | harmful
effective | ineffective
efficient | inefficient
safe | dangerous
common | rare
frequent | infrequent
sufficient | insufficient
dependent | independent
present | absent
presence | absence
early | late
warmer | colder
wetter | drier
hot | cold
susceptible | resistant
susceptibility | resistance
sensitive | resistant
sensitivity | resistance
gain | loss
hyperactive | hypoactive
active | inactive
stable | unstable
able | unable
capable | incapable
likely | unlikely
necessary | unnecessary
required | dispensable
essential | dispensable
significant | insignificant
sparsely | densely
always | never
all | none
before | after
related | unrelated
inferior | superior
favorable | unfavorable
favourable | unfavourable
benign | malignant
good | bad
large | small
fast | slow
profitable | unprofitable
"""
#: Words that deny; "fail" and "lack" deny what follows them.
NEGATIONS = frozenset(
    "not no nor neither never none cannot without lack lacks lacked lacking fail fails failed "
    "unable absent absence unrelated unchanged nothing nobody hardly n't".split()
)
#: Nouns and adjectives that point up or down beside the verbs.
_UP = (
    "higher greater more larger stronger faster longer better improvement elevation promotion "
    "activation induction upregulation enhancement growth gain gains excess rises risk "
    "susceptibility beneficial effective associated improvements elevations"
).split()
_DOWN = (
    "lower less fewer smaller weaker slower shorter worse reduction inhibition inactivation "
    "suppression downregulation loss decline deficiency deficient depletion protective protect "
    "protects protected protection resistance resistant attenuate attenuates attenuated "
    "abolish abolished abolishes ineffective impairment mitigate mitigated lowers lowered lowering "
    "drop drops dropped reductions losses declines deficiencies deficits deficit insufficiency "
    "protecting attenuating attenuation mitigates mitigation prevention"
).split()
_VOWELS = "aeiou"
_IRREGULAR = {
    "rise": ("rises", "rose", "rising", "risen"),
    "fall": ("falls", "fell", "falling", "fallen"),
    "grow": ("grows", "grew", "growing", "grown"),
    "shrink": ("shrinks", "shrank", "shrinking", "shrunk"),
    "lose": ("loses", "lost", "losing", "lost"),
}
#: Past form -> participle, where they differ.
PARTICIPLES = {past: last for _, past, _, last in _IRREGULAR.values() if past != last}


def forms(verb: str) -> tuple[str, str, str, str, str]:
    """Return base, third person, past, -ing form and participle of a verb."""
    if verb in _IRREGULAR:
        return (verb, *_IRREGULAR[verb])
    base, third, past, lasting = _regular(verb)
    return base, third, past, lasting, past


def _regular(verb: str) -> tuple[str, str, str, str]:
    if verb.endswith("e"):
        return verb, verb + "s", verb + "d", verb[:-1] + "ing"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"
    return verb, verb + ("es" if verb.endswith("s") else "s"), verb + "ed", verb + "ing"


def _sides(text: str) -> list[tuple[str, str]]:
    return [
        (left.strip(), right.strip())
        for left, right in (line.split("|") for line in text.strip().splitlines())
    ]


#: Base forms of the verbs that point up or down.
DIRECTED_VERBS = tuple(dict.fromkeys(verb for pair in _sides(_VERBS) for verb in pair))


@cache
def opposites() -> dict[str, str]:
    """Return word -> its opposite, the first that the lists name, in lower case."""
    found: dict[str, str] = {}
    pairs = [
        pair
        for left, right in _sides(_VERBS)
        for pair in zip(forms(left), forms(right), strict=True)
    ]
    for left, right in [*pairs, *_sides(_PAIRS)]:
        found.setdefault(left, right)
        found.setdefault(right, left)
    return found


@cache
def directions() -> dict[str, int]:
    """Return word -> 1 where it points up, -1 where it points down."""
    found: dict[str, int] = {}
    for left, right in _sides(_VERBS):
        found |= dict.fromkeys(forms(left), 1) | dict.fromkeys(forms(right), -1)
    return found | dict.fromkeys(_UP, 1) | dict.fromkeys(_DOWN, -1)


_TOKEN = re.compile(r"n't\b|[A-Za-z]+(?=n't)|[A-Za-z]+", re.IGNORECASE)


def tokens(text: str) -> list[str]:
    """Return the words of a text in lower case, with n't as a word of its own."""
    return [found.lower() for found in _TOKEN.findall(text.replace("’", "'"))]


def denials(text: str) -> int:
    """Return how many words of a text deny."""
    return sum(word in NEGATIONS for word in tokens(text))


def points(text: str) -> bool:
    """Tell whether a text says which way something goes, or denies."""
    return any(word in NEGATIONS or word in directions() for word in tokens(text))
