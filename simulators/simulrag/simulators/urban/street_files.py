"""Writes a setting of streets as SUMO's network and demand files.

Demand is random trips, each between two streets that are connected for cars.
"""

import math
import random
from collections.abc import Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from xml.etree.ElementTree import Element, SubElement, tostring

from simulrag.simulators.urban.corridor import DEMAND_SECONDS, GAP, LEAST_GREEN, MOST_GREEN
from simulrag.simulators.urban.corridor import SPEED_FACTOR as CHOSEN
from simulrag.simulators.urban.corridor_files import add_car
from simulrag.simulators.urban.streets import GRID_LIMIT, SPACING, Streets
from simulrag.simulators.urban.sumo_network_file import add_gap, bad, for_cars, streets_of

#: Draws after which a network is said to have no trips.
_PATIENCE = 1_000


@lru_cache(maxsize=4)
def network(streets: Streets) -> str:
    """Return the text of a `.net.xml` file. Raises as `Streets.net`."""
    net = deepcopy(streets.net)
    if streets.factor < 1.0 or streets.cap < math.inf:
        _slow(net, streets.factor, streets.cap)
    if streets.signal == "actuated":
        _actuate(net)
    if streets.signal == "green wave":
        _coordinate(net, SPACING / (GRID_LIMIT * streets.factor * CHOSEN[0]))
    return tostring(net, encoding="unicode")


def demand(streets: Streets, seed: int) -> str:
    """Return the text of a `.rou.xml` file: the random trips of a seed, each by the quickest way.

    More demand of one seed has the trips of less among its own. Raises BadValue for a network
    without two streets that cars can drive one after the other.
    """
    routes = Element("routes")
    add_car(routes)
    count = max(1, round(streets.vehicles_an_hour * DEMAND_SECONDS / 3600.0))
    found = _ends(streets.unchanged())
    for number, (first, last) in enumerate(trips(found, streets.name, count, seed)):
        SubElement(
            routes,
            "trip",
            {"from": first, "to": last},
            id=str(number),
            type="car",
            depart=f"{number * DEMAND_SECONDS / count:.2f}",
            departLane="best",
            departSpeed="0",
        )
    return tostring(routes, encoding="unicode")


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


@lru_cache(maxsize=8)
def _ends(streets: Streets) -> Ends:
    return ends(streets.net, streets.name, through=streets.own is None)


def _slow(net: Element, factor: float, cap: float) -> None:
    """Lower every limit; ways through a junction to what the street has that leads to it."""
    limits: dict[str, float] = {}
    for street in streets_of(net):
        for lane in street.iter("lane"):
            limits[street.get("id", "")] = min(float(lane.get("speed", "0")) * factor, cap)
            lane.set("speed", f"{limits[street.get('id', '')]:.4f}")
    ways = _ways(net, limits)
    for edge in net.iter("edge"):
        for lane in edge.iter("lane"):
            limit = ways.get(lane.get("id", ""))
            if limit is not None and limit < float(lane.get("speed", "0")):
                lane.set("speed", f"{limit:.4f}")


def _ways(net: Element, limits: Mapping[str, float]) -> dict[str, float]:
    """Return lane inside of a junction -> limit of the street that leads to it."""
    ways: dict[str, float] = {}
    known = dict(limits)
    # Where vehicles wait inside of a junction, one way through it goes on in another.
    for inside in (False, True):
        for connection in net.iter("connection"):
            via, source = connection.get("via", ""), connection.get("from", "")
            if via and source in known and source.startswith(":") == inside:
                ways[via] = known[source]
                known[via.rpartition("_")[0]] = known[source]
    return ways


def _actuate(net: Element) -> None:
    """Let every green end by what comes, as the corridor's does."""
    for program in net.iter("tlLogic"):
        program.set("type", "actuated")
        for phase in program.iter("phase"):
            state, seconds = phase.get("state", ""), float(phase.get("duration", "0"))
            if "g" in state.casefold() and "y" not in state and seconds >= LEAST_GREEN:
                phase.set("minDur", f"{LEAST_GREEN:g}")
                phase.set("maxDur", f"{MOST_GREEN:g}")
        add_gap(program, GAP)


def _coordinate(net: Element, seconds: float) -> None:
    """Delay the grid's programs by the time to drive from one junction to the next.

    Delays add up eastwards and northwards, so that both have a green wave at once.
    """
    places = {one.get("id"): one for one in net.iter("junction")}
    corner = min((float(places[p.get("id")].get("x", "0")) for p in net.iter("tlLogic")), default=0)
    for program in net.iter("tlLogic"):
        at = places[program.get("id")]
        steps = (float(at.get("x", "0")) + float(at.get("y", "0")) - 2 * corner) / SPACING
        program.set("offset", f"{steps * seconds:.0f}")
