"""Sentences of plain English as claims with formulas, or why there is none."""

from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, FormulaClaim, Problem
from simulrag.verifier.english.questions import planned
from simulrag.verifier.english.reader import Read, Unread, claim
from simulrag.verifier.formulas.skeletons import skeleton

#: Longest sentence that is read, in characters.
LONGEST = 2_000
#: Reasons of a question that leave its subject outside, whatever words were not read.
_OUTSIDE = frozenset(
    ("no_simulator", "no_such_output", "other_subject", "other_place", "other_period",
     "other_condition", "value_out_of_range", "unknown_name", "missing_condition")
)  # fmt: skip
#: Those that may come of words that were not read.
_OPEN = ("no_simulator", "missing_condition")


def formula_claim(text: str, context: Sequence[str], registry: Registry) -> FormulaClaim | Bound:
    """Return a sentence with the formula that says all of it; else why it has none.

    context: sentences that it rests on, such as the question. A bound is "outside" where it names
    what no simulator has, and "unread" where it may be decidable and was not understood.
    """
    problem = _unreadable(text)
    if problem is not None:
        return Bound(claim=text, bound="unread", problem=problem)
    read = claim(text, context, registry)
    if isinstance(read, Read):
        return FormulaClaim(text=text, formula=read.formula, context=tuple(context))
    return _without_formula(text, read, registry)


def _unreadable(text: str) -> Problem | None:
    if not text.strip():
        return Problem(reason="empty", message="there is no text")
    if len(text) > LONGEST:
        said = f"the sentence has {len(text)} characters; at most {LONGEST} are read"
        return Problem(reason="too_long", message=said)
    if "?" in text:
        return Problem(reason="unread", message="it is a question, and claims nothing")
    return None


def _without_formula(text: str, read: Unread, registry: Registry) -> Bound:
    asked = planned(text, registry)
    reason = asked.problems[0].reason if asked.problems and not asked.calls else ""
    begun = skeleton(text, registry)
    understood = reason == "missing_condition" and not read.unknown
    if reason in _OUTSIDE and (understood or not (reason in _OPEN and begun)):
        return Bound(claim=text, bound="outside", problem=_of_claim(asked.problems[0]))
    unknown = ", ".join(map(repr, read.unknown))
    message = f"{read.why}: {unknown}" if unknown else read.why
    return Bound(
        claim=text,
        bound="unread",
        problem=Problem(reason="unread", message=message),
        skeleton=begun,
    )


def _of_claim(problem: Problem) -> Problem:
    """Return the problem of a question as that of a claim, which need not hear what is in scope."""
    if problem.reason != "no_simulator":
        return problem
    said = "no simulator has an output that this sentence speaks of"
    return problem.model_copy(update={"message": said})
