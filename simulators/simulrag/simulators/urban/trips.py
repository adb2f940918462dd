"""Draws random trips through a network, each between two streets that are connected for cars."""

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate
from xml.etree.ElementTree import Element

from simulrag.simulators.urban.net_file import bad, for_cars, streets_of

#: Draws after which a network is said to have no trips.
_PATIENCE = 1_000


@dataclass(frozen=True)
class Ends:
    """Streets on which trips may begin and end, by id, with how likely they are."""

    first: Mapping[str, float]
    last: Mapping[str, float]
    #: Street -> the junctions between which it leads; no trip ends where it began.
    between: Mapping[str, tuple[str, str]]


def ends(net: Element, name: str, *, through: bool) -> Ends:
    """Return where trips through a network may begin and end.

    Every street that begins one is connected with every one that ends one, over the largest part
    of the network in which all streets are connected with each other. Longer streets are likelier.
    through: trips begin on streets that lead into the network, and end on those that lead out.
    Raises BadValue for a network without such a part.
    """
    import networkx

    lengths = {
        street.get("id", ""): max(float(lane.get("length", "0")) for lane in lanes)
        for street in streets_of(net)
        if (lanes := [lane for lane in street.iter("lane") if for_cars(lane)])
    }
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for one in net.iter("connection"):
        if {one.get("from"), one.get("to")} <= lengths.keys():
            graph.add_edge(one.get("from", ""), one.get("to", ""))
    core = max(networkx.strongly_connected_components(graph), key=len, default=set[str]())
    if len(core) < 2:
        raise bad(name, "has no two streets between which cars can drive both ways")
    member = next(iter(core))
    first = core | networkx.ancestors(graph, member)
    last = core | networkx.descendants(graph, member)
    if through:
        first = {one for one in first if not graph.in_degree(one)}
        last = {one for one in last if not graph.out_degree(one)}
    between = {s.get("id", ""): (s.get("from", ""), s.get("to", "")) for s in streets_of(net)}
    return Ends(_weighed(first, lengths), _weighed(last, lengths), between)


def _weighed(streets: Collection[str], lengths: Mapping[str, float]) -> Mapping[str, float]:
    return {one: lengths[one] for one in sorted(streets)}


def trips(found: Ends, name: str, count: int, seed: int) -> list[tuple[str, str]]:
    """Return the streets on which trips begin and end; the first ones are the same for any count.

    Raises BadValue for a network so small that every trip would end where it began.
    """
    drawing = random.Random(seed)
    first, last = list(found.first), list(found.last)
    begins, ends = (list(accumulate(one.values())) for one in (found.first, found.last))
    made: list[tuple[str, str]] = []
    for _ in range(count * _PATIENCE):
        begin = drawing.choices(first, cum_weights=begins)[0]
        end = drawing.choices(last, cum_weights=ends)[0]
        if begin != end and found.between[begin][0] != found.between[end][1]:
            made.append((begin, end))
            if len(made) == count:
                return made
    raise bad(name, "is too small for trips: they would end where they began")
