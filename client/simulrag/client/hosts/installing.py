"""Makes this server known to a host, or unknown again, in the host's own settings file.

The Agent Skill that the server offers goes into a host's folder of skills.
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulrag.client.errors import BadInput
from simulrag.client.hosts import files
from simulrag.client.hosts.entries import (
    entry_of,
    is_ours,
    snippet,
    with_entry,
    without_entry,
    words_of,
)
from simulrag.client.hosts.jsonc import CannotEdit
from simulrag.client.hosts.table import BY_KEY, HOSTS, NAME, Command, Host
from simulrag.client.session import run, texts

#: Environment variable in which the server finds its evidence store.
EVIDENCE = "SIMULRAG_EVIDENCE"


@dataclass(frozen=True)
class Change:
    """What a settings file holds and what it shall hold; equal where nothing is to do."""

    host: Host
    file: Path
    before: str | None
    #: None where the file is to go, as it was made for the entry alone.
    after: str | None
    #: What is done: "added", "updated", "removed", or "unchanged".
    done: str
    #: Whether a copy of the old file is laid beside it.
    copied: bool = True

    def write(self) -> Path | None:
        """Write the file; return where a copy of the old one lies. Raises BadInput."""
        if self.done == "unchanged":
            return None
        return files.replace(self.file, self.before, self.after, copied=self.copied)


def host_named(key: str) -> Host:
    """Return a host by its name; BadInput if we know none of that name."""
    if key not in BY_KEY:
        raise BadInput(f"host {key!r} is unknown; choose one of {', '.join(BY_KEY)}")
    return BY_KEY[key]


def own_command(evidence: str = "") -> Command:
    """Return the command that starts this installation, by absolute path.

    evidence: file of the evidence store; "" leaves it where it is by default.
    """
    environment = {EVIDENCE: str(Path(evidence).expanduser().absolute())} if evidence else {}
    suffix = ".exe" if sys.platform == "win32" else ""
    script = Path(sysconfig.get_path("scripts")) / f"{NAME}{suffix}"
    if os.access(script, os.X_OK):
        return Command(str(script), ("serve",), environment)
    return Command(sys.executable, ("-m", f"{NAME}.server"), environment)


def uvx_command(evidence: str = "") -> Command:
    """Return the command that lets uv fetch and start the package. Raises BadInput without uv.

    On Linux, PyTorch's CPU build is asked for; its default build brings gigabytes of CUDA.
    """
    found = shutil.which("uvx")
    if found is None:
        raise BadInput("uvx is not on PATH; install uv, or leave --uvx out")
    environment = dict(own_command(evidence).environment)
    if sys.platform == "linux":
        environment["UV_TORCH_BACKEND"] = "cpu"
    return Command(str(Path(found).absolute()), (NAME, "serve"), environment)


def installation(host: Host, command: Command, project: Path | None, *, replace: bool) -> Change:
    """Return the change that makes the server known to a host. Raises BadInput.

    Fields that somebody added to our entry stay. replace: also where another server has our name.
    """
    if host.format == "yaml":
        raise BadInput(
            f"{host.title} keeps its settings in YAML, which is not edited here; "
            f"put this into {host.file(project)}:\n\n{snippet(host, command)}"
        )
    file, mark, text = _opened(host, project)
    with _told(file):
        old = entry_of(host, text)
        if old is not None and not is_ours(old) and not replace:
            raise BadInput(
                f"{file} has another server under the name {NAME!r}: {_line(old)}; "
                "give --replace to put ours there"
            )
        kept = dict(old) if old is not None and is_ours(old) else {}
        entry = {**kept, **host.shape(command)}
        if entry == old:
            return Change(host, file, mark + text, mark + text, "unchanged")
        after = with_entry(host, text, entry)
    before = None if not file.exists() else mark + text
    return Change(host, file, before, mark + after, "added" if old is None else "updated")


def removal(host: Host, project: Path | None, *, replace: bool) -> Change:
    """Return the change that takes our entry out of a host's settings. Raises BadInput."""
    if host.format == "yaml":
        raise BadInput(
            f"{host.title} keeps its settings in YAML, which is not edited here; take "
            f"{host.servers}.{NAME} out of {host.file(project)}"
        )
    file, mark, text = _opened(host, project, ours=True)
    with _told(file):
        old = entry_of(host, text)
        if old is None:
            return Change(host, file, mark + text, mark + text, "unchanged")
        if not is_ours(old) and not replace:
            raise BadInput(
                f"the server {NAME!r} in {file} is another one: {_line(old)}; "
                "give --replace to remove it all the same"
            )
        before = _before_us(host, file, mark + text, old)
        after = mark + without_entry(host, text) if before is _UNKNOWN else before
    return Change(host, file, mark + text, after, "removed")


#: What was there before our entry cannot be told, as the file was changed since.
_UNKNOWN = "\0"


def _before_us(host: Host, file: Path, text: str, entry: Mapping[str, Any]) -> str | None:
    """Return what a file held before the entry was put in, None where there was no file.

    _UNKNOWN where neither a copy nor an absent file gives the text, byte by byte, by our entry.
    """
    earlier = [files.read(copy) for copy in reversed(files.copies(file))]
    for old in (*earlier, None):
        mark, plain = files.split_mark(old or "")
        with suppress(CannotEdit):
            absent = entry_of(host, plain) is None
            if absent and mark + with_entry(host, plain, entry) == text:
                return old
    return _UNKNOWN


@dataclass(frozen=True)
class Found:
    """A host on this machine, and what it says about our server."""

    host: Host
    file: Path
    #: The command line under our name, () where we are not there.
    words: tuple[str, ...]
    #: Why the settings cannot be read, "" if they can.
    problem: str = ""


def hosts_here() -> list[Found]:
    """Return the hosts whose settings file is on this machine."""
    return [found for host in HOSTS if (found := _found(host)) is not None]


def _found(host: Host) -> Found | None:
    file = host.file()
    if file is None or not (file.exists() or file.is_symlink()):
        return None
    if host.format == "yaml":
        return Found(host, file, (), "YAML is not read here")
    try:
        _, text = files.split_mark(files.read(file) or "")
        entry = entry_of(host, text)
    except (BadInput, CannotEdit) as error:
        return Found(host, file, (), str(error))
    return Found(host, file, words_of(entry) if entry is not None else ())


@contextmanager
def _told(file: Path) -> Generator[None]:
    """Turn CannotEdit into BadInput that names the file and says that it is untouched."""
    try:
        yield
    except CannotEdit as error:
        raise BadInput(f"{file} is left as it is: {error}; mend it and try again") from error


def _opened(host: Host, project: Path | None, *, ours: bool = False) -> tuple[Path, str, str]:
    """Return the file, its byte order mark, and its text ("" if there is no file).

    ours: of several files, the one that has our entry.
    """
    file = host.file(project)
    for place in host.places(project) if ours else ():
        with suppress(CannotEdit):
            if entry_of(host, files.split_mark(files.read(place) or "")[1]) is not None:
                file = place
                break
    if file is None:
        where = "of a project" if project is not None else "on this system"
        raise BadInput(f"{host.title} has no settings file {where} that we know")
    folder = file.parent if project is None else project
    if not folder.is_dir():
        why = f"; is {host.title} installed, and was it started once?" if project is None else ""
        raise BadInput(f"there is no folder {folder}{why}")
    return file, *files.split_mark(files.read(file) or "")


def _line(entry: Mapping[str, Any]) -> str:
    return " ".join(words_of(entry)) or ", ".join(sorted(entry)) or "an empty one"


SKILL = "check-claims"
FILES = ("SKILL.md", "formulas.md")
#: A line of every SKILL.md of ours, of whatever version.
SKILL_MARK = "\n  made-by: simulrag\n"


def skill_changes(
    host: Host, project: Path | None, *, remove: bool = False, replace: bool = False
) -> list[Change]:
    """Return the changes that write the skill, or remove it where we wrote it. Raises BadInput.

    A file that is ours, word for word, is changed without a copy. replace: also where another
    skill has our name.
    """
    folder = host.skill_folder(project)
    if folder is None:
        known = ", ".join(one.key for one in HOSTS if one.skills)
        raise BadInput(f"{host.title} has no folder of skills that we know; {known} has")
    places = [folder / SKILL / name for name in FILES]
    held = [files.read(place) for place in places]
    another = held[0] is not None and SKILL_MARK not in held[0] and not replace
    if remove and (held[0] is None or another):
        return []
    if another:
        raise BadInput(f"{places[0]} is another skill; give --replace to put ours there")
    ours: Sequence[str] = run(texts, [f"skill://{SKILL}/{name}" for name in FILES])
    changes: list[Change] = []
    for place, before, our in zip(places, held, ours, strict=True):
        after = None if remove else our
        done = "removed" if remove else "added" if before is None else "updated"
        done = "unchanged" if before == after else done
        changes.append(Change(host, place, before, after, done, copied=before != our))
    return changes


def remove_folder(changes: Sequence[Change]) -> None:
    """Remove the folder of a skill that was removed, unless something else lies in it."""
    for folder in {one.file.parent for one in changes if one.file.name == FILES[0]}:
        if folder.name == SKILL and not any(folder.iterdir()):
            folder.rmdir()
