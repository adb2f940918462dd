"""A connection to the MCP server: in this process, as a child process, or at a URL."""

import re
import shlex
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, cast

import anyio
from pydantic import ValidationError

from simulrag.client.errors import BadInput, NothingHelps, ServerFailed
from simulrag.client.progress import Tell
from simulrag.simulators.interface import Run, Series

#: Seconds that one tool may take. No call of ours takes over 30.
TOOL_TIMEOUT = 120.0
#: Tools that shorten their results for a model unless all is asked for, and how to ask.
IN_FULL: dict[str, dict[str, str]] = {
    "answer_question": {"detail": "full"},
    "check_answer": {"detail": "full"},
    "verify_claims": {"detail": "full"},
    "compute": {"detail": "full"},
    "read_handbook": {"topic": "all"},
    "weigh_evidence": {"detail": "full"},
}
#: Seconds between two looks at a call that goes on beyond what one reply may take.
BETWEEN_LOOKS = 1.0
_REASON = re.compile(r"[a-z]+(?:_[a-z]+)*")


class Tools(Protocol):
    """What the loop needs of a server."""

    async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Call a tool; return its structured content. Raises ServerFailed."""
        ...


class McpTools:
    """The tools of a connected MCP server, whose results are asked for in full."""

    def __init__(self, client: Any) -> None:
        self._client = client

    async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Call a tool; return its structured content, all of it where it is long.

        Raises ServerFailed with the tool's own text where it refuses, and where it gives no
        structured content.
        """
        content = await self._followed(tool, {**IN_FULL.get(tool, {}), **arguments})
        more = content.get("more")
        if not isinstance(more, dict):
            return content
        kept = str(cast("dict[str, Any]", more).get("get_run", ""))
        whole = await self._content("get_run", {"run_id": kept, "detail": "full"})
        return whole["result"]

    async def _followed(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return what a call made, also one that goes on after its reply was due."""
        content = await self._content(tool, arguments)
        job = content.get("still_running")
        if job is None:
            return content
        while "still_running" in content:
            await anyio.sleep(BETWEEN_LOOKS)
            content = await self._content("get_run", {"run_id": job, "detail": "full"})
        return content["result"]

    async def _content(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        from mcp import MCPError

        try:
            reply = await self._client.call_tool(tool, arguments, read_timeout_seconds=TOOL_TIMEOUT)
        except (MCPError, RuntimeError) as error:
            raise ServerFailed(f"the tool {tool} failed: {error}") from error
        text = " ".join(block.text for block in reply.content if block.type == "text")
        if reply.is_error:
            raise _refusal(text, tool)
        if reply.structured_content is None:
            raise ServerFailed(f"the tool {tool} gave no structured content: {text[:200]!r}")
        return reply.structured_content


def _refusal(text: str, tool: str) -> ServerFailed:
    """Return the error that a tool's refusal stands for; our server writes REASON: MESSAGE."""
    said = text.removeprefix(f"Error executing tool {tool}: ").strip()
    reason, colon, message = said.partition(": ")
    if colon and _REASON.fullmatch(reason):
        return ServerFailed(message, reason)
    return ServerFailed(said or f"the tool {tool} failed")


def target(server: str) -> Any:
    """Return what the MCP client connects to.

    `server` is "" for a server in this process, an http(s) URL, or a command line that starts a
    server on its standard input and output. Raises BadInput.
    """
    if not server:
        from simulrag.server.app import build_server, open_store

        return build_server(store=open_store())
    if server.startswith(("http://", "https://")):
        return server
    from mcp import StdioServerParameters

    try:
        command = shlex.split(server)
    except ValueError as error:
        raise BadInput(f"--server {server!r} is not a command line: {error}") from error
    if not command:
        raise BadInput("--server is blank; give a URL or a command that starts a server")
    return StdioServerParameters(command=command[0], args=command[1:])


@asynccontextmanager
async def connect(server: str = "") -> AsyncGenerator[McpTools]:
    """Connect to a server for as long as the context lasts. Raises BadInput or ServerFailed."""
    from mcp import Client

    connected = False
    try:
        async with Client(target(server)) as client:
            connected = True
            yield McpTools(client)
    except Exception as error:
        if connected:
            raise
        raise _unreachable(server, error) from error


async def texts(uris: Sequence[str]) -> list[str]:
    """Return the texts of resources of a server in this process, which keeps nothing."""
    from mcp import Client

    from simulrag.server.app import build_server

    async with Client(build_server()) as client:
        read = [await client.read_resource(uri) for uri in uris]
    return ["".join(getattr(part, "text", "") for part in one.contents) for one in read]


def _unreachable(server: str, error: BaseException) -> Exception:
    cause = first_error(error)
    if isinstance(cause, BadInput):
        return cause
    where = server or "in this process"
    return ServerFailed(
        f"the MCP server {where} cannot be reached: {type(cause).__name__}: {cause}; "
        "--server takes a URL such as http://127.0.0.1:8000/mcp or a command such as "
        "'simulrag serve'"
    )


def first_error(error: BaseException) -> BaseException:
    """Return the first plain exception inside nested exception groups."""
    while isinstance(error, BaseExceptionGroup):
        error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
    return error


def run(function: Any, *arguments: Any) -> Any:
    """Run an async function to its end; exception groups are unwrapped to their first error."""
    try:
        return anyio.run(function, *arguments)
    except BaseExceptionGroup as group:
        raise first_error(group) from group


async def courses(
    runs: Iterable[Mapping[str, Any]], tools: Tools, tell: Tell
) -> dict[str, dict[str, Series]]:
    """Return the series of runs by run id, at most 60 points each; {} for a run that has none.

    A run that the server does not keep is left out: a report without a chart is worth more than
    no report.
    """
    tell("fetching the series of the runs")
    found: dict[str, dict[str, Series]] = {}
    for run in runs:
        try:
            reply = await tools.call("get_run", run_id=run["id"], detail="full")
            found[run["id"]] = dict(Run.model_validate(reply["run"], extra="ignore").series)
        except (ServerFailed, ValidationError):
            continue
    return found


def refuse_if_empty(reply: Mapping[str, Any], found: Any) -> None:
    """Raise NothingHelps with the reply's problems where nothing was found."""
    if found:
        return
    problems: list[dict[str, Any]] = list(reply.get("problems") or ())
    said = [problem["message"] for problem in problems if problem.get("message")]
    raise NothingHelps("\n".join(dict.fromkeys(said)) or "no simulator can help here", problems)
