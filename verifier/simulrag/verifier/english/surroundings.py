"""What the sentences around a claim give: conditions that it leaves open, and scales of sizes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from simulrag.simulators.interface import Parameter
from simulrag.verifier.english.alterations import PHRASES
from simulrag.verifier.english.chart import Edge, TooManyError, tilings
from simulrag.verifier.english.lexing import Names, lexed, names_in
from simulrag.verifier.english.meanings import (
    Amount,
    Input,
    Label,
    Measure,
    Moment,
    Pair,
    Setting,
    bound,
)
from simulrag.verifier.english.splitting import sentences
from simulrag.verifier.english.vocabulary import Vocabulary
from simulrag.verifier.english.words import role_of
from simulrag.verifier.formulas.anchoring.vocabulary import tokens
from simulrag.verifier.formulas.syntax import Node, Number, Text

#: Words between two classes of a scale.
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TWO = 2
_GRADES = ("unknown", "label", "measure")
_LINKS = ("comma", "or", "and")


@dataclass(frozen=True)
class Surroundings:
    """Conditions and scales of the sentences around a claim.

    values: parameter -> the values that they give it, in their order. scales: each a word -> its
    lower and upper limit. cases: two ways to alter a run that they hold against each other.
    measures: what they speak of. names: places that no list of places knows.
    """

    values: Mapping[str, tuple[Node, ...]] = field(default_factory=dict[str, tuple[Node, ...]])
    scales: tuple[Mapping[str, tuple[Number | None, Number | None]], ...] = ()
    cases: tuple[Setting, ...] = ()
    measures: tuple[Measure, ...] = ()
    names: Names = field(default_factory=dict[tuple[str, ...], str])

    @property
    def since(self) -> date | None:
        """Return the first day that they give, where one may say when a season starts."""
        days = [v.value for held in self.values.values() for v in held if isinstance(v, Text)]
        return min((date.fromisoformat(one) for one in days if _DAY.fullmatch(one)), default=None)

    def only(self, parameter: str) -> Node | None:
        """Return the value of a parameter, where it has one alone."""
        held = self.values.get(parameter, ())
        alone = len(held) == 1 and not any(parameter in case.names for case in self.cases)
        return held[0] if alone else None


def surroundings(texts: Iterable[str], vocabulary: Vocabulary) -> Surroundings:
    """Return what some sentences give."""
    texts = tuple(texts)
    values: dict[str, dict[Node, None]] = {}
    scales: list[Mapping[str, tuple[Number | None, Number | None]]] = []
    settings: list[Setting] = []
    measures: dict[Measure, None] = {}
    names: Names = {k: v for text in texts for k, v in names_in(text, vocabulary).items()}
    for text in texts:
        settings += _start(text, vocabulary)
        for sentence in sentences(text):
            path = chunks(sentence.text, vocabulary, names)
            settings += _settings(path)
            scales += _scales(path)
            held = (edge.meaning for edge in path)
            measures |= {replace(one, setting=Setting()): None
                         for one in held if isinstance(one, Measure)}  # fmt: skip
    for one in (one for setting in settings for one in setting.bindings):
        for name, value in one.options:
            values.setdefault(name, {})[value] = None
    parameters = vocabulary.parameters
    told = {n: _counted(parameters[n], held) for n, held in values.items() if n in parameters}
    cases = _cases(settings, vocabulary) if any(map(_tells_two, texts)) else ()
    return Surroundings(told, tuple(scales), cases, tuple(measures), names)


def _counted(parameter: Parameter, held: Iterable[Node]) -> tuple[Node, ...]:
    """Return the values of a parameter; of choices, those that its nouns count ("scenarios")."""
    counted = tuple(v for v in held if not isinstance(v, Text) or v.value in parameter.members)
    return counted if counted and parameter.kind == "choice" else tuple(held)


def _start(text: str, vocabulary: Vocabulary) -> Iterator[Setting]:
    """Return the one day of a text as the one date that it speaks of ("initiating in Ohio on")."""
    edges = lexed(text, vocabulary, gaps=True).edges
    inputs = {e.meaning for e in edges if isinstance(e.meaning, Input)}
    dates = {one.name for one in inputs if one.kind == "date" and not one.is_span}
    days = {e.meaning for e in edges if e.category == "day" and isinstance(e.meaning, Moment)}
    if len(dates) == 1 and len(days) == 1:
        yield bound(dates.pop(), Text(days.pop().first))


def _tells_two(text: str) -> bool:
    """Tell whether a text holds two cases against each other: it counts or orders them."""
    words = {one.plain for one in tokens(text)}
    return any(role_of().get(word, frozenset()) & {"first", "second", "both"} for word in words)


def _cases(settings: Iterable[Setting], vocabulary: Vocabulary) -> tuple[Setting, ...]:
    """Return what is altered as two cases, parted by the families of what is altered."""
    held: dict[frozenset[str], Setting] = {}
    family = frozenset[str]()
    for one in (one for setting in settings for one in setting.bindings):
        parameter = next((vocabulary.parameters[name] for name in sorted(one.names)
                          if name in vocabulary.parameters), None)  # fmt: skip
        if parameter is None or parameter.kind not in ("change", "points"):
            continue
        family = parameter.family(vocabulary.parameters.values()) or family
        joined = held.get(family, Setting()).joined(Setting((one,)))
        if joined is None:
            return ()
        held[family] = joined
    return tuple(held.values()) if len(held) == _TWO else ()


def chunks(text: str, vocabulary: Vocabulary, names: Names | None = None) -> tuple[Edge, ...]:
    """Return a sentence as its longest phrases, one way, with the words that nobody knows.

    names: places that the context prints.
    """
    held = lexed(text.rstrip("?"), vocabulary, gaps=True, names=names)
    try:
        found = tilings(PHRASES.parse(held.edges), held.size)
    except TooManyError:
        return ()
    by_start: dict[int, Edge] = {}
    for edge in sorted(found, key=_weight):
        by_start[edge.start] = edge
    path: list[Edge] = []
    at = 0
    while at in by_start:
        path.append(by_start[at])
        at = by_start[at].end
    return tuple(path)


def _weight(edge: Edge) -> tuple[int, int]:
    """Return how much a phrase says: conditions before anything else, longer ones before short."""
    order = ("label", "amount", "pair", "setting")
    return order.index(edge.category) if edge.category in order else -1, edge.end


def _settings(path: Sequence[Edge]) -> Iterator[Setting]:
    for edge in path:
        if isinstance(edge.meaning, Setting):
            yield edge.meaning
        elif isinstance(edge.meaning, Pair):
            yield from (edge.meaning.first, edge.meaning.second)
        elif isinstance(edge.meaning, Measure):
            yield edge.meaning.setting
        elif edge.category == "year" and isinstance(edge.meaning, Number):
            yield bound("year", edge.meaning)


def _scales(
    path: Sequence[Edge],
) -> Iterator[Mapping[str, tuple[Number | None, Number | None]]]:
    """Return the scales that are told as "small (less than 5 %), large (over 5 %)"."""
    held: dict[str, tuple[Number | None, Number | None]] = {}
    at = 0
    while at < len(path):
        told = _class(path, at)
        if told is not None:
            held[told[0]] = told[1]
            at += told[2]
        elif path[at].category in _LINKS and held:
            at += 1
        else:
            if len(held) > 1:
                yield held
            held = {}
            at += 1
    if len(held) > 1:
        yield held


def _class(
    path: Sequence[Edge], at: int
) -> tuple[str, tuple[Number | None, Number | None], int] | None:
    """Return a class with its limits that begins at a phrase, and how many phrases it has."""
    label = path[at].meaning
    if isinstance(label, Label) and label.amount is not None:
        return label.grade, limits(label.amount), 1
    words = [edge.category for edge in path[at : at + 4]]
    words += [""] * (4 - len(words))
    ends = words[3] if words[3] != "change_n" or at + 4 >= len(path) else path[at + 4].category
    if words[1:3] == ["open", "amount"] and ends == "close" and words[0] in _GRADES:
        amount = path[at + 2].meaning
        if isinstance(amount, Amount) and isinstance(label, str | Label):
            grade = label if isinstance(label, str) else label.grade
            return (grade, limits(amount), 4 + (words[3] == "change_n")) if grade else None
    return None


def limits(amount: Amount) -> tuple[Number | None, Number | None]:
    """Return the lower and the upper limit that an amount stands for in a scale."""
    if amount.sign == "within":
        return amount.value, amount.high
    return (amount.value, None) if amount.sign in (">", ">=") else (None, amount.value)
