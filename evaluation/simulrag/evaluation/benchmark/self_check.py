"""Refuses an item whose question, runs, answer and claims do not fit together."""

from collections.abc import Iterator, Sequence

from simulrag.client.marks import given_numbers, results
from simulrag.evaluation.benchmark.deciding import Bench, changed, named
from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.english.questions import plan
from simulrag.verifier.formulas.bounding import NotAnchored, admitted


class Fault(Frozen):
    """Why an item is refused.

    Reasons: other_plan (the question asks for other calls, and is not marked as needing a model),
    wrong_reference (a claim is not what its runs say), other_words (its text does not say what its
    formula says), not_told_apart (the error of a result spans two words), foreign_number (a number
    of the answer is no result), other_runs, other_id, no_claims, run_failed; of the generator:
    duplicate, not_drawn, not_typical, label_beside_number (the printed number lies in another
    category), and those of errors.
    """

    reason: str
    message: str


def faults(item: Item, bench: Bench) -> list[Fault]:
    """Return what is wrong with an item, empty where nothing is. Its runs are made if need be."""
    try:
        runs = tuple(bench.store.run(call, bench.registry).id for call in item.calls)
    except SimulRAGError as error:
        return [Fault(reason="run_failed", message=str(error))]
    found = [*_identity(item, runs)]
    if not item.needs_model and (otherwise := asks_otherwise(item, bench.registry)):
        found.append(Fault(reason="other_plan", message=otherwise))
    return found or [*_claims(item, bench), *_answer(item)]


def _identity(item: Item, runs: tuple[str, ...]) -> Iterator[Fault]:
    if item.runs != runs or dict(item.let) != dict(named(item.calls)):
        said = f"{', '.join(item.runs)} are named, the calls make {', '.join(runs)}"
        yield Fault(reason="other_runs", message=said)
    if not item.claims:
        yield Fault(reason="no_claims", message="there is no reference claim")
    if item.id != item.content_id():
        said = f"the content has the id {item.content_id()}, not {item.id}"
        yield Fault(reason="other_id", message=said)


def asks_otherwise(item: Item, registry: Registry) -> str:
    """Return how a question is read where it does not ask for exactly these calls, else ""."""
    asked = plan(item.question, registry)
    if asked.problems or asked.assumed:
        return "; ".join([*(p.message for p in asked.problems), *asked.assumed])
    wanted, read = (_complete(calls, registry) for calls in (item.calls, asked.calls))
    if wanted == read:
        return ""
    return f"read as {_told(asked.calls)}; meant are {_told(item.calls)}"


def _complete(calls: Sequence[Call], registry: Registry) -> set[str]:
    return {
        call.model_copy(
            update={"arguments": validate(registry.function(call), call.arguments)}
        ).canonical()
        for call in calls
    }


def _told(calls: Sequence[Call]) -> str:
    return " and ".join(f"{call.function} {dict(call.arguments)}" for call in calls) or "nothing"


def bad_claims(item: Item, bench: Bench) -> set[int]:
    """Return which claims do not hold, or do not say their formulas."""
    return {i for i, one in enumerate(item.claims) if _fault(one, item, bench)}


def _claims(item: Item, bench: Bench) -> Iterator[Fault]:
    for claim in item.claims:
        if fault := _fault(claim, item, bench):
            yield fault


def _fault(claim: ReferenceClaim, item: Item, bench: Bench) -> Fault | None:
    said = FormulaClaim(
        text=claim.text, formula=claim.formula, let=item.let, context=(item.question,)
    )
    try:
        admitted(said, bench.printed)
    except NotAnchored as error:
        told = f"{claim.text!r} does not say {claim.formula}: {error}"
        return Fault(reason="other_words", message=told)
    except SimulRAGError as error:
        return Fault(reason="wrong_reference", message=f"{claim.text!r}: {error}")
    if wrong := changed(claim, item.let, bench):
        return Fault(reason="wrong_reference", message=wrong)
    if claim.kind == "qualitative" and not bench.sure(claim.formula, item.let):
        told = f"{claim.text!r}: the result is not known well enough to say so"
        return Fault(reason="not_told_apart", message=told)
    return None


def _answer(item: Item) -> Iterator[Fault]:
    """Look whether the answer's numbers are results."""
    given = given_numbers(item.question)
    held = {number for claim in item.claims for number in results(claim.text, given)}
    strange = [number for number in results(item.answer, given) if number not in held]
    if strange:
        said = f"{', '.join(strange)} of the answer is in no claim"
        yield Fault(reason="foreign_number", message=said)
