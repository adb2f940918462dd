"""Draws docs/architecture.svg: the house of packages and rooms, and the walks through it."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pictures.shapes import arrow, box, drawing, text
from pictures.walks import Stage, Walk

ROOT = Path(__file__).resolve().parents[2]
#: Floors from the roof to the ground, with what each is for.
FLOORS = {
    "evaluation": "benchmarks, metrics, the paper's tables again",
    "client": "command line, the paper's loop, language models; reaches the server through MCP",
    "server": "the MCP server: tools, resources, prompts, charts; holds no language model",
    "verifier": "text against numbers",
    "simulators": "numbers in, numbers out",
    "handbooks": "what each simulator can and cannot decide",
}


class Room(NamedTuple):
    """A room: the floor, how the names of its modules begin, what it is for, and its place."""

    floor: str
    begins: str
    does: str
    column: int
    row: int
    wide: int = 1
    high: int = 1


ROOMS = (
    Room("verifier", "english", "plain sentences and questions", 0, 0),
    Room("verifier", "check", "a text, claim by claim", 0, 1),
    Room("verifier", "answer", "sentences from runs", 0, 2),
    Room("verifier", "formulas", "language, anchoring, decision", 1, 0, high=2),
    Room("verifier", "evidence", "runs and verdicts, kept", 1, 2),
    Room("verifier", "boundary", "inside, outside, unread", 2, 0),
    Room("verifier", "uncertainty", "confidence from drafts", 2, 1),
    Room("verifier", "selection", "which claims to verify", 2, 2),
    Room("verifier", "records", "published runs in place", 3, 0),
    Room("verifier", "literature", "abstracts beside runs", 3, 1, high=2),
    Room("simulators", "climate", "annual mean temperature", 0, 0),
    Room("simulators", "epidemiology", "influenza seasons", 1, 0),
    Room("simulators", "urban", "a signalled corridor", 2, 0),
    Room("simulators", "external", "yours, in its own process", 3, 0),
)
WIDTH, LEFT, TOP, HOUSE = 900, 20, 20, 860
FLOOR, GAP, HEAD = 48, 20, 34
ROOM_WIDTH, ROOM_HEIGHT, ROOM_GAP = 202, 66, 10
#: Radius of a badge with a stage's number, from one to the next, and most side by side in a room.
RADIUS, STEP, MOST = 10, 23, 8
#: The list of stages: the height of one, and where the columns begin.
ROW, LIST_HEAD, COLUMNS = 44, 42, (20, 460)
STYLE = """\
.floor { font-size: 16px; font-weight: 600; }
.note { font-size: 13px; }
.room { fill: #ffffff; stroke: #a9bdd4; stroke-width: 1; }
.roomname { font-size: 14px; font-weight: 600; }
.does { font-size: 11.5px; }
.code { font-size: 12px; font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
.title { font-size: 16px; font-weight: 600; }
.question { fill: #0b6bcb; }
.claim { fill: #b35900; }
.number { font-size: 11px; font-weight: 600; fill: #ffffff; text-anchor: middle; }"""
DARK = """\
.room { fill: #161b22; stroke: #4b6079; }
.number { fill: #ffffff; }"""


def picture(walks: Sequence[Walk]) -> str:
    """Return the whole picture. Raises ValueError where code and house differ."""
    asked, claimed, handed = walks
    tops = dict(_tops())
    bottom = tops["handbooks"] + FLOOR
    shapes = [
        *arrows(tops),
        *(shape for name, top in tops.items() for shape in _floor(name, top)),
        *(shape for room in ROOMS for shape in _room(room, tops[room.floor])),
    ]
    by_kind = {"question": asked, "claim": claimed}
    shapes += _badges_of_all(by_kind, tops)
    list_top = bottom + 40
    notes = {
        "question": "+ n: modules that a stage is the first to enter",
        "claim": f"{len(handed.modules)} modules where its formula is handed in",
    }
    for x, (kind, walk) in zip(COLUMNS, by_kind.items(), strict=True):
        shapes += _listed(x, list_top, kind, notes[kind], walk)
    rows = max(len(asked.stages), len(claimed.stages))
    height = list_top + LIST_HEAD + rows * ROW
    title = "The house: packages, rooms, and the walks of a question and a claim"
    return drawing(title, WIDTH, height, shapes, light=STYLE, dark=DARK)


def _rows(floor: str) -> int:
    return max((room.row + room.high for room in ROOMS if room.floor == floor), default=0)


def _height(floor: str) -> int:
    rows = _rows(floor)
    return FLOOR if not rows else HEAD + rows * (ROOM_HEIGHT + ROOM_GAP) + 2


def _tops() -> Iterator[tuple[str, int]]:
    top = TOP
    for name in FLOORS:
        yield name, top
        top += _height(name) + GAP


def _floor(name: str, top: int) -> list[str]:
    height = _height(name)
    line = top + (23 if _rows(name) else 29)
    return [
        box(LEFT, top, HOUSE, height),
        text(LEFT + 14, line, name, "floor"),
        text(LEFT + 124, line, FLOORS[name], "note soft"),
    ]


def _room_place(room: Room, top: int) -> tuple[int, int, int, int]:
    x = LEFT + 12 + room.column * (ROOM_WIDTH + ROOM_GAP)
    y = top + HEAD + room.row * (ROOM_HEIGHT + ROOM_GAP)
    width = room.wide * (ROOM_WIDTH + ROOM_GAP) - ROOM_GAP
    return x, y, width, room.high * (ROOM_HEIGHT + ROOM_GAP) - ROOM_GAP


def _room(room: Room, top: int) -> list[str]:
    x, y, width, height = _room_place(room, top)
    return [
        box(x, y, width, height, "room", 6),
        text(x + 10, y + 18, named(room), "roomname"),
        text(x + 10, y + 34, room.does, "does soft"),
    ]


def named(room: Room) -> str:
    """Return a room's name as it stands in the code: a folder or a module. Raises ValueError."""
    folder = ROOT / room.floor / "simulrag" / room.floor
    found = sorted(
        (path.stem for path in folder.iterdir()
         if path.stem.startswith(room.begins) and (path.is_dir() or path.suffix == ".py")),
        key=len,
    )  # fmt: skip
    if not found:
        raise ValueError(f"no module of {room.floor} begins with {room.begins}")
    return found[0]


def arrows(tops: Mapping[str, int]) -> Iterator[str]:
    """Yield an arrow for each import from floor to floor that no longer way replaces."""
    imports = {name: set(_imported(name)) for name in FLOORS}
    floors = list(FLOORS)
    for name, below in imports.items():
        if up := [one for one in below if floors.index(one) <= floors.index(name)]:
            raise ValueError(f"{name} imports {', '.join(up)}, which stands above it")
        direct = below - {far for near in below for far in _reached(near, imports)}
        for one in sorted(direct, key=floors.index):
            x = LEFT + HOUSE / 2 + 40 * (floors.index(one) - floors.index(name) - 1)
            yield arrow(f"M{x:g} {tops[name] + _height(name)} V{tops[one] - 3}")


def _imported(package: str) -> Iterator[str]:
    """Yield the other packages that modules of a package import, also late."""
    for path in (ROOT / package / "simulrag").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) and node.module else ""
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [module]
            for name in names:
                parts = name.split(".")
                if parts[0] == "simulrag" and parts[1] != package:
                    yield parts[1]


def _reached(package: str, imports: Mapping[str, set[str]]) -> set[str]:
    near = imports[package]
    return near.union(*(_reached(one, imports) for one in near)) if near else set()


def _badges_of_all(walks: Mapping[str, Walk], tops: Mapping[str, int]) -> Iterator[str]:
    """Yield the numbers of the stages, each in the room or on the floor where it is."""
    held: dict[Room | str, list[tuple[str, int]]] = {}
    for kind, walk in walks.items():
        for number, stage in enumerate(walk.stages, 1):
            held.setdefault(_where(stage), []).append((kind, number))
    for where, badges in held.items():
        if isinstance(where, Room):
            x, y, width, height = _room_place(where, tops[where.floor])
            right, line = x + width - 14, y + height - 14
        else:
            right, line = LEFT + HOUSE - 20, tops[where] + (17 if _rows(where) else 24)
        yield from _badges(right, line, badges)


def _badges(right: float, line: float, badges: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yield badges that end at the right on a line; those of each walk on their own if many."""
    kinds = list(dict.fromkeys(kind for kind, _ in badges))
    lines = [badges] if len(badges) <= MOST else [[b for b in badges if b[0] == k] for k in kinds]
    for above, held in enumerate(reversed(lines)):
        for place, (kind, number) in enumerate(reversed(held)):
            yield from _badge(right - place * STEP, line - above * STEP, kind, number)


def _where(stage: Stage) -> Room | str:
    floor, _, rest = stage.function.partition(".")
    rooms = [one for one in ROOMS if one.floor == floor and rest.startswith(one.begins)]
    return rooms[0] if rooms else floor


def _badge(x: float, y: float, kind: str, number: int) -> Iterator[str]:
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" class="{kind}"/>'
    yield text(x, y + 4, str(number), "number")


def _listed(x: int, top: int, kind: str, note: str, walk: Walk) -> Iterator[str]:
    """Yield the stages of a walk as a list: number, what it does, function, modules entered."""
    head = f"A {kind}: {len(walk.stages)} stages, {len(walk.modules)} modules in all"
    yield text(x, top, head, "title")
    yield text(x, top + 19, note, "note soft")
    for number, stage in enumerate(walk.stages, 1):
        y = top + LIST_HEAD + (number - 1) * ROW + 10
        yield from _badge(x + RADIUS, y, kind, number)
        more = len(stage.modules) - 1
        called = stage.function.removeprefix("verifier.") + (f"  +{more}" if more > 0 else "")
        yield text(x + 28, y - 2, stage.does, "note")
        yield text(x + 28, y + 14, called, "code soft")
