"""What a text prints: numbers, dates, names of choices, comparators, directions, negations.

Domain words come from the declarations of functions; the rest is general English (`lexicon`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from simulrag.simulators.interface import Function, Output, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.formulas import lexicon
from simulrag.verifier.formulas.periods import Period, periods
from simulrag.verifier.formulas.vocabulary import Hit, Phrases, Token, tokens
from simulrag.verifier.number_words import ONES, PARTS, SCALES, TENS, digits_value, words_value
from simulrag.verifier.unit_names import UNITS


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number that a text prints.

    kind: "fraction" for a part of one ("two thirds", "one in 6,000"), "factor" for how many times.
    digits: as printed, "" for words and for numbers with a scale. sign: -1 or 1 where one is
    printed, else 0. first, end: its tokens, the unit included.
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


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase means.

    kind: "choice" and "group" (values of the parameter `name`), "parameter", "parameter rise",
    "parameter fall", "output", "unit word", "rise", "fall", "label" (of the output `name`), or one
    of general English: "comparator", "approximate", "negation", "equality", "different",
    "general rise", "general fall", "later", "earlier", "reference", "afterwards", "beforehand".
    sure: it is the name of its value, or one of an output's own words, and no word that may mean
    something else.
    """

    kind: str
    name: str = ""
    values: tuple[str, ...] = ()
    sure: bool = False


@dataclass(frozen=True)
class Mentions:
    """Everything that a text prints, as far as the declarations of some functions tell it."""

    text: str
    tokens: tuple[Token, ...]
    numbers: tuple[PrintedNumber, ...]
    periods: tuple[Period, ...]
    hits: tuple[Hit[Meaning], ...]

    @cached_property
    def by_kind(self) -> dict[str, tuple[Hit[Meaning], ...]]:
        """Return the phrases by the kind of what they mean."""
        found: dict[str, list[Hit[Meaning]]] = {}
        for hit in self.hits:
            found.setdefault(hit.meaning.kind, []).append(hit)
        return {kind: tuple(hits) for kind, hits in found.items()}

    def of(self, *kinds: str) -> tuple[Hit[Meaning], ...]:
        """Return the phrases of some kinds, in the order of the text."""
        if len(kinds) == 1:
            return self.by_kind.get(kinds[0], ())
        found = [hit for kind in kinds for hit in self.by_kind.get(kind, ())]
        return tuple(sorted(found, key=lambda hit: hit.first))

    def span(self, first: int, end: int) -> tuple[int, int]:
        """Return where some tokens start and end in the text."""
        return self.tokens[first].start, self.tokens[end - 1].end

    def printed(self, first: int, end: int) -> str:
        """Return some tokens as the text has them."""
        start, stop = self.span(first, end)
        return self.text[start:stop]

    def places(self, phrase: str) -> tuple[int, ...]:
        """Return the tokens at which a phrase begins."""
        words = [one.plain for one in tokens(phrase)]
        shown = [one.plain for one in self.tokens]
        if not words:
            return ()
        starts = (i for i, word in enumerate(shown) if word == words[0])
        return tuple(i for i in starts if shown[i : i + len(words)] == words)


@lru_cache(maxsize=256)
def mentions(text: str, functions: tuple["Declared", ...]) -> Mentions:
    """Return what a text prints that the functions declare, and its numbers and dates."""
    shown = tokens(text)
    hits = _general().find(shown)
    for one in functions:
        hits += _vocabulary(one.function).find(shown)
    hits = _known(hits, shown, functions)
    named = [hit for hit in hits if hit.meaning.kind in ("choice", "baseline")]
    dates = tuple(one for one in periods(shown) if not _in_a_name(one, named))
    return Mentions(text, shown, _numbers(shown, dates, hits), dates, tuple(hits))


@dataclass(frozen=True, slots=True)
class Declared:
    """A function told apart by which it is, so that tables of it are kept."""

    function: Function

    def __hash__(self) -> int:
        return id(self.function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Declared) and other.function is self.function


@cache
def _general() -> Phrases[Meaning]:
    lists = {
        "approximate": lexicon.APPROXIMATE,
        "negation": lexicon.NEGATIONS,
        "no negation": lexicon.NO_NEGATIONS,
        "equality": lexicon.EQUALITY,
        "different": lexicon.DIFFERENT,
        "general rise": lexicon.RISE,
        "general fall": lexicon.FALL,
        "later": lexicon.LATER,
        "earlier": lexicon.EARLIER,
        "reference": lexicon.REFERENCES,
        "afterwards": lexicon.AFTERWARDS,
        "beforehand": lexicon.BEFOREHAND,
    }
    comparators = (
        (word, Meaning("comparator", sign)) for word, sign in lexicon.COMPARATORS.items()
    )
    words = ((word, Meaning(kind)) for kind, held in lists.items() for word in held)
    return Phrases((*comparators, *words))


@once_for_each
def _vocabulary(function: Function) -> Phrases[Meaning]:
    phrases = [*_of_parameters(function.parameters), *_of_outputs(function.outputs)]
    return Phrases(phrases, plurals=True)


def _of_parameters(parameters: Iterable[Parameter]) -> Iterator[tuple[str, Meaning]]:
    for one in parameters:
        for words, kind in (
            ((*one.words, *one.nouns, one.name.replace("_", " ")), "parameter"),
            (one.rise_words, "parameter rise"),
            (one.fall_words, "parameter fall"),
        ):
            yield from ((word, Meaning(kind, one.name)) for word in words)
        for value, words in one.choices.items():
            for word in (value, *words):
                if word.isdecimal():  # a number, which only its words tell from others
                    continue
                sure = (word == value and (len(tokens(word)) > 1 and bool(words))) or _is_name(word)
                yield (
                    word,
                    Meaning("choice", one.name, (value,), sure and not one.choices_need_words),
                )
        for word, values in (*one.groups.items(), *one.loose_groups.items()):
            yield word, Meaning("group", one.name, tuple(values), _is_name(word))


def _is_name(word: str) -> bool:
    return any(part.isupper() or part.isdecimal() for part in word)


def _of_outputs(outputs: Iterable[Output]) -> Iterator[tuple[str, Meaning]]:
    for one in outputs:
        names = (one.name.replace("_", " "), *one.words)
        yield from ((word, Meaning("output", one.name, sure=True)) for word in names)
        for words, kind in (
            (one.loose_words, "output"),
            (one.baseline_words, "baseline"),
            (one.unit_words, "unit word"),
            ((*one.rise_words, *one.loose_rise_words), "rise"),
            ((*one.fall_words, *one.loose_fall_words), "fall"),
        ):
            yield from ((word, Meaning(kind, one.name)) for word in words)
        for value, words in one.choices.items():
            yield from ((word, Meaning("label", one.name, (value,))) for word in (value, *words))
        for band in (band for scale in one.scales for band in scale.bands):
            words = (band.label, *band.words)
            yield from ((word, Meaning("label", one.name, (band.label,))) for word in words)


def _known(
    hits: list[Hit[Meaning]], shown: Sequence[Token], functions: Iterable[Declared]
) -> list[Hit[Meaning]]:
    """Return the phrases, without choices that count only next to their parameter's words."""
    needing = {p.name for one in functions for p in one.function.parameters if p.choices_need_words}
    named = [hit for hit in hits if hit.meaning.kind == "parameter" and hit.meaning.name in needing]
    kept = [hit for hit in hits if hit.meaning.name not in needing or _beside(hit, named, shown)]
    choices = [hit for hit in kept if hit.meaning.kind in ("choice", "group")]
    sure = {(hit.first, hit.end, hit.meaning.name) for hit in choices if hit.meaning.sure}
    longest: dict[int, Hit[Meaning]] = {}
    for hit in choices:
        for at in range(hit.first, hit.end):
            if at not in longest or longest[at].within(hit):
                longest[at] = hit
    inside = {
        id(hit)
        for hit in choices
        if hit.within(longest[hit.first])
        or (not hit.meaning.sure and (hit.first, hit.end, hit.meaning.name) in sure)
    }
    kept = list(dict.fromkeys(hit for hit in kept if id(hit) not in inside))
    silent = [hit for hit in kept if hit.meaning.kind in ("choice", "no negation", "comparator")]
    return [hit for hit in kept if hit.meaning.kind != "negation" or not _covered(hit, silent)]


def _in_a_name(period: Period, named: Iterable[Hit[Meaning]]) -> bool:
    return any(one.first <= period.first_token and period.end_token <= one.end for one in named)


def _covered(hit: Hit[Meaning], others: Iterable[Hit[Meaning]]) -> bool:
    return any(one.first <= hit.first and hit.end <= one.end for one in others)


def _beside(hit: Hit[Meaning], named: Iterable[Hit[Meaning]], shown: Sequence[Token]) -> bool:
    """Tell whether one of its parameter's words stands next to a choice, but for small words."""
    if hit.meaning.kind != "choice":
        return True
    small = ("the", "a", "of", "is", "has", "any", "with", "level", "influence")
    for other in named:
        if other.meaning.name != hit.meaning.name:
            continue
        low, high = min(hit.end, other.end), max(hit.first, other.first)
        between = [one.plain for one in shown[low:high]]
        if high >= low and len(between) <= 2 and all(word in small for word in between):
            return True
    return False


@cache
def _units() -> Phrases[str]:
    return Phrases(UNITS.items())


#: Most words of one number.
MOST_WORDS = 12
#: Units whose word is a single letter that must stand behind digits, in this case.
_LETTERS = {
    "c": "C",
    "f": "F",
    "k": "K",
    "m": "m",
    "g": "g",
    "s": "s",
    "l": "l",
    "v": "V",
    "w": "W",
    "j": "J",
    "n": "N",
    "a": "",
}


def _numbers(
    shown: Sequence[Token], dates: Sequence[Period], hits: Sequence[Hit[Meaning]]
) -> tuple[PrintedNumber, ...]:
    """Return the numbers outside dates and names."""
    taken = {
        i for one in dates if not one.year_alone for i in range(one.first_token, one.end_token)
    }
    names = ("choice", "group", "output", "baseline", "parameter", "unit word", "label")
    for hit in hits:
        if hit.meaning.kind in names and hit.end - hit.first > 1:
            taken.update(range(hit.first, hit.end))
    return tuple(_NumberReader(shown, taken, {h.first: h for h in _found_units(shown)}).read())


def _found_units(shown: Sequence[Token]) -> list[Hit[str]]:
    return sorted(_units().find(shown), key=lambda hit: hit.end - hit.first)


class _NumberReader:
    def __init__(self, shown: Sequence[Token], taken: set[int], units: dict[int, Hit[str]]) -> None:
        self._tokens = shown
        self._taken = taken
        self._units = units

    def read(self) -> list[PrintedNumber]:
        found: list[PrintedNumber] = []
        index = 0
        while index < len(self._tokens):
            number = None if index in self._taken else self._at(index)
            if number is None:
                index += 1
                continue
            index = number.end
            if not self._joined(found, number):
                found.append(number)
        return found

    def _word(self, index: int) -> str:
        return self._tokens[index].plain if 0 <= index < len(self._tokens) else ""

    def _glued(self, index: int) -> bool:
        """Tell whether a token stands right behind the one before it."""
        return 0 < index < len(self._tokens) and (
            self._tokens[index].start == self._tokens[index - 1].end
        )

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
        if word in lexicon.FACTORS:
            return self._made(index, index + 1, lexicon.FACTORS[word], "factor", words=True)
        return self._in_words(index)

    def _in_digits(self, index: int) -> PrintedNumber | None:
        word, end = self._word(index), index + 1
        if self._glued(end) and self._word(end) in ("st", "nd", "rd", "th"):
            return None
        scale = self._word(end) if self._word(end) in SCALES else ""
        scale = "k" if self._glued(end) and self._word(end) == "k" else scale
        try:
            value = float(digits_value(word, scale or None)[0])
        except ArithmeticError:
            return None
        end += 1 if scale else 0
        sign = self._sign(index)
        return self._made(index, end, value, "number", digits="" if scale else word, sign=sign)

    def _sign(self, index: int) -> int:
        sign = self._word(index - 1)
        if sign not in ("-", "+") or not self._glued(index):
            return 0
        alone = index < 2 or not self._glued(index - 1) or self._word(index - 2) == "("
        return (-1 if sign == "-" else 1) if alone else 0

    def _in_words(self, index: int) -> PrintedNumber | None:
        end = self._end_of_words(index)
        words = [self._word(i) for i in range(index, end)]
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
            ordinal = word in _ORDINAL_PARTS and not self._parts(index, end)
            if _is_number_word(word) and not ordinal:
                last = end + 1
            elif word not in ("-", "and", "a", "an", "point") or (end > index and end > last + 1):
                break
        return last

    def _parts(self, index: int, end: int) -> bool:
        """Tell the fraction in "a third", "two thirds" from the ordinal in "the third"."""
        return (
            end > index or self._word(end).endswith("s") or self._word(end) in ("half", "quarter")
        )

    def _made(
        self, index: int, end: int, value: float, kind: str, *, digits: str = "", sign: int = 0,
        words: bool = False,
    ) -> PrintedNumber:  # fmt: skip
        start, stop = self._tokens[index].start, self._tokens[end - 1].end
        unit, after = self._unit(end, words=words)
        if unit == "times" or self._word(end) in ("x", "×"):
            kind, unit, after = "factor", "", max(after, end + 1)
        return PrintedNumber(value, kind, digits, unit, sign, start, stop, index, after, words)

    def _unit(self, index: int, *, words: bool) -> tuple[str, int]:
        skipped = ("", "-", "full", "whole", "a", "an", "of a") if words else ("", "-", "full")
        for skip in (*skipped, "additional", "more", "fewer"):
            gap = len(skip.split())
            if skip and [self._word(index + i) for i in range(gap)] != skip.split():
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
        return "", index

    def _joined(self, found: list[PrintedNumber], number: PrintedNumber) -> bool:
        """Take a number together with the one before it: a range's unit, "one in six"."""
        if not found or not found[-1].end <= number.first <= found[-1].end + 3:
            return False
        before = found[-1]
        between = [self._word(i) for i in range(before.end, number.first)]
        share = " ".join(between) in ("in", "in every", "out of", "out of every", "of every")
        if share and not before.unit and before.value < number.value and number.kind == "number":
            found[-1] = replace(before, value=before.value / number.value, kind="fraction",
                                digits="", stop=number.stop, end=number.end)  # fmt: skip
            return True
        links = (["to"], ["-"], ["through"], ["-", "to"], ["to", "about"])
        ahead = [self._word(i) for i in range(before.first - 3, before.first)]
        linked = between in links or (between in (["and"], ["or"]) and "between" in ahead)
        if linked and number.unit and not before.unit and before.kind == "number":
            found[-1] = replace(before, unit=number.unit)
        return False


def _is_number_word(word: str) -> bool:
    return word in ONES or word in TENS or word in SCALES or word in PARTS or word in _ORDINAL_PARTS


_ORDINAL_PARTS = frozenset(PARTS) - {"half", "halves"}
