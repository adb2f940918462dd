"""Whether simulators can decide a claim, by its formula and without a run (paper, equation 4).

Inside: the formula says what the text says, and all that it names exists. Outside: a run or an
output that it names does not exist or is out of range. Unread: nobody wrote what it says.
"""

from collections.abc import Iterator

from simulrag.simulators.arguments import nearest_names
from simulrag.simulators.errors import SimulatorError, UnknownName
from simulrag.verifier.claims import Bound, BoundWord, FormulaClaim, Problem
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import (
    Application,
    Each,
    Formula,
    FormulaError,
    Node,
    Output,
    children,
)
from simulrag.verifier.problems import problem_of

#: Functions whose argument may be a series, whose names show only once it is run.
_OF_SERIES = ("at", "when_max", "max", "min", "mean", "sum")


class NoSuchOutput(UnknownName):
    """An output that a function does not have."""

    reason = "no_such_output"


def bound(claim: FormulaClaim, runs: Runs) -> Bound:
    """Return the bound of a claim with a formula. No run is made."""
    try:
        problem = _not_said(claim, checked(claim, runs), runs)
    except FormulaError as error:
        problem = Problem(reason=error.reason, message=str(error))
    except SimulatorError as error:
        return _bound(claim, "outside", problem_of(error))
    return _bound(claim, "unread" if problem else "inside", problem)


def checked(claim: FormulaClaim, runs: Runs) -> Formula:
    """Return a claim's formula with what it assumes; its runs and outputs exist.

    Raises FormulaError for what is no statement about runs, SimulatorError for what no simulator
    has.
    """
    formula = parse(claim.formula, claim.let)
    if not formula.is_truth:
        raise FormulaError("the formula is a value; a claim compares it: ... == about(4.0)")
    formula = filled(formula, claim.assume, runs.registry)
    if not Evaluator(runs).calls(formula.root):
        raise FormulaError("the formula names no run; a claim is about one")
    check_outputs(formula.root, runs)
    return formula


def check_outputs(root: Node, runs: Runs) -> None:
    """Raise NoSuchOutput for a value that the function of its run does not have."""
    for node in _single_values(root):
        names = [one.name for one in runs.registry.function(node.run).outputs]
        if node.name not in names:
            near = nearest_names(node.name, names, 1)
            raise NoSuchOutput(
                f"{node.run.function} has no output {node.name!r}; it has {', '.join(names)}",
                parameter=node.name,
                given=node.name,
                nearest=near[0] if near else None,
                candidates=near,
            )


def _single_values(node: Node) -> Iterator[Output]:
    """Yield the outputs that stand for one value; a series may have a name of its own."""
    if isinstance(node, Output):
        yield node
        return
    series = node.source if isinstance(node, Each) else None
    of_series = isinstance(node, Application) and node.name in _OF_SERIES
    first = node.arguments[0] if isinstance(node, Application) and of_series else None
    for child in children(node):
        if isinstance(child, Output) and (child is series or child is first):
            continue
        yield from _single_values(child)


def _not_said(claim: FormulaClaim, formula: Formula, runs: Runs) -> Problem | None:
    anchored = anchor(
        claim.text, formula, runs.registry, context=claim.context, assume=claim.assume
    )
    if not anchored.problems:
        return None
    message = "; ".join(problem.message for problem in anchored.problems)
    return Problem(reason="not_anchored", message=message)


def _bound(claim: FormulaClaim, word: BoundWord, problem: Problem | None) -> Bound:
    return Bound(
        claim=claim.text, bound=word, problem=problem, formula=claim.formula, let=claim.let
    )
