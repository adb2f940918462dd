"""What all models behind an address on the network share: counting, failing, letting go.

A request is sent again where that may help: 408, 409, 429, 5xx, lost connections, time-outs.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, TypeVar, cast
from urllib.parse import urlsplit

from pydantic import JsonValue
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from simulrag.client.errors import ModelError, OddReply
from simulrag.client.language_models.protocol import Reply, Request
from simulrag.client.language_models.usage import Usage
from simulrag.simulators.retry_after import retry_after

Connection = TypeVar("Connection")
Raw = TypeVar("Raw")
Sent = TypeVar("Sent")
#: Attempts after the first.
RETRIES = 4
#: Longest wait that an endpoint may ask for, seconds; it is not waited for longer ones.
LONGEST_WAIT = 60.0
_BACK_OFF = wait_exponential(multiplier=0.5, max=8.0) + wait_random(0, 0.5)


class Endpoint(ABC, Generic[Connection, Raw]):
    """A model behind an address; a subclass connects, sends, and reads what comes back."""

    #: Its name in the entry-point group `simulrag.models`.
    name: str

    def __init__(self, model: str) -> None:
        self.model = model
        self._client: Connection | None = None

    async def complete(self, request: Request) -> Reply:
        """Reply to a request.

        Raises ModelUnavailable, ModelRefused, ReplyTruncated or OddReply, each with what it cost.
        """
        usage = Usage()
        try:
            raw = await self._send(request)
            usage = self._usage(raw, request)
            return Reply(content=self._content(raw, request), usage=usage)
        except ModelError as error:
            error.usage = error.usage or usage
            raise

    async def close(self) -> None:
        """Release connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await self._disconnect(client)

    def _connection(self) -> Connection:
        if self._client is None:
            self._client = self._connect()
        return self._client

    @abstractmethod
    def _connect(self) -> Connection:
        """Open a connection."""

    @abstractmethod
    async def _disconnect(self, client: Connection) -> None:
        """Close a connection."""

    @abstractmethod
    async def _send(self, request: Request) -> Raw:
        """Return what the endpoint sends back. Raises ModelUnavailable or OddReply."""

    @abstractmethod
    def _usage(self, raw: Raw, request: Request) -> Usage:
        """Return what a reply cost. Raises OddReply."""

    @abstractmethod
    def _content(self, raw: Raw, request: Request) -> dict[str, JsonValue]:
        """Return what a reply holds. Raises ModelRefused, ReplyTruncated or OddReply."""


def advice(status: int, key: str, unknown: str) -> str:
    """Return what to do about a status. `key` names the variable that holds the key; `unknown`
    says what to do where the address or the model is not known."""
    if status >= 500:
        return "try later"
    return {
        401: f"check {key}",
        403: "the key may not use this model",
        404: unknown,
        429: "the rate limit is spent; try later",
    }.get(status, "see the message")


def as_object(given: object, request: Request) -> dict[str, JsonValue]:
    """Return a JSON value that must be an object. Raises OddReply."""
    if not isinstance(given, dict):
        raise OddReply(
            f"the reply to the step {request.stage!r} is a {type(given).__name__}, not an object"
        )
    return cast("dict[str, JsonValue]", given)


def place(address: str) -> str:
    """Return where an address leads, without what may be secret in it."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def without(text: str, secrets: Iterable[str]) -> str:
    """Return a text with every secret in it replaced by stars."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "***")
    return text


class Passing(Exception):
    """A failure that may pass. `retry_after` is the header of that name, "" where there is none."""

    def __init__(self, retry_after: str = "") -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


async def attempts(send: Callable[[], Awaitable[Sent]], retries: int = RETRIES) -> Sent:
    """Return what `send` returns; it is tried again while it raises Passing.

    Raises the last Passing, whose `__cause__` tells more.
    """
    retrying = AsyncRetrying(
        retry=retry_if_exception_type(Passing),
        stop=stop_after_attempt(retries + 1),
        wait=_wait,
        reraise=True,
    )

    async def once() -> Sent:  # only an async function is awaited
        return await send()

    return await retrying(once)


def may_pass(status: int) -> bool:
    """Tell whether a request that was answered with this status may be answered later."""
    return status in (408, 409, 429) or (status >= 500 and status != 501)  # 501 will not change


def _wait(state: RetryCallState) -> float:
    """Return the seconds that the endpoint asks to wait, else those of an exponential back-off."""
    error = None if state.outcome is None else state.outcome.exception()
    asked = retry_after(error.retry_after, time.time()) if isinstance(error, Passing) else None
    return _BACK_OFF(state) if asked is None or asked > LONGEST_WAIT else asked
