"""Simulators that lack what they run on: one that cannot run, one that emulates."""

import re
from typing import Any

import pytest

from coffee import Coffee
from server.conversation import call, data, said, tools
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
def beanless() -> Any:
    return build_server(Registry([Beanless()]))


def test_it_has_no_tool_and_gets_one_as_soon_as_it_can_run(beanless):
    assert "simulate_coffee" not in tools(beanless)
    assert "simulate_coffee" in tools(build_server(Registry([Coffee()])))


def test_its_handbook_is_read_and_the_list_says_that_it_is_not_installed(beanless):
    listed = call(beanless, "read_handbook")
    assert "not installed" in said(listed)
    assert data(listed)["simulators"][0]["tool"] == ""
    read = call(beanless, "read_handbook", simulator="coffee")
    assert "It knows nothing of tea" in said(read)


def test_a_plan_shows_the_runs_and_an_answer_has_none_and_both_say_what_to_install(beanless):
    planned, answered = (
        call(beanless, tool, question=QUESTION) for tool in ("plan_runs", "answer_question")
    )
    assert WHY in said(planned)
    assert len(data(planned)["calls"]) == 1
    assert data(planned)["problems"][0]["reason"] == "not_installed"
    assert WHY in said(answered)
    assert data(answered)["runs"] == []


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("check_answer", {"text": CLAIM["text"], "claims": [CLAIM]}),
        ("verify_claims", {"claims": [CLAIM]}),
    ],
)
def test_a_claim_is_not_measured_and_says_what_to_install(beanless, tool, given):
    checked = call(beanless, tool, question=QUESTION, **given)
    verdict = data(checked)["claims"][0]
    assert verdict["verdict"] == "not_measured"
    assert verdict["problem"]["reason"] == "not_installed"
    assert WHY in said(checked)


IDLING = (
    "The speed limit falls by 40% and the signal is replaced by a green wave. What is the change "
    "in idling time, and is it small (under 40%) or large (over 40%)?"
)


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(urban, "engine_version", lambda: "")
    return build_server(Registry([UrbanSimulator()]))


def test_it_has_a_tool_that_runs_and_the_list_of_simulators_says_that_it_is_emulated(emulated):
    assert "simulate_urban" in tools(emulated)
    made = call(emulated, "simulate_urban", speed_limit=-40)
    assert data(made)["run"]["outputs"]["idling_time_change"]["value"] > 0
    listed = call(emulated, "read_handbook")
    assert "(tool `simulate_urban`, emulated)" in said(listed)
    assert data(listed)["simulators"][0]["tool"] == "simulate_urban"


def test_a_plan_says_what_brings_the_engine(emulated):
    planned = call(emulated, "plan_runs", question=IDLING)
    assert "simulrag[urban]" in said(planned)
    assert data(planned)["problems"] == []


def test_an_answer_grades_the_change_by_the_question_s_own_words(emulated):
    answered = call(emulated, "answer_question", question=IDLING)
    told = said(answered)
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
    checked = call(emulated, "check_answer", text=text, question=IDLING)
    assert data(checked)["claims"][0]["verdict"] == verdict
