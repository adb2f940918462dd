"""Whether simulators can decide a claim, by its formula and without a run (paper, equation 4).

Inside: the formula says what the text says, and all that it names exists. Outside: a run or an
output that it names does not exist or is out of range, or the text states a condition that is not
represented. Unread: nobody wrote what it says, or a name in it is misspelt.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Bound, BoundWord, FormulaClaim, Problem
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, anchor
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import Formula, FormulaError
from simulrag.verifier.formulas.unrepresented import check_names, check_subject, check_timing
from simulrag.verifier.problems import problem_of

#: Marks that show what follows backwards, or numbers of other scripts forwards.
_OVERRIDES = re.compile("[\u202d\u202e]")


_QUESTION = re.compile(r"\?[\s\"'”’)]*$")


class NotAnchored(FormulaError):
    """A formula that does not say what its text says."""

    reason = "not_anchored"


class Admitted(NamedTuple):
    """A claim that can be decided: its formula with what it assumes, and the calls it names."""

    formula: Formula
    evaluator: Evaluator
    calls: Sequence[Call]
    anchored: Anchoring


def bound(claim: FormulaClaim, runs: Runs) -> Bound:
    """Return the bound of a claim with a formula. No run is made."""
    word: BoundWord = "inside"
    problem = None
    try:
        admitted(claim, runs)
    except (FormulaError, SimulatorError) as error:
        word = "unread" if isinstance(error, FormulaError) else "outside"
        problem = refused(error)
    return Bound(
        claim=claim.text, bound=word, problem=problem, formula=claim.formula, let=claim.let
    )


def refused(error: FormulaError | SimulatorError) -> Problem:
    """Return why a formula is not decided, as data."""
    if isinstance(error, SimulatorError):
        return problem_of(error)
    return Problem(reason=error.reason, message=str(error))


class Named(NamedTuple):
    """A formula whose names exist, with what it assumes, and the calls that it names."""

    formula: Formula
    evaluator: Evaluator
    calls: Sequence[Call]


def named(text: str, let: Mapping[str, str], assume: Mapping[str, JsonValue], runs: Runs) -> Named:
    """Return what a formula names. No run is made. Raises FormulaError or SimulatorError."""
    formula = parse(text, let)
    check_names(formula.root, runs.registry)
    formula = filled(formula, assume, runs.registry)
    evaluator = Evaluator(runs)
    return Named(formula, evaluator, evaluator.calls(formula.root))


def admitted(claim: FormulaClaim, runs: Runs) -> Admitted:
    """Return what a claim asks for, where it can be decided. No run is made.

    Raises FormulaError for what is no statement about runs, names something wrongly or does not say
    what its text says; SimulatorError for what no simulator has or represents.
    """
    if overridden := _OVERRIDES.search(claim.text):
        raise NotAnchored(
            f"the text turns the way of writing by {overridden[0]!a}, so that its numbers are "
            "shown otherwise than they are read; write it without"
        )
    if _QUESTION.search(claim.text):
        raise NotAnchored("it is a question, and claims nothing")
    formula, evaluator, calls = named(claim.formula, claim.let, claim.assume, runs)
    if not formula.is_truth:
        raise FormulaError("the formula is a value; a claim compares it: ... == about(4.0)")
    if not calls:
        raise FormulaError("the formula names no run; a claim is about one")
    check_subject(claim.text, formula.root, runs.registry)
    check_timing((claim.text, *claim.context), formula.root, runs.registry)
    anchored = anchor(
        claim.text, formula, runs.registry, context=claim.context, assume=claim.assume
    )
    if anchored.problems:
        # Without the advice that an earlier one has given already.
        parts = (part for one in anchored.problems for part in one.message.split("; "))
        raise NotAnchored("; ".join(dict.fromkeys(parts)))
    return Admitted(formula, evaluator, calls, anchored)
