"""Objects that a text speaks of, such as measures: each is read whole, or is said not to be.

An object is a chain of words for fields of one input with nothing but fillers between them. One
whose strength is missing, that is denied, or goes on in words that are not known is found as not
understood. Words of fields are those of their declarations; the rest is general English.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from pydantic import JsonValue

from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.numerals import SHARES, PrintedNumber, numbers
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS
from simulrag.verifier.formulas.anchoring.vocabulary import (
    Hit,
    Phrases,
    Token,
    base_form,
    longest,
    tokens,
)

#: What says that there is less of a thing, none of it, or the opposite.
_FALLS: frozenset[str] = frozenset(lexicon.FALL) - {"down", "below", "minus"} | frozenset(
    "limited restrict restricts restricted restricting restriction restrictions reductions "
    "decline cuts shorten shortens shortened shortening".split()
)
_STOPS: frozenset[str] = frozenset(
    "closed close closes closing closure closures shut shuts shutting".split()
)
_OPPOSITE: frozenset[str] = frozenset(
    "rise rises rose risen rising increase increases increased increasing double doubles doubled "
    "doubling reopen reopens reopened reopening opened open not never didn weren aren isn wasn "
    "don doesn".split()
)
_DENYING = frozenset("no not without never unless instead rather".split())
#: What leads to the day on which something begins, ends, and to the days on which it holds.
_FIRST = frozenset("from starting beginning since on by before".split())
_LAST = frozenset("until till through to".split())
_DURING = frozenset("in during throughout for of month whole".split())
_LASTING = frozenset("for over lasting first".split())
#: What begins the season itself, and words for it.
_OPENING = frozenset(
    "begin begins began beginning start starts started starting open opens opened opening "
    "commence commences commencing kicks kicking off".split()
)
_SEASON = frozenset("season epidemic outbreak wave".split())
_ABOUT_SEASON = _SEASON | {"start"}
_JOINTS = frozenset((",", ";", "and", "plus", "while"))
#: What goes on to say of an object what no field holds.
_GOES_ON = frozenset(
    "until till before after except unless only among once every starting beginning from as".split()
)
#: What may stand within an object and says nothing of it.
_FILLERS = (
    *", : . ( ) - '".split(),
    *(
        "the of all is are was were be been being had have has got get gets would could with and "
        "plus at in on by to its their a an that rate rates level levels number people everybody "
        "everyone residents population public person persons aged ages cases patients infected "
        "those anyone citizens inhabitants if protecting covering giving reaching another only "
        "just about across statewide nationwide down contacts contact every state states s while "
        "everywhere do does did"
    ).split(),
    *(f"{lead} the {flu}season" for lead in ("before", "ahead of", "throughout", "throughout the "
      "whole") for flu in ("", "flu ")),
    *(f"before the {event}" for event in ("season starts", "season begins", "start", "outbreak",
      "wave")),
    *(f"from the {day}{rest}" for day in ("first day", "start", "beginning", "outset")
      for rest in ("", " on", " onwards", " of the season", " of the flu season")),
    "against influenza", "against flu", "against the flu", "against seasonal influenza",
    "of all kinds", "of every kind", "of any kind", "of influenza",
)  # fmt: skip


Value = Mapping[str, JsonValue]
#: What leads a date of which the text leaves the year open.
NO_YEAR = "--"
#: Most tokens before a chain in which a word denies it.
_NEAR = 3


@dataclass(frozen=True)
class Spoken:
    """An object at text[start:end]; `value` is None, and `lacks` says why, if not understood."""

    parameter: Parameter
    start: int
    end: int
    value: Value | None
    lacks: str = ""


def spoken(text: str, simulator: Simulator) -> tuple[Spoken, ...]:
    """Return the objects that a text speaks of, in order, those not understood too."""
    return tuple(one for reader in _readers(simulator) for one in reader.found(text))


def read_whole(text: str, parameter: Parameter, function: Function) -> Value | None:
    """Return the one object that a text is; None where it says anything else."""
    return _Reader(parameter, function).whole(text)


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
    if not isinstance(held, dict):
        return held
    made: dict[str, JsonValue] = {}
    for name, value in held.items():
        if isinstance(value, str) and value.startswith(NO_YEAR):
            earliest = _first_of(value, earliest)
            value = earliest.isoformat()
        made[name] = value
    return made


def _first_of(day: str, earliest: date) -> date:
    month, number = (int(part) for part in day.removeprefix(NO_YEAR).split("-"))
    for year in range(earliest.year, earliest.year + 9):
        try:
            found = date(year, month, number)
        except ValueError:  # 29 February
            continue
        if found >= earliest:
            return found
    return earliest


@once_for_each
def _readers(simulator: Simulator) -> Sequence["_Reader"]:
    inputs = ((p, f) for f in simulator.functions for p in f.parameters)
    held = {p.name: (p, f) for p, f in inputs if p.kind == "objects"}
    return [_Reader(*one) for one in held.values()]


@dataclass(frozen=True)
class _Word:
    """A word or phrase of an object, from which to before which token: what it says of it.

    kind: "what" and "who" (values of a choice and of a list, `names`), "detail" (a field's own
    words, `names` those fields), "share" and "length" (a number, percent or days), "after" (days
    after the start), "first", "last" and "span" (days), "word" (one of English).
    """

    kind: str
    first: int
    end: int
    names: tuple[str, ...] = ()
    number: float = 0.0
    days: tuple[str, ...] = ()


class _Reader:
    """Reads the objects of one input. beside: names of other inputs may stand within an object."""

    def __init__(self, parameter: Parameter, function: Function) -> None:
        self.parameter = parameter
        self._fields = parameter.selection.fields
        self._known = Phrases(_phrases(self._fields), plurals=True)
        beside = (
            word for p in function.parameters if p.kind == "choices"
            for name, words in (*p.choices.items(), *((g, ()) for g in p.selection.groups))
            for word in (name, *words)
        )  # fmt: skip
        self._fillers = Phrases((word, True) for word in (*_FILLERS, *beside, *function.words))
        self.found = lru_cache(maxsize=256)(self._found)

    def whole(self, text: str) -> Value | None:
        shown = tokens(text)
        (one, *more) = self.found(text) or (None,)
        if one is None or more:
            return None
        inside = {at for at, t in enumerate(shown) if one.start <= t.start and t.end <= one.end}
        outside = set(range(len(shown))) - inside - self._passed_over(shown)
        return None if outside else one.value

    def _found(self, text: str) -> tuple[Spoken, ...]:
        shown = tokens(text)
        hits = self._known.find(shown)
        if not any(hit.meaning[0] == "what" for hit in hits):
            return ()
        words = _with_times(shown, hits)
        return tuple(one for chain in self._chains(shown, words) for one in self._of(shown, chain))

    def _passed_over(self, shown: Sequence[Token]) -> set[int]:
        return {at for hit in self._fillers.find(shown) for at in range(hit.first, hit.end)}

    def _chains(self, shown: Sequence[Token], words: Sequence[_Word]) -> list[list[_Word]]:
        """Return runs of words with nothing but fillers between them."""
        over = self._passed_over(shown)
        chains: list[list[_Word]] = [[]]
        for one in words:
            behind = max((w.end for w in chains[-1]), default=one.first)
            if not over.issuperset(range(behind, one.first)):
                chains.append([])
            if chains[-1] or not _opens_season(one, shown):
                chains[-1].append(one)
        return [_without_verb(chain, shown) for chain in chains if chain]

    def _of(self, shown: Sequence[Token], chain: Sequence[_Word]) -> list[Spoken]:
        parts = _parts(shown, chain)
        if not any(self._says_something(part, shown) for part in parts):
            return []
        if _is_odd(shown, chain):
            lacks = "one that is read as a whole"
            return [self._spoken(shown, chain, None, lacks)]
        found: list[Spoken] = []
        for number, part in enumerate(parts, 1):
            after = list(itertools.chain(*parts[number:]))
            whole = [*part, *_borrowed(part, after, shown)]
            found.append(self._spoken(shown, part, *self._object(whole, shown)))
        return found

    def _spoken(
        self, shown: Sequence[Token], part: Sequence[_Word], value: Value | None, lacks: str = ""
    ) -> Spoken:
        start, end = shown[part[0].first].start, shown[part[-1].end - 1].end
        return Spoken(self.parameter, start, end, value, lacks)

    def _says_something(self, part: Sequence[_Word], shown: Sequence[Token]) -> bool:
        """Tell whether a part does something: a thing alone ("at work") is nothing done."""
        named = [name for one in part if one.kind == "what" for name in one.names]
        acts = any(one.kind in ("share", "detail", "word") for one in part)
        whole = any(not _needed(name) or _needed(name) & _plain(part, shown) for name in named)
        return bool(named) and (acts or whole)

    def _object(self, part: Sequence[_Word], shown: Sequence[Token]) -> tuple[Value | None, str]:
        details, rest = self._details(part)
        kind = self._kind(rest, _plain(part, shown))
        shares = [round(one.number, 6) for one in rest if one.kind == "share"]
        stops = [name for name in kind if _needed(name) & _STOPS]
        times = self._times(rest)
        if len(kind) != 1:
            return None, "exactly one kind, and how strong it is"
        if len(shares) > 1 or (shares and stops) or not (shares or stops or details):
            return None, "one share in percent"
        if times is None:
            return None, "one beginning and one end"
        who = dict.fromkeys(name for one in rest if one.kind == "who" for name in one.names)
        listed = list[JsonValue](who)
        said = {"choice": kind[0], "share": next(iter(shares), None), "choices": listed or None}
        first = {one.kind: one.name for one in reversed(self._fields)}
        made = {**{first[kind]: value for kind, value in said.items()}, **details, **times}
        order = [one.name for one in self._fields]
        return {name: made[name] for name in order if made.get(name) is not None}, ""

    def _kind(self, part: Iterable[_Word], plain: set[str]) -> tuple[str, ...]:
        """Return the choices of which a part says all: that, and what their names need."""
        hits = [one.names for one in part if one.kind == "what"]
        general = [h for h in hits if not any(_is_part_of(h, o) for o in hits if o != h)]
        held = general[:1]
        same = all(set(one) & set(held[0]) for one in general)
        names = [n for n in held[0] if all(n in one for one in general)] if held and same else []
        fitting = [name for name in names if not _needed(name) or _needed(name) & plain]
        stopped = [name for name in fitting if _needed(name) & _STOPS]
        return tuple(stopped or fitting)

    def _details(self, part: Sequence[_Word]) -> tuple[dict[str, JsonValue], list[_Word]]:
        """Return the fields that are named beside their number, and the words that are left."""
        made: dict[str, JsonValue] = {}
        rest = list(part)
        for one in part:
            if one.kind != "detail":
                continue
            at = rest.index(one)
            beside = [*rest[at + 1 : at + 2], *rest[max(at - 1, 0) : at]]
            number = next((w for w in beside if w.kind in ("share", "length")), None)
            field = number and self._counted(one.names, number)
            if number is not None and field is not None:
                made[field.name] = round(number.number / DURATIONS.get(field.unit, 1), 6)
                rest.remove(number)
            rest.remove(one)
        return made, rest

    def _counted(self, names: Iterable[str], number: _Word) -> Parameter | None:
        """Return the field that is in percent, or a time, as its number is."""
        fields = (one for one in self._fields if one.name in names)
        return next((f for f in fields if (f.kind == "share") == (number.kind == "share")), None)

    def _times(self, part: Sequence[_Word]) -> Value | None:
        """Return when an object holds; None where one end is told twice."""
        begins, until = (one.name for one in self._fields if one.kind == "date")
        # "For four weeks in January" begins with the month and has its own end.
        lasts = any(one.kind == "length" for one in part)
        firsts = [(begins, one.days[0]) for one in part if one.kind in ("first", "span")]
        ends = [(until, one.days[-1]) for one in part
                if one.kind == "last" or (one.kind == "span" and not lasts)]  # fmt: skip
        after = [self._in_unit(one, led=True) for one in part if one.kind == "after"]
        lengths = [self._in_unit(one, led=False) for one in part if one.kind == "length"]
        twice = len(firsts) + len(after) > 1 or len(ends) + len(lengths) > 1
        return None if twice else {**dict(firsts + ends), **dict(after + lengths)}

    def _in_unit(self, one: _Word, *, led: bool) -> tuple[str, float]:
        """Return a time in the field that has it: led by "from", or a length by itself."""
        times = (f for f in self._fields if f.unit in DURATIONS)
        leads = ((f, f.words[0].split()[0] if f.words else "") for f in times)
        field = next(f for f, lead in leads if (lead in _FIRST if led else not lead))
        return field.name, round(one.number / DURATIONS[field.unit], 2)


def _phrases(fields: Iterable[Parameter]) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Yield the words of fields with what they say: one of several choices, all of a list."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in fields:
        kind = {"choice": "what", "choices": "who"}.get(one.kind, "detail")
        held = [(name, word) for name, words in one.choices.items() for word in (name, *words)]
        held += [(name, word) for word, names in one.selection.groups.items() for name in names]
        held += [(one.name, word) for word in one.words if word.split()[0] not in _FIRST]
        for name, word in held:
            found.setdefault((kind, word), {})[name] = None
    return ((word, (kind, tuple(names))) for (kind, word), names in found.items())


def _needed(name: str) -> frozenset[str]:
    """Return the words of which one must be said beside what a choice acts on: "fewer"."""
    words = _forms(name.split())
    return _FALLS if words & _FALLS else _STOPS if words & _STOPS else frozenset()


def _is_part_of(names: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether a more special thing is named as well: contacts, and those at work."""
    own = {word for name in names for word in name.split()}
    return any(own < set(name.split()) for name in others)


def _plain(part: Iterable[_Word], shown: Sequence[Token]) -> set[str]:
    return _forms(shown[at].plain for one in part for at in range(one.first, one.end))


def _forms(words: Iterable[str]) -> set[str]:
    """Return words as they are and in their base forms."""
    return {form for word in words for form in (word, base_form(word))}


# Words.


def _with_times(
    shown: Sequence[Token], hits: Sequence[Hit[tuple[str, tuple[str, ...]]]]
) -> list[_Word]:
    """Return the words of objects in order, the longest where they overlap."""
    over = longest(hits)
    named = {
        (hit.first, hit.end): _Word(hit.meaning[0], hit.first, hit.end, hit.meaning[1])
        for hit in over.values()
    }
    dates = [one for one in periods(shown) if not one.year_alone and one.first_token not in over]
    taken = {at for one in dates for at in range(one.first_token, one.end_token)} | over.keys()
    found = [*_dates(shown, dates), *named.values()]
    found += _numbers(shown, numbers(shown, taken, set()))
    # A phrase hands on what is done in it: "schools and workplaces closed".
    held = {at for one in found if one.kind != "what" for at in range(one.first, one.end)}
    acts = _FALLS | _STOPS | _OPPOSITE
    found += [
        _Word("word", at, at + 1)
        for at, one in enumerate(shown) if _forms([one.plain]) & acts and at not in held
    ]  # fmt: skip
    return sorted(found, key=lambda one: (one.first, one.end))


def _numbers(shown: Sequence[Token], printed: Iterable[PrintedNumber]) -> Iterator[_Word]:
    for at, one in enumerate(shown[1:-1], 1):
        counted = one.plain in ("a", "an") and shown[at + 1].plain in DURATIONS
        if counted and (first := _led(shown, at, _LASTING)) < at:
            yield _Word("length", first, at + 2, number=DURATIONS[shown[at + 1].plain])
    for one in printed:
        first = _led(shown, one.first, _LASTING)
        week = shown[one.first - 1].plain if one.first else ""
        if one.unit in DURATIONS:
            yield _Word("length", first, one.end, number=one.value * DURATIONS[one.unit])
        elif one.unit in SHARES or (not one.unit and one.kind == "fraction"):
            share = one.value if one.unit in SHARES else 100 * one.value
            yield _Word("share", one.first, one.end, number=share)
        elif one.kind == "factor" and one.shrinks:
            yield _Word("share", one.first, one.end, number=100 * (1 - one.value))
        elif week in DURATIONS and (start := _led(shown, one.first - 1, _FIRST)) < one.first - 1:
            yield _Word("after", start, one.end, number=one.value * DURATIONS[week])


def _led(shown: Sequence[Token], at: int, words: frozenset[str]) -> int:
    """Return where the words begin that lead to a token: "from the", "starting on"; else it."""
    first, start = at, at
    while start and (shown[start - 1].plain in words or shown[start - 1].plain == "the"):
        start -= 1
        first = start if shown[start].plain != "the" else first
    return first


def _dates(shown: Sequence[Token], dates: Sequence[Period]) -> Iterator[_Word]:
    joined = -1
    for one, after in itertools.zip_longest(dates, dates[1:]):
        at, end = one.first_token, one.end_token
        before = shown[at - 1].plain if at else ""
        if at == joined:
            continue
        if before == "between" and after and shown[end].plain == "and":
            joined = after.first_token
            yield _Word("span", at - 1, after.end_token, days=(_start(one), _end(after)))
        elif (first := _led(shown, at, _FIRST)) < at:
            yield _Word("first", first, end, days=(_start(one),))
        elif (first := _led(shown, at, _LAST)) < at:
            yield _Word("last", first, end, days=(_end(one),))
        elif not one.is_day and (first := _led(shown, at, _DURING)) < at:
            days = (_text(one.first, one), _text(one.last + timedelta(days=1), one))
            yield _Word("span", first, end, days=days)


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


# Chains.


def _opens_season(one: _Word, shown: Sequence[Token]) -> bool:
    """Tell whether a date is that of the season: "that begins on 1 October, vaccinating ..."."""
    if one.kind != "first" or not one.first:
        return False
    own = shown[one.first].plain in _OPENING and shown[one.first - 1].plain in ("that", *_SEASON)
    return own or shown[one.first - 1].plain in _OPENING | _SEASON


def _without_verb(chain: list[_Word], shown: Sequence[Token]) -> list[_Word]:
    """Leave out a verb at the end that says what the measure does: "... in January reduces"."""
    before, last = chain[:-1], chain[-1]
    verb = _plain([last], shown)
    named = {name for one in before if one.kind == "what" for name in one.names}
    strong = _plain(before, shown) & (_FALLS | _STOPS) or any(not _needed(name) for name in named)
    acts = last.kind == "word" and verb & (_OPPOSITE | _FALLS)
    return before if acts and before and strong else chain


def _is_odd(shown: Sequence[Token], chain: Sequence[_Word]) -> bool:
    """Tell whether a chain is denied, says the opposite, or goes on in words that are not read."""
    if _plain(chain, shown) & _OPPOSITE:
        return True
    first, end = chain[0].first, chain[-1].end
    if {one.plain for one in shown[max(0, first - _NEAR) : first]} & _DENYING:
        return True
    end += end < len(shown) and shown[end].plain == ","
    after = [one.plain for one in shown[end : end + 6]]
    counts = after[:1] in (["for"], ["by"]) and _counts(shown, end + 1)
    return counts or (bool(after) and after[0] in _GOES_ON and not set(after) & _ABOUT_SEASON)


def _counts(shown: Sequence[Token], at: int) -> bool:
    return any(one.first == at for one in numbers(shown, set(), set())) or (
        at < len(shown) and shown[at].plain in ("several", "some", "most", "many")
    )


def _borrowed(part: Sequence[_Word], after: Sequence[_Word], shown: Sequence[Token]) -> list[_Word]:
    """Return what a part leaves to those behind it: "schools and offices closed in December"."""
    times, does = ("first", "last", "span", "after", "length"), ("share", "word")
    kinds = {one.kind for one in part}
    names = [name for one in part if one.kind == "what" for name in one.names]
    acts = kinds & set(does) or _plain(part, shown) & (_FALLS | _STOPS)
    own = not any(map(_needed, names)) or acts
    return [
        one for one in after
        if (one.kind in times and not kinds & set(times)) or (one.kind in does and not own)
    ]  # fmt: skip


def _parts(shown: Sequence[Token], chain: Sequence[_Word]) -> list[list[_Word]]:
    """Split a chain where a joint stands between two objects; the rest belongs to the former."""
    pieces: list[list[_Word]] = [[chain[0]]]
    for before, one in itertools.pairwise(chain):
        if {t.plain for t in shown[before.end : one.first]} & _JOINTS:
            pieces.append([])
        pieces[-1].append(one)
    parts: list[list[_Word]] = []
    for piece in pieces:
        if parts and not (_has_kind(piece) and _has_kind(parts[-1])):
            parts[-1] += piece
        else:
            parts.append(piece)
    return parts


def _has_kind(part: Iterable[_Word]) -> bool:
    return any(one.kind == "what" for one in part)
