"""A question as what it names: conditions, outputs, amounts, scales, and words that nobody knows.

A question is asked, not decided, so that its phrases need not make up a whole: each sentence is
covered by the fewest phrases, and what they are is kept with where it stands. It may name places
that no gazetteer holds, or in small letters.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from simplemma import is_known

from simulrag.simulators.immutable_data import lately
from simulrag.simulators.registry import candidates
from simulrag.verifier.english.chart import Edge, TooManyError, tilings
from simulrag.verifier.english.lexing import Lexed, lexed_freely
from simulrag.verifier.english.object_reading import without_parts
from simulrag.verifier.english.phrase_meanings import (
    Amount,
    Binding,
    Condition,
    Input,
    Measure,
    Moment,
    Pair,
    Part,
    Setting,
    Turn,
    bound,
    outputs_of,
)
from simulrag.verifier.english.phrase_rules import (
    COMMON,
    and_changed,
    changed_by,
    share_of,
    valued,
)
from simulrag.verifier.english.sentences import sentences
from simulrag.verifier.english.vocabulary import Vocabulary
from simulrag.verifier.formulas.anchoring.numerals import family
from simulrag.verifier.formulas.anchoring.periods import periods
from simulrag.verifier.formulas.anchoring.vocabulary import Token, tokens
from simulrag.verifier.formulas.syntax import Items, Number, Text
from simulrag.verifier.units import UNITS

#: Phrases of questions: those of claims, and freer ones.
ASKED = COMMON.extended()
rule = ASKED.rule


@rule("parameter", "parameter where")
def where_it_is(of: Input, _: str) -> Input:
    """The speed limit on the main corridor."""
    return of


@rule("parameter", "unknown parameter")
def qualified(word: str, of: Input) -> Input | None:
    """Initial prior immunity: a word that nobody knows, which is told as such."""
    return of if word.isalpha() and of.kind in ("share", "choice") else None


@rule("condition", "parameter")
def spoken_of(of: Input) -> Setting | None:
    """The city, which a name beside it or another question tells."""
    return Setting() if of.kind == "place" and of.is_open else None


@rule(
    "pair",
    "parameter number -and|or|reference number",
    "parameter -level? -prep number -and|or|reference number",
)
def two_values(of: Input, first: Amount, second: Amount) -> Pair | None:
    """R0 values of 1.8 and 2.4."""
    one, other = valued(of, first), valued(of, second)
    return Pair(one, other) if one and other and one != other else None


@rule("condition", "number -have parameter")
def those_who_have(amount: Amount, of: Input) -> Setting | None:
    """50 % of the population having prior immunity."""
    return share_of(amount, of)


@rule("condition", "number parameter")
def so_much(amount: Amount, of: Input) -> Setting | None:
    """A 30 km/h limit."""
    return valued(of, amount) if of.kind == "number" else None


@rule("where", "-prep function", "-prep unknown function")
def where(*_: str | Setting) -> str:
    """On the main corridor: what a function is about."""
    return "where"


@rule("number", "number -whole", "number -level")
def of_whole(amount: Amount) -> Amount | None:
    """50 % of the population; a 60 % level."""
    return amount if amount.unit == "percent" else None


@rule("parameter", "function parameter", "measure parameter")
def of_function(about: Setting | Measure, of: Input) -> Input | None:
    """Influenza seasonality; the world's methane emissions."""
    return of if isinstance(about, Setting) or of.kind == "change" else None


@rule("number", "-approx number", "-exact number")
def about(amount: Amount) -> Amount:
    """An R0 of about 2: a question takes the number."""
    return amount


@rule("changed", "parameter -by number", "number parameter")
def signed_amount_of(*, of: Input, amount: Amount) -> Setting | None:
    """Black carbon by -9.13 %: a sign tells a change."""
    return changed_by(of=of, amount=amount) if amount.signed else None


@rule("changed", "changed -comma? -and number parameter")
def amount_likewise(held: Setting, amount: Amount, of: Input) -> Setting | None:
    """... and 5 % black carbon."""
    return and_changed(held, of, amount)


@rule("year_setting", "prep number")
def in_number(prep: str, amount: Amount) -> Setting | None:
    """In 2300: a year that no text of today names."""
    plain = amount.value.printed.isdigit() and not amount.unit and amount.outputs is None
    is_year = plain and len(amount.value.printed) == 4 and amount.sign == "=="
    return bound("year", amount.value) if is_year and prep == "in" else None


#: Marks that set words off and mean nothing else; "`24`%".
_MARKS = re.compile(r"[`*\"“”]|(?<!\w)['‘’]|['‘’](?!\w)|(?<=[.\d])(?=')")
#: A range of percentages or degrees, whose hyphen is no sign.
_RANGE = re.compile(r"(?<=\d)-(?=\d+(?:\.\d+)?\s?(?:%|°|percent))")
#: Words that keep a small letter in names.
_SMALL = frozenset("de da do del di la le el al of the an der sur en".split())
_SMALL_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


#: Words for the unit of what is asked for.
_UNITS = UNITS | {"percentage": "percent"}
#: Words that ask for something else than a time.
_OTHER_QUESTIONS = frozenset("how what which who where why".split())


@dataclass(frozen=True)
class Asked:
    """A question as its phrases and conditions, in the order of its text."""

    text: str
    parts: tuple[Part, ...]
    conditions: tuple[Condition, ...]
    #: The words that nobody knows, and in which sentence.
    unknown: tuple[Part, ...]
    #: Everything that its phrases may be, where one may be several things.
    readings: tuple[Part, ...]
    #: The conditions, inputs and outputs that it names, within longer phrases too; and what is of
    #: an object and makes none.
    inner: tuple[Part, ...]

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Return its words, numbers and signs."""
        return tokens(self.text)

    @cached_property
    def topics(self) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
        """Return the outputs that its phrases speak of, and those of them that they name."""
        made = (outputs_of(one.meaning) for one in self.readings)
        return tuple(one for one in made if one[0])

    @cached_property
    def unit(self) -> str:
        """Return the unit of the number that is asked for: how many weeks, what percentage."""
        words = [one.plain for one in self.tokens]
        held = (_UNITS.get(b) for a, b in pairwise(words) if a in ("many", "much", "what"))
        return next((one for one in held if one), "")

    @property
    def asks_time(self) -> bool:
        """Tell whether a time is asked for and neither a size nor a thing: when, how much later."""
        turned = any(isinstance(o.meaning, Turn) and o.meaning.of_time for o in self.readings)
        if turned and family(self.unit) == "time":
            return True
        words = {one.plain for one in self.tokens}
        first = any(one.category == "when" and one.meaning == "when" for one in self.parts[:1])
        return first and words.isdisjoint(_OTHER_QUESTIONS)

    def is_asked(self, sentence: int) -> bool:
        """Tell whether a sentence is a question."""
        end = max((one.end for one in self.parts if one.sentence == sentence), default=0)
        return "?" in self.text[end : end + 3]

    def printed(self, start: int, end: int) -> str:
        """Return a stretch of the question as it was written."""
        return " ".join(self.text[start:end].split())

    def of(self, *categories: str) -> list[Part]:
        """Return the phrases of some categories."""
        return [one for one in self.parts if one.category in categories]


def asked(question: str, vocabulary: Vocabulary) -> Asked:
    """Return what a question names, kept for the texts about it that come one after another."""
    return _asked(vocabulary, question)


@lately(64)
def _asked(vocabulary: Vocabulary, question: str) -> Asked:
    heard = _heard(question, question, vocabulary, again=False)
    names = _place_names(vocabulary)
    placed = not names or any(one.binding.names & names for one in heard.conditions)
    if placed or not any(vocabulary.of_places & sure for _, sure in heard.topics):
        return heard
    return _heard(question, _with_capitals(heard), vocabulary, again=True)


def _place_names(vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(name for name, _ in vocabulary.places)


def _with_capitals(heard: Asked) -> str:
    """Return a question in small letters with a capital at unknown words and names: new york."""
    if any(one.word[0].isupper() for one in heard.tokens[1:]):
        return heard.text
    lists = (
        one for one in heard.conditions
        if any(isinstance(value, Items) for _, value in one.binding.options)
    )  # fmt: skip
    text = heard.text
    for one in (*heard.unknown, *lists):
        words = text[one.start : one.end].split(" ")
        capitals = (w if w in _SMALL else w[:1].upper() + w[1:] for w in words)
        text = text[: one.start] + " ".join(capitals) + text[one.end :]
    return text


def _heard(question: str, written: str, vocabulary: Vocabulary, *, again: bool) -> Asked:
    """Return what a question names. again: as it lacks a place, short names and such in small
    letters count that lists of places surely have; `written` has capitals for them."""
    plain = _RANGE.sub("–", _MARKS.sub(" ", written.translate(_SMALL_DIGITS)))
    dated = any(one.is_day and one.year_known for one in periods(tokens(plain)))
    since = None if dated else vocabulary.since
    parts, inner, readings, conditions = list[Part](), list[Part](), list[Part](), list[Condition]()
    spans = sentences(plain)
    for number, sentence in enumerate(spans):
        held = lexed_freely(sentence.text, vocabulary, short=again, since=since)
        path, within, ways = _phrases(held, sentence.start, number, vocabulary)
        parts, inner, readings = parts + path, inner + within, readings + ways
        conditions += (one for part in path for one in _conditions(part, within, vocabulary))
    firsts = frozenset(one.start for one in spans)
    listed = written != question if again else None
    kept = _with_names(plain, conditions, firsts, vocabulary, listed)
    found = sorted((_with_day(plain, o, vocabulary) for o in kept), key=lambda one: one.start)
    unknown = (one for one in readings if one.category == "unknown")
    return Asked(
        question, tuple(parts), tuple(found), tuple(unknown), tuple(readings), tuple(inner)
    )


def _with_names(
    plain: str, conditions: Sequence[Condition], firsts: Container[int],
    vocabulary: Vocabulary, listed: bool | None,
) -> Iterator[Condition]:  # fmt: skip
    """Yield conditions without the places that are none: "We" at the beginning of a sentence.

    Nor the beginning of another one: Hasbrouck (Heights). firsts: where sentences begin. listed:
    no names but those that lists of places have, if True surely; None for any.
    """
    names = _place_names(vocabulary)
    places = {one: plain[one.start : one.end] for one in conditions if one.binding.names <= names}
    begun = {
        one for one, said in places.items()
        if len(said) == 1 or (one.start in firsts and is_known(said.lower(), "en"))
    }  # fmt: skip
    left = {o: said for o, said in places.items() if o not in begun} or places
    for one in conditions:
        said = left.get(one, "")
        known = (
            [c for n, s in vocabulary.places for c in candidates(s, n, said)[:1]] if said else []
        )
        shortened = any(other.startswith(f"{said} ") for other in left.values())
        if one not in places:
            yield one
        elif said and not shortened and (known or listed is None):
            yield one if known else replace(one, source="apart")


def _with_day(plain: str, one: Condition, vocabulary: Vocabulary) -> Condition:
    """Return a condition that is a day with what was taken for what its words leave open."""
    parameters = vocabulary.parameters
    dates = (n for n, _ in one.binding.options if n in parameters and parameters[n].kind == "date")
    name = next((n for n in dates if parameters[n].left_open.tried), "")
    printed = periods(tokens(plain[one.start : one.end])) if name else ()
    value = one.binding.get(name)
    if not printed or not isinstance(value, Text):
        return one
    if not printed[0].year_known:
        return replace(one, assumed=f"{name}: {value.value}, as no year is named")
    if printed[0].is_day or printed[0].is_epiweek:
        return one
    said = f"{name}: {value.value}, the middle of {plain[one.start : one.end]!r}"
    return replace(one, assumed=said)


# Phrases of a sentence.


def _phrases(
    held: Lexed, begins: int, number: int, vocabulary: Vocabulary
) -> tuple[list[Part], list[Part], list[Part]]:
    """Return the phrases that cover a sentence, its conditions, and all that may cover it."""
    try:
        edges, vague = without_parts(ASKED.parse(held.edges))
        found = tilings(edges, held.size)
    except TooManyError:
        return [], [], []
    by_start: dict[int, Edge] = {}
    for edge in sorted(found, key=lambda one: _weight(one, vocabulary)):
        by_start[edge.start] = edge
    path: list[Edge] = []
    at = 0
    while at in by_start:
        path.append(by_start[at])
        at = by_start[at].end

    def placed(one: Edge) -> Part:
        ends = held.spans[one.start][0], held.spans[one.end - 1][1]
        start, end = (begins + at for at in ends)
        return Part(one.category, one.meaning, start, end, number)

    named = (one for one in edges if isinstance(one.meaning, Setting | Pair | Input | Measure))
    inner = [placed(one) for one in (*named, *vague)]
    words = {one for one in held.edges if one.category == "unknown"}
    ways = [placed(one) for one in (*words, *(one for one in found if one not in words))]
    return [placed(one) for one in path], inner, sorted(ways, key=lambda one: one.start)


def _weight(edge: Edge, vocabulary: Vocabulary) -> tuple[int, bool, int]:
    """Return how much a phrase says: conditions that go together first, longer before short."""
    order = ("label", "amount", "moment", "pair", "setting")
    rank = order.index(edge.category) if edge.category in order else -1
    return rank, _go_together(edge.meaning, vocabulary), edge.end


def _go_together(meaning: object, vocabulary: Vocabulary) -> bool:
    """Tell whether a function takes all conditions of a phrase."""
    if not isinstance(meaning, Setting):
        return False
    held = [one.names for one in meaning.bindings]
    return any(held and not any(map(taken.isdisjoint, held)) for taken in vocabulary.inputs)


def _conditions(part: Part, inner: Iterable[Part], vocabulary: Vocabulary) -> Iterator[Condition]:
    """Return the conditions of a phrase, each where its own words stand."""
    for binding in _bindings(part, vocabulary):
        within = [
            (one.end - one.start, one.start, one.end) for one in inner
            if part.start <= one.start and one.end <= part.end
            and binding in _held(one.meaning)
        ]  # fmt: skip
        _, start, end = min(within, default=(0, part.start, part.end))
        yield Condition(binding, start, end, part.sentence)


def _held(meaning: object) -> tuple[Binding, ...]:
    match meaning:
        case Setting():
            return meaning.bindings
        case Pair():
            return meaning.first.bindings + meaning.second.bindings
        case _:
            return ()


def _bindings(part: Part, vocabulary: Vocabulary) -> tuple[Binding, ...]:
    match part.meaning:
        case Setting() as setting:
            return setting.bindings if part.category in ("setting", "condition") else ()
        case Pair() as pair:
            return tuple(dict.fromkeys(_held(pair)))
        case Number() as year if part.category == "year":
            names = [p.name for p in vocabulary.parameters.values() if p.kind == "year"]
            return (Binding(tuple((name, year) for name in names)),) if names else ()
        case Moment() as day if part.category in ("day", "moment") and day.first == day.last:
            names = [p.name for p in vocabulary.parameters.values() if p.kind == "date"]
            return (Binding(tuple((name, Text(day.first)) for name in names)),) if names else ()
        case _:
            return ()
