"""Planning, answering, checking, selecting and verifying through a host's client.

The cup of coffee stands for every simulator: no line of the product knows of it.
"""

from typing import Any

import pytest

from server.conversation import call, data, refusal, said
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem, Verdict
from simulrag.verifier.evidence import EvidenceStore

QUESTION = (
    "How hot is a cup of coffee in a ceramic mug after 10 minutes, starting at 90 °C in a room "
    "of 20 °C?"
)
#: 20 + 70 exp(-0.3) = 71.857 °C.
TRUE, FALSE = (
    "The temperature of the coffee is 71.9 °C.",
    "The temperature of the coffee is 61.9 °C.",
)
OFF_TOPIC = "The coffee has a lot of caffeine."
CARBON_TAX = "Will a carbon tax reduce inequality in Lisbon?"
SURESNES = (
    "For Suresnes in 2050, under the ssp245 scenario with CO2 emissions increasing by 23.83% and "
    "CH4 by 39.2%, what is the projected temperature?"
)


@pytest.fixture
def server(coffee_registry: Registry, store: EvidenceStore) -> Any:
    """A server with nothing but a cup of coffee."""
    return build_server(coffee_registry, store)


def test_a_question_is_planned_and_the_plan_runs_as_it_is(server):
    result = call(server, "plan_runs", question=QUESTION)
    (planned,) = data(result)["calls"]
    assert planned["arguments"] == {
        "cup": "ceramic mug",
        "initial_temperature": 90,
        "room_temperature": 20,
        "minutes": 10,
    }
    assert "simulate_coffee(" in said(result)
    arguments = {"function": planned["function"], **planned["arguments"]}
    run = data(call(server, f"simulate_{planned['simulator']}", **arguments))["run"]
    assert run["outputs"]["temperature"]["value"] == pytest.approx(71.857, abs=0.001)


def test_a_question_is_answered_with_runs_that_can_be_shown(server):
    result = call(server, "answer_question", question=QUESTION)
    answered = data(result)
    assert "71.9 °C" in answered["answer"]
    (run,) = answered["runs"]
    assert all(claim["run_ids"] == [run["id"]] for claim in answered["claims"])
    assert run["id"] in said(result)
    assert data(call(server, "get_run", run_id=run["id"]))["run"] == run


def test_exactly_the_altered_number_is_refuted_and_rewritten(server):
    true = data(call(server, "check_answer", question=QUESTION, text=TRUE, detail="full"))
    assert [claim["verdict"] for claim in true["claims"]] == ["supported"]
    assert true["answer"] == TRUE
    text = f"{FALSE} {OFF_TOPIC}"
    brief = call(server, "check_answer", question=QUESTION, text=text)
    assert text not in said(brief)
    assert f'Corrected: "{TRUE}"' in said(brief)
    assert "answer" not in data(brief)
    result = call(server, "check_answer", question=QUESTION, text=text, detail="full")
    false = data(result)
    assert [claim["verdict"] for claim in false["claims"]] == ["refuted", "outside"]
    assert false["answer"] == f"{TRUE} {OFF_TOPIC}"
    refuted = Verdict.model_validate(false["claims"][0])
    assert refuted.run_ids == (false["runs"][0]["id"],)
    for part in ("1 refuted", "1 outside", "claimed 61.9", "simulated 71.9 °C", *refuted.run_ids):
        assert part in said(result)
    assert f"Corrected text: {TRUE} {OFF_TOPIC}" in said(result)


def test_a_question_that_nothing_can_help_with_says_what_is_in_scope(registry):
    server = build_server(registry)
    for tool in ("plan_runs", "answer_question"):
        result = call(server, tool, question=CARBON_TAX)
        (problem,) = data(result)["problems"]
        assert Problem.model_validate(problem).reason == "no_simulator"
        assert "read_handbook" in said(result)
        assert "influenza" in said(result)
        assert data(result).get("calls", []) == data(result).get("runs", []) == []


def test_a_published_climate_question_is_answered_and_checked(registry):
    server = build_server(registry)
    answered = data(call(server, "answer_question", question=SURESNES))
    value = answered["runs"][0]["outputs"]["temperature"]["value"]
    assert f"{value:.2f} °C" in answered["answer"]
    first = answered["claims"][0]
    wrong = {
        "text": first["text"].replace(f"{value:.2f}", f"{value + 3:.2f}", 1),
        "formula": first["formula"].replace(f"{value:.2f}", f"{value + 3:.2f}", 1),
    }
    given = {"question": SURESNES, "claims": [wrong]}
    (checked,) = data(call(server, "verify_claims", **given, detail="full"))["claims"]
    assert checked["verdict"] == "refuted"
    assert checked["run_ids"] == [answered["runs"][0]["id"]]
    assert f"{value:.2f}" in checked["updated"]


def test_a_check_of_nothing_says_so(server):
    result = call(server, "check_answer", text="", question=QUESTION)
    assert data(result)["claims"] == []
    assert "No claims were found" in said(result)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"support": [[0]]}, "support has 1 lists for 2 claims"),
        ({"support": [[0], [5]]}, "support names answer 5"),
        ({"support": [[0], [True]]}, "support must not be"),
        ({"bounds": ["inside", "maybe"]}, "bounds.1"),
        ({"budget": 101}, "budget"),
        ({"tau": "inf"}, "tau"),
    ],
)
def test_inconsistent_selections_are_refused(server, changed, words):
    arguments: dict[str, Any] = {"claims": [TRUE, FALSE], "support": [[0], [1]], "answers": 2}
    text = refusal(call(server, "select_claims", **{**arguments, **changed}))
    assert text.startswith("bad_value: ")
    assert words in text
