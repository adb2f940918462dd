"""When a printed number, date or name is the literal of a formula."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property

from simulrag.simulators.arguments import choice_named
from simulrag.simulators.interface import Candidate, Parameter
from simulrag.simulators.registry import Registry, candidates
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.literals import Analysis, Literal
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.anchoring.numerals import SHARES, PrintedNumber, family
from simulrag.verifier.formulas.anchoring.periods import A_WEEK, Period
from simulrag.verifier.formulas.anchoring.vocabulary import tokens
from simulrag.verifier.formulas.syntax import Call, FormulaError, Text
from simulrag.verifier.formulas.values import line

#: How far apart numbers may be that were converted from another unit or put in words.
CLOSE = 0.012
#: A period of more days than this is meant by its ends, to so many days.
LONG, NEAR_END = 100, 35
SATURDAY = 5
#: Units that a text prints beside their number.
_TIMES = ("day", "week", "month", "hour", "minute", "second")
_AMBIGUOUS = ("degree", "K", "kelvin")


def number_fits(number: PrintedNumber, literal: Literal) -> bool:
    """Tell whether a literal says a printed number: value, unit and digits."""
    if not isinstance(literal.value, float):
        return False
    if literal.role == "argument" and literal.parameter is not None:
        theirs = bool(number.owners) and literal.parameter_name not in number.owners
        return not theirs and _argument_fits(number, literal, literal.parameter.kind)
    if literal.sought is not None and number.owners and literal.sought.name not in number.owners:
        return False
    if number.side and literal.role == "compared":  # an end of a printed range
        turned = float(literal.value) < 0 and number.sign >= 0
        if not literal.optional and literal.limit != (-number.side if turned else number.side):
            return False
    if number.denied and literal.comparator != "!=":
        return False
    wanted = abs(literal.value)
    near = (_near(wanted, abs(value), exact=exact) for value, exact in _amounts(number, literal))
    if number.ends and literal.limit and literal.role == "compared":
        return _near(literal.value, number.ends[literal.limit > 0], exact=True)
    if number.ends and literal.role == "tolerance":
        return _near(literal.value, (number.ends[1] - number.ends[0]) / 2, exact=True)
    return any(near) and _digits_agree(number, literal)


def _digits_agree(number: PrintedNumber, literal: Literal) -> bool:
    """Tell whether a number that is compared as printed has the decimals that the text prints."""
    exact = literal.role == "compared" and literal.comparator in ("==", "!=")
    if not exact or literal.approximate or not number.digits:
        return True
    if not _near(abs(float(literal.value)), abs(number.value), exact=True):
        return True
    digits = number.digits.replace(",", "")
    exact = number.exact and literal.printed == f"{digits}.0"
    return exact or _decimals(digits) == _decimals(literal.printed)


def _decimals(digits: str) -> int:
    return len(digits.partition(".")[2])


def _near(wanted: float, value: float, *, exact: bool) -> bool:
    if exact:
        return abs(wanted - value) <= 1e-9 * max(1.0, wanted)
    return abs(wanted - value) <= CLOSE * max(wanted, value)


def _argument_fits(number: PrintedNumber, literal: Literal, kind: str) -> bool:
    value, wanted = number.value, float(literal.value)
    changed = literal.parameter.changed_unit if literal.parameter else ""
    if literal.parameter and is_changed_base(number, literal.parameter, literal):
        return True
    if kind == "change" and number.change is not None and (
        not (changed and number.unit) or family(changed) == family(number.unit)
    ):  # fmt: skip
        alike = _near(abs(wanted), abs(number.change), exact=False)
        return alike and wanted * number.change > 0
    if (kind == "change" and number.side) or (kind == "share" and number.sign):
        return False  # a range, or the change of a result
    if kind in ("share", "change"):
        amounts = {value}
        if number.kind == "fraction":
            amounts = {100 * value, 100 * (1 - value)} if kind == "change" else {100 * value}
        elif number.kind == "factor":
            amounts = {100 * (value - 1)}
        elif number.unit not in ("", *SHARES):
            return False
        close = number.kind == "number"
        return any(_near(abs(wanted), abs(one), exact=close) for one in amounts)
    unit = literal.unit or ""
    if number.kind == "factor" or (number.unit in SHARES and unit != "percent"):
        return False
    if number.unit and unit and number.unit != unit:
        return any(_near(abs(wanted), abs(v), exact=False) for v in _converted(number, unit, False))
    if not unit and family(number.unit) == "time":
        return False
    return _near(abs(wanted), abs(value), exact=True)


def is_changed_base(number: PrintedNumber, parameter: Parameter, literal: Literal) -> bool:
    """Tell a printed value that is what a change makes of the declared one."""
    base = base_of(parameter, literal.call)
    if not base or not is_amount_of(number, parameter.changed_unit):
        return False
    became = number.change is None or number.value == base
    return became and _near(1 + float(literal.value) / 100, number.value / base, exact=False)


def base_of(parameter: Parameter, call: Call | None) -> float | None:
    """Return the value that a change of an input is of in a run; None where none is declared."""
    given = dict(call.arguments) if call else {}
    for name, values in parameter.bases.items():
        chosen = given.get(name)
        if chosen is None:
            return next(iter(values.values()))
        return values.get(chosen.value) if isinstance(chosen, Text) else None
    return None


def is_amount_of(number: PrintedNumber, unit: str) -> bool:
    """Tell a plain number that may be a value in a unit, which need not stand behind it."""
    return number.kind == "number" and number.unit in ("", unit) and not number.in_words


def _amounts(number: PrintedNumber, literal: Literal) -> Iterator[tuple[float, bool]]:
    """Return what a number may amount to in the unit of a literal, and whether exactly."""
    value, unit = number.value, literal.unit
    exact = not (number.in_words and number.kind == "fraction")
    if number.kind == "factor":
        yield from _times(value, unit)
    elif unit in (None, "ratio", "", "number"):
        yield from _plain(number, unit, exact=exact)
    elif unit in SHARES:
        if number.kind == "fraction":
            yield from ((100 * value, False), (100 * (1 - value), False))
        elif number.unit in ("", *SHARES):
            yield value, exact
    elif (
        (not number.unit and unit not in _TIMES)
        or number.unit == unit
        or (number.unit in _AMBIGUOUS and "deg" in unit)
    ):
        yield value, exact
    elif family(number.unit) == family(unit):
        difference = unit.startswith("delta_") or literal.difference
        if number.unit == unit.removeprefix("delta_"):
            yield value, exact
        elif not literal.own_unit or unit in _TIMES:
            yield from ((one, False) for one in _converted(number, unit, difference))


def _times(value: float, unit: str | None) -> Iterator[tuple[float, bool]]:
    if unit in SHARES:
        yield from ((100 * (value - 1), True), (100 * value, True))
        yield from [(100 / value, False)] if value else []
    elif unit is None or unit in ("ratio", "", "number", "year", "week", "day"):
        yield from ((value, True), *([(1 / value, False)] if value else []))


def _plain(number: PrintedNumber, unit: str | None, *, exact: bool) -> Iterator[tuple[float, bool]]:
    value = number.value
    if number.unit in SHARES:
        if unit in (None, "ratio"):
            yield from ((value / 100, True), (1 + value / 100, True), (1 - value / 100, True))
        if unit is None:
            yield value, True
        return
    if number.unit and unit == "" and family(number.unit) in ("temperature", "time"):
        return
    yield value, exact
    if number.kind == "fraction":
        yield from ((one, False) for one in (1 - value, 1 + value, 1 / value, 1 / (1 - value)))


def converted(number: PrintedNumber, literal: Literal) -> tuple[float, ...]:
    """Return what a number with a unit amounts to in that of a literal; nothing without both."""
    unit = literal.unit or ""
    if not number.unit or not unit or number.unit == unit or family(number.unit) != family(unit):
        return ()
    return _converted(number, unit, unit.startswith("delta_") or literal.difference)


def _converted(number: PrintedNumber, unit: str, difference: bool) -> tuple[float, ...]:
    if number.unit == "degree":
        return (number.value,)
    try:
        offset, factor = line(number.unit, unit, difference)
    except FormulaError:
        return ()
    return (offset + factor * number.value,)


def iso_day(text: str) -> tuple[date, date] | None:
    """Return the first and last day of an ISO date or month; None for other texts."""
    try:
        if len(text) == 7:
            year, month = int(text[:4]), int(text[5:])
            last = date(year + month // 12, month % 12 + 1, 1)
            return date(year, month, 1), date.fromordinal(last.toordinal() - 1)
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day, day


def period_fits(period: Period, literal: Literal) -> bool:
    """Tell whether a literal is a printed date: the day, the year, or an end of a period."""
    if isinstance(literal.value, str):
        days = iso_day(literal.value)
        return days is not None and _days_fit(period, days, literal)
    if not period.year_known:
        return False
    year, short = float(literal.value), (period.last - period.first).days < 300
    slack = not period.exact and not short
    if (
        not period.first.year - slack
        <= year
        <= (period.first if short else period.last).year + slack
    ):
        return False
    if not year.is_integer():
        return False
    ends = period.first.year, period.last.year
    if not literal.is_end or not period.exact:
        return True
    return min(abs(year - end) for end in ends) <= (period.last.year - period.first.year > 10)


def _days_fit(period: Period, days: tuple[date, date], literal: Literal) -> bool:
    first, last = days
    if period.is_week and first == last and literal.role == "label":
        return _is_of_week(period, first, literal)
    lasting = not period.exact or period.last - period.first > A_WEEK
    if literal.role == "label" and literal.comparator and lasting:
        return _is_meant(period, first, last, literal)
    if first != last:
        return period.holds(first) or period.holds(last)
    if period.is_week and first == last:
        return period.holds(first)
    if period.is_day and period.exact:
        return period.holds(first, int(literal.comparator[:1] in ("<", ">")))
    if period.year_alone and literal.role == "argument":
        return False
    if (period.last - period.first).days > LONG:
        ends = period.first, period.last
        return any(abs((first - end).days) <= NEAR_END for end in ends)
    if literal.role == "label" and literal.comparator in ("==", "!="):
        return period.holds(first)
    slack = 1 if period.exact else max(_NEAR_PART, (period.last - period.first).days // 4)
    return period.holds(first, slack)


def _is_meant(period: Period, first: date, last: date, literal: Literal) -> bool:
    """Tell whether what a date is compared with is all of a period, or an end of it.

    Another day, week or month of it is none: it may be wrong where the text is right.
    """
    if literal.comparator in ("==", "!="):
        middle = period.first + (period.last - period.first) / 2
        about = literal.approximate and not period.exact and first == last
        at_middle = replace(period, first=middle, last=middle).holds(first, _NEAR_PART)
        return period.is_from_to(first, last) or (about and at_middle)
    if first != last:
        return period.holds(first) or period.holds(last)
    days = (period.last - period.first).days
    if not period.exact and days <= LONG:
        return period.holds(first, max(_NEAR_PART, days // 4))
    near = NEAR_END if days > LONG else 1
    ends = (replace(period, first=one, last=one) for one in (period.first, period.last))
    return any(end.holds(first, near) for end in ends)


#: Days beside "early May", or its middle, that words mean as well.
_NEAR_PART = 4


def _is_of_week(period: Period, day: date, literal: Literal) -> bool:
    """Tell the last day of a week, which is what it is told by, or a limit that is its first.

    Of `week(...)`, which lasts from a Sunday to a Saturday, any of its days.
    """
    if literal.own_unit:
        day += timedelta(days=(SATURDAY - day.weekday()) % 7)
    at_first = literal.limit < 0 and replace(period, last=period.first).holds(day)
    return at_first or replace(period, first=period.last).holds(day)


def named_tokens(literal: Literal, text: Mentions) -> tuple[int, ...]:
    """Return the tokens at which a text names the choice of a literal, or the group that it is.

    A choice may be an input by itself: the gas "co2" of "CO2 emissions".
    """
    declared, chosen = literal.parameter, choice_of(literal)
    groups: Mapping[str, tuple[str, ...]] = declared.selection.groups if declared else {}
    meant = ((chosen,), groups.get(str(literal.value)))
    named = (
        hit for hit in text.of("choice", "group")
        if hit.meaning.name == literal.parameter_name and hit.meaning.values in meant
    )  # fmt: skip
    inputs = (hit for hit in text.of("parameter") if hit.meaning.name == chosen)
    return tuple(hit.first for hit in (*named, *inputs))


def choice_of(literal: Literal) -> str:
    """Return a literal as choices are named: an integer in digits, a word by what it means."""
    if not isinstance(literal.value, str):
        return f"{literal.value:g}"
    return choice_named(literal.parameter, literal.value) if literal.parameter else literal.value


def taken_tokens(text: Mentions) -> frozenset[int]:
    """Return the tokens that a declaration or a date knows, or grammar where a sentence begins."""
    kinds = ("choice", "group", "parameter", "output", "baseline", "label", "unit word")
    taken = {i for hit in text.of(*kinds) for i in range(hit.first, hit.end)}
    taken |= {i for one in text.periods for i in range(one.first_token, one.end_token)}
    taken |= {i for i, word in enumerate(text.plain) if word in lexicon.GRAMMATICAL
              and (i == 0 or not text.plain[i - 1].isalnum())}  # fmt: skip
    return frozenset(taken)


def unknown_names(text: Mentions) -> Iterator[tuple[int, int]]:
    """Return the capitalised words of a text that no declaration or date knows, as tokens."""
    taken = taken_tokens(text)
    index = 0
    while index < len(text.tokens):
        end = index
        while end < len(text.tokens) and end not in taken:
            word = text.tokens[end].word
            if not (len(word) > 2 and word[0].isupper() and word[1:].islower()):
                break
            end += 1
        if end > index:
            yield index, end
        index = max(end, index + 1)


@dataclass(frozen=True)
class Matched:
    """A formula with its text and the sentences around it, and where they print its literals."""

    analysis: Analysis
    text: Mentions
    registry: Registry
    around: tuple[Mentions, ...] = ()
    #: Literal by its identity -> the tokens at which the text prints it.
    found: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])

    @property
    def everywhere(self) -> tuple[Mentions, ...]:
        """Return the text and its context."""
        return (self.text, *self.around)

    def positions(self, literal: Literal) -> tuple[int, ...]:
        """Return the tokens at which the text prints a literal."""
        found = self.found.get(id(literal))
        if found is None:
            found = self.found[id(literal)] = self._positions(literal)
        return found

    def _positions(self, literal: Literal) -> tuple[int, ...]:
        if isinstance(literal.value, float):
            numbers = [n for n in self.text.numbers if number_fits(n, literal)]
            own = [n for n in numbers if bool(n.owners) == (literal.role == "argument")]
            years = [p.first_token for p in self.text.periods if period_fits(p, literal)]
            named = named_tokens(literal, self.text)
            return tuple(sorted({*(n.first for n in own or numbers), *years, *named}))
        if iso_day(str(literal.value)) is not None:
            return tuple(p.first_token for p in self.text.periods if period_fits(p, literal))
        return self.named(literal, self.text)

    def named(self, literal: Literal, text: Mentions) -> tuple[int, ...]:
        """Return the tokens at which a text names a place, a choice or a label."""
        parameter = literal.parameter
        if parameter is not None and parameter.kind != "place":
            return named_tokens(literal, text)
        found = tuple(first for first, _ in self.named_places(literal, text))
        if found or parameter is not None:
            return found
        hits = text.of("label", "choice", "group")
        return tuple(hit.first for hit in hits if literal.value in hit.meaning.values)

    def named_places(self, literal: Literal, text: Mentions) -> tuple[tuple[int, int], ...]:
        """Return from which to which token a text names a place, or bears another of its names."""
        own = str(literal.value).split(",", 1)[0]
        found = tuple((first, first + len(tokens(own))) for first in text.places(own))
        titles = [] if found else [c.title for c in self.candidates(str(literal.value))[:1]]
        return found or tuple(
            (first, end) for first, end in (unknown_names(text) if titles else ())
            if [one.title for one in self.candidates(text.printed(first, end))[:1]] == titles
        )  # fmt: skip

    def candidates(self, place: str) -> tuple[Candidate, ...]:
        """Return what a place may be for the simulator of the formula, else for any other."""
        taking = ((call.simulator, p.name) for call in self.analysis.calls
                  for p in self.parameters.values() if p.kind == "place")  # fmt: skip
        others = ((one.name, p.name) for one in self.registry for function in one.functions
                  for p in function.parameters if p.kind == "place")  # fmt: skip
        simulator, name = next(taking, None) or next(others, ("", ""))
        return candidates(self.registry.simulator(simulator), name, place) if simulator else ()

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """Return the inputs of the functions that the formula calls, by name."""
        return {p.name: p for function in self.analysis.functions for p in function.inputs}

    @cached_property
    def values(self) -> dict[str, frozenset[str]]:
        """Return the choices that the formula holds, by the name of their parameter."""
        held: dict[str, set[str]] = {}
        for one in self.analysis.literals:
            if one.parameter is not None and one.parameter.choices:
                held.setdefault(one.parameter_name, set()).add(choice_of(one))
        return {name: frozenset(values) for name, values in held.items()}
