"""Claims that the grammar cannot read are read by the model in one call; the server checks it."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT, TRUTH, ask, claim
from client.messages_api import Fault, MessagesApi
from client.rule_model import RuleModel
from simulrag.client.journal import Journal, settings
from simulrag.client.result import Result

Start = Callable[..., MessagesApi]
#: The grammar knows of what these speak, but reads no number, class or direction in them.
SCALDS = "The temperature of the coffee is past what a tongue can bear."
SIPPED = "The temperature of the coffee lets one sip it with pleasure."
NICE = "The temperature of the coffee reminds one of Vienna."
CALL = {
    "simulator": "coffee",
    "function": "cooling",
    "arguments": {"cup": "ceramic mug", "initial_temperature": 90, "minutes": 10},
}
CLASS: dict[str, Any] = {
    "decidable": True, "calls": [json.dumps(CALL)], "output": "temperature",
    "operation": "value", "comparator": "is",
}  # fmt: skip
LABELS = {SCALDS: "very hot", SIPPED: "hot"}


def drafted(_question: str, _number: int) -> list[str]:
    return [RIGHT, SCALDS, SIPPED, NICE]


def rightly(claims: dict[str, str], _refused: dict[str, str]) -> list[dict[str, Any]]:
    """Two claims name a class of the scale, the third is none for a simulator."""
    return [
        {"id": key, **CLASS, "label": LABELS[text]}
        if text in LABELS
        else {"id": key, "decidable": False}
        for key, text in claims.items()
    ]


def asked_to_read(api: MessagesApi) -> int:
    return api.stages().count("read")


def test_unread_claims_are_read_in_one_call_and_decided_by_runs(messages_api: Start) -> None:
    api = messages_api(RuleModel(drafted, read=rightly))
    result = ask()
    assert api.stages() == [*["draft"] * 5, "support", "read", "compose"]
    assert (claim(result, SCALDS).verdict, claim(result, SCALDS).read_by) == ("supported", "model")
    assert claim(result, SCALDS).run_ids
    assert (claim(result, SIPPED).verdict, claim(result, SIPPED).read_by) == ("refuted", "model")
    assert claim(result, NICE).verdict == "outside"
    problem = claim(result, NICE).problem
    assert problem is not None
    assert "language model" in problem.message
    assert claim(result, RIGHT).read_by == "rules"


def test_claims_that_the_grammar_reads_ask_nothing(messages_api: Start) -> None:
    api = messages_api(RuleModel(lambda _question, _number: [RIGHT], read=rightly))
    ask()
    assert asked_to_read(api) == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"output": "taste"}, "taste"),
        ({"label": "boiling"}, "allowed is lukewarm, hot, very hot"),
        ({"comparator": "equal", "figures": ["71.9"]}, "not printed in the claim"),
        ({"comparator": "equal", "figures": []}, "figures"),
        ({"operation": "difference"}, "takes 2 terms"),
        ({"calls": []}, "takes 1 terms"),
        ({"calls": [CLASS["calls"][0].replace("10", "1000")]}, "out of range"),
        ({"calls": ["no JSON"]}, "is no Reading"),
        ({"comparator": "rises", "output": "drinkable"}, "use 'is'"),
    ],
)
def test_a_reading_that_the_server_refuses_is_sent_back_once_with_the_reason(
    messages_api: Start, changed: dict[str, Any], said: str
) -> None:
    refusals: list[dict[str, str]] = []

    def mends(claims: dict[str, str], refused: dict[str, str]) -> Sequence[Mapping[str, Any]]:
        refusals.append(refused)
        made = rightly(claims, refused)
        return made if refused else [one | changed if one["decidable"] else one for one in made]

    api = messages_api(RuleModel(drafted, read=mends))
    result = ask()
    assert asked_to_read(api) == 2
    assert len(api.accepted) == 5 + 4
    assert claim(result, SCALDS).verdict == "supported"
    assert said in next(iter(refusals[1].values()))
    assert len(refusals[1]) == 2


def test_a_reading_that_stays_wrong_leaves_its_claim_unread_and_never_wrong(
    messages_api: Start,
) -> None:
    def never(claims: dict[str, str], refused: dict[str, str]) -> list[dict[str, Any]]:
        return [one | {"output": "taste"} for one in rightly(claims, refused)]

    api = messages_api(RuleModel(drafted, read=never))
    result = ask()
    assert asked_to_read(api) == 2
    assert {claim(result, text).verdict for text in LABELS} == {"unread"}
    assert claim(result, RIGHT).verdict == "supported"


def by_text(result: Result) -> dict[str, str]:
    return {c.text: c.verdict for c in result.claims}


def each(**changed: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda content: {"readings": [one | changed for one in content["readings"]]}


#: What a model may do with ids, and what becomes of the claims.
ODD: dict[str, tuple[Callable[[dict[str, Any]], Any], set[str]]] = {
    "no claim answered": (lambda _: {"readings": []}, {"not_measured"}),
    "ids that do not exist": (each(id="c99"), {"not_measured"}),
    "ids as numbers": (each(id=1), {"not_measured"}),
    "one claim read in two ways": (
        lambda content: {
            "readings": [*content["readings"], *({**r, "label": "?"} for r in content["readings"])]
        },
        {"not_measured"},
    ),
    "a string for a boolean": (each(decidable="false"), {"not_measured"}),
    "null for calls": (each(calls=None), {"not_measured"}),
    "all held to be decidable": (each(decidable=True, output="taste"), {"unread"}),
    "each claim twice alike": (
        lambda content: {"readings": content["readings"] * 2},
        {"supported", "refuted", "outside"},
    ),
    "a list as text": (lambda content: {"readings": str(content["readings"])}, {"not_measured"}),
    "null": (lambda _: {"readings": None}, {"not_measured"}),
}


@pytest.mark.parametrize(("change", "words"), ODD.values(), ids=ODD)
def test_every_claim_is_answered_or_not_measured_whatever_the_model_does_with_ids(
    messages_api: Start,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], Any],
    words: set[str],
) -> None:
    faults = {"read": [Fault(change=change)] * 2}
    api = messages_api(RuleModel(drafted, read=rightly), faults=faults)
    given = settings(QUESTION, "claude", 5, 0)
    with Journal(tmp_path, given) as journal:
        result = ask(journal=journal)
    verdicts = by_text(result)
    assert verdicts[RIGHT] == "supported"
    assert {verdicts[text] for text in (SCALDS, SIPPED, NICE)} == words
    assert f"{TRUTH} °C [coffee-" in result.answer
    paid = len(api.accepted)
    with Journal(tmp_path, given, resume=True) as journal:
        assert ask(journal=journal) == result
    assert len(api.accepted) == paid <= 5 + 4


def test_claims_that_one_reply_passed_over_are_asked_for_again(messages_api: Start) -> None:
    half = Fault(change=lambda content: {"readings": content["readings"][:1]})
    api = messages_api(RuleModel(drafted, read=rightly), faults={"read": [half]})
    result = ask()
    assert asked_to_read(api) == 2
    assert set(by_text(result).values()) == {"supported", "refuted", "outside"}


def test_the_last_call_of_a_limit_is_kept_for_composing(messages_api: Start) -> None:
    from simulrag.client.language_models.metered import Limits

    api = messages_api(RuleModel(drafted, read=rightly))
    result = ask(limits=Limits(calls=7))
    assert api.stages() == [*["draft"] * 5, "support", "compose"]
    assert by_text(result)[SCALDS] == "unread"
