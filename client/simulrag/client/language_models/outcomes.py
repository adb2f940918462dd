"""What came of a request, in a form that can be kept and given again.

A reply that was refused, cut off or odd was paid for as well: it is kept, and fails again in the
same way.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, cast

from pydantic import JsonValue

from simulrag.client.errors import ModelError, ModelRefused, OddReply, ReplyTruncated
from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.language_models.usage import Usage
from simulrag.simulators.interface import Frozen

#: Errors of replies that were paid for, by the word that they are kept under.
PAID = {error.reason: error for error in (ModelRefused, ReplyTruncated, OddReply)}


class Outcome(Frozen):
    """A reply, or the error that a paid reply was, and what it cost."""

    content: Mapping[str, JsonValue] | None = None
    #: One of PAID, "" for a reply.
    error: str = ""
    message: str = ""
    usage: Usage

    def reply(self) -> Reply:
        """Return the reply. Raises the error that it was."""
        if self.content is None:
            raise PAID.get(self.error, OddReply)(self.message, self.usage)
        return Reply(content=self.content, usage=self.usage)


def outcome_of(reply: Reply) -> Outcome:
    """Return a reply as an outcome, as it reads from the disk.

    Lone surrogates are replaced and NaN is null, since neither can be written; what is nested too
    deeply to be read again is odd.
    """
    try:
        content = cast("Mapping[str, JsonValue]", _writable(reply.content))
        made = Outcome(content=content, usage=reply.usage)
        return Outcome.model_validate_json(made.model_dump_json())
    except (ValueError, RecursionError):
        return Outcome(
            error=OddReply.reason, message="the reply is no JSON of this depth", usage=reply.usage
        )


def _writable(value: Any) -> JsonValue:
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case Mapping():
            items = cast("Mapping[Any, Any]", value).items()
            return {str(_writable(str(key))): _writable(item) for key, item in items}
        case list() | tuple():
            return [_writable(item) for item in cast("list[Any]", value)]
        case _:
            return value


def failure(error: ModelError) -> Outcome | None:
    """Return the outcome of a paid reply that failed, None where nothing was paid."""
    if error.reason not in PAID:
        return None
    return Outcome(error=error.reason, message=str(error), usage=error.usage or Usage(calls=1))


def request_key(model: LanguageModel, request: Request) -> str:
    """Return the SHA-256 of all that a reply depends on. No secret is part of it.

    Where the prompt is cut into blocks is no part of it.
    """
    given: dict[str, Any] = request.model_dump(mode="json", exclude={"stage", "shared"})
    given |= {
        "prompt": request.text,
        "model": f"{model.name}:{model.model}",
        "endpoint": getattr(model, "endpoint", ""),
    }
    return hashed(given)


def hashed(given: Any) -> str:
    """Return the SHA-256 of a JSON value, whatever the order of its keys."""
    text = json.dumps(given, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
