"""What a text says without a number: one of something, half or most of it, all or none of it."""

from collections.abc import Container

from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.derived_dates import DURATIONS
from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.matching import Matched
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.anchoring.vocabulary import longest
from simulrag.verifier.formulas.syntax import Application, bare


def one_time(held: Matched, literal: Literal) -> tuple[int, ...]:
    """Return where the text says the 1, or the 7 days, of "less than a week", as tokens."""
    said = (
        f"{article} {unit}"
        for unit, days in DURATIONS.items() for own in _times(literal.unit)
        for article in ("a", "an")
        if literal.value == round(days / DURATIONS[own], 6)
    )  # fmt: skip
    return tuple(at for phrase in said for at in held.text.places(phrase))


def is_half(held: Matched, literal: Literal) -> bool:
    """Tell whether a number is the half that "most of" is more than, and "equally" means."""
    half = 50 if literal.unit in SHARES else 0.5
    sizes = (literal.value, 1 / float(literal.value)) if literal.multiple else (literal.value,)
    if literal.unit not in (*SHARES, "ratio", None) or half not in sizes:
        return False
    if literal.comparator in ("==", "!="):
        return _says(held, lexicon.EVENLY)
    rest = bool(held.text.of("afterwards"))  # most after a time: less than half before
    more = literal.comparator in (">", ">=") or rest
    return more and _says(held, lexicon.MAJORITY)


def presences(text: Mentions, name: str) -> dict[int, str]:
    """Return how a text speaks of what an input changes, by the token of the word that says so.

    It is "there" in "the effect of CO2 emissions", "gone" in "without" and "cutting all of" them,
    else "changed"; "without CO2 cuts" says nothing of it.
    """
    inside = {at for hit in text.of("parameter") for at in range(hit.first, hit.end)}
    turns = {hit.end - 1 for hit in text.of("general rise", "general fall")}
    found: dict[int, str] = {}
    for hit in longest(one for one in text.of("parameter") if one.meaning.name == name).values():
        at, words = hit.first - 1, list[str]()
        while at >= 0 and (at in inside or text.tokens[at].plain in lexicon.BEFORE_WHOLES):
            words.append(text.tokens[at].plain)
            at -= 1
        word = text.tokens[at].plain if at >= 0 else ""
        whole = not lexicon.WHOLES.isdisjoint(words) and word in lexicon.FALL
        gone = whole or word in lexicon.REMOVALS
        behind = [token.plain for token in text.tokens[hit.end : hit.end + 2]]
        verb = word.endswith("ing") and not lexicon.DETERMINERS.isdisjoint(behind[1:])
        if gone and not verb and not lexicon.CUTS.isdisjoint(behind[:1]):
            continue
        found[at] = "gone" if gone else "changed" if at in turns else "there"
    return found


def _times(unit: str | None) -> tuple[str, ...]:
    """Return in which times a number may be counted; a series does not tell."""
    return ("day", "week", "year") if unit is None else (unit,) if unit in DURATIONS else ()


def _says(held: Matched, words: Container[str]) -> bool:
    return any(token.plain in words for token in held.text.tokens)


def is_bound_of(held: Matched, literal: Literal, function: str) -> bool:
    """Tell whether a number is what a function of the language is compared with."""
    atom = held.analysis.atoms[literal.atom]
    sides = [bare(side) for side in (atom.left, atom.right)]
    return any(isinstance(one, Application) and one.name == function for one in sides)
