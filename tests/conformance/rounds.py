"""Tools and a prompt of the conformance suite that ask their client in several rounds."""

from typing import Any

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    GetPromptResult,
    InputRequiredResult,
    ListRootsRequest,
    PromptMessage,
)

from conformance.fixtures import FIXTURE, plain, sampling

Asked = CallToolResult | InputRequiredResult
AnyContext = Context[Any, Any]


def form(message: str, field: str, kind: str = "string") -> ElicitRequest:
    """Return a request for one field of a form."""
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def answered(ctx: AnyContext, *keys: str) -> list[Any] | None:
    """Return the answers to these questions, None while one is missing."""
    given = ctx.input_responses or {}
    return [given[key] for key in keys] if all(key in given for key in keys) else None


def field_of(answer: Any, name: str) -> Any:
    """Return a field of a filled form."""
    return (getattr(answer, "content", None) or {}).get(name)


def done(text: str) -> CallToolResult:
    """Return a complete result."""
    return CallToolResult(content=[plain(text)])


def needs(capability: str) -> MCPError:
    """Return the error of a tool that its client cannot serve."""
    return MCPError(
        -32021,
        f"this tool needs the client capability {capability}",
        {"requiredCapabilities": {capability: {}}},
    )


def register_rounds(server: MCPServer) -> None:
    """Add the multi-round tools and prompt (SEP-2322)."""
    _one_round(server)
    _by_capability(server)
    _with_state(server)

    @server.prompt(description=FIXTURE)
    def test_input_required_result_prompt(ctx: AnyContext) -> Any:
        given = answered(ctx, "user_context")
        if given is None:
            question = form("What context should the prompt use?", "context")
            return InputRequiredResult(input_requests={"user_context": question})
        text = f"Prompt with context: {field_of(given[0], 'context')}"
        return GetPromptResult(messages=[PromptMessage(role="user", content=plain(text))])


def _one_round(server: MCPServer) -> None:
    @server.tool(description=FIXTURE)
    def test_input_required_result_elicitation(ctx: AnyContext) -> Asked:
        given = answered(ctx, "user_name")
        name = field_of(given[0], "name") if given else None
        if not isinstance(name, str):
            question = form("What is your name?", "name")
            return InputRequiredResult(input_requests={"user_name": question})
        return done(f"Hello, {name}!")

    @server.tool(description=FIXTURE)
    def test_input_required_result_sampling(ctx: AnyContext) -> Asked:
        given = answered(ctx, "capital_question")
        if given is None:
            question = sampling("What is the capital of France?", 100)
            return InputRequiredResult(input_requests={"capital_question": question})
        return done(f"LLM response: {getattr(given[0].content, 'text', given[0].content)}")

    @server.tool(description=FIXTURE)
    def test_input_required_result_list_roots(ctx: AnyContext) -> Asked:
        given = answered(ctx, "client_roots")
        if given is None:
            return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})
        return done(f"Roots: {', '.join(str(root.uri) for root in given[0].roots)}")


def _by_capability(server: MCPServer) -> None:
    @server.tool(description=FIXTURE)
    def test_input_required_result_capabilities(ctx: AnyContext) -> Asked:
        has = ctx.client_capabilities
        asked: dict[str, Any] = {}
        if has and has.elicitation:
            asked["user_name"] = form("What is your name?", "name")
        if has and has.sampling:
            asked["greeting"] = sampling("Generate a greeting", 50)
        if not asked or answered(ctx, *asked) is not None:
            return done("All answers are in.")
        return InputRequiredResult(input_requests=asked)

    @server.tool(description=FIXTURE)
    def test_missing_capability(ctx: AnyContext) -> CallToolResult:
        has = ctx.client_capabilities
        if has is None or has.sampling is None:
            raise needs("sampling")
        return done("The client can sample.")


def _with_state(server: MCPServer) -> None:
    @server.tool(description=FIXTURE)
    def test_input_required_result_request_state(ctx: AnyContext) -> Asked:
        given = answered(ctx, "confirm")
        if given is None or ctx.request_state != "asked":
            question = form("Please confirm", "ok", "boolean")
            return InputRequiredResult(input_requests={"confirm": question}, request_state="asked")
        return done("state-ok")

    @server.tool(description=FIXTURE)
    def test_input_required_result_multiple_inputs(ctx: AnyContext) -> Asked:
        if answered(ctx, "user_name", "greeting", "client_roots") is None:
            questions = {
                "user_name": form("What is your name?", "name"),
                "greeting": sampling("Generate a greeting", 50),
                "client_roots": ListRootsRequest(),
            }
            return InputRequiredResult(input_requests=questions, request_state="asked")
        return done("All answers are in.")

    @server.tool(description=FIXTURE)
    def test_input_required_result_multi_round(ctx: AnyContext) -> Asked:
        if ctx.request_state == "second" and (given := answered(ctx, "step2")):
            return done(f"Your color is {field_of(given[0], 'color')}.")
        if ctx.request_state == "first" and answered(ctx, "step1"):
            question = form("Step 2: What is your favorite color?", "color")
            return InputRequiredResult(input_requests={"step2": question}, request_state="second")
        question = form("Step 1: What is your name?", "name")
        return InputRequiredResult(input_requests={"step1": question}, request_state="first")

    @server.tool(description=FIXTURE)
    def test_input_required_result_tampered_state(ctx: AnyContext) -> Asked:
        if ctx.request_state is None:
            question = form("Please confirm", "ok", "boolean")
            return InputRequiredResult(input_requests={"confirm": question}, request_state="asked")
        if ctx.request_state != "asked":
            raise MCPError(INVALID_PARAMS, "requestState is not the one that was given out")
        return done("The state came back unchanged.")
