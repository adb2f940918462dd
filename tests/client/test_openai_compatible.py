"""A model behind an OpenAI-compatible endpoint, against a loopback server."""

from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from client.chat_api import ChatApi
from client.coffee_loop import QUESTION, SAYS
from client.messages_api import DRAFT, Fault
from client.rule_model import CUP, RuleModel
from client.test_endpoints import complete
from simulrag.client import ask
from simulrag.client.cli import app
from simulrag.client.errors import (
    BadInput,
    ModelRefused,
    ModelUnavailable,
    OddReply,
)
from simulrag.client.language_models.openai_compatible import OpenAICompatible
from simulrag.client.language_models.protocol import LanguageModel, Reply, find

Start = Callable[..., ChatApi]
KEY = "a-secret-key"


def asked(times: int = 1) -> Reply:
    return complete(lambda: OpenAICompatible("local-7b"), times)


def test_a_reply_is_the_arguments_of_the_function_and_cached_tokens_are_told_apart(
    chat_api: Start,
) -> None:
    api = chat_api()
    reply = asked(times=2)
    assert reply.content == DRAFT
    (_, sent), _ = api.accepted
    assert sent["tool_choice"]["function"]["name"] == "submit_draft"
    assert sent["model"] == "local-7b"
    assert "temperature" not in sent
    assert api.keys == ["", ""]
    assert (reply.usage.input_tokens, reply.usage.cache_read_tokens) == (60, 40)
    assert reply.usage.calls == 1


@pytest.mark.parametrize("fenced", [False, True])
@pytest.mark.parametrize("schemas", [False, True])
@pytest.mark.parametrize("old_limit", [False, True])
def test_endpoints_without_functions_or_schemas_are_asked_in_another_way_once(
    chat_api: Start, fenced: bool, schemas: bool, old_limit: bool
) -> None:
    api = chat_api(functions=False, schemas=schemas, fenced=fenced, old_limit=old_limit)
    reply = asked(times=2)
    assert reply.content == DRAFT
    assert len(api.accepted) == 2
    assert len(api.keys) == 2 + 1 + (not schemas) + (not old_limit)
    assert ("response_format" in api.accepted[0][1]) is schemas


def test_neither_a_key_nor_a_password_in_the_address_is_shown(
    chat_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = chat_api(key=KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert asked().content == DRAFT
    assert api.keys == [f"Bearer {KEY}"]
    monkeypatch.setenv("OPENAI_BASE_URL", "http://user:pass@127.0.0.1:1/v1")
    with pytest.raises(
        ModelUnavailable, match=r"http://127\.0\.0\.1:1/v1 after 5 attempts"
    ) as caught:
        asked()
    assert "pass" not in str(caught.value)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(stop="content_filter"), ModelRefused),
        (Fault(written='{"answer": "It is'), OddReply),
        (Fault(written='{"x": NaN}'), OddReply),
        (Fault(written="Evidence [1] says no. {}"), OddReply),
        (Fault(written="{} {}"), OddReply),
        (Fault(body="[]"), OddReply),
        (Fault(body='{"choices": []}'), OddReply),
        (Fault(body='{"choices": [{"message": {"content": ""}}]}'), OddReply),
        (Fault(body='{"choices": "none", "usage": {"prompt_tokens": "many"}}'), OddReply),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_typed_error_that_says_what_it_cost(
    chat_api: Start, fault: Fault, error: type[Exception]
) -> None:
    chat_api(faults={"draft": [fault]})
    with pytest.raises(error) as caught:
        asked()
    assert caught.value.usage.calls == 1


def test_the_name_of_a_model_and_an_address_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(BadInput, match="give --model openai-compatible:MODEL-ID"):
        find("openai-compatible")
    with pytest.raises(BadInput, match="give --base-url or set OPENAI_BASE_URL"):
        find("openai-compatible:local-7b")
    with pytest.raises(BadInput, match="'localhost:11434' of the model is no http"):
        find("openai-compatible:local-7b", "localhost:11434")
    found = find("openai-compatible:local-7b", "http://127.0.0.1:1/v1/")
    assert isinstance(found, LanguageModel)


@pytest.mark.usefixtures("only_coffee")
def test_the_whole_loop_runs_on_a_local_model(
    chat_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = chat_api(RuleModel(lambda _question, _number: [SAYS.format("65.0 °C")]), functions=False)
    monkeypatch.delenv("OPENAI_BASE_URL")
    done = CliRunner().invoke(
        app,
        ["ask", QUESTION, "--model", "openai-compatible:local-7b", "--base-url", api.url],
    )
    assert done.exit_code == 0, done.output
    assert "71.9 °C [coffee-" in done.stdout
    assert "openai-compatible (local-7b): 5 drafts, 9 calls" in done.stdout
    assert sorted(api.stages()) == ["compose", *["draft"] * 5, "formulas", "plan", "review"]


@pytest.mark.usefixtures("only_coffee")
@pytest.mark.parametrize(("window", "planned_by"), [(8_000, "model"), (2_000, "rules")])
def test_a_small_window_costs_no_answer(chat_api: Start, window: int, planned_by: str) -> None:
    """What does not fit is not asked, rules stand in for it, and the answer says so."""
    model = RuleModel(
        lambda _question, _number: [SAYS.format("65.0 °C")],
        lambda _question, _refused: [f"{CUP}.temperature"],
    )
    chat_api(model, window=window)
    result = ask(QUESTION, model="openai-compatible:local-7b", drafts=2)
    assert "71.9 °C" in result.answer
    assert "65.0" not in result.answer
    assert result.planned_by == planned_by
    told = any("maximum context length is 2000" in note for note in result.notes)
    assert told == (planned_by == "rules")
