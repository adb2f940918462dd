"""Claude through the anthropic SDK: replies are the input of a tool that the model must use.

No sampling parameter is sent: the Messages API of 2026-10-21 refuses temperature, top_p and
top_k. The key and the address come from the environment, as the SDK reads them
(ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL).
"""

import os
from typing import TYPE_CHECKING, Any, cast

from pydantic import JsonValue

from simulrag.client.errors import (
    ModelError,
    ModelRefused,
    ModelUnavailable,
    OddReply,
    ReplyTruncated,
)
from simulrag.client.language_models.protocol import Reply, Request
from simulrag.client.language_models.secrets import without
from simulrag.client.language_models.usage import Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types import Message

#: Where the environment may hold a key.
KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
DEFAULT_MODEL = "claude-sonnet-5-5"
#: Retries of one request after 408, 409, 429, 5xx or a lost connection, with back-off.
RETRIES = 4
#: Seconds that one reply may take.
TIMEOUT = 180.0
_NO_THINKING = {"thinking": {"type": "disabled"}}


def has_key() -> bool:
    """Tell whether the environment holds a key for the Messages API."""
    return any(os.environ.get(name) for name in KEYS)


class Claude:
    """A Claude model. `model` is a model id, "" for the default."""

    name = "claude"

    def __init__(self, model: str = "") -> None:
        if not has_key():
            raise ModelUnavailable(
                "ANTHROPIC_API_KEY is not set; set it to use Claude, or leave --model out: the "
                "question is then answered from simulations alone"
            )
        self.model = model or DEFAULT_MODEL
        self._client: AsyncAnthropic | None = None
        self._spent = Usage()
        self._no_thinking = False

    @property
    def spent(self) -> Usage:
        """All that this model was asked so far, failed replies too."""
        return self._spent

    async def complete(self, request: Request) -> Reply:
        """Reply to a request.

        Raises ModelUnavailable, ModelRefused, ReplyTruncated or OddReply.
        """
        message = await self._send(request)
        usage = _usage(message, request)
        self._spent += usage
        try:
            return Reply(content=_content(message, request), usage=usage)
        except ModelError as error:
            error.usage = usage
            raise

    async def close(self) -> None:
        """Release connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    def _connection(self) -> "AsyncAnthropic":
        if self._client is None:
            from anthropic import AsyncAnthropic  # takes seconds to import

            self._client = AsyncAnthropic(max_retries=RETRIES, timeout=TIMEOUT)
        return self._client

    async def _send(self, request: Request) -> "Message":
        client = self._connection()
        from anthropic import AnthropicError, APIConnectionError, APIStatusError

        try:
            return await self._create(client, _parameters(request, self.model))
        except APIStatusError as error:
            raise ModelUnavailable(_status_message(error, self.model)) from error
        except APIConnectionError as error:
            raise ModelUnavailable(
                f"Claude cannot be reached at {client.base_url} after {RETRIES + 1} attempts: "
                f"{error.__cause__ or error}"
            ) from error
        except AnthropicError as error:
            raise ModelUnavailable(f"the anthropic SDK failed: {error}") from error
        except (ValueError, RecursionError) as error:  # the SDK lets through what is not JSON
            raise _malformed(request, str(error)) from error

    async def _create(self, client: "AsyncAnthropic", parameters: dict[str, Any]) -> "Message":
        from anthropic import BadRequestError

        create: Any = client.messages.create
        told = self._no_thinking
        try:
            return await create(**parameters | (_NO_THINKING if told else {}))
        except BadRequestError as error:
            if told or "thinking" not in str(error).lower():
                raise
            # a model that thinks unless told otherwise does not let a tool be forced
            self._no_thinking = True
            return await create(**parameters | _NO_THINKING)


def _parameters(request: Request, model: str) -> dict[str, Any]:
    return {
        "model": model,
        "max_tokens": request.max_tokens,
        "system": request.system,
        "messages": [{"role": "user", "content": request.prompt}],
        "tools": [
            {
                "name": request.tool,
                "description": request.description,
                "input_schema": dict(request.reply_schema),
            }
        ],
        "tool_choice": {
            "type": "tool",
            "name": request.tool,
            "disable_parallel_tool_use": True,
        },
    }


def _status_message(error: Any, model: str) -> str:
    body: Any = error.body
    try:
        detail = body["error"]["message"]
    except (KeyError, TypeError):
        detail = str(error)
    advice = {
        401: "check ANTHROPIC_API_KEY",
        403: "the key may not use this model",
        404: "choose another model with --model claude:MODEL-ID",
        429: "the rate limit is spent; try later",
    }.get(error.status_code, "try later" if error.status_code >= 500 else "see the message")
    told = f"Claude ({model}) answered {error.status_code}: {detail} ({advice})"
    return without(told, [os.environ.get(name, "") for name in KEYS])


def _usage(message: "Message", request: Request) -> Usage:
    try:
        usage = message.usage
        return Usage(
            calls=1,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_input_tokens or 0,
            cache_write_tokens=usage.cache_creation_input_tokens or 0,
        )
    except (AttributeError, ValueError) as error:  # the SDK does not validate what it is sent
        raise _malformed(request, "it is no message with its usage") from error


def _malformed(request: Request, why: str) -> OddReply:
    told = f"Claude's reply to the step {request.stage!r} is malformed: {why[:200]}"
    return OddReply(told, Usage(calls=1))


def _content(message: "Message", request: Request) -> dict[str, JsonValue]:
    if message.stop_reason == "refusal":
        details = message.stop_details
        why = (details and (details.explanation or details.category)) or "no reason given"
        raise ModelRefused(f"Claude declined the step {request.stage!r}: {why}")
    if message.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        raise ReplyTruncated(
            f"Claude's reply to the step {request.stage!r} was cut off "
            f"({message.stop_reason}, {request.max_tokens} tokens allowed)"
        )
    given = [b.input for b in message.content if b.type == "tool_use" and b.name == request.tool]
    if not given:
        raise OddReply(f"Claude replied to the step {request.stage!r} without using {request.tool}")
    if any(other != given[0] for other in given):  # a preliminary reply is no reply
        raise OddReply(f"Claude gave {len(given)} different replies to the step {request.stage!r}")
    return _object(given[0], request)


def _object(given: object, request: Request) -> dict[str, JsonValue]:
    if not isinstance(given, dict):
        raise OddReply(
            f"Claude's reply to the step {request.stage!r} is a {type(given).__name__}, "
            "not an object"
        )
    return cast("dict[str, JsonValue]", given)
