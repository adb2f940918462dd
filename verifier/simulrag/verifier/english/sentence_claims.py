"""Sentences of plain English as claims with formulas, or why there is none."""

from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.simulators.work import step
from simulrag.verifier.claims import Bound, FormulaClaim, Problem
from simulrag.verifier.english.questions import planned
from simulrag.verifier.english.reader import Read, Unread, claim
from simulrag.verifier.english.unanswered import not_represented
from simulrag.verifier.formulas.anchoring.vocabulary import longest, tokens
from simulrag.verifier.formulas.skeletons import skeleton

#: Longest sentence that is read, in characters.
LONGEST = 2_000
#: Reasons of a question that leave its subject outside, whatever words were not read.
_OUTSIDE = frozenset(
    ("no_simulator", "no_such_output", "other_subject", "other_place", "other_period",
     "other_condition", "value_out_of_range", "unknown_name", "missing_condition")
)  # fmt: skip


def formula_claim(text: str, context: Sequence[str], registry: Registry) -> FormulaClaim | Bound:
    """Return a sentence with the formula that says all of it; else why it has none.

    context: sentences that it rests on, such as the question. A bound is "outside" where it names
    what no simulator has, and "unread" where it may be decidable and was not understood.
    Whoever reads many stops between two when nobody waits any more.
    """
    step()
    problem = _unreadable(text)
    if problem is not None:
        return Bound(claim=text, bound="unread", problem=problem)
    read = claim(text, context, registry)
    if isinstance(read, Read):
        return FormulaClaim(text=text, formula=read.formula, context=tuple(context))
    return _without_formula(text, read, context, registry)


def _unreadable(text: str) -> Problem | None:
    if not text.strip():
        return Problem(reason="empty", message="there is no text")
    if len(text) > LONGEST:
        said = f"the sentence has {len(text)} characters; at most {LONGEST} are read"
        return Problem(reason="too_long", message=said)
    if "?" in text:
        return Problem(reason="unread", message="it is a question, and claims nothing")
    return None


def _without_formula(text: str, read: Unread, context: Sequence[str], registry: Registry) -> Bound:
    begun = skeleton(text, registry)
    problem = _outside(text, read, context, begun, registry)
    if problem is not None:
        return Bound(claim=text, bound="outside", problem=_of_claim(problem))
    unknown = ", ".join(map(repr, read.unknown))
    message = f"{read.why}: {unknown}" if unknown else read.why
    return Bound(
        claim=text,
        bound="unread",
        problem=Problem(reason="unread", message=message),
        skeleton=begun,
    )


def _outside(
    text: str, read: Unread, context: Sequence[str], begun: str, registry: Registry
) -> Problem | None:
    """Return why a sentence is of what no simulator has, as a question is that speaks of the same.

    What is missing may stand in its context, or in words that were not read. begun: the formula
    that its words begin.
    """
    asked = planned(text, registry)
    problem = asked.problems[0] if asked.problems and not asked.calls else None
    reason = problem.reason if problem else ""
    may_be_said = (reason == "missing_condition" and (context or read.unknown)) or (
        reason == "no_simulator" and (not read.unknown or begun)
    )
    if reason not in _OUTSIDE or may_be_said:
        return _not_represented(text, read, begun, registry)
    return problem


def _not_represented(text: str, read: Unread, begun: str, registry: Registry) -> Problem | None:
    """Return what the simulator of which a sentence speaks does not represent: rainfall.

    Of another simulator only where most of the words that were not read are such words.
    """
    own = begun.partition(".")[0]
    shown, unknown = tokens(text), {word.lower() for word in read.unknown}
    for name in sorted(registry.names(), key=lambda one: one != own):
        hits = longest(not_represented(registry.simulator(name)).find(shown)).values()
        words = [{one.plain for one in shown[hit.first : hit.end]} & unknown for hit in hits]
        if not any(words) or (name != own and 2 * len(set[str]().union(*words)) <= len(unknown)):
            continue
        hit = next(one for one, held in zip(hits, words, strict=True) if held)
        said = text[shown[hit.first].start : shown[hit.end - 1].end]
        message = f"{said!r}: {name} does not represent {hit.meaning}"
        return Problem(reason="no_such_output", message=message, simulator=name, given=said)
    return None


def _of_claim(problem: Problem) -> Problem:
    """Return the problem of a question as that of a claim, which need not hear what is in scope."""
    if problem.reason != "no_simulator":
        return problem
    said = "no simulator has an output that this sentence speaks of"
    return problem.model_copy(update={"message": said})
