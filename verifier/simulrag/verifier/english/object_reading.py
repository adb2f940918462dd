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
from typing import Any, NamedTuple

from pydantic import JsonValue

from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.verifier.english.chart import Edge, Grammar
from simulrag.verifier.english.phrase_meanings import NO_CONDITION, Amount, Pair, Setting, bound
from simulrag.verifier.english.vocabulary import of_objects
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, Token, longest
from simulrag.verifier.formulas.listings import argument, node_of
from simulrag.verifier.formulas.syntax import Node

_WORDS = of_objects()
#: What says that there is less of a thing, none of it, or the opposite.
_FALLS = (lexicon.FALL - _WORDS["filler"] - {"below", "minus"}) | _WORDS["falls"]
_STOPS, _OPPOSITE = _WORDS["stops"], _WORDS["opposite"] | _WORDS["denying"]
_LEADS = Phrases(
    (word, role) for role in ("starts", "ends", "during", "lasting") for word in _WORDS[role]
)
#: Most tokens from a word that denies an object to it, and behind it in which it may go on.
_NEAR, _FAR = 3, 6
#: What leads a date of which the text leaves the year open.
NO_YEAR = "--"
#: Categories of phrases that stand within an object alone.
PARTS = frozenset(
    "done act share length detail gap odd dated duration starts ends during lasting".split()
)

Mention = tuple[int, int, str, Any]


@dataclass(frozen=True, eq=False)
class ObjectInput:
    """An input that takes objects, the words of its fields and those that change nothing in one.

    kind, who, share: the first fields that are one of some choices, a list, and in percent.
    begins, ends: those that say when an object does so, a day first, and then a time: from the
    start on, and how long.
    """

    parameter: Parameter
    known: Phrases[tuple[str, tuple[str, ...]]]
    fillers: Phrases[str]
    kind: str
    who: str
    share: str
    begins: tuple[str, str]
    ends: tuple[str, str]

    @classmethod
    def of(cls, parameter: Parameter, function: Function) -> "ObjectInput":
        """Return an input of a function."""
        fields = parameter.selection.fields
        first = {one.kind: one.name for one in reversed(fields)}
        times = {bool(one.words): one.name for one in fields if not _is_detail(one) and one.unit}
        begins, ends = (one.name for one in fields if one.kind == "date")
        known = Phrases(_phrases(fields), plurals=True)
        fillers = Phrases((word, word) for word in (*_WORDS["filler"], *function.words))
        return cls(
            parameter, known, fillers, first["choice"], first["choices"], first["share"],
            (begins, times[True]), (ends, times[False]),
        )  # fmt: skip

    @property
    def fields(self) -> tuple[Parameter, ...]:
        """Return what an object holds."""
        return self.parameter.selection.fields

    def told(self, name: str, value: JsonValue) -> "Spoken":
        """Return the value of a field."""
        return Spoken(self, bound(name, node_of(value)))

    def mentions(
        self, shown: Sequence[Token], numbers: Iterable[Mention], dates: Iterable[Period]
    ) -> Iterator[Mention]:
        """Yield what may be of objects, with its tokens, where a text names a kind of one."""
        hits = set(longest(self.known.find(shown)).values())
        if all(hit.meaning[0] != "what" for hit in hits):
            return
        yield from (self._of_field(shown, one.first, one.end, *one.meaning) for one in hits)
        held = {at for hit in hits for at in range(hit.first, hit.end)}
        for first, end, _, amount in numbers:
            found = self._of_amount(amount)
            if found is not None and first not in held:
                yield first, end, *found
                held.update(range(first, end))
        for one in dates:
            own = not (one.year_alone or _opens_season(shown, one.first_token))
            if own and one.first_token not in held:
                yield one.first_token, one.end_token, "dated", Dated(self, one)
                held.update(range(one.first_token, one.end_token))
        yield from ((one.first, one.end, one.meaning, one.meaning) for one in _LEADS.find(shown))
        acts = _FALLS | _STOPS | _OPPOSITE
        for at in range(len(shown)):
            yield from self._of_word(shown, at) if at not in held else ()
        for one in self.fillers.find(shown):
            plain = {token.plain for token in shown[one.first : one.end]}
            if plain.isdisjoint(acts) and held.isdisjoint(range(one.first, one.end)):
                yield one.first, one.end, "gap", "," if plain & _WORDS["joint"] else ""

    def _of_field(
        self, shown: Sequence[Token], first: int, end: int, kind: str, names: tuple[str, ...]
    ) -> Mention:
        if kind == "detail":
            units = ((one.name, one.unit) for one in self.fields if one.name in names)
            return first, end, kind, tuple(units)
        if kind == "who":
            return first, end, "done", self.told(self.who, list(names))
        acts = frozenset(one.plain for one in shown[first:end]) & (_FALLS | _STOPS)
        return first, end, "done", Spoken(self, kinds=frozenset(names), acts=acts)

    def _of_amount(self, amount: Amount) -> "tuple[str, Share | Length | Spoken] | None":
        """Return a number as a share in percent or a time."""
        if amount.unit in DURATIONS:
            return "length", Length(self, amount.value.value * DURATIONS[amount.unit])
        if amount.unit in SHARES or (not amount.unit and amount.kind == "fraction"):
            return "share", Share(self, amount.percent.value)
        if amount.kind == "factor" and amount.percent.value < 0:
            less = Spoken(self, acts=frozenset(("less",)))
            return "done", self.told(self.share, -amount.percent.value).beside(less)
        return None

    def _of_word(self, shown: Sequence[Token], at: int) -> Iterator[Mention]:
        """Yield what is done, a time, and what goes on to say what no field holds."""
        plain, after = shown[at].plain, [one.plain for one in shown[at + 1 : at + _FAR]]
        if plain in _FALLS | _STOPS:
            yield at, at + 1, "act", Spoken(self, acts=frozenset((plain,)))
        if plain in _OPPOSITE:
            most = _NEAR if plain in _WORDS["denying"] else 1
            ends = range(at + 1, min(at + most, len(shown)) + 1)
            yield from ((at, end, "act", Spoken(self, is_odd=True)) for end in ends)
        if plain in DURATIONS:
            yield at, at + 1, "duration", Length(self, DURATIONS[plain])
            before = [one.plain for one in shown[max(at - 2, 0) : at]]
            if before[1:] in (["a"], ["an"]) and before[0] in _WORDS["lasting"] | {"by"}:
                first = at - 1 - (before[0] != "by")
                yield first, at + 1, "length", Length(self, DURATIONS[plain])
        if plain in _WORDS["goes_on"] and {plain, *after}.isdisjoint(_WORDS["season"]):
            yield at, at + 1, "odd", Spoken(self, is_odd=True)
        if plain in ("for", "by") and after[:1] in (["several"], ["some"], ["most"], ["many"]):
            yield at, at + 2, "odd", Spoken(self, is_odd=True)


def _opens_season(shown: Sequence[Token], at: int) -> bool:
    """Tell whether a date is that of the season: "that begins on 1 October, vaccinating ..."."""
    while at and shown[at - 1].plain in _WORDS["starts"] | {"the"}:
        at -= 1
    before, opens = shown[at - 1].plain if at else "", _WORDS["opening"]
    return before in opens | _WORDS["season"] or (before == "that" and shown[at].plain in opens)


@once_for_each
def object_inputs(simulator: Simulator) -> Sequence[ObjectInput]:
    """Return the inputs of a simulator that take objects."""
    inputs = ((p, f) for f in simulator.functions for p in f.parameters)
    held = {p.name: (p, f) for p, f in inputs if p.kind == "objects"}
    return [ObjectInput.of(*one) for one in held.values()]


def _is_detail(field: Parameter) -> bool:
    """Tell a field that text names beside its number."""
    held = field.words[:1]
    return bool(held) and held[0].split()[0] not in _WORDS["starts"]


def _phrases(fields: Iterable[Parameter]) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Yield the words of fields with what they say: one of several choices, all of a list."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in fields:
        kind = {"choice": "what", "choices": "who"}.get(one.kind, "detail")
        held = [(name, word) for name, words in one.choices.items() for word in (name, *words)]
        held += [(name, word) for word, names in one.selection.groups.items() for name in names]
        held += [(one.name, word) for word in one.words if word.split()[0] not in _WORDS["starts"]]
        for name, word in held:
            found.setdefault((kind, word), {})[name] = None
    return ((word, (kind, tuple(names))) for (kind, word), names in found.items())


class Share(NamedTuple):
    """A number in percent."""

    of: ObjectInput
    percent: float


class Length(NamedTuple):
    """A time, in days."""

    of: ObjectInput
    days: float

    def told(self, name: str) -> "Spoken":
        """Return it as the value of a field, in its unit."""
        unit = next(one.unit for one in self.of.fields if one.name == name)
        return self.of.told(name, self.days / DURATIONS[unit])


class Dated(NamedTuple):
    """A date or a period."""

    of: ObjectInput
    period: Period


@dataclass(frozen=True, slots=True)
class Spoken:
    """What words say of an object, and of those before it in a list.

    fields: what is told of its fields. kinds: the choices that it may be. acts: words for what is
    done. around: conditions that stand between. is_odd: it is denied, or says what no field holds.
    """

    of: ObjectInput
    fields: Setting = NO_CONDITION
    kinds: frozenset[str] = frozenset()
    acts: frozenset[str] = frozenset()
    around: Setting = NO_CONDITION
    is_odd: bool = False
    earlier: "tuple[Spoken, ...]" = ()

    @property
    def name(self) -> str:
        """Return the name of the input."""
        return self.of.parameter.name

    def beside(self, other: "Spoken") -> "Spoken":
        """Return one object of which both speak."""
        fields, around = self.fields.listed(other.fields), self.around.joined(other.around)
        kinds = _kinds_of_both(self.kinds, other.kinds)
        is_odd = self.is_odd or other.is_odd or fields is None or around is None
        return replace(
            self, fields=fields or self.fields, around=around or self.around,
            acts=self.acts | other.acts, kinds=kinds or self.kinds,
            is_odd=is_odd or (not kinds and bool(self.kinds)),
        )  # fmt: skip

    @property
    def speaks(self) -> bool:
        """Tell whether it speaks of something done: a thing alone ("at work") is nothing done."""
        told = any(one.kind == "share" and one.name in self.fields.names for one in self.of.fields)
        acts = bool(self.acts) or told or self.is_odd or not all(map(_needed, self.kinds))
        return bool(self.kinds) and acts

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
        own, left = self.fields.names, set[str]()
        if own.isdisjoint((*self.of.begins, *self.of.ends)):
            left = {*self.of.begins, *self.of.ends}
        acts = any(map(_needed, self.kinds)) and not self.acts and self.of.share not in own
        left |= {self.of.share} if acts else set()
        more = Setting(tuple(one for one in other.fields.bindings if one.names & left))
        return self.beside(Spoken(self.of, more, acts=other.acts if acts else self.acts))

    def _value(self) -> dict[str, JsonValue] | None:
        """Return the object; None where it has not one kind, how strong it is, and one time."""
        kinds = [one for one in self.kinds if not _needed(one) or _needed(one) & self.acts]
        stops = [one for one in kinds if _needed(one) & _STOPS]
        told = {n: argument(v, {}) for one in self.fields.bindings for n, v in one.options}
        detailed = any(_is_detail(one) and one.name in told for one in self.of.fields)
        strong = self.of.share not in told if stops else self.of.share in told or detailed
        twice = any(one <= told.keys() for one in ({*self.of.begins}, {*self.of.ends}))
        if self.is_odd or twice or not strong or len(stops or kinds) != 1:
            return None
        told[self.of.kind] = (stops or kinds)[0]
        rounded = {n: round(v, 4) if isinstance(v, float) else v for n, v in told.items()}
        return {one.name: rounded[one.name] for one in self.of.fields if one.name in rounded}


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
    words = set(name.split())
    return _FALLS if words & _FALLS else _STOPS if words & _STOPS else frozenset()


# Rules.

OBJECTS = Grammar()
rule = OBJECTS.rule


@rule("condition", "done")
def objects(spoken: Spoken) -> Setting | None:
    """Closing schools in Ohio for four weeks."""
    values = spoken.values
    return spoken.around.joined(bound(spoken.name, node_of(values))) if values else None


@rule("gap", "gap gap")
@rule("starts", "starts starts")
@rule("ends", "ends ends")
@rule("during", "during during")
@rule("lasting", "lasting lasting")
def both(first: str, second: str) -> str:
    """Starting on; of the people."""
    return (first + second)[:1] if "," in first + second else first


@rule("done", "done gap? done", "act gap? done", "done gap? odd")
def beside(one: Spoken, *held: str | Spoken) -> Spoken | None:
    """Closing schools in January; schools, and offices, which are two."""
    *gaps, other = held
    if not isinstance(other, Spoken) or one.of is not other.of or other.earlier:
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
    own = {one.name, *(field.name for field in one.of.fields)}
    fits = one.kinds and setting.names.isdisjoint(own)
    around = one.around.joined(setting) if fits else None
    return beside(replace(one, around=around), *held) if around else None


@rule("done", "share")
def shared(share: Share) -> Spoken:
    """30 %."""
    return share.of.told(share.of.share, share.percent)


@rule("done", "-lasting? length")
def lasting(length: Length) -> Spoken:
    """For four weeks."""
    return length.told(length.of.ends[1])


@rule("done", "share|length detail", "detail -gap? share|length")
def detailed(*, held: Share | Length, units: tuple[tuple[str, str], ...]) -> Spoken | None:
    """40 % efficacy: the field that is in percent, or a time, as its number is."""
    is_share = isinstance(held, Share)
    name = next((name for name, unit in units if bool(unit) != is_share), None)
    if name is None:
        return None
    return held.of.told(name, held.percent) if isinstance(held, Share) else held.told(name)


@rule("done", "starts|ends|during dated")
def led(lead: str, dated: Dated) -> Spoken | None:
    """From 5 December; until the end of February; in January."""
    of, held = dated
    match lead:
        case "starts":
            return of.told(of.begins[0], _start(held))
        case "ends":
            return of.told(of.ends[0], _end(held))
        case _:
            behind = of.told(of.ends[0], _text(held.last + timedelta(days=1), held))
            return None if held.is_day else _from_first(dated).beside(behind)


@rule("done", "-lasting? length -during dated")
def within(length: Length, dated: Dated) -> Spoken:
    """Four weeks in January, which begin with the month."""
    return lasting(length).beside(_from_first(dated))


def _from_first(dated: Dated) -> Spoken:
    of, held = dated
    return of.told(of.begins[0], _text(held.first, held))


@rule("done", "-between dated -and dated")
def between(first: Dated, last: Dated) -> Spoken | None:
    """Between 15 November and 10 January."""
    of, _ = first
    return of.told(of.begins[0], _start(first.period)).beside(
        of.told(of.ends[0], _end(last.period))
    )


@rule("done", "-starts duration number")
def after(unit: Length, number: Amount) -> Spoken:
    """From week 5."""
    return unit._replace(days=unit.days * number.value.value).told(unit.of.begins[1])


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
