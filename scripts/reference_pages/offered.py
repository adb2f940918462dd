"""The pages on commands, and on the resources and prompts of the server."""

import asyncio
import contextlib
import io
import os
from collections.abc import Iterator
from typing import Any

from reference_pages.source import NOTE, table

#: Columns of a command's help.
WIDTH = 96


def commands_page() -> str:
    """Return the page on all commands and their options."""
    # Read when typer is loaded: its help as plain text.
    os.environ |= {"TYPER_USE_RICH": "0", "COLUMNS": str(WIDTH)}
    import typer

    from simulrag.client.cli import app

    root: Any = typer.main.get_command(app)
    told = f"{NOTE} What each command says with `--help`."
    return "\n\n".join(["# Commands", told, *sections(root, ())]) + "\n"


def sections(root: Any, path: tuple[str, ...]) -> Iterator[str]:
    """Yield the help of a command and of those below it."""
    yield f"{'#' * (len(path) + 2)} `{' '.join(('simulrag', *path))}`"
    yield f"```text\n{help_of(root, path)}\n```"
    command = root
    for name in path:
        command = command.commands[name]
    for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
        yield from sections(root, (*path, name))


def help_of(root: Any, path: tuple[str, ...]) -> str:
    """Return what a command says of itself. A plug-in is loaded by it."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        root.main([*path, "--help"], prog_name="simulrag", standalone_mode=False)
    lines = (line.rstrip() for line in said.getvalue().strip().splitlines())
    return "\n".join(line for line in lines if "-completion" not in line)


async def offered() -> tuple[list[Any], list[Any], list[Any]]:
    """Return templates, resources and prompts of an installation without extras."""
    from mcp import Client

    from simulrag.server.app import build_server
    from simulrag.simulators.registry import Registry, installed
    from simulrag.simulators.urban import simulator as urban

    urban.engine_version = lambda: ""
    names = ("climate", "epidemiology", "urban")
    server = build_server(Registry(installed().simulator(name) for name in names))
    async with Client(server) as client:
        templates = (await client.list_resource_templates()).resource_templates
        resources = (await client.list_resources()).resources
        prompts = (await client.list_prompts()).prompts
    return templates, resources, prompts


def resources_page() -> str:
    """Return the page on resources and prompts."""
    templates, resources, prompts = asyncio.run(offered())
    arguments = (
        ", ".join(f"`{a.name}`" + ("" if a.required else " (may be left out)")
                  for a in prompt.arguments or ())
        for prompt in prompts
    )  # fmt: skip
    return "\n\n".join([
        "# Resources and prompts", NOTE,
        "What the server offers beside its [tools](../tools.md). Hosts show resources and prompts "
        "in menus, and complete what stands in braces while you type.",
        "## Resources",
        table(("address", "what it holds"),
              ((f"`{one.uri}`", f"{one.title}. {one.description or ''}") for one in resources)),
        "## Templates of resources",
        table(("address", "what it holds"),
              ((f"`{one.uri_template}`", one.description or one.title or "") for one in templates)),
        "## Prompts",
        table(("prompt", "what it does", "arguments"),
              ((f"`{one.name}`", one.description or one.title or "", given)
               for one, given in zip(prompts, arguments, strict=True))),
    ]) + "\n"  # fmt: skip
