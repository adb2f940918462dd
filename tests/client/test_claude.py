"""Claude through the real SDK, against the loopback server."""

import logging
import time
from collections.abc import Callable
from typing import Any

import anyio
import pytest

from client.messages_api import KEY, Fault, MessagesApi
from simulrag.client import prompts
from simulrag.client.errors import (
    BadInput,
    ModelRefused,
    ModelUnavailable,
    OddReply,
    ReplyTruncated,
)
from simulrag.client.language_models import claude, endpoint
from simulrag.client.language_models.claude import Claude
from simulrag.client.language_models.protocol import LanguageModel, Reply, find, names

Start = Callable[..., MessagesApi]
DRAFT = {"answer": "It is 60 °C.", "claims": [{"text": "It is 60 °C.", "confidence": 0.5}]}
REQUEST = prompts.draft_request("How hot is it?", 0)


def draft(_prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
    return DRAFT


def complete(*, model: str = "", times: int = 1) -> Reply:
    async def asked() -> Reply:
        one = Claude(model)
        try:
            return [await one.complete(REQUEST) for _ in range(times)][-1]
        finally:
            await one.close()

    return anyio.run(asked)


def test_a_reply_is_the_input_of_the_tool_that_the_request_forces(messages_api: Start) -> None:
    api = messages_api(draft)
    reply = complete(times=2)
    assert reply.content == DRAFT
    assert api.refused == []
    (_, sent), _ = api.accepted
    assert sent["model"] == claude.DEFAULT_MODEL
    assert sent["tool_choice"]["name"] == sent["tools"][0]["name"] == "submit_draft"
    assert not {"temperature", "top_p", "top_k"} & sent.keys()
    assert reply.usage.calls == 1
    assert reply.usage.input_tokens > 100


@pytest.mark.parametrize("status", [408, 429, 500, 529])
def test_passing_errors_are_retried(messages_api: Start, status: int) -> None:
    api = messages_api(draft, faults={"draft": [Fault(status=status, retry_after="0.01")]})
    reply = complete()
    assert reply.content == DRAFT
    assert reply.usage.calls == 1
    assert api.stages() == ["draft"]


def test_the_time_that_the_server_asks_for_is_waited(messages_api: Start) -> None:
    """0.7 s lies above the SDK's own first back-off, which is at most 0.5 s."""
    messages_api(draft, faults={"draft": [Fault(status=429, retry_after="0.7")]})
    start = time.monotonic()
    complete()
    assert time.monotonic() - start >= 0.7


def test_a_time_beyond_a_minute_is_not_waited(
    messages_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "_BACK_OFF", lambda _state: 0.01)
    api = messages_api(draft, faults={"draft": [Fault(status=429, retry_after="86400")]})
    assert complete().content == DRAFT
    assert api.stages() == ["draft"]


@pytest.mark.parametrize("status", [400, 401, 501])
def test_errors_that_will_not_pass_are_not_retried(messages_api: Start, status: int) -> None:
    api = messages_api(draft, faults={"draft": [Fault(status=status)] * 2})
    with pytest.raises(ModelUnavailable, match=str(status)):
        complete()
    assert len(api.faults["draft"]) == 1


def test_no_log_holds_the_key(messages_api: Start, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    messages_api(draft, faults={"draft": [Fault(status=500, retry_after="0.01")]})
    complete()
    assert caplog.records
    assert KEY not in caplog.text


def test_a_reply_cut_in_the_middle_is_asked_for_again(messages_api: Start) -> None:
    api = messages_api(draft, faults={"draft": [Fault(cut=True)]})
    assert complete().content == DRAFT
    assert api.stages() == ["draft", "draft"]


def test_lasting_errors_name_the_status_and_what_to_do(
    messages_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claude, "RETRIES", 1)
    messages_api(draft, faults={"draft": [Fault(status=529, retry_after="0.01")] * 2})
    with pytest.raises(ModelUnavailable, match=r"529.*try later"):
        complete()


def test_a_wrong_key_is_not_retried_and_not_shown(
    messages_api: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = messages_api(draft)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-secret-that-is-wrong")
    with pytest.raises(ModelUnavailable, match=r"401.*check ANTHROPIC_API_KEY") as caught:
        complete()
    assert api.refused == ["invalid bearer token"]
    assert "a-secret" not in str(caught.value)


def test_no_server_at_the_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claude, "RETRIES", 0)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    with pytest.raises(ModelUnavailable, match=r"cannot be reached at http://127\.0\.0\.1:1"):
        complete()


def test_a_model_that_thinks_by_default_is_told_not_to(messages_api: Start) -> None:
    api = messages_api(draft, thinks_by_default=True)
    complete(times=2)
    assert len(api.refused) == 1
    assert len(api.accepted) == 2


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault(stop="refusal"), ModelRefused),
        (Fault(stop="max_tokens"), ReplyTruncated),
        (Fault(stop="model_context_window_exceeded"), ReplyTruncated),
        (Fault(text_only=True), OddReply),
        (Fault(body="{"), OddReply),
        (Fault(change=lambda _: ["not", "an", "object"]), OddReply),
        (Fault(change=lambda _: None), OddReply),
    ],
)
def test_a_reply_that_cannot_be_used_is_a_typed_error_and_counts_as_a_call(
    messages_api: Start, fault: Fault, error: type[Exception]
) -> None:
    messages_api(draft, faults={"draft": [fault]})

    with pytest.raises(error, match="draft") as caught:
        complete()
    assert caught.value.usage.calls == 1


def test_without_a_key_the_error_says_what_to_set() -> None:
    with pytest.raises(ModelUnavailable, match="ANTHROPIC_API_KEY is not set"):
        find("claude")


def test_models_are_found_by_name_and_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    found = find("claude:claude-haiku-5-5")
    assert isinstance(found, LanguageModel)
    assert (found.name, found.model) == ("claude", "claude-haiku-5-5")
    assert "claude" in names()
    with pytest.raises(BadInput, match=r"'gpt' is unknown; choose one of .*claude"):
        find("gpt")
