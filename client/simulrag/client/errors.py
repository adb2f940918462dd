"""Errors of the client.

SimulRAGError
  ClientError
    BadInput          what the user gave cannot be used
    NothingHelps      no simulator can help; `problems` says why and what would be in scope
    ServerFailed      the MCP server cannot be reached, or refused a call
    ModelError
      ModelUnavailable  no key, a wrong key, no connection, or no answer after all retries
      ModelRefused      the model declined to reply
      ReplyTruncated    the reply did not fit in the allowed tokens
      OddReply          the reply is not what was asked for
      LimitReached      a limit on calls or cost does not allow the request
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.language_models.usage import Usage
from simulrag.simulators.errors import SimulRAGError


class ClientError(SimulRAGError):
    """Anything that the client cannot do."""

    reason = "client_error"


class BadInput(ClientError):
    """What the user gave cannot be used."""

    reason = "bad_input"


class NothingHelps(ClientError):
    """No simulator can help; `problems` are those of the server, as data."""

    reason = "no_simulator"

    def __init__(self, message: str, problems: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(dict(problem) for problem in problems)


class ServerFailed(ClientError):
    """The MCP server cannot be reached, or it refused a call; the message is the server's."""

    def __init__(self, message: str, reason: str = "server_failed") -> None:
        super().__init__(message)
        self.reason = reason


class ModelError(ClientError):
    """A language model gave nothing that can be used; `usage` is what that cost."""

    reason = "model_error"

    def __init__(self, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage


class ModelUnavailable(ModelError):
    """No key, a wrong key, no connection, or no answer after all retries."""

    reason = "model_unavailable"


class ModelRefused(ModelError):
    """The model declined to reply."""

    reason = "model_refused"


class ReplyTruncated(ModelError):
    """The reply did not fit in the allowed tokens."""

    reason = "reply_truncated"


class OddReply(ModelError):
    """The reply is not what was asked for."""

    reason = "odd_reply"


class LimitReached(ModelError):
    """A limit on calls or cost does not allow the request, which was not sent."""

    reason = "limit_reached"
