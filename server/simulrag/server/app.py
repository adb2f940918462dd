"""Builds the MCP server and runs it over stdio."""

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mcp import MCPError
from mcp.server import MCPServer, ServerRequestContext
from mcp.server.apps import client_supports_apps
from mcp.server.caching import apply_cache_hint
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, RequestStateSecurity
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplate,
)
from pydantic import AnyUrl

from simulrag.server.chart_app.app import bind, chart_app
from simulrag.server.completion import register_completion
from simulrag.server.jobs import TIME_LIMIT, Jobs
from simulrag.server.plugin_resources import Shelf, installed_shelf
from simulrag.server.prompts.listing import register_prompts
from simulrag.server.prompts.skill import register_skill
from simulrag.server.resources.registering import (
    CACHE_HINTS,
    read_hint,
    refuse_unknown_conditions,
    register_resources,
    register_simulations,
)
from simulrag.server.standard_streams import (
    close_output,
    input_until_interrupted,
    leave,
    output_on_stderr,
)
from simulrag.server.tools.common import common_tools
from simulrag.server.tools.literature import literature_tools
from simulrag.server.tools.simulate import simulate_tool
from simulrag.simulators.arguments import shown
from simulrag.simulators.capabilities import missing
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore, default_path
from simulrag.verifier.evidence_database import Owner, nobody_in_particular
from simulrag.verifier.literature.library import Library

__all__ = ["build_server", "open_store", "serve_stdio"]

_log = logging.getLogger(__name__)

#: What to take in place of tools that hosts may still ask for.
REPLACED = {
    "compare_runs": "compute subtracts runs, with the interval of the difference: "
    "B.output - A.output, where `let` names the runs A and B",
}
INSTRUCTIONS = """\
Answers and checks scientific statements with real simulators; every number names the run it came \
from. Claims are decided as formulas over simulator outputs, and you write them: read_handbook() \
once, which teaches the language and lists all outputs. To check a text or your own draft: \
verify_claims with a formula for each claim, all in one call; mend once what comes back unread. To \
answer: compute the formulas that the question asks for, then write from their values and cite run \
ids. By rules, where no formula is written: check_answer for a text, plan_runs and answer_question \
for a question; all take your formulas. To refine several drafts: merge_claims, select_claims, \
verify_claims. What no simulator decides: search_literature, weigh_evidence. Single runs: \
simulate_*, several settings in one call with `settings`; what is long ends in the get_run call \
that has its next page. The simulators are population-level and physical numerical models on \
public data. Never report a number as simulated that no run returned; say which claims were \
outside, undecided or unread. The prompt `simulrag` walks through the whole loop."""

#: What instructions add where callers that are told apart share their evidence all the same.
SHARED = """ Evidence here is shared: all who may call this server see each other's runs, verdicts \
and questions."""


def build_server(
    registry: Registry | None = None,
    store: EvidenceStore | None = None,
    state_security: RequestStateSecurity | None = None,
    time_limit: float = TIME_LIMIT,
    shelf: Shelf | None = None,
    library: Library | None = None,
    *,
    shared: bool = False,
) -> MCPServer:
    """Return the server over these simulators (default: all installed) and this evidence store.

    Without a store, runs are kept in memory and end with the server. `state_security` seals what
    a client carries between the rounds of a call; processes that serve one client share it. A
    call that takes longer than `time_limit`, s, goes on under a handle. `shelf` has the resources
    of other packages (default: all installed), `library` the abstracts (default: those that the
    environment names). `shared` tells callers that they see each other's evidence.
    """
    registry = installed() if registry is None else registry
    store = EvidenceStore() if store is None else store
    shelf = installed_shelf() if shelf is None else shelf
    library = Library.of_environment() if library is None else library
    jobs = Jobs(store, time_limit)
    with _logging_untouched():
        server = _Server(
            "simulrag",
            title="SimulRAG",
            version=version("simulrag"),
            instructions=INSTRUCTIONS + (SHARED if shared else ""),
            tools=[bind(tool) for tool in _tools(registry, store, jobs, shelf, library)],
            cache_hints=CACHE_HINTS,
            request_state_security=state_security,
            extensions=[chart_app()],
        )
    server.registry = registry
    server.templates = lambda: register_simulations(server, registry, store, jobs)
    register_resources(server, registry, store, shelf, jobs)
    register_completion(server, registry, store, jobs)
    register_prompts(server, registry)
    register_skill(server, registry)
    return server


class _Server(MCPServer[Any]):
    """The SDK's server, with errors for unknown names that a caller can act on."""

    registry: Registry
    #: Adds the templates of runs, at the first request that may need them: a start is faster.
    templates: Callable[[], None] | None = None

    def _have_templates(self) -> None:
        register, self.templates = self.templates, None
        if register is not None:
            register()

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        self._have_templates()
        return await super().list_resource_templates()

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        if self._tool_manager.get_tool(name) is None:
            known = ", ".join(tool.name for tool in await self.list_tools())
            instead = REPLACED.get(name, f"there are {known}")
            raise ToolError(f"unknown_name: tool {shown(name)} is unknown; {instead}")
        return await super().call_tool(name, arguments, context)

    async def _handle_list_tools(
        self, ctx: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """List the tools; a host that shows no apps does not pay for their addresses."""
        listed = await super()._handle_list_tools(ctx, params)
        if client_supports_apps(ctx):
            return listed
        bare = [tool.model_copy(update={"meta": None}) for tool in listed.tools]
        return listed.model_copy(update={"tools": bare})

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        refuse_unknown_conditions(str(uri), self.registry)
        self._have_templates()
        return await super().read_resource(uri, context)

    async def _handle_read_resource(
        self, ctx: ServerRequestContext[Any, Any], params: ReadResourceRequestParams
    ) -> ReadResourceResult | InputRequiredResult:
        """Read a resource; what changes with an installation alone may be kept longer."""
        made = await super()._handle_read_resource(ctx, params)
        hint = read_hint(str(params.uri))
        return apply_cache_hint(made, hint) if isinstance(made, ReadResourceResult) else made

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        context: Context[Any, Any] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:  # the SDK would answer with "Internal server error"
            raise MCPError(INVALID_PARAMS, str(error)) from error


@contextmanager
def _logging_untouched() -> Generator[None]:
    """Keep the SDK from setting up the root logger, which belongs to the application."""
    root, guard = logging.getLogger(), logging.NullHandler()
    root.addHandler(guard)
    try:
        yield
    finally:
        root.removeHandler(guard)


def _tools(
    registry: Registry, store: EvidenceStore, jobs: Jobs, shelf: Shelf, library: Library
) -> Iterator[Tool]:
    yield from common_tools(registry, store, jobs, shelf)
    yield from literature_tools(registry, store, jobs, library)
    for simulator in registry:
        if missing(simulator):  # a tool costs every host its place: not one that can only refuse
            continue
        try:
            yield simulate_tool(simulator, registry, store, jobs)
        except Exception as error:  # noqa: BLE001 - a broken plug-in must not take the rest down
            _log.warning(
                "simulator %r has no tool: %s: %s", simulator.name, type(error).__name__, error
            )


def open_store(
    path: Path | None = None, *, late: bool = False, owner: Owner = nobody_in_particular
) -> EvidenceStore:
    """Open an evidence store, `late` at its first use; None takes the default file of this user.

    owner: returns for whom it is used.
    """
    return EvidenceStore(default_path() if path is None else path, late=late, owner=owner)


def serve_stdio(corpus: Path | None = None) -> None:
    """Run the server until its client hangs up, over the evidence store of this user.

    corpus: the file of abstracts; None takes the one that the environment names.
    """
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    with open_store() as opened:
        with output_on_stderr():
            server = build_server(store=opened, library=Library.of_environment(corpus))
        try:
            with input_until_interrupted():
                server.run("stdio")
        except* BrokenPipeError:
            _log.info("the client hung up in the middle of a reply")
        finally:
            close_output()
            leave()
