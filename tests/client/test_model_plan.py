"""A question that the rules cannot read is planned by the model, and the server checks the plan."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import RIGHT, TRUTH, WRONG, ask, claim
from client.messages_api import Fault, MessagesApi
from client.rule_model import RuleModel
from simulrag.client.errors import NothingHelps
from simulrag.client.journal import Journal, settings
from simulrag.client.language_models import claude

Start = Callable[..., MessagesApi]
#: No words of the simulator's declarations say which cup this is.
QUESTION = "I pour coffee at 90 degrees into porcelain; how hot is it after 10 minutes?"
CALL: dict[str, Any] = {
    "simulator": "coffee",
    "function": "cooling",
    "arguments": {"cup": "ceramic mug", "initial_temperature": 90, "minutes": 10},
}


def call(**changed: Any) -> dict[str, Any]:
    return CALL | {"arguments": CALL["arguments"] | changed}


def mixed(_question: str, number: int) -> list[str]:
    return [WRONG] if number else [RIGHT]


def right(_question: str, _refused: list[str]) -> Sequence[Mapping[str, Any]]:
    return [CALL]


def test_the_model_plans_the_server_checks_and_both_are_told(messages_api: Start) -> None:
    api = messages_api(RuleModel(mixed, right))
    result = ask(question=QUESTION)
    assert result.planned_by == "model"
    assert any("planned its 1 calls" in note for note in result.notes)
    assert any("cup = ceramic mug" in note and "does not print" in note for note in result.notes)
    assert not any("initial_temperature" in note for note in result.notes)
    assert claim(result, WRONG).verdict == "refuted"
    assert claim(result, WRONG).updated == RIGHT
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages() == ["plan", *["draft"] * 5, "support", "compose"]


def test_a_question_that_the_rules_can_read_asks_no_plan_of_the_model(messages_api: Start) -> None:
    api = messages_api(RuleModel(mixed, right))
    assert ask().planned_by == "rules"
    assert "plan" not in api.stages()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (call(minutes=1000), "minutes 1000 is out of range"),
        (call(cup="porcelain"), "porcelain"),
        (call(sugar=2), "sugar"),
        (CALL | {"function": "heating"}, "heating"),
        (CALL | {"simulator": "tea"}, "tea"),
        (CALL | {"arguments": {"cup": "ceramic mug"}}, "is missing"),
    ],
)
def test_what_is_wrong_with_a_plan_is_sent_back_once_and_mended(
    messages_api: Start, wrong: dict[str, Any], said: str
) -> None:
    refusals: list[list[str]] = []

    def mends(_question: str, refused: list[str]) -> Sequence[Mapping[str, Any]]:
        refusals.append(refused)
        return [CALL] if refused else [wrong]

    api = messages_api(RuleModel(mixed, mends))
    result = ask(question=QUESTION)
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages()[:2] == ["plan", "plan"]
    assert len(api.accepted) == 5 + 4
    first, second = refusals
    assert first == []
    assert said in second[0]


def test_a_plan_that_stays_wrong_is_a_refusal_with_the_reason(messages_api: Start) -> None:
    api = messages_api(RuleModel(mixed, lambda _question, _refused: [call(minutes=1000)]))
    with pytest.raises(NothingHelps, match="minutes 1000 is out of range; allowed is 0 to 240"):
        ask(question=QUESTION)
    assert api.stages() == ["plan", "plan"]


def test_a_model_that_finds_no_call_leads_to_a_refusal_after_one_call(messages_api: Start) -> None:
    api = messages_api(RuleModel(mixed, lambda _question, _refused: []))
    with pytest.raises(NothingHelps, match="no output is asked for") as caught:
        ask(question="Which coffee temperature did Bach like?")
    assert {problem["reason"] for problem in caught.value.problems} >= {"no_plan"}
    assert api.stages() == ["plan"]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Who won the chess match?",
        "Should cafes recommend a ceramic mug?",
        "How hot is the coffee in an espresso cup after 10 minutes, poured at 90 °C?",
        "How hot is the coffee in a ceramic mug after 900 minutes, poured at 90 °C?",
    ],
)
def test_where_the_rules_are_sure_a_refusal_costs_no_call(
    messages_api: Start, question: str
) -> None:
    api = messages_api(RuleModel(mixed, right))
    with pytest.raises(NothingHelps):
        ask(question=question)
    assert api.accepted == []


@pytest.mark.parametrize(
    "fault",
    [
        Fault(body='{"id": "msg_1", "content": [{"type": '),
        Fault(change=lambda _: {"calls": "none"}),
        Fault(change=lambda _: {"calls": [{"simulator": "coffee"}], "missing": []}),
        Fault(change=lambda c: {"calls": [c["calls"][0] | {"arguments": "{"}], "missing": []}),
        Fault(change=lambda c: {"calls": [c["calls"][0] | {"arguments": "[1]"}], "missing": []}),
        Fault(text_only=True),
        Fault(stop="max_tokens"),
        Fault(cut=True),
        Fault(status=529),
    ],
    ids=["cut JSON", "no list", "no function", "broken arguments", "a list of arguments",
         "prose", "truncated", "cut connection", "overloaded"],
)  # fmt: skip
def test_a_faulty_plan_is_asked_for_again_and_a_resumed_run_pays_nothing(
    messages_api: Start, tmp_path: Path, fault: Fault
) -> None:
    api = messages_api(RuleModel(mixed, right), faults={"plan": [fault]})
    given = settings(QUESTION, "claude", 5, 0)
    with Journal(tmp_path, given) as journal:
        result = ask(question=QUESTION, journal=journal)
    assert f"{TRUTH} °C [coffee-" in result.answer
    paid = len(api.accepted)
    with Journal(tmp_path, given, resume=True) as journal:
        assert ask(question=QUESTION, journal=journal) == result
    assert len(api.accepted) == paid


def test_a_model_that_is_not_to_be_had_leaves_the_rules_own_refusal(
    messages_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claude, "RETRIES", 0)
    messages_api(RuleModel(mixed, right), faults={"plan": [Fault(status=529)]})
    with pytest.raises(NothingHelps, match=r"(?s)cup is missing.*could not be asked.*529"):
        ask(question=QUESTION)
