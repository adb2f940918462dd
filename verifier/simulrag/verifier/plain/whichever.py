"""Conditions that a sentence leaves open and that may not matter to what it says."""

from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Problem
from simulrag.verifier.plain.scene import Scene

#: Most values of a choice that are all tried.
_MOST_CHOICES = 4
#: Months by which a first day is moved back and forth from the usual one.
_MONTHS = (-1, 0, 2)


def values_of_open(scene: Scene, problem: Problem) -> tuple[str, Sequence[JsonValue]] | None:
    """Return the input that a problem misses and the values that stand for all it may have."""
    names = {p.name: p for p in scene.function.parameters}
    parameter = names.get(problem.parameter)
    if problem.reason != "missing_condition" or parameter is None or scene.function.observed:
        return None
    if problem.parameter in scene.tried or any(o.kind == "date" for o, _ in scene.topics):
        return None
    values = _values(parameter)
    return (parameter.name, values) if values else None


def _values(parameter: Parameter) -> Sequence[JsonValue]:
    if parameter.kind == "choice" and len(parameter.choices) <= _MOST_CHOICES:
        return list(parameter.choices)
    if parameter.kind == "date" and parameter.default_year and isinstance(parameter.typical, str):
        usual = date.fromisoformat(parameter.typical)
        return [_moved(usual, months).isoformat() for months in _MONTHS]
    return []


def _moved(day: date, months: int) -> date:
    """Return the first of a month so many months away."""
    count = day.year * 12 + day.month - 1 + months
    return date(count // 12, count % 12 + 1, 1)
