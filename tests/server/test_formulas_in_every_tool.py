"""Formulas in the tools for drafts, texts and questions, as a host's model hands them over."""

import json
from typing import Any

import pytest

from coffee import Coffee, temperature
from server.conversation import call, data, refusal, said
from simulrag.server.app import build_server
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim
from simulrag.verifier.evidence import EvidenceStore
from verifier.formulas.gauge import Gauge

MUG = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'
FLASK = MUG.replace("ceramic mug", "vacuum flask")
SAYS = "The temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C, is {} °C."
QUESTION = (
    "What is the temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C?"
)
OPINION = "Coffee is better than tea."
LET = {"M": MUG}
#: 20 + 70 exp(-0.3) = 71.857 °C.
TRUE: dict[str, Any] = {"text": SAYS.format("71.9"), "formula": "M.temperature == 71.9", "let": LET}
FALSE: dict[str, Any] = {
    "text": SAYS.format("65.0"), "formula": "M.temperature == 65.0", "let": LET,
}  # fmt: skip
SAME: dict[str, Any] = {
    "text": SAYS.format("71.9").replace("in a ceramic mug", "in the ceramic mug"),
    "formula": f"71.9 == {MUG}.temperature",
}
FAR: dict[str, Any] = {
    "text": SAYS.replace("90", "190").format("71.9"),
    "formula": f"{MUG.replace('90', '190')}.temperature == 71.9",
}


@pytest.fixture
def server(store: EvidenceStore) -> Any:
    return build_server(Registry([Coffee(), Gauge()]), store)


def test_drafts_go_through_merging_boundary_selection_and_verifying_as_they_are_handed_on(
    server, store
):
    drafts = [json.dumps([TRUE, OPINION]), json.dumps([SAME, FAR]), [FALSE, TRUE["text"]]]
    result = call(server, "merge_claims", answers=drafts)
    merged = data(result)["claims"]
    supports = [one["support"] for one in merged]
    assert supports == [[0, 1, 2], [0], [1], [2]]
    assert merged[0]["formula"] == TRUE["formula"]
    assert TRUE["formula"] in said(result)
    assert Claim.model_validate(merged[0]).let == LET
    claims = [{k: v for k, v in one.items() if k not in ("id", "support")} for one in merged]
    bounds = data(call(server, "assess_boundary", claims=claims))["bounds"]
    assert [one["bound"] for one in bounds] == ["inside", "outside", "outside", "inside"]
    assert bounds[2]["problem"]["nearest"] == 100
    assert store.run_ids() == []
    chosen = call(server, "select_claims", claims=claims, support=supports, answers=3)
    assert data(chosen)["selected"] == ["c4", "c1"]
    assert store.run_ids() == []
    picked = [claims[0], claims[3]]
    checked = data(call(server, "verify_claims", claims=picked))["claims"]
    assert [one["verdict"] for one in checked] == ["supported", "refuted"]


WANDERS = "The temperature of the coffee in the ceramic mug wanders."


@pytest.mark.parametrize("claim", [WANDERS, {"text": WANDERS}, {"text": WANDERS, "formula": ""}])
@pytest.mark.parametrize("tool", ["assess_boundary", "verify_claims"])
def test_a_claim_that_nobody_read_comes_back_with_a_formula_to_fill_in(server, tool, claim):
    result = call(server, tool, claims=[claim])
    (found,) = data(result).get("bounds") or data(result)["claims"]
    assert found["skeleton"] == (
        'coffee.cooling(cup="ceramic mug", initial_temperature=..., minutes=...).temperature == ...'
    )
    assert f"Formula to fill in: {found['skeleton']}" in said(result)


def test_a_sentence_that_names_no_output_has_no_formula_to_fill_in(server):
    result = call(server, "check_answer", text="The cat sat on the mat.")
    assert "skeleton" not in data(result)["claims"][0]
    assert "Formula to fill in" not in said(result)


def test_a_malformed_claim_is_unread_in_the_boundary_and_costs_no_other(server):
    bounds = data(call(server, "assess_boundary", claims=[{"text": 5}, TRUE]))["bounds"]
    assert [one["bound"] for one in bounds] == ["unread", "inside"]


def test_sentences_with_formulas_are_decided_by_them_and_corrected_in_their_place(server):
    text = f"{OPINION} {FALSE['text']} The mug is warm inside."
    given = {"text": text, "claims": [FALSE], "detail": "full"}
    result = call(server, "check_answer", **given)
    content = data(result)
    assert [one["read_by"] for one in content["claims"]] == ["rules", "formula", "rules"]
    assert content["claims"][1]["verdict"] == "refuted"
    assert content["answer"] == text.replace("65.0", "71.9")
    assert f"Corrected text: {content['answer']}" in said(result)


def test_a_claim_in_other_words_than_the_text_is_decided_and_changes_nothing_there(server):
    given = {"text": OPINION, "claims": [FALSE], "detail": "full"}
    content = data(call(server, "check_answer", **given))
    assert [one["verdict"] for one in content["claims"]][1] == "refuted"
    assert content["answer"] == OPINION


def test_the_question_is_context_of_the_formulas_of_a_text(server):
    short = {"text": "It is 71.9 °C.", "formula": "M.temperature == 71.9", "let": LET}
    for question, verdict in (("", "unread"), (QUESTION, "supported")):
        given = {"text": short["text"], "claims": [short], "question": question}
        assert data(call(server, "check_answer", **given))["claims"][0]["verdict"] == verdict


def test_a_plan_by_formulas_is_their_calls_and_says_what_it_leaves_out(server, store):
    question = f"{QUESTION} And in a vacuum flask after 25 minutes?"
    formulas = ["M.temperature", "M.drinkable", "M.taste"]
    result = call(server, "plan_runs", question=question, formulas=formulas, let=LET)
    planned = data(result)
    (made,) = planned["calls"]
    given = {"cup": "ceramic mug", "initial_temperature": 90, "minutes": 10}
    assert made["arguments"] == given
    assert [one["reason"] for one in planned["problems"]] == ["no_such_output"]
    assert "formula 3" in planned["problems"][0]["message"]
    assert "25 minutes" in planned["unused"]
    assert any("flask" in one for one in planned["unused"])
    assert "no formula uses" in said(result)
    assert store.run_ids() == []


def test_an_answer_by_formulas_is_sentences_with_values_and_runs(server):
    level = 'gauge.gauge(river="Ann", rain=10).level'
    formulas = [f"{FLASK}.temperature - M.temperature", level, f"{level} < 9", "M.taste"]
    result = call(server, "answer_question", question=QUESTION, formulas=formulas, let=LET)
    content = data(result)
    difference = temperature("vacuum flask", 90, 20, 10) - temperature("ceramic mug", 90, 20, 10)
    first, second, third = content["claims"]
    assert f"is {difference:.2f}" in first["text"] or f"is {difference:.1f}" in first["text"]
    assert len(first["run_ids"]) == 2
    assert "[" in second["text"]
    assert third["text"].startswith("It is true that level")
    assert [one["reason"] for one in content["problems"]] == ["no_such_output"]
    assert {one["id"] for one in content["runs"]} == {
        run for one in content["claims"] for run in one["run_ids"]
    }
    for one in content["claims"]:
        assert one["text"] in said(result)
        assert set(one["run_ids"]) <= set(said(result).replace(")", " ").replace(",", " ").split())


def test_the_tool_that_is_gone_says_what_replaces_it(server):
    text = refusal(call(server, "compare_runs", first="a", second="b"))
    assert text.startswith("unknown_name: tool 'compare_runs' is unknown; compute subtracts runs")
    assert "B.output - A.output" in text
    other = refusal(call(server, "simulrag"))
    assert other.startswith("unknown_name: tool 'simulrag' is unknown; there are read_handbook, ")


class Warned(Coffee):
    """Coffee whose runs warn."""

    def run(self, call: Call) -> Run:
        made = super().run(call)
        return made.model_copy(update={"warnings": ("the thermometer is old",)})


def test_a_reply_has_the_formula_in_words_defaults_and_warnings_and_no_text_twice(store):
    server = build_server(Registry([Warned()]), store)
    long = {**TRUE, "text": f"{TRUE['text'][:-1]}, as everybody knows who ever drank one in peace."}
    text = said(call(server, "verify_claims", claims=[long, long]))
    assert "temperature (ceramic mug, initial temperature 90 °C, minutes 10) is 71.9" in text
    assert "room_temperature = 20" in text
    assert text.count("the thermometer is old") == 1
    assert "Warning (1, 2): the thermometer is old" in text
    assert long["text"] not in text
    assert max(map(len, text.splitlines())) < 600
    computed = said(call(server, "compute", formulas=["M.temperature"], let=LET))
    assert "Taken: room_temperature = 20" in computed
    assert "Note (1): the thermometer is old" in computed


def test_digits_are_rounded_by_their_spread(server):
    level = 'gauge.gauge(river="Ann", rain=10).level'
    (found,) = data(call(server, "compute", formulas=[level]))["values"]
    spread = found["high"] - found["low"]
    assert spread > 1
    centre, ends = found["text"].split(" m ")
    for number in (centre, *ends.strip("[]").split(" to ")):
        assert len(number.partition(".")[2]) == 1, found["text"]


def test_all_functions_of_a_simulator_are_offered_with_their_outputs(registry):
    from server.conversation import tools

    listed = tools(build_server(registry))
    for name in ("climate", "epidemiology", "urban"):
        tool = listed[f"simulate_{name}"]
        simulator = registry.simulator(name)
        if len(simulator.functions) > 1:
            offered = tool.input_schema["properties"]["function"]["enum"]
            assert offered == [function.name for function in simulator.functions]
        for function in simulator.functions:
            assert f"{function.name}: {function.outputs[0].name}" in str(tool.description)
