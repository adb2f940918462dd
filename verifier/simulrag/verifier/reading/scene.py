"""The runs of one quantity whose values and differences statements tell: a scene.

Two years of a place, two strategies, a setting with and without changes, or one setting alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.simulators.interface import Band, Call, Output, Simulator
from simulrag.simulators.operations import DIFFERENCE_UNITS
from simulrag.verifier.claims import Comparator, Expression, Plan, Reading, Term
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.roles import (
    Runs,
    alike,
    changes_anything,
    natural_order,
    runs_of,
    value_of,
)


@dataclass(frozen=True)
class Scene:
    """One or two runs of a quantity that has levels, and what was asked for beside it."""

    runs: Runs
    level: Output
    #: Another result that only counts differences (of the whole world), and the run it is of.
    change: Output | None
    changed: Call | None
    #: A result that is one of several words, and the run it is of.
    category: Output | None
    placed: Call | None
    bands: tuple[Band, ...]
    #: The bands grade differences, and no levels.
    grades_changes: bool

    @cached_property
    def alike(self) -> bool:
        """Tell whether neither of two runs comes before the other."""
        return len(self.runs.calls) == 2 and alike(self.runs)

    @cached_property
    def two_years(self) -> bool:
        """Tell whether two runs are of different years."""
        names = [p.name for p in self.runs.parameters if p.kind == "year"]
        return len({str(c.arguments.get(n)) for n in names for c in self.runs.calls}) > 1

    @cached_property
    def order(self) -> tuple[int, int]:
        """Return which of two runs comes first and which last, unchanged ones first."""
        first, last = natural_order(self.runs)
        places = {call.canonical(): n for n, call in enumerate(self.runs.calls)}
        return places[first.canonical()], places[last.canonical()]

    def value(self, run: int) -> Expression:
        """Return the level of a run."""
        return value_of(self.runs.calls[run], self.level.name)

    def difference(self, first: int, second: int, *, absolute: bool = False) -> Expression:
        """Return by how much the second run lies above the first."""
        terms = (self._term(first), self._term(second))
        return Expression(operation="difference", terms=terms, absolute=absolute)

    def turned(self, first: int, second: int, way: int) -> Reading:
        """Return the reading that the second run lies above the first, or below if way < 0."""
        comparator: Comparator = "rises" if way > 0 else "falls"
        return Reading(expression=self.difference(first, second), comparator=comparator)

    def of_world(self, *, absolute: bool = False, negative: bool = False) -> Expression | None:
        """Return the result that only counts differences; None where there is none."""
        if self.change is None or self.changed is None:
            return None
        term = Term(call=self.changed, output=self.change.name)
        return Expression(operation="value", terms=(term,), absolute=absolute, negative=negative)

    def _term(self, run: int) -> Term:
        return value_of(self.runs.calls[run], self.level.name).terms[0]


#: Most runs that statements tell apart by words.
_MOST = 2


def scene_of(plan: Plan, held: Sequence[Output], simulator: Simulator) -> Scene | None:
    """Return the scene of the calls of a plan; None where they make up none."""
    level = next((o for o in held if o.unit in DIFFERENCE_UNITS and o.unit != "percent"), None)
    if level is None or plan.graded:
        return None
    runs = runs_of(plan.calls, simulator, level.name)
    places = {str(c.arguments.get(p.name)) for p in unique_parameters(simulator)
              if p.kind == "place" for c in runs.calls}  # fmt: skip
    if not 1 <= len(runs.calls) <= _MOST or len(places) != 1:
        return None
    change = next((o for o in held if o.changes_of and o.changes_of != level.name), None)
    category = next((o for o in held if o.choices), None)
    return Scene(
        runs=runs,
        level=level,
        change=change,
        changed=_only(plan, simulator, change),
        category=category,
        placed=_only(plan, simulator, category),
        bands=plan.bands,
        grades_changes=plan.bands_of_difference,
    )


def _only(plan: Plan, simulator: Simulator, output: Output | None) -> Call | None:
    calls = runs_of(plan.calls, simulator, output.name).calls if output is not None else ()
    return calls[0] if len(calls) == 1 else None


def unchanged_runs(runs: Runs) -> frozenset[int]:
    """Return the runs that alter nothing, where there are such beside others."""
    own = (n for n, c in enumerate(runs.calls) if not changes_anything(c, runs.parameters))
    return frozenset(own)
