"""What all models behind an address on the network do alike, each against its loopback server."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import anyio
import pytest

from client.messages_api import DRAFT, KEY, Fault, Loopback, draft
from simulrag.client import prompts
from simulrag.client.errors import (
    ModelError,
    ModelRefused,
    ModelUnavailable,
    OddReply,
    ReplyTruncated,
)
from simulrag.client.language_models import claude, endpoint, openai_compatible
from simulrag.client.language_models.endpoint import Endpoint
from simulrag.client.language_models.protocol import Reply

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
    monkeypatch.setenv(model.address, "http://127.0.0.1:1/v1")
    assert "cannot be reached at http://127.0.0.1:1/v1" in str(model.failed())


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
