"""A simulator whose engine is absent: its tool is there, and says that it emulates."""

import re

import pytest

from server.conversation import call, tools
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as urban
from simulrag.simulators.urban.simulator import UrbanSimulator

QUESTION = (
    "The speed limit falls by 40% and the signal is replaced by a green wave. What is the change "
    "in idling time, and is it small (under 40%) or large (over 40%)?"
)


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> Registry:
    monkeypatch.setattr(urban, "engine_version", lambda: "")
    return Registry([UrbanSimulator()])


def test_it_has_a_tool_that_runs_and_the_list_of_simulators_says_that_it_is_emulated(emulated):
    assert "simulate_urban" in tools(build_server(emulated))
    made = call(build_server(emulated), "simulate_urban", speed_limit=-40)
    assert made.structured_content["run"]["outputs"]["idling_time_change"]["value"] > 0
    listed = call(build_server(emulated), "read_handbook")
    assert "(tool `simulate_urban`, emulated)" in listed.content[0].text
    assert listed.structured_content["simulators"][0]["tool"] == "simulate_urban"


def test_a_plan_says_what_brings_the_engine(emulated):
    planned = call(build_server(emulated), "plan_runs", question=QUESTION)
    assert "simulrag[urban]" in planned.content[0].text
    assert planned.structured_content["problems"] == []


def test_an_answer_grades_the_change_by_the_question_s_own_words(emulated):
    answered = call(build_server(emulated), "answer_question", question=QUESTION)
    assert not answered.is_error
    told = answered.content[0].text
    assert "large" in told
    assert len(set(re.findall(r"urban-[0-9a-f]{12}", told))) == 2


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Idling falls by at least 45%.", "supported"),
        ("Average idling time would increase.", "refuted"),
    ],
)
def test_a_claim_far_from_the_emulator_s_error_is_decided(text, verdict, emulated):
    checked = call(build_server(emulated), "check_answer", text=text, question=QUESTION)
    assert checked.structured_content["claims"][0]["verdict"] == verdict
