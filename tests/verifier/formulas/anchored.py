"""Formulas held against texts, of the installed simulators where no others are given."""

from collections.abc import Sequence
from typing import Any

from simulrag.simulators.registry import installed
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, anchor
from simulrag.verifier.formulas.notation import parse

REAL = installed()


def held(
    text: str,
    formula: str,
    *said: str,
    registry=REAL,
    let=None,
    context: Sequence[str] = (),
    **more: Any,
) -> Anchoring:
    """Hold a formula against a text. said, context: sentences that the text goes on from."""
    return anchor(text, parse(formula, let), registry, context=[*said, *context], **more)


def reasons(text: str, formula: str, **more: Any) -> set[str]:
    return {problem.reason for problem in held(text, formula, **more).problems}


def told(text: str, formula: str, *said: str, assume=None, **let: str) -> str:
    """Return why a formula is sent back, empty where it is accepted."""
    problems = held(text, formula, *said, let=let, assume=assume).problems
    return "; ".join(problem.message for problem in problems)
