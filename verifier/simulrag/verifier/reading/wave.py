"""The outputs of a run that make up a wave: its peak, when that is, its beginning and its sum."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulrag.simulators.interface import Band, Call, Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.roles import value_of
from simulrag.verifier.reading.sign_lists import signs_in

#: Half of what "a little more than three weeks" leaves open, weeks.
_LITTLE_WEEKS = 0.25
#: How a value lies to a number, by the sign for it.
RELATIONS: dict[str, Comparator] = {
    ">": "above", "<": "below", "g": "at_least", "l": "at_most", "R": "equal", "=": "equal",
    "~": "about", "": "equal", "G": "just_above", "s": "just_below",
}  # fmt: skip
#: The same with its sides changed.
FLIPPED = {">": "<", "<": ">", "g": "l", "l": "g"}


@dataclass(frozen=True)
class Wave:
    """A run of one call whose outputs are those of a wave."""

    call: Call
    peak: Output
    day: Output
    weeks: Output
    growth: Output | None
    trend: Output | None
    total: Output | None
    #: What else the run has.
    others: tuple[Output, ...] = ()

    @property
    def grades(self) -> Mapping[str, str]:
        """The words of the scales of other outputs, each with itself, that only one of them has."""
        return _words_of_grades(self.others)

    def graded(self, word: str) -> tuple[Output, tuple[Band, ...], Band]:
        """Return the output that a word of a scale grades, and its class."""
        return _grades(self.others)[word]

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the beginning by the words for them, in small letters."""
        return _labels(self.trend) if self.trend is not None else {}

    def value(self, output: Output, end: str = "") -> Expression:
        """Return an output of the run, or an end of its interval."""
        if not end:
            return value_of(self.call, output.name)
        low_or_high = "low" if end == "low" else "high" if end == "high" else ""
        term = Term(call=self.call, output=output.name, end=low_or_high)
        return Expression(operation="value", terms=(term,))

    def term(self, signs: str) -> Term | None:
        """Return the one value that signs name: total T, ends H and L, peak P or median m."""
        if "T" in signs:
            return Term(call=self.call, output=self.total.name) if self.total else None
        if {"H", "L"} <= set(signs):
            return None
        if "H" in signs:
            return Term(call=self.call, output=self.peak.name, end="high")
        if "L" in signs:
            return Term(call=self.call, output=self.peak.name, end="low")
        return Term(call=self.call, output=self.peak.name) if set("Pm") & set(signs) else None


@once_for_each
def _labels(trend: Output) -> Mapping[str, str]:
    choices = trend.choices.items()
    named = {w.replace("-", " "): label for label, ws in choices for w in (label, *ws)}
    named.pop("no growth", None)  # falling numbers do not grow either
    own = set(trend.choices)
    return named | {words: label for words, label in paces().items() if label in own}


def paces() -> Mapping[str, str]:
    """Return the words for how fast a wave begins, each with the label that it stands for."""
    return signs_in("paces.txt")


@once_for_each
def _grades(outputs: tuple[Output, ...]) -> Mapping[str, tuple[Output, tuple[Band, ...], Band]]:
    named = [
        (word.casefold(), (output, scale.bands, band))
        for output in outputs
        for scale in output.scales
        for band in scale.bands
        for word in (band.label, *band.words)
    ]
    times = Counter(word for word, _ in named)
    return {word.replace("-", " "): held for word, held in named if times[word] == 1}


@once_for_each
def _words_of_grades(outputs: tuple[Output, ...]) -> Mapping[str, str]:
    return {word: word for word in _grades(outputs)}


def wave_of(calls: Sequence[Call], held: Sequence[Output]) -> Wave | None:
    """Return the wave that the outputs of a single run make up; None where they make up none."""
    if len(calls) != 1:
        return None
    peak = next((o for o in held if o.stochastic and not o.unit), None)
    day = next((o for o in held if o.kind == "date" and o.since), None)
    weeks = next((o for o in held if o.unit == "week" and o.since), None)
    if peak is None or day is None or weeks is None:
        return None
    growth = next((o for o in held if o.is_change and o.unit == "percent"), None)
    trend = next((o for o in held if o.kind == "category"), None)
    total = next((o for o in held if o.kind == "number" and not o.unit and not o.stochastic), None)
    own = [o.name for o in (peak, day, weeks, growth, trend, total) if o is not None]
    return Wave(
        call=calls[0],
        peak=peak,
        day=day,
        weeks=weeks,
        growth=growth,
        trend=trend,
        total=total,
        others=tuple(o for o in held if o.name not in own),
    )


def compared(
    wave: Wave,
    output: Output,
    comparator: Comparator,
    printed: Printed,
    *,
    negated: bool = False,
    quantile: str = "median",
) -> Reading:
    """Return the reading that compares an output, or an end of its interval, with a number."""
    little = comparator in ("just_above", "just_below") and output.unit == "week"
    return Reading(
        expression=wave.value(output),
        comparator=comparator,
        figures=(_hedged(printed, output) if comparator == "about" else figure_of(printed),),
        unit=printed.unit,
        negated=negated,
        quantile="low" if quantile == "low" else "high" if quantile == "high" else "median",
        about_relative=output.about_relative,
        about_absolute=_LITTLE_WEEKS if little else output.about_absolute,
    )


_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


def _hedged(printed: Printed, output: Output) -> Figure:
    """Return a hedged number; one that stands for what is not printed is as loose as any other."""
    figure = figure_of(printed)
    if figure.value is None and (printed.unit not in _DAYS or printed.unit == output.unit):
        return figure
    value, half = float(printed.value), float(printed.half_unit)
    units = _DAYS.get(output.unit, 1) / _DAYS.get(printed.unit, 1)
    loose = max(half, output.about_relative * abs(value), output.about_absolute * units)
    return figure.model_copy(update={"value": value, "half_unit": loose})


def at(text: str, start: int, end: int, value: float | None = None, half: float = 0.0) -> Figure:
    """Return a piece of the text as a figure."""
    return Figure(text=text[start:end], start=start, end=end, value=value, half_unit=half)
