"""Talks to a server as a host does, through the SDK's real client."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
from mcp import Client, MCPError
from mcp.types import CallToolResult, Tool

Answer = TypeVar("Answer")

#: Both protocol eras: the stateless one of 2026 and the handshake of 2025.
ERAS = ("auto", "legacy")
#: A call of the tool `simulate_coffee`.
CUP: dict[str, Any] = {
    "function": "cooling", "cup": "mug", "initial_temperature": 90, "minutes": 10,
}  # fmt: skip


def talk(server: Any, ask: Callable[[Client], Awaitable[Answer]], mode: str = "auto") -> Answer:
    """Connect to a server (in process, a command, a URL), ask, hang up, return the answer.

    An MCPError that the question raises is raised here as it is, outside any exception group.
    """

    async def conversation() -> Answer | MCPError:
        async with Client(server, mode=mode, read_timeout_seconds=60) as client:
            try:
                return await ask(client)
            except MCPError as error:
                return error

    answer = anyio.run(conversation)
    if isinstance(answer, MCPError):
        raise answer
    return answer


def call(server: Any, tool: str, mode: str = "auto", **arguments: Any) -> CallToolResult:
    return talk(server, lambda client: client.call_tool(tool, arguments), mode)


def said(result: CallToolResult) -> str:
    (block,) = result.content
    assert block.type == "text"
    return block.text


def data(result: CallToolResult) -> dict[str, Any]:
    """Return the structured content of a result that is no error; it must be plain JSON."""
    assert not result.is_error, said(result)
    assert json.loads(json.dumps(result.structured_content, allow_nan=False))
    return result.structured_content


def refusal(result: CallToolResult) -> str:
    """Return the text of a result that must be an error without structured content."""
    assert result.is_error, said(result)
    assert result.structured_content is None
    return said(result)


def tools(server: Any, mode: str = "auto") -> dict[str, Tool]:
    listed = talk(server, lambda client: client.list_tools(), mode)
    return {tool.name: tool for tool in listed.tools}
