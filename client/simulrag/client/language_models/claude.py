"""Claude through the anthropic SDK: replies are the input of a tool that the model must use.

No sampling parameter is sent: the Messages API of 2026-10-21 refuses temperature, top_p and
top_k. The key and the address come from the environment, as the SDK reads them
(ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL).

What requests share stands in blocks of its own, each with a breakpoint of the prompt cache at its
end: tools, system and shared blocks are then read from the cache at a tenth of the price and kept
for five minutes. The API passes over breakpoints behind less than about 1,024 tokens (4,096 for
some models), so that marking a short prefix costs nothing and saves nothing.
"""

import os
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from simulrag.client.errors import (
    ModelRefused,
    ModelUnavailable,
    OddReply,
    ReplyTruncated,
)
from simulrag.client.language_models.endpoint import (
    RETRIES,
    Endpoint,
    Passing,
    advice,
    as_object,
    attempts,
    may_pass,
    place,
    without,
)
from simulrag.client.language_models.protocol import Request
from simulrag.client.language_models.usage import Usage

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types import Message

#: Where the environment may hold a key.
KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
DEFAULT_MODEL = "claude-sonnet-5-5"
#: Seconds that one reply may take.
TIMEOUT = 180.0
_NO_THINKING = {"thinking": {"type": "disabled"}}


def has_key() -> bool:
    """Tell whether the environment holds a key for the Messages API."""
    return any(os.environ.get(name) for name in KEYS)


class Claude(Endpoint["AsyncAnthropic", "Message"]):
    """A Claude model. `model` is a model id, "" for the default."""

    name = "claude"
    #: A prefix that requests share is cheaper once a request with it was answered.
    caches_prefixes = True

    def __init__(self, model: str = "") -> None:
        if not has_key():
            raise ModelUnavailable(
                "ANTHROPIC_API_KEY is not set; set it to use Claude, or leave --model out: the "
                "question is then answered from simulations alone"
            )
        super().__init__(model or DEFAULT_MODEL)
        self._no_thinking = False

    def _connect(self) -> "AsyncAnthropic":
        from anthropic import AsyncAnthropic  # takes seconds to import

        # The SDK would wait as long as a reply asks for, hours too.
        return AsyncAnthropic(max_retries=0, timeout=TIMEOUT)

    async def _disconnect(self, client: "AsyncAnthropic") -> None:
        await client.close()

    async def _send(self, request: Request) -> "Message":
        client = self._connection()
        from anthropic import AnthropicError, APIConnectionError, APIStatusError

        try:
            return await self._sent(client, parameters(request, self.model))
        except APIStatusError as error:
            raise ModelUnavailable(_status_message(error, self.model)) from error
        except APIConnectionError as error:
            raise ModelUnavailable(
                f"Claude cannot be reached at {place(str(client.base_url))} after {RETRIES + 1} "
                f"attempts: {error.__cause__ or error}"
            ) from error
        except AnthropicError as error:
            raise ModelUnavailable(f"the anthropic SDK failed: {error}") from error
        except (ValueError, RecursionError) as error:  # the SDK lets through what is not JSON
            raise _malformed(request, str(error)) from error

    async def _sent(self, client: "AsyncAnthropic", asked: dict[str, Any]) -> "Message":
        """Send a request, again where that may help. Raises the SDK's error of the last attempt."""
        from anthropic import APIConnectionError, APIStatusError

        create: Any = client.messages.create

        async def once() -> "Message":
            told = self._no_thinking
            try:
                return await create(**asked, **(_NO_THINKING if told else {}))
            except APIStatusError as error:
                if may_pass(error.status_code):
                    raise Passing(error.response.headers.get("retry-after", "")) from error
                if told or error.status_code != 400 or "thinking" not in str(error).lower():
                    raise
            except APIConnectionError as error:
                raise Passing from error
            # a model that thinks unless told otherwise does not let a tool be forced
            self._no_thinking = True
            return await once()

        try:
            return await attempts(once, RETRIES)
        except Passing as passing:
            raise (passing.__cause__ or passing) from None

    def _usage(self, raw: "Message", request: Request) -> Usage:
        try:
            usage = raw.usage
            return Usage(
                calls=1,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cache_read_tokens=usage.cache_read_input_tokens or 0,
                cache_write_tokens=usage.cache_creation_input_tokens or 0,
            )
        except (AttributeError, ValueError) as error:  # the SDK does not validate what it is sent
            raise _malformed(request, "it is no message with its usage") from error

    def _content(self, raw: "Message", request: Request) -> dict[str, JsonValue]:
        if raw.stop_reason == "refusal":
            details = raw.stop_details
            why = (details and (details.explanation or details.category)) or "no reason given"
            raise ModelRefused(f"Claude declined the step {request.stage!r}: {why}")
        if raw.stop_reason in ("max_tokens", "model_context_window_exceeded"):
            raise ReplyTruncated(
                f"Claude's reply to the step {request.stage!r} was cut off "
                f"({raw.stop_reason}, {request.max_tokens} tokens allowed)"
            )
        given = [b.input for b in raw.content if b.type == "tool_use" and b.name == request.tool]
        if not given:
            raise OddReply(
                f"Claude replied to the step {request.stage!r} without using {request.tool}"
            )
        if any(other != given[0] for other in given):  # a preliminary reply is no reply
            raise OddReply(
                f"Claude gave {len(given)} different replies to the step {request.stage!r}"
            )
        return as_object(given[0], request)


def parameters(request: Request, model: str) -> dict[str, Any]:
    """Return the arguments of `messages.create`; what the request shares comes first."""
    marked = bool(request.shared)
    blocks = [_text(block, cached=True) for block in request.shared]
    return {
        "model": model,
        "max_tokens": request.max_tokens,
        "system": [_text(request.system, cached=marked)],
        "messages": [{"role": "user", "content": [*blocks, _text(request.prompt, cached=False)]}],
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


def _text(text: str, *, cached: bool) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": text}
    return block | ({"cache_control": {"type": "ephemeral"}} if cached else {})


def _status_message(error: Any, model: str) -> str:
    body: Any = error.body
    try:
        detail = body["error"]["message"]
    except (KeyError, TypeError):
        detail = str(error)
    todo = advice(
        error.status_code, "ANTHROPIC_API_KEY", "choose another model with --model claude:MODEL-ID"
    )
    told = f"Claude ({model}) answered {error.status_code}: {detail} ({todo})"
    return without(told, [os.environ.get(name, "") for name in KEYS])


def _malformed(request: Request, why: str) -> OddReply:
    told = f"Claude's reply to the step {request.stage!r} is malformed: {why[:200]}"
    return OddReply(told, Usage(calls=1))
