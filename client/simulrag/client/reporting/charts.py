"""Charts of the runs' series with their bands, as SVG. Runs of one function share a chart."""

import math
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice

from simulrag.client.reporting.html import Markup, join, tag
from simulrag.client.reporting.numbers import plain, settings_in_words, words
from simulrag.simulators.interface import Frozen, Quantity, Run, Series
from simulrag.simulators.unit_notation import symbol

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 74, 620, 14, 240
#: Most courses in one chart: as many as there are line styles.
MOST = 4
#: Steps of ticks that read well, as multiples of a power of ten.
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)

#: A time that is no date: a number, and perhaps its unit.
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_YEAR = re.compile(r"1[0-9]{3}|2[0-9]{3}")
_NUMBER = re.compile(r"([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*(\D*)$")


class Course(Frozen):
    """One series of one run, with the label of the run on the page."""

    label: str
    run: Run
    name: str
    series: Series


class Scale(Frozen):
    """From numbers to places in the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        span = self.high - self.low
        share = (value - self.low) / span if span else 0.5
        return self.start + share * (self.end - self.start)


def charts(
    series: Mapping[str, Mapping[str, Series]], runs: Sequence[Run], labels: Mapping[str, str]
) -> list[Markup]:
    """Return one figure for each group of courses that share their axes."""
    groups: dict[tuple[str, ...], list[Course]] = {}
    for run in runs:
        for name, one in series.get(run.id, {}).items():
            if len(one.times) > 1 and _numeric(one):
                key = (
                    run.call.simulator,
                    run.call.function,
                    name,
                    one.unit,
                    str(one.by_day),
                    _time_unit(one),
                )
                course = Course(label=labels[run.id], run=run, name=name, series=one)
                groups.setdefault(key, []).append(course)
    numbered = enumerate(chunk for group in groups.values() for chunk in _chunks(group))
    return [_figure(chunk, number) for number, chunk in numbered]


def _numeric(series: Series) -> bool:
    """Tell whether the times are dates, or numbers of one unit."""
    if series.by_day:
        return all(map(_DATE.fullmatch, series.times))
    found = [_NUMBER.match(time) for time in series.times]
    return all(found) and len({m[2] for m in found if m}) == 1


def _chunks(courses: Sequence[Course]) -> Iterator[list[Course]]:
    rest = iter(courses)
    while chunk := list(islice(rest, MOST)):
        yield chunk


def _times(series: Series) -> list[float]:
    if series.by_day:
        return [float(date.fromisoformat(time).toordinal()) for time in series.times]
    return [float(found[1]) for time in series.times if (found := _NUMBER.match(time))]


def _time_unit(series: Series) -> str:
    found = None if series.by_day else _NUMBER.match(series.times[0])
    return found[2] if found else ""


def _figure(courses: Sequence[Course], number: int) -> Markup:
    first = courses[0]
    times = [time for course in courses for time in _times(course.series)]
    across = Scale(low=min(times), high=max(times), start=LEFT, end=RIGHT)
    upward = _value_scale(courses)
    title = _title(first)
    ids = f"chart-{number}-title", f"chart-{number}-desc"
    drawing = tag(
        "svg",
        tag("title", title, id=ids[0]),
        tag("desc", "; ".join(map(_in_words, courses)), id=ids[1]),
        _value_axis(upward, symbol(first.series.unit) or words(first.name)),
        _time_axis(across, by_day=first.series.by_day, label=_time_label(first)),
        [_course(course, n, across, upward) for n, course in enumerate(courses)],
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby=" ".join(ids),
    )
    shared = _shared(courses)
    keys = [_key(course, n, shared) for n, course in enumerate(courses)]
    caption = tag("figcaption", tag("strong", title), keys)
    return tag("figure", caption, tag("div", drawing, class_="wide"), class_="chart")


def _title(course: Course) -> str:
    unit = symbol(course.series.unit)
    return f"{words(course.name)}, {unit}" if unit else words(course.name)


def _value_scale(courses: Sequence[Course]) -> Scale:
    values = [
        value
        for course in courses
        for value in (*course.series.values, *course.series.low, *course.series.high)
    ]
    low, high = min(values), max(values)
    if 0 < low < 0.35 * high:
        low = 0.0
    room = 0.04 * (high - low) or 1.0
    return Scale(low=low if low == 0 else low - room, high=high + room, start=BOTTOM, end=TOP)


def _value_axis(scale: Scale, unit: str) -> Markup:
    return join(
        [
            join(
                tag("line", x1=LEFT, x2=RIGHT, y1=scale(tick), y2=scale(tick), class_="grid"),
                tag("text", plain(tick), x=LEFT - 8, y=scale(tick) + 4, text_anchor="end"),
            )
            for tick in ticks(scale.low, scale.high, 7)
        ],
        tag("text", unit, x=14, y=(TOP + BOTTOM) / 2, text_anchor="middle",
            transform=f"rotate(-90 14 {(TOP + BOTTOM) / 2:g})"),
    )  # fmt: skip


def _time_label(course: Course) -> str:
    """Return what stands below the axis: "date", "year", a unit, or what the numbers are for."""
    series = course.series
    if series.by_day:
        return "date"
    if all(map(_YEAR.fullmatch, series.times)):
        return "year"
    return _time_unit(series).strip() or f"{words(course.name)} at"


def _time_axis(scale: Scale, *, by_day: bool, label: str) -> Markup:
    marks = (
        months(scale.low, scale.high, 7)
        if by_day
        else [(tick, f"{tick:.10g}") for tick in ticks(scale.low, scale.high, 7)]
    )
    return join(
        tag("line", x1=LEFT, x2=RIGHT, y1=BOTTOM, y2=BOTTOM, class_="axis"),
        [
            join(
                tag("line", x1=scale(at), x2=scale(at), y1=BOTTOM, y2=BOTTOM + 5, class_="axis"),
                tag("text", said, x=scale(at), y=BOTTOM + 20, text_anchor="middle"),
            )
            for at, said in marks
        ],
        tag("text", label, x=RIGHT, y=HEIGHT - 4, text_anchor="end") if label else None,
    )


def _course(course: Course, number: int, across: Scale, upward: Scale) -> Markup:
    series = course.series
    times = [across(time) for time in _times(series)]
    band = None
    if series.low and series.high:
        ahead = _points(times, [upward(value) for value in series.high])
        back = _points(times[::-1], [upward(value) for value in series.low[::-1]])
        band = tag("polygon", points=f"{ahead} {back}", class_=f"band c{number}")
    line = _points(times, [upward(value) for value in series.values])
    return join(
        band,
        tag("polyline", points=line, class_=f"line c{number}"),
        _dot(course, number, across, upward),
    )


def _points(xs: Sequence[float], ys: Sequence[float]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))


def _dot(course: Course, number: int, across: Scale, upward: Scale) -> Markup | None:
    """Return a dot at the year that the run was made for."""
    year, value = course.run.call.arguments.get("year"), course.run.outputs.get(course.name)
    if isinstance(year, bool) or not isinstance(year, int | float):
        return None
    if not isinstance(value, Quantity) or not across.low <= year <= across.high:
        return None
    if value.unit != course.series.unit:
        return None
    where = {"cx": across(year), "cy": upward(value.value)}
    return tag("circle", tag("title", f"{year}: {plain(value.value)}"), r=5,
               class_=f"dot c{number}", **where)  # fmt: skip


def _shared(courses: Sequence[Course]) -> frozenset[str]:
    """Return the settings that do not tell courses of one figure apart."""
    first = courses[0].run.call.arguments
    if len(courses) == 1:
        return frozenset()
    return frozenset(
        name
        for name, value in first.items()
        if all(course.run.call.arguments.get(name) == value for course in courses)
    )


def _key(course: Course, number: int, shared: Container[str]) -> Markup:
    sample = tag(
        "svg",
        tag("line", x1=0, x2=28, y1=7, y2=7, class_=f"line c{number}"),
        viewBox="0 0 28 14",
        width=28,
        height=14,
        aria_hidden="true",
    )
    asked = {n: v for n, v in course.run.call.arguments.items() if v and n not in shared}
    said = f" {course.label}: {settings_in_words(asked)}.{_band(course)}"
    return tag("span", sample, said, class_="key")


def _band(course: Course) -> str:
    """Say what the band is, from the level of the run's intervals."""
    if not course.series.low:
        return ""
    levels = {
        value.level
        for value in course.run.outputs.values()
        if isinstance(value, Quantity) and value.level is not None
    }
    if len(levels) != 1:
        return " Band: the interval of the run."
    outside = (1 - levels.pop()) * 50
    return f" Band: {outside:.3g} to {100 - outside:.3g} %."


def _in_words(course: Course) -> str:
    series = course.series
    values = series.values
    top = max(range(len(values)), key=values.__getitem__)
    unit = symbol(series.unit)
    return (
        f"{course.label}: from {plain(values[0])} in {series.times[0]} to {plain(values[-1])} in "
        f"{series.times[-1]}, highest {plain(values[top])} in {series.times[top]} {unit}".rstrip()
    )


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most `most` + 1 round numbers from `low` to `high`."""
    if not low < high:
        return [low]
    rough = (high - low) / most
    scale = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * scale for factor in _STEPS if factor * scale >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def months(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Return at most `most` first days of months, as ordinals with labels.

    A label holds the year where it is the first or another than that of the label before.
    """
    first, last = date.fromordinal(math.ceil(low)), date.fromordinal(math.floor(high))
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    starts = [date(first.year + m // 12, m % 12 + 1, 1)
              for m in range(first.month - 1, first.month - 1 + count)]  # fmt: skip
    inside = [day for day in starts if first <= day <= last]
    picked = inside[:: max(1, math.ceil(len(inside) / most))] or [first, last]
    return [(float(day.toordinal()), _label(n, picked)) for n, day in enumerate(picked)]


def _label(number: int, days: Sequence[date]) -> str:
    day = days[number]
    if day.day != 1:
        return day.isoformat()
    new = number == 0 or days[number - 1].year != day.year
    return f"{day:%b} {day.year}" if new else f"{day:%b}"
