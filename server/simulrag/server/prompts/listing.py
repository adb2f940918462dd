"""Registers the prompts, filling in the handbooks that they need."""

import inspect
from collections.abc import Callable
from typing import Annotated, get_args

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.prompts.base import PromptArgument
from mcp.types import INVALID_PARAMS
from pydantic import Field
from pydantic.fields import FieldInfo

from simulrag.handbooks import paper_prompts
from simulrag.server.prompts import texts
from simulrag.server.schemas import docstring
from simulrag.server.tools.call_arguments import parameters
from simulrag.simulators.arguments import shown
from simulrag.simulators.capabilities import missing
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.handbook import render
from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry

AnySimulator = Annotated[str, Field(description="name of a simulator; empty for all")]
OneSimulator = Annotated[str, Field(description="name of a simulator")]
Text = Callable[..., str]
#: How the name of a prompt that runs a simulator begins.
RUN = "run_"


def register_prompts(server: MCPServer, registry: Registry) -> None:
    """Add the whole loop, one prompt for each language step, the paper's own, and runs."""
    for name, title, function, described in [*_ours(registry), *_printed(registry)]:
        description = docstring(described).partition("\n")[0]
        server.add_prompt(_prompt(name, title, description, function))
    for simulator in registry:
        if not missing(simulator):
            server.add_prompt(_run_prompt(simulator))


def _prompt(name: str, title: str, description: str, function: Text) -> Prompt:
    """Return a prompt of a function of texts.

    The SDK's own way makes a pydantic model of each function, which is a third of what building
    the server takes.
    """
    arguments = [
        PromptArgument(
            name=one.name,
            description=_description(one.annotation),
            required=one.default is inspect.Parameter.empty,
        )
        for one in inspect.signature(function).parameters.values()
    ]
    return Prompt(
        name=name,
        title=title,
        description=description,
        arguments=arguments,
        fn=function,
        context_kwarg=None,
    )


def _description(annotation: object) -> str | None:
    fields = (one for one in get_args(annotation) if isinstance(one, FieldInfo))
    return next((field.description for field in fields), None)


def _run_prompt(simulator: Simulator) -> Prompt:
    """Return the prompt that runs a simulator; a host completes its arguments."""
    described = {
        "function": "what to ask",
        **{
            name: next(iter(by_function.values())).description
            for name, by_function in parameters(simulator).items()
        },
    }

    def run(**given: str) -> str:
        if unknown := [name for name in given if name not in described]:
            raise MCPError(
                INVALID_PARAMS,
                f"unknown_name: argument {shown(unknown[0])} is unknown; allowed are "
                f"{', '.join(described)}",
            )
        said = [f"{name} = {value}" for name, value in given.items() if value]
        return texts.run_simulator(f"simulate_{simulator.name}", "\n".join(said))

    return Prompt(
        name=f"{RUN}{simulator.name}",
        title=f"Run: {simulator.title}",
        description=simulator.description,
        arguments=[
            PromptArgument(name=name, description=said, required=name == "function")
            for name, said in described.items()
        ],
        fn=run,
        context_kwarg=None,
    )


def _ours(registry: Registry) -> list[tuple[str, str, Text, Text]]:
    def extract_parameters(question: str, simulator: AnySimulator = "") -> str:
        return texts.extract_parameters(question, _handbooks(registry, simulator))

    def boundary(claim: str, question: str = "", simulator: AnySimulator = "") -> str:
        return texts.boundary(claim, question, _handbooks(registry, simulator))

    plain: list[tuple[str, str, Text]] = [
        ("simulrag", "Answer with simulators", texts.simulrag),
        ("check_text", "Check a text", texts.check_text),
        ("draft", "Draft an answer", texts.draft),
        ("decompose", "Split into claims", texts.decompose),
        ("merge", "Merge claims", texts.merge),
        ("entail", "Find supported claims", texts.entail),
        ("uncertainty", "Estimate uncertainty and select", texts.uncertainty),
        ("verify_and_update", "Verify and update", texts.verify_and_update),
        ("compose_answer", "Write the answer", texts.compose_answer),
        ("weigh_claim", "Weigh a claim against literature", texts.weigh_claim),
    ]
    return [
        *((name, title, function, function) for name, title, function in plain),
        ("extract_parameters", "Find the runs", extract_parameters, texts.extract_parameters),
        ("boundary", "Judge the boundary", boundary, texts.boundary),
    ]


def _printed(registry: Registry) -> list[tuple[str, str, Text, Text]]:
    def boundary(claim: str, question: str, simulator: OneSimulator) -> str:
        return paper_prompts.boundary(question, claim, _handbooks(registry, simulator), simulator)

    plain: list[tuple[str, str, Text]] = [
        ("paper_decompose", "Paper A.2.1", paper_prompts.decompose),
        ("paper_merge", "Paper A.2.2", paper_prompts.merge),
        ("paper_update", "Paper A.2.4", paper_prompts.update),
        ("paper_answer", "Paper A.2.5", paper_prompts.answer),
    ]
    return [
        *((name, title, function, function) for name, title, function in plain),
        ("paper_boundary", "Paper A.2.3", boundary, paper_prompts.boundary),
    ]


def _handbooks(registry: Registry, simulator: str) -> str:
    try:
        chosen = [registry.simulator(simulator)] if simulator else list(registry)
    except UnknownName as error:
        raise MCPError(INVALID_PARAMS, f"{error.reason}: {error}") from None
    return "\n\n".join(render(one) for one in chosen)
