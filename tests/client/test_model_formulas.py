"""The model writes every claim as a formula in one call; what is sent back goes back once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from client.coffee_loop import RIGHT, TRUTH, ask, claim
from client.messages_api import Fault, MessagesApi, data_of, prompt_of
from client.rule_model import CUP, RuleModel
from simulrag.client.result import Result

#: Claims of the cup that the question asks for; the last is none for a simulator.
SCALDS = "The coffee is very hot by then."
SIPPED = "By then the temperature of the coffee has become lukewarm."
NICE = "The temperature of the coffee reminds one of Vienna."
LABELS = {SCALDS: "very hot", SIPPED: "lukewarm"}


def drafted(_question: str, _number: int) -> list[str]:
    return [RIGHT, SCALDS, SIPPED, NICE]


def rightly(claims: dict[str, str], _sent_back: dict[str, str]) -> list[dict[str, Any]]:
    """Two claims name a class of the scale, one a number, the last is none for a simulator."""
    said = {text: f'"{label}"' for text, label in LABELS.items()} | {RIGHT: TRUTH}
    return [
        {"claim": key, "formula": f"{CUP}.temperature == {said[text]}"}
        if text in said
        else {"claim": key}
        for key, text in claims.items()
    ]


def asked_to_write(api: MessagesApi) -> int:
    return api.stages().count("formulas")


def test_every_claim_is_written_in_one_call_and_decided_by_its_own_runs(messages_api):
    api = messages_api(RuleModel(drafted, write=rightly))
    result = ask()
    assert api.stages() == ["plan", *["draft"] * 5, "formulas", "compose", "review"]
    found = {c.text: (c.verdict, c.read_by) for c in result.claims}
    assert found == {
        RIGHT: ("supported", "formula"),
        SCALDS: ("supported", "formula"),
        SIPPED: ("refuted", "formula"),
        NICE: ("outside", "rules"),
    }
    assert claim(result, SCALDS).run_ids
    assert claim(result, SCALDS).formula == f'{CUP}.temperature == "very hot"'
    problem = claim(result, NICE).problem
    assert "no output is meant" in problem.message


def test_the_request_holds_every_distinct_claim_the_answers_and_the_page_once(messages_api):
    api = messages_api(RuleModel(drafted, write=rightly))
    ask()
    (prompt,) = (prompt_of(request) for stage, request in api.accepted if stage == "formulas")
    data = data_of(prompt)
    assert [one["text"] for one in data["to_read"]] == [RIGHT, SCALDS, SIPPED, NICE]
    assert len(data["answers"]) == 5
    assert prompt.count("coffee.waiting(") == 2  # the function and its example


def test_claims_in_other_words_fold_where_their_formulas_are_equal(messages_api):
    other = f"After 10 minutes the coffee has a temperature of {TRUTH} °C."

    def writes(claims: dict[str, str], _sent_back: dict[str, str]) -> list[dict[str, Any]]:
        return [{"claim": k, "formula": f"{CUP}.temperature == {TRUTH}"} for k in claims]

    messages_api(RuleModel(lambda _q, number: [other if number % 2 else RIGHT], write=writes))
    (one,) = ask().claims
    assert (one.text, one.verdict, one.said_by) == (RIGHT, "supported", (1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (f'{CUP}.taste == "very hot"', "taste"),
        (f"{CUP}.temperature > 65", "65"),
        ("2 + ", "2 +"),
    ],
)
def test_a_formula_that_the_server_sends_back_goes_back_once_with_the_reason(
    messages_api, wrong, said
):
    sent_back: list[dict[str, str]] = []

    def mends(claims: dict[str, str], refused: dict[str, str]) -> Sequence[Mapping[str, Any]]:
        sent_back.append(refused)
        made = rightly(claims, refused)
        if refused:
            return made
        return [o | {"formula": wrong} if claims[o["claim"]] == SCALDS else o for o in made]

    api = messages_api(RuleModel(drafted, write=mends))
    result = ask()
    assert asked_to_write(api) == 2
    assert len(api.accepted) == 5 + 5
    assert claim(result, SCALDS).verdict == "supported"
    (reason,) = sent_back[1].values()
    assert said in reason


def test_a_formula_that_stays_wrong_leaves_its_claim_unread_and_never_wrong(messages_api):
    def never(claims: dict[str, str], _sent_back: dict[str, str]) -> list[dict[str, Any]]:
        made = rightly(claims, {})
        return [
            one | {"formula": f"{CUP}.temperature > 65"} if claims[one["claim"]] in LABELS else one
            for one in made
        ]

    api = messages_api(RuleModel(drafted, write=never))
    result = ask()
    assert asked_to_write(api) == 2
    assert {claim(result, text).verdict for text in LABELS} == {"unread"}
    assert {claim(result, text).formula for text in LABELS} == {f"{CUP}.temperature > 65"}
    assert claim(result, RIGHT).verdict == "supported"


def with_names(formula: str) -> Fault:
    """Hand in one formula for every claim, with names that all formulas share."""
    let = [{"name": "C", "part": "D"}, {"name": "D", "part": CUP}, {"name": "E", "part": CUP}]

    def changed(content: dict[str, Any]) -> dict[str, Any]:
        return each(formula=formula, why="")(content) | {"let": let}

    return Fault(change=changed)


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [(f"C.temperature == {TRUTH}", "supported"), ("C.temperature > 65", "unread")],
)
def test_names_are_shared_and_a_claim_keeps_those_that_its_formula_uses(
    messages_api, formula, verdict
):
    model = RuleModel(lambda _q, _n: [RIGHT], write=rightly)
    messages_api(model, faults={"formulas": [with_names(formula)] * 2})
    found = claim(ask(), RIGHT)
    assert (found.verdict, found.formula) == (verdict, formula)
    assert found.let == {"C": "D", "D": CUP}


def test_a_formula_that_was_sent_back_and_withdrawn_leaves_its_claim_unread(messages_api):
    """Only what was never tried is outside; what nobody wrote rules do not read either."""

    def withdraws(claims: dict[str, str], refused: dict[str, str]) -> list[dict[str, Any]]:
        tried = {} if refused else {"formula": f"{CUP}.temperature > 65"}
        return [{"claim": k} | (tried if text == RIGHT else {}) for k, text in claims.items()]

    messages_api(RuleModel(lambda _q, _n: [RIGHT, SCALDS], write=withdraws))
    result = ask()
    assert (claim(result, RIGHT).verdict, claim(result, SCALDS).verdict) == ("unread", "outside")
    problem = claim(result, RIGHT).problem
    assert "65" in problem.message
    assert "no output is meant" in problem.message


def test_context_that_no_draft_says_excuses_nothing(messages_api):
    """A model cannot print a number into the context of a claim."""
    invented = {"formula": f"{CUP}.temperature > 65", "context": ["It is above 65 °C."]}

    def writes(claims: dict[str, str], _sent_back: dict[str, str]) -> list[dict[str, Any]]:
        return [{"claim": key} | invented for key in claims]

    messages_api(RuleModel(lambda _q, _n: [SCALDS], write=writes))
    assert claim(ask(), SCALDS).verdict == "unread"


def test_a_model_that_writes_no_formula_leaves_the_claims_to_the_rules(messages_api):
    api = messages_api(RuleModel(drafted, write=lambda _claims, _sent_back: ()))
    result = ask()
    assert asked_to_write(api) == 1
    assert (claim(result, RIGHT).verdict, claim(result, RIGHT).read_by) == ("supported", "rules")


def by_text(result: Result) -> dict[str, str]:
    return {c.text: c.verdict for c in result.claims}


def each(**changed: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda content: content | {"formulas": [one | changed for one in content["formulas"]]}


@pytest.mark.parametrize(
    "given", [lambda found: found[:1], lambda found: [*found, found[0] | {"formula": "1 < 2"}]]
)
def test_claims_that_one_reply_passed_over_or_wrote_in_two_ways_are_asked_for_again(
    messages_api, given
):
    odd = Fault(change=lambda content: content | {"formulas": given(content["formulas"])})
    api = messages_api(RuleModel(drafted, write=rightly), faults={"formulas": [odd]})
    result = ask()
    assert asked_to_write(api) == 2
    assert set(by_text(result).values()) == {"supported", "refuted", "outside"}


def test_the_last_call_of_a_limit_is_kept_for_composing(messages_api):
    from simulrag.client.language_models.metered import Limits

    half = Fault(change=lambda content: content | {"formulas": content["formulas"][:1]})
    api = messages_api(RuleModel(drafted, write=rightly), faults={"formulas": [half]})
    ask(limits=Limits(calls=9))
    assert api.stages() == ["plan", *["draft"] * 5, "formulas", "compose", "review"]
