"""Calls of a function that holds the course of a series, and the times that they run over."""

import re
from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from simulrag.simulators.courses import CourseFeature
from simulrag.simulators.interface import Call, Output, Parameter
from simulrag.verifier.claims import Comparator, Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.discourse import period_holding
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.readings import expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import Span

Days = tuple[date, date]


def feature(scene: Scene, name: CourseFeature) -> Output | None:
    """Return the output that holds a feature of the course."""
    return next((o for o in scene.function.outputs if o.course == name), None)


def speaks_of_course(scene: Scene) -> bool:
    """Tell whether a sentence names what the function follows from one day to another."""
    return feature(scene, "steps_not_up") is not None and bool(scene.topics)


def limit_of(scene: Scene) -> Parameter | None:
    """Return the parameter that takes the value which a series passes: a number without words."""
    return next((p for p in scene.function.parameters if p.kind == "number" and not p.words), None)


def calls_over(scene: Scene, days: Days, more: Mapping[str, JsonValue] | None = None) -> list[Call]:
    """Return the calls of the settings of a sentence from one day to another."""
    since, until = (p.name for p in scene.function.parameters if p.kind == "date")
    ends = {since: days[0].isoformat(), until: days[1].isoformat()}
    calls = [
        complete(scene, {**setting, **ends, **(more or {})}, comparing=False)
        for setting in settings_of(scene, scene.items)
    ]
    scene.use(*scene.items)
    return calls


def whole_period(scene: Scene) -> Days | None:
    """Return the days of the period that is named, that holds its times, or was named before."""
    times = [t for t in scene.times if t.grain in ("day", "week", "part")]
    if scene.named_period and scene.period is not None:
        scene.use(*scene.asides)
        return scene.period
    if times:
        found = period_holding(scene.simulator, times[0].first, times[-1].first)
        if found is not None:
            return found
    return scene.period


def use_window(scene: Scene, *, inner: bool = False) -> Days | None:
    """Return the days that a sentence speaks of, its words for them used."""
    found = scene.inner_window if inner else scene.window
    if found is None:
        return None
    first, last, words = found
    scene.keep(*words)
    return first, last


def limit_figure(scene: Scene) -> Printed | None:
    """Return the one number of the kind that the series counts, no length of time."""
    highest, length = feature(scene, "highest"), length_figure(scene)
    if highest is None:
        return None
    fitting = [
        q
        for q in scene.numbers
        if not q.unit
        and q is not length
        and choosing.for_number(scene, q, [highest]) is not None
        and q.value > 0
    ]
    return fitting[0] if len(fitting) == 1 else None


def length_figure(scene: Scene) -> Printed | None:
    """Return the one number that counts steps of the series: "nine weeks"."""
    output = feature(scene, "longest_rise")
    found = [q for q in scene.numbers if output is not None and _counts_steps(scene, q, output)]
    return found[0] if len(found) == 1 else None


def _counts_steps(scene: Scene, figure: Printed, output: Output) -> bool:
    if _OFFSET.match(scene.text, figure.unit_end):
        return False
    if figure.unit:
        return figure.unit == output.unit
    words = "|".join(re.escape(w) for w in output.unit_words)
    adjective = r"(?:consecutive|successive|straight|whole|full|solid)"
    return bool(re.match(rf"\s+{adjective}\s+(?:{words})\b", scene.text[figure.end :], re.I))


#: Weeks that count from one time to another are no length of what holds in them.
_OFFSET = re.compile(
    r"\s+(?:after|before|later|earlier|following|past|into|prior|ahead|behind|on\b(?=\s*,)|ago)\b",
    re.I,
)


def exactly(call: Call, output: Output, figure: Figure, comparator: Comparator) -> Reading:
    """Return the reading that a feature has a number that words stand for."""
    return Reading(
        expression=expression("value", (call,), output),
        comparator=comparator,
        figures=(figure,),
        unit=output.unit,
        about_absolute=output.about_absolute,
    )


def in_words(match: re.Match[str], value: float, half_unit: float = 0.0) -> Figure:
    """Return words as a figure: "week after week" is none that was not higher."""
    return Figure(
        text=match.group(),
        start=match.start(),
        end=match.end(),
        value=value,
        half_unit=half_unit,
    )


def spans_of(match: re.Match[str] | None) -> list[Span]:
    """Return where a match stands, none where there is none."""
    return [Span(text=match.group(), start=match.start(), end=match.end())] if match else []


def free_times(scene: Scene) -> list[Time]:
    """Return the times that no other part of a reading has used."""
    return [
        t
        for t in scene.times
        if t.grain in ("day", "week", "part")
        and not any(s.start <= t.start < s.end for s in scene.used)
    ]
