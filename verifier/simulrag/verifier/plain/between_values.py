"""Changes told by both their ends: "went up from 27 to 253 between 7 and 28 December 2024"."""

import re
from datetime import date

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.readings import expression, number
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed

Readings = list[Reading]
_FROM = re.compile(r"\bfrom\s*$", re.I)
_TO = re.compile(r"\s*(?:[a-z]+\s+){0,3}?to\s*$", re.I)
_SATURDAY = 5


def between_values(scene: Scene) -> Readings:
    """Return that the first and the last week of a time have the two values that are printed."""
    pair, days = _pair(scene), _days(scene)
    parameter = next(
        (p for p in scene.function.parameters if p.kind == "date" and not p.required), None
    )
    words = [c for c in scene.comparatives if c.aspect == "size" and c.sign in (1, -1)]
    if pair is None or days is None or parameter is None or len(words) != 1 or scene.negations:
        return []
    if (pair[1].value > pair[0].value) != (words[0].sign > 0):
        return []
    made = _both(scene, parameter, pair, days)
    if made:
        scene.use(*pair, *scene.comparatives, *scene.items, *scene.times)
    return made


def _both(
    scene: Scene, parameter: Parameter, pair: tuple[Printed, Printed], days: tuple[date, date]
) -> Readings:
    settings = settings_of(scene, [i for i in scene.items if i.parameter != parameter.name])
    made: Readings = []
    for figure, day in zip(pair, days, strict=True):
        if len(settings) != 1:
            return []
        call = complete(scene, {**settings[0], parameter.name: day.isoformat()}, comparing=False)
        held = [o for o in choosing.named(scene, list(call.arguments)) if parameter.name in o.needs]
        output = choosing.for_number(scene, figure, held)
        if output is None:
            return []
        made.append(number(expression("value", (call,), output), figure, output))
    return made


def _pair(scene: Scene) -> tuple[Printed, Printed] | None:
    """Return the two numbers of "from 27 to 253", where there are no others."""
    if len(scene.numbers) != 2:
        return None
    first, last = scene.numbers
    led = _FROM.search(scene.text[: first.qualified_from])
    joined = _TO.fullmatch(scene.text[max(first.end, first.unit_end) : last.qualified_from])
    return (first, last) if led and joined else None


def _days(scene: Scene) -> tuple[date, date] | None:
    """Return a day of the first and one of the last week, where both are told to the week."""
    times = [t for t in scene.times if t.grain != "now"]
    if len(times) == 2 and all(t.grain in ("day", "week") for t in times):
        first, last = times[0].first, times[1].first
    elif len(times) == 1 and times[0].grain == "part":
        first, last = times[0].first, times[0].last
        if {first.weekday(), last.weekday()} != {_SATURDAY}:
            return None
    elif len(times) == 1 and times[0].grain in ("day", "week") and scene.window is not None:
        first, last, words = scene.window
        scene.keep(*words)
    else:
        return None
    return (first, last) if (last - first).days >= 7 else None
