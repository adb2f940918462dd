"""Writes the corridor as SUMO's plain network and demand files (SUMO network version 1.20).

SUMO builds networks with netconvert, which the library `libsumo` lacks; a straight road with one
junction is short enough to be written as it stands.
"""

from collections.abc import Iterable
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
    box = f"0.00,0.00,{LENGTH:.2f},0.00"
    lanes = range(corridor.lanes)
    width, nobody = corridor.lanes * _LANE_WIDTH, "0" * corridor.lanes
    signalled = corridor.signal != "unsignalled"
    requests = "".join(
        f'<request index="{lane}" response="{nobody}" foes="{nobody}" cont="0"/>' for lane in lanes
    )
    corners = f"{_GO:.2f},0.00 {_GO:.2f},-{width:.2f} {_STOP:.2f},-{width:.2f} {_STOP:.2f},0.00"
    ways = "".join(
        f'<connection from="in" to="out" via="{_INSIDE}_{lane}" fromLane="{lane}" toLane="{lane}" '
        'dir="s" ' + (f'tl="middle" linkIndex="{lane}" state="o"/>' if signalled else 'state="M"/>')
        for lane in lanes
    )
    inside = "".join(
        f'<connection from="{_INSIDE}" to="out" fromLane="{lane}" toLane="{lane}" dir="s" '
        'state="M"/>'
        for lane in lanes
    )
    return f"""<net version="1.20" limitTurnSpeed="5.50">
<location netOffset="0.00,0.00" convBoundary="{box}" origBoundary="{box}" projParameter="!"/>
{_edge(corridor, _INSIDE, 'function="internal"', _STOP, _GO)}
{_edge(corridor, "in", 'from="entry" to="middle"', 0.0, _STOP)}
{_edge(corridor, "out", 'from="middle" to="exit"', _GO, LENGTH)}
{_signal(corridor) if signalled else ""}
<junction id="middle" type="{"traffic_light" if signalled else "priority"}"
    x="{LENGTH / 2:.2f}" y="0.00" incLanes="{_lanes("in", lanes)}"
    intLanes="{_lanes(_INSIDE, lanes)}" shape="{corners}">{requests}</junction>
<junction id="entry" type="dead_end" x="0.00" y="0.00" incLanes="" intLanes=""
    shape="0.00,0.00 0.00,-{width:.2f}"/>
<junction id="exit" type="dead_end" x="{LENGTH:.2f}" y="0.00" incLanes="{_lanes("out", lanes)}"
    intLanes="" shape="{LENGTH:.2f},-{width:.2f} {LENGTH:.2f},0.00"/>
{ways}{inside}
</net>"""


def _lanes(edge: str, lanes: Iterable[int]) -> str:
    return " ".join(f"{edge}_{lane}" for lane in lanes)


def _edge(corridor: Corridor, name: str, ends: str, start: float, end: float) -> str:
    sides = [-(corridor.lanes - lane - 0.5) * _LANE_WIDTH for lane in range(corridor.lanes)]
    lanes = "".join(
        f'<lane id="{name}_{lane}" index="{lane}" speed="{corridor.limit:.4f}" '
        f'length="{end - start:.2f}" shape="{start:.2f},{side:.2f} {end:.2f},{side:.2f}"/>'
        for lane, side in enumerate(sides)
    )
    return f'<edge id="{name}" {ends}>{lanes}</edge>'


def _signal(corridor: Corridor) -> str:
    """Return the signal's program: the side street's phases first, then the corridor's."""
    actuated = corridor.signal == "actuated"
    side, gap, ends = SIDE, "", ""
    if actuated:
        side, gap = SIDE_LEAST, f'<param key="max-gap" value="{GAP:g}"/>'
        ends = f' minDur="{LEAST_GREEN:g}" maxDur="{MOST_GREEN:g}"'
    phases = "".join(
        f'<phase duration="{seconds:g}" state="{state * corridor.lanes}"{more}/>'
        for state, seconds, more in (
            ("r", side, ""), ("G", GREEN, ends), ("y", YELLOW, ""), ("r", CLEARING, ""),
        )
    )  # fmt: skip
    kind = "actuated" if actuated else "static"
    return (
        f'<tlLogic id="middle" type="{kind}" programID="0" offset="{_offset(corridor):.0f}">'
        f"{gap}{phases}</tlLogic>"
    )


def _offset(corridor: Corridor) -> float:
    """Return by how many seconds the program is late: in a wave, green meets the platoon."""
    if corridor.signal != "green wave":
        return 0.0
    return (corridor.seconds_to_signal - LEAD - SIDE) % CYCLE


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
