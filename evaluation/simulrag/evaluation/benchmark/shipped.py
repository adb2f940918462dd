"""Benchmarks that ship, and the resources by which the server shows them.

Loaded when a server starts, so that it imports nothing that reads or checks items.
"""

from functools import partial
from importlib.resources import files

from simulrag.server.plugin_resources import PluginResource
from simulrag.simulators.errors import UnknownName

#: Simulators with a benchmark that ships.
NAMES = ("climate", "epidemiology", "urban")


def text(simulator: str) -> str:
    """Return a shipped benchmark, JSON Lines. Raises UnknownName where none ships."""
    if simulator not in NAMES:
        raise UnknownName(
            f"no benchmark ships for {simulator!r}; there are {', '.join(NAMES)}. "
            "`simulrag evaluate generate` makes one for any simulator",
            parameter="simulator",
            given=simulator,
            candidates=NAMES,
        )
    return (files(__package__ or "") / "data" / f"{simulator}.jsonl").read_text("utf-8")


def resources() -> tuple[PluginResource, ...]:
    """Return what the server shows: a page on each benchmark, and its items."""
    pages = (
        PluginResource(
            f"benchmark://{name}",
            f"Benchmark of {name}",
            "200 questions with reference answers and claims from runs: statistics, source.",
            partial(_page, name),
        )
        for name in NAMES
    )
    item = PluginResource(
        "benchmark://{simulator}/{item}",
        "Benchmark item",
        "One item by its number (1 to 200) or id, as JSON; items.jsonl for all.",
        _item,
        "application/json",
    )
    return (*pages, item)


def _page(simulator: str) -> str:
    from simulrag.evaluation.benchmark.items import parsed
    from simulrag.evaluation.benchmark.statistics import overview

    items = parsed(text(simulator), f"{simulator}.jsonl")
    versions = ", ".join(f"{name} {held}" for name, held in items[0].versions.items())
    figures = "\n".join(f"| {name} | {value} |" for name, value in overview(items).items())
    asked = "\n".join(f"{n}. {item.question}" for n, item in enumerate(items[:3], start=1))
    return (
        f"# Benchmark of {simulator}\n\n{_licence()}\n\nMade by `simulrag evaluate generate "
        f"{simulator} --items {len(items)} --seed {items[0].seed}`: {versions}.\n\n"
        f"| figure | value |\n| --- | --- |\n{figures}\n\n## The first questions\n\n{asked}\n"
    )


def _licence() -> str:
    """Return the first paragraph of the note beside the files, which tells source and licence."""
    note = (files(__package__ or "") / "data" / "README.md").read_text("utf-8")
    return note.split("\n\n")[1]


def _item(simulator: str, item: str) -> str:
    held = text(simulator)
    if item == "items.jsonl":
        return held
    lines = held.rstrip("\n").split("\n")
    if item.isdecimal() and 1 <= int(item) <= len(lines):
        return lines[int(item) - 1]
    for line in lines:
        if line.startswith(f'{{"id": "{item}",'):
            return line
    raise UnknownName(
        f"benchmark item {item[:80]!r} is unknown; give a number from 1 to {len(lines)}, an id, or "
        "items.jsonl",
        parameter="item",
        given=item,
    )
