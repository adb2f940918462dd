"""What a sentence speaks of without its own word: the output named last, one's own highest."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Function, Output, Simulator
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.reading.text import Span

Topic = tuple[Output, Span]
#: The highest of all that one had, not of all who had any.
_OWN_HIGHEST = re.compile(
    r"(?:\bits|\btheir|'s|s')\s+(?:single\s+)?"
    r"(?P<what>most(?:\s+intense|\s+severe)?|highest|worst|busiest|largest|biggest|heaviest|hardest)"
    r"\s+(?:(?P<week>(?:flu\s+|influenza\s+)?week)\b)?",
    re.I,
)
#: Openings that take up what was spoken of before.
_POINTING = re.compile(
    r"\W*(?:and\s+|but\s+|by\s+then\s+)?"
    r"(?:(?:(?:in|on|by|at|for|until|since)\s+[^,;:]{3,60}?,?\s+)"
    r"(?:it|the\s+(?:weekly\s+|daily\s+)?(?:figure|number|value|level|count|total))(?=\s+(?:was|is|stood|had|came|fell|rose|reached|amounted|"
    r"dropped|climbed|averaged)\b)|(?:it|that|this|the\s+(?:figure|number|value|level|estimate)))\b",
    re.I,
)
#: What may stand between a superlative and the word for what is counted.
_BESIDE = re.compile(r"(?:(?:weekly|flu|influenza|hospital|number\s+of|count\s+of)\s+)*", re.I)


def taken_up(
    text: str, simulator: Simulator, function: Function, discourse: Discourse, *, pointed: bool
) -> list[Topic]:
    """Return the output spoken of last, where a sentence takes up what was said of it.

    pointed: the sentence names a value by pointing at it ("the same scenario").
    """
    own = f"{simulator.name}.{function.name}."
    if not discourse.output.startswith(own) or not (pointed or _POINTING.match(text)):
        return []
    output = function.output(discourse.output.removeprefix(own))
    return [(output, Span(text="", start=0, end=0))]


def own_highest(text: str, function: Function, found: Sequence[Topic]) -> list[Topic]:
    """Return the outputs that hold the highest, where something is said of one's own highest."""
    tops = [o for o in function.outputs if o.highest_over]
    counted = {o.highest_over[1] for o in tops if o.highest_over}
    told = [o for o in function.outputs if o.kind == "date" or o in tops]
    made: list[Topic] = []
    for match in _OWN_HIGHEST.finditer(text):
        noun = next(
            (
                s
                for o, s in found
                if o.name in counted and _BESIDE.fullmatch(text, match.end(), s.start)
            ),
            None,
        )
        end = match.end("week") if match["week"] else noun.end if noun else 0
        if end and tops:
            start = match.start("what")
            made += [(o, Span(text=text[start:end], start=start, end=end)) for o in told]
    return made
