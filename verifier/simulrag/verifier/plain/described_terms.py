"""The outputs and calls that descriptions stand for."""

import re
from datetime import timedelta

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Function, Output
from simulrag.verifier.claims import Reading, Term
from simulrag.verifier.plain.compared_times import time_comparator
from simulrag.verifier.plain.described import Description, Top
from simulrag.verifier.plain.discourse import period_holding
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.readings import dated
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete

_SATURDAY = 5
#: Leads of a time that turn it into a bound, which is read elsewhere.
_BOUNDS = re.compile(
    r"\b(?:before|since|until|till|through|throughout|outside|prior\s+to|up\s+to|ahead\s+of|past)\s+(?:the\s+)?$",
    re.I,
)
_BY = re.compile(r"\b(?:by|as\s+of|at|towards?|around)\s+(?:the\s+)?$", re.I)


def term_of(scene: Scene, described: Description, *, rate: bool) -> Term | None:
    """Return the output of a call that a description stands for, None for none."""
    own, highest, name = _outputs(scene, rate=rate)
    time = described.time
    if own is None or highest is None:
        return None
    setting = _place(described)
    if (
        described.top is not None
        and time is not None
        and time.grain == "part"
        and not described.top.verb
    ):
        return _in_window(scene, setting, time, rate=rate)
    if (
        time is not None
        and time.grain in ("week", "day", "part")
        and not _is_top_of_period(described)
    ):
        day = _day(scene, time)
        if day is None or not _in_period(scene, described, time):
            return None
        return Term(call=complete(scene, {**setting, name: day}, comparing=False), output=own.name)
    period = _period(scene, described)
    if described.top is None or not period:
        return None
    return Term(call=_of_season(scene, setting, period, name), output=highest.name)


def _is_top_of_period(described: Description) -> bool:
    """Tell whether a time only says when the highest value of its period was."""
    return described.top is not None and (
        described.period is not None or described.top.verb or described.time is None
    )


def _outputs(scene: Scene, *, rate: bool) -> tuple[Output | None, Output | None, str]:
    """Return the value of a week, the highest of a season and the name of the week's input."""
    outputs = {o.name: o for o in scene.function.outputs}
    for output in scene.function.outputs:
        if output.highest_over and is_rate_output(output) == rate:
            name, own = output.highest_over
            return outputs.get(own), output, name
    return None, None, ""


def is_rate_output(output: Output) -> bool:
    """Tell whether an output counts by residents."""
    return any("100" in word for word in output.unit_words)


def _place(described: Description) -> dict[str, JsonValue]:
    if described.place is None:
        return {}
    value = described.place.value
    return {described.place.parameter: value if isinstance(value, list) else [value]}


def _day(scene: Scene, time: Time) -> str | None:
    """Return the day of the one week that a time means, None where it means none or a bound."""
    before = scene.text[: time.start]
    if _BOUNDS.search(before):
        return None
    if time.grain == "week" or (time.grain == "day" and time.first.weekday() == _SATURDAY):
        return time.first.isoformat()
    if time.grain == "day" and _BY.search(before):
        return time.first.isoformat()
    short = (time.last - time.first) < timedelta(days=12)
    led = re.search(r"\bby\s+(?:the\s+)?$", before, re.I)
    return time.last.isoformat() if time.grain == "part" and short and led else None


def _in_period(scene: Scene, described: Description, time: Time) -> bool:
    """Tell whether a week lies in the period that is named beside it."""
    if described.period is None:
        return True
    parameter = scene.parameter(described.period.parameter)
    first, last = parameter.periods[str(described.period.value)]
    return first <= time.first.isoformat() <= last


def _period(scene: Scene, described: Description) -> str:
    """Return the season that is named, or the one in which the time lies."""
    if described.period is not None:
        return str(described.period.value)
    parameter = next(p for p in scene.function.parameters if p.periods)
    time = described.time
    held = period_holding(scene.simulator, time.first, time.last) if time else scene.period
    if held is None:
        return ""
    names = [n for n, (first, _) in parameter.periods.items() if first == held[0].isoformat()]
    return names[0] if names else ""


def _of_season(scene: Scene, setting: dict[str, JsonValue], period: str, week: str) -> Call:
    name = next(p.name for p in scene.function.parameters if p.periods)
    call = complete(scene, {**setting, name: period}, comparing=False)
    arguments = {k: v for k, v in call.arguments.items() if k != week}
    return call.model_copy(update={"arguments": arguments})


def _in_window(
    scene: Scene, setting: dict[str, JsonValue], time: Time, *, rate: bool
) -> Term | None:
    """Return the highest value between the first and the last day of a time."""
    for function in scene.simulator.functions:
        dates = [p.name for p in function.parameters if p.kind == "date"]
        output = _highest(function, rate=rate)
        if function.observed and len(dates) == 2 and output is not None:
            week = next(p.name for p in scene.function.parameters if p.kind == "date")
            call = complete(scene, {**setting, week: time.last.isoformat()}, comparing=False)
            places = {
                k: v
                for k, v in call.arguments.items()
                if k in {p.name for p in function.parameters}
            }
            days = {dates[0]: time.first.isoformat(), dates[1]: _last_saturday(time)}
            made = call.model_copy(
                update={"function": function.name, "arguments": {**places, **days}}
            )
            return Term(call=made, output=output.name)
    return None


def _last_saturday(time: Time) -> str:
    """Return the last week's end in a time, so that no day behind it counts."""
    return (time.last - timedelta(days=(time.last.weekday() - _SATURDAY) % 7)).isoformat()


def _highest(function: Function, *, rate: bool) -> Output | None:
    held = [o for o in function.outputs if o.course == "highest" and is_rate_output(o) == rate]
    return held[0] if held else None


def claims_of_time(scene: Scene, described: Description, top: Top) -> list[Reading] | None:
    """Return what is said of when a highest value was: nothing of one that a month had."""
    time = described.time
    if time is None or time.grain not in ("week", "day", "part"):
        return []
    if not top.verb and time.grain == "part" and described.period is None:
        return []
    output = next((o for o in scene.function.outputs if o.kind == "date"), None)
    period = _period(scene, described)
    if output is None or not period:
        return None
    _, _, week = _outputs(scene, rate=False)
    comparator, _, told = time_comparator(scene, time)
    call = _of_season(scene, _place(described), period, week)
    return [dated(call, output, told, comparator, negated=False)]


def output_of(scene: Scene, term: Term) -> Output:
    """Return the output that a term holds, of whichever function of the simulator."""
    functions = scene.simulator.functions
    return next(f for f in functions if f.name == term.call.function).output(term.output)
