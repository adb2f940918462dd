"""Cues of agreement between a claim and the sentences of a takeaway, as numbers.

Each cue compares the two, and none looks at the claim alone, so that how claims of a data set
happen to be worded decides nothing.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulrag.verifier.literature.polarity import (
    NEGATIONS,
    antonyms,
    denials,
    directions,
    tokens,
)
from simulrag.verifier.literature.terms import STEMMER, words

CUES = (
    "direction",
    "denial",
    "antonyms",
    "same_words",
    "no_effect",
    "numbers_agree",
    "numbers_differ",
    "coverage",
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,·]\d+)*(?:\s?%)?")
#: Statements that nothing was found or changed.
NO_EFFECT = re.compile(
    r"\b(?:no (?:significant |apparent |clear |consistent )?(?:effect|impact|influence|association|"
    r"difference|change|evidence|benefit|relationship|correlation|increase|reduction|improvement)s?|"
    r"not (?:\w+ )?(?:associated|differ|different|affect|affected|improve|reduce|increase|alter|"
    r"change|changed|correlated|related|significant|predict)|did not|does not|do not|unchanged|"
    r"unaffected|independent of|neither|failed to|ineffective|nonsignificant|similar)\b",
    re.IGNORECASE,
)


def cues(claim: str, sentences: Sequence[str], coverage: float) -> NDArray[np.float64]:
    """Return the cues in the order of `CUES`: positive for agreement, but for `coverage`, 0 to 1.

    `sentences` are those of the takeaway, the weightiest first; each further one counts half.
    """
    weights = [0.5**place for place in range(len(sentences))]
    rows = [_pair(claim, sentence) for sentence in sentences]
    if not rows:
        return np.zeros(len(CUES))
    summed = np.average(np.array(rows), axis=0, weights=weights)
    return np.append(summed, coverage)


def _pair(claim: str, sentence: str) -> list[float]:
    agreeing, differing = _numbers(claim, sentence)
    return [
        float(_direction(claim) * _direction(sentence)),
        _denial(claim, sentence),
        -float(_contrary(claim, sentence)),
        _shared(claim, sentence),
        _no_effect(claim, sentence),
        agreeing,
        -differing,
    ]


def _direction(text: str) -> int:
    """Return which way a text points: 1, 0 or -1, a denial turning it round."""
    pointing = directions()
    total = 0
    found = tokens(text)
    for place, word in enumerate(found):
        way = pointing.get(word, 0)
        if way and any(before in NEGATIONS for before in found[max(0, place - 4) : place]):
            way = -way
        total += way
    return (total > 0) - (total < 0)


def _denial(claim: str, sentence: str) -> float:
    """Return 1 where both or neither deny an odd number of times, -1 else; 0 where neither does."""
    one, other = denials(claim), denials(sentence)
    if not one and not other:
        return 0.0
    return 1.0 if one % 2 == other % 2 else -1.0


def _contrary(claim: str, sentence: str) -> int:
    """Return how many words of the claim meet their opposite, and not themselves, in a sentence."""
    against, there = antonyms(), set(tokens(sentence))
    return min(
        sum(
            word not in there and bool(against.get(word, frozenset()) & there)
            for word in set(tokens(claim))
        ),
        2,
    )


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
