"""What all models behind an address on the network share: counting, failing, letting go."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar, cast

from pydantic import JsonValue

from simulrag.client.errors import ModelError, OddReply
from simulrag.client.language_models.protocol import Reply, Request
from simulrag.client.language_models.usage import Usage

Connection = TypeVar("Connection")
Raw = TypeVar("Raw")


class Endpoint(ABC, Generic[Connection, Raw]):
    """A model behind an address; a subclass connects, sends, and reads what comes back."""

    #: Its name in the entry-point group `simulrag.models`.
    name: str

    def __init__(self, model: str) -> None:
        self.model = model
        self._client: Connection | None = None
        self._spent = Usage()

    @property
    def spent(self) -> Usage:
        """All that this model was asked so far, failed replies too."""
        return self._spent

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
            error.usage = usage = error.usage or usage
            raise
        finally:
            self._spent += usage

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
