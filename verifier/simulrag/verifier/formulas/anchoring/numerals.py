"""Numbers that a text prints: in digits and in words, with sign, unit, and the ends of ranges."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Phrases, Reader, Token
from simulrag.verifier.number_words import ONES, PARTS, SCALES, TENS, digits_value, words_value
from simulrag.verifier.units import FAMILIES, UNITS

SHARES = ("percent", "percentage_point")


class PrintedNumber(NamedTuple):
    """A number that a text prints.

    kind: "fraction" for a part of one ("two thirds", "one in 6,000"), "factor" for how many times.
    digits: as printed, "" for words and for numbers with a scale. sign: -1 or 1 where one is
    printed, else 0. first, end: its tokens, the unit included. side: -1 for the lower end of a
    range, 1 for the upper. owners: the parameters beside whose words it stands. ends: the two ends
    of "2.0 ± 0.3", of both of its numbers. mark: it may number a part of the text. change: from the
    one number of "from 50 to 30 km/h" and "30 instead of 50 km/h" to the other, percent, of both;
    -100 of the 0 of "to zero".
    denied: the text says another in its stead ("25 %, not 40 %"). exact: it is said to be no
    rounded one.
    """

    value: float
    kind: str
    digits: str
    unit: str
    sign: int
    start: int
    stop: int
    first: int
    end: int
    in_words: bool = False
    side: int = 0
    owners: frozenset[str] = frozenset()
    ends: tuple[float, ...] = ()
    mark: bool = False
    change: float | None = None
    denied: bool = False
    exact: bool = False

    @property
    def shrinks(self) -> bool:
        """Tell a verb that takes a part away: what is more than halved is less than half."""
        return self.kind == "factor" and self.in_words and self.value < 1


@cache
def family(unit: str) -> str:
    """Return what kind of quantity a unit measures."""
    known = UNITS.get(unit.lower(), unit)
    return FAMILIES.get(known, FAMILIES.get(known.removeprefix("delta_"), known))


@lru_cache(maxsize=64)
def _units(declared: frozenset[str]) -> Phrases[str]:
    own = declared - set(UNITS.values())
    return Phrases([*UNITS.items(), *((unit, unit) for unit in sorted(own))])


#: Symbols of units with or without a prefix, in their case; "5 pm" is a time of the day.
_SYMBOL = re.compile(
    r"(?!pm$)[pnµμmckMGT]?(?:m|g|s|W|Wh|V|A|J|Pa|Hz|mol|eV|N)|rad|atm|lb|ft|yr|hr|mph|ppb|ppm"
)
#: What makes digits an ordinal.
ORDINAL_ENDS = ("st", "nd", "rd", "th")
#: Most words of one number.
MOST_WORDS = 12
#: Units whose word is a single letter that must stand behind digits, in this case.
_LETTERS = {"c": "C", "f": "F", "k": "K", "m": "m", "g": "g", "s": "s", "l": "l", "v": "V",
            "w": "W", "j": "J", "n": "N", "a": "", "h": "h"}  # fmt: skip


def numbers(
    shown: Sequence[Token], taken: set[int], years: set[int], units: frozenset[str] = frozenset()
) -> tuple[PrintedNumber, ...]:
    """Return the numbers outside of tokens that are taken by dates and names; some are years.

    units: those that simulators declare, which are read as they write them ("kJ/(kg*K)") beside
    those that have words.
    """
    found = sorted(_units(units).find(shown), key=lambda hit: hit.size)
    return tuple(_NumberReader(shown, taken, years, {hit.first: hit for hit in found}).read())


class _NumberReader(Reader):
    def __init__(
        self, shown: Sequence[Token], taken: set[int], years: set[int], units: dict[int, Hit[str]]
    ) -> None:
        super().__init__(shown)
        self._taken, self._years, self._units = taken, years, units

    def read(self) -> list[PrintedNumber]:
        found: list[PrintedNumber] = []
        index = 0
        while index < len(self._tokens):
            token = self._tokens[index]
            first = token.plain in _FIRST_WORDS or lexicon.factor_of(token.plain) is not None
            may_be = index not in self._taken and (token.is_number or first)
            number = self._at(index) if may_be else None
            if number is None:
                index += 1
                continue
            index = number.end
            if not self._is_share(found, number):
                found.append(self._linked(found, self._with_unit(found, number)))
        return found

    def _with_unit(self, found: list[PrintedNumber], number: PrintedNumber) -> PrintedNumber:
        """Return a number behind "against" and the like, in the unit of what it is set against."""
        behind = _AGAINST & set(self._words(number.first - 2, number.first))
        unit = found[-1].unit if found and number.kind == "number" and behind else ""
        counts = number.unit or number.first in self._years or not self._ends_phrase(number.end)
        counts = counts or number.in_words  # "100 % with one": a lane
        return number if counts or not unit else number._replace(unit=unit)

    def _ends_phrase(self, index: int) -> bool:
        """Tell whether nothing stands behind a number that it may count."""
        return not self._word(index).isalpha() or self._word(index) in lexicon.BEHIND_PARTS

    def _is_one_time(self, index: int) -> bool:
        """Tell whether a unit of time stands before "later" and the like ("a decade later")."""
        unit = self._units.get(index)
        return (
            unit is not None and family(unit.meaning) == "time" and self._word(unit.end) in _APART
        )

    def _is_one_unit(self, index: int) -> bool:
        """Tell an amount of one unit: "more than a degree", "by a full day or more"."""
        at = index + 1 + (self._word(index + 1) in ("full", "whole"))
        unit = self._units.get(at)
        if unit is None or self._word(index - 1) not in lexicon.BEFORE_ONE:
            return False
        after = self._word(unit.end)
        behind = after in lexicon.BEHIND_PARTS | _AS_ADJECTIVES or after in _COMPARATIVES
        warmer = after.endswith("er") and self._word(at) != "second"  # as in "a second winter"
        return not after.isalpha() or behind or warmer

    def _in_name(self, index: int) -> bool:
        """Tell whether letters stand before a number, with no space between ("SSP2-4.5")."""
        for at in range(index, max(0, index - 6), -1):
            if not self._glued(at):
                return False
            before = self._tokens[at - 1]
            if before.word.isalpha():
                return True
            if not before.is_number and before.word not in ("-", "/", "_"):
                return False
        return False

    def _at(self, index: int) -> PrintedNumber | None:
        word = self._word(index)
        if self._tokens[index].is_number:
            return None if self._in_name(index) else self._in_digits(index)
        pointed = word == "one" and self._word(index - 1) in _POINTING
        if pointed and self._ends_phrase(index + 1):  # "the one in Texas", no "one city"
            return None
        if word in _ARTICLES and (self._is_one_time(index + 1) or self._is_one_unit(index)):
            return self._made(index, index + 1, 1.0, "number", words=True)
        if (factor := lexicon.factor_of(word)) is not None:
            return self._made(index, index + 1, factor, "factor", words=True)
        return self._in_words(index)

    def _is_mark(self, index: int) -> bool:
        """Tell what may number a part of a text: "2." or "(2)" before it, "[12]", "Figure 3"."""
        before, after = self._word(index - 1), self._word(index + 1)
        if not self._word(index).isdecimal():
            return False
        if self._word(index - 1 - (before == ".")) in lexicon.MARKED:
            return True
        if before + after in ("()", "[]"):
            return self._glued(index) and self._glued(index + 1)
        begins = index == 0 or before in (".", ";", "!", "?")
        return begins and after in (".", ")", ":") and not self._glued(index + 2)

    def _in_digits(self, index: int) -> PrintedNumber | None:
        word, end = self._word(index), index + 1
        if self._glued(end) and self._word(end) in ORDINAL_ENDS:
            return None
        scale = self._word(end) if self._word(end) in SCALES else ""
        scale = "k" if self._glued(end) and self._word(end) == "k" else scale
        try:
            value = float(digits_value(word, scale or None)[0])
        except ArithmeticError:
            return None
        end += 1 if scale else 0
        sign, digits = self._sign(index), "" if scale else word
        made = self._made(index, end, value, "number", digits=digits, sign=sign)
        marked = not made.unit and self._is_mark(index)
        return made._replace(mark=True) if marked else made

    def _sign(self, index: int) -> int:
        sign = self._word(index - 1)
        if sign not in ("-", "+") or not self._glued(index):
            return 0
        alone = index < 2 or not self._glued(index - 1) or self._word(index - 2) == "("
        return (-1 if sign == "-" else 1) if alone else 0

    def _in_words(self, index: int) -> PrintedNumber | None:
        end = self._end_of_words(index)
        words = self._words(index, end)
        if not words or words[0] in ("-", "and", "point"):
            return None
        try:
            value = float(words_value(" ".join(words))[0])
        except (ArithmeticError, KeyError, ValueError):
            return None
        kind = "fraction" if 0 < value < 1 else "number"
        return self._made(index, end, value, kind, words=True)

    def _end_of_words(self, index: int) -> int:
        """Return behind which token a number in words ends; where it begins if there is none."""
        last = index
        for end in range(index, min(index + MOST_WORDS, len(self._tokens))):
            word = self._word(end)
            if word == "and" and end > index and self._are_two(end):
                break
            ordinal = word in _ORDINAL_PARTS and not self._parts(index, end)
            if word in _NUMBER_WORDS and not ordinal:
                last = end + 1
            elif word not in ("-", "and", "a", "an", "point") or (end > index and end > last + 1):
                break
        return last

    def _are_two(self, at: int) -> bool:
        """Tell "a third and a half", "two and three" from "one and a third", "hundred and two"."""
        before, after = self._word(at - 1), self._word(at + 1)
        units = (before in ONES or before in TENS) and (after in ONES or after in TENS)
        return before in _ORDINAL_PARTS or units

    def _parts(self, index: int, end: int) -> bool:
        """Tell the fraction in "a third", "two thirds" from the ordinal in "the third"."""
        word, after = self._word(end), self._word(end + 1)
        if (
            word.endswith("s")
            or word in ("half", "quarter")
            or self._word(end - 1) not in _ARTICLES
        ):
            return end > index or word.endswith("s") or word in ("half", "quarter")
        compares = after in _COMPARATIVES or self._word(end + 2) == "than"
        alone = not after.isalpha() or after in lexicon.BEHIND_PARTS or compares
        return end > index and (alone or self._word(end - 2) in lexicon.BEFORE_PARTS)

    def _made(
        self, index: int, end: int, value: float, kind: str, *, digits: str = "", sign: int = 0,
        words: bool = False,
    ) -> PrintedNumber:  # fmt: skip
        start, stop = self._tokens[index].start, self._tokens[end - 1].end
        unit, after = self._unit(end, words=words)
        if unit == "times" or self._word(end) in ("x", "×"):
            kind, unit, after = "factor", "", max(after, end + 1)
        made = PrintedNumber(value, kind, digits, unit, sign, start, stop, index, after, words)
        made = made._replace(exact=self._word(index - 1) in lexicon.EXACT)
        gone = not value and unit in ("", *SHARES) and self._word(index - 1) == "to"
        return made._replace(change=-100.0) if gone else made

    def _unit(self, index: int, *, words: bool) -> tuple[str, int]:
        skipped = ("", "-", "full", "whole", "a", "an", "of a") if words else ("", "-", "full")
        for skip in (*skipped, "additional", "more", "fewer", "consecutive", "successive"):
            gap = len(skip.split())
            if skip and self._words(index, index + gap) != skip.split():
                continue
            hit = self._units.get(index + gap)
            if hit is None or (hit.first in self._taken and skip):
                continue
            token = self._tokens[hit.first]
            if (
                hit.end - hit.first == 1
                and token.plain in _LETTERS
                and (words or token.word != _LETTERS[token.plain])
            ):
                continue
            return hit.meaning, hit.end
        # A unit of physics that no simulator here has, so that it is not taken for none.
        shown = self._tokens[index].word if index < len(self._tokens) else ""
        known = _SYMBOL.fullmatch(shown) and index not in self._taken
        return (shown, index + 1) if known else ("", index)

    def _between(self, before: PrintedNumber, number: PrintedNumber) -> list[str]:
        """Return the words between two numbers, without the sign of the second."""
        return self._words(before.end, number.first - bool(number.sign))

    def _is_share(self, found: list[PrintedNumber], number: PrintedNumber) -> bool:
        """Take a number together with the one before it: "one in six", "1/6 of"."""
        if not found or not 1 <= number.first - found[-1].end <= 3 or number.kind != "number":
            return False
        before, said = found[-1], " ".join(self._between(found[-1], number))
        part = said == "/" and self._glued(number.first) and self._word(number.end) == "of"
        noun, _, rest = said.partition(" ")  # "one admission in six"
        alone = not number.unit and number.first not in self._years
        if before.value == 1 and noun not in _SHARED and alone and self._ends_phrase(number.end):
            said = rest
        if not (part or said in _SHARED) or before.unit:
            return False
        if 0 < before.value < number.value:
            found[-1] = before._replace(value=before.value / number.value, kind="fraction",
                                digits="", stop=number.stop, end=number.end)  # fmt: skip
        return 0 < before.value < number.value

    def _linked(self, found: list[PrintedNumber], number: PrintedNumber) -> PrintedNumber:
        """Return a number, told from the one before it if both are the ends of a range."""
        if not found or number.first - found[-1].end > 4 or found[-1].first in self._years:
            return number
        before, between = found[-1], self._between(found[-1], number)
        if between in lexicon.SPREADS:
            ends = _around(before, number)
            unit = before.unit or number.unit
            found[-1] = before._replace(unit=unit, ends=ends)
            return number._replace(unit=number.unit or unit, ends=ends, sign=0)
        if between == ["of"] and "within" in self._words(before.first - 3, before.first):
            ends = _around(number, before)
            found[-1] = before._replace(ends=ends)
            return number._replace(ends=ends)
        ahead = self._words(before.first - 3, before.first)
        within = between == ["and"] and "between" in ahead
        # From one value to another that it is instead of, or becomes.
        words = [word for word in between if word not in _OF_OLD]
        contrast = any(words[-len(one) :] == one for one in _CONTRASTS)
        if {before.kind, number.kind} == {"number"} and contrast:
            found[-1], number = _contrasted(before, number, turned=between[-1:] != ["to"])
            return number
        if not (between in _LINKS or within) or before.kind not in ("number", number.kind):
            return number
        counts = before.kind == "number"
        before = before if before.unit else before._replace(unit=number.unit)
        if counts and between == ["to"]:
            before, number = _contrasted(before, number, turned=False)
        moves = "from" in ahead[1:] and not self._word(before.first - 2).startswith("rang")
        if moves or before.unit != number.unit or before.value == number.value:
            found[-1] = before
            return number
        ends = (before.value * (before.sign or 1), number.value * (number.sign or 1))
        rising = ends[0] < ends[1]
        found[-1] = before._replace(side=-1 if rising else 1)
        return number._replace(side=1 if rising else -1)


_ARTICLES = ("a", "an")
#: Words before a "one" that stands for a thing.
_POINTING = ("the", "this", "that", "each", "every", "which", "any")
#: Words of degree behind a unit: "a degree warm", "a year long".
_AS_ADJECTIVES = frozenset("long warm cold cool late early high wide".split())
_COMPARATIVES = lexicon.Verbs((*lexicon.RISE, *lexicon.FALL, *lexicon.LATER, *lexicon.EARLIER))
#: What stands between a value and the one that it is instead of, or behind "from" becomes.
_OF_OLD = ("the", "a", "usual", "current", "present", "old", "former", "previous", "original")
INSTEAD = (["instead", "of"], ["rather", "than"], ["in", "place", "of"])
_CONTRASTS = (*INSTEAD, ["from"], ["not"], ["down", "to"], ["up", "to"])
#: What makes a time before it the one between two events.
_APART = frozenset("later earlier sooner longer shorter ahead".split())
_SHARED = ("in", "in every", "out of", "out of every", "of every", "out", "of")
_AGAINST = frozenset("against than versus vs with".split())
_LINKS = (["to"], ["-"], ["through"], ["-", "to"], ["to", "about"])


def _contrasted(
    one: PrintedNumber, other: PrintedNumber, *, turned: bool
) -> tuple[PrintedNumber, PrintedNumber]:
    """Return two values of the same unit with the change from the one to the other.

    turned: from the second to the first.
    """
    unit = one.unit or other.unit
    old, new = (other.value, one.value) if turned else (one.value, other.value)
    if unit in SHARES or not old or other.unit not in ("", unit):
        return one, other
    change = round(100 * (new / old - 1), 6)
    return one._replace(unit=unit, change=change), other._replace(unit=unit, change=change)


def _around(number: PrintedNumber, width: PrintedNumber) -> tuple[float, float]:
    """Return the ends of what lies so far, or so many percent, around a number."""
    share = width.unit in SHARES and number.unit not in SHARES
    size = width.value * number.value / 100 if share else width.value
    value = number.value * (number.sign or 1)
    return value - size, value + size


_ORDINAL_PARTS = frozenset(PARTS) - {"half", "halves"}
_NUMBER_WORDS = frozenset((*ONES, *TENS, *SCALES, *PARTS))
_FIRST_WORDS = _NUMBER_WORDS | {*_ARTICLES}


#: Words between "not" or "but" and its number, and what may stand before a "not" behind another.
_FILLERS = frozenset("by at to of in with the a an about around some roughly nearly almost".split())
_BREAKS = frozenset(", ; and ( - but".split())
#: Words between the number that is stated and the "not", and between a denied number and "but".
REACH = 8


def denied(
    shown: Sequence[Token], found: Sequence[PrintedNumber]
) -> Iterator[tuple[PrintedNumber, int]]:
    """Return each number that a text denies in favour of another, and where its "not" stands.

    As in "25 %, not 40 %" and "not 3 but 4".
    """
    words = [token.plain for token in shown]
    for at in (at for at, word in enumerate(words) if word == "not"):
        number = next((one for one in found if one.first > at), None)
        if number is None or not _FILLERS.issuperset(
            words[at + 1 : number.first - bool(number.sign)]
        ):
            continue
        stated = any(one.end <= at <= one.end + REACH for one in found)
        if (stated and words[at - 1] in _BREAKS) or "but" in words[number.end : number.end + REACH]:
            yield number, at
