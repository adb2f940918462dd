"""What the MCP conformance suite calls by name, added to a server for its tests only.

Names, texts and flows are those that the suite's scenarios describe (scenario descriptions of
@modelcontextprotocol/conformance); nothing of it is part of the product.
"""

import base64
import json
from typing import Any, Literal

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context, UserMessage
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import (
    AudioContent,
    CallToolResult,
    CreateMessageRequest,
    CreateMessageRequestParams,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    SamplingMessage,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from pydantic import BaseModel, Field

AnyContext = Context[Any, Any]
#: The suite wants every tool and prompt described.
FIXTURE = "A fixture of the MCP conformance suite."


#: A PNG of one red pixel, and a WAV file of one silent sample, in base64.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
WAV = "UklGRiUAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQEAAACA"


def image() -> ImageContent:
    """Return the PNG as content."""
    return ImageContent(type="image", data=PNG, mime_type="image/png")


def embedded(uri: str, text: str, mime_type: str = "text/plain") -> EmbeddedResource:
    """Return a text resource as content."""
    resource = TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return EmbeddedResource(type="resource", resource=resource)


def plain(text: str) -> TextContent:
    """Return text as content."""
    return TextContent(type="text", text=text)


class User(BaseModel):
    """The answer that `test_elicitation` asks for."""

    username: str = Field(description="User's response")
    email: str = Field(description="User's email address")


class Defaults(BaseModel):
    """A form whose every primitive has a default (SEP-1034)."""

    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: Literal["active", "inactive", "pending"] = "active"
    verified: bool = True


#: A form with the five kinds of choices of SEP-1330.
ENUMS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
        "titledSingle": {
            "type": "string",
            "oneOf": [
                {"const": f"value{i}", "title": f"{word} Option"}
                for i, word in enumerate(("First", "Second", "Third"), 1)
            ],
        },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]},
        },
        "titledMulti": {
            "type": "array",
            "items": {
                "anyOf": [
                    {"const": f"value{i}", "title": f"{word} Choice"}
                    for i, word in enumerate(("First", "Second", "Third"), 1)
                ]
            },
        },
    },
}


def register_fixtures(server: MCPServer) -> None:
    """Add the suite's tools, resources and prompts to a server."""
    _tools_with_content(server)
    _tools_that_talk(server)
    _resources(server)
    _prompts(server)
    _legacy_methods(server)


def _tools_with_content(server: MCPServer) -> None:
    @server.tool(description=FIXTURE)
    def test_simple_text() -> CallToolResult:
        return CallToolResult(content=[plain("This is a simple text response for testing.")])

    @server.tool(description=FIXTURE)
    def test_image_content() -> CallToolResult:
        return CallToolResult(content=[image()])

    @server.tool(description=FIXTURE)
    def test_audio_content() -> CallToolResult:
        audio = AudioContent(type="audio", data=WAV, mime_type="audio/wav")
        return CallToolResult(content=[audio])

    @server.tool(description=FIXTURE)
    def test_embedded_resource() -> CallToolResult:
        text = "This is an embedded resource content."
        return CallToolResult(content=[embedded("test://embedded-resource", text)])

    @server.tool(description=FIXTURE)
    def test_multiple_content_types() -> CallToolResult:
        data = json.dumps({"test": "data", "value": 123})
        resource = embedded("test://mixed-content-resource", data, "application/json")
        return CallToolResult(content=[plain("Multiple content types test:"), image(), resource])

    @server.tool(description=FIXTURE)
    def test_error_handling() -> CallToolResult:
        raise ToolError("This tool intentionally returns an error for testing")


def _tools_that_talk(server: MCPServer) -> None:
    @server.tool(description=FIXTURE)
    async def test_tool_with_logging(ctx: AnyContext) -> str:
        for text in ("started", "processing data", "completed"):
            words = text if text.startswith("processing") else f"execution {text}"
            await ctx.session.send_log_message("info", f"Tool {words}")
            await anyio.sleep(0.05)
        return "Logged three messages."

    @server.tool(description=FIXTURE)
    async def test_tool_with_progress(ctx: AnyContext) -> str:
        for done in (0, 50, 100):
            await ctx.report_progress(done, 100)
            await anyio.sleep(0.05)
        return "Reported progress."

    @server.tool(description=FIXTURE)
    async def test_sampling(prompt: str, ctx: AnyContext) -> str:
        made = await ctx.session.create_message(
            messages=[SamplingMessage(role="user", content=plain(prompt))], max_tokens=100
        )
        return f"LLM response: {getattr(made.content, 'text', made.content)}"

    @server.tool(description=FIXTURE)
    async def test_elicitation(message: str, ctx: AnyContext) -> str:
        return f"User response: {await ctx.elicit(message, User)}"

    @server.tool(description=FIXTURE)
    async def test_elicitation_sep1034_defaults(ctx: AnyContext) -> str:
        made = await ctx.elicit("Please confirm the values", Defaults)
        return f"Elicitation completed: {made}"

    @server.tool(description=FIXTURE)
    async def test_elicitation_sep1330_enums(ctx: AnyContext) -> str:
        made = await ctx.session.elicit("Please choose", ENUMS, related_request_id=ctx.request_id)
        return f"Elicitation completed: action={made.action}, content={made.content}"


def sampling(text: str, tokens: int) -> CreateMessageRequest:
    """Return a request for the client's model."""
    message = SamplingMessage(role="user", content=plain(text))
    return CreateMessageRequest(
        params=CreateMessageRequestParams(messages=[message], max_tokens=tokens)
    )


def _resources(server: MCPServer) -> None:
    @server.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        return base64.b64decode(PNG)

    @server.resource("test://watched-resource", mime_type="text/plain")
    def watched() -> str:
        return "This resource does not change."

    @server.resource("test://template/{id}/data", mime_type="application/json")
    def template(id: str) -> str:
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


def _prompts(server: MCPServer) -> None:
    def said(*contents: Any) -> list[UserMessage]:
        return [UserMessage(content) for content in contents]

    @server.prompt(description=FIXTURE)
    def test_simple_prompt() -> list[UserMessage]:
        return said(plain("This is a simple prompt for testing."))

    @server.prompt(description=FIXTURE)
    def test_prompt_with_arguments(arg1: str, arg2: str) -> list[UserMessage]:
        return said(plain(f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"))

    @server.prompt(description=FIXTURE)
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803
        resource = embedded(resourceUri, "Embedded resource content for testing.")
        return said(resource, plain("Please process the embedded resource above."))

    @server.prompt(description=FIXTURE)
    def test_prompt_with_image() -> list[UserMessage]:
        return said(image(), plain("Please analyze the image above."))


def _legacy_methods(server: MCPServer) -> None:
    """Methods of the legacy era that the SDK's high-level server leaves to its user."""

    async def nothing(ctx: Any, params: Any) -> EmptyResult:  # noqa: ARG001
        return EmptyResult()

    low = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]
    low.add_request_handler("logging/setLevel", SetLevelRequestParams, nothing)
    low.add_request_handler("resources/subscribe", SubscribeRequestParams, nothing)
    low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, nothing)
