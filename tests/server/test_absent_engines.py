"""Simulators that lack what they run on: one that cannot run, one that emulates."""

import re

import pytest

from coffee import Coffee
from server.conversation import call, tools
from simulrag.server.app import build_server
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban import simulator as urban
from simulrag.simulators.urban.simulator import UrbanSimulator

WHY = "coffee is not installed: get the extra beans"
QUESTION = (
    "A coffee is poured at 90 °C into a ceramic mug. What is its temperature after 10 minutes?"
)
CLAIM = {
    "text": "The temperature of the coffee is 72 °C.",
    "formula": 'coffee.cooling(cup="mug", initial_temperature=90, minutes=10).temperature == 72',
}


class Beanless(Coffee):
    """The toy without what it runs on."""

    def missing(self) -> str:
        return WHY

    def run(self, call: Call) -> Run:  # noqa: ARG002
        raise NotInstalled(WHY)


@pytest.fixture
def beanless() -> Registry:
    return Registry([Beanless()])


def test_it_has_no_tool_and_gets_one_as_soon_as_it_can_run(beanless):
    assert "simulate_coffee" not in tools(build_server(beanless))
    assert "simulate_coffee" in tools(build_server(Registry([Coffee()])))


def test_its_handbook_is_read_and_the_list_says_that_it_is_not_installed(beanless):
    listed = call(build_server(beanless), "read_handbook")
    assert "not installed" in listed.content[0].text
    assert listed.structured_content["simulators"][0]["tool"] == ""
    read = call(build_server(beanless), "read_handbook", simulator="coffee")
    assert "It knows nothing of tea" in read.content[0].text


def test_a_plan_shows_the_runs_and_what_to_install(beanless):
    planned = call(build_server(beanless), "plan_runs", question=QUESTION)
    assert not planned.is_error
    assert WHY in planned.content[0].text
    assert len(planned.structured_content["calls"]) == 1
    assert planned.structured_content["problems"][0]["reason"] == "not_installed"


def test_an_answer_says_what_to_install(beanless):
    answered = call(build_server(beanless), "answer_question", question=QUESTION)
    assert not answered.is_error
    assert WHY in answered.content[0].text
    assert answered.structured_content["runs"] == []


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("check_answer", {"text": CLAIM["text"], "claims": [CLAIM]}),
        ("verify_claims", {"claims": [CLAIM]}),
    ],
)
def test_a_claim_is_not_measured_and_says_what_to_install(beanless, tool, given):
    checked = call(build_server(beanless), tool, question=QUESTION, **given)
    assert not checked.is_error
    verdict = checked.structured_content["claims"][0]
    assert verdict["verdict"] == "not_measured"
    assert verdict["problem"]["reason"] == "not_installed"
    assert WHY in checked.content[0].text


IDLING = (
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
    planned = call(build_server(emulated), "plan_runs", question=IDLING)
    assert "simulrag[urban]" in planned.content[0].text
    assert planned.structured_content["problems"] == []


def test_an_answer_grades_the_change_by_the_question_s_own_words(emulated):
    answered = call(build_server(emulated), "answer_question", question=IDLING)
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
    checked = call(build_server(emulated), "check_answer", text=text, question=IDLING)
    assert checked.structured_content["claims"][0]["verdict"] == verdict
