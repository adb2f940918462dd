"""Place names that plain text gives no lead to: first words of sentences, and lower case."""

import re
from collections.abc import Iterable, Sequence

from simulrag.simulators.interface import Simulator
from simulrag.verifier.plain.vocabulary import COMMON
from simulrag.verifier.reading.mentions import Mention, unique_parameters
from simulrag.verifier.reading.places import ORDINARY
from simulrag.verifier.reading.text import find_phrases

_FIRST = re.compile(
    r"(?:^\W*|(?<=[a-z]),\s+)(?P<name>[^\W\d_a-z][\w'-]+(?:\s[^\W\d_a-z][\w'-]+){0,2})"
)
_WORD = re.compile(
    r"(?:^|,\s+|\b(?:in|than|of|and|between|for|both|neither|nor|does|will|is)\s+)(?P<name>[a-z]{4,}(?:\s[a-z]{4,})?)"
    r"(?=\s*(?:,|$|'s|\s+(?:is|was|are|has|will|would|lies?|in|under|and|than|averages|gets?|does|on|warms?|stays?|remains?|sits|heats|cools|had|keeps|hovers|reaches|averaged|when|if|by|over|during|from|for|at|on|across|averaged|averaging|taken|year-round|all)\b))"
)
_SUBJECT = re.compile(
    r"\b(?P<name>[a-z]{4,})(?='s\b|\s+(?:is|was|lies|averages|warms|cools|gets|stays|remains|sits|has|averaged|would)\b)"
)
#: Endings of words that begin sentences and are no names ("Halving", "Averaged").
_VERBAL = re.compile(r"(?:ing|ed|ly)$", re.I)
_CITIES = frozenset({"Beijing", "Nanjing", "Chongqing", "Darjeeling", "Wellington"})
#: Words that begin sentences of plain text and are also names of small places.
OPENERS = frozenset(
    (
        "set over along across amid beyond despite throughout until unlike within whether were "
        "most week weeks two three four five every each summer winter people hospital "
        "hospitals seasonal weekly left right only never here there some many nearly such much no "
        "not nobody none nothing even early late well very just high low best worst cold warm hot "
        "next last then thus later hence again at by"
    ).split()
)


def further_places(text: str, simulator: Simulator, heard: Sequence[Mention]) -> list[Mention]:
    """Return places that begin a sentence or stand in lower case, if the look-up knows them."""
    parameters = [p for p in unique_parameters(simulator) if p.kind == "place"]
    if not parameters:
        return []
    patterns = [_FIRST] if re.search(r"[A-Z][a-z]", text) else [_WORD, _SUBJECT]
    found: list[Mention] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            found += _known(text, match, simulator, parameters[0].name, [*heard, *found])
    return found


def _known(
    text: str, match: re.Match[str], simulator: Simulator, parameter: str, heard: Sequence[Mention]
) -> Iterable[Mention]:
    start = match.start("name")
    words = re.sub(r"'s?$", "", match["name"]).split()
    for count in range(len(words), 0, -1):
        name = re.sub(r"'s$", "", text[start : start + len(" ".join(words[:count]))])
        taken = any(m.start < start + len(name) and start < m.end for m in heard)
        plain = _is_ordinary(words[:count])
        elsewhere = name in {m.words for m in heard}
        verbal = bool(_VERBAL.search(name)) and not elsewhere and name not in _CITIES
        if taken or plain or verbal or _is_own_word(name, simulator):
            continue
        if simulator.find(parameter, name.title() if name.islower() else name):
            value = name.title() if name.islower() else name
            end = start + len(name)
            yield Mention(parameter=parameter, value=value, start=start, end=end, words=name)
            return


def _is_ordinary(words: Sequence[str]) -> bool:
    """Tell whether words are no name: "Mexico City" is one, though "city" is a word."""
    first = words[0]
    if first.islower() and any(w in COMMON for w in words):
        return True
    known = {w.casefold() for w in words} & (ORDINARY | OPENERS)
    named = len(words) > 1 and all(w[0].isupper() for w in words)
    return first.casefold() in known if named else bool(known)


def _is_own_word(name: str, simulator: Simulator) -> bool:
    words = [
        w
        for f in simulator.functions
        for o in f.outputs
        for w in (*o.words, *o.loose_words, *o.rise_words, *o.fall_words)
    ]
    return bool(find_phrases(name, words))
