"""Reference claims as formulas: they say of the runs what the operation computes."""

import pytest

from coffee import Coffee
from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.evaluation.benchmark.reference_formulas import formula_claim, result
from simulrag.evaluation.benchmark.results import result as computed
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Call, Quantity
from simulrag.simulators.operations import Operation
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.answers import call_node
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.verification import Verifier

REGISTRY = Registry([Coffee()])
CALLS = tuple(
    Call(simulator="coffee", function="cooling",
         arguments={"cup": "mug", "initial_temperature": 90, "minutes": minutes})
    for minutes in (40, 5, 20, 90)
)  # fmt: skip
WAITS = tuple(
    Call(simulator="coffee", function="waiting",
         arguments={"cup": "mug", "initial_temperature": 90, "target_temperature": target})
    for target in (40, 70, 55, 30)
)  # fmt: skip


def item() -> Item:
    with EvidenceStore() as store:
        runs = tuple(store.run(call, REGISTRY).id for call in CALLS)
    return Item(
        id="", simulator="coffee", template="", group="", question="How hot is the coffee?",
        calls=CALLS, runs=runs, answer="", claims=(), seed=0,
    )  # fmt: skip


ITEM = item()


def claim(runs: int, **given: object) -> ReferenceClaim:
    held = {"text": "It is so.", "output": "temperature", "kind": "quantitative", "value": ""}
    return ReferenceClaim.model_validate({**held, "run_ids": ITEM.runs[:runs], **given})


def word(said: ReferenceClaim) -> str:
    """Return what is decided of the formula of a claim, whatever its text says."""
    formula = formula_claim(said, ITEM, REGISTRY).formula
    with EvidenceStore() as store:
        (made,) = Verifier(REGISTRY, store).compute([formula])
    return str(made.value)


@pytest.mark.parametrize(
    ("operation", "runs"),
    [("value", 1), ("difference", 2), ("percent_change", 2), ("ratio", 2), ("maximum", 3),
     ("minimum", 3), ("spread", 4), ("double_difference", 4), ("gap_change", 4)],
)  # fmt: skip
def test_each_operation_is_worth_in_formulas_what_it_is_worth_in_runs(
    operation: Operation, runs: int
) -> None:
    calls = WAITS[:runs]
    values = [syntax.Output(call_node(call), "waiting_time") for call in calls]
    said = claim(runs, output="waiting_time", operation=operation)
    with EvidenceStore() as store:
        made = [store.run(call, REGISTRY) for call in calls]
        (found,) = Verifier(REGISTRY, store).compute([written(result(said, values))])
    expected = computed(operation, "waiting_time", made)
    assert isinstance(expected, Quantity)
    assert found.value == pytest.approx(expected.value)


@pytest.mark.parametrize(("operation", "place"), [("rank", 3), ("rank_from_below", 2)])
def test_a_place_among_many_is_that_of_the_first(operation: Operation, place: int) -> None:
    held = {p: word(claim(4, operation=operation, value=str(p))) for p in (1, 2, 3, 4)}
    assert held == {p: str(p == place) for p in (1, 2, 3, 4)}


def test_a_result_is_compared_as_it_is_printed() -> None:
    formula = formula_claim(claim(1, value="41.00"), ITEM, REGISTRY).formula
    assert formula.endswith(".temperature == 41.00")
    assert [word(claim(1, value=value)) for value in ("41.1", "41.3")] == ["True", "False"]


def test_a_fall_is_negative_and_a_size_has_no_sign() -> None:
    fall = {"operation": "difference", "run_ids": ITEM.runs[1:3]}
    assert word(claim(2, value="-21.8", **fall)) == "True"
    assert word(claim(2, value="21.8", **fall)) == "False"
    assert word(claim(2, value="21.8", absolute=True, **fall)) == "True"


def test_a_word_stands_for_its_range_whose_low_end_it_holds() -> None:
    graded = {"kind": "qualitative", "value": "tepid"}
    assert word(claim(1, low=40.0, high=42.0, **graded)) == "True"
    assert word(claim(1, low=42.0, high=None, **graded)) == "False"
    assert (
        "40 <= coffee"
        in formula_claim(claim(1, low=40.0, high=42.0, **graded), ITEM, REGISTRY).formula
    )


def test_a_label_of_the_outputs_own_scale_is_named() -> None:
    hot = claim(1, kind="qualitative", value="hot", low=40.0, high=65.0)
    assert formula_claim(hot, ITEM, REGISTRY).formula.endswith('.temperature == "hot"')
    assert word(hot) == "True"


def test_who_leads_is_above_every_other() -> None:
    order = (ITEM.runs[1], ITEM.runs[2], ITEM.runs[0])
    lead = {"operation": "lead", "kind": "qualitative", "low": 0.0}
    assert word(claim(3, run_ids=order, **lead)) == "True"
    assert word(claim(3, run_ids=order[::-1], **lead)) == "False"


def test_runs_of_no_call_are_named() -> None:
    with pytest.raises(BadValue, match="runs of no call: coffee-0"):
        formula_claim(claim(1, run_ids=("coffee-0",)), ITEM, REGISTRY)
