"""Whole conversations with a language model, recorded once and answered anew by today's loop.

Answers and runs are stored: SIMULRAG_UPDATE_CASSETTES=1 keeps those of the loop as it is.
"""

import re

import pytest

from client.cassette import UPDATE, Cassette, stored_runs
from client.messages_api import prompt_of
from simulrag.client import compute
from simulrag.client.asking import ask, estimate
from simulrag.client.result import Result
from simulrag.client.session import run

RECORDED = ("two_states", "change_and_class", "four_states", "half_outside", "pollutants", "bc_so2")


def answered(question: str) -> Result:
    async def asked() -> Result:
        return await ask(question, drafts=3)

    return run(asked)


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_conversation_is_answered_byte_for_byte_from_the_runs_that_it_saw(
    messages_api, monkeypatch, name
):
    cassette = Cassette(name)
    count = cassette.lay_out_runs(monkeypatch)
    api = messages_api(cassette)
    result = answered(cassette.question)
    if UPDATE:
        cassette.keep(result.answer)
    assert UPDATE or len(stored_runs()) == count  # nothing was simulated anew
    assert not result.partial
    assert result.planned_by == "model"
    assert len(api.stages()) <= 3 + 6
    expected = run(lambda: estimate(cassette.question, "claude", 3)).usual_input
    taken = sum(len(prompt_of(request)) for _, request in api.accepted) / 4
    assert taken == pytest.approx(expected, rel=0.4)
    assert result.answer == cassette.answer
    known = {one["id"] for one in result.runs}
    marks = re.findall(r"\[((?:\w+-[0-9a-f]{12}(?:, )?)+)", result.answer)
    assert {key for mark in marks for key in mark.split(", ")} <= known
    assert {one.against for one in result.claims if one.run_ids} <= {"run", "record"}


@pytest.mark.parametrize("name", ["two_states", "change_and_class"])
def test_each_value_that_the_model_planned_is_in_the_answer_as_the_run_prints_it(
    messages_api, monkeypatch, name
):
    cassette = Cassette(name)
    cassette.lay_out_runs(monkeypatch)
    messages_api(cassette)
    result = answered(cassette.question)
    for formula, let in cassette.planned():
        (value,) = compute(formula, let=let).values
        said = value.text.partition(" [")[0].lstrip("-")
        if not said.startswith(("true", "false", "undecided")):
            assert said in result.answer, formula


def test_what_nothing_computes_is_told_as_open(messages_api, monkeypatch):
    cassette = Cassette("half_outside")
    cassette.lay_out_runs(monkeypatch)
    messages_api(cassette)
    told = answered(cassette.question).answer.rpartition("Not computed: ")[2]
    assert "snowpack" in told
    assert "water supply" in told
