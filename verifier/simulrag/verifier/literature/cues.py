"""Cues of agreement between a claim and the sentences of a takeaway, as numbers.

Each cue compares the two, and none looks at the claim alone, so that how claims of a data set
happen to be worded decides nothing.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulrag.verifier.literature.polarity import NEGATIONS, directions, tokens
from simulrag.verifier.literature.terms import STEMMER, STOP_WORDS, stemmed, words

#: sense: both say or both deny, a word of decrease or denial turning a sentence round each time.
#: direction: what both speak of goes the same way. no_effect: both find none. same_words: the
#: claim's words of direction stand in the sentence. numbers_*: the claim's numbers do, or others.
CUES = ("sense", "direction", "no_effect", "same_words", "numbers_agree", "numbers_differ")
#: How far a word of direction may stand from the word whose direction it gives, in words; in the
#: claim, which is one statement, the nearest counts wherever it stands.
_REACH = 6
#: A denial turns round a word of direction up to this many words after it.
_DENIAL_REACH = 4
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,·]\d+)*(?:\s?%)?")
#: Statements that nothing was found or changed.
NO_EFFECT = re.compile(
    r"\b(?:no (?:significant |apparent |clear |consistent )?(?:effect|impact|influence|association|"
    r"difference|change|evidence|benefit|relationship|correlation|increase|reduction|improvement)s?|"
    r"not (?:\w+ )?(?:associated|differ|different|affect|affected|improve|reduce|increase|alter|"
    r"change|changed|correlated|related|significant|predict)|did not|does not|do not|unchanged|"
    r"unaffected|independent of|neither|failed to|ineffective|nonsignificant|similar|comparable|"
    r"(?:at |to |have |has |had )?the same \w+ (?:as|than|in|for)|equal(?:ly)?)\b",
    re.IGNORECASE,
)


_CONTRAST = re.compile(r";|\b(?:whereas|although|though|but|however|despite)\b", re.IGNORECASE)
#: Figures and names in brackets, which point no way.
_ASIDE = re.compile(r"(?:(?<!\s)\s+)?\([^()]*\)")
#: How a word begins that denies the rest of it: "inaccurate", "unaffected".
_DENYING = ("in", "un", "im", "non")
_LEAST_DENIED = 5
#: Share of the claim's words in a sentence that one of its parts must hold to stand for it.
_NEARLY_ALL = 0.75
#: Words that neither turn round nor deny here: parts of names, and "not only".
_NAMES = re.compile(
    r"\b(?:(?:insulin|drug|multidrug|antibiotic|antimicrobial|airway|vascular|methicillin)"
    r"[- ]resistan(?:ce|t)|tumou?r[- ]suppressors?|negative controls?|limits? of detection"
    r"|not (?:only|just|merely|solely|(?:confined|limited|restricted) to))\b",
    re.IGNORECASE,
)

#: Words by which a statement limits itself to some condition.
_LIMITS = re.compile(
    r"\b(?:only (?:in|among|when|if|for|at|after|with)|but not (?:in|among|for|with)|"
    r"except(?: for)?|limited to|restricted to|depend(?:s|ed|ing) on|in (?:a )?subgroups?|"
    r"not in all)\b",
    re.IGNORECASE,
)


def qualification(claim: str, sentence: str) -> str:
    """Return the words by which a sentence limits what the claim says without limit; or ""."""
    found = _LIMITS.search(_NAMES.sub(" ", sentence))
    return "" if found is None or _LIMITS.search(claim) else found.group().lower()


def cues(claim: str, sentences: Sequence[str]) -> NDArray[np.float64]:
    """Return the cues in the order of `CUES`, each -1 to 1, positive for agreement.

    `sentences` are those of the takeaway, the weightiest first; each further one counts half.
    """
    if not sentences:
        return np.zeros(len(CUES))
    rows = np.array([_pair(claim, sentence) for sentence in sentences])
    return np.average(rows, axis=0, weights=[0.5**place for place in range(len(sentences))])


def _pair(claim: str, sentence: str) -> list[float]:
    agreeing, differing = _numbers(claim, sentence)
    part = telling_part(claim, sentence)
    return [
        float(sense(claim) * sense(part) * denied_within(claim, part)),
        _aligned(claim, sentence),
        _no_effect(claim, part),
        _shared(claim, sentence),
        agreeing,
        -differing,
    ]


def telling_part(claim: str, sentence: str) -> str:
    """Return the part of a sentence that speaks of the claim: one between words of contrast.

    What else a sentence says ("..., whereas B had no effect") would turn it round. The whole
    sentence, where no part holds nearly all that it has of the claim.
    """
    own = set(stemmed(claim))
    sentence = _ASIDE.sub("", sentence)
    parts = _CONTRAST.split(sentence)
    held = [len(own & set(stemmed(part))) for part in parts]
    most = max(held)
    whole = len(own & set(stemmed(sentence)))
    return parts[held.index(most)] if most >= _NEARLY_ALL * whole > 0 else sentence


def sense(text: str) -> int:
    """Return 1 or -1: each word of decrease, prevention or denial turns a statement round.

    So `loss of A increases B`, `A decreases B` and `A does not increase B` have the same sense.
    """
    pointing = directions()
    turns = sum(
        word in NEGATIONS or pointing.get(word, 0) < 0
        for word in tokens(_LIMITS.sub(" ", _NAMES.sub(" ", text)))
    )
    return -1 if turns % 2 else 1


def denied_within(claim: str, sentence: str) -> int:
    """Return -1 where one has a word that the other denies by its beginning, else 1.

    So "accurate" and "inaccurate" are of contrary sense; pairs that point up and down are left to
    `sense`.
    """
    own, there = set(words(claim)), set(words(sentence))
    pairs = ((one, other) for one, other in ((own, there), (there, own)))
    turned = {
        word
        for one, other in pairs
        for word in one - other
        for begun in _DENYING
        if word.startswith(begun)
        and len(rest := word.removeprefix(begun)) >= _LEAST_DENIED
        and rest in other - one
        and word not in directions()
        and rest not in directions()
        and word not in NEGATIONS
    }
    return -1 if len(turned) % 2 else 1


def _aligned(claim: str, sentence: str) -> float:
    """Return the mean, -1 to 1, of whether what both speak of goes the same way."""
    own, other = _ways(claim, None), _ways(sentence, _REACH)
    both = own.keys() & other.keys()
    return sum(own[stem] * other[stem] for stem in both) / len(both) if both else 0.0


def _ways(text: str, reach: int | None) -> dict[str, int]:
    """Return for each content stem the way that the nearest word of direction gives it, 1 or -1."""
    pointing, found = directions(), tokens(text)
    spots = [place for place, word in enumerate(found) if word in pointing]
    stems = STEMMER.stems(found)
    ways: dict[str, int] = {}
    for place, word in enumerate(found):
        if len(word) < 3 or word in STOP_WORDS or word in pointing or word in NEGATIONS:
            continue
        near = [spot for spot in spots if reach is None or abs(spot - place) <= reach]
        if near:
            nearest = min(near, key=lambda spot: abs(spot - place))
            ways.setdefault(stems[word], _way(found, nearest))
    return ways


def _way(found: Sequence[str], spot: int) -> int:
    """Return which way the word of direction at `spot` points, a denial before it considered."""
    before = found[max(0, spot - _DENIAL_REACH) : spot]
    way = directions()[found[spot]]
    return -way if any(word in NEGATIONS for word in before) else way


def _shared(claim: str, sentence: str) -> float:
    """Return the share of the claim's words of direction that stand in the sentence too."""
    pointing = directions()
    own = {word for word in tokens(claim) if word in pointing}
    if not own:
        return 0.0
    stems = STEMMER.stems([*own, *words(sentence)])
    there = {stems[word] for word in words(sentence)}
    return sum(stems[word] in there for word in own) / len(own)


def _no_effect(claim: str, sentence: str) -> float:
    """Return 1 where both find no effect, -1 where one of them does, 0 where neither."""
    one, other = bool(NO_EFFECT.search(claim)), bool(NO_EFFECT.search(sentence))
    if not one and not other:
        return 0.0
    return 1.0 if one == other else -1.0


def _numbers(claim: str, sentence: str) -> tuple[float, float]:
    """Return the shares of the claim's numbers that stand in a sentence that has any, or do not."""
    own = {_plain(found) for found in _NUMBER.findall(claim)}
    there = {_plain(found) for found in _NUMBER.findall(sentence)}
    if not own or not there:
        return 0.0, 0.0
    met = len(own & there) / len(own)
    return met, 1 - met


def _plain(number: str) -> str:
    return number.replace("·", ".").replace(",", "").replace(" ", "")
