"""Completes arguments of prompts and resource templates: names, places, states, scenarios, ids."""

from collections.abc import Callable, Iterable, Iterator

from mcp.server import MCPServer
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from simulrag.server.jobs import Jobs
from simulrag.server.prompts.listing import RUN
from simulrag.server.resources.handbook_topics import ALL, CARD
from simulrag.server.tools.call_arguments import parameters
from simulrag.simulators.capabilities import Completing
from simulrag.simulators.interface import Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Most completions that the protocol allows in one reply.
MOST_COMPLETIONS = 100
#: Longest text that is the beginning of a value, or of a list of values, characters.
LONGEST_BEGUN = 2_000
#: Newest runs and verdicts whose ids are completed.
NEWEST = 1000

Reference = PromptReference | ResourceTemplateReference


def register_completion(
    server: MCPServer, registry: Registry, store: EvidenceStore, jobs: Jobs
) -> None:
    """Complete what hosts let a user type into prompts and templates."""
    ids: dict[str, Callable[[], list[str]]] = {
        "simulator": lambda: list(registry.names()),
        "run_id": lambda: store.run_ids(NEWEST),
        "evidence_id": lambda: [*store.verdict_ids(NEWEST), *store.run_ids(NEWEST)],
    }

    def found_for(ref: Reference, argument: CompletionArgument, given: dict[str, str]) -> list[str]:
        if len(argument.value) > LONGEST_BEGUN:
            return []
        if argument.name in ids:
            return _beginning(ids[argument.name](), argument.value)
        if argument.name == "topic":
            topics = [*_functions(_simulators(registry, ref, given)), CARD, ALL]
            return _beginning(topics, argument.value)
        if argument.name == "function":
            return _beginning(_functions(_simulators(registry, ref, given)), argument.value)
        return _values(registry, ref, given, argument)

    async def complete(
        ref: Reference, argument: CompletionArgument, context: CompletionContext | None
    ) -> Completion:
        given = (context.arguments if context else None) or {}
        # On a thread, as the store may make its readers wait.
        found = await jobs.read(lambda: found_for(ref, argument, given))
        kept = found[:MOST_COMPLETIONS]
        return Completion(values=kept, total=len(found), has_more=len(found) > len(kept))

    server.completion()(complete)


def _functions(simulators: Iterable[Simulator]) -> list[str]:
    names = [function.name for one in simulators for function in one.functions]
    return list(dict.fromkeys(names))


def _values(
    registry: Registry, ref: Reference, given: dict[str, str], argument: CompletionArgument
) -> list[str]:
    found: dict[str, None] = {}
    for simulator, parameter in _parameters(registry, ref, given, argument.name):
        values = _completed(simulator, parameter, argument.value, MOST_COMPLETIONS + 1)
        found |= dict.fromkeys(values)
    return list(found)


def _parameters(
    registry: Registry, ref: Reference, given: dict[str, str], name: str
) -> Iterator[tuple[Simulator, Parameter]]:
    """Yield the parameters of that name, of all functions that are meant."""
    for simulator in _simulators(registry, ref, given):
        for parameter in parameters(simulator).get(name, {}).values():
            yield simulator, parameter


def _simulators(registry: Registry, ref: Reference, given: dict[str, str]) -> list[Simulator]:
    """Return the simulator that an address, a prompt or an argument names, else all."""
    if isinstance(ref, ResourceTemplateReference):
        scheme, _, path = ref.uri.partition("://")
        named = path.partition("/")[0] if scheme == "simulation" else given.get("simulator", "")
    else:
        named = ref.name.removeprefix(RUN) if ref.name.startswith(RUN) else given.get("simulator")
    return [one for one in registry if not named or named == one.name]


def _completed(simulator: Simulator, parameter: Parameter, begun: str, count: int) -> list[str]:
    """Return at most `count` values of a parameter that begin so, whatever their case.

    Lists (`choices`) are completed at their last item, as "Ohio, Io" -> "Ohio, Iowa".
    """
    if parameter.kind == "place" and isinstance(simulator, Completing):
        return list(simulator.complete(parameter.name, begun, count))
    if parameter.kind != "choices":
        return _beginning(parameter.choices, begun)[:count]
    head, comma, last = begun.rpartition(",")
    done = {one.strip().casefold() for one in head.split(",")}
    found = [
        one for one in _beginning(parameter.choices, last.strip()) if one.casefold() not in done
    ]
    return [f"{head}{comma} {one}" if comma else one for one in found[:count]]


def _beginning(names: Iterable[str], begun: str) -> list[str]:
    """Return the names that begin so, whatever their case, in their order."""
    key = begun.casefold()
    return [name for name in names if name.casefold().startswith(key)]
