"""Finds which items rest on the same evidence, and so are no independent draws."""

from collections.abc import Sequence

import networkx as nx

from simulrag.evaluation.benchmark.items import Item
from simulrag.simulators.interface import Call, Simulator


def grouped(items: Sequence[Item], simulator: Simulator) -> list[Item]:
    """Return the items with the groups that share runs, each named by its first item.

    A run that a call without any argument of its own makes (the unchanged corridor) joins
    nothing: it is the background of every item.
    """
    graph: nx.Graph[str] = nx.Graph()
    for item in items:
        graph.add_node(item.id)
        for run_id, call in zip(item.runs, item.calls, strict=True):
            if _says_something(call, simulator):
                graph.add_edge(item.id, run_id)
    first = {item.id: position for position, item in enumerate(items)}
    names: dict[str, str] = {}
    for part in nx.connected_components(graph):
        members = sorted((name for name in part if name in first), key=first.__getitem__)
        names.update(dict.fromkeys(members, members[0]))
    return [item.model_copy(update={"group": names[item.id]}) for item in items]


def _says_something(call: Call, simulator: Simulator) -> bool:
    function = next(f for f in simulator.functions if f.name == call.function)
    defaults = {p.name: p.default for p in function.parameters}
    return any(value not in (None, defaults[name]) for name, value in call.arguments.items())
