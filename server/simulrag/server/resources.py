"""Handbooks and runs as resources, and the completion of their names.

Hosts seldom read resources by themselves, so that each is also reachable by a tool.
"""

import json
from functools import partial

import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from simulrag.server.replies import thinned
from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.handbook import render
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Most completions that the protocol allows in one reply.
MOST_COMPLETIONS = 100
MARKDOWN = "text/markdown"


def register_resources(server: MCPServer, registry: Registry, store: EvidenceStore) -> None:
    """Add handbook://{simulator}, run://{run_id}, and the list of handbooks."""

    def handbook(simulator: str) -> str:
        """Handbook of a simulator: what it decides, inputs, ranges, outputs, limits."""
        try:
            return render(registry.simulator(simulator))
        except UnknownName as error:
            raise ResourceNotFoundError(str(error)) from None

    def run(run_id: str) -> str:
        """A stored run, with the verdicts that rest on it."""
        found = store.get(run_id)
        if found is None:
            raise ResourceNotFoundError(f"run {shown(run_id)} is unknown")
        content = {
            "run": found.model_copy(update={"series": thinned(found.series)}).model_dump(
                mode="json", exclude_none=True
            ),
            "verdicts": [
                verdict.model_dump(mode="json", exclude_none=True)
                for verdict in store.verdicts(run_id)
            ],
        }
        return json.dumps(content, ensure_ascii=False, allow_nan=False)

    server.resource("handbook://{simulator}", title="Handbook", mime_type=MARKDOWN)(handbook)
    server.resource("run://{run_id}", title="Run", mime_type="application/json")(run)
    for one in registry:
        server.add_resource(
            FunctionResource.from_function(
                partial(handbook, one.name),
                f"handbook://{one.name}",
                name=one.name,
                title=f"Handbook: {one.title}",
                description=one.description,
                mime_type=MARKDOWN,
            )
        )


def register_completion(server: MCPServer, registry: Registry, store: EvidenceStore) -> None:
    """Complete the names of simulators and the ids of runs."""

    async def complete(
        ref: PromptReference | ResourceTemplateReference,  # noqa: ARG001 - names mean the same
        argument: CompletionArgument,
        context: CompletionContext | None,  # noqa: ARG001
    ) -> Completion:
        known: list[str] = []
        if argument.name == "simulator":
            known = list(registry.names())
        elif argument.name == "run_id":
            known = await anyio.to_thread.run_sync(store.run_ids, 1000)
        found = [name for name in known if name.startswith(argument.value)]
        kept = found[:MOST_COMPLETIONS]
        return Completion(values=kept, total=len(found), has_more=len(found) > len(kept))

    server.completion()(complete)
