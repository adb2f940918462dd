"""Whole conversations with a language model, recorded once and answered anew by today's loop."""

import re
from collections.abc import Callable

import pytest

from client.cassette import Cassette
from client.messages_api import MessagesApi
from simulrag.client import compute
from simulrag.client.asking import ask
from simulrag.client.result import Result
from simulrag.client.session import run

Start = Callable[..., MessagesApi]
#: A question that is half outside, one over places and scenarios, one of two measures, an inverse.
RECORDED = ("nairobi", "four_cities", "two_gases", "madrid")


def answered(question: str) -> Result:
    async def asked() -> Result:
        return await ask(question, drafts=3)

    return run(asked)


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_conversation_gives_an_answer_whose_numbers_are_those_of_its_runs(
    messages_api: Start, name: str
) -> None:
    cassette = Cassette(name)
    api = messages_api(cassette)
    result = answered(cassette.question)
    assert not result.partial
    assert result.planned_by == "model"
    assert len(api.stages()) <= 3 + 5  # m + 5: claims and sentences are sent back once each
    known = {one["id"] for one in result.runs}
    marks = re.findall(r"\[((?:\w+-[0-9a-f]{12}(?:, )?)+)", result.answer)
    assert {key for mark in marks for key in mark.split(", ")} <= known
    assert {one.against for one in result.claims if one.run_ids} <= {"run", "record"}


@pytest.mark.parametrize("name", ["nairobi", "two_gases"])
def test_each_value_that_the_model_planned_is_in_the_answer_as_the_run_prints_it(
    messages_api: Start, name: str
) -> None:
    cassette = Cassette(name)
    messages_api(cassette)
    result = answered(cassette.question)
    for formula, let in cassette.planned():
        (value,) = compute(formula, let=let).values
        said = value.text.partition(" [")[0].lstrip("-")
        if not said.startswith(("true", "false", "undecided")):
            assert said in result.answer, formula


def test_the_same_conversation_gives_the_same_answer(messages_api: Start) -> None:
    cassettes = [Cassette("nairobi") for _ in range(2)]
    answers: set[str] = set()
    for cassette in cassettes:
        messages_api(cassette)
        answers.add(answered(cassette.question).answer)
    assert len(answers) == 1


def test_what_nothing_computes_is_told_as_open(messages_api: Start) -> None:
    cassette = Cassette("nairobi")
    messages_api(cassette)
    told = answered(cassette.question).answer.rpartition("Not computed: ")[2]
    assert "rainfall" in told
    assert "maize" in told
