"""Draws docs/verdict-path.svg: the steps from a text and its formula to a verdict."""

from typing import NamedTuple, get_args

from pictures.shapes import arrow, box, drawing, text

from simulrag.verifier.claims import VerdictWord

#: Sizes in pixels: the picture's width, a step's box, and from one step to the next.
WIDTH, BOX, HEIGHT, PITCH = 680, 290, 58, 88
LEFT, TOP = 20, 20
#: Where the verdicts end, and how high and wide one is.
ENDS, PILL, PILL_WIDTH = 472, 26, 116
STYLE = """\
.name { font-size: 16px; font-weight: 600; text-anchor: middle; }
.asks { font-size: 13px; text-anchor: middle; }
.why { font-size: 13px; }
.word { font-size: 14px; text-anchor: middle; fill: #ffffff; }
.supported { fill: #1a7f37; }
.refuted { fill: #b3261e; }
.undecided { fill: #8a5a00; }
.outside, .unread, .not_measured { fill: #4a5568; }"""
DARK = ".word { fill: #ffffff; }"


class Step(NamedTuple):
    """A step, the question that it answers, and the verdicts with which the way may end there."""

    name: str
    asks: str
    ends: tuple[tuple[str, str], ...] = ()


STEPS = (
    Step("Text", "one statement, by itself"),
    Step("Formula", "who wrote what it says?", (("unread", "nobody; sent back to fill in"),)),
    Step("Boundary", "are its calls and outputs there?", (("outside", "with the reason"),)),
    Step("Anchoring", "does it say what the text says?", (("unread", "sent back, with why"),)),
    Step("Runs", "kept under their ids, or made now", (("not_measured", "a run broke down"),)),
    Step("Decision", "true, by record, run or world?", (("undecided", "with what would decide"),)),
    Step("Verdict", "with derivation and ids of its runs",
         (("supported", "it is so"), ("refuted", "it is not: corrected"))),
)  # fmt: skip


def picture() -> str:
    """Return the whole picture. Raises ValueError where a verdict is missing in it."""
    shown = {word for one in STEPS for word, _ in one.ends}
    if missing := set(get_args(VerdictWord)) ^ shown:
        raise ValueError(f"verdicts and picture differ in {', '.join(sorted(missing))}")
    height = TOP * 2 + (len(STEPS) - 1) * PITCH + HEIGHT
    shapes = [shape for number, one in enumerate(STEPS) for shape in _step(number, one)]
    return drawing(
        "From a text and its formula to a verdict", WIDTH, height, shapes, light=STYLE, dark=DARK
    )


def _step(number: int, one: Step) -> list[str]:
    """Return the shapes of a step, the arrow to the next one, and its ends."""
    top = TOP + number * PITCH
    middle = LEFT + BOX / 2
    shapes = [
        box(LEFT, top, BOX, HEIGHT),
        text(middle, top + 24, one.name, "name"),
        text(middle, top + 44, one.asks, "asks soft"),
    ]
    if number + 1 < len(STEPS):
        shapes.append(arrow(f"M{middle:g} {top + HEIGHT} V{top + PITCH - 3}"))
    first = top + HEIGHT / 2 - (len(one.ends) - 1) * 17
    for place, (word, why) in enumerate(one.ends):
        shapes += _ending(first + place * 34, top + HEIGHT / 2, word, why)
    return shapes


def _ending(y: float, start: float, word: str, why: str) -> list[str]:
    """Return the arrow to a verdict, its word in its colour, and why the way ends there."""
    left = ENDS - PILL_WIDTH
    return [
        arrow(f"M{LEFT + BOX} {start:g} L{left - 3} {y:g}"),
        box(left, y - PILL / 2, PILL_WIDTH, PILL, word, 13),
        text(left + PILL_WIDTH / 2, y + 5, word, "word"),
        text(ENDS + 10, y + 5, why, "why"),
    ]
