"""A question as what it names: conditions, outputs, amounts, scales, and words that nobody knows.

A question is asked, not decided, so that its phrases need not make up a whole: each sentence is
covered by the fewest phrases, and what they are is kept with where it stands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from simplemma import is_known

from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import SimulatorError
from simulrag.verifier.english.chart import Edge, TooManyError, tilings
from simulrag.verifier.english.lexing import lexed
from simulrag.verifier.english.meanings import (
    Amount,
    Binding,
    Input,
    Label,
    Measure,
    Moment,
    Pair,
    Setting,
    Turn,
    bound,
)
from simulrag.verifier.english.phrases import PHRASES, on_day, share_of
from simulrag.verifier.english.splitting import sentences
from simulrag.verifier.english.vocabulary import Vocabulary
from simulrag.verifier.formulas.anchoring.periods import periods
from simulrag.verifier.formulas.anchoring.vocabulary import Token, tokens
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text

#: Phrases of questions: those of claims, and freer ones that only name conditions.
ASKED = PHRASES.extended()
rule = ASKED.rule

#: Marks that set words off and mean nothing else; "`24`%".
_MARKS = re.compile(r"[`*\"“”]|(?<!\w)['‘’]|['‘’](?!\w)|(?<=[.\d])(?=')")
#: A range of percentages or degrees, whose hyphen is no sign.
_RANGE = re.compile(r"(?<=\d)-(?=\d+(?:\.\d+)?\s?(?:%|°|percent))")
_SMALL_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_NUMBER = r"[-+−]?\d+(?:\.\d+)?"
_POINT = rf"\(\s*{_NUMBER}\s*,\s*{_NUMBER}\s*\)"
_POINTS = re.compile(rf"\[\s*{_POINT}(?:\s*,\s*{_POINT})*\s*\]|{_POINT}")
#: What joins the words of a name.
_LINK = re.compile(
    r"[\s'’.-]|\s(?:della|of|(?!and|or|in|for|to|by|on|at|is|was|the|if|as|be|has|had)[a-z]{1,3})\s"
)
_SMALL = frozenset("de da do del della di la le el al of the an der sur en".split())
#: Words with a capital before a name, and what goes on behind a mark within one (Mi‘rabah).
_CAPITALS = re.compile(r"(?:\b[A-Z][a-z]+ )+\Z")
_GOES_ON = re.compile(r"(?:[‘’'`][^\W\d_]{2,}| [A-Z][a-z]+\b)+")
#: Words behind which a place is named.
_LEADS = frozenset("considering in for of at near around is was will does".split())
#: What stands between changes of which the second leaves its verb to the first.
_JOINTS = ("-and", "-comma -and", "-comma")
_COORDINATES = re.compile(r"\d+(?:\.\d+)?\s?°?\s?[NS]\s?,\s?\d+(?:\.\d+)?\s?°?\s?[EW]\b")


@rule("parameter", "parameter -level", "parameter -open parameter -close")
def same_input(of: Input, *other: Input) -> Input | None:
    """An immunity level; the basic reproduction number (R0)."""
    return of if all(one.name == of.name for one in other) else None


@rule("parameter", "parameter where")
def where_it_is(of: Input, _: str) -> Input:
    """The speed limit on the main corridor."""
    return of


@rule("parameter", "unknown parameter")
def qualified(word: str, of: Input) -> Input | None:
    """Initial prior immunity: a word that nobody knows, which is told as such."""
    return of if word.isalpha() and of.kind in ("share", "choice") else None


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


@rule("condition", "parameter moment", "parameter -prep moment", "parameter -from moment")
def around_day(of: Input, day: Moment) -> Setting | None:
    """Starting around October 18, 2022."""
    return on_day(of, day) if day.first == day.last else None


@rule("condition", "shifted", "changed")
def changed(held: Setting) -> Setting:
    """CO2 emissions are changed by -10 %."""
    return held


@rule(
    "shifted",
    "parameter -change_v -by number",
    "parameter -be -change_v -by number",
    "parameter -change_n -prep number",
    "-change_v parameter -by number",
)
def shifted_by(of: Input, amount: Amount) -> Setting | None:
    """CO2 emissions change by -10 %: upwards where there is no sign."""
    fits = of.kind == "change" and amount.unit == "percent"
    return bound(of.name, amount.value) if fits else None


@rule(
    "shifted",
    "number -change_n -prep parameter",
    "number -change_n parameter",
    "number parameter -change_n",
)
def shift_of(amount: Amount, of: Input) -> Setting | None:
    """A -10 % change in CO2."""
    return shifted_by(of, amount)


@rule("shifted", "number parameter")
def signed_amount_of(amount: Amount, of: Input) -> Setting | None:
    """With -5 % SO2: a sign tells a change."""
    return shifted_by(of, amount) if amount.signed else None


@rule("shifted", "parameter -by number")
def by_signed_amount(of: Input, amount: Amount) -> Setting | None:
    """SO2 by -5 %."""
    return signed_amount_of(amount, of)


@rule("shifted", *(f"shifted {joint} parameter -by number" for joint in _JOINTS))
def shifted_likewise(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... and black carbon by 5 %, whatever the sign of what stands before."""
    made = shifted_by(of, amount)
    return made and held.joined(made)


@rule("shifted", *(f"shifted {joint} number parameter" for joint in _JOINTS))
def shifted_amount_likewise(held: Setting, amount: Amount, of: Input) -> Setting | None:
    """... and 5 % black carbon."""
    return shifted_likewise(held, of, amount)


@rule(
    "altered",
    *(f"{one} {joint} parameter -by number" for one in ("altered", "changed") for joint in _JOINTS),
)
def turned_likewise(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... CO2 is cut by 10 %, methane by 20 %: the sign is that before, unless it has one."""
    before = held.bindings[-1].options[0][1]
    down = isinstance(before, Number) and before.value < 0
    made = shifted_by(of, amount) if amount.signed else signed_turn(of, Turn(1 - 2 * down), amount)
    return made and held.joined(made)


@rule(
    "changed",
    "parameter turn_c number",
    "parameter turn_v -by number",
    "parameter turn_t -by number",
    "parameter turn_c -by number",
    "parameter -be turn_t -by number",
    "parameter -be turn_c -by number",
)
def signed_turn(of: Input, turn: Turn, amount: Amount) -> Setting | None:
    """CO2 emissions are reduced by -10 %: the sign is told once."""
    if of.kind != "change" or amount.unit != "percent" or turn.of_time or turn.of:
        return None
    value = amount.value
    if turn.sign < 0 and value.value > 0:
        value = Number(-value.value, f"-{value.printed}")
    return bound(of.name, value)


@rule("changed", "number turn_n -prep parameter", "number turn_c parameter")
def signed_turn_of(amount: Amount, turn: Turn, of: Input) -> Setting | None:
    """A -5 % reduction in SO2."""
    return signed_turn(of, turn, amount)


@rule(
    "changed",
    "turn_t parameter -by number",
    "turn_c parameter -by number",
    "turn_n -prep parameter -by number",
)
def turn_first(turn: Turn, of: Input, amount: Amount) -> Setting | None:
    """Reducing CO2 by -10 %."""
    return signed_turn(of, turn, amount)


@rule("inputs", "parameter -and parameter", "parameter -and parameter unknown")
def two_inputs(first: Input, second: Input, word: str = "both") -> tuple[Input, Input] | None:
    """CO2 and CH4 both ..."""
    fits = first.kind == second.kind == "change" and first.name != second.name
    return (first, second) if fits and word == "both" else None


@rule(
    "changed",
    "inputs turn_c number",
    "inputs turn_v -by number",
    "inputs turn_t -by number",
    "inputs turn_c -by number",
    "inputs -be turn_t -by number",
)
def both_turned(of: tuple[Input, Input], turn: Turn, amount: Amount) -> Setting | None:
    """CO2 and CH4 both up by 10 %."""
    held = [signed_turn(one, turn, amount) for one in of]
    return held[0].joined(held[1]) if held[0] and held[1] else None


@rule("shifted", "inputs -change_v -by number")
def both_shifted(of: tuple[Input, Input], amount: Amount) -> Setting | None:
    """CO2 and CH4 both change by 10 %."""
    return both_turned(of, Turn(1), amount)


@dataclass(frozen=True, slots=True)
class Part:
    """A phrase of a question: what it is, where it stands, and in which sentence."""

    category: str
    meaning: object
    start: int
    end: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a question names. group: of the phrase in which it stands with others."""

    binding: Binding
    start: int
    end: int
    sentence: int
    group: int
    assumed: str = ""


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

    def printed(self, start: int, end: int) -> str:
        """Return a stretch of the question as it was written."""
        return " ".join(self.text[start:end].split())

    def of(self, *categories: str) -> list[Part]:
        """Return the phrases of some categories."""
        return [one for one in self.parts if one.category in categories]


def _moved_rules() -> None:
    forms = ("parameter turn_t", "turn_t parameter", "parameter -be turn_t", "parameter turn_v")

    @rule("changed", *(f"{one} -from number -to number" for one in forms))
    def moved(*parts: Input | Turn | Amount) -> Setting | None:
        """A speed limit cut from 50 to 30 km/h."""
        of = next(one for one in parts if isinstance(one, Input))
        first, last = (one.value.value for one in parts if isinstance(one, Amount))
        if of.kind != "change" or not first:
            return None
        percent = 100 * (last - first) / first
        return bound(of.name, Number(percent, f"{percent:g}"))


_moved_rules()


@rule("year_setting", "prep number")
def in_number(prep: str, amount: Amount) -> Setting | None:
    """In 2300: a year that no text of today names."""
    plain = amount.value.printed.isdigit() and not amount.unit and amount.outputs is None
    is_year = plain and len(amount.value.printed) == 4 and amount.sign == "=="
    return bound("year", amount.value) if is_year and prep == "in" else None


def asked(question: str, vocabulary: Vocabulary) -> Asked:
    """Return what a question names."""
    plain, given = _set_aside(question, vocabulary)
    parts: list[Part] = []
    conditions = list(given)
    spans: list[tuple[int, int]] = []
    readings: list[Part] = []
    for number, sentence in enumerate(sentences(plain)):
        end = sentence.start + len(sentence.text)
        spans.append((sentence.start, end))
        path, inner, ways = _phrases(sentence.text, sentence.start, vocabulary)
        readings += (Part(e.category, e.meaning, e.start, e.end, number) for e in ways)
        for edge in path:
            part = Part(edge.category, edge.meaning, edge.start, edge.end, number)
            parts.append(part)
            conditions += _conditions(part, inner, len(parts), vocabulary)
    placed = [_placed(one, spans) for one in conditions]
    dated = [] if any(_dates(one) for one in placed) else _without_year(plain, spans, vocabulary)
    unknown = [one for one in readings if one.category == "unknown"]
    named = _with_names(plain, unknown, parts, placed, vocabulary, spans)
    if _lacks_place(named, readings, vocabulary):
        named += _small(plain, parts, unknown, vocabulary)
        named = [_as_place(plain, one, vocabulary) for one in named]
    named = [_placed(one, spans) for one in named]
    found = sorted((*named, *dated), key=lambda one: one.start)
    return Asked(question, tuple(parts), tuple(found), tuple(unknown), tuple(readings))


def _dates(one: Condition) -> bool:
    return any(isinstance(v, Text) and v.value[:4].isdigit() for _, v in one.binding.options)


def _firsts(parts: Iterable[Part]) -> frozenset[int]:
    """Return where sentences begin."""
    first: dict[int, int] = {}
    for one in parts:
        first[one.sentence] = min(one.start, first.get(one.sentence, one.start))
    return frozenset(first.values())


def _placed(one: Condition, spans: Sequence[tuple[int, int]]) -> Condition:
    number = next((at for at, (_, end) in enumerate(spans) if one.start < end), 0)
    return Condition(one.binding, one.start, one.end, number, one.group, one.assumed)


# What is written in no words.


def _set_aside(question: str, vocabulary: Vocabulary) -> tuple[str, list[Condition]]:
    """Return a question of the same length without marks, points and coordinates, and those."""
    held: list[Condition] = []
    plain = question.translate(_SMALL_DIGITS)
    kinds = {one.kind: one.name for one in vocabulary.parameters.values()}
    for pattern, kind in ((_POINTS, "points"), (_COORDINATES, "place")):
        for found in pattern.finditer(plain) if kind in kinds else ():
            value: Node = Text(found[0]) if kind == "place" else _points(found[0])
            binding = Binding(((kinds[kind], value),))
            held.append(Condition(binding, found.start(), found.end(), 0, -1 - len(held)))
            blank = " " * len(found[0])
            plain = plain[: found.start()] + blank + plain[found.end() :]
    return _RANGE.sub("–", _MARKS.sub(" ", plain))[: len(question)], held


def _points(text: str) -> Items:
    numbers = [float(one.replace("−", "-")) for one in re.findall(_NUMBER, text)]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return Items(tuple(Items(tuple(Number(n, f"{n:g}") for n in pair)) for pair in pairs))


def _without_year(
    plain: str, spans: Sequence[tuple[int, int]], vocabulary: Vocabulary
) -> Iterator[Condition] | list[Condition]:
    """Return a day whose year the text leaves out, with the year that an input takes then."""
    shown = tokens(plain)
    with_year = [p for p in vocabulary.parameters.values() if p.kind == "date" and p.default_year]
    days = [one for one in periods(shown) if one.is_day and not one.year_known]
    found: list[Condition] = []
    for day in days[:1]:
        for parameter in with_year[:1]:
            value = day.first.replace(year=parameter.default_year or 0).isoformat()
            start, end = shown[day.first_token].start, shown[day.end_token - 1].end
            said = f"{parameter.name}: the year {parameter.default_year}, as none is named"
            made = Condition(Binding(((parameter.name, Text(value)),)), start, end, 0, -99, said)
            found.append(_placed(made, spans))
    return found


# Names of places that no gazetteer holds.


def _with_names(
    plain: str,
    unknown: Sequence[Part],
    parts: Sequence[Part],
    conditions: Sequence[Condition],
    vocabulary: Vocabulary,
    spans: Sequence[tuple[int, int]],
) -> list[Condition]:
    """Return conditions with the places whose names hold a word that nobody knows."""
    if not vocabulary.places:
        return list(conditions)
    names = frozenset(name for name, _ in vocabulary.places)
    places = [one for one in conditions if one.group >= 0 and one.binding.names <= names]
    firsts = frozenset(start for start, _ in spans)
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
        if places and not inside and all(is_known(one, "en") for one in name.lower().split()):
            continue  # "Scenario B"
        if inside or _introduced(plain, found[0], before):
            binding = Binding(tuple((one, Text(name)) for one in sorted(names)))
            made.append(Condition(binding, *found, 0, -50 - len(made)))
            places = [one for one in places if one not in inside]
    spans = [(one.start, one.end) for one in made]
    kept = [
        one for one in conditions
        if not any(start <= one.start and one.end <= end for start, end in spans)
    ]  # fmt: skip
    named = [plain[one.start : one.end] for one in (*places, *made)]
    return [
        one for one in (*kept, *made)
        if not (one.binding.names <= names and _is_shortened(plain[one.start : one.end], named))
    ]  # fmt: skip


def _is_shortened(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name is the beginning of another one: Hasbrouck (Heights)."""
    return any(one.startswith(f"{name} ") for one in others)


def _is_plain(plain: str, word: Part, firsts: frozenset[int]) -> bool:
    """Tell whether a word only has its capital because a sentence begins with it."""
    return word.start in firsts and is_known(plain[word.start : word.end].lower(), lang="en")


def _name_around(
    plain: str, seed: tuple[int, int], seeds: Sequence[tuple[int, int]], firsts: frozenset[int]
) -> tuple[int, int]:
    """Return where the name starts and ends that begins with a word, or has it behind others."""
    start, end = seed
    before = _CAPITALS.search(plain[:start])
    if before is not None and before.start() not in firsts:
        start = before.start()
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
    spoken = frozenset[str]().union(*(outputs_of(one.meaning)[1] for one in readings))
    of_places = (
        name for name, held in vocabulary.outputs.items()
        for one in held if names & {p.name for p in one.function.parameters if p.required}
    )  # fmt: skip
    return not spoken.isdisjoint(of_places)


def _small(
    plain: str, parts: Sequence[Part], unknown: Sequence[Part], vocabulary: Vocabulary
) -> list[Condition]:
    """Return the first place that a text without capitals, or with a short name, names."""
    shown = tokens(plain)
    firsts = _firsts(parts)
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
        found = ((n, s.find(n, _capitals(text))) for n, s in vocabulary.places)
        small = text.islower()
        options = tuple((n, Text(text)) for n, c in found if c and (c[0].sure or not small))
        if options:
            return [Condition(Binding(options), words[0].start, words[-1].end, 0, -97)]
    return []


def _as_place(plain: str, one: Condition, vocabulary: Vocabulary) -> Condition:
    """Return a condition on a list of names as one on a place too: new york."""
    text = plain[one.start : one.end]
    lists = [value for _, value in one.binding.options if isinstance(value, Items)]
    if not lists or not text.islower():
        return one
    own = text.split(" in ")[-1].removeprefix("in ")
    options = tuple((n, Text(own)) for n, s in vocabulary.places if s.find(n, _capitals(own)))
    binding = Binding((*one.binding.options, *options))
    return Condition(binding, one.start, one.end, one.sentence, one.group, one.assumed)


def _capitals(text: str) -> str:
    return " ".join(one if one in _SMALL else one[:1].upper() + one[1:] for one in text.split())


# Phrases of a sentence.


def _phrases(
    text: str, start: int, vocabulary: Vocabulary
) -> tuple[list[Edge], list[Edge], list[Edge]]:
    """Return the phrases that cover a sentence, its conditions, and all that may cover it."""
    held = lexed(text.rstrip("?"), vocabulary, gaps=True)
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

    def placed(one: Edge) -> Edge:
        first, last = held.spans[one.start][0], held.spans[one.end - 1][1]
        return Edge(one.category, start + first, start + last, one.meaning)

    inner = [placed(one) for one in edges if isinstance(one.meaning, Setting)]
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
    taken = ({p.name for p in one.parameters} for s in vocabulary.registry for one in s.functions)
    return any(all(one.names & names for one in meaning.bindings) for names in taken)


def _conditions(
    part: Part, inner: Iterable[Edge], group: int, vocabulary: Vocabulary
) -> Iterator[Condition]:
    """Return the conditions of a phrase, each where its own words stand."""
    for binding in _bindings(part, vocabulary):
        within = [
            (one.end - one.start, one.start, one.end) for one in inner
            if part.start <= one.start and one.end <= part.end
            and isinstance(one.meaning, Setting) and one.meaning.bindings == (binding,)
        ]  # fmt: skip
        _, start, end = min(within, default=(0, part.start, part.end))
        yield Condition(binding, start, end, part.sentence, group)


def _bindings(part: Part, vocabulary: Vocabulary) -> tuple[Binding, ...]:
    match part.meaning:
        case Setting() as setting:
            return setting.bindings if part.category in ("setting", "condition") else ()
        case Pair() as pair:
            second = [one for one in pair.second.bindings if one not in pair.first.bindings]
            moved = {n for one in second for n in one.names} if pair.moves else set[str]()
            first = (one for one in pair.first.bindings if not _is_origin(one, moved, vocabulary))
            return (*first, *second)
        case Number() as year if part.category == "year":
            names = [p.name for p in vocabulary.parameters.values() if p.kind == "year"]
            return (Binding(tuple((name, year) for name in names)),) if names else ()
        case Moment() as day if part.category in ("day", "moment") and day.first == day.last:
            names = [p.name for p in vocabulary.parameters.values() if p.kind == "date"]
            return (Binding(tuple((name, Text(day.first)) for name in names)),) if names else ()
        case _:
            return ()


def _is_origin(one: Binding, moved: set[str], vocabulary: Vocabulary) -> bool:
    """Tell whether a condition is the state from which an input is moved: its default."""
    for name, value in one.options:
        parameter = vocabulary.parameters.get(name)
        if name not in moved or parameter is None or not parameter.alters:
            continue
        given = value.value if isinstance(value, Number | Text) else None
        try:
            return check_value(parameter, given) == parameter.default
        except SimulatorError:
            return False
    return False


def outputs_of(meaning: object) -> tuple[frozenset[str], frozenset[str]]:
    """Return the outputs that a phrase speaks of, and those of them that it names."""
    match meaning:
        case Measure():
            return meaning.outputs, meaning.sure
        case Label():
            named = frozenset(name for name, _ in meaning.values)
            return named, named
        case Turn():
            return meaning.outputs | meaning.of, frozenset()
        case _:
            return frozenset(), frozenset()
