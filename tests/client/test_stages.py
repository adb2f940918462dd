"""What the loop makes of replies, odd ones among them."""

from typing import Any

import pytest

from simulrag.client.errors import OddReply
from simulrag.client.stages import parse_draft, sentences, settle, stated, with_support
from simulrag.verifier.claims import Bound, Claim, Problem, Score, Verdict

CLAIMS = (
    Claim(id="c1", text="It warms by 1 °C.", support=(0, 1)),
    Claim(id="c2", text="It is severe.", support=(2,)),
)


def supported(content: dict[str, Any]) -> list[tuple[int, ...]]:
    claims, _ = with_support(CLAIMS, content, drafts=3)
    return [claim.support for claim in claims]


def edges(**answers: Any) -> dict[str, Any]:
    return {"support": [{"claim": key, "answers": given} for key, given in answers.items()]}


def test_a_claim_has_the_mean_confidence_of_the_drafts_that_word_it_so():
    drafts = [
        parse_draft({"claims": [{"text": "It is 60 °C.", "confidence": sure}]})[0]
        for sure in (0.5, 0.9, None)
    ]
    drafts.append(parse_draft({"claims": [{"text": "It is 61 °C.", "confidence": 0.1}]})[0])
    assert stated(Claim(id="c1", text="It is 60 °C."), drafts) == 0.7
    assert stated(Claim(id="c2", text="It is hot."), drafts) is None


@pytest.mark.parametrize(
    "odd",
    [None, "", {}, {"text": ""}, {"text": "x", "confidence": 7}, {"text": ["x"]}, True,
     {"text": "x", "confidence": float("nan")}, {"text": "x" * 1001}],
)  # fmt: skip
def test_a_malformed_claim_is_left_out_and_the_others_stay(odd):
    draft, notes = parse_draft({"answer": "a", "claims": [odd, {"text": "It warms."}]})
    assert [claim.text for claim in draft.claims] == ["It warms."]
    assert notes == ["1 malformed claims of a draft were left out"]


def test_a_list_handed_in_as_its_json_text_is_read():
    draft, _ = parse_draft({"claims": '[{"text": "It warms.", "confidence": 1}]'})
    assert draft.answer == "It warms."


def test_claims_beyond_the_limit_are_told():
    draft, notes = parse_draft({"claims": [{"text": f"claim {n}"} for n in range(17)]})
    assert len(draft.claims) == 15
    assert "2 claims" in notes[0]


def test_judged_support_is_joined_with_what_merging_found():
    assert supported(edges(c1=["a3"], c2=[])) == [(0, 1, 2), (2,)]


@pytest.mark.parametrize(
    "odd",
    [
        edges(c1=[True, False], c2=[]),
        edges(c1="false", c2=[]),
        edges(c1=[0, 1], c2=[]),
        edges(c1=None, c2=[]),
        edges(c2=[]),
        {"support": [*edges(c1=["a3"], c2=[])["support"], *edges(c1=[])["support"]]},
    ],
)
def test_an_odd_or_missing_judgement_leaves_merged_support_and_is_told(odd):
    """Booleans and numbers are no ids; two judgements of one claim are none."""
    claims, notes = with_support(CLAIMS, odd, drafts=3)
    assert [claim.support for claim in claims] == [(0, 1), (2,)]
    assert any("not judged by the model" in note and "c1" in note for note in notes)


def test_ids_that_do_not_exist_support_nothing_and_are_told():
    content = edges(c1=["a4", "a0", "1"], c2=[], c7=["a1"])
    claims, notes = with_support(CLAIMS, content, drafts=3)
    assert [claim.support for claim in claims] == [(0, 1), (2,)]
    assert notes == ["judgements of support named unknown ids: c7, 1, a0, a4"]


@pytest.mark.parametrize("content", [{}, {"support": None}, {"support": {"c1": ["a1"]}}])
def test_support_that_is_no_list_is_an_odd_reply(content):
    with pytest.raises(OddReply, match="support"):
        with_support(CLAIMS, content, drafts=3)


def settled(verdict: Verdict | None, *, bound: str = "inside", support: int = 1) -> Any:
    claim = Claim(id="c1", text="It warms by 1 °C.", support=tuple(range(support)))
    score = Score(id="c1", confidence=0.4, support=support, rank=1)
    problem = Problem(reason="opinion", message="an opinion") if bound == "outside" else None
    bounds = [Bound.model_validate({"claim": claim.text, "bound": bound, "problem": problem})]
    found = {} if verdict is None else {"c1": verdict}
    (answered,) = settle([claim], [score], bounds, found, drafts=5)
    return answered


def verdict(word: str, updated: str = "It warms by 1 °C.") -> Verdict:
    return Verdict.model_validate(
        {"text": "It warms by 1 °C.", "verdict": word, "updated": updated, "run_ids": ("r-1",)}
    )


@pytest.mark.parametrize(
    ("found", "bound", "support", "kept", "confidence", "why"),
    [
        (verdict("supported"), "inside", 1, True, 1.0, "a simulation supports it"),
        (verdict("refuted", "It warms by 2 °C."), "inside", 5, True, 1.0, "corrected"),
        (verdict("refuted"), "inside", 5, False, 0.4, "no small change"),
        (verdict("undecided"), "inside", 3, True, 0.4, "can tell apart; said by 3 of 5"),
        (verdict("undecided"), "inside", 2, False, 0.4, "can tell apart; said by 2 of 5"),
        (verdict("not_measured"), "inside", 2, False, 0.4, "a run failed"),
        (None, "inside", 5, True, 0.4, "within the budget; said by 5"),
        (None, "outside", 2, False, 0.4, "outside what the simulators decide"),
        (None, "unread", 3, True, 0.4, "could not be read"),
    ],
)
def test_what_is_kept_follows_the_verdict_and_else_the_support(
    found, bound, support, kept, confidence, why
):
    """Paper, section 3.3: verified claims have confidence 1, the rest keep theirs."""
    answered = settled(found, bound=bound, support=support)
    assert (answered.kept, answered.confidence) == (kept, confidence)
    assert why in answered.why


def test_claims_that_say_the_same_once_corrected_are_kept_once():
    claims = [Claim(id=f"c{n}", text=f"It is {n} °C.", support=(0,)) for n in (1, 2)]
    scores = [Score(id=c.id, confidence=0.4, support=1, rank=1) for c in claims]
    bounds = [Bound(claim=c.text, bound="inside") for c in claims]
    found = {
        c.id: Verdict(text=c.text, verdict="refuted", updated="It is 3 °C.", run_ids=("r",))
        for c in claims
    }
    first, second = settle(claims, scores, bounds, found, drafts=5)
    assert (first.kept, second.kept) == (True, False)
    assert second.why == "says the same as c1 once corrected"


def test_a_composition_without_sentences_is_an_odd_reply():
    with pytest.raises(OddReply):
        sentences({"sentences": [{"rests_on": []}]})
    found, notes = sentences({"sentences": [{"text": "It warms.", "rests_on": ["c1"]}, 3]})
    assert len(found) == len(notes) == 1
