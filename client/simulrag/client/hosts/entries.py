"""Reads, sets and removes our entry in the text of a host's configuration, or shows it to paste.

Texts are edited in place; the outcome is then parsed and compared with what was meant, so that a
file which the editing does not understand is refused and never spoilt.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, cast

from simulrag.client.hosts import jsonc, toml_text
from simulrag.client.hosts.jsonc import CannotEdit
from simulrag.client.hosts.table import NAME, Command, Format, Host

Settings = dict[str, Any]
_LIST = re.compile(r"\[[^\[\]{}]*\]")


def entry_of(host: Host, text: str) -> Mapping[str, Any] | None:
    """Return what stands under our name, None if nothing does. Raises CannotEdit."""
    settings = _parse(host.format, text)
    servers = settings.get(host.servers, {})
    if not isinstance(servers, dict):
        raise CannotEdit(f"{host.servers} must hold named servers, but is {_short(servers)}")
    found = cast("Settings", servers).get(NAME)
    if found is None:
        return None
    if not isinstance(found, dict):
        raise CannotEdit(f"{host.servers}.{NAME} must be an object, but is {_short(found)}")
    return cast("Settings", found)


def with_entry(host: Host, text: str, entry: Mapping[str, Any]) -> str:
    """Return the text with our entry set, everything else as it was. Raises CannotEdit."""
    meant = _parse(host.format, text)
    meant = {**meant, host.servers: {**meant.get(host.servers, {}), NAME: dict(entry)}}
    path = (host.servers, NAME)
    if host.format == "json":
        full = text if text.strip() else "{}\n"
        return _checked(host, meant, lambda: jsonc.with_member(full, path, entry))
    if toml_text.has_comment(text, path):
        raise CannotEdit(f"{'.'.join(path)} holds comments, which would be lost")
    return _checked(host, meant, lambda: toml_text.with_table(text, path, entry))


def without_entry(host: Host, text: str) -> str:
    """Return the text without our entry, everything else as it was. Raises CannotEdit."""
    if entry_of(host, text) is None:
        return text
    before = _parse(host.format, text)
    rest = {name: value for name, value in before[host.servers].items() if name != NAME}
    meant = {**before, host.servers: rest}
    path = (host.servers, NAME)
    if host.format == "json":
        return _checked(host, meant, lambda: jsonc.without_member(text, path))
    return _checked(host, meant, lambda: toml_text.without_table(text, path))


def words_of(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the command line of an entry in any of the known shapes, () where it has none."""
    command = entry.get("command", entry.get("cmd"))
    first = cast("list[object]", command) if isinstance(command, list) else [command]
    rest = entry.get("args")
    given = [*first, *(cast("list[object]", rest) if isinstance(rest, list) else [])]
    return tuple(word for word in given if isinstance(word, str))


def is_ours(entry: Mapping[str, Any]) -> bool:
    """Tell whether an entry starts this server, from whatever place."""
    words = [word.replace("\\", "/").rsplit("/", 1)[-1].casefold() for word in words_of(entry)]
    names = {word.split("==")[0].split("@")[0].removesuffix(".exe") for word in words}
    return bool(names & {NAME, f"{NAME}.server"})


def snippet(host: Host, command: Command) -> str:
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


def _checked(host: Host, meant: Settings, edit: Callable[[], str]) -> str:
    edited = edit()
    found = _parse(host.format, edited)
    if {host.servers: {}, **found} != {host.servers: {}, **meant}:
        raise CannotEdit(f"its way of writing {host.servers} cannot be edited without loss")
    return edited


def _parse(kind: Format, text: str) -> Settings:
    """Return the settings of a text; those of a blank one are empty. Raises CannotEdit."""
    if not text.strip():
        return {}
    try:
        found = tomllib.loads(text) if kind == "toml" else jsonc.parse(text)
    except (jsonc.BrokenText, tomllib.TOMLDecodeError) as error:
        raise CannotEdit(f"it is no valid {kind.upper()}: {error}") from error
    if not isinstance(found, dict):
        raise CannotEdit(f"it must hold an object, but holds {_short(found)}")
    return cast("Settings", found)


def _short(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:40]
