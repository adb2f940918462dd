"""Objects of several fields, such as measures: the words of one, and the rules that compose it.

Words of fields are those of their declarations, the rest is general English (`lexicon.toml`, under
`objects`). What stands beside each other, with nothing but fillers between, is of one object, whose
fields are conditions; a joint between two kinds parts two objects, of which the former may leave
times and strength to the latter. Words of an object that make none leave none to a part of them.
"""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.verifier.english.chart import Edge, Grammar
from simulrag.verifier.english.phrase_meanings import NO_CONDITION, Amount, Pair, Setting, bound
from simulrag.verifier.english.vocabulary import of_objects, role_of
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, Token, base_form, longest
from simulrag.verifier.formulas.listings import argument, node_of
from simulrag.verifier.formulas.syntax import Node

_WORDS = of_objects()
#: What says that there is less of a thing, none of it, or the opposite.
_FALLS = (frozenset(lexicon.FALL) - _WORDS["filler"] - {"below", "minus"}) | _WORDS["falls"]
_STOPS, _OPPOSITE = _WORDS["stops"], _WORDS["opposite"] | _WORDS["denying"]
_ACTS = _FALLS | _STOPS | _OPPOSITE
#: What leads to the day on which something begins.
_STARTS = _WORDS["starts"] | {
    word for word, held in role_of().items() if held & {"from", "by", "before"}
}
#: Most tokens from a word that denies an object to it, and behind it in which it may go on.
_NEAR, _FAR = 3, 6
#: What leads a date of which the text leaves the year open.
NO_YEAR = "--"
#: Categories of phrases that stand within an object alone.
PARTS = frozenset("done act share length detail gap odd period duration starts".split())

Mention = tuple[int, int, str, Any]

#: What is told of any object, when it begins, after how many days, when it ends, how long it
#: lasts, in percent, and of whom: what its fields are named is another thing.
_BEGINS, _AFTER, _ENDS, _LASTS, _SHARE, _WHO = "begins", "after", "ends", "lasts", "share", "who"
_TIMES = frozenset((_BEGINS, _AFTER, _ENDS, _LASTS))


@dataclass(frozen=True, eq=False)
class ObjectInput:
    """An input that takes objects, the words of its fields and those that change nothing in one.

    dates: the days that its function takes beside it, which are no days of an object.
    """

    parameter: Parameter
    dates: frozenset[str]
    known: Phrases[tuple[str, tuple[str, ...]]]
    fillers: Phrases[str]

    @property
    def fields(self) -> tuple[Parameter, ...]:
        """Return what an object holds."""
        return self.parameter.selection.fields

    @cached_property
    def named(self) -> Mapping[str, Parameter]:
        """Return the field for what is told: the first of its kind, by how text leads to it."""
        first = {one.kind: one for one in reversed(self.fields)}
        begins, ends = (one for one in self.fields if one.kind == "date")
        times = {bool(one.words): one for one in self.fields if one.unit and not _is_detail(one)}
        details = {one.name: one for one in self.fields if _is_detail(one)}
        return {
            "kind": first["choice"], _WHO: first["choices"], _SHARE: first["share"], **details,
            _BEGINS: begins, _ENDS: ends, _AFTER: times[True], _LASTS: times[False],
        }  # fmt: skip

    def mentions(
        self, shown: Sequence[Token], numbers: Iterable[Mention], dates: Iterable[Period]
    ) -> Iterator[Mention]:
        """Yield what may be of objects, with its tokens, where a text names a kind of one."""
        hits = set(longest(self.known.find(shown)).values())
        if all(hit.meaning[0] != "what" for hit in hits):
            return
        yield from (self._of_field(shown, one.first, one.end, *one.meaning) for one in hits)
        named = {at for hit in hits for at in range(hit.first, hit.end)}
        held = set(named)
        for first, end, _, amount in numbers:
            found = _of_amount(amount)
            if found is not None and first not in held:
                yield first, end, *found
                held.update(range(first, end))
        for one in dates:
            own = not (one.year_alone or _opens_season(shown, one.first_token))
            if own and one.first_token not in held:
                yield one.first_token, one.end_token, "period", one
                held.update(range(one.first_token, one.end_token))
        for at in range(len(shown)):
            words = _of_word(shown, at)
            acts = (one for one in words if one[2] == "act")
            yield from words if at not in held else acts if at in named else ()
        for one in self.fillers.find(shown):
            plain = {token.plain for token in shown[one.first : one.end]}
            if plain.isdisjoint(_ACTS) and held.isdisjoint(range(one.first, one.end)):
                yield one.first, one.end, "gap", "," if plain & _WORDS["joint"] else ""

    def _of_field(
        self, shown: Sequence[Token], first: int, end: int, kind: str, names: tuple[str, ...]
    ) -> Mention:
        if kind == "detail":
            units = ((one.name, one.unit) for one in self.fields if one.name in names)
            return first, end, kind, tuple(units)
        if kind == "who":
            return first, end, "done", told(_WHO, list(names))
        acts = _forms(one.plain for one in shown[first:end]) & (_FALLS | _STOPS)
        return first, end, "done", Spoken(self, kinds=frozenset(names), acts=acts)


def told(name: str, value: JsonValue) -> "Spoken":
    """Return one thing that is told of an object."""
    return Spoken(told=bound(name, node_of(value)))


def _of_amount(amount: Amount) -> "tuple[str, float | Spoken] | None":
    """Return a number as a share in percent or a time in days."""
    if amount.unit in DURATIONS:
        return "length", amount.value.value * DURATIONS[amount.unit]
    if amount.unit in SHARES or (not amount.unit and amount.kind == "fraction"):
        return "share", amount.percent.value
    if amount.kind == "factor" and amount.percent.value < 0:
        less = Spoken(acts=frozenset(("less",)))
        return "done", told(_SHARE, -amount.percent.value).beside(less)
    return None


def _of_word(shown: Sequence[Token], at: int) -> Iterator[Mention]:
    """Yield what is done, a time, and what goes on to say what no field holds."""
    plain, after = shown[at].plain, [one.plain for one in shown[at + 1 : at + _FAR]]
    acts = _forms([plain]) & _ACTS - _WORDS["filler"]
    if acts and acts.isdisjoint(_OPPOSITE):
        yield at, at + 1, "act", Spoken(acts=acts)
    elif acts:
        most = _NEAR if plain in _WORDS["denying"] else 1
        ends = range(at + 1, min(at + most, len(shown)) + 1)
        yield from ((at, end, "act", Spoken(is_odd=True)) for end in ends)
    if plain in DURATIONS:
        yield at, at + 1, "duration", float(DURATIONS[plain])
        before = [one.plain for one in shown[max(at - 2, 0) : at]]
        if before[1:] in (["a"], ["an"]) and before[0] in ("for", "over", "lasting", "by"):
            first = at - 1 - (before[0] != "by")
            yield first, at + 1, "length", float(DURATIONS[plain])
    if plain in _WORDS["starts"]:
        yield at, at + 1, "starts", plain
    if plain in _WORDS["goes_on"] and {plain, *after}.isdisjoint(_WORDS["season"]):
        yield at, at + 1, "odd", Spoken(is_odd=True)
    if plain in ("for", "by") and after[:1] in (["several"], ["some"], ["most"], ["many"]):
        yield at, at + 2, "odd", Spoken(is_odd=True)


def _opens_season(shown: Sequence[Token], at: int) -> bool:
    """Tell whether a date is that of the season: "that begins on 1 October, vaccinating ..."."""
    while at and shown[at - 1].plain in _STARTS | {"the", "on"}:
        at -= 1
    before, opens = shown[at - 1].plain if at else "", _WORDS["opening"]
    return before in opens | _WORDS["season"] or (before == "that" and shown[at].plain in opens)


@once_for_each
def object_inputs(simulator: Simulator) -> Sequence[ObjectInput]:
    """Return the inputs of a simulator that take objects."""
    inputs = ((p, f) for f in simulator.functions for p in f.parameters)
    held = {p.name: (p, f) for p, f in inputs if p.kind == "objects"}
    return [
        ObjectInput(
            one, frozenset(p.name for p in function.parameters if p.kind == "date"),
            Phrases(_phrases(one.selection.fields), plurals=True),
            Phrases((word, word) for word in (*_WORDS["filler"], *function.words)),
        ) for one, function in held.values()
    ]  # fmt: skip


def _is_detail(field: Parameter) -> bool:
    """Tell a field that text names beside its number."""
    held = field.words[:1]
    return bool(held) and held[0].split()[0] not in _STARTS


def _phrases(fields: Iterable[Parameter]) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Yield the words of fields with what they say: one of several choices, all of a list."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in fields:
        kind = {"choice": "what", "choices": "who"}.get(one.kind, "detail")
        held = [(name, word) for name, words in one.choices.items() for word in (name, *words)]
        held += [(name, word) for word, names in one.selection.groups.items() for name in names]
        held += [(one.name, word) for word in one.words if word.split()[0] not in _STARTS]
        for name, word in held:
            found.setdefault((kind, word), {})[name] = None
    return ((word, (kind, tuple(names))) for (kind, word), names in found.items())


@dataclass(frozen=True, slots=True)
class Spoken:
    """What words say of an object, and of those before it in a list.

    told: what is told of it. kinds: the choices that it may be. acts: words for what is done.
    around: conditions that stand between. is_odd: it is denied, or says what no field holds.
    """

    of: ObjectInput | None = None
    told: Setting = NO_CONDITION
    kinds: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    around: Setting = NO_CONDITION
    is_odd: bool = False
    earlier: "tuple[Spoken, ...]" = ()

    @property
    def name(self) -> str:
        """Return the name of the input."""
        return self.of.parameter.name if self.of else ""

    def beside(self, other: "Spoken") -> "Spoken":
        """Return one object of which both speak."""
        told, around = self.told.listed(other.told), self.around.joined(other.around)
        kinds = _kinds_of_both(self.kinds, other.kinds)
        is_odd = self.is_odd or other.is_odd or told is None or around is None
        return Spoken(
            self.of or other.of, told or self.told, kinds or self.kinds, self.acts | other.acts,
            around or self.around, is_odd or (not kinds and bool(self.kinds)), self.earlier,
        )  # fmt: skip

    @property
    def speaks(self) -> bool:
        """Tell whether it speaks of something done: a thing alone ("at work") is nothing done."""
        strength = self.told.names - _TIMES - {_WHO} or self.acts or self.is_odd
        own = bool(self.kinds) and (bool(strength) or not all(map(_needed, self.kinds)))
        return own or any(one.speaks for one in self.earlier)

    @property
    def values(self) -> list[JsonValue] | None:
        """Return the objects; None where one is not understood."""
        rest, made = self, list[JsonValue]()
        for one in (self, *reversed(self.earlier)):
            whole = one if one is self else one._borrowing(rest)
            value = whole._value()
            if value is None:
                return None
            rest = whole
            made.insert(0, value)
        return made

    def _borrowing(self, other: "Spoken") -> "Spoken":
        """Return it with what it leaves to the next: "schools and offices closed in December"."""
        own = self.told.names
        acts = any(map(_needed, self.kinds)) and not self.acts and _SHARE not in own
        left = {*(_TIMES if own.isdisjoint(_TIMES) else ()), *([_SHARE] if acts else ())}
        more = Setting(tuple(one for one in other.told.bindings if one.names & left))
        return self.beside(Spoken(told=more, acts=other.acts if acts else self.acts))

    def _value(self) -> dict[str, JsonValue] | None:
        """Return the object; None where it has not one kind, how strong it is, and one time."""
        kinds = [one for one in self.kinds if not _needed(one) or _needed(one) & self.acts]
        stops = [one for one in kinds if _needed(one) & _STOPS]
        own = self.told.names
        detailed = bool(own - _TIMES - {_WHO, _SHARE})
        strong = _SHARE not in own if stops else _SHARE in own or detailed
        twice = {_BEGINS, _AFTER} <= own or {_ENDS, _LASTS} <= own
        if self.is_odd or self.of is None or twice or not strong or len(stops or kinds) != 1:
            return None
        made: dict[str, JsonValue] = {self.of.named["kind"].name: (stops or kinds)[0]}
        for name, node in (one.options[0] for one in self.told.bindings):
            field, value = self.of.named[name], argument(node, {})
            if isinstance(value, float | int):
                value = round(value / (DURATIONS[field.unit] if field.unit else 1), 4)
            made[field.name] = value
        return {one.name: made[one.name] for one in self.of.fields if one.name in made}


def _kinds_of_both(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the choices that two phrases may be: those of contacts, and of contacts at work."""
    if not (some and others) or _is_part_of(some, others):
        return others or some
    return some if _is_part_of(others, some) else some & others


def _is_part_of(names: Iterable[str], others: Iterable[str]) -> bool:
    """Tell whether a more special thing is named as well: contacts, and those at work."""
    own = {word for name in names for word in name.split()}
    return any(own < set(name.split()) for name in others)


def _needed(name: str) -> frozenset[str]:
    """Return the words of which one must be said beside what a choice acts on: "fewer"."""
    words = _forms(name.split())
    return _FALLS if words & _FALLS else _STOPS if words & _STOPS else frozenset()


def _forms(words: Iterable[str]) -> frozenset[str]:
    """Return words as they are and in their base forms."""
    return frozenset(form for word in words for form in (word, base_form(word)))


# Rules.

OBJECTS = Grammar()
rule = OBJECTS.rule


@rule("condition", "done")
def objects(spoken: Spoken) -> Setting | None:
    """Closing schools in Ohio for four weeks."""
    values = spoken.values
    return spoken.around.joined(bound(spoken.name, node_of(values))) if values else None


@rule("gap", "gap gap")
def gaps(first: str, second: str) -> str:
    """Of the people."""
    return first or second


@rule("done", "done gap? done", "act gap? done", "done gap? odd")
def beside(one: Spoken, *held: str | Spoken) -> Spoken | None:
    """Closing schools in January; schools, and offices, which are two."""
    *gaps, other = held
    if (
        not isinstance(other, Spoken)
        or (one.of and other.of not in (None, one.of))
        or other.earlier
    ):
        return None
    if one.kinds and other.kinds and "," in gaps:
        return replace(other, earlier=(*one.earlier, replace(one, earlier=())))
    return one.beside(other)


@rule("done", "done gap? act")
def acted(one: Spoken, *held: str | Spoken) -> Spoken | None:
    """Contacts fell; not what is done, and what that does: closing schools reduces ..."""
    return None if one.values else beside(one, *held)


@rule("done", "done setting gap? done|act")
def amid(one: Spoken, setting: Setting, *held: str | Spoken) -> Spoken | None:
    """Closing schools in Ohio for four weeks."""
    own = {one.name, *one.of.dates, *(f.name for f in one.of.fields)} if one.of else set[str]()
    fits = one.kinds and setting.names.isdisjoint(own)
    around = one.around.joined(setting) if fits else None
    return beside(replace(one, around=around), *held) if around else None


@rule("done", "share")
def shared(percent: float) -> Spoken:
    """30 %."""
    return told(_SHARE, percent)


@rule("done", "length", "-prep|season_span length", "-prep|season_span? -first length")
def lasting(days: float) -> Spoken:
    """For four weeks; over the first two weeks."""
    return told(_LASTS, days)


@rule("done", "share detail", "detail -gap? share")
def with_share(*, percent: float, units: tuple[tuple[str, str], ...]) -> Spoken | None:
    """40 % efficacy."""
    return next((told(name, percent) for name, unit in units if not unit), None)


@rule("done", "length detail", "detail -gap? length")
def with_length(*, days: float, units: tuple[tuple[str, str], ...]) -> Spoken | None:
    """The infectious period, shortened by a day."""
    return next((told(name, days) for name, unit in units if unit), None)


@rule("done", "-from|by|before|starts period", "-starts -prep|by period")
def begins(day: Period) -> Spoken:
    """From 5 December; starting on 5 December."""
    return told(_BEGINS, _start(day))


@rule("done", "-to period")
def ends(day: Period) -> Spoken:
    """Until the end of February."""
    return told(_ENDS, _end(day))


@rule("done", "prep|season_span period")
def during(lead: str, held: Period) -> Spoken | None:
    """In January; on 5 December; through 8 January."""
    if held.is_day:
        return begins(held) if lead == "on" else ends(held) if lead == "through" else None
    behind = told(_ENDS, _text(held.last + timedelta(days=1), held))
    return told(_BEGINS, _text(held.first, held)).beside(behind)


@rule("done", "-prep? length -prep period", "-prep period -prep? length")
def within(*, days: float, held: Period) -> Spoken:
    """Four weeks in January, which begin with the month."""
    return told(_BEGINS, _text(held.first, held)).beside(told(_LASTS, days))


@rule("done", "-between period -and period")
def between(first: Period, last: Period) -> Spoken:
    """Between 15 November and 10 January."""
    return begins(first).beside(ends(last))


@rule("done", "-from|by|starts duration number")
def after(days: float, number: Amount) -> Spoken:
    """From week 5."""
    return told(_AFTER, days * number.value.value)


def _start(period: Period) -> str:
    """Return the day that a period says as a beginning: of "mid-December" the 15th."""
    middle = not period.exact and period.first.day > 5 and period.last.day < 25
    return _text(period.first.replace(day=15) if middle else period.first, period)


def _end(period: Period) -> str:
    """Return the day that a period says as an end: behind "the end of May", else as a start."""
    behind = period.last + timedelta(days=1)
    ends = not period.exact and behind.day == 1
    return _text(behind, period) if ends else _start(period)


def _text(day: date, period: Period) -> str:
    return day.isoformat() if period.year_known else f"{NO_YEAR}{day:%m-%d}"


def without_parts(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Return phrases without those within objects, and without objects that say less than is said.

    A verb behind one says nothing of it. With them come phrases that speak of one and make none.
    """
    parts = [
        (one, one.meaning, node_of(one.meaning.values or []))
        for one in edges if isinstance(one.meaning, Spoken)
    ]  # fmt: skip
    if not parts:
        return list(edges), []
    spans = {one[1:3] for one, _, _ in parts}
    outer = {
        (start, end) for start, end in spans
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in spans)
    }  # fmt: skip
    made = {(one[1:3], value) for one, said, value in parts if one[1:3] in outer and said.values}
    begun = {(span[0], value) for span, value in made}
    known = {(one.start, one.end, value) for one, _, value in parts if (one.start, value) in begun}
    whole = {span for span, _ in made}
    vague = {
        one[1:3]: one for one, said, _ in parts
        if one[1:3] in outer - whole and said.speaks
    }  # fmt: skip
    names = {said.name for _, said, _ in parts}
    kept = [
        one for one in edges
        if one.category not in PARTS
        and all(any(one.start <= start and end <= one.end and value == held
                    for start, end, held in known)
                for value in _objects_of(one.meaning, names))
    ]  # fmt: skip
    return kept, [*vague.values()]


def _objects_of(meaning: object, names: Iterable[str]) -> Iterator[Node]:
    held = (meaning.first, meaning.second) if isinstance(meaning, Pair) else (meaning,)
    settings = (one for one in held if isinstance(one, Setting))
    return (v for one in settings for v in map(one.get, names) if v is not None)


# Years.


def with_years(function: Function, arguments: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return arguments whose objects have years: the first in which a day comes after the start."""
    held = dict(arguments)
    start = next((held.get(p.name) for p in function.parameters if p.kind == "date"), None)
    for one in function.parameters:
        objects = held.get(one.name)
        if one.kind == "objects" and isinstance(objects, list) and isinstance(start, str):
            held[one.name] = [_dated(item, date.fromisoformat(start)) for item in objects]
    return held


def _dated(held: JsonValue, earliest: date) -> JsonValue:
    made = dict(held) if isinstance(held, dict) else {}
    for name, value in made.items():
        if isinstance(value, str) and value.startswith(NO_YEAR):
            earliest = _first_of(value, earliest)
            made[name] = earliest.isoformat()
    return made if isinstance(held, dict) else held


def _first_of(day: str, earliest: date) -> date:
    month, number = (int(part) for part in day.removeprefix(NO_YEAR).split("-"))
    years = (earliest.year, earliest.year + 1)
    days = [date(y, month, min(number, monthrange(y, month)[1])) for y in years]
    return days[days[0] < earliest]
