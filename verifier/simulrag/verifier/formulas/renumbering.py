"""Writes another number where a text prints one: in its digits, or in digits where it has words.

A number keeps its sign, separators and precision, and stays on the side on which the comparison
holds. Words become the shortest that read well: "twice" is "1.6 times", "a third" is "45 %".
"""

import math
import re
from typing import NamedTuple

from simulrag.verifier.formulas.anchoring.lexicon import factor_of
from simulrag.verifier.formulas.syntax import TURNED, Number
from simulrag.verifier.number_words import words_value

_DIGITS = re.compile(r"[+\-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
#: From here on zeros at the end of a number are rounding.
_ROUND = 1_000
#: Significant digits of a number that stood in words.
_SIGNIFICANT = 2
#: Factors that stand before what they multiply, as "1.6 times" does; the others are verbs.
_TIMES = ("twice", "thrice")
_TIMES_THE = ("double", "triple", "treble", "quadruple")
_HEDGES = r"(?:(?:about|around|roughly|nearly|almost|approximately|some)\s+)?"
_BE = re.compile(rf"\b(?:is|are|was|were|be|been|being)\s+{_HEDGES}$", re.IGNORECASE)
#: Words that call a number small, or large, and how much of it another may differ from it.
_ONLY = re.compile(rf"\b(?:only|just|merely|barely|mere|little as)\s+{_HEDGES}$", re.IGNORECASE)
_EVEN = re.compile(rf"\b(?:even|fully|full|whopping|much as|many as)\s+{_HEDGES}$", re.IGNORECASE)
ALIKE = 0.1
_OF = r"\s+(?=(?:the|that|this|those|these|its|their|what|as much|as many)\b)"


class NotWritten(Exception):
    """Why a number has no place in a text."""


class Renumbered(NamedTuple):
    """The literal of the formula, and the place in the text with what stands there now."""

    literal: Number
    start: int
    end: int
    shown: str


class _Scale(NamedTuple):
    """How the literal of a formula follows from what the text prints: gain x printed + offset."""

    gain: float
    offset: float = 0.0

    def literal(self, printed: float) -> float:
        return self.gain * printed + self.offset

    def printed(self, literal: float) -> float:
        return (literal - self.offset) / self.gain


def renumbered(
    text: str, span: tuple[int, int], literal: Number, value: float, operator: str, decimals: int,
    *, unrounded: bool = False,
) -> Renumbered:  # fmt: skip
    """Return a number of a text replaced. Raises NotWritten where words would need rewriting.

    span: where the text prints it. value: what is to stand in the formula instead of `literal`, on
    whose side `operator` compares. decimals: of the value, where the text has words.
    unrounded: its zeros are no rounding, as those of a calendar year and of what is exact.
    """
    if math.copysign(1.0, value) * literal.value < 0:
        raise NotWritten("the value has the other sign, so that words would need rewriting")
    share = abs(value / literal.value) if literal.value else 1.0
    for words, beyond in ((_ONLY, share > 1 + ALIKE), (_EVEN, share < 1 - ALIKE)):
        if beyond and (said := words.search(text[: span[0]])):
            raise NotWritten(f"{said[0].strip()!r} would no longer be said of it")
    if literal.value < 0:
        operator = TURNED[operator]
    found = _DIGITS.search(text, *span)
    if found is not None:
        return _in_digits(found, literal, abs(value), operator, unrounded=unrounded)
    return _in_words(text, span, literal, abs(value), operator, decimals)


def _in_digits(
    found: re.Match[str], literal: Number, value: float, operator: str, *, unrounded: bool
) -> Renumbered:
    digits = found[0].lstrip("+-−")
    whole = digits.replace(",", "")
    scale = _scale(float(whole), abs(literal.value))
    size, places = scale.printed(value), _decimals(whole)
    size = rounded(size, 1.0 if unrounded else _step(whole, size), operator)
    shown = f"{size:,.{places}f}" if "," in digits else f"{size:.{places}f}"
    sign = found[0][: len(found[0]) - len(digits)]
    made = _literal(literal, scale, float(f"{size:.{places}f}"), f"{size:.{places}f}")
    return Renumbered(made, found.start(), found.end(), f"{sign}{shown}")


def _in_words(
    text: str, span: tuple[int, int], literal: Number, value: float, operator: str, decimals: int
) -> Renumbered:
    start, end = span
    words = text[start:end].lower()
    stated = _of_words(words)
    scale = _scale(stated, abs(literal.value))
    size = scale.printed(value)
    if size <= 0:
        raise NotWritten("the value is zero, so that words would need rewriting")
    in_one_word = factor_of(words) is not None
    share = 0 < stated < 1 and not in_one_word
    as_much = share and re.match(r"\s+as\b", text[end:]) is not None
    measured = share and re.match(r"\s+an?\b", text[end:])
    if measured:  # half a degree
        end += measured.end()
    percent = share and not as_much and not measured
    size = 100.0 * size if percent else size
    least = 0 if percent else 1 if share or in_one_word else decimals
    places = max(0, min(_SIGNIFICANT - 1 - math.floor(math.log10(size)), max(decimals, least)))
    shown = f"{rounded(size, 10.0**-places, operator):.{places}f}"
    told = _told(text, end, words, shown, percent=percent, times=as_much)
    printed = float(shown) / 100.0 if percent else float(shown)
    return Renumbered(_literal(literal, scale, printed, shown), start, end, told)


def _told(text: str, end: int, words: str, shown: str, *, percent: bool, times: bool) -> str:
    """Return what stands in the place of a number in words."""
    if percent:
        return f"{shown} % of" if re.match(_OF, text[end:]) else f"{shown} %"
    noun = words in _TIMES_THE and _BE.search(text[: end - len(words)])  # else "doubles" it
    if words in _TIMES or times or (noun and re.match(_OF, text[end:])):
        return f"{shown} times"
    if words.endswith("fold"):
        return f"{shown}-fold"
    if factor_of(words) is not None:
        raise NotWritten(f"{words!r} is a change in one word, so that words would need rewriting")
    return shown


def _of_words(words: str) -> float:
    try:
        factor = factor_of(words)
        value = float(words_value(words)[0]) if factor is None else factor
    except (ArithmeticError, LookupError, ValueError):
        value = 0.0
    if value <= 0:
        raise NotWritten(f"{words!r} is no number that another could stand for")
    return value


def _scale(printed: float, literal: float) -> _Scale:
    """Return how a formula has what a text prints: as it is, "twice" as 100 %, "half" as 50 %."""
    if not printed or math.isclose(printed, literal):
        return _Scale(1.0)
    if printed > 1 and math.isclose(100.0 * (printed - 1.0), literal, rel_tol=1e-6):
        return _Scale(100.0, -100.0)
    near = 10.0 ** round(math.log10(literal / printed)) if literal else 1.0
    # "a third" is 33.3 %: a power of ten that the digits of the formula hide
    return _Scale(
        near if math.isclose(literal / printed, near, rel_tol=0.02) else literal / printed
    )


def _literal(old: Number, scale: _Scale, printed: float, shown: str) -> Number:
    """Return the literal of the formula for what the text prints now."""
    if not printed and old.value < 0:
        raise NotWritten("the value rounds to zero, so that words would need rewriting")
    same = scale == _Scale(1.0) and float(shown) == printed
    value = scale.literal(printed)
    digits = shown if same else f"{value:.9g}"
    return Number(-value, f"-{digits}") if old.value < 0 else Number(value, digits)


def _decimals(digits: str) -> int:
    return len(digits.partition(".")[2])


def _step(whole: str, size: float) -> float:
    """Return to what a number is rounded that takes the place of digits.

    Zeros at the end of a large number are rounding; a smaller one has as many other digits.
    """
    step = 10.0 ** -_decimals(whole)
    if "." in whole or float(whole) < _ROUND or not whole.endswith("00") or size <= 0:
        return step
    significant = len(whole.rstrip("0"))
    finest = 10.0 ** (math.floor(math.log10(size)) + 1 - significant)
    return max(1.0, min(10.0 ** (len(whole) - significant), finest))


def rounded(size: float, step: float, operator: str) -> float:
    """Return a size in steps, on the side on which `operator` holds."""
    slack = 1e-9 if operator in ("<", ">") else -1e-9
    if operator in ("<", "<="):
        return math.ceil(size / step + slack) * step
    if operator in (">", ">="):
        return math.floor(size / step - slack) * step
    return round(size / step) * step
