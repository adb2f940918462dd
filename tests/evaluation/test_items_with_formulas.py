"""Claims of items as formulas: ranks, labels, chances, and what needs a model."""

from simulrag.evaluation.benchmark.checking import Bench, Fault, faults
from simulrag.evaluation.benchmark.generating import Generator
from simulrag.evaluation.benchmark.items import Item
from simulrag.simulators.question_templates import Claimed, QuestionTemplate, Setting
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

MINUTES = {"quick": 5, "medium": 20, "slow": 60}
SETTINGS = tuple(
    Setting(
        arguments={"cup": "ceramic mug", "initial_temperature": 90, "minutes": minutes},
        name=f"the {name} cup",
    )
    for name, minutes in MINUTES.items()
)
HOTTEST = "{winner}.temperature > max({middle}.temperature, {loser}.temperature)"


def made(
    registry: Registry, store: EvidenceStore, *claims: Claimed, question: str = "", **more: object
) -> Item | Fault:
    given = {
        "name": "cups", "function": "cooling", "draws": {}, "settings": SETTINGS, "claims": claims,
        "questions": (question or "Which cup is the hottest?",), **more,
    }  # fmt: skip
    template = QuestionTemplate.model_validate(given)
    return Generator(registry.simulator("coffee"), (), 1, registry, store).composed(template, "x")


def test_a_rank_is_that_of_the_runs_and_a_difference_the_largest(
    coffee_registry: Registry, store: EvidenceStore
) -> None:
    first = Claimed(formula=HOTTEST, texts={"": "{winner} is hotter than {middle} and {loser}."})
    apart = Claimed(
        formula="{winner}.temperature - {loser}.temperature",
        texts={"": "{winner} is {value} hotter than {loser}."},
    )
    item = made(coffee_registry, store, first, apart)
    rank, difference = item.claims
    assert rank.text.startswith("The quick cup is hotter than")
    assert rank.formula in (
        "A.temperature > max(B.temperature, C.temperature)",
        "A.temperature > max(C.temperature, B.temperature)",
    )
    assert difference.formula.startswith("A.temperature - C.temperature == ")
    assert difference.text == f"The quick cup is {difference.value} hotter than the slow cup."


def test_a_label_that_the_result_has_not_is_denied(
    coffee_registry: Registry, store: EvidenceStore
) -> None:
    grading = {"heat": {"labels": ["tepid", "hot"], "ends": [[50]], "unit": " °C"}}
    claims = [
        Claimed(formula="A.temperature", grading="heat", other=other, texts={"": "It is {label}."})
        for other in (False, True)
    ]
    item = made(coffee_registry, store, *claims, gradings=grading)
    assert [one.formula for one in item.claims] == ["A.temperature >= 50", "not A.temperature < 50"]
    assert [one.text for one in item.claims] == ["It is hot.", "It is tepid."]


def test_what_does_not_hold_of_the_runs_makes_no_item(
    coffee_registry: Registry, store: EvidenceStore
) -> None:
    claim = Claimed(formula="A.temperature", texts={"": "It is {value}."})
    found = made(coffee_registry, store, claim, expected=("A.temperature < B.temperature",))
    assert found.reason == "not_typical"


def test_a_question_that_the_reader_does_not_read_needs_a_model_and_says_so(
    coffee_registry: Registry, store: EvidenceStore
) -> None:
    claim = Claimed(formula="A.temperature", texts={"": "The coffee temperature is {value}."})
    settings = SETTINGS[:1]
    hard = "Ceramic mug: might one still enjoy it, twenty minutes on?"
    item = made(coffee_registry, store, claim, question=hard, settings=settings, needs_model=True)
    assert item.needs_model
    bench = Bench(coffee_registry, store)
    assert "other_plan" not in {one.reason for one in faults(item, bench)}
    unmarked = item.model_copy(update={"needs_model": False})
    assert "other_plan" in {one.reason for one in faults(unmarked, bench)}
