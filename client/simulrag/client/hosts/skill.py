"""Writes the Agent Skill that the server offers into a host's folder of skills, or removes it."""

from collections.abc import Sequence
from pathlib import Path

from simulrag.client.errors import BadInput
from simulrag.client.hosts import files
from simulrag.client.hosts.installing import Change
from simulrag.client.hosts.table import HOSTS, Host
from simulrag.client.session import run, texts

NAME = "check-claims"
FILES = ("SKILL.md", "formulas.md")
#: A line of every SKILL.md of ours, of whatever version.
MARK = "\n  made-by: simulrag\n"


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
    places = [folder / NAME / name for name in FILES]
    held = [files.read(place) for place in places]
    another = held[0] is not None and MARK not in held[0] and not replace
    if remove and (held[0] is None or another):
        return []
    if another:
        raise BadInput(f"{places[0]} is another skill; give --replace to put ours there")
    ours: Sequence[str] = run(texts, [f"skill://{NAME}/{name}" for name in FILES])
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
        if folder.name == NAME and not any(folder.iterdir()):
            folder.rmdir()
