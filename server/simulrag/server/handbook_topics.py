"""Handbooks a topic at a time, as `read_handbook` gives them: whole ones are long."""

from simulrag.server.replies import SimulatorEntry
from simulrag.server.toolless import how_run
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.cards import card
from simulrag.simulators.emulating import has_tool
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.handbook import PLACE_OF_TABLES, function_tables, render
from simulrag.simulators.interface import Function, Simulator
from simulrag.simulators.registry import Registry

#: Topics besides the names of functions.
CARD, ALL = "card", "all"


def overview(registry: Registry) -> str:
    """Return one line on each simulator."""
    listed = [f"- `{one.name}` ({how_run(one)}): {one.description}" for one in registry]
    return "\n".join(["Simulators:", *listed])


def topic_text(simulator: Simulator, topic: str) -> str:
    """Return a topic of a simulator's handbook as Markdown.

    topic: "" is the prose with a list of functions, the name of a function its inputs, outputs
    and scales, "card" the model card, "all" the whole handbook. Raises UnknownName.
    """
    functions = {function.name: function for function in simulator.functions}
    if topic in functions:
        return function_tables(functions[topic])
    if topic == CARD:
        return card(simulator)
    if topic == ALL:
        return render(simulator)
    if topic:
        names = [*functions, CARD, ALL]
        raise UnknownName(
            f"topic {shown(topic)} is unknown; choose one of {', '.join(names)}",
            parameter="topic",
            given=topic,
            candidates=nearest_names(topic, names),
        )
    return _short(simulator)


def _short(simulator: Simulator) -> str:
    prose = simulator.handbook()
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
        tool=f"simulate_{one.name}" if has_tool(one) else "",
        functions=[function.name for function in one.functions],
    )
