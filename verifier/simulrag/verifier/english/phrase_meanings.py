"""What phrases mean: the types that rules compose.

A setting holds conditions, an amount is a number as it is meant, a measure an output that is
spoken of, a turn a direction; a term is a value over one or two settings, a claim compares it.
All are frozen and compare by value, so that two ways to the same meaning are one.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from math import nan
from typing import Literal, TypeVar

from simulrag.simulators.interface import Band, Function, Parameter
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text

_Kind = TypeVar("_Kind")
Sign = Literal["==", "about", "<", "<=", ">", ">=", "within"]
#: A scale that a text defines: words for sizes, each with its limits.
Classes = tuple[Band, ...]


#: Begins the name of a condition that is no argument: which functions are meant.
FUNCTION = "the function"
#: That no period is left out, of functions that have one on record.
ON_RECORD = f"{FUNCTION} on_record"
#: A day in the period that a choice stands for, where none is named ("2025-02-08": 2024-25).
DURING = "the day"
#: A condition that is no argument: which of the cases that the context holds against each other.
CASE = "the case"
#: Values of it: what is around without what alters it; all that alters it; nothing but what the
#: claim says.
UNALTERED, ALTERED, ALONE = "unaltered", "altered", "alone"
#: The value of an argument that is left out, whatever is around.
ABSENT = Text("")
#: A condition that is no argument: held against the state of today, where no year is asked for.
NOW = "now"
#: A condition that is no argument: the parameter whose value what is around tells ("the city").
SPOKEN = "spoken of"
#: A condition that is no argument: the level that is crossed in a year.
LEVEL = "the level"


@dataclass(frozen=True, slots=True)
class Binding:
    """A condition: a value, and which parameter it may be of (a state is a place as well)."""

    options: tuple[tuple[str, Node], ...]
    #: "percent" where its number was one.
    unit: str = field(default="", compare=False)
    #: The parameters that it may be of.
    names: frozenset[str] = field(init=False, compare=False, repr=False)
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset(name for name, _ in self.options))
        object.__setattr__(self, "_hash", hash(self.options))

    def __hash__(self) -> int:
        return self._hash

    def get(self, parameter: str) -> Node | None:
        """Return the value for a parameter, if it may be of it."""
        return next((value for name, value in self.options if name == parameter), None)

    def arguments(self, function: Function) -> Iterator[tuple[Parameter, Node]]:
        """Return the inputs of a function that it gives a value: one, or those that a day tells."""
        taken = {one.name: one for one in function.parameters}
        held = next(((taken[n], v) for n, v in self.options if n in taken), None)
        day = self.get(DURING)
        if held is not None:
            yield held
        elif isinstance(day, Text):
            for parameter in function.parameters:
                for choice, (first, last) in parameter.selection.periods.items():
                    if first <= day.value <= last:
                        yield parameter, Text(choice)

    def is_about(self, function: str) -> bool:
        """Tell whether it only names what a function is about ("climate.temperature")."""
        return any(
            name.startswith(FUNCTION) and isinstance(value, Items) and Text(function) in value.items
            for name, value in self.options
        )

    def is_taken(self, names: Container[str]) -> bool:
        """Tell whether it is of one of some parameters, or names functions."""
        return any(name in names or name.startswith(FUNCTION) for name in self.names)


_NO_NAMES = frozenset[str]()


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Conditions that hold together, in the order of the text, which does not count."""

    bindings: tuple[Binding, ...] = ()
    #: The parameters that may be bound.
    names: frozenset[str] = field(init=False, compare=False, repr=False)
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        held = [one.names for one in self.bindings]
        names = held[0] if len(held) == 1 else _NO_NAMES.union(*held)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "_hash", hash(frozenset(self.bindings)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setting) or self._hash != other._hash:
            return False
        return self.bindings == other.bindings or set(self.bindings) == set(other.bindings)

    def get(self, parameter: str) -> Node | None:
        """Return the value that is bound to a parameter."""
        return next((v for v in (one.get(parameter) for one in self.bindings) if v), None)

    def joined(self, other: "Setting") -> "Setting | None":
        """Return the conditions of both; None where one says something else than the other."""
        if self.names.isdisjoint(other.names):
            return Setting(self.bindings + other.bindings) if other.bindings else self
        more: list[Binding] = []
        for one in other.bindings:
            if self.names.isdisjoint(one.names):
                more.append(one)
            elif one not in self.bindings:
                return None
        return Setting((*self.bindings, *more)) if more else self

    def listed(self, other: "Setting") -> "Setting | None":
        """Return the conditions of both, where names of one list are put together."""
        held = list(self.bindings)
        for one in other.bindings:
            for at, before in enumerate(held):
                if one.names & before.names:
                    together = _together(before, one)
                    if together is None:
                        return None
                    held[at] = together
                    break
            else:
                held.append(one)
        return Setting(tuple(held))

    def without(self, names: Iterable[str]) -> "Setting":
        """Return the conditions on other parameters."""
        left = frozenset(names)
        return Setting(tuple(one for one in self.bindings if one.names.isdisjoint(left)))


def _together(first: Binding, second: Binding) -> Binding | None:
    if first == second:
        return first
    made: list[tuple[str, Node]] = []
    for name, value in first.options:
        other = second.get(name)
        if isinstance(value, Items) and isinstance(other, Items):
            made.append((name, Items(tuple(dict.fromkeys((*value.items, *other.items))))))
    return Binding(tuple(made)) if made else None


NO_CONDITION = Setting()


def bound(parameter: str, value: Node, unit: str = "") -> Setting:
    """Return one condition."""
    return Setting((Binding(((parameter, value),), unit),))


@dataclass(frozen=True, slots=True)
class Input:
    """A parameter that is named without a value, with its kind.

    unit: of its numbers. is_open: it has no default, so that what is around must tell its value.
    is_span: its dates are the cases of which an output is the highest (weeks).
    """

    name: str
    kind: str
    unit: str = ""
    is_open: bool = False
    is_span: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two settings that are held against each other, in the order of the text."""

    first: Setting
    second: Setting
    #: True for "from A to B", where the second follows the first.
    moves: bool = False

    def joined(self, other: Setting) -> "Pair | None":
        """Return the pair with conditions that hold in both."""
        first, second = self.first.joined(other), self.second.joined(other)
        return Pair(first, second, self.moves) if first and second else None


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it is meant: how it is compared, with its unit, or two for a range.

    kind: "number", "fraction", "factor". unit: as `numerals` gives it. outputs: those that are
    counted in the words behind the number ("beds"); None where there are none. era: the state
    that it is counted from, in words ("1850-1900"). is_median: of an ensemble. is_since: a time
    from a start on.
    """

    sign: Sign
    value: Number
    high: Number | None = None
    unit: str = ""
    kind: str = "number"
    signed: bool = False
    outputs: frozenset[str] | None = None
    era: str = ""
    is_median: bool = False
    is_since: bool = False

    def meant(self, sign: Sign) -> "Amount | None":
        """Return the amount compared otherwise; None for one that already is."""
        return replace(self, sign=sign) if self.sign == "==" else None

    @property
    def percent(self) -> Number:
        """Return its number in percent: a quarter is 25; of a factor the change, halved is -50."""
        if self.kind == "number":
            return self.value
        percent = 100 * (self.value.value - (self.kind == "factor"))
        return Number(percent, f"{percent:g}")

    @property
    def limits(self) -> tuple[Number | None, Number | None]:
        """Return the lower and the upper limit that it stands for in a scale."""
        if self.sign == "within":
            return self.value, self.high
        return (self.value, None) if self.sign in (">", ">=") else (None, self.value)


#: The number that a question asks for.
HOLE = Number(nan, "...")


@dataclass(frozen=True, slots=True)
class Moment:
    """A date or a period with which dates are compared: its text as formulas have it, its ends."""

    sign: Sign
    first: str
    last: str

    @property
    def text(self) -> Text | None:
        """Return the day or the month; None for any other stretch of days."""
        if self.first == self.last:
            return Text(self.first)
        whole = self.first.endswith("-01") and self.first[:7] == self.last[:7]
        behind = date.fromisoformat(self.last) + timedelta(days=1)
        return Text(self.first[:7]) if whole and behind.day == 1 else None


@dataclass(frozen=True, slots=True)
class Measure:
    """Outputs that are spoken of, of which the rest of the sentence leaves one; and conditions.

    sure: those whose own words were used. is_median: of an ensemble.
    """

    outputs: frozenset[str]
    sure: frozenset[str] = frozenset()
    setting: Setting = Setting()
    is_median: bool = False

    def within(self, *settings: Setting) -> "Measure | None":
        """Return the measure under more conditions."""
        joined: Setting | None = self.setting
        for one in settings:
            joined = joined and joined.joined(one)
        return None if joined is None else replace(self, setting=joined)

    def tiers(self) -> Iterator[frozenset[str]]:
        """Return the outputs, those with their own words first."""
        yield self.sure
        yield self.outputs - self.sure


#: What the sentences around speak of ("the change", "it").
OPEN = Measure(frozenset())


@dataclass(frozen=True, slots=True)
class Turn:
    """A direction: 1 for more or later; and by how much: "warmer", "falls", "4 °C warmer".

    outputs: those it speaks of without another word. of: those alone whose word it is ("warmer");
    none for general English.
    """

    sign: int
    of_time: bool = False
    outputs: frozenset[str] = frozenset()
    of: frozenset[str] = frozenset()
    amount: Amount | None = None


TermKind = Literal["value", "size", "ratio", "change"]


@dataclass(frozen=True, slots=True)
class Term:
    """A value of an output over settings.

    kind: "value" of one setting; of two, the second against the first: "size" (of the difference),
    "ratio"; "change" for a difference, a percentage where the amount is one.
    second: None where it is the same setting without what alters it, or two from the context.
    unaltered: held against the same setting without what alters it. turn: the direction in which
    a change is said to go.
    """

    kind: TermKind
    measure: Measure
    second: Setting | None = None
    unaltered: bool = False
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A term compared with an amount, a moment, a label, zero (a direction), or the other side."""

    term: Term
    to: "Amount | Moment | Label | Turn"
    shared: Setting = Setting()
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Names of classes: (output, class) for those declared; a grade, with what it stands for."""

    values: frozenset[tuple[str, str]] = frozenset()
    grade: str = ""
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a sentence says of its subject: what it compares it with, and under what conditions.

    kind: of the term that it makes of a value; "" for any. second, unaltered: as a term's.
    """

    to: "Amount | Moment | Label | Turn"
    setting: Setting = Setting()
    second: Setting | None = None
    kind: TermKind | Literal[""] = ""
    unaltered: bool = False
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """Claims of which all hold."""

    claims: "tuple[Claim | Joined, ...]"


Statement = Claim | Joined


def under(statement: Statement, setting: Setting) -> Statement | None:
    """Return a statement under more conditions; None where they contradict its own."""
    if isinstance(statement, Joined):
        held = [under(one, setting) for one in statement.claims]
        parts = tuple(one for one in held if one is not None)
        return Joined(parts) if len(parts) == len(held) else None
    joined = statement.shared.joined(setting)
    return None if joined is None else replace(statement, shared=joined)


def negative(number: Number) -> Number:
    """Return a number with the other sign."""
    return Number(-number.value, f"-{number.printed}")


# Questions.


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
    """A condition that a question names, where it stands, and in which sentence.

    source: "phrase", or what gives it in place of one: a "result" whose cause is asked for, or a
    name that nobody knows ("apart"). assumed: what was taken for what it leaves open, in words.
    """

    binding: Binding
    start: int
    end: int
    sentence: int = 0
    source: Literal["phrase", "result", "apart"] = "phrase"
    assumed: str = ""


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
