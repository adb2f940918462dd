"""Models behind an address on the network, each against its loopback server."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import anyio
import pytest

from client.chat_api import ChatApi
from client.coffee_loop import QUESTION, WRONG
from client.messages_api import DRAFT, KEY, Fault, Loopback, draft
from client.rule_model import CUP, RuleModel, drafting
from client.running import simulrag
from simulrag.client import ask, prompts
from simulrag.client.errors import (
    BadInput,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    OddReply,
    ReplyTruncated,
)
from simulrag.client.language_models import claude, endpoint, openai_compatible
from simulrag.client.language_models.claude import Claude
from simulrag.client.language_models.endpoint import Endpoint
from simulrag.client.language_models.openai_compatible import OpenAICompatible
from simulrag.client.language_models.protocol import LanguageModel, Reply, find, names

REQUEST = prompts.draft_request("How hot is it?", 0)


def complete(make: Callable[[], Endpoint[Any, Any]], times: int = 1) -> Reply:
    """The last of some replies of a model to the same request."""

    async def asked() -> Reply:
        one = make()
        try:
            return [await one.complete(REQUEST) for _ in range(times)][-1]
        finally:
            await one.close()

    return anyio.run(asked)


@dataclass
class Asked:
    """A model with the server that it asks. `key` and `address` are variables that it reads."""

    module: ModuleType
    make: Callable[[], Any]
    serve: Callable[..., Loopback]
    key: str
    address: str

    def start(self, *faults: Fault) -> Loopback:
        return self.serve(draft, faults={"draft": list(faults)})

    def complete(self) -> Reply:
        return complete(self.make)

    def failed(self, kind: type[ModelError] = ModelUnavailable) -> ModelError:
        with pytest.raises(ModelError) as caught:
            self.complete()
        assert type(caught.value) is kind
        return caught.value


@pytest.fixture(params=["claude", "openai-compatible"])
def model(request, monkeypatch, messages_api, chat_api) -> Asked:
    if request.param == "claude":
        found = Asked(
            claude, claude.Claude, messages_api, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"
        )
    else:
        found = Asked(
            openai_compatible,
            partial(openai_compatible.OpenAICompatible, "local-7b"),
            partial(chat_api, key=KEY),
            "OPENAI_API_KEY",
            "OPENAI_BASE_URL",
        )
    monkeypatch.setenv(found.key, KEY)
    return found


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 529])
def test_passing_errors_are_retried(model: Asked, status: int) -> None:
    api = model.start(*[Fault(status=status, retry_after="0.01")] * 2)
    reply = model.complete()
    assert (reply.content, reply.usage.calls) == (DRAFT, 1)
    assert api.stages() == ["draft"]


def test_the_time_that_the_server_asks_for_is_waited(model: Asked) -> None:
    """0.7 s lies above the first back-off of our own, which is at most 0.5 s."""
    model.start(Fault(status=429, retry_after="0.7"))
    start = time.monotonic()
    model.complete()
    assert time.monotonic() - start >= 0.7


def test_a_time_beyond_a_minute_is_not_waited(
    model: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "_BACK_OFF", lambda _state: 0.01)
    model.start(Fault(status=429, retry_after="86400"))
    assert model.complete().content == DRAFT


@pytest.mark.parametrize("status", [400, 401, 501])
def test_errors_that_will_not_pass_are_not_retried(model: Asked, status: int) -> None:
    api = model.start(*[Fault(status=status)] * 2)
    assert str(status) in str(model.failed())
    assert len(api.faults["draft"]) == 1


def test_no_log_holds_the_key(model: Asked, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    model.start(Fault(status=500, retry_after="0.01"))
    model.complete()
    assert caplog.records
    assert KEY not in caplog.text


def test_a_reply_cut_in_the_middle_or_too_slow_is_asked_for_again(
    model: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model.module, "TIMEOUT", 0.5)
    api = model.start(Fault(cut=True), Fault(slow=1.5))
    assert model.complete().content == DRAFT
    assert len(api.accepted) == 3


def test_lasting_errors_name_the_status_and_what_to_do(
    model: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "_BACK_OFF", lambda _state: 0.01)
    model.start(*[Fault(status=529)] * 9)
    said = str(model.failed())
    assert "answered 529: a fault that was asked for (try later)" in said


def test_a_wrong_key_is_not_retried_and_not_shown(
    model: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = model.start()
    monkeypatch.setenv(model.key, "a-secret-that-is-wrong")
    said = str(model.failed())
    assert f"check {model.key}" in said
    assert "401" in said
    assert "a-secret" not in said
    assert len(api.refused) == 1


def test_no_server_at_the_address_is_said_without_a_password(
    model: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "_BACK_OFF", lambda _state: 0.01)
    monkeypatch.setenv(model.address, "http://user:password@127.0.0.1:1/v1")
    said = str(model.failed())
    assert "127.0.0.1:1/v1" in said
    assert "password" not in said


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(stop="refusal"), ModelRefused),
        (Fault(stop="max_tokens"), ReplyTruncated),
        (Fault(text_only=True, written="Well, hello."), OddReply),
        (Fault(body="{"), OddReply),
        (Fault(change=lambda _: ["not", "an", "object"]), OddReply),
        (Fault(change=lambda _: None), OddReply),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_typed_error_and_counts_as_a_call(
    model: Asked, fault: Fault, error: type[ModelError]
) -> None:
    model.start(fault)
    found = model.failed(error)
    assert "draft" in str(found)
    assert found.usage.calls == 1


def test_a_reply_is_the_input_of_the_tool_that_the_request_forces(messages_api):
    api = messages_api(draft)
    reply = complete(Claude, times=2)
    assert reply.content == DRAFT
    assert api.refused == []
    (_, sent), _ = api.accepted
    assert sent["model"] == claude.DEFAULT_MODEL
    assert sent["tool_choice"]["name"] == sent["tools"][0]["name"] == "submit_draft"
    assert not {"temperature", "top_p", "top_k"} & sent.keys()
    assert reply.usage.calls == 1
    assert reply.usage.input_tokens > 100


def test_a_model_that_thinks_by_default_is_told_not_to(messages_api):
    api = messages_api(draft, thinks_by_default=True)
    complete(Claude, times=2)
    assert len(api.refused) == 1
    assert len(api.accepted) == 2


def test_a_reply_beyond_the_window_is_cut_off(messages_api):
    messages_api(draft, faults={"draft": [Fault(stop="model_context_window_exceeded")]})
    with pytest.raises(ReplyTruncated):
        complete(Claude)


def test_models_are_found_by_name_and_id(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    found = find("claude:claude-haiku-5-5")
    assert isinstance(found, LanguageModel)
    assert (found.name, found.model) == ("claude", "claude-haiku-5-5")
    assert "claude" in names()
    with pytest.raises(BadInput, match=r"'gpt' is unknown; choose one of .*claude"):
        find("gpt")


Start = Callable[..., ChatApi]


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
    api = chat_api(drafting([WRONG]), functions=False)
    monkeypatch.delenv("OPENAI_BASE_URL")
    local = ("--model", "openai-compatible:local-7b", "--base-url", api.url)
    done = simulrag("ask", QUESTION, *local)
    assert done.exit_code == 0, done.output
    assert "71.9 °C [coffee-" in done.stdout
    assert "openai-compatible (local-7b): 5 drafts, 9 calls" in done.stdout
    assert sorted(api.stages()) == ["compose", *["draft"] * 5, "formulas", "plan", "review"]


@pytest.mark.usefixtures("only_coffee")
@pytest.mark.parametrize(("window", "planned_by"), [(8_000, "model"), (2_000, "rules")])
def test_a_small_window_costs_no_answer(chat_api: Start, window: int, planned_by: str) -> None:
    """What does not fit is not asked, rules stand in for it, and the answer says so."""
    planned = [f"{CUP}.temperature"]
    model = RuleModel(lambda _question, _number: [WRONG], lambda _question, _refused: planned)
    chat_api(model, window=window)
    result = ask(QUESTION, model="openai-compatible:local-7b", drafts=2)
    assert "71.9 °C" in result.answer
    assert "65.0" not in result.answer
    assert result.planned_by == planned_by
    told = any("maximum context length is 2000" in note for note in result.notes)
    assert told == (planned_by == "rules")
