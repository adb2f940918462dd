"""Handbooks, model cards, runs, evidence and simulations as resources.

Hosts seldom read resources by themselves, so that each is also reachable by a tool: handbooks,
cards and what other packages bring by `read_handbook`, runs and evidence by `get_run`,
simulations by `simulate_*`.
"""

import inspect
import json
import logging
from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from mcp.server import MCPServer
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import FunctionResource
from mcp.types import CallToolResult, TextContent
from pydantic import JsonValue

from simulrag.server.jobs import STILL_RUNNING, Jobs, refusal
from simulrag.server.plugin_resources import PluginResource, Shelf
from simulrag.server.replies import identified, whole_run
from simulrag.server.resources.handbook_topics import topic_text
from simulrag.server.schemas import docstring
from simulrag.server.tools.call_arguments import read_call
from simulrag.simulators.arguments import shown
from simulrag.simulators.capabilities import missing
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.handbook import card, render
from simulrag.simulators.interface import Function, Run, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, StoredVerdict

_log = logging.getLogger(__name__)
MARKDOWN, JSON = "text/markdown", "application/json"
#: How long lists and texts that change with an installation alone may be kept, ms.
HOUR = 3_600_000
#: What a client of the protocol of 2026 is told of keeping results. The list of tools differs
#: between clients, with and without apps; what is read may rest on the caller's own runs.
CACHE_HINTS: dict[CacheableMethod, CacheHint] = {
    "server/discover": CacheHint(HOUR, "public"),
    "tools/list": CacheHint(HOUR, "private"),
    "prompts/list": CacheHint(HOUR, "public"),
    "resources/list": CacheHint(HOUR, "public"),
    "resources/templates/list": CacheHint(HOUR, "public"),
    "resources/read": CacheHint(0, "private"),
}
#: Schemes whose texts change with an installation alone.
LASTING = ("handbook://", "card://", "skill://", "ui://")


def read_hint(uri: str) -> CacheHint:
    """Return how long the resource at an address may be kept."""
    return CacheHint(HOUR, "public") if uri.startswith(LASTING) else CACHE_HINTS["resources/read"]


def register_resources(
    server: MCPServer, registry: Registry, store: EvidenceStore, shelf: Shelf, jobs: Jobs
) -> None:
    """Add the resources and templates of the simulators, the store and other packages.

    The templates of runs are `register_simulations`'.
    """
    _add_texts(server, registry)
    _add_evidence(server, store, jobs)
    for one in shelf.resources.values():
        _add_plugin(server, one, shelf)


def register_simulations(
    server: MCPServer, registry: Registry, store: EvidenceStore, jobs: Jobs
) -> None:
    """Add the templates of the simulators' runs, one a function.

    What is read is computed as a call of a tool is: it waits for a core, and stops when given up.
    """
    for one in registry:
        if not missing(one):
            for function in one.functions:
                if not function.parameters:  # an address has nothing to be filled with
                    continue
                try:
                    _add_simulation(server, one, function, registry, store, jobs)
                except Exception as error:  # noqa: BLE001 - a broken plug-in costs no other
                    told = f"{type(error).__name__}: {error}"
                    _log.warning("%s.%s has no address: %s", one.name, function.name, told)


def _add_texts(server: MCPServer, registry: Registry) -> None:
    def handbook(simulator: str) -> str:
        """Handbook of a simulator: what it decides, inputs, ranges, outputs, limits."""
        return _found(lambda: render(registry.simulator(simulator)))

    def topic(simulator: str, topic: str) -> str:
        """One function of a handbook: its inputs, ranges, outputs and scales."""
        return _found(lambda: topic_text(registry.simulator(simulator), topic))

    def model_card(simulator: str) -> str:
        """Model card: what a simulator was made from, its error, its range, its licence."""
        return _found(lambda: card(registry.simulator(simulator)))

    _add_template(server, "handbook://{simulator}", "Handbook", MARKDOWN, handbook)
    _add_template(server, "handbook://{simulator}/{topic}", "Function", MARKDOWN, topic)
    _add_template(server, "card://{simulator}", "Model card", MARKDOWN, model_card)
    for one in registry:
        for scheme, title, read, said in (
            ("handbook", "Handbook", handbook, one.description),
            ("card", "Model card", model_card, docstring(model_card)),
        ):
            server.add_resource(
                FunctionResource.from_function(
                    partial(read, one.name),
                    f"{scheme}://{one.name}",
                    name=one.name if scheme == "handbook" else f"{one.name} {scheme}",
                    title=f"{title}: {one.title}",
                    description=said,
                    mime_type=MARKDOWN,
                )
            )


def _add_evidence(server: MCPServer, store: EvidenceStore, jobs: Jobs) -> None:
    def read_run(run_id: str) -> str:
        found = _stored(run_id, store)
        rest = store.verdicts_by_id(run_id)
        return _json({"run": whole_run(found, series=True), "verdicts": _identified(rest)})

    def read_evidence(evidence_id: str) -> str:
        verdict = store.verdict(evidence_id)
        if verdict is None:
            _stored(evidence_id, store)
            return _json({"verdicts": _identified(store.verdicts_by_id(evidence_id))})
        runs = [
            whole_run(run, series=True)
            for one in verdict.verdict.all_run_ids
            if (run := store.get(one))
        ]
        return _json({"verdicts": _identified({evidence_id: verdict}), "runs": runs})

    async def run(run_id: str) -> str:
        """A stored run, with the verdicts that rest on it."""
        return await jobs.read(lambda: read_run(run_id))

    async def evidence(evidence_id: str) -> str:
        """A verdict with its question and its runs; by the id of a run, the verdicts on it."""
        return await jobs.read(lambda: read_evidence(evidence_id))

    _add_template(server, "run://{run_id}", "Run", JSON, run)
    _add_template(server, "evidence://{evidence_id}", "Evidence", JSON, evidence)


def _add_template(
    server: MCPServer, uri: str, title: str, mime_type: str, read: Callable[..., Any]
) -> None:
    said = docstring(read)
    server.resource(uri, title=title, description=said, mime_type=mime_type)(read)


def _add_simulation(
    server: MCPServer,
    simulator: Simulator,
    function: Function,
    registry: Registry,
    store: EvidenceStore,
    jobs: Jobs,
) -> None:
    names = [parameter.name for parameter in function.parameters]

    async def simulate(**given: str) -> str:
        arguments: dict[str, JsonValue] = {"function": function.name, **given}

        def computed() -> CallToolResult:
            try:
                run = store.run(read_call(simulator, arguments), registry)
            except SimulRAGError as error:
                return refusal(f"{error.reason}: {error}")
            text = _json({"run": whole_run(run, series=True)})
            return CallToolResult(content=[TextContent(type="text", text=text)])

        address = f"simulation://{simulator.name}"
        made = await jobs.answer(jobs.key(address, arguments), address, computed)
        text = "".join(part.text for part in made.content if isinstance(part, TextContent))
        if made.is_error:
            raise ResourceNotFoundError(text)
        if STILL_RUNNING in (made.structured_content or {}):
            raise ResourceError(text)
        return text

    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=str)
        for name in names
    ]
    # The SDK compares the address's variables with the signature, pydantic reads the hints.
    simulate.__annotations__ = dict.fromkeys(names, str)
    simulate.__signature__ = inspect.Signature(options)  # pyright: ignore[reportFunctionMemberAccess]
    server.resource(
        simulation_uri(simulator, function),
        name=f"{simulator.name}.{function.name}",
        title=f"Simulation: {function.title}",
        description=f"Runs {simulator.name}.{function.name}; lists are separated by commas.",
        mime_type=JSON,
    )(simulate)


def simulation_uri(simulator: Simulator, function: Function) -> str:
    """Return the template of a function's runs, as simulation://climate/temperature{?place,year}."""
    names = ",".join(parameter.name for parameter in function.parameters)
    return f"simulation://{simulator.name}/{function.name}{{?{names}}}"


def refuse_unknown_conditions(uri: str, registry: Registry) -> None:
    """Raise where the address of a simulation names what its function lacks, or names it twice.

    The SDK drops what a template does not name, and all values but the first; a condition that is
    dropped in silence gives the answer to another question.
    """
    parts = urlsplit(uri)
    if parts.scheme != "simulation" or parts.netloc not in registry.names():
        return
    functions = {one.name: one for one in registry.simulator(parts.netloc).functions}
    function = functions.get(parts.path.strip("/"))
    names = {parameter.name for parameter in function.parameters} if function else set[str]()
    given = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
    for name in given if function else ():
        if name not in names:
            raise ResourceNotFoundError(
                f"unknown_name: {shown(name)} is no parameter of {parts.path.strip('/')}; it takes "
                f"{', '.join(sorted(names))}"
            )
        if given.count(name) > 1:
            raise ResourceNotFoundError(
                f"bad_value: {name} is given {given.count(name)} times; give it once, lists "
                "separated by commas"
            )


def _add_plugin(server: MCPServer, one: PluginResource, shelf: Shelf) -> None:
    told: dict[str, Any] = {
        "name": one.title,
        "title": one.title,
        "description": one.description,
        "mime_type": one.mime_type,
    }
    if one.is_template:
        server.resource(one.uri, **told)(_refusing(one.read))
        return
    read = partial(_found, partial(shelf.read, one.uri))
    server.add_resource(FunctionResource.from_function(read, one.uri, **told))


def _refusing(read: Callable[..., str]) -> Callable[..., str]:
    """Return a function of the same variables, whose refusals are resources that are not there."""

    @wraps(read)
    def told(*values: Any, **variables: Any) -> str:
        return _found(lambda: read(*values, **variables))

    return told


def _found(read: Callable[[], Any]) -> Any:
    """Return what `read` returns; what it refuses is a resource that is not there."""
    try:
        return read()
    except SimulRAGError as error:
        raise ResourceNotFoundError(f"{error.reason}: {error}") from None


def _stored(run_id: str, store: EvidenceStore) -> Run:
    found = store.get(run_id)
    if found is None:
        raise ResourceNotFoundError(f"unknown_name: {shown(run_id)} is no stored run or verdict")
    return found


def _identified(found: dict[str, StoredVerdict]) -> list[JsonValue]:
    return [
        {**identified(key, one.verdict), "question": one.question} for key, one in found.items()
    ]


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False)
