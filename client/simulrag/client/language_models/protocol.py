"""What the loop asks of a language model, and how one is found.

Models come in by the entry-point group `simulrag.models`: each entry is called with a model id
("" for its default) and returns a `LanguageModel`.
"""

from collections.abc import Awaitable, Callable, Mapping
from importlib.metadata import entry_points
from inspect import signature
from typing import Any, Protocol, runtime_checkable

from pydantic import JsonValue

from simulrag.client.errors import BadInput, ModelUnavailable
from simulrag.client.language_models.usage import Usage
from simulrag.simulators.interface import Frozen

__all__ = ["LanguageModel", "Reply", "Request"]

GROUP = "simulrag.models"


class Request(Frozen):
    """One question to a model, whose reply must be an object that fits `reply_schema`."""

    #: Which step of the loop asks; for progress and accounting, not sent to the model.
    stage: str
    system: str
    #: The beginning of the prompt, block by block, in the words of all requests that share it:
    #: what a provider may keep between requests.
    shared: tuple[str, ...] = ()
    prompt: str
    #: Name and description of the tool that the model must call with its reply.
    tool: str
    description: str
    reply_schema: Mapping[str, JsonValue]
    max_tokens: int = 4096
    #: Tells apart requests that are worded alike and must be answered anew; not sent.
    sample: int = 0

    @property
    def text(self) -> str:
        """The whole prompt."""
        return "".join([*self.shared, self.prompt])


#: How a step asks a model, whatever stands behind it: returns the content of a reply. Raises
#: ModelError.
Ask = Callable[[Request], Awaitable[Mapping[str, Any]]]


class Reply(Frozen):
    """What a model answered."""

    content: Mapping[str, JsonValue]
    usage: Usage


@runtime_checkable
class LanguageModel(Protocol):
    """A language model that can reply with an object of a given schema."""

    #: Its name in `simulrag.models`, and the model behind it.
    name: str
    model: str

    async def complete(self, request: Request) -> Reply:
        """Reply to a request. Raises ModelError, with what the failed reply cost."""
        ...

    async def close(self) -> None:
        """Release connections."""
        ...


def names() -> tuple[str, ...]:
    """Return the names of all installed models."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def find(choice: str, base_url: str = "") -> LanguageModel:
    """Return the model that `choice`, NAME or NAME:MODEL-ID, stands for.

    `base_url` is handed to models that take one. Raises BadInput for an unknown name or a model
    that takes no address, and ModelUnavailable where it cannot be made.
    """
    name, _, model = choice.partition(":")
    points = [point for point in entry_points(group=GROUP) if point.name == name]
    if not points:
        raise BadInput(
            f"language model {name!r} is unknown; choose one of {', '.join(names())}, "
            "as NAME or NAME:MODEL-ID"
        )
    try:
        factory = points[0].load()
    except Exception as error:  # a plug-in may break in any way
        raise ModelUnavailable(
            f"language model {name!r} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not base_url:
        return factory(model)
    if "base_url" not in signature(factory).parameters:
        raise BadInput(f"language model {name!r} takes no --base-url, but {base_url!r} was given")
    return factory(model, base_url=base_url)
