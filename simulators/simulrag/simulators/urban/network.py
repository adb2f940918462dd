"""Writes the corridor as SUMO's plain network and demand files (SUMO network version 1.20).

SUMO builds networks with netconvert, which the library `libsumo` lacks; a straight road with one
junction is short enough to be written as it stands.
"""

from xml.etree.ElementTree import Element, SubElement, tostring

from simulrag.simulators.urban.corridor import (
    ACCELERATION,
    CLEARING,
    CYCLE,
    DECELERATION,
    EMISSION_CLASS,
    GAP,
    GREEN,
    IMPERFECTION,
    JUNCTION,
    LEAD,
    LEAST_GREEN,
    LENGTH,
    MOST_GREEN,
    SIDE,
    SIDE_LEAST,
    SPEED_FACTOR,
    TOP_SPEED,
    VEHICLE_LENGTH,
    YELLOW,
    Corridor,
)

#: Ends of the junction, metres from the entry.
_STOP, _GO = (LENGTH - JUNCTION) / 2, (LENGTH + JUNCTION) / 2
_LANE_WIDTH = 3.2
_INSIDE = ":middle_0"


def network(corridor: Corridor) -> str:
    """Return the text of a `.net.xml` file."""
    net = Element("net", version="1.20", limitTurnSpeed="5.50")
    SubElement(
        net,
        "location",
        netOffset="0.00,0.00",
        convBoundary=f"0.00,0.00,{LENGTH:.2f},0.00",
        origBoundary=f"0.00,0.00,{LENGTH:.2f},0.00",
        projParameter="!",
    )
    _edge(net, corridor, _INSIDE, _STOP, _GO, function="internal")
    _edge(net, corridor, "in", 0.0, _STOP, **{"from": "entry", "to": "middle"})
    _edge(net, corridor, "out", _GO, LENGTH, **{"from": "middle", "to": "exit"})
    if corridor.signal != "unsignalled":
        _signal(net, corridor)
    _junctions(net, corridor)
    _connections(net, corridor)
    return tostring(net, encoding="unicode")


def demand(corridor: Corridor) -> str:
    """Return the text of a `.rou.xml` file: one vehicle for each departure, from rest."""
    routes = Element("routes")
    add_car(routes)
    SubElement(routes, "route", id="through", edges="in out")
    for number, time in enumerate(corridor.departures):
        SubElement(
            routes,
            "vehicle",
            id=str(number),
            type="car",
            route="through",
            depart=f"{time:.2f}",
            departLane="best",
            departSpeed="0",
        )
    return tostring(routes, encoding="unicode")


def add_car(routes: Element) -> None:
    """Write the cars' type into a demand file, as `car`."""
    mean, deviation = SPEED_FACTOR
    SubElement(
        routes,
        "vType",
        id="car",
        emissionClass=EMISSION_CLASS,
        length=f"{VEHICLE_LENGTH:g}",
        accel=f"{ACCELERATION:g}",
        decel=f"{DECELERATION:g}",
        sigma=f"{IMPERFECTION:g}",
        maxSpeed=f"{TOP_SPEED:g}",
        speedFactor=f"normc({mean:g},{deviation:g},0.2,2)",
    )


def _edge(
    net: Element, corridor: Corridor, name: str, start: float, end: float, **attributes: str
) -> None:
    edge = SubElement(net, "edge", {"id": name, **attributes})
    for lane in range(corridor.lanes):
        side = -(corridor.lanes - lane - 0.5) * _LANE_WIDTH
        SubElement(
            edge,
            "lane",
            id=f"{name}_{lane}",
            index=str(lane),
            speed=f"{corridor.limit:.4f}",
            length=f"{end - start:.2f}",
            shape=f"{start:.2f},{side:.2f} {end:.2f},{side:.2f}",
        )


def _signal(net: Element, corridor: Corridor) -> None:
    """Write the signal's program: the side street's phases first, then the corridor's."""
    actuated = corridor.signal == "actuated"
    logic = SubElement(
        net,
        "tlLogic",
        id="middle",
        type="actuated" if actuated else "static",
        programID="0",
        offset=f"{_offset(corridor):.0f}",
    )
    if actuated:
        SubElement(logic, "param", key="max-gap", value=f"{GAP:g}")
    _phase(logic, corridor, "r", SIDE_LEAST if actuated else SIDE)
    green = _phase(logic, corridor, "G", GREEN)
    if actuated:
        green.set("minDur", f"{LEAST_GREEN:g}")
        green.set("maxDur", f"{MOST_GREEN:g}")
    _phase(logic, corridor, "y", YELLOW)
    _phase(logic, corridor, "r", CLEARING)


def _phase(logic: Element, corridor: Corridor, state: str, seconds: float) -> Element:
    return SubElement(logic, "phase", duration=f"{seconds:g}", state=state * corridor.lanes)


def _offset(corridor: Corridor) -> float:
    """Return by how many seconds the program is late: in a wave, green meets the platoon."""
    if corridor.signal != "green wave":
        return 0.0
    return (corridor.seconds_to_signal - LEAD - SIDE) % CYCLE


def _junctions(net: Element, corridor: Corridor) -> None:
    width = corridor.lanes * _LANE_WIDTH
    lanes = range(corridor.lanes)
    ends = (
        ("entry", 0.0, "", f"0.00,0.00 0.00,-{width:.2f}"),
        ("exit", LENGTH, "out", f"{LENGTH:.2f},-{width:.2f} {LENGTH:.2f},0.00"),
    )
    middle = SubElement(
        net,
        "junction",
        id="middle",
        type="priority" if corridor.signal == "unsignalled" else "traffic_light",
        x=f"{LENGTH / 2:.2f}",
        y="0.00",
        incLanes=" ".join(f"in_{lane}" for lane in lanes),
        intLanes=" ".join(f"{_INSIDE}_{lane}" for lane in lanes),
        shape=f"{_GO:.2f},0.00 {_GO:.2f},-{width:.2f} {_STOP:.2f},-{width:.2f} {_STOP:.2f},0.00",
    )
    for lane in lanes:
        nobody = "0" * corridor.lanes
        SubElement(middle, "request", index=str(lane), response=nobody, foes=nobody, cont="0")
    for name, at, edge, shape in ends:
        SubElement(
            net,
            "junction",
            id=name,
            type="dead_end",
            x=f"{at:.2f}",
            y="0.00",
            incLanes=" ".join(f"{edge}_{lane}" for lane in lanes) if edge else "",
            intLanes="",
            shape=shape,
        )


def _connections(net: Element, corridor: Corridor) -> None:
    for lane in range(corridor.lanes):
        same = {"fromLane": str(lane), "toLane": str(lane), "dir": "s"}
        through = SubElement(
            net, "connection", {"from": "in", "to": "out"}, via=f"{_INSIDE}_{lane}", **same
        )
        if corridor.signal == "unsignalled":
            through.set("state", "M")
        else:
            through.attrib.update(tl="middle", linkIndex=str(lane), state="o")
    for lane in range(corridor.lanes):
        same = {"fromLane": str(lane), "toLane": str(lane), "dir": "s"}
        SubElement(net, "connection", {"from": _INSIDE, "to": "out"}, state="M", **same)
