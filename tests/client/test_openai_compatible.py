"""A model behind an OpenAI-compatible endpoint, against a loopback server."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner

from client.chat_api import ChatApi, ChatFault
from client.coffee_loop import QUESTION, SAYS
from client.rule_model import CUP, RuleModel
from simulrag.client import ask, prompts
from simulrag.client.cli import app
from simulrag.client.errors import (
    BadInput,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    OddReply,
    ReplyTruncated,
)
from simulrag.client.language_models import endpoint, openai_compatible
from simulrag.client.language_models.openai_compatible import OpenAICompatible
from simulrag.client.language_models.protocol import LanguageModel, Reply, find

Start = Callable[..., ChatApi]
KEY = "a-secret-key"
DRAFT = {"answer": "It is 60 °C.", "claims": [{"text": "It is 60 °C.", "confidence": 0.5}]}
REQUEST = prompts.draft_request("How hot is it?", 0)


def draft(_prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
    return DRAFT


@pytest.fixture
def chat_api(monkeypatch: pytest.MonkeyPatch) -> Generator[Start]:
    """Start a loopback server and point the environment at it."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(endpoint, "_BACK_OFF", lambda _state: 0.01)
    with ExitStack() as stack:

        def start(model: Any = draft, **options: Any) -> ChatApi:
            api = stack.enter_context(ChatApi(model, **options))
            monkeypatch.setenv("OPENAI_BASE_URL", api.url)
            return api

        yield start


def complete(times: int = 1) -> tuple[Reply, OpenAICompatible]:
    async def asked() -> tuple[Reply, OpenAICompatible]:
        one = OpenAICompatible("local-7b")
        try:
            for _ in range(times - 1):
                await one.complete(REQUEST)
            return await one.complete(REQUEST), one
        finally:
            await one.close()

    return anyio.run(asked)


def failed() -> ModelError:
    with pytest.raises(ModelError) as caught:
        complete()
    return caught.value


def test_a_reply_is_the_arguments_of_the_function_and_cached_tokens_are_told_apart(
    chat_api: Start,
) -> None:
    api = chat_api()
    reply, _ = complete(times=2)
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
    reply, _ = complete(times=2)
    assert reply.content == DRAFT
    assert len(api.accepted) == 2
    assert len(api.keys) == 2 + 1 + (not schemas) + (not old_limit)
    assert ("response_format" in api.accepted[0][1]) is schemas


@pytest.mark.parametrize("status", [409, 502])
def test_passing_errors_are_tried_again_after_the_time_that_the_endpoint_names(
    chat_api: Start, status: int
) -> None:
    api = chat_api(faults={"draft": [ChatFault(status=status, retry_after="0.01")] * 2})
    assert complete()[0].usage.calls == 1
    assert len(api.keys) == 3


def test_a_connection_cut_in_mid_reply_and_a_slow_reply_are_tried_again(
    chat_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_compatible, "TIMEOUT", 0.3)
    api = chat_api(faults={"draft": [ChatFault(cut=True), ChatFault(slow=1)]})
    assert complete()[0].content == DRAFT
    assert len(api.accepted) == 3


def test_lasting_errors_name_the_status_and_what_to_do(chat_api: Start) -> None:
    chat_api(faults={"draft": [ChatFault(status=503)] * 9})
    error = failed()
    assert isinstance(error, ModelUnavailable)
    assert "local-7b answered 503: a fault that was asked for (try later)" in str(error)


def test_no_server_at_the_address_is_said(chat_api: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    chat_api()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://user:pass@127.0.0.1:1/v1")
    error = failed()
    assert isinstance(error, ModelUnavailable)
    assert "http://127.0.0.1:1/v1 after 5 attempts" in str(error)
    assert "pass" not in str(error)


def test_a_key_is_sent_and_a_wrong_one_is_not_shown(
    chat_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = chat_api(key=KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert complete()[0].content == DRAFT
    assert api.keys == [f"Bearer {KEY}"]
    monkeypatch.setenv("OPENAI_API_KEY", "another-secret")
    error = failed()
    assert "401" in str(error)
    assert "check OPENAI_API_KEY" in str(error)
    assert "another-secret" not in str(error)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (ChatFault(refusal="I would rather not."), ModelRefused),
        (ChatFault(finish="content_filter"), ModelRefused),
        (ChatFault(finish="length"), ReplyTruncated),
        (ChatFault(arguments='{"answer": "It is'), OddReply),
        (ChatFault(arguments="[1, 2]"), OddReply),
        (ChatFault(arguments='{"x": NaN}'), OddReply),
        (ChatFault(arguments="Evidence [1] says no. {}"), OddReply),
        (ChatFault(arguments="{} {}"), OddReply),
        (ChatFault(body="{not json"), OddReply),
        (ChatFault(body="[]"), OddReply),
        (ChatFault(body='{"choices": []}'), OddReply),
        (ChatFault(body='{"choices": [{"message": {"content": ""}}]}'), OddReply),
        (ChatFault(body='{"choices": "none", "usage": {"prompt_tokens": "many"}}'), OddReply),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_typed_error_that_says_what_it_cost(
    chat_api: Start, fault: ChatFault, error: type[Exception]
) -> None:
    chat_api(faults={"draft": [fault]})
    found = failed()
    assert type(found) is error
    assert found.usage.calls == 1


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
