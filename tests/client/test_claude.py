"""Claude through the real SDK, against the loopback server."""

import pytest

from client.messages_api import DRAFT, KEY, Fault, draft
from client.test_endpoints import complete
from simulrag.client.errors import BadInput, ModelUnavailable, ReplyTruncated
from simulrag.client.language_models import claude
from simulrag.client.language_models.claude import Claude
from simulrag.client.language_models.protocol import LanguageModel, find, names


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


def test_without_a_key_the_error_says_what_to_set():
    with pytest.raises(ModelUnavailable, match="ANTHROPIC_API_KEY is not set"):
        find("claude")


def test_models_are_found_by_name_and_id(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    found = find("claude:claude-haiku-5-5")
    assert isinstance(found, LanguageModel)
    assert (found.name, found.model) == ("claude", "claude-haiku-5-5")
    assert "claude" in names()
    with pytest.raises(BadInput, match=r"'gpt' is unknown; choose one of .*claude"):
        find("gpt")
