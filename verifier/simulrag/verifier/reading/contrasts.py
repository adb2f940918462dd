"""What a sentence names only to deny it beside what it says: "not by 23 % but by 33 %"."""

from collections.abc import Sequence

from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.directions import direction_words
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.text import AnyCase, blanked

_GATE = AnyCase(
    r"\b(?:instead of|rather than|far from)\b|\bnot\b[^.;]*\bbut\b",
    holding=("but", "far from", "instead of", "rather than"),
)
#: "Instead of by 23 %, CO2 falls by 33 %", "Far from rising, travel time falls".
_FIRST = AnyCase(r"\W*(?:instead of|rather than|far from)\s+(?:by\s+)?(?P<what>[^,;]*),\s*")
#: "not by 23 % but by 33 %"
_NOT_BUT = AnyCase(r"\bnot\s+(?:by\s+)?(?P<what>[^,;]{1,60}?),?\s+but\s+")
#: Most characters of an alternative that is not so.
_SHORT = 60


def without_denied(text: str, words: Vocabulary) -> str:
    """Return a sentence without an alternative that is denied and of the kind of what is said.

    What is said excludes it: who falls by 33 % does not fall by 23 %. Numbers in other units
    than percent may be those of another state and are kept.
    """
    if _GATE.search(text) is None:
        return text
    found = _FIRST.match(text) or _NOT_BUT.search(text)
    if found is None or found.end("what") - found.start("what") > _SHORT:
        return text
    plain = blanked(text, [found.span()])
    inside = text[found.start("what") : found.end("what")]
    kinds = _kinds(inside, words)
    return plain if len(kinds) == 1 and _answers(kinds[0], _kinds(plain, words)) else text


def _kinds(text: str, words: Vocabulary) -> list[str]:
    """Return the kinds of all that a piece of text states, directions by their way."""
    figures = quantities(text)
    if figures:
        return ["share" if q.unit == "percent" else "number" for q in figures]
    return [w.direction for w in direction_words(text, (), words)]


def _answers(denied: str, said: Sequence[str]) -> bool:
    if denied in ("rise", "fall"):
        return bool(said) and all(w == ("fall" if denied == "rise" else "rise") for w in said)
    return denied == "share" and "share" in said
