"""What the language model writes as formulas: the plan of a question, and every claim."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from client.coffee_loop import QUESTION as READ_BY_RULES
from client.coffee_loop import RIGHT, TRUTH, WRONG, ask, claim
from client.messages_api import Fault, MessagesApi, data_of, prompt_of
from client.rule_model import CUP, RuleModel, drafting, formula
from simulrag.client.errors import NothingHelps
from simulrag.client.language_models import claude
from simulrag.client.model_plan import read
from simulrag.client.result import Result

#: No words of the simulator's declarations say which cup this is.
QUESTION = "I pour coffee at 90 degrees into porcelain; how hot is it after 10 minutes?"
HOT = f"{CUP}.temperature"


#: What a model writes that holds no claim for one that a simulator decides.
NO_ONE = [{"claim": "c1"}, {"claim": "c2"}]


def mixed(_question: str, number: int) -> list[str]:
    return [WRONG] if number else [RIGHT]


def right(_question: str, _refused: list[str]) -> Sequence[str]:
    return [HOT]


def test_the_model_plans_the_server_checks_and_both_are_told(messages_api):
    api = messages_api(RuleModel(mixed, right))
    result = ask(question=QUESTION)
    assert result.planned_by == "model"
    assert any("planned 1 formula" in note for note in result.notes)
    assert any("cup = ceramic mug" in note and "does not print" in note for note in result.notes)
    assert not any("initial_temperature" in note for note in result.notes)
    assert claim(result, WRONG).verdict == "refuted"
    assert claim(result, WRONG).updated == RIGHT
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages() == ["plan", *["draft"] * 5, "formulas", "compose", "review"]


def test_a_question_that_the_rules_can_read_is_planned_by_the_model_as_well(messages_api):
    """The change by a lid is asked for in no words that the rules know."""
    lid = CUP.replace("minutes=10", "minutes=10, heat_loss=-50")
    api = messages_api(RuleModel(mixed, lambda _question, _refused: [HOT, f"{lid}.temperature"]))
    result = ask()
    assert result.planned_by == "model"
    assert {run["call"]["arguments"]["heat_loss"] for run in result.runs} == {0.0, -50.0}
    assert "80.2 °C" in result.answer  # 20 + 70 exp(-0.15)
    assert api.stages().count("plan") == 1


@pytest.mark.parametrize("formulas", [[], ["coffee.heating().temperature"], ["2 +"]])
def test_where_the_model_has_no_formula_that_runs_the_rules_plan(messages_api, formulas):
    api = messages_api(RuleModel(mixed, lambda _question, _refused: formulas))
    result = ask()
    assert result.planned_by == "rules"
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages().count("plan") == 1 + bool(formulas)
    assert any("read by rules" in note for note in result.notes) is bool(formulas)


def test_what_one_formula_has_wrong_costs_no_other_and_is_told(messages_api):
    api = messages_api(RuleModel(mixed, lambda _question, _refused: [HOT, f"{CUP}.sweetness"]))
    result = ask()
    assert result.planned_by == "model"
    assert any("sweetness" in str(problem["message"]) for problem in result.problems)
    assert api.stages().count("plan") == 2


def test_a_formula_of_a_plan_that_is_sent_back_is_mended_beside_the_others(messages_api):
    lid = CUP.replace("minutes=10", "minutes=10, heat_loss=-50")

    def mends(_question: str, refused: list[str]) -> Sequence[str]:
        return [HOT, f"{lid}.temperature" if refused else f"{lid}.warmth"]

    messages_api(RuleModel(mixed, mends))
    result = ask()
    assert result.problems == ()
    assert "80.2 °C" in result.answer  # 20 + 70 exp(-0.15)


def test_no_run_is_made_that_the_models_plan_does_not_name(messages_api):
    """Rules would run the ceramic mug of the question; nothing decides claims by it."""
    paper = CUP.replace("ceramic mug", "paper cup")
    none = RuleModel(
        mixed,
        lambda _question, _refused: [f"{paper}.temperature"],
        lambda _claims, _refused: NO_ONE,
    )
    messages_api(none)
    result = ask()
    assert {run["call"]["arguments"]["cup"] for run in result.runs} == {"paper cup"}
    assert {one.verdict for one in result.claims} == {"outside"}


def test_parts_of_the_question_that_no_formula_uses_are_listed(messages_api):
    def says_what_is_missing(content: dict[str, Any]) -> dict[str, Any]:
        taste = formula(claim="how the coffee tastes", why="no output is a taste")
        return content | {"formulas": [*content["formulas"], taste]}

    question = READ_BY_RULES.replace("?", " and after 25 minutes?")
    faults = {"plan": [Fault(change=says_what_is_missing)]}
    messages_api(RuleModel(mixed, right), faults=faults)
    result = ask(question=question)
    assert result.open_parts[0] == "how the coffee tastes"
    assert any("25" in part for part in result.open_parts[1:])
    assert "Not computed: how the coffee tastes; 25" in result.answer
    assert result.as_json()["open_parts"] == list(result.open_parts)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (HOT.replace("minutes=10", "minutes=1000"), "1000"),
        (HOT.replace("minutes=10", "minutes=10, sugar=2"), "sugar"),
        ('coffee.cooling(cup="ceramic mug").temperature', "missing"),
    ],
)
def test_what_is_wrong_with_a_plan_that_the_rules_lack_is_sent_back_once_and_mended(
    messages_api, wrong, said
):
    refusals: list[list[str]] = []

    def mends(_question: str, refused: list[str]) -> Sequence[str]:
        refusals.append(refused)
        return [HOT] if refused else [wrong]

    api = messages_api(RuleModel(mixed, mends))
    result = ask(question=QUESTION)
    assert f"{TRUTH} °C [coffee-" in result.answer
    assert api.stages()[:2] == ["plan", "plan"]
    assert len(api.accepted) == 5 + 5
    first, second = refusals
    assert first == []
    assert said in second[0]


def test_a_plan_that_stays_wrong_is_a_refusal_with_the_reason(messages_api):
    api = messages_api(
        RuleModel(mixed, lambda _question, _refused: [HOT.replace("=10)", "=1000)")])
    )
    with pytest.raises(NothingHelps, match="1000"):
        ask(question=QUESTION)
    assert api.stages() == ["plan", "plan"]


@pytest.mark.parametrize(
    "question",
    [
        "Which coffee temperature did Bach like?",
        "Should cafes recommend a ceramic mug?",
        "How hot is the coffee in an espresso cup after 10 minutes, poured at 90 °C?",
    ],
)
def test_a_model_that_finds_no_call_leads_to_a_refusal_after_one_call(messages_api, question):
    """Whatever the rules think of a question that names something of a simulator."""
    api = messages_api(RuleModel(mixed, lambda _question, _refused: []))
    with pytest.raises(NothingHelps, match="no output is asked for") as caught:
        ask(question=question)
    assert {problem["reason"] for problem in caught.value.problems} >= {"no_plan"}
    assert api.stages() == ["plan"]


def test_a_model_that_is_not_to_be_had_leaves_the_rules_own_refusal(messages_api, monkeypatch):
    monkeypatch.setattr(claude, "RETRIES", 0)
    messages_api(RuleModel(mixed, right), faults={"plan": [Fault(status=529)]})
    with pytest.raises(NothingHelps, match=r"(?s)cup is missing.*made no plan.*529"):
        ask(question=QUESTION)


def test_names_and_inputs_come_as_pairs_as_objects_or_as_json_text():
    one = {"claim": "x", "formula": "A.x"}
    pairs = read({"formulas": [one | {"assume": [{"input": "year", "value": "2090"}]}],
                  "let": [{"name": "A", "part": "b.c()"}, 3]})  # fmt: skip
    objects = read({"formulas": json.dumps([one | {"assume": {"year": 2090}}]),
                    "let": {"A": "b.c()"}})  # fmt: skip
    assert pairs == objects
    assert dict(pairs.let) == {"A": "b.c()"}
    assert dict(pairs.assume) == {"year": 2090}


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
    model = drafting([RIGHT], write=rightly)
    messages_api(model, faults={"formulas": [with_names(formula)] * 2})
    found = claim(ask(), RIGHT)
    assert (found.verdict, found.formula) == (verdict, formula)
    assert found.let == {"C": "D", "D": CUP}


def test_a_formula_that_was_sent_back_and_withdrawn_leaves_its_claim_unread(messages_api):
    """Only what was never tried is outside; what nobody wrote rules do not read either."""

    def withdraws(claims: dict[str, str], refused: dict[str, str]) -> list[dict[str, Any]]:
        tried = {} if refused else {"formula": f"{CUP}.temperature > 65"}
        return [{"claim": k} | (tried if text == RIGHT else {}) for k, text in claims.items()]

    messages_api(drafting([RIGHT, SCALDS], write=withdraws))
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

    messages_api(drafting([SCALDS], write=writes))
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
