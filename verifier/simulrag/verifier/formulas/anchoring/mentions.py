"""What a text prints: numbers, dates, names of choices, comparators, directions, negations.

Domain words come from the declarations of functions; the rest is general English (`lexicon`).
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Output, Parameter
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.numerals import (
    SHARES,
    PrintedNumber,
    denied,
    family,
    numbers,
    with_times,
)
from simulrag.verifier.formulas.anchoring.periods import Period, periods, with_weeks
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, Phrases, Token, longest, tokens

#: Phrases in which digits are no number.
_NAMES = ("choice", "group", "output", "baseline", "parameter", "unit word")
#: Parameters that have a number, and the words between both.
_COUNTED = ("number", "integer", "share", "change")
_OF = frozenset("of is are was were be been at = : by to about - + in additional".split())
MOST_SMALL = 3
_JOINING = ("and", "or", ",")
#: Words between a choice and its parameter.
_BESIDE = frozenset("the a of is has any with level influence".split())
#: What begins an amount in words, and how many words may lead to one in numbers.
_MORE, _AT = (["more"], ["less"], ["fewer"], ["most"]), (["at", "least"], ["at", "most"])
MOST_AHEAD = 5


#: Words that may stand between a comparator and its number, or between two dates.
FILLERS = frozenset("a an the about around some of by to as - ~ roughly level mark only just its "
                    "end start on this that mid early late full week ending annual yearly average "
                    "mean total value".split())  # fmt: skip
#: What begins another clause, beside "and" behind a comma.
_CONJUNCTIONS = (";", "but", "while", "whereas", "yet", "although", "though")
_UNTIL = (["to"], ["until"], ["-"], ["through"], ["till"])


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase means.

    kind: "choice" and "group" (values of the parameter `name`), "parameter",
    "output" and "label" (of the output `name`), "unit word", "rise",
    "fall", or one of general English: "comparator", "negation", "equality",
    "different", "general rise", "general fall", "later", "earlier", "reference", "afterwards",
    "beforehand", "averting", "distance".
    sure: it is the name of its value, or one of an output, and no single word that may mean
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

    @cached_property
    def plain(self) -> list[str]:
        """Return the words and signs of the text, without case and accents."""
        return [token.plain for token in self.tokens]

    @cached_property
    def numbers_at(self) -> dict[int, PrintedNumber]:
        """Return the numbers by the token at which they begin."""
        return {number.first: number for number in self.numbers}

    @cached_property
    def periods_at(self) -> dict[int, Period]:
        """Return the dates by the token at which they begin."""
        return {period.first_token: period for period in self.periods}

    @cached_property
    def breaks(self) -> tuple[int, ...]:
        """Return the tokens with which clauses begin that say something of their own."""
        words = self.plain
        return tuple(
            at for at, word in enumerate(words) if word in _CONJUNCTIONS
            or (word == "and" and "," in words[at - 1 : at])
            or words[at : at + 2] == ["and", "then"]
        )  # fmt: skip

    @cached_property
    def stretches(self) -> tuple[tuple[Period, Period], ...]:
        """Return the first and last dates of "from ... to ..." and "between ... and ..."."""
        found: list[tuple[Period, Period]] = []
        for one, other in pairwise(self.periods):
            between = [word for word in self.plain[one.end_token : other.first_token]
                       if word not in FILLERS - {"to", "-"}]  # fmt: skip
            both = (
                between == ["and"]
                and "between" in self.plain[max(0, one.first_token - 4) : one.first_token]
            )
            if both or between in _UNTIL:
                found.append((one, other))
        return tuple(found)

    def lead(self, number: PrintedNumber) -> int:
        """Return the token before a number and the words that only hedge it; -1 where none is."""
        at = number.first - 1
        while at >= 0 and self.plain[at] in lexicon.BEFORE_STEPS:
            at -= 1
        return at

    def says(self, words: Container[str]) -> bool:
        """Tell whether the text has one of some words."""
        return any(word in words for word in self.plain)

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
        starts = (i for i, one in enumerate(self.plain) if words and one == words[0])
        return tuple(i for i in starts if self.plain[i : i + len(words)] == words)


@lru_cache(maxsize=256)
def mentions(text: str, functions: tuple["Declared", ...]) -> Mentions:
    """Return what a text prints that the functions declare, and its numbers and dates."""
    shown = tokens(text)
    hits = [hit for phrases in _general() for hit in phrases.find(shown)]
    for one in functions:
        hits += vocabulary_of(one.function).find(shown)
    hits = _known(hits, shown, functions)
    named = longest(hit for hit in hits if hit.meaning.kind in ("choice", "baseline"))
    dates = tuple(
        one for one in with_weeks(shown, periods(shown))
        if one.first_token not in named or named[one.first_token].end < one.end_token
    )  # fmt: skip
    found = _found_numbers(shown, dates, hits, functions)
    contrasts, averting = tuple(denied(shown, found)), _averting(shown, hits, found)
    aside = {one.first for one, _ in contrasts}
    nots = {at for _, at in contrasts} | averting
    kept = [
        hit for hit in hits
        if (hit.meaning.kind != "negation" or hit.first not in nots or hit.size > 1)
        and (hit.meaning.kind != "averting" or hit.first in averting)
    ]  # fmt: skip
    negated = min((hit.end for hit in kept if hit.meaning.kind == "negation"), default=len(shown))
    found = tuple(
        one._replace(denied=one.first in aside, side=one.side * (one.first <= negated))
        for one in found
    )
    return Mentions(text, shown, found, dates, tuple(kept))


def _averting(
    shown: Sequence[Token], hits: Iterable[Hit[Meaning]], found: Iterable[PrintedNumber]
) -> set[int]:
    """Return the verbs that say how much is averted ("would prevent more than half of all").

    They deny nothing; with "prevents it from exceeding 5,000" a text denies, and with "2 °C".
    """
    words = [token.plain for token in shown]
    counted = [one.first for one in found if one.unit in ("", *SHARES)]
    ends = {hit.end for hit in hits if hit.meaning.kind == "averting"}
    led = {end for end in ends for at in counted
           if 0 <= at - end <= MOST_AHEAD and words[end] != "at"
           and lexicon.BEFORE_AMOUNTS.issuperset(words[end:at])}  # fmt: skip
    return {end - 1 for end in ends
            if end in led or words[end : end + 1] in _MORE
            or words[end : end + 2] in _AT}  # fmt: skip


def _found_numbers(
    shown: Sequence[Token],
    dates: Sequence[Period],
    hits: Sequence[Hit[Meaning]],
    functions: Sequence["Declared"],
) -> tuple[PrintedNumber, ...]:
    """Return the numbers outside dates and names, each with whose it is."""
    spans = [range(one.first_token, one.end_token) for one in dates if not one.year_alone]
    spans += [range(h.first, h.end) for h in hits if h.meaning.kind in _NAMES and h.size > 1]
    taken, years = {at for span in spans for at in span}, {one.first_token for one in dates}
    counted = {p.name: ("percent", *filter(None, [p.changed_unit]))
               if p.kind in ("share", "change") else (p.unit,)
               for f in functions for p in f.function.inputs if p.kind in _COUNTED}  # fmt: skip
    units = frozenset(
        one.unit for f in functions for one in (*f.function.inputs, *f.function.outputs) if one.unit
    )
    found, owners = numbers(shown, taken, years, units), _Owners(shown, hits, counted)
    owned = ((one, owners.of(one)) for one in found)
    told = [n._replace(owners=o) if o and n.first not in years else n for n, o in owned]
    return tuple(with_times(told, shown, years))


class _Owners:
    """The parameters of a text that have a number, and the numbers beside their words."""

    def __init__(
        self, shown: Sequence[Token], hits: Sequence[Hit[Meaning]],
        counted: Mapping[str, tuple[str, ...]],
    ) -> None:  # fmt: skip
        self._plain = [token.plain for token in shown]
        self._units = counted
        self._ends: dict[int, set[str]] = {}
        self._starts: dict[int, set[str]] = {}
        self._turns = {hit.first for hit in hits if hit.meaning.kind.startswith("general")}
        over = longest(hit for hit in hits if hit.meaning.kind == "output")
        spans = set[tuple[int, int]]()
        for hit in hits:
            inside = hit.first in over and hit.end <= over[hit.first].end
            if hit.meaning.kind == "parameter" and hit.meaning.name in counted and not inside:
                self._ends.setdefault(hit.end, set()).add(hit.meaning.name)
                if not any(token.is_number for token in shown[hit.end : hit.end + 1]):
                    self._starts.setdefault(hit.first, set()).add(hit.meaning.name)
                spans.add((hit.first, hit.end))
        self._behind = dict(sorted(spans))
        for first, end in sorted(spans):  # "CO2, CH4 and SO2 by 10 %"
            self._ends[end] |= self._ends.get(self._joined(first - 1, -1), set())
        for first, end in sorted(spans, reverse=True):  # "halving CO2, CH4 and SO2"
            if behind := self._starts.get(self._joined(end, 1)):
                self._starts.setdefault(first, set()).update(behind)

    def _joined(self, at: int, step: int) -> int:
        """Return where what is joined by "and" or a comma at a token ends, or begins behind it."""
        while self._plain[max(at, 0) : at + 1] and self._plain[at] in _JOINING:
            end = self._behind.get(at + 1, at + 1)
            listed = any(word in _JOINING for word in self._plain[end : end + 1])
            if self._plain[at] == "," and not listed:  # what stands behind it is joined to more
                break
            at += step
        return at + (step < 0)

    def of(self, number: PrintedNumber) -> frozenset[str]:
        """Return the parameters that a number belongs to."""
        for gap in range(MOST_SMALL + 1):
            before, after = number.first - gap, number.end + gap
            for names, rest in (
                (self._ends.get(before), range(before, number.first)),
                (self._starts.get(after), range(number.end, after)),
            ):
                if names and all(at in self._turns or self._plain[at] in _OF for at in rest):
                    return frozenset(name for name in names if self._fits(name, number.unit))
        return frozenset()

    def _fits(self, name: str, unit: str) -> bool:
        """Tell whether a parameter may be counted in a unit."""
        own = self._units[name]
        return not unit or ("percent" in own and unit in SHARES) or family(unit) in map(family, own)


@dataclass(frozen=True, slots=True)
class Declared:
    """A function told apart by which it is, so that tables of it are kept."""

    function: Function

    def __hash__(self) -> int:
        return id(self.function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Declared) and other.function is self.function


@cache
def _general() -> tuple[Phrases[Meaning], Phrases[Meaning]]:
    """Return general English: what may have other forms, and nouns, whose verbs say otherwise."""
    words = [(word, Meaning(kind)) for kind, held in lexicon.PHRASES.items() for word in held]
    words += [(word, Meaning("comparator", sign)) for word, sign in lexicon.COMPARATORS.items()]
    nouns = [one for one in words if one[1].kind == "distance"]
    return Phrases((one for one in words if one not in nouns), inflected=True), Phrases(nouns)


@once_for_each
def vocabulary_of(function: Function) -> Phrases[Meaning]:
    """Return every phrase that a function declares, in one table."""
    return Phrases(phrases_of(function), plurals=True)


def phrases_of(function: Function) -> Iterator[tuple[str, Meaning]]:
    """Yield every phrase that a function declares, for fields of its inputs as well."""
    yield from declared_phrases(function.parameters, function.outputs)
    yield from _words_of(field for one in function.parameters for field in one.selection.fields)


def declared_phrases(
    parameters: Iterable[Parameter], outputs: Iterable[Output]
) -> tuple[tuple[str, Meaning], ...]:
    """Return every phrase that inputs and outputs declare, with what it means."""
    return (*_of_parameters(parameters), *_of_outputs(outputs))


def _of_parameters(parameters: Iterable[Parameter]) -> Iterator[tuple[str, Meaning]]:
    for one in parameters:
        yield one.name.replace("_", " "), Meaning("parameter", one.name)
        yield from _words_of((one,))


def _words_of(inputs: Iterable[Parameter]) -> Iterator[tuple[str, Meaning]]:
    for one in inputs:
        yield from ((word, Meaning("parameter", one.name)) for word in one.words)
        for value, words in one.choices.items():
            hyphened = value.replace(" ", "-")  # before a noun: "a single-road corridor"
            for word in dict.fromkeys((value, hyphened, *words)):
                if word.isdecimal():  # a number, which only its words tell from others
                    continue
                whole = word in (value, hyphened) and len(tokens(word)) > 1
                sure = (whole and bool(words)) or _is_name(word)
                sure = sure and not one.selection.need_words
                yield word, Meaning("choice", one.name, (value,), sure)
        for word, values in one.selection.groups.items():
            yield word, Meaning("group", one.name, tuple(values), _is_name(word))


def _is_name(word: str) -> bool:
    return any(part.isupper() or part.isdecimal() for part in word)


def _of_outputs(outputs: Iterable[Output]) -> Iterator[tuple[str, Meaning]]:
    for one in outputs:
        names = (*_spelled(one.name.split("_")), *one.words)
        for word in names:
            sure = not word.isalpha() or word in (one.name, *one.words[:1])
            yield word, Meaning("output", one.name, sure=sure)
        for words, kind in (
            (one.baseline_words, "baseline"),
            (one.unit_words, "unit word"),
            (one.directions.rises, "rise"),
            (one.directions.falls, "fall"),
        ):
            yield from ((word, Meaning(kind, one.name)) for word in words)
        for value, words in one.choices.items():
            yield from ((word, Meaning("label", one.name, (value,))) for word in (value, *words))
        for band in (band for scale in one.scales for band in scale.bands):
            words = (band.label, *band.words)
            yield from ((word, Meaning("label", one.name, (band.label,))) for word in words)


def _spelled(words: Sequence[str]) -> list[str]:
    """Return a name with a space or hyphen between any two of its words."""
    found = [words[0]]
    for word in words[1:]:
        found = [f"{one}{link}{word}" for one in found for link in " -"]
    return found


def _known(
    hits: list[Hit[Meaning]], shown: Sequence[Token], functions: Iterable[Declared]
) -> list[Hit[Meaning]]:
    """Return the phrases without those inside others, and choices away from their parameter."""
    needing = {
        p.name for one in functions for p in one.function.parameters if p.selection.need_words
    }
    ends = _near(hits, shown) if needing else set[tuple[str, int]]()
    kept = [
        hit for hit in hits if hit.meaning.kind != "choice" or hit.meaning.name not in needing
        or (hit.meaning.name, hit.first) in ends or (hit.meaning.name, -hit.end) in ends
    ]  # fmt: skip
    choices = [hit for hit in kept if hit.meaning.kind in ("choice", "group")]
    sure = {(hit.first, hit.end, hit.meaning.name) for hit in choices if hit.meaning.sure}
    over = longest(choices)
    inside = {
        id(hit) for hit in choices if hit.within(over[hit.first])
        or (not hit.meaning.sure and (hit.first, hit.end, hit.meaning.name) in sure)
    }  # fmt: skip
    kept = list(dict.fromkeys(hit for hit in kept if id(hit) not in inside))
    silent = longest(h for h in kept if h.meaning.kind in ("choice", "no negation", "comparator"))
    whole = longest(hit for hit in kept if hit.meaning.kind == "negation")
    return [hit for hit in kept if hit.meaning.kind != "negation"
            or (not hit.within(whole[hit.first])
                and (hit.first not in silent or silent[hit.first].end < hit.end))]  # fmt: skip


def _near(hits: Iterable[Hit[Meaning]], shown: Sequence[Token]) -> set[tuple[str, int]]:
    """Return where a choice may begin, or end (negative), beside its parameter's words.

    One other word may stand between ("no inherent seasonality").
    """
    found: set[tuple[str, int]] = set()
    held = list(hits)
    chosen = {(h.meaning.name, h.first) for h in held if h.meaning.kind == "choice"}
    for hit in held:
        if hit.meaning.kind == "parameter":
            before = hit.first - 1
            if (hit.meaning.name, before) not in chosen and shown[before].word.isalpha():
                found.add((hit.meaning.name, -before))
            for gap in range(3):
                first, end = hit.first - gap, hit.end + gap
                if all(one.plain in _BESIDE for one in shown[hit.end : end]):
                    found.add((hit.meaning.name, end))
                if all(one.plain in _BESIDE for one in shown[max(0, first) : hit.first]):
                    found.add((hit.meaning.name, -first))
    return found
