"""The paper's method as printed, over the real server and the real SDK, on a cup of coffee."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT, TRUTH, WRONG, ask, claim
from client.messages_api import Fault, MessagesApi, prompt_of
from client.paper_model import CALL, TASTE, PaperModel
from client.test_faults import ANYWHERE
from coffee import Coffee
from simulrag.client.errors import NothingHelps
from simulrag.client.journal import Journal, settings
from simulrag.client.paper.algorithm import paper
from simulrag.client.result import Result
from simulrag.handbooks import paper_prompts
from simulrag.simulators.interface import Call, Run

Start = Callable[..., MessagesApi]
COLD = WRONG.replace("65.0", "5.0")
DRAFTS = [[RIGHT, TASTE], [WRONG], [RIGHT, TASTE], [RIGHT], [COLD]]
#: m = 5; the claims are RIGHT, TASTE, WRONG and COLD, of which all but TASTE can be verified.
CLAIMS, SELECTED = 4, 3


def printed(**options: Any) -> Result:
    return ask(method=paper, **{"budget": 100, **options})


def test_the_model_is_asked_4m_and_k_and_s_times_and_once_for_the_runs(
    messages_api: Start,
) -> None:
    api = messages_api(PaperModel(DRAFTS))
    result = printed()
    assert result.method == "paper"
    stages = api.stages()
    counts = {stage: stages.count(stage) for stage in dict.fromkeys(stages)}
    assert counts == {
        "retrieve": 1, "draft": 5, "decompose": 5, "merge": 4, "entail": 5, "boundary": 4,
        "update": 3, "compose": 1,
    }  # fmt: skip
    assert len(stages) == 1 + 4 * 5 + CLAIMS + SELECTED
    assert result.model.usage.calls == len(stages)


def test_the_prompts_that_are_sent_are_the_papers(messages_api: Start) -> None:
    api = messages_api(PaperModel(DRAFTS))
    result = printed()
    sent = {stage: prompt_of(request) for stage, request in api.accepted}
    assert sent["decompose"] in {paper_prompts.decompose(" ".join(draft)) for draft in DRAFTS}
    assert sent["update"].endswith(f"RAG CONTEXT: {result.runs[0]['context']}\n\nResponse:")
    assert sent["boundary"].startswith("You are an expert in coffee science")
    assert f"Question: {QUESTION} Claim: " in sent["boundary"]
    assert "| `minutes` | 0 to 240 minute |" in sent["boundary"]
    assert sent["compose"].startswith(paper_prompts.answer(QUESTION, f"- {RIGHT}")[:150])
    assert "[0] " in sent["merge"]
    assert all("temperature" not in request for _, request in api.accepted)


def test_contradicted_claims_are_updated_by_the_model_and_aligned_ones_kept(
    messages_api: Start,
) -> None:
    messages_api(PaperModel(DRAFTS))
    result = printed()
    verdicts = {text: claim(result, text).verdict for text in (RIGHT, WRONG, COLD, TASTE)}
    assert verdicts == {RIGHT: "supported", WRONG: "refuted", COLD: "refuted", TASTE: "outside"}
    assert claim(result, WRONG).updated == RIGHT
    assert claim(result, WRONG).run_ids == (result.runs[0]["id"],)
    assert claim(result, RIGHT).said_by == (1, 3, 4)
    assert any("a language model judged" in note for note in result.notes)


def test_without_a_budget_only_claims_below_tau_are_verified(messages_api: Start) -> None:
    api = messages_api(PaperModel(DRAFTS))
    result = printed(budget=0)
    low = [c for c in result.claims if c.agreement is not None and c.agreement < 0.4]
    verified = [c for c in result.claims if c.verdict in ("supported", "refuted")]
    assert verified == [c for c in low if c.text != TASTE]
    assert api.stages().count("update") == len(verified) < SELECTED
    assert all(c.kept == (c.confidence is not None and c.confidence >= 0.4) for c in result.claims)


def test_a_number_is_marked_with_the_run_that_says_it_and_others_with_none(
    messages_api: Start,
) -> None:
    fault = Fault(change=lambda _: {"answer": f"It is {TRUTH} °C, not 12.3 °C, and 10 matters."})
    messages_api(PaperModel(DRAFTS), faults={"compose": [fault]})
    result = printed()
    run = result.runs[0]["id"]
    assert result.answer == f"It is {TRUTH} °C [{run}], not 12.3 °C [no run], and 10 matters."


def test_a_refused_call_is_sent_back_once_with_the_servers_words(messages_api: Start) -> None:
    wrong = CALL | {"arguments": CALL["arguments"] | {"minutes": 999, "tool": 1, "self": 2}}
    unknown = CALL | {"simulator": "tea"}
    api = messages_api(PaperModel(DRAFTS, [[wrong, unknown], [CALL, wrong]]))
    result = printed()
    assert len(result.runs) == 1
    asked = [prompt_of(request) for stage, request in api.accepted if stage == "retrieve"]
    assert len(asked) == 2
    assert "argument 'self' is unknown" in asked[1] or "argument 'tool' is unknown" in asked[1]
    assert "simulator 'tea' is not among" in asked[1]
    assert any("a call of the model was refused" in note for note in result.notes)


def test_without_a_run_no_claim_is_judged(messages_api: Start) -> None:
    api = messages_api(PaperModel(DRAFTS, [[]]))
    result = printed()
    assert result.partial
    assert result.runs == ()
    assert {c.verdict for c in result.claims} == {"not_measured", "outside"}
    assert "update" not in api.stages()
    assert "no run" in result.answer


def test_a_question_that_nothing_helps_with_costs_no_call(messages_api: Start) -> None:
    api = messages_api(PaperModel(DRAFTS))

    def other(tools: Any) -> Any:
        class Other:
            async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
                return await tools.call(tool, **arguments | {"question": "Who wins?"})

        return Other()

    with pytest.raises(NothingHelps):
        printed(wrapped=other)
    assert api.accepted == []


FAULTS = ANYWHERE | {
    "strings for booleans": Fault(
        change=lambda content: {key: {} if key == "answer" else "false" for key in content}
    ),
    "every value a list of numbers": Fault(
        change=lambda content: {key: [[9, 9]] for key in content}
    ),
}
STEPS = ("retrieve", "draft", "decompose", "merge", "entail", "boundary", "update", "compose")


#: One in eight is tried at once, so that each stage and each fault is, the others with the slow.
PAIRS = [
    pytest.param(stage, name, marks=[pytest.mark.slow] if (i + j) % 8 else [])
    for i, stage in enumerate(STEPS)
    for j, name in enumerate(FAULTS)
]


@pytest.mark.parametrize(("stage", "name"), PAIRS)
def test_an_odd_reply_loses_no_work_and_is_no_judgement(
    messages_api: Start, tmp_path: Path, stage: str, name: str
) -> None:
    api = messages_api(PaperModel(DRAFTS, [[CALL]] * 3), faults={stage: [FAULTS[name]]})
    given = settings(QUESTION, "claude", 5, 100, "paper")
    with Journal(tmp_path, given) as journal:
        result = printed(journal=journal)
    assert result.notes[1:]
    assert TRUTH in result.answer
    assert all(c.run_ids for c in result.claims if c.verdict in ("refuted", "supported"))
    assert claim(result, RIGHT).verdict in ("supported", "not_measured")
    if stage == "update":
        assert [c.verdict for c in result.claims].count("not_measured") == 1
    paid = len(api.accepted)
    assert result.model.usage.calls == paid
    with Journal(tmp_path, given, resume=True) as journal:
        assert printed(journal=journal) == result
    assert len(api.accepted) == paid


def test_pairs_and_ids_that_do_not_exist_are_left_out(messages_api: Start) -> None:
    pairs = [[0, 99], [-1, 0], [True, 0], ["0", "0"], [0], "0-0"]
    odd = Fault(change=lambda _: {"pairs": pairs})
    strange = Fault(change=lambda content: {
        "judged": [*content["judged"][:1] * 2, {"claim": "c99", "entailed": True},
                   {"claim": content["judged"][1]["claim"], "entailed": "true"}]
    })  # fmt: skip
    messages_api(PaperModel(DRAFTS), faults={"merge": [odd] * 4, "entail": [strange]})
    result = printed()
    assert sum("named no claims" in note for note in result.notes) == 1
    assert any("entailments were not judged" in note for note in result.notes)
    assert len(result.claims) == sum(map(len, DRAFTS))


def test_no_usable_answer_leaves_what_the_runs_say(messages_api: Start) -> None:
    messages_api(PaperModel(DRAFTS), faults={"draft": [Fault(stop="refusal")] * 5})
    result = printed()
    assert "None of the 5 drafts could be used" in result.notes[0]
    assert TRUTH in result.answer


def test_a_simulator_that_fails_leaves_claims_unmeasured(messages_api: Start) -> None:
    class Broken(Coffee):
        def run(self, call: Call) -> Run:
            raise RuntimeError(f"out of coffee for {call.function}")

    messages_api(PaperModel(DRAFTS, [[CALL], [CALL]]))
    result = printed(simulator=Broken())
    assert result.partial
    assert "not_measured" in {c.verdict for c in result.claims}
    assert not {"supported", "refuted"} & {c.verdict for c in result.claims}


def test_the_prefix_of_the_boundary_prompts_is_one_and_is_written_to_the_cache_once(
    messages_api: Start,
) -> None:
    class Wordy(Coffee):
        def handbook(self) -> str:
            return super().handbook() + "A long handbook. " * 500

    api = messages_api(PaperModel(DRAFTS), keeps_prefixes_from=4096)
    result = printed(simulator=Wordy())
    asked = [request for stage, request in api.accepted if stage == "boundary"]
    prefixes = {json.dumps(request["messages"][0]["content"][:2]) for request in asked}
    assert len(prefixes) == 1
    assert json.loads(prefixes.pop())[1]["cache_control"] == {"type": "ephemeral"}
    assert len({prompt_of(request) for request in asked}) == CLAIMS
    use = result.model
    assert use.usage.cache_read_tokens >= (CLAIMS - 1) * 2000
    assert use.usage.cache_write_tokens < 2 * 3500
