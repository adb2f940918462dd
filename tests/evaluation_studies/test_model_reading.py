"""How well a model reads drafted claims, with a model made of rules behind the real SDK."""

import json
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from client.messages_api import KEY, MessagesApi
from client.rule_model import RuleModel
from simulrag.evaluation.measurement import Miss
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import installed
from studies.reading.__main__ import measure_reading

PARTS = {
    "A": 'climate.temperature(place="Nairobi", year=2050, scenario="ssp585")',
    "B": 'climate.temperature(place="Oslo", year=2050, scenario="ssp585")',
}
QUESTION = "Is Nairobi warmer than Oslo in 2050 under ssp585, and by how much?"
WARMER = "Nairobi is warmer than Oslo in 2050 under ssp585."
COLDER = "Nairobi is colder than Oslo in 2050 under ssp585."
MUCH = "In 2050 under ssp585 Nairobi is about 40.0 °C warmer than Oslo."
CAUSE = "Nairobi is warmer than Oslo because it lies at the equator."
GOLD = {
    WARMER: ("A.temperature > B.temperature", "true"),
    COLDER: ("A.temperature < B.temperature", "false"),
    MUCH: ("A.temperature - B.temperature == about(40.0)", "false"),
    CAUSE: ("", "outside"),
}
Measure = Callable[[dict[str, str]], tuple[dict[str, Any], tuple[Miss, ...], MessagesApi]]


@pytest.fixture
def measure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[Measure]:
    """Measure a model that writes these formulas of texts, with names run into them."""
    held = [
        {"text": text, "confidence": 0.5, "label": label, "strict": label, "value": 1.0}
        | ({"formula": formula, "let": PARTS} if formula else {"why": "a cause"})
        for text, (formula, label) in GOLD.items()
    ]
    draft = {"id": "climate-item-1", "draft": 1, "question": QUESTION, "claims": held}
    (tmp_path / "drafts.jsonl").write_text(json.dumps(draft))
    opened: list[MessagesApi] = []

    def measured(formulas: dict[str, str]) -> tuple[dict[str, Any], tuple[Miss, ...], MessagesApi]:
        def writes(claims: dict[str, str], _refused: dict[str, str]) -> list[dict[str, Any]]:
            return [{"claim": k, "formula": formulas[text]} for k, text in claims.items()]

        api = MessagesApi(RuleModel(lambda _q, _n: [], write=writes)).__enter__()
        opened.append(api)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", api.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        found = measure_reading(tmp_path, installed())
        assert found.figures["all"] == found.figures["climate-item-1"]
        return dict(found.figures["all"]), found.misses, api

    yield measured
    for api in opened:
        api.__exit__()


def written(formula: str) -> str:
    for name, part in PARTS.items():
        formula = formula.replace(f"{name}.", f"{part}.")
    return formula


def test_a_model_that_reads_as_the_second_reader_is_right_in_one_call(measure: Measure) -> None:
    figures, misses, api = measure({text: written(gold) for text, (gold, _) in GOLD.items()})
    assert api.stages() == ["formulas"]
    assert figures == {
        "claims": 4, "calls": 1, "sent back": 0, "decidable": 3, "with a formula": 1.0,
        "decided": 3, "right": 1.0, "wrong": 0, "left open": 0, "decided of others": 0,
    }  # fmt: skip
    assert not misses


def test_what_is_sent_back_twice_has_no_formula_and_a_decided_cause_is_told(
    measure: Measure,
) -> None:
    formulas = {text: written(gold) for text, (gold, _) in GOLD.items()}
    warmer = formulas[WARMER]
    figures, misses, api = measure({**formulas, COLDER: warmer, CAUSE: warmer})
    assert api.stages() == ["formulas"] * 2
    assert (figures["with a formula"], figures["decided of others"]) == (0.6667, 1)
    assert figures["sent back"] == 1
    (miss,) = misses
    assert (miss.kind, miss.text, miss.got) == ("unread", COLDER, "unread")


def test_a_question_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    (tmp_path / "drafts.jsonl").write_text(
        json.dumps({"id": "climate-item-1", "draft": 1, "question": QUESTION, "claims": [
            {"text": CAUSE, "label": "outside", "strict": "outside"}]})
    )  # fmt: skip
    with pytest.raises(SimulRAGError, match="climate-item-1"):
        measure_reading(tmp_path, installed(), ["urban"])
