"""Answers a question from runs alone, by template: every sentence names its runs."""

import re
from collections.abc import Iterator, Sequence

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Frozen, Function, Output, Quantity, Run
from simulrag.simulators.output_operations import known
from simulrag.simulators.registry import Registry
from simulrag.simulators.run_parts import part_runs
from simulrag.verifier.claims import Plan, Problem, Statement, problem_of
from simulrag.verifier.english.questions import formulas, planned
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.syntax import Node, walk
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.run_sentences import compared, noun, statement

#: A question for everything that a run returns.
_EVERYTHING = re.compile(
    r"\b(?:comprehensive|forecast|outlook|landscape|progression|overview|everything|full|happens?)\b",
    re.I,
)


class Answer(Frozen):
    """An answer made from runs: sentences, the runs behind them, and what could not be done."""

    question: str
    plan: Plan
    statements: tuple[Statement, ...]
    runs: tuple[Run, ...]
    text: str
    problems: tuple[Problem, ...] = ()


def answer(question: str, registry: Registry, store: EvidenceStore) -> Answer:
    """Plan, run and say what the runs say; nothing is invented and no model is asked."""
    asked = planned(question, registry)
    runs: dict[str, Run] = {}
    problems = [*asked.problems, *(Problem(reason="assumed", message=a) for a in asked.assumed)]
    for call in asked.calls:
        try:
            runs[call.canonical()] = store.run(call, registry)
        except SimulatorError as error:
            problem = problem_of(error, call)
            if all(
                (p.reason, p.parameter) != (problem.reason, problem.parameter) for p in problems
            ):
                problems.append(problem)
    wanted = formulas(question, registry)
    statements = [s for run in runs.values() for s in _statements(question, run, wanted, registry)]
    verifier = Verifier(registry, store)
    statements += compared(asked, wanted, runs, verifier, registry)
    return Answer(
        question=question,
        plan=asked,
        statements=tuple(statements),
        runs=tuple(runs.values()),
        text=" ".join(s.text for s in statements),
        problems=tuple(problems),
    )


def _statements(
    question: str, run: Run, wanted: Sequence[Node], registry: Registry
) -> list[Statement]:
    function = registry.function(run.call)
    asked = _asked_outputs(question, run.call, wanted, function)
    told = {"": run, **part_runs(run, function)}
    made = [statement(one, function, o, part) for part, one in told.items() for o in asked]
    made += [_highest_part(run, output) for output in asked]
    return [one for one in made if one is not None]


def _highest_part(run: Run, output: Output) -> Statement | None:
    """Say which part of a run has the highest value; None where that is not sure."""
    values = {name: held.get(output.name) for name, held in run.parts.items()}
    intervals = {n: known(v) for n, v in values.items() if isinstance(v, Quantity)}
    if len(intervals) < 2:
        return None
    first = max(intervals, key=lambda name: intervals[name].low)
    if max(i.high for n, i in intervals.items() if n != first) >= intervals[first].low:
        return None
    return Statement(text=f"The {noun(output)} is highest in {first}.", run_ids=(run.id,))


def _asked_outputs(
    question: str, call: Call, wanted: Sequence[Node], function: Function
) -> list[Output]:
    """Return the outputs that a question asks of a call: those of its formulas, or all."""
    if _EVERYTHING.search(question):
        return list(function.outputs)
    named = set(_named(wanted, call))
    named |= {o.changes_of for o in function.outputs if o.name in named}
    return [o for o in function.outputs if o.name in named]


def _named(wanted: Sequence[Node], call: Call) -> Iterator[str]:
    for node in (node for root in wanted for node in walk(root)):
        if isinstance(node, syntax.Output):
            run = node.run
            if (run.simulator, run.function) == (call.simulator, call.function):
                yield node.name
