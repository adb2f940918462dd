"""Formulas held against texts, of the installed simulators and toys."""

from collections.abc import Sequence
from typing import Any

from coffee import Coffee
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, anchor
from simulrag.verifier.formulas.notation import parse
from stone import Stone

REAL = Registry([*installed(), Coffee(), Stone()])


def held(
    text: str,
    formula: str,
    *said: str,
    let=None,
    context: Sequence[str] = (),
    **more: Any,
) -> Anchoring:
    """Hold a formula against a text. said, context: sentences that the text goes on from."""
    return anchor(text, parse(formula, let), REAL, context=[*said, *context], **more)


def accepted(text: str, formula: str, *said: str, **more: Any) -> bool:
    return not held(text, formula, *said, **more).problems


def reasons(text: str, formula: str, **more: Any) -> set[str]:
    return {problem.reason for problem in held(text, formula, **more).problems}


def told(text: str, formula: str, *said: str, assume=None, **let: str) -> str:
    """Return why a formula is sent back, empty where it is accepted."""
    problems = held(text, formula, *said, let=let, assume=assume).problems
    return "; ".join(problem.message for problem in problems)


def tells_apart(text: str, right: str, *wrong: str, said: Sequence[str] = (), **more: Any) -> None:
    """Assert that a text is accepted with the first formula, and sent back with each other."""
    given = {name: more.pop(name) for name in ("let", "assume", "context") if name in more}
    given["let"] = {**(given.get("let") or {}), **more}
    assert accepted(text, right, *said, **given), (text, right)
    for one in wrong:
        assert not accepted(text, one, *said, **given), (text, one)
