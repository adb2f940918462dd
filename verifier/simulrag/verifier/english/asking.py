"""A question as what it names: conditions, outputs, amounts, scales, and words that nobody knows.

A question is asked, not decided, so that its phrases need not make up a whole: each sentence is
covered by the fewest phrases, and what they are is kept with where it stands. It may name places
that no gazetteer holds, or in small letters.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from simplemma import is_known

from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import Parameter
from simulrag.simulators.registry import candidates
from simulrag.verifier.english.chart import Edge, TooManyError, tilings
from simulrag.verifier.english.lexing import POINT, POINTS, in_year, lexed, points_of
from simulrag.verifier.english.phrase_meanings import (
    Amount,
    Binding,
    Condition,
    Input,
    Moment,
    Pair,
    Part,
    Setting,
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
from simulrag.verifier.english.sentences import Span, sentences
from simulrag.verifier.english.vocabulary import Vocabulary
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.vocabulary import Token, tokens
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text

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


@rule("where", "-prep function", "-prep unknown function")
def where(*_: str | Setting) -> str:
    """On the main corridor: what a function is about."""
    return "where"


@rule("number", "number -whole", "number -level")
def of_whole(amount: Amount) -> Amount | None:
    """50 % of the population; a 60 % level."""
    return amount if amount.unit == "percent" else None


@rule("parameter", "function parameter")
def of_function(_: Setting, of: Input) -> Input:
    """Influenza seasonality."""
    return of


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
_SMALL_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_POINTS = re.compile(f"{POINTS}|{POINT}")
#: Days of a period that may be a month.
_LONGEST_MONTH = 31
_COORDINATES = re.compile(r"(?<!\d)\d+(?:\.\d+)?\s?°?\s?[NS]\s?,\s?\d+(?:\.\d+)?\s?°?\s?[EW]\b")


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

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Return its words, numbers and signs."""
        return tokens(self.text)

    @cached_property
    def topics(self) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
        """Return the outputs that its phrases speak of, and those of them that they name."""
        made = (outputs_of(one.meaning) for one in self.readings)
        return tuple(one for one in made if one[0])

    @property
    def asks_only_when(self) -> bool:
        """Tell whether a time is asked for and neither a size nor a thing."""
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
    plain, given = _set_aside(question, vocabulary)
    spans = sentences(plain)
    parts, readings, conditions = list[Part](), list[Part](), list(given)
    for number, sentence in enumerate(spans):
        path, inner, ways = _phrases(sentence, number, vocabulary)
        parts += path
        readings += ways
        conditions += (one for part in path for one in _conditions(part, inner, vocabulary))
    given_values = (v for one in conditions for _, v in one.binding.options)
    has_day = any(isinstance(v, Text) and v.value[:4].isdigit() for v in given_values)
    dated = [] if has_day else _dated(plain, vocabulary)
    unknown = [one for one in readings if one.category == "unknown"]
    firsts = frozenset(one.start for one in spans)
    named = _with_names(plain, unknown, parts, conditions, vocabulary, firsts)
    if _lacks_place(named, readings, vocabulary):
        named += _in_small_letters(plain, parts, unknown, vocabulary, firsts)
        named = [_as_place(plain, one, vocabulary) for one in named]
    placed = (_placed(one, spans) for one in (*named, *dated))
    found = sorted(placed, key=lambda one: one.start)
    return Asked(question, tuple(parts), tuple(found), tuple(unknown), tuple(readings))


def _placed(one: Condition, spans: Sequence[Span]) -> Condition:
    number = next((at for at, span in enumerate(spans) if one.start < span.end), 0)
    return replace(one, sentence=number)


# What is written in no words.


def _set_aside(question: str, vocabulary: Vocabulary) -> tuple[str, list[Condition]]:
    """Return a question of the same length without marks, points and coordinates, and those."""
    held: list[Condition] = []
    plain = question.translate(_SMALL_DIGITS)
    kinds = {one.kind: one.name for one in vocabulary.parameters.values()}
    for pattern, kind in ((_POINTS, "points"), (_COORDINATES, "place")):
        for found in pattern.finditer(plain) if kind in kinds else ():
            value: Node = Text(found[0]) if kind == "place" else points_of(found[0])
            binding = Binding(((kinds[kind], value),))
            held.append(Condition(binding, found.start(), found.end(), source="apart"))
            blank = " " * len(found[0])
            plain = plain[: found.start()] + blank + plain[found.end() :]
    return _RANGE.sub("–", _MARKS.sub(" ", plain))[: len(question)], held


def _year(parameter: Parameter) -> int:
    """Return the year of the days that are tried for an input which is a day; 0 for none."""
    tried = parameter.left_open.tried
    return int(str(tried[0])[:4]) if tried else 0


def _dated(plain: str, vocabulary: Vocabulary) -> list[Condition]:
    """Return the day that a text names for an input without its year, or as a part of a month."""
    inputs = [p for p in vocabulary.parameters.values() if p.kind == "date" and _year(p)]
    shown = tokens(plain)
    for one in periods(shown) if inputs else ():
        day, parameter = one.first + (one.last - one.first) / 2, inputs[0]
        begins = _begins(shown, one, parameter) and (one.last - one.first).days < _LONGEST_MONTH
        if not (begins if not one.is_day else not one.year_known):
            continue
        name = parameter.name
        said = f"{name}: {day.isoformat()}, the middle of {plain[one.start : one.stop]!r}"
        if not one.year_known:
            year = _year(parameter) or day.year
            day = in_year(day, year)
            which = day.isoformat() if begins else f"the year {year}"
            said = f"{name}: {which}, as no year is named"
        binding = Binding(((name, Text(day.isoformat())),))
        return [Condition(binding, one.start, one.stop, 0, "apart", said)]
    return []


def _begins(shown: Sequence[Token], period: Period, parameter: Parameter) -> bool:
    """Tell whether words of an input stand before a period: starting in early October."""
    before = [one.plain for one in shown[max(period.first_token - 3, 0) : period.first_token]]
    return "from" in before or not set(before).isdisjoint(parameter.words)


# Phrases of a sentence.


def _phrases(
    sentence: Span, number: int, vocabulary: Vocabulary
) -> tuple[list[Part], list[Part], list[Part]]:
    """Return the phrases that cover a sentence, its conditions, and all that may cover it."""
    held = lexed(sentence.text, vocabulary, gaps=True)
    try:
        edges = ASKED.parse(held.edges)
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
        start, end = (sentence.start + at for at in ends)
        return Part(one.category, one.meaning, start, end, number)

    inner = [placed(one) for one in edges if isinstance(one.meaning, Setting | Pair)]
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
    return any(not any(map(taken.isdisjoint, held)) for taken in vocabulary.inputs)


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


# Places that no gazetteer holds, or in small letters.

#: What joins the words of a name.
_LINK = re.compile(
    r"[\s'’.-]|\s(?:della|of|(?!and|or|in|for|to|by|on|at|is|was|the|if|as|be|has|had)[a-z]{1,3})\s"
)
_SMALL = frozenset("de da do del della di la le el al of the an der sur en".split())
#: Words with a capital before a name, and what goes on behind a mark within one (Mi‘rabah).
_CAPITALS = re.compile(r"(?:\b[A-Z][a-z]+ )+$")
_GOES_ON = re.compile(r"(?:[‘’'`][^\W\d_]{2,}| [A-Z][a-z]+\b)+")
#: Words behind which a place is named.
_LEADS = frozenset("considering in for of at near around is was will does".split())


def _with_names(
    plain: str,
    unknown: Sequence[Part],
    parts: Sequence[Part],
    conditions: Sequence[Condition],
    vocabulary: Vocabulary,
    firsts: Container[int],
) -> list[Condition]:
    """Return conditions with the places whose names hold a word that nobody knows.

    firsts: where sentences begin.
    """
    if not vocabulary.places:
        return list(conditions)
    names = frozenset(name for name, _ in vocabulary.places)
    places = [one for one in conditions if one.source == "phrase" and one.binding.names <= names]
    begun = [
        one for one in places
        if one.end - one.start == 1
        or (one.start in firsts and is_known(plain[one.start : one.end].lower(), "en"))
    ]  # fmt: skip
    if len(begun) < len(places):  # "We" begins a sentence, and is a town as well
        conditions = [one for one in conditions if one not in begun]
        places = [one for one in places if one not in begun]
    before = {one.end: one.category for one in parts}
    before |= {one.end: "first" for one in unknown if _is_plain(plain, one, firsts)}
    strange = [
        (one.start, one.end) for one in unknown
        if plain[one.start].isupper() and not plain[one.end : one.end + 1].isdigit()
        and not _is_plain(plain, one, firsts)
    ]  # fmt: skip
    seeds = sorted({*strange, *((one.start, one.end) for one in places)})
    made: list[Condition] = []
    at = 0
    for seed in seeds:
        if seed[0] < at:
            continue
        found = _name_around(plain, seed, seeds, firsts)
        at = found[1]
        inside = [one for one in places if found[0] <= one.start and one.end <= found[1]]
        if any((one.start, one.end) == found for one in inside):
            continue
        name = plain[found[0] : found[1]]
        if (
            (places or made)
            and not inside
            and all(is_known(one, "en") for one in name.lower().split())
        ):
            continue  # "Scenario B"
        if inside or _introduced(plain, found[0], before):
            binding = Binding(tuple((one, Text(name)) for one in sorted(names)))
            made.append(Condition(binding, *found, source="apart"))
            places = [one for one in places if one not in inside]
    spans = [(one.start, one.end) for one in made]
    kept = [
        one for one in conditions if not (made and one in begun)
        and not any(start <= one.start and one.end <= end for start, end in spans)
    ]  # fmt: skip
    named = [plain[one.start : one.end] for one in (*places, *made)]
    return [
        one for one in (*kept, *made)
        if not (one.binding.names <= names and _is_shortened(plain[one.start : one.end], named))
    ]  # fmt: skip


def _is_shortened(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name is the beginning of another one: Hasbrouck (Heights)."""
    return any(one.startswith(f"{name} ") for one in others)


def _is_plain(plain: str, word: Part, firsts: Container[int]) -> bool:
    """Tell whether a word only has its capital because a sentence begins with it."""
    return word.start in firsts and is_known(plain[word.start : word.end].lower(), lang="en")


def _name_around(
    plain: str, seed: tuple[int, int], seeds: Sequence[tuple[int, int]], firsts: Container[int]
) -> tuple[int, int]:
    """Return where the name starts and ends that begins with a word, or has it behind others."""
    start, end = seed
    before = _CAPITALS.search(plain, max(0, start - 60), start)
    if before is not None:
        first = before.start() in firsts  # a sentence begins with it: "For Cold Lake"
        start = plain.index(" ", before.start()) + 1 if first else before.start()
    for first, last in ((end, end), *seeds):
        if first == end or (end < first <= end + 7 and _LINK.fullmatch(plain, end, first)):
            behind = _GOES_ON.match(plain, last)
            end = behind.end() if behind else last
    return start, end


def _introduced(plain: str, start: int, before: Mapping[int, str]) -> bool:
    """Tell whether a name stands where a place is named: behind a preposition or a comma."""
    end = len(plain[:start].rstrip())
    word = plain[:end].rpartition(" ")[2].casefold()
    return before.get(end) in ("prep", "comma", "parameter", "setting", "first") or word in _LEADS


def _lacks_place(
    conditions: Iterable[Condition], readings: Iterable[Part], vocabulary: Vocabulary
) -> bool:
    """Tell whether an output of a place is named, and no place."""
    names = {name for name, _ in vocabulary.places}
    if not names or any(one.binding.names & names for one in conditions):
        return False
    return any(vocabulary.of_places & outputs_of(one.meaning)[1] for one in readings)


def _in_small_letters(
    plain: str,
    parts: Sequence[Part],
    unknown: Sequence[Part],
    vocabulary: Vocabulary,
    firsts: Container[int],
) -> list[Condition]:
    """Return the first place that a text without capitals, or with a short name, names."""
    shown = tokens(plain)
    capitals = any(one.word[0].isupper() and one.start not in firsts for one in shown)
    odd = set[int]() if capitals else {one.start for one in unknown}
    short = (o for o in shown if o.word[0].isupper() and o.end - o.start < 4)
    short = (one for one in short if not plain[one.end : one.end + 1].isdigit())
    odd |= {one.start for one in short if one.start not in firsts}
    if not odd:
        return []
    ends = {one.end for one in parts if one.category in ("prep", "unknown", "when", "be")}
    leads = [at for at, one in enumerate(shown) if one.end in ends or one.plain in _LEADS]
    for at, size in ((at + 1, size) for at in leads for size in (4, 3, 2, 1)):
        words = shown[at : at + size]
        if not any(one.start in odd for one in words) or not all(o.word.isalpha() for o in words):
            continue
        text = plain[words[0].start : words[-1].end]
        found = ((n, candidates(s, n, _capitals(text))) for n, s in vocabulary.places)
        small = text.islower()
        options = tuple((n, Text(text)) for n, c in found if c and (c[0].sure or not small))
        if options:
            return [Condition(Binding(options), words[0].start, words[-1].end, source="apart")]
    return []


def _as_place(plain: str, one: Condition, vocabulary: Vocabulary) -> Condition:
    """Return a condition on a list of names as one on a place too: new york."""
    text = plain[one.start : one.end]
    lists = [value for _, value in one.binding.options if isinstance(value, Items)]
    if not lists or not text.islower():
        return one
    own = text.split(" in ")[-1].removeprefix("in ")
    found = ((n, candidates(s, n, _capitals(own))) for n, s in vocabulary.places)
    options = tuple((n, Text(own)) for n, known in found if known)
    binding = Binding((*one.binding.options, *options))
    return replace(one, binding=binding)


def _capitals(text: str) -> str:
    return " ".join(one if one in _SMALL else one[:1].upper() + one[1:] for one in text.split())
