"""A host that can ask its user is given questions; one that cannot gets errors with candidates."""

from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import ElicitRequestParams, ElicitResult

from server.conversation import ERAS, data, refusal, said
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

WARM = {"function": "temperature", "scenario": "ssp245"}


def asked_and_answered(
    registry: Registry, arguments: dict[str, Any], answers: list[Any], mode: str = "auto"
) -> tuple[Any, list[Any]]:
    """Call the climate tool; answer its questions in turn; return the result and questions."""
    questions: list[Any] = []

    async def answer(context: Any, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001
        questions.append(params)
        given = answers.pop(0)
        if given is None:
            return ElicitResult(action="decline")
        return ElicitResult(action="accept", content={"answer": given})

    async def talk() -> Any:
        server = build_server(registry)
        async with Client(server, mode=mode, elicitation_callback=answer) as client:
            return await client.call_tool("simulate_climate", arguments)

    return anyio.run(talk), questions


@pytest.mark.parametrize("mode", ERAS)
def test_which_springfield_is_asked_and_the_answer_is_run(registry, mode):
    result, (question,) = asked_and_answered(
        registry,
        {**WARM, "place": "Springfield", "year": 2050},
        ["Springfield, Illinois, United States (39.80 N, 89.65 W)"],
        mode,
    )
    assert question.message == "Which Springfield is meant?"
    choices = question.requested_schema["properties"]["answer"]["enum"]
    assert any("Massachusetts" in choice for choice in choices)
    assert "Springfield, Illinois" in data(result)["run"]["resolved"]["place"]


def test_several_open_points_are_asked_one_after_another(registry):
    result, questions = asked_and_answered(
        registry,
        {**WARM, "place": "Springfield"},
        ["Springfield, Oregon, United States (44.05 N, 123.02 W)", 2050],
    )
    field = questions[1].requested_schema["properties"]["answer"]
    assert (field["type"], field["minimum"], field["maximum"]) == ("integer", 1850, 2100)
    assert data(result)["run"]["resolved"]["year"] == "2050"
    assert "Oregon" in data(result)["run"]["resolved"]["place"]


def test_a_misspelt_name_is_asked_with_the_nearest_ones(registry):
    result, (question,) = asked_and_answered(
        registry,
        {"function": "temperature", "place": "Paris", "year": 2050, "scenario": "ssp24"},
        ["ssp245"],
    )
    assert "ssp245" in question.requested_schema["properties"]["answer"]["enum"]
    assert data(result)["run"]["resolved"]["scenario"] == "ssp245"


@pytest.mark.parametrize("mode", ERAS)
def test_who_declines_gets_what_a_host_without_forms_gets(registry, mode):
    warm = {**WARM, "place": "Springfield", "year": 2050}
    declined, questions = asked_and_answered(registry, warm, [None], mode)
    assert len(questions) == 1
    assert "place taken: for 'Springfield' the largest, Springfield, Missouri" in said(declined)
    missing, _ = asked_and_answered(registry, {**WARM, "place": "Paris"}, [None], mode)
    assert refusal(missing).startswith("missing_condition: year is missing")


@pytest.mark.parametrize("answer", ["the fourth planet", -7, "", 1e9])
def test_an_answer_that_makes_no_sense_ends_in_an_error_not_in_a_circle(registry, answer):
    result, questions = asked_and_answered(registry, {**WARM, "place": "Paris"}, [answer] * 9)
    assert len(questions) <= 4
    assert result.is_error


def test_a_call_that_says_all_is_not_asked_about(registry):
    result, questions = asked_and_answered(registry, {**WARM, "place": "Paris", "year": 2050}, [])
    assert questions == []
    assert "Paris, France" in data(result)["run"]["resolved"]["place"]
