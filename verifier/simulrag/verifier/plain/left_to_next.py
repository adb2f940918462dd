"""What a sentence leaves to the next ones: the values, times and settings that it named."""

import re
from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.discourse import Discourse, days_of, spoken_of
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.items import as_value
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.stepped_values import moved_on
from simulrag.verifier.reading.mentions import Mention, unique_parameters
from simulrag.verifier.reading.text import find_phrases


def named_in(
    discourse: Discourse, simulator: Simulator, heard: Sequence[Mention], text: str
) -> Discourse:
    """Return the discourse with the values that a sentence names, of which there may be several."""
    parameters = {p.name: p for p in unique_parameters(simulator)}
    named: list[tuple[str, JsonValue]] = []
    aside: list[tuple[str, JsonValue]] = []
    for mention in heard:
        parameter = parameters[mention.parameter]
        if parameter.kind == "date" and not find_phrases(
            text[max(0, mention.start - _LEAD) : mention.end], parameter.words
        ):
            continue  # a date of something else
        if parameter.kind not in ("change", "points", "texts"):
            value = as_value(parameter, mention.value)
            into = aside if _COMPARED.search(text[: mention.start]) else named
            into.append((mention.parameter, value))
    after = discourse.before(simulator.name, aside).adding(simulator.name, named)
    after = moved_on(after, simulator, text, {name for name, _ in named})
    for name, parameter in parameters.items():
        if parameter.kind in ("place", "choices"):
            values = [value for other, value in named if other == name]
            after = after.naming(simulator.name, name, values)
    return after


#: What leads in what is compared with, which is not what the text goes on about.
_COMPARED = re.compile(
    r"\b(?:than|unlike|compared\s+(?:to|with)|against|versus|vs\.?|(?:below|above|under|over|"
    r"beyond|short\s+of|"
    r"from|to|as)\s+(?:its|their|the|that|those|what)\b)\s[^,;:]*$",
    re.I,
)


def told_times(scene: Scene) -> list[Time]:
    """Return the times that a text goes on about: not those that are only compared with."""
    return [t for t in scene.times if not _COMPARED.search(scene.text[: t.start])]


#: How far before a date the word for what it is the date of may stand, characters.
_LEAD = 60


def dated_in(discourse: Discourse, scene: Scene) -> Discourse:
    """Return the discourse with the period in which the last named day lies, if none is named."""
    times = [t for t in scene.times if t.grain in ("day", "week")]
    times = times or [t for t in scene.times if t.grain == "part"]
    if not times or scene.named_period or scene.asides:
        return discourse
    named = [
        (p.name, name)
        for p in scene.function.parameters
        for name in p.periods
        if _holds(days_of(p, name), times[-1])
    ]
    return discourse.adding(scene.simulator.name, named)


def _holds(days: tuple[date, date], time: Time) -> bool:
    """Tell whether a day lies in a period of about a year; longer ones are no part of a date."""
    first, last = days
    return first <= time.first and time.last <= last and (last - first).days < _LONGEST_SEASON


_LONGEST_SEASON = 400


def settled_by(discourse: Discourse, scene: Scene, made: Sequence[Reading]) -> Discourse:
    """Return the discourse with the setting that a sentence spoke of last."""
    expression = made[-1].expression
    ordered = expression.operation in ("rank", "rank_from_below", "lead", "trail")
    term = expression.terms[0 if ordered else -1]
    call = term.call
    own = {p.name: p.kind for p in scene.function.parameters}
    named = [
        (name, value)
        for name, value in call.arguments.items()
        if own.get(name, "date") not in ("change", "points", "texts", "date")
    ]
    name = f"{call.simulator}.{call.function}.{term.output}"
    return discourse.adding(scene.simulator.name, named).model_copy(
        update={"output": name, "calls": spoken_of(expression)}
    )
