"""What a text says without a number: none, all or half of something, and how likely it is."""

from collections.abc import Container, Iterable

from simulrag.simulators.interface import Parameter
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.lengths import DURATIONS
from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.matching import Matched
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.anchoring.vocabulary import Token
from simulrag.verifier.formulas.ranges import bare
from simulrag.verifier.formulas.syntax import Application

#: Words between "nobody" or "entirely" and what there is none or all of.
NEAR = 4
#: Words between "no" and what there is none of.
AHEAD = 2


class Amounts:
    """A formula with its text, and which amounts the text says in words for none and all."""

    def __init__(self, held: Matched) -> None:
        self._held = held

    def is_said(self, literal: Literal, parameter: Parameter) -> bool:
        """Tell whether words beside an input's say that there is none, or all, of it."""
        match parameter.kind, literal.value:
            case "change", -100:
                if self.is_removed(parameter):
                    return True
                around, ahead = frozenset[str](), lexicon.NOTHING
            case "share", 100:
                around, ahead = lexicon.EVERYTHING, frozenset[str]()
            case (("share" | "number" | "integer"), 0):
                around, ahead = lexicon.NOBODY, lexicon.NOTHING
            case _:
                return False
        return any(
            _has(one.tokens[max(0, hit.first - NEAR) : hit.end + NEAR], around)
            or _has(one.tokens[max(0, hit.first - AHEAD) : hit.first], ahead)
            for one in self._held.everywhere
            for hit in one.of("parameter") if hit.meaning.name == parameter.name
        )  # fmt: skip

    def is_removed(self, parameter: Parameter) -> bool:
        """Tell whether words beside an input's say that all of it, or a part, is taken away."""
        return any(
            hit.first - NEAR <= removed.first and removed.end <= hit.end + NEAR
            for one in self._held.everywhere for removed in one.of("removal")
            for hit in one.of("parameter", "choice") if hit.meaning.name == parameter.name
        )  # fmt: skip

    def is_whole(self, literal: Literal) -> bool:
        """Tell whether a number is all of what the text speaks of, or all members of a list."""
        held = self._held
        if not self._says(lexicon.EVERYTHING):
            return False
        listed = (p for p in held.parameters.values() if p.name in held.analysis.listed)
        counted = any(len(one.members) == literal.value for one in listed)
        return counted or (literal.unit == "percent" and abs(float(literal.value)) == 100)

    def one_time(self, literal: Literal) -> tuple[int, ...]:
        """Return where the text says the 1, or the 7 days, of "less than a week", as tokens."""
        said = (
            f"{article} {unit}"
            for unit, days in DURATIONS.items() for own in _times(literal.unit)
            for article in ("a", "an")
            if literal.value == round(days / DURATIONS[own], 6)
        )  # fmt: skip
        return tuple(at for phrase in said for at in self._held.text.places(phrase))

    def is_half(self, literal: Literal) -> bool:
        """Tell whether a number is the half that "most of" is more than, and "equally" means."""
        half = 50 if literal.unit in SHARES else 0.5
        sizes = (literal.value, 1 / float(literal.value)) if literal.multiple else (literal.value,)
        if literal.unit not in (*SHARES, "ratio", None) or half not in sizes:
            return False
        if literal.comparator in ("==", "!="):
            return self._says(lexicon.EVENLY)
        rest = bool(self._held.text.of("afterwards"))  # most after a time: less than half before
        more = literal.comparator in (">", ">=") or rest
        return more and self._says(lexicon.MAJORITY)

    def _says(self, words: Container[str]) -> bool:
        return _has(self._held.text.tokens, words)


def _times(unit: str | None) -> tuple[str, ...]:
    """Return in which times a number may be counted; a series does not tell."""
    return ("day", "week", "year") if unit is None else (unit,) if unit in DURATIONS else ()


def _has(tokens: Iterable[Token], words: Container[str]) -> bool:
    return any(token.plain in words for token in tokens)


def hedge(held: Matched, literal: Literal) -> str:
    """Return the words of a text that say the bound of a probability; empty for none."""
    if literal.role != "compared" or not is_bound_of(held, literal, "probability"):
        return ""
    sign, bounds, words = _said(held)
    return words if literal.comparator[:1] == sign and literal.value in bounds else ""


def is_hedged(held: Matched) -> bool:
    """Tell whether a formula says by a probability what its text says with "probably"."""
    return any(hedge(held, one) for one in held.analysis.literals)


def is_bound_of(held: Matched, literal: Literal, function: str) -> bool:
    """Tell whether a number is what a function of the language is compared with."""
    atom = held.analysis.atoms[literal.atom]
    sides = [bare(side) for side in (atom.left, atom.right)]
    return any(isinstance(one, Application) and one.name == function for one in sides)


def _said(held: Matched) -> tuple[str, tuple[float, ...], str]:
    """Return how a text hedges what it says, by its longest such words."""
    text = held.text
    for words in sorted(lexicon.HEDGES, key=len, reverse=True):
        for at in text.places(words):
            ahead = text.tokens[at - 1].plain if at else ""
            if ahead not in lexicon.COMPARING_HEDGES:
                return (*lexicon.HEDGES[words], words)
    return "", (), ""
