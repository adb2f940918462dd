"""Refuses an item whose question, runs, answer and claims do not fit together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simulrag.client.marks import given_numbers, results
from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.evaluation.benchmark.reference_formulas import formula_claim
from simulrag.evaluation.benchmark.results import digits, holds, result
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Day, Frozen, Output, Quantity, Run, Value
from simulrag.simulators.operations import known
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Verdict
from simulrag.verifier.english.questions import plan
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.bounding import NotAnchored
from simulrag.verifier.formulas.verification import Verifier


class Fault(Frozen):
    """Why an item is refused.

    Reasons: other_plan (the question asks for other calls), claim_not_supported (its formula is
    not, by what the runs print), other_words (its text does not say what its formula says),
    foreign_number (a number of the answer is no result), wrong_reference (a claim does not follow
    from its runs), label_beside_number (the printed number lies in another category),
    not_told_apart (the error of a result spans two words), other_runs, other_id, no_claims,
    run_failed; of the generator: duplicate, not_drawn, not_typical, and those of errors.
    """

    reason: str
    message: str


def faults(item: Item, registry: Registry, store: EvidenceStore) -> list[Fault]:
    """Return what is wrong with an item, empty where nothing is. Its runs are made if need be."""
    try:
        runs = {
            run_id: store.run(call, registry)
            for run_id, call in zip(item.runs, item.calls, strict=True)
        }
    except SimulatorError as error:
        return [Fault(reason="run_failed", message=str(error))]
    except ValueError:
        return [Fault(reason="other_runs", message="there are not as many runs as calls")]
    found = [*_identity(item, runs), *_references(item, runs, registry)]
    if otherwise := asks_otherwise(item, registry):
        found.append(Fault(reason="other_plan", message=otherwise))
    return found or [*_claims(item, runs, registry), *_answer(item)]


def _identity(item: Item, runs: Mapping[str, Run]) -> Iterator[Fault]:
    for run_id, run in runs.items():
        if run.id != run_id:
            said = f"{run_id} is named, its call makes {run.id}"
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


def unsupported(item: Item, registry: Registry, store: EvidenceStore) -> set[int]:
    """Return which claims are not supported by their formulas, or do not say them."""
    runs = [store.run(call, registry) for call in item.calls]
    verdicts = _verdicts(item, runs, registry)
    return {i for i, one in enumerate(verdicts) if one.verdict != "supported"}


def _verdicts(item: Item, runs: Iterable[Run], registry: Registry) -> list[Verdict]:
    """Return the verdict on each claim by its formula, held against what the runs print."""
    with EvidenceStore() as own:
        verifier = Verifier(registry, own, [_as_printed(run) for run in runs])
        return [verifier.verdict(formula_claim(c, item, registry), "run") for c in item.claims]


def _as_printed(run: Run) -> Run:
    """Return a run as the record that it is: its results are points, as text prints them."""
    return run.model_copy(update={"outputs": {n: _point(v) for n, v in run.outputs.items()}})


def _point(value: Value) -> Value:
    match value:
        case Quantity():
            return Quantity(value=value.value, unit=value.unit)
        case Day():
            return Day(value=value.value)
        case _:
            return value


def _complete(calls: Sequence[Call], registry: Registry) -> set[str]:
    return {
        call.model_copy(
            update={"arguments": validate(registry.function(call), call.arguments)}
        ).canonical()
        for call in calls
    }


def _told(calls: Sequence[Call]) -> str:
    return " and ".join(f"{call.function} {dict(call.arguments)}" for call in calls) or "nothing"


def _output(item: Item, claim: ReferenceClaim, registry: Registry) -> Output:
    by_id = dict(zip(item.runs, item.calls, strict=True))
    return registry.function(by_id[claim.run_ids[0]]).output(claim.output)


def _references(item: Item, runs: Mapping[str, Run], registry: Registry) -> Iterator[Fault]:
    """Look whether each claim follows from its runs, and whether its label fits its number."""
    for claim in item.claims:
        if not set(claim.run_ids) <= set(runs) or not claim.run_ids:
            yield Fault(reason="other_runs", message=f"{claim.text!r} rests on runs of no call")
            continue
        try:
            output = _output(item, claim, registry)
        except KeyError:
            yield Fault(reason="wrong_reference", message=f"there is no output {claim.output!r}")
            continue
        if wrong := holds(claim, runs, output):
            yield Fault(reason="wrong_reference", message=f"{claim.text!r}: {wrong}")
        elif not _rounded_fits(claim, runs, output):
            said = f"{claim.text!r}: the number as printed lies in another category"
            yield Fault(reason="label_beside_number", message=said)
        elif not _sure(claim, runs):
            said = f"{claim.text!r}: the result is not known well enough to say so"
            yield Fault(reason="not_told_apart", message=said)


def _rounded_fits(claim: ReferenceClaim, runs: Mapping[str, Run], output: Output) -> bool:
    """Tell whether the result as printed lies within the bounds that the result lies in."""
    if claim.low is None and claim.high is None:
        return True
    found = result(claim.operation, claim.output, [runs[i] for i in claim.run_ids])
    if not isinstance(found, Quantity):
        return False
    number = float(digits(found, output, absolute=claim.absolute))
    from_zero = claim.low == 0.0 or claim.high == 0.0
    above = claim.low is None or number >= claim.low
    below = claim.high is None or number < claim.high
    return above and below and not (from_zero and number == 0.0)


def _sure(claim: ReferenceClaim, runs: Mapping[str, Run]) -> bool:
    """Tell whether all values that the result may have, for its own error, have the same word."""
    if claim.low is None and claim.high is None:
        return True
    found = result(claim.operation, claim.output, [runs[i] for i in claim.run_ids])
    if not isinstance(found, Quantity):
        return False
    within = known(found)
    ends = (within.low, within.high)
    if claim.absolute:
        least = 0.0 if ends[0] <= 0.0 <= ends[1] else min(map(abs, ends))
        ends = (least, max(map(abs, ends)))
    above = claim.low is None or ends[0] >= claim.low
    return above and (claim.high is None or ends[1] <= claim.high)


def _claims(item: Item, runs: Mapping[str, Run], registry: Registry) -> Iterator[Fault]:
    for verdict in _verdicts(item, runs.values(), registry):
        if verdict.problem is not None and verdict.problem.reason == NotAnchored.reason:
            said = f"{verdict.text!r} does not say {verdict.formula}: {verdict.problem.message}"
            yield Fault(reason="other_words", message=said)
        elif verdict.verdict != "supported":
            said = f"{verdict.text!r} is {verdict.verdict}: {verdict.derivation}"
            yield Fault(reason="claim_not_supported", message=said)


def _answer(item: Item) -> Iterator[Fault]:
    """Look whether the answer's numbers are results."""
    given = given_numbers(item.question)
    held = {number for claim in item.claims for number in results(claim.text, given)}
    strange = [number for number in results(item.answer, given) if number not in held]
    if strange:
        said = f"{', '.join(strange)} of the answer is in no claim"
        yield Fault(reason="foreign_number", message=said)
