"""Any endpoint that speaks `/chat/completions`: a local model, or a service.

The address comes from `--base-url` or OPENAI_BASE_URL, the key, where one is needed, from
OPENAI_API_KEY. A reply is the arguments of a function that the model must call; endpoints that
know no functions are asked for JSON of the schema, and those that know no schemas in words.
"""

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from pydantic import JsonValue

from simulrag.client.errors import (
    BadInput,
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
from simulrag.simulators.interface import Frozen

if TYPE_CHECKING:
    import httpx

#: Seconds that one reply may take.
TIMEOUT = 180.0
_FENCE = "```"
Body = dict[str, Any]


class _Manner(Frozen):
    """How an endpoint is asked: the name of the limit on tokens, and the way to a JSON reply.

    Without a name there is no limit: endpoints refuse one that with the prompt is longer than their
    window, though the reply would not be.
    """

    tokens: str = "max_tokens"
    way: int = 0


class OpenAICompatible(Endpoint["httpx.AsyncClient", Any]):
    """A model behind an OpenAI-compatible endpoint. `model` is the endpoint's name for it."""

    name = "openai-compatible"

    def __init__(self, model: str = "", base_url: str = "") -> None:
        if not model:
            raise BadInput(
                "openai-compatible needs the name of a model; give --model "
                "openai-compatible:MODEL-ID"
            )
        address = base_url or os.environ.get("OPENAI_BASE_URL", "")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(
                f"the address {address!r} of the model is no http(s) URL; give --base-url or set "
                "OPENAI_BASE_URL, such as http://127.0.0.1:11434/v1"
            )
        super().__init__(model)
        self._url = f"{address.rstrip('/')}/chat/completions"
        self.endpoint = place(address)
        key = os.environ.get("OPENAI_API_KEY", "")
        self._secrets = tuple(filter(None, (key, parts.password, parts.query)))
        self._headers = {"authorization": f"Bearer {key}"} if key else {}
        self._manner = _Manner()

    def _connect(self) -> "httpx.AsyncClient":
        import httpx  # late, as nobody without such a model needs it

        return httpx.AsyncClient(timeout=TIMEOUT, headers=self._headers)

    async def _disconnect(self, client: "httpx.AsyncClient") -> None:
        await client.aclose()

    def _usage(self, raw: Any, request: Request) -> Usage:  # noqa: ARG002
        told = _mapping(_mapping(raw).get("usage"))
        cached = _count(_mapping(told.get("prompt_tokens_details")).get("cached_tokens"))
        return Usage(
            calls=1,
            input_tokens=max(_count(told.get("prompt_tokens")) - cached, 0),
            output_tokens=_count(told.get("completion_tokens")),
            cache_read_tokens=cached,
        )

    def _content(self, raw: Any, request: Request) -> dict[str, JsonValue]:
        choices = _mapping(raw).get("choices")
        choice = (
            _mapping(cast("list[Any]", choices)[0]) if isinstance(choices, list) and choices else {}
        )
        message = _mapping(choice.get("message"))
        if message.get("refusal") or choice.get("finish_reason") == "content_filter":
            why = message.get("refusal") or "its content was filtered"
            raise ModelRefused(f"the model declined the step {request.stage!r}: {why}")
        if choice.get("finish_reason") == "length":
            raise ReplyTruncated(
                f"the reply to the step {request.stage!r} was cut off "
                f"({request.max_tokens} tokens allowed)"
            )
        return _parsed(_written(message, request), request)

    async def _send(self, request: Request) -> Any:
        """Return the body of a reply, None where it is not JSON. Raises ModelUnavailable."""
        manner = self._manner
        reply = await self._post(request, manner)
        while reply.status_code in (400, 404, 422, 501):
            other = _other(manner, reply.text.casefold())
            if other is None:
                break
            # requests under way at the same time find out by themselves
            self._manner = manner = other
            reply = await self._post(request, manner)
        if reply.status_code != 200:
            raise ModelUnavailable(self._refusal(reply))
        try:
            return reply.json()
        except ValueError:
            return None

    async def _post(self, request: Request, manner: "_Manner") -> "httpx.Response":
        client = self._connection()
        body: Body = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": request.system},
                {"role": "user", "content": request.text},
            ],
        }
        if manner.tokens:
            body[manner.tokens] = request.max_tokens
        _WAYS[manner.way](body, request)
        try:
            return await attempts(lambda: _posted(client, self._url, body))
        except Passing as passing:
            cause = passing.__cause__
            if isinstance(passing, _Answered):
                return passing.reply
            raise ModelUnavailable(
                f"{self.model} cannot be reached at {self.endpoint} after {RETRIES + 1} attempts: "
                f"{without(str(cause) or type(cause).__name__, self._secrets)}"
            ) from cause

    def _refusal(self, reply: "httpx.Response") -> str:
        todo = advice(
            reply.status_code, "OPENAI_API_KEY", "check --base-url and the name of the model"
        )
        detail = without(_message(reply), self._secrets)
        return f"{self.model} answered {reply.status_code}: {detail} ({todo})"


class _Answered(Passing):
    """A reply with a status that may pass."""

    def __init__(self, reply: "httpx.Response") -> None:
        super().__init__(reply.headers.get("retry-after", ""))
        self.reply = reply


async def _posted(client: "httpx.AsyncClient", url: str, body: Body) -> "httpx.Response":
    """Return a reply that need not be asked for again. Raises Passing."""
    import httpx

    try:
        reply = await client.post(url, json=body)
    except httpx.TransportError as error:
        raise Passing from error
    if may_pass(reply.status_code):
        raise _Answered(reply)
    return reply


def _by_function(body: Body, request: Request) -> None:
    function = {
        "name": request.tool,
        "description": request.description,
        "parameters": dict(request.reply_schema),
    }
    body["tools"] = [{"type": "function", "function": function}]
    body["tool_choice"] = {"type": "function", "function": {"name": request.tool}}


def _by_schema(body: Body, request: Request) -> None:
    schema = {"name": request.tool, "schema": dict(request.reply_schema), "strict": True}
    body["response_format"] = {"type": "json_schema", "json_schema": schema}


def _in_words(body: Body, request: Request) -> None:
    schema = json.dumps(request.reply_schema, ensure_ascii=False)
    body["messages"][1]["content"] += (
        f"\n\nReply with one JSON object and nothing else. It must fit this schema:\n{schema}"
    )


_WAYS: tuple[Callable[[Body, Request], None], ...] = (_by_function, _by_schema, _in_words)
#: What an endpoint's complaint about each way has in it.
_COMPLAINTS = (("tool", "function", "schema"), ("response_format", "schema"), ())


def _other(manner: _Manner, complaint: str) -> _Manner | None:
    """Return a manner to ask in that an endpoint may know, None where nothing else is left."""
    if manner.tokens == "max_tokens" and "max_completion_tokens" in complaint:
        return manner.model_copy(update={"tokens": "max_completion_tokens"})
    if "context" in complaint:
        return manner.model_copy(update={"tokens": ""}) if manner.tokens else None
    if any(word in complaint for word in _COMPLAINTS[manner.way]):
        return manner.model_copy(update={"way": manner.way + 1})
    return None


def _message(reply: "httpx.Response") -> str:
    try:
        found: Any = reply.json()
        return str(found["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return reply.text[:200]


def _mapping(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _written(message: dict[str, Any], request: Request) -> str:
    """Return the JSON text that a message holds. Raises OddReply."""
    calls = message.get("tool_calls")
    for call in cast("list[Any]", calls) if isinstance(calls, list) else []:
        function = _mapping(_mapping(call).get("function"))
        if function.get("name") == request.tool:
            given = function.get("arguments")
            return given if isinstance(given, str) else json.dumps(given)
    content = message.get("content")
    if not isinstance(content, str) or not content.strip():
        raise OddReply(f"the reply to the step {request.stage!r} holds neither a call nor text")
    text = content.strip()
    if text.startswith(_FENCE) and text.endswith(_FENCE):
        return text.removeprefix(_FENCE).removesuffix(_FENCE).removeprefix("json")
    return text


def _parsed(text: str, request: Request) -> dict[str, JsonValue]:
    try:
        given = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise OddReply(f"the reply to the step {request.stage!r} is not JSON: {error}") from error
    return as_object(given, request)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")
