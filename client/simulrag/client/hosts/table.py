"""The hosts we know: where each keeps its MCP servers, under which name and in which shape.

The only home of these facts; snippets in the documentation, `simulrag install` and
`simulrag doctor` all read this table. Paths and shapes are those of each host's own documentation.
"""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

#: The name under which hosts list our server.
NAME = "simulrag"
Format = Literal["json", "toml", "yaml"]
Platform = Literal["darwin", "win32", "linux"]


@dataclass(frozen=True)
class Command:
    """What starts the server: a program, its arguments, and environment variables for it."""

    program: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str]


Shape = Callable[[Command], dict[str, Any]]


def plain(command: Command) -> dict[str, Any]:
    """Return {command, args, env}, the shape that most hosts share."""
    entry: dict[str, Any] = {"command": command.program, "args": list(command.arguments)}
    return entry | ({"env": dict(command.environment)} if command.environment else {})


def typed(command: Command) -> dict[str, Any]:
    """Return the plain shape with the transport named."""
    return {"type": "stdio", **plain(command)}


def _copilot(command: Command) -> dict[str, Any]:
    return {"type": "local", **plain(command), "tools": ["*"]}


def _opencode(command: Command) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "type": "local",
        "command": [command.program, *command.arguments],
        "enabled": True,
    }
    environment = dict(command.environment)
    return entry | ({"environment": environment} if environment else {})


def _goose(command: Command) -> dict[str, Any]:
    return {
        "name": NAME,
        "type": "stdio",
        "cmd": command.program,
        "args": list(command.arguments),
        "envs": dict(command.environment),
        "enabled": True,
        "timeout": 300,
    }


@dataclass(frozen=True)
class Host:
    """One program that starts MCP servers."""

    #: What `simulrag install` calls it.
    key: str
    title: str
    #: Platform -> path of the user's file; "~", "$APPDATA" and "$NAME" are filled in.
    files: Mapping[Platform, str]
    #: Name of the object that holds the servers.
    servers: str
    shape: Shape = plain
    format: Format = "json"
    #: The file within a project's folder, "" where the host has none.
    project: str = ""
    #: What to do for the host to see the change.
    then: str = "restart it"
    #: Environment variable that moves the folder of the user's file, "" where there is none.
    moved_by: str = ""
    #: Name of a file beside it that counts more where it is there, "" where there is none.
    rather: str = ""
    #: Folder of the user's file, with "*", on Windows where the host came as a package (MSIX).
    packaged: str = ""
    #: Folder of Agent Skills, in the user's home or a project, "" where we know of none.
    skills: str = ""

    def skill_folder(self, project: Path | None = None) -> Path | None:
        """Return where the host looks for skills; None where it has none that we know."""
        moved = os.environ.get(self.moved_by) if self.moved_by else None
        if not self.skills:
            return None
        if project is None and moved:
            return Path(moved) / Path(self.skills).name
        return (project or Path.home()) / self.skills

    def file(self, project: Path | None = None) -> Path | None:
        """Return the file to write on this machine; None where the host has none such."""
        return next(iter(self.places(project)), None)

    def places(self, project: Path | None = None) -> tuple[Path, ...]:
        """Return the files that the host reads on this machine, the one that counts most first."""
        usual = self._usual(project)
        if usual is None:
            return ()
        beside = usual.with_name(self.rather) if self.rather else usual
        first = (beside,) if beside != usual and beside.is_file() else ()
        packages = self._packages(usual.name) if project is None else ()
        return (*first, *packages, usual)

    def _usual(self, project: Path | None) -> Path | None:
        if project is not None:
            return project / self.project if self.project else None
        given = self.files.get(_platform())
        if given is None:
            return None
        if self.moved_by and os.environ.get(self.moved_by):
            return Path(os.environ[self.moved_by]) / Path(given).name
        return _filled(given)

    def _packages(self, name: str) -> tuple[Path, ...]:
        """Return the files of installed packages, those that are there first."""
        if not self.packaged or _platform() != "win32":
            return ()
        data = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        found = sorted(folder / name for folder in Path(data).glob(self.packaged))
        return tuple(sorted(found, key=lambda file: not file.is_file()))


def _platform() -> Platform:
    return sys.platform if sys.platform in ("darwin", "win32") else "linux"


def _filled(path: str) -> Path:
    data = os.environ.get("APPDATA") or str(Path.home() / "AppData" / "Roaming")
    config = os.environ.get("XDG_CONFIG_HOME", "")
    config = config if Path(config).is_absolute() else str(Path.home() / ".config")
    return Path(path.replace("$APPDATA", data).replace("$CONFIG", config)).expanduser()


def _everywhere(path: str) -> dict[Platform, str]:
    return {"darwin": path, "win32": path, "linux": path}


def _application(folder: str, file: str) -> dict[Platform, str]:
    """Return where desktop applications keep a file, by platform."""
    return {
        "darwin": f"~/Library/Application Support/{folder}/{file}",
        "win32": f"$APPDATA/{folder}/{file}",
        "linux": f"$CONFIG/{folder}/{file}",
    }


def _dotted(path: str, windows: str) -> dict[Platform, str]:
    """Return a path that macOS and Linux share under ~/.config, and that of Windows."""
    return {"darwin": f"~/.config/{path}", "linux": f"$CONFIG/{path}", "win32": windows}


HOSTS = (
    Host(
        "claude-desktop",
        "Claude Desktop",
        _application("Claude", "claude_desktop_config.json"),
        "mcpServers",
        packaged="Packages/Claude_*/LocalCache/Roaming/Claude",
        then="quit it altogether and start it again",
    ),
    Host(
        "claude-code",
        "Claude Code",
        _everywhere("~/.claude.json"),
        "mcpServers",
        typed,
        project=".mcp.json",
        moved_by="CLAUDE_CONFIG_DIR",
        skills=".claude/skills",
        then="start a new session; /mcp lists the server",
    ),
    Host(
        "vscode",
        "VS Code",
        _application("Code/User", "mcp.json"),
        "servers",
        typed,
        project=".vscode/mcp.json",
        then="run the command MCP: List Servers and start it",
    ),
    Host(
        "cursor",
        "Cursor",
        _everywhere("~/.cursor/mcp.json"),
        "mcpServers",
        project=".cursor/mcp.json",
        then="switch it on under Settings, MCP",
    ),
    Host(
        "windsurf",
        "Windsurf",
        _everywhere("~/.codeium/windsurf/mcp_config.json"),
        "mcpServers",
        then="refresh the list of MCP servers",
    ),
    Host(
        "zed",
        "Zed",
        _dotted("zed/settings.json", "$APPDATA/Zed/settings.json"),
        "context_servers",
        project=".zed/settings.json",
        then="look under Agent, Settings: its dot turns green",
    ),
    Host(
        "codex",
        "Codex CLI",
        _everywhere("~/.codex/config.toml"),
        "mcp_servers",
        format="toml",
        moved_by="CODEX_HOME",
        then="start it again; /mcp lists the server",
    ),
    Host(
        "gemini",
        "Gemini CLI",
        _everywhere("~/.gemini/settings.json"),
        "mcpServers",
        project=".gemini/settings.json",
        then="start it again; /mcp lists the server",
    ),
    Host(
        "goose",
        "Goose",
        _dotted("goose/config.yaml", "$APPDATA/Block/goose/config/config.yaml"),
        "extensions",
        _goose,
        format="yaml",
        then="start a new session",
    ),
    Host(
        "copilot-cli",
        "GitHub Copilot CLI",
        _everywhere("~/.copilot/mcp-config.json"),
        "mcpServers",
        _copilot,
        then="start it again; /mcp show lists the server",
    ),
    Host(
        "cline",
        "Cline",
        _application(
            "Code/User/globalStorage/saoudrizwan.claude-dev/settings", "cline_mcp_settings.json"
        ),
        "mcpServers",
        then="open MCP Servers, Installed",
    ),
    Host(
        "opencode",
        "opencode",
        _dotted("opencode/opencode.json", "~/.config/opencode/opencode.json"),
        "mcp",
        _opencode,
        project="opencode.json",
        rather="opencode.jsonc",
    ),
    Host(
        "lm-studio",
        "LM Studio",
        _everywhere("~/.lmstudio/mcp.json"),
        "mcpServers",
        then="switch it on under Program, Integrations",
    ),
    Host(
        "kiro",
        "Kiro",
        _everywhere("~/.kiro/settings/mcp.json"),
        "mcpServers",
        project=".kiro/settings/mcp.json",
    ),
)
BY_KEY = {host.key: host for host in HOSTS}
