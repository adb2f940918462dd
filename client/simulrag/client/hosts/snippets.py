"""Writes what a host's configuration needs, as text to paste and as links that install it."""

import base64
import json
import re
import shlex
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote, urlencode

from simulrag.client.hosts import toml_text
from simulrag.client.hosts.table import HOSTS, NAME, Command, Host, plain

#: The command where `simulrag` is on the PATH that the host sees.
ON_PATH = Command(NAME, ("serve",), {})
PLATFORMS = {"darwin": "macOS", "win32": "Windows", "linux": "Linux"}
_LIST = re.compile(r"\[[^\[\]{}]*\]")


def snippet(host: Host, command: Command = ON_PATH) -> str:
    """Return the part of a host's configuration that makes the server known to it."""
    entry = host.shape(command)
    if host.format == "toml":
        return toml_text.table([host.servers, NAME], entry).rstrip("\n")
    if host.format == "yaml":
        return "\n".join(_yaml({host.servers: {NAME: entry}}, 0))
    return _json({host.servers: {NAME: entry}})


def _json(value: Any) -> str:
    """Return JSON in lines, with lists of words on one."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _LIST.sub(lambda found: json.dumps(json.loads(found.group())), text)


def _yaml(value: Mapping[str, Any], depth: int) -> list[str]:
    """Return YAML lines of mappings; scalars and lists are written as JSON, which YAML contains."""
    lines: list[str] = []
    for name, item in value.items():
        start = f"{'  ' * depth}{name}:"
        if isinstance(item, Mapping) and item:
            lines += [start, *_yaml(cast("Mapping[str, Any]", item), depth + 1)]
        else:
            lines.append(f"{start} {json.dumps(item, ensure_ascii=False)}")
    return lines


def vscode_link() -> str:
    """Return the link that makes VS Code ask whether to add the server."""
    config = json.dumps(plain(ON_PATH), separators=(",", ":"))
    query = urlencode({"name": NAME, "config": config}, quote_via=quote)
    return f"https://vscode.dev/redirect/mcp/install?{query}"


def cursor_link() -> str:
    """Return the link that makes Cursor ask whether to add the server."""
    config = base64.b64encode(json.dumps(plain(ON_PATH), separators=(",", ":")).encode())
    query = urlencode({"name": NAME, "config": config.decode()})
    return f"https://cursor.com/install-mcp?{query}"


def claude_code_command(command: Command = ON_PATH) -> str:
    """Return the shell command that adds the server to Claude Code for this user."""
    line = shlex.join((command.program, *command.arguments))
    return f"claude mcp add --scope user {NAME} -- {line}"


def overview() -> str:
    """Return links, a command and a table of all hosts, as Markdown."""
    links = f"[Add to VS Code]({vscode_link()}) · [Add to Cursor]({cursor_link()})"
    rows = [f"| {host.title} | {_way(host)} |" for host in HOSTS]
    table = "\n".join(["| host | command |", "| --- | --- |", *rows])
    shell = f"```bash\n{claude_code_command()}\n```"
    return "\n\n".join([links, f"Claude Code, by its own command:\n\n{shell}", table])


def page() -> str:
    """Return what each host's file needs, as Markdown."""
    return "\n\n".join(_section(host) for host in HOSTS)


def _section(host: Host) -> str:
    fence = f"```{host.format}\n{snippet(host)}\n```"
    return f"## {host.title}\n\nIn {_places(host)}; then {host.then}.\n\n{fence}"


def _way(host: Host) -> str:
    command = f"`simulrag install {host.key}`"
    return command if host.format != "yaml" else f"{command} prints what to paste"


def _places(host: Host) -> str:
    systems: dict[str, list[str]] = {}
    for platform, file in host.files.items():
        systems.setdefault(_readable(file), []).append(PLATFORMS[platform])
    shown = [
        f"`{file}`" + (f" ({', '.join(names)})" if len(systems) > 1 else "")
        for file, names in systems.items()
    ]
    shown += [f"`{host.project}` in a project"] if host.project else []
    shown += [f"`{host.rather}` in its place, if it is there"] if host.rather else []
    shown += [f"`%LOCALAPPDATA%/{host.packaged}` (as a package)"] if host.packaged else []
    return " or ".join(shown)


def _readable(path: str) -> str:
    return path.replace("$APPDATA", "%APPDATA%").replace("$CONFIG", "~/.config")
