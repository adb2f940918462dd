"""The model plans a question by formulas; the server checks and computes them."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from client.coffee_loop import QUESTION as READ_BY_RULES
from client.coffee_loop import RIGHT, TRUTH, WRONG, ask, claim
from client.messages_api import Fault
from client.rule_model import CUP, RuleModel, formula
from simulrag.client.errors import NothingHelps
from simulrag.client.language_models import claude
from simulrag.client.model_plan import read

#: No words of the simulator's declarations say which cup this is.
QUESTION = "I pour coffee at 90 degrees into porcelain; how hot is it after 10 minutes?"
HOT = f"{CUP}.temperature"


#: What a model writes that holds no claim for one that a simulator decides.
NO_ONE = [{"claim": "c1"}, {"claim": "c2"}]


def mixed(_question: str, number: int) -> list[str]:
    return [WRONG] if number else [RIGHT]


def right(_question: str, _refused: list[str]) -> Sequence[str]:
    return [HOT]


def test_the_model_plans_the_server_checks_and_both_are_told(messages_api):
    api = messages_api(RuleModel(mixed, right))
    result = ask(question=QUESTION)
    assert result.planned_by == "model"
    assert any("planned 1 formula" in note for note in result.notes)
    assert any("cup = ceramic mug" in note and "does not print" in note for note in result.notes)
    assert not any("initial_temperature" in note for note in result.notes)
    assert claim(result, WRONG).verdict == "refuted"
    assert claim(result, WRONG).updated == RIGHT
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages() == ["plan", *["draft"] * 5, "formulas", "compose", "review"]


def test_a_question_that_the_rules_can_read_is_planned_by_the_model_as_well(messages_api):
    """The change by a lid is asked for in no words that the rules know."""
    lid = CUP.replace("minutes=10", "minutes=10, heat_loss=-50")
    api = messages_api(RuleModel(mixed, lambda _question, _refused: [HOT, f"{lid}.temperature"]))
    result = ask()
    assert result.planned_by == "model"
    assert {run["call"]["arguments"]["heat_loss"] for run in result.runs} == {0.0, -50.0}
    assert "80.2 °C" in result.answer  # 20 + 70 exp(-0.15)
    assert api.stages().count("plan") == 1


@pytest.mark.parametrize("formulas", [[], ["coffee.heating().temperature"], ["2 +"]])
def test_where_the_model_has_no_formula_that_runs_the_rules_plan(messages_api, formulas):
    api = messages_api(RuleModel(mixed, lambda _question, _refused: formulas))
    result = ask()
    assert result.planned_by == "rules"
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages().count("plan") == 1 + bool(formulas)
    assert any("read by rules" in note for note in result.notes) is bool(formulas)


def test_what_one_formula_has_wrong_costs_no_other_and_is_told(messages_api):
    api = messages_api(RuleModel(mixed, lambda _question, _refused: [HOT, f"{CUP}.sweetness"]))
    result = ask()
    assert result.planned_by == "model"
    assert any("sweetness" in str(problem["message"]) for problem in result.problems)
    assert api.stages().count("plan") == 2


def test_a_formula_of_a_plan_that_is_sent_back_is_mended_beside_the_others(messages_api):
    lid = CUP.replace("minutes=10", "minutes=10, heat_loss=-50")

    def mends(_question: str, refused: list[str]) -> Sequence[str]:
        return [HOT, f"{lid}.temperature" if refused else f"{lid}.warmth"]

    messages_api(RuleModel(mixed, mends))
    result = ask()
    assert result.problems == ()
    assert "80.2 °C" in result.answer  # 20 + 70 exp(-0.15)


def test_no_run_is_made_that_the_models_plan_does_not_name(messages_api):
    """Rules would run the ceramic mug of the question; nothing decides claims by it."""
    paper = CUP.replace("ceramic mug", "paper cup")
    none = RuleModel(
        mixed,
        lambda _question, _refused: [f"{paper}.temperature"],
        lambda _claims, _refused: NO_ONE,
    )
    messages_api(none)
    result = ask()
    assert {run["call"]["arguments"]["cup"] for run in result.runs} == {"paper cup"}
    assert {one.verdict for one in result.claims} == {"outside"}


def test_parts_of_the_question_that_no_formula_uses_are_listed(messages_api):
    def says_what_is_missing(content: dict[str, Any]) -> dict[str, Any]:
        taste = formula(claim="how the coffee tastes", why="no output is a taste")
        return content | {"formulas": [*content["formulas"], taste]}

    question = READ_BY_RULES.replace("?", " and after 25 minutes?")
    faults = {"plan": [Fault(change=says_what_is_missing)]}
    messages_api(RuleModel(mixed, right), faults=faults)
    result = ask(question=question)
    assert result.open_parts[0] == "how the coffee tastes"
    assert any("25" in part for part in result.open_parts[1:])
    assert "Not computed: how the coffee tastes; 25" in result.answer
    assert result.as_json()["open_parts"] == list(result.open_parts)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (HOT.replace("minutes=10", "minutes=1000"), "1000"),
        (HOT.replace("minutes=10", "minutes=10, sugar=2"), "sugar"),
        ('coffee.cooling(cup="ceramic mug").temperature', "missing"),
    ],
)
def test_what_is_wrong_with_a_plan_that_the_rules_lack_is_sent_back_once_and_mended(
    messages_api, wrong, said
):
    refusals: list[list[str]] = []

    def mends(_question: str, refused: list[str]) -> Sequence[str]:
        refusals.append(refused)
        return [HOT] if refused else [wrong]

    api = messages_api(RuleModel(mixed, mends))
    result = ask(question=QUESTION)
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages()[:2] == ["plan", "plan"]
    assert len(api.accepted) == 5 + 5
    first, second = refusals
    assert first == []
    assert said in second[0]


def test_a_plan_that_stays_wrong_is_a_refusal_with_the_reason(messages_api):
    api = messages_api(
        RuleModel(mixed, lambda _question, _refused: [HOT.replace("=10)", "=1000)")])
    )
    with pytest.raises(NothingHelps, match="1000"):
        ask(question=QUESTION)
    assert api.stages() == ["plan", "plan"]


@pytest.mark.parametrize(
    "question",
    [
        "Which coffee temperature did Bach like?",
        "Should cafes recommend a ceramic mug?",
        "How hot is the coffee in an espresso cup after 10 minutes, poured at 90 °C?",
    ],
)
def test_a_model_that_finds_no_call_leads_to_a_refusal_after_one_call(messages_api, question):
    """Whatever the rules think of a question that names something of a simulator."""
    api = messages_api(RuleModel(mixed, lambda _question, _refused: []))
    with pytest.raises(NothingHelps, match="no output is asked for") as caught:
        ask(question=question)
    assert {problem["reason"] for problem in caught.value.problems} >= {"no_plan"}
    assert api.stages() == ["plan"]


def test_a_model_that_is_not_to_be_had_leaves_the_rules_own_refusal(messages_api, monkeypatch):
    monkeypatch.setattr(claude, "RETRIES", 0)
    messages_api(RuleModel(mixed, right), faults={"plan": [Fault(status=529)]})
    with pytest.raises(NothingHelps, match=r"(?s)cup is missing.*made no plan.*529"):
        ask(question=QUESTION)


def test_names_and_inputs_come_as_pairs_as_objects_or_as_json_text():
    one = {"claim": "x", "formula": "A.x"}
    pairs = read({"formulas": [one | {"assume": [{"input": "year", "value": "2090"}]}],
                  "let": [{"name": "A", "part": "b.c()"}, 3]})  # fmt: skip
    objects = read({"formulas": json.dumps([one | {"assume": {"year": 2090}}]),
                    "let": {"A": "b.c()"}})  # fmt: skip
    assert pairs == objects
    assert dict(pairs.let) == {"A": "b.c()"}
    assert dict(pairs.assume) == {"year": 2090}
