"""Reads a SUMO network file, and lets through only what describes roads.

The engine's own reader would open whatever a file names: entities and external subsets of XML, and
the output files of detectors in parameters of signals. So a file with a document type is refused,
and of the rest only known elements and attributes are written again; what the engine reads is never
the file itself.
"""

import gzip
import math
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.parsers import expat

from simulrag.simulators.errors import BadValue

#: Largest file, bytes, after decompression; most streets; deepest nesting of elements.
LONGEST = 8 * 2**20
MOST_EDGES = 2_000
_DEEPEST = 8

#: Element -> its attributes that are kept, and the elements within it.
_ATTRIBUTES: dict[str, frozenset[str]] = {
    "net": frozenset("version junctionCornerDetail limitTurnSpeed lefthand".split()),
    "location": frozenset("netOffset convBoundary origBoundary projParameter".split()),
    "edge": frozenset("id from to priority function shape spreadType name length".split()),
    "lane": frozenset("id index allow disallow speed length width shape endOffset".split()),
    "junction": frozenset("id type x y z incLanes intLanes shape".split()),
    "request": frozenset("index response foes cont".split()),
    "connection": frozenset(
        "from to fromLane toLane via tl linkIndex linkIndex2 dir state pass keepClear "
        "contPos".split()
    ),
    "tlLogic": frozenset("id type programID offset".split()),
    "phase": frozenset("duration state minDur maxDur next".split()),
    "roundabout": frozenset("nodes edges".split()),
}
_WITHIN = {"edge": ("lane",), "junction": ("request",), "tlLogic": ("phase",)}
_TOP = ("location", "edge", "junction", "connection", "tlLogic", "roundabout")
#: What separates ids where the engine lists them.
_NOT_IN_IDS = re.compile(r"[\s|\\'\";,<>&]")
#: Kinds of signal programs that read and write no files of their own.
_PROGRAMS = ("static", "actuated", "delay_based")


def read_bytes(path: Path, longest: int = LONGEST) -> bytes:
    """Return a file's bytes, unpacked where it is compressed. Raises BadValue."""
    try:
        with path.open("rb") as held:
            unpacked = gzip.GzipFile(fileobj=held) if path.suffix == ".gz" else held
            data = unpacked.read(longest + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise bad(path.name, f"cannot be read: {type(error).__name__}") from error
    if len(data) > longest:
        raise bad(path.name, f"is larger than the {longest // 2**20} MB that are allowed")
    return data


def bad(name: str, what: str) -> BadValue:
    """Return the error of a network file."""
    return BadValue(f"the network file {name!r} {what}", parameter="network", given=name)


def check_xml(data: bytes, name: str) -> None:
    """Raise BadValue for what is no plain XML: a document type, entities, deep nesting."""
    depth = 0

    def refuse(*_: object) -> None:
        raise bad(name, "has a document type or entities, which are not allowed")

    def enter(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise bad(name, f"nests elements deeper than {_DEEPEST} levels")

    def leave(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse  # pyright: ignore[reportAttributeAccessIssue]
    parser.StartElementHandler, parser.EndElementHandler = enter, leave
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise bad(name, f"is no XML: {error}") from error


def network_of(data: bytes, name: str) -> Element:
    """Return the roads of a `.net.xml` file, and nothing else of it. Raises BadValue."""
    check_xml(data, name)
    try:
        root = fromstring(data)
    except (ParseError, ValueError, LookupError) as error:
        raise bad(name, f"is no XML: {error}") from error
    if root.tag != "net":
        raise bad(name, f"begins with <{root.tag[:40]}>; a SUMO network begins with <net>")
    made = _copied(root)
    for top in root:
        if top.tag in _TOP:
            kept = _copied(top)
            kept.extend(_copied(one) for one in top if one.tag in _WITHIN.get(top.tag, ()))
            made.append(kept)
    _check(made, name)
    return made


def _copied(element: Element) -> Element:
    kept = _ATTRIBUTES[element.tag]
    return Element(element.tag, {k: v for k, v in element.attrib.items() if k in kept})


def _check(net: Element, name: str) -> None:
    streets = list(streets_of(net))
    if not streets:
        raise bad(name, "has no street")
    if len(streets) > MOST_EDGES:
        raise bad(name, f"has {len(streets):,} streets; at most {MOST_EDGES:,} are allowed")
    _check_ids(net, name)
    for lane in net.iter("lane"):
        for key in ("speed", "length"):
            if not _positive(lane.get(key, "")):
                raise bad(name, f"gives lane {lane.get('id', '?')[:40]!r} no {key} above 0")
    if not any(for_cars(lane) for street in streets for lane in street.iter("lane")):
        raise bad(name, "has no lane for cars")
    for program in net.iter("tlLogic"):
        if program.get("type") not in _PROGRAMS:
            given = str(program.get("type"))[:40]
            allowed = ", ".join(_PROGRAMS)
            raise bad(name, f"has a signal of the type {given!r}; allowed are {allowed}")


def _check_ids(net: Element, name: str) -> None:
    for element in net.iter():
        given = element.get("id", "")
        if found := _NOT_IN_IDS.search(given):
            raise bad(
                name,
                f"has the {element.tag} {given[:40]!r}, with {found[0]!r} in its id; ids of a SUMO "
                "network have no spaces, quotes, commas or semicolons: rename it",
            )


def _positive(text: str) -> bool:
    try:
        return 0.0 < float(text) < math.inf
    except ValueError:
        return False


def streets_of(net: Element) -> Iterator[Element]:
    """Yield the edges between junctions, not those inside of them."""
    return (edge for edge in net.iter("edge") if edge.get("function", "normal") == "normal")


def for_cars(lane: Element) -> bool:
    """Tell whether cars may drive on a lane."""
    allowed, denied = lane.get("allow"), lane.get("disallow", "").split()
    if allowed is not None and not {"passenger", "all"} & set(allowed.split()):
        return False
    return not {"passenger", "all"} & set(denied)


def add_gap(program: Element, seconds: float) -> None:
    """Tell an actuated signal after which gap between vehicles its green ends."""
    program.insert(0, Element("param", key="max-gap", value=f"{seconds:g}"))
