"""The whole loop on a cup of coffee: real server, real SDK, a model made of rules.

The truth is Newton's law of cooling: 20 + 70 exp(-0.03 * 10) = 71.86 °C.
"""

from typing import Any

import anyio
import pytest

from client.coffee_loop import QUESTION, RIGHT, TASTE, TRUTH, WRONG, ask, claim
from client.messages_api import Fault, MessagesApi, data_of, prompt_of
from client.rule_model import CUP, drafting
from coffee import Coffee
from simulrag.client.errors import ModelUnavailable, NothingHelps
from simulrag.client.language_models import claude
from simulrag.client.language_models.claude import Claude
from simulrag.client.loop import simulrag
from simulrag.client.session import McpTools
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

PRICE = "The price of coffee will double."
#: Five drafts: two of them hold a wrong number, three an opinion, one a claim about prices.
DRAFTS = [[RIGHT, TASTE], [WRONG], [RIGHT, TASTE], [RIGHT, PRICE, TASTE], [WRONG]]


def test_a_wrong_draft_is_corrected_and_the_number_names_its_run(messages_api):
    api = messages_api(drafting([WRONG]))
    result = ask()
    wrong = claim(result, WRONG)
    (run_id,) = wrong.run_ids
    assert (wrong.verdict, wrong.updated, wrong.kept) == ("refuted", RIGHT, True)
    assert wrong.confidence == 1
    assert f"{TRUTH} °C [{run_id}]" in result.answer
    assert "65.0" not in result.answer
    assert run_id in {run["id"] for run in result.runs}
    assert api.refused == []


def test_a_lone_draft_needs_no_judgement_of_support(messages_api):
    api = messages_api(drafting(*DRAFTS))
    ask(drafts=1)
    assert api.stages() == ["plan", "draft", "formulas", "compose", "review"]
    asked = next(prompt_of(request) for stage, request in api.accepted if stage == "formulas")
    assert '"answers"' not in asked


def test_claims_outside_are_kept_only_where_most_drafts_say_them(messages_api):
    messages_api(drafting(*DRAFTS))
    result = ask()
    taste, price = claim(result, TASTE), claim(result, PRICE)
    assert {taste.verdict, price.verdict} <= {"outside", "unread"}
    assert (taste.support, taste.kept) == (3, True)
    assert (price.support, price.kept) == (1, False)
    assert "beside a campfire [no run]." in result.answer
    assert "price" not in result.answer
    assert "1 of 5 drafts" in price.why


@pytest.mark.parametrize("also", [[], [RIGHT]], ids=["alone", "beside the same without it"])
def test_a_claim_with_a_cause_that_no_run_shows_has_no_mark_of_its_effect(messages_api, also):
    caused = f"{RIGHT[:-1]}, because the kitchen is draughty."

    def effects(claims: dict[str, str], _refused: dict[str, str]) -> list[dict[str, str]]:
        return [{"claim": key, "formula": f"{CUP}.temperature == {TRUTH}"} for key in claims]

    messages_api(drafting([caused, *also], write=effects))
    (found,) = ask(drafts=1).claims
    if also:
        assert (found.text, found.verdict) == (RIGHT, "supported")
    else:
        assert (found.text, found.verdict, found.problem.reason) == (caused, "outside", "cause")


def test_a_budget_limits_what_is_verified(messages_api):
    """Our design: b % verifies at most ceil(b k / 100) of all k claims."""
    messages_api(drafting(*DRAFTS))
    result = ask(budget=25)
    decided = [c for c in result.claims if c.verdict in ("supported", "refuted")]
    assert len(result.claims) == 4
    assert len(decided) == 1
    assert [c.text for c in decided] == [WRONG]  # the least confident inside
    right = claim(result, RIGHT)
    assert (right.verdict, right.kept) == ("not_measured", True)  # 3 of 5 drafts say it


def test_the_same_question_gives_the_same_answer(messages_api):
    messages_api(drafting(*DRAFTS))
    first, second = ask(), ask()
    assert first.answer == second.answer
    assert first.claims == second.claims


@pytest.mark.parametrize(
    ("question", "stages"), [("", []), ("Will a carbon tax reduce inequality in Lisbon?", ["plan"])]
)
def test_a_question_that_nothing_can_help_with_costs_one_call_at_most(
    messages_api, question, stages
):
    api = messages_api(drafting(*DRAFTS))
    with pytest.raises(NothingHelps) as caught:
        ask(question=question)
    assert str(caught.value)
    assert api.stages() == stages


def test_where_the_model_is_not_to_be_had_the_error_says_so(messages_api, monkeypatch):
    monkeypatch.setattr(claude, "RETRIES", 0)
    messages_api(drafting(*DRAFTS), faults={"draft": [Fault(status=529)] * 5})
    with pytest.raises(ModelUnavailable, match="529"):
        ask()


def reviewed(api: MessagesApi) -> dict[str, Any]:
    """What was sent to be reviewed."""
    (sent,) = (data_of(prompt_of(one)) for stage, one in api.accepted if stage == "review")
    return sent


def test_a_composition_with_a_number_of_its_own_goes_back_and_is_left_out(messages_api):
    """The model hands in a false number of its own for a verified claim."""

    def turned(content: dict[str, Any]) -> dict[str, Any]:
        return {"sentences": [content["sentences"][0] | {"text": WRONG}]}

    def silent(content: dict[str, Any]) -> dict[str, Any]:
        return content | {"sentences": []}

    faults = {"compose": [Fault(change=turned)], "review": [Fault(change=silent)]}
    api = messages_api(drafting([WRONG]), faults=faults)
    result = ask()
    sent = reviewed(api)
    (failed,) = sent["sentences"]
    assert failed["text"] == WRONG
    assert "65.0" in failed["fails"]
    assert sent["unsaid"] == ["s1"]
    assert f"{TRUTH} °C" in result.answer
    assert "65.0" not in result.answer
    assert any("left out of the composed answer" in note for note in result.notes)


def test_what_no_sentence_says_of_the_plan_is_said_by_the_review(messages_api):
    def without_values(content: dict[str, Any]) -> dict[str, Any]:
        return {"sentences": [one for one in content["sentences"] if one["rests_on"] != ["s1"]]}

    faults = {"compose": [Fault(change=without_values)]}
    api = messages_api(drafting([TASTE]), faults=faults)
    result = ask()
    assert reviewed(api)["unsaid"] == ["s1"]
    assert "beside a campfire [no run]." in result.answer
    assert f"{TRUTH} °C" in result.answer


def test_a_sentence_that_a_reviewer_finds_to_say_more_is_replaced_or_left_out(messages_api):
    """Words that no lexicon has turn a sentence, whose number is right."""

    def turned(content: dict[str, Any]) -> dict[str, Any]:
        first, *others = content["sentences"]
        text = f"Mother Earth's fine brew loses {{{first['rests_on'][0]}}} of its heat."
        return {"sentences": [first | {"text": text}, *others]}

    def finds(content: dict[str, Any]) -> dict[str, Any]:
        (first, *others) = content["judged"]
        why = "the temperature is no loss of heat"
        return {"judged": [first | {"follows": False, "why": why}, *others], "sentences": []}

    faults = {"compose": [Fault(change=turned)], "review": [Fault(change=finds)]}
    messages_api(drafting(*DRAFTS), faults=faults)
    result = ask()
    assert "fine brew" not in result.answer
    assert f"{TRUTH} °C" in result.answer
    assert any("no loss of heat" in note for note in result.notes)


@pytest.mark.parametrize("fault", [Fault(status=529), Fault(change=lambda _: {})])
def test_an_answer_that_was_not_reviewed_says_so(messages_api, monkeypatch, fault):
    monkeypatch.setattr(claude, "RETRIES", 0)
    messages_api(drafting(*DRAFTS), faults={"review": [fault]})
    result = ask()
    assert f"{TRUTH} °C" in result.answer
    assert any("were not reviewed" in note for note in result.notes)


def test_drafts_under_way_together_all_learn_that_the_model_thinks_by_default(messages_api):
    api = messages_api(drafting(*DRAFTS), thinks_by_default=True, pause=0.02)
    assert ask().notes == ()
    assert len(api.accepted) == 9


def test_runs_of_the_loop_can_be_cancelled(messages_api):
    messages_api(drafting(*DRAFTS))

    async def cancelled() -> bool:
        from mcp import Client

        model = Claude()
        with anyio.move_on_after(0.01) as scope:
            async with Client(build_server(Registry([Coffee()]))) as client:
                await simulrag(QUESTION, model, McpTools(client))
        await model.close()
        return scope.cancelled_caught

    assert anyio.run(cancelled)
