"""Whether items hold: what their formulas are worth on runs, today's runs, and what is refused.

An item is refused where its question, runs, answer and claims do not fit together.
"""

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase

from simulrag.client.marks import given_numbers, results
from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Day, Frozen, Quantity, Run, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.english.question_formulas import call_node
from simulrag.verifier.english.questions import plan
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas import values
from simulrag.verifier.formulas.bounding import NotAnchored, admitted
from simulrag.verifier.formulas.decision import Decided, decide
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.runs import Runs

Let = Mapping[str, str]


def named(calls: Sequence[Call]) -> Let:
    """Return names for the runs of calls, in their order: A, B, ..."""
    return {
        name: written(call_node(call)) for name, call in zip(ascii_uppercase, calls, strict=False)
    }


class Printed(Runs):
    """Runs whose numbers are what they print: points, without the error of a median."""

    def run(self, call: Call) -> Run:
        """Return the run of a call as it is printed. Raises SimulatorError."""
        made = super().run(call)
        printed = {name: _point(value) for name, value in made.outputs.items()}
        return made.model_copy(update={"outputs": printed})


def _point(value: Value) -> Value:
    match value:
        case Quantity():
            return value.model_copy(update={"value_low": None, "value_high": None})
        case Day():
            return Day(value=value.value)
        case _:
            return value


class Bench:
    """Simulators and a store, on whose runs formulas are evaluated."""

    def __init__(self, registry: Registry, store: EvidenceStore) -> None:
        self.registry, self.store = registry, store
        self.printed, self._runs = Printed(registry, store), Runs(registry, store)

    def value(self, formula: str, let: Let) -> values.Value | None:
        """Return what a formula is worth, None for a statement. Raises SimulRAGError."""
        parsed = parse(formula, let)
        return None if parsed.is_truth else Evaluator(self.printed).value(parsed.root, {})

    def decided(self, formula: str, let: Let) -> Decided:
        """Return whether a statement holds of what the runs print. Raises SimulRAGError."""
        return decide(parse(formula, let), Evaluator(self.printed), "run")

    def holds(self, formula: str, let: Let) -> bool:
        """Tell whether a statement holds of what the runs print. Raises SimulRAGError."""
        return self.decided(formula, let).decision == "supported"

    def sure(self, formula: str, let: Let) -> bool:
        """Tell whether it holds for all values that a median may have by its own error."""
        found = decide(parse(formula, let), Evaluator(self._runs), "run")
        return found.decision == "supported"


def value_of(decided: Decided) -> str:
    """Return what the leading side of a statement is worth, as its runs print it."""
    return decided.simulated or "true"


class Recomputed(Frozen):
    """What became of one item."""

    id: str
    #: Claims that do not hold any more, with what the runs say now.
    changed: tuple[str, ...] = ()
    #: Why it could not be computed again; "" where it could.
    problem: str = ""
    #: The simulator's version where it is another: "3 -> 4".
    version: str = ""

    @property
    def same(self) -> bool:
        """Tell whether every reference holds."""
        return not self.changed and not self.problem


def recompute(item: Item, bench: Bench) -> Recomputed:
    """Return what the runs of an item say today.

    A run is found in the store where it was made by this version of the simulator; a fresh store
    makes all of them anew.
    """
    made, now = item.versions.get(item.simulator, ""), ""
    try:
        now = bench.registry.simulator(item.simulator).version
        runs = tuple(bench.store.run(call, bench.registry).id for call in item.calls)
    except SimulRAGError as error:
        return Recomputed(id=item.id, problem=str(error))
    other = runs != item.runs and made == now
    return Recomputed(
        id=item.id,
        changed=tuple(said for claim in item.claims if (said := changed(claim, item.let, bench))),
        problem=f"the calls make {', '.join(runs)}" if other else "",
        version="" if made == now else f"{made} -> {now}",
    )


def changed(claim: ReferenceClaim, let: Let, bench: Bench) -> str:
    """Return what the runs say of a claim where it is not what it says, else ""."""
    try:
        found = bench.decided(claim.formula, let)
    except SimulRAGError as error:
        return f"{claim.text!r}: {error}"
    if value_of(found) != claim.value:
        return f"{claim.text!r}: {claim.value} is now {value_of(found)}"
    if found.decision != "supported":
        return f"{claim.text!r} is {found.decision}: {found.derivation}"
    return ""


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
