"""A chart of typed phrases: rules say which kinds beside each other make up which kind.

A rule has a pattern of categories, "measure be amount", and a function that takes the meanings of
its parts and returns that of the whole, or None where they do not go together. "a|b" stands for
either category, "a?" for one that may be left out. Bottom up, from the
right to the left, every phrase of every span is found once; equal meanings of one span are one.
"""

from collections.abc import Callable, Hashable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from inspect import signature
from itertools import product
from types import UnionType
from typing import Any, NamedTuple, TypeVar, get_origin, get_type_hints

#: Most phrases of one sentence; a sentence with more is left unread.
MOST_EDGES = 4_000


_Make = TypeVar("_Make", bound=Callable[..., Any])


class TooManyError(Exception):
    """A sentence has more phrases than are looked at."""


class Edge(NamedTuple):
    """A phrase: its category, from which to before which token, and what it means."""

    category: str
    start: int
    end: int
    meaning: Hashable


@dataclass(slots=True)
class _State:
    """How far a pattern has been read: what may follow, and the rules that end here."""

    following: dict[str, "_State"] = field(default_factory=dict[str, "_State"])
    ends: list[tuple[str, Callable[..., Any]]] = field(
        default_factory=list[tuple[str, Callable[..., Any]]]
    )


class Grammar:
    """Rules, by the first category of their patterns."""

    def __init__(self) -> None:
        self._first = _State()

    def extended(self) -> "Grammar":
        """Return a grammar with the same rules, to which others may be added."""
        made = Grammar()
        made._first = deepcopy(self._first)
        return made

    def rule(
        self, result: str, *patterns: str
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a rule for each pattern, whose parts' meanings the function below it takes.

        A word with "-" before it must stand there, and its meaning is not handed over. Parts of the
        kinds of keyword-only parameters are handed over by name, in whatever order they stand.
        """

        def add(make: _Make) -> _Make:
            taking = _by_kind(make)
            for pattern in patterns:
                for parts in product(*map(ways, pattern.split())):
                    self._add(result, [one for one in parts if one], taking)
            return make

        return add

    def _add(self, result: str, parts: list[str], make: Callable[..., Any]) -> None:
        state = self._first
        for part in parts:
            state = state.following.setdefault(part.removeprefix("-"), _State())
        kept = [at for at, part in enumerate(parts) if not part.startswith("-")]
        state.ends.append((result, _of_some(make, kept) if len(kept) < len(parts) else make))

    def parse(self, edges: Iterable[Edge]) -> list[Edge]:
        """Return all phrases that rules make of some, these included.

        Raises TooManyError.
        """
        chart = _Chart(self._first)
        by_start: dict[int, list[Edge]] = {}
        for edge in edges:
            by_start.setdefault(edge.start, []).append(edge)
        for start in sorted(by_start, reverse=True):
            chart.fill(start, by_start[start])
        return chart.found


def _by_kind(make: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of parts in any order as one that sorts them by their kinds."""
    hints = get_type_hints(make)
    named = [p.name for p in signature(make).parameters.values() if p.kind is p.KEYWORD_ONLY]
    kinds = [(name, get_origin(hints[name]) or hints[name]) for name in named]
    kinds = [(name, hints[name] if kind is UnionType else kind) for name, kind in kinds]
    if not kinds:
        return make

    def made(*parts: object) -> object:
        given, rest = dict[str, object](), list[object]()
        for part in parts:
            for name, kind in kinds:
                if name not in given and isinstance(part, kind):
                    given[name] = part
                    break
            else:
                rest.append(part)
        return make(*rest, **given)

    return made


def _of_some(make: Callable[..., Any], kept: list[int]) -> Callable[..., Any]:
    """Return a function of some parts as one of all."""
    return lambda *held: make(*[held[at] for at in kept])


def ways(part: str) -> list[str]:
    """Return what may stand for a part of a pattern, "a|b?"; "" for nothing."""
    sign = "-" if part.startswith("-") else ""
    ways = [sign + one for one in part.strip("-?").split("|")]
    return [*ways, ""] if part.endswith("?") else ways


class _Chart:
    def __init__(self, first: _State) -> None:
        self._first = first
        #: Start -> category -> end and meaning of each phrase.
        self._by_start: dict[int, dict[str, list[tuple[int, Hashable]]]] = {}
        self.found: list[Edge] = []

    def fill(self, start: int, given: Iterable[Edge]) -> None:
        """Find all phrases that begin where the given ones do; those behind them are known."""
        agenda, seen = list(given), set[Edge]()
        here = self._by_start[start] = {}
        following = self._first.following
        while agenda:
            edge = agenda.pop()
            known = len(seen)
            seen.add(edge)
            if len(seen) == known:
                continue
            self.found.append(edge)
            if len(self.found) > MOST_EDGES:
                raise TooManyError
            category, _, end, meaning = edge
            here.setdefault(category, []).append((end, meaning))
            state = following.get(category)
            if state is not None:
                self._complete(agenda, start, end, state, (meaning,))

    def _complete(
        self, made: list[Edge], start: int, end: int, state: _State, held: tuple[Hashable, ...]
    ) -> None:
        """Add what rules make of some parts and of what follows them."""
        for result, make in state.ends:
            meaning = make(*held)
            if meaning is not None:
                made.append(Edge(result, start, end, meaning))
        following, behind = state.following, self._by_start.get(end)
        if not following or behind is None:
            return
        # There are few categories in a text and many in a grammar, whose order counts.
        met = [one for one in behind if one in following]
        for category in met if len(met) < 2 else [one for one in following if one in behind]:
            after = following[category]
            for last, meaning in behind[category]:
                self._complete(made, start, last, after, (*held, meaning))


def tilings(edges: Iterable[Edge], size: int, more: int = 0) -> list[Edge]:
    """Return the phrases that stand in a way to cover all tokens with the fewest phrases.

    General English that no rule has taken in counts by its words: "more than" is two. more: how
    many phrases more than the fewest a way may have.
    """
    held = [(edge, edge.start, edge.end, _cost(edge)) for edge in edges if edge.start < edge.end]
    far = 2 * size + 1
    behind = [far] * size + [0]
    ways = sorted({one[1:] for one in held})
    for start, end, cost in reversed(ways):
        behind[start] = min(behind[start], cost + behind[end])
    before = [0] + [far] * size
    for start, end, cost in ways:
        before[end] = min(before[end], cost + before[start])
    most = min(behind[0] + more, far - 1)
    return [e for e, start, end, cost in held if before[start] + cost + behind[end] <= most]


def _cost(edge: Edge) -> int:
    return edge.end - edge.start if isinstance(edge.meaning, str) else 1
