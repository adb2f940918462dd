"""A tool that refuses what it does not know, and whose errors a model can act on.

The SDK's own tools drop unknown arguments silently and put their name before every error text.
"""

import base64
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar, get_args, get_type_hints

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.types import (
    CallToolResult,
    ImageContent,
    InputRequiredResult,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import ErrorDetails

from simulrag.server.jobs import Jobs, refusal, reply_id
from simulrag.server.replies import Reply
from simulrag.server.schemas import (
    JsonObject,
    arguments_model,
    docstring,
    input_schema,
    output_schema,
)
from simulrag.server.tools.fitting import fits, fitted
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import BadValue, MissingCondition, SimulRAGError, UnknownName

_log = logging.getLogger(__name__)

#: Tools only compute and keep what they computed; a repeated call gives the same reply.
ANNOTATIONS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
#: How often progress is told, s.
TELL_EVERY = 0.5
#: Longest text accepted in one argument, characters.
LONGEST_TEXT = 4_000_000
#: Where a method is marked as the body of a tool.
_TOOL = "_tool"

Method = TypeVar("Method", bound=Callable[..., Reply[Any]])
Body = Callable[[Mapping[str, JsonValue]], Reply[Any]]
Await = Callable[[Mapping[str, JsonValue]], Awaitable[None]]
Ask = Callable[
    [Mapping[str, JsonValue], Context[Any, Any]],
    Awaitable[dict[str, JsonValue] | InputRequiredResult],
]


class CheckedTool(Tool):
    """A tool whose body takes the raw arguments and returns a Reply or raises SimulRAGError.

    One that computes waits for a free core and may go on after its reply is due; others answer
    at once.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    jobs: Jobs = Field(exclude=True)
    computes: bool = False
    #: Asks the user, where the host can, what the arguments leave open.
    ask: Ask | None = Field(default=None, exclude=True)
    #: Waits, within the time of a reply, for what the call is about.
    awaits: Await | None = Field(default=None, exclude=True)

    async def run(
        self,
        arguments: dict[str, Any],
        context: Context[Any, Any],
        convert_result: bool = False,  # noqa: ARG002 - replies are converted already
    ) -> CallToolResult | InputRequiredResult:
        """Answer a call on a worker thread; every failure becomes a result marked as an error."""
        if self.ask is not None:
            asked = await self.ask(arguments, context)
            if isinstance(asked, InputRequiredResult):
                return asked
            arguments = asked
        key = self.jobs.key(self.name, arguments)
        body = partial(self._answer, key, arguments)
        if not self.computes:
            if self.awaits is not None:
                await self.awaits(arguments)
            return await self.jobs.read(body)
        result: CallToolResult | None = None
        async with anyio.create_task_group() as group:
            group.start_soon(self._tell, key, context)
            result = await self.jobs.answer(key, self.name, body)
            group.cancel_scope.cancel()
        assert result is not None
        return result

    async def _tell(self, key: str, context: Context[Any, Any]) -> None:
        """Tell a client that asked for it how far the call is."""
        told = 0.0
        while True:
            await anyio.sleep(TELL_EVERY)
            share = self.jobs.share(key)
            if share > told:
                told = share
                await context.report_progress(share, 1.0)

    def _answer(self, key: str, arguments: Mapping[str, JsonValue]) -> CallToolResult:
        try:
            for name, value in arguments.items():
                _refuse_unreadable(name, value)
            reply: Reply[Any] = self.fn(arguments)
            text, content = reply.text, reply.structured()
            if not (reply.whole or fits(text, content)):
                text, content = fitted(reply_id(key), self.name, text, content, self.jobs.board)
            return CallToolResult(
                content=[TextContent(type="text", text=text), *_picture(reply.png)],
                structured_content=content,
            )
        except SimulRAGError as error:
            return refusal(f"{error.reason}: {error}")
        except RecursionError:
            return refusal("bad_value: an argument is nested too deeply; give flat text or lists")
        # SystemExit: a plug-in's must not end the server.
        except (Exception, SystemExit):  # noqa: BLE001 - logged; no traceback may reach a model
            _log.exception("tool %r failed", self.name)
            return refusal(
                f"internal_error: {self.name} failed inside the server; its log has the details. "
                "The same call will fail again: change the arguments or use another tool."
            )


def _picture(png: bytes) -> list[ImageContent]:
    if not png:
        return []
    data = base64.b64encode(png).decode()
    return [ImageContent(type="image", data=data, mime_type="image/png")]


def _refuse_unreadable(name: str, value: JsonValue) -> None:
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise BadValue(
                f"{name} has {len(value)} characters; allowed are {LONGEST_TEXT}", parameter=name
            )
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadValue(f"{name} must be valid Unicode text", parameter=name) from None
    elif isinstance(value, list):
        for part in value:
            _refuse_unreadable(name, part)
    elif isinstance(value, dict):
        for key, part in value.items():
            _refuse_unreadable(name, key)
            _refuse_unreadable(name, part)


def checked_tool(
    name: str,
    description: str,
    schema: JsonObject,
    data: type[BaseModel],
    body: Body,
    jobs: Jobs,
    *,
    computes: bool,
    ask: Ask | None = None,
    online: bool = False,
) -> CheckedTool:
    """Return a tool. `data` is the model of the structured content that its replies carry.

    online: it may reach the network.
    """
    return CheckedTool(
        jobs=jobs,
        computes=computes,
        ask=ask,
        fn=body,
        name=name,
        title=None,
        description=description,
        parameters=schema,
        fn_metadata=FuncMetadata(arg_model=ArgModelBase, output_schema=output_schema(data)),
        is_async=False,
        context_kwarg=None,
        annotations=ANNOTATIONS.model_copy(update={"open_world_hint": online}),
    )


def tool(*, computes: bool = True, online: bool = False) -> Callable[[Method], Method]:
    """Mark a method as the body of a tool that has its name, arguments, docstring and reply.

    computes: it waits for a free core. online: it may reach the network.
    """

    def marked(method: Method) -> Method:
        setattr(method, _TOOL, {"computes": computes, "online": online})
        return method

    return marked


def tools_of(bodies: object, jobs: Jobs) -> Iterator[CheckedTool]:
    """Yield the tools whose bodies are methods of an object, in their order."""
    for name, function in vars(type(bodies)).items():
        if kind := getattr(function, _TOOL, None):
            method = getattr(bodies, name)
            model = arguments_model(function)
            (data,) = get_args(get_type_hints(function)["return"])
            description = " ".join(docstring(function).split())
            body = partial(_called, method, model)
            schema = input_schema(model)
            yield checked_tool(name, description, schema, data, body, jobs, **kind)


def _called(
    method: Callable[..., Reply[Any]], model: type[BaseModel], arguments: Mapping[str, JsonValue]
) -> Reply[Any]:
    return method(**read_arguments(model, arguments))


def read_arguments(model: type[BaseModel], arguments: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Return complete, typed arguments.

    Lists may come as JSON text, as some hosts send them. Raises UnknownName, MissingCondition or
    BadValue.
    """
    fields = model.model_fields
    given = {
        name: value if name in fields and fields[name].annotation is str else from_json_text(value)
        for name, value in arguments.items()
    }
    for name, value in given.items():
        if _holds_boolean(value):
            raise BadValue(f"{name} must not be {shown(value)}", parameter=name, given=value)
    try:
        read = model.model_validate(given)
    except ValidationError as error:
        raise _refusal(model, error.errors(include_url=False)[0]) from None
    return {name: getattr(read, name) for name in fields}


def from_json_text(value: Any) -> JsonValue:
    """Return the list or object that a text such as '["a", "b"]' holds; anything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith(("[", "{")):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _holds_boolean(value: JsonValue) -> bool:
    if isinstance(value, list):
        return any(_holds_boolean(part) for part in value)
    return isinstance(value, bool)


def _refusal(model: type[BaseModel], error: ErrorDetails) -> SimulRAGError:
    path = ".".join(map(str, error["loc"]))
    known = list(model.model_fields)
    if error["type"] == "extra_forbidden":
        return UnknownName(
            f"argument {shown(path)} is unknown; allowed are {', '.join(known)}",
            parameter=path,
            candidates=nearest_names(path, known),
        )
    if error["type"] == "missing":
        described = model.model_fields[path].description if path in model.model_fields else ""
        said = f" ({described})" if described else ""
        return MissingCondition(
            f"{path} is missing{said}; arguments are {', '.join(known)}", parameter=path
        )
    wanted = error["msg"].removeprefix("Input should be ").removeprefix("a valid ")
    return BadValue(
        f"{path} should be {wanted}, but {shown(error['input'])} was given", parameter=path
    )
