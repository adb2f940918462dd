"""Handbooks a topic at a time, as `read_handbook` gives them: whole ones are long."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from simulrag.server.replies import SimulatorEntry
from simulrag.simulators.arguments import LONGEST_NAME, nearest_names, shown
from simulrag.simulators.capabilities import emulated, missing
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.handbook import (
    PLACE_OF_TABLES,
    card,
    function_tables,
    input_text,
    output_text,
    prose_of,
    render,
)
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry

#: Topics besides the names of functions.
CARD, ALL = "card", "all"

Named = TypeVar("Named", Parameter, Output)

#: A section of a handbook's prose: a heading, or the bold words that begin a paragraph.
_HEADING = re.compile(r"^#{2,4} +(?P<name>.+?)\s*$")
_LEAD = re.compile(r"^\*\*(?P<name>[^*]+?)\.?\*\*")


def overview(registry: Registry) -> str:
    """Return one line on each simulator."""
    listed = [f"- `{one.name}` ({_how_run(one)}): {one.description}" for one in registry]
    return "\n".join(["Simulators:", *listed])


def _how_run(simulator: Simulator) -> str:
    """Say in the list of simulators by which tool one runs, or why by none."""
    if missing(simulator):
        return "not installed"
    return f"tool `simulate_{simulator.name}`" + (", emulated" if emulated(simulator) else "")


def found_topic(registry: Registry, simulator: str, topic: str) -> tuple[list[Simulator], str]:
    """Return what is said of a topic, and of which simulators.

    simulator and topic together name a simulator, a function, an input, an output or a section of a
    handbook, parts joined by dots: "urban.corridor", "travel_time", "presets". Without a simulator
    all that have such a topic answer. Raises UnknownName.
    """
    parts = [one.strip() for one in f"{simulator}.{topic}".split(".") if one.strip()]
    if simulator and simulator not in registry.names():
        registry.simulator(parts[0] if parts else simulator)  # raises for a name that is none
    if parts and parts[0] in registry.names():
        one = registry.simulator(parts[0])
        inside = ".".join(parts[1:]).removeprefix(f"{one.name}.")
        return [one], topic_text(one, "" if inside == one.name else inside)
    told = {one.name: _told(one, topic) for one in registry}
    with_it = [one for one in registry if told[one.name]]
    if not with_it:
        names = [*registry.names(), *(name for one in registry for name in _names(one))]
        raise _unknown(topic, names, ", ".join(registry.names()))
    blocks = (f"## {one.name}\n\n{told[one.name]}" for one in with_it)
    return with_it, "\n\n".join(blocks)


def topic_text(simulator: Simulator, topic: str) -> str:
    """Return a topic of a simulator's handbook as Markdown.

    topic: "" is the prose with a list of functions, the name of a function its inputs, outputs
    and scales, that of an input, an output or a section what is said of it, "card" the model card,
    "all" the whole handbook. Raises UnknownName.
    """
    found = _told(simulator, topic) if topic else _short(simulator)
    if not found:
        listed = [one.name for one in simulator.functions]
        raise _unknown(topic, _names(simulator), ", ".join([*listed, CARD, ALL]))
    return found


def _told(simulator: Simulator, topic: str) -> str:
    """Return what a simulator says of a topic; "" where it has none of that name."""
    functions = {function.name: function for function in simulator.functions}
    if len(topic) > LONGEST_NAME:
        return ""
    if topic in functions:
        return function_tables(functions[topic])
    if topic == CARD:
        return card(simulator)
    if topic == ALL:
        return render(simulator)
    first, _, rest = topic.partition(".")
    held = [functions[first]] if first in functions else list(simulator.functions)
    name = rest.rpartition(".")[2] if first in functions else topic
    inputs = _listed(name, held, lambda one: one.parameters, input_text)
    outputs = _listed(name, held, lambda one: one.outputs, output_text)
    return "\n\n".join([*inputs, *outputs, *_sections(prose_of(simulator), name)])


def _listed(
    name: str,
    functions: Sequence[Function],
    part: Callable[[Function], Sequence[Named]],
    text: Callable[[Named], str],
) -> Iterator[str]:
    """Yield what is said of the inputs, or outputs, of a name, each once with its functions."""
    found: dict[str, list[str]] = {}
    for function in functions:
        for one in part(function):
            if _same(one.name, name):
                found.setdefault(text(one), []).append(function.name)
    for said, names in found.items():
        yield f"Of {', '.join(names)}:\n\n{said}"


def _same(name: str, asked: str) -> bool:
    """Tell whether two names differ in case, spaces and a plural only."""
    one, other = (re.sub(r"[\W_]+", " ", text).casefold().strip() for text in (name, asked))
    return one.removesuffix("s") == other.removesuffix("s")


def _sections(prose: str, name: str) -> Iterator[str]:
    """Yield the sections of a handbook that a name heads, and the paragraphs that it leads."""
    lines = prose.splitlines()
    for index, line in enumerate(lines):
        heading, lead = _HEADING.match(line), _LEAD.match(line)
        if heading and _same(heading["name"], name):
            rest = lines[index + 1 :]
            end = next((i for i, one in enumerate(rest) if _HEADING.match(one)), len(rest))
            yield "\n".join([line, *rest[:end]]).strip()
        elif lead and _same(lead["name"], name):
            yield line


def _names(simulator: Simulator) -> list[str]:
    """Return the names of functions, inputs and outputs of a simulator, and of its handbook."""
    parts = [
        one.name
        for function in simulator.functions
        for one in (*function.parameters, *function.outputs)
    ]
    return list(dict.fromkeys([*(one.name for one in simulator.functions), *parts, CARD, ALL]))


def _unknown(topic: str, names: Sequence[str], listed: str) -> UnknownName:
    near = nearest_names(topic.rpartition(".")[2], names)
    hint = f"; did you mean {near[0]}? Else choose" if near else "; choose"
    return UnknownName(
        f"topic {shown(topic)} is unknown{hint} one of {listed}, or the name of an input or output",
        parameter="topic",
        given=topic,
        candidates=near,
    )


def _short(simulator: Simulator) -> str:
    prose = prose_of(simulator)
    listed = "\n".join(map(_line, simulator.functions))
    hint = f'Ranges and outputs: read_handbook("{simulator.name}", topic=FUNCTION).'
    found = f"{listed}\n\n{hint}"
    if PLACE_OF_TABLES in prose:
        return prose.replace(PLACE_OF_TABLES, found)
    return f"{prose.rstrip()}\n\n{found}"


def _line(function: Function) -> str:
    names = [one.name if one.required else f"[{one.name}]" for one in function.parameters]
    outputs = ", ".join(output.name for output in function.outputs)
    return f"- `{function.name}`: {function.title} ({', '.join(names)}) -> {outputs}"


def entry(one: Simulator) -> SimulatorEntry:
    """Return a simulator as an entry of a list."""
    return SimulatorEntry(
        name=one.name,
        title=one.title,
        version=one.version,
        description=one.description,
        tool="" if missing(one) else f"simulate_{one.name}",
        functions=[function.name for function in one.functions],
    )
