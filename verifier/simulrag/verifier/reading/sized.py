"""Numbers beside a class that are the size of what it grades: "at 93 %, it is heavy"."""

from simulrag.verifier.quantities import family
from simulrag.verifier.reading.fact import Fact, Vocabulary
from simulrag.verifier.reading.text import AnyCase

_REACHED = AnyCase(r"\b(?:to|at|reach\w*)\s+(?:\w+\s+)?$")
_AT = AnyCase(r"\W*(?:at|with)\s+(?:about\s+|only\s+)?$")


def sized(fact: Fact, text: str, words: Vocabulary) -> Fact:
    """Take a bare number beside a class for the size of what it grades: "at 93 %, it is heavy"."""
    bare = fact.kind == "number" and fact.direction == "none" and not fact.of_value
    if not bare or fact.printed[0].signed:
        return fact
    if fact.printed[0].unit == "percent":
        return fact._replace(undirected=True)
    if fact.course or fact.of_change or not _of_size_of_class(fact, text, words):
        return fact
    return fact._replace(of_change=True, undirected=True)


#: A temperature so many times the end of the highest class, or less, may be a graded difference.
_OF_CLASS = 3


def _of_size_of_class(fact: Fact, text: str, words: Vocabulary) -> bool:
    """Tell whether a temperature beside the class of a difference is that difference."""
    if not words.grades_changes or family(fact.printed[0].unit) != "temperature":
        return False
    before = text[fact.left : fact.start]
    if _AT.fullmatch(before):
        named = False  # "at 1.07 °C, the change is just significant"
    else:
        named = bool(words.names.find(before) or _REACHED.search(before))
    return not named and float(fact.printed[0].value) <= _OF_CLASS * max(words.band_ends, default=0)
