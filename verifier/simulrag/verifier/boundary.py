"""Simulator boundary assessment (paper, equation 4): can a simulator decide this claim at all?

The paper asks a language model for 0 or 1; here the answer has a reason, the parameter that
stands in the way and the nearest valid value. For a claim that the grammar cannot read the answer
is `unread`, and the paper's prompt (A.2.3) is offered for a model to judge.
"""

from collections.abc import Sequence

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call
from simulrag.simulators.possible import refuse_impossible
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, Plan, Problem
from simulrag.verifier.problems import problem_of
from simulrag.verifier.reading.questions import plan, planned
from simulrag.verifier.reading.restated import restated
from simulrag.verifier.reading.statements import read


def assess(
    claims: Sequence[str],
    question: str,
    registry: Registry,
) -> tuple[Bound, ...]:
    """Return the bound of each claim, in order; the question gives the conditions left out."""
    asked = planned(question, registry) if question.strip() else None
    possible = _Possible(registry)
    return tuple(_bound(claim, asked, registry, possible) for claim in claims)


class _Possible:
    """Which calls can be made at all; each is asked once."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._known: dict[str, Problem | None] = {}

    def problem(self, call: Call) -> Problem | None:
        """Return why no run of a call can be made, or None."""
        key = call.canonical()
        if key not in self._known:
            self._known[key] = self._ask(call)
        return self._known[key]

    def _ask(self, call: Call) -> Problem | None:
        try:
            refuse_impossible(call, self._registry)
        except SimulatorError as error:
            return problem_of(error, call)
        return None


def _bound(claim: str, asked: Plan | None, registry: Registry, possible: _Possible) -> Bound:
    own = asked or plan(claim, registry)
    if own.calls and restated(claim, own, registry) is not None:
        return Bound(claim=claim, bound="inside")
    found = read(claim, own, registry)
    if not found.readings:
        word = "outside" if found.outside else "unread"
        return Bound(claim=claim, bound=word, problem=found.problem)
    for call in (t.call for r in found.readings for t in r.expression.terms):
        problem = possible.problem(call)
        if problem is not None:
            return Bound(claim=claim, bound="outside", problem=problem)
    return Bound(claim=claim, bound="inside")
