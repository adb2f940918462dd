"""A plain sentence as one function of a simulator sees it: inputs, numbers, words of comparison."""

import re
from collections.abc import Iterable, Sequence
from copy import copy
from datetime import date
from functools import cached_property

from pydantic import JsonValue

from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.verifier.plain.anaphora import anaphors
from simulrag.verifier.plain.discourse import (
    Discourse,
    days_of,
    default_period,
    period_of,
    started,
)
from simulrag.verifier.plain.equatives import equatives
from simulrag.verifier.plain.implied import implied_outputs
from simulrag.verifier.plain.instants import Time, others_meant
from simulrag.verifier.plain.intervals import interval
from simulrag.verifier.plain.items import Item, items
from simulrag.verifier.plain.marks import (
    NEGATION,
    PIVOT,
    Comparative,
    Domain,
    comparatives,
    domains,
    free_numbers,
)
from simulrag.verifier.plain.numbers import is_structure, one_in, outermost, shares_in, some_degrees
from simulrag.verifier.plain.quantifiers import Quantifier, quantifiers
from simulrag.verifier.plain.stepped_values import moved_on, placed
from simulrag.verifier.plain.sums import summed
from simulrag.verifier.plain.taken_up import own_highest, taken_up
from simulrag.verifier.plain.windows import only_ends, restates, window
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.freezing import digits, freezing
from simulrag.verifier.reading.mentions import Mention, unique_parameters
from simulrag.verifier.reading.ratios import Ratio, ratios
from simulrag.verifier.reading.text import Span, find_phrases


class Scene:
    """What a sentence says in terms of one function. Spans that are accounted for are `used`."""

    def __init__(
        self,
        text: str,
        simulator: Simulator,
        function: Function,
        discourse: Discourse,
        heard: Sequence[Mention],
        *,
        others: bool = False,
    ) -> None:
        self.text = text
        self.simulator = simulator
        self.function = function
        self.discourse = discourse
        self.used: list[Span] = []
        #: Of those the ones that a reading holds in another form, such as a length of time.
        self.kept: list[Span] = []
        self.all_known = False  #: Every single word is accounted for.
        #: What a way of reading that found something had to leave over.
        self.unread = ""
        self.assumed: list[str] = []
        #: Values that are tried for what is left open, whichever it may be.
        self.tried: dict[str, JsonValue] = {}
        self.others = _others(heard, simulator, function)
        self._read_words(self._read_times(heard, others=others))
        self._read_numbers()

    def _read_times(self, heard: Sequence[Mention], *, others: bool) -> list[Item]:
        """Find times, and what states that are compared with are called; return the inputs."""
        text, function = self.text, self.function
        named = _periods_named(heard, self.simulator)
        told = self.discourse
        if told.values and not named:  # "The season before, it peaked in December"
            told = moved_on(told, self.simulator, text, ())
        self.period = period_of(self.simulator, told, named)
        period = started(text, heard, function) or self.period or default_period(function)
        found, times = items(text, self.simulator, function, period, heard, self.discourse.time)
        times = others_meant(times) if others else times
        self.baselines = [s for o in function.outputs for s in find_phrases(text, o.baseline_words)]
        self.times = [t for t in times if self._outside_of(t, self.baselines)]
        self.named_period = len(set(named)) == 1
        own = {p.name for p in function.parameters}
        self.asides = [
            Span(text="", start=m.start, end=m.end)
            for m in heard
            if m.value in named and m.parameter not in own
        ]
        return found

    def _read_words(self, found: list[Item]) -> None:
        """Find the values of inputs, given those that are named, and words of comparison."""
        text, function = self.text, self.function
        # "That winter was the worst since 2022-23": what it is counted from is not what is meant.
        named = {i.parameter for i in found if not _SINCE.search(text, 0, i.start)}
        pointed = anaphors(text, self.simulator.name, function.parameters, self.discourse)
        found += [i for i in pointed if i.parameter not in named or i.end - i.start == len("it")]
        known = placed(found, function, self.discourse, self.simulator.name)
        self.items = [self._after_pivot(i) for i in known] + self._from_times()
        self.items.sort(key=lambda i: i.start)
        #: Words that add up what is not listed: "the three together".
        self.items, self.joint = summed(text, self.items, function)
        #: Also words that are said of inputs alone ("the same prior immunity").
        self.compared: list[Comparative] = comparatives(text, function, equatives(text, function))
        self.comparatives: list[Comparative] = [c for c in self.compared if not self._shared(c)]
        sets = domains(text, function.parameters, function.outputs)
        self.domains: list[Domain] = [d for d in sets if not self._is_value(d)]
        self.quantifiers: list[Quantifier] = quantifiers(text, function)

    def _read_numbers(self) -> None:
        """Find the numbers that belong to none of these."""
        text, function = self.text, self.function
        taken = [
            *(Span(text=m.group(), start=m.start(), end=m.end()) for m in SEASONS.finditer(text)),
            *self.spans([*self.items, *self.times, *self.domains]),
            *self.baselines,
            *self.asides,
        ]
        wide = (*one_in(text, function), *shares_in(text, function))
        self.ratios: list[Ratio] = [
            r
            for r in ratios(text)
            if self._outside(r.start, taken)
            and not _OF_DEGREE.match(text, r.end)
            and not (function.observed and _OF_SPEED.match(text, r.end))
            and not any(q.start <= r.end - 1 < q.end for q in wide)
        ]
        taken += [*self.spans(self.ratios), *self._named_numbers()]
        found = outermost(
            (*quantities(text), *freezing(text), *digits(text), *some_degrees(text), *wide)
        )
        free = free_numbers([q for q in found if not is_structure(text, q)], taken)
        free += [q for q in wide if q not in free and _holds_all(q, taken)]
        free.sort(key=lambda q: q.start)
        #: The interval in brackets behind a value, whose numbers are none of the sentence's own.
        self.interval = interval(text)
        told = self.interval
        self.numbers: list[Printed] = [
            q
            for q in free
            if not (told and told.span.start <= q.start < told.span.end)
            and not restates(text, q, self.times)
        ]

    def trying(self, name: str, value: JsonValue) -> "Scene":
        """Return the same scene with a value for an input that the sentence leaves open."""
        other = copy(self)
        other.tried = {**self.tried, name: value}
        other.assumed = [*self.assumed]
        return other

    @staticmethod
    def spans(things: Iterable[Item | Time | Domain | Comparative | Ratio]) -> list[Span]:
        """Return where things stand."""
        return [Span(text="", start=t.start, end=t.end) for t in things]

    @staticmethod
    def _outside(at: int, spans: Sequence[Span]) -> bool:
        return all(not s.start <= at < s.end for s in spans)

    @staticmethod
    def _outside_of(time: Time, spans: Sequence[Span]) -> bool:
        return all(time.end <= s.start or s.end <= time.start for s in spans)

    def _after_pivot(self, item: Item) -> Item:
        """Let an item begin behind what leads it in: "immune rather than 15 %"."""
        match = PIVOT.search(self.text, item.start, item.end)
        return item if match is None else item.model_copy(update={"start": match.end()})

    def _is_value(self, domain: Domain) -> bool:
        """Tell whether words for none of an input's values are a value: "no seasonality"."""
        return any(
            i.parameter == domain.parameter and i.start < domain.end and domain.start < i.end
            for i in self.items
        )

    def _shared(self, word: Comparative) -> bool:
        """Tell whether "the same" is said of an input: "the same prior immunity"."""
        if word.sign:
            return False
        if _ELSE.search(self.text[: word.start]):
            return True
        after = self.text[word.end : word.end + 45]
        inputs = [p for p in self.function.parameters if p.required or p.kind != "date"]
        gaps = [
            after[: s.start]
            for s in find_phrases(after, [w for p in inputs for w in p.words if len(w) > 3])[:1]
        ]
        near = [g for g in gaps if not re.search(r"[,:;.]", g) and len(g.split()) <= 5]
        return bool(_KEPT.match(after) or near)

    @cached_property
    def window(self) -> tuple[date, date, tuple[Span, ...]] | None:
        """Return the first and last day that the sentence speaks of, and the words that say so."""
        return window(
            self.text, self.times, self.period if self.named_period else None, self.asides
        )

    @cached_property
    def only_ends(self) -> bool:
        """Tell whether its one time only ends what the sentence says: "by the end of March"."""
        return only_ends(self.text, self.times)

    @cached_property
    def inner_window(self) -> tuple[date, date, tuple[Span, ...]] | None:
        """Return the same, of fuzzy times the days nearest to each other."""
        period = self.period if self.named_period else None
        return window(self.text, self.times, period, self.asides, inner=True)

    @cached_property
    def weekly(self) -> Time | None:
        """Return the one week that is asked for; none where a date is what is said of it."""
        dated = any(
            o.kind == "date" and not _IN_ORDER.search(self.text[: s.start]) for o, s in self.topics
        )
        weeks = [t for t in self.times if t.grain == "week"]
        return weeks[0] if len(weeks) == 1 and not dated else None

    @cached_property
    def topics(self) -> list[tuple[Output, Span]]:
        """Return the outputs that are named, also by words that name them in plain text only."""
        found = [
            (output, span)
            for output in self.function.outputs
            for span in find_phrases(self.text, (*output.words, *output.loose_words))
            if not any(t.start <= span.start and span.end <= t.end for t in self.times)
        ]
        own = own_highest(self.text, self.function, found)
        pointed = any(i.assumed for i in self.items)
        named = {x.parameter for x in (*self.items, *self.domains, *self.quantifiers)}
        return (
            [*found, *own]
            or taken_up(self.text, self.simulator, self.function, self.discourse, pointed=pointed)
            or implied_outputs(self.function, named, self.others)
        )

    @cached_property
    def negations(self) -> list[Span]:
        """Return the words that deny something."""
        return [
            Span(text=m.group(), start=m.start(), end=m.end())
            for m in NEGATION.finditer(self.text)
            if not _LITTLE.match(self.text, m.start())
            and not any(c.start <= m.start() < c.end for c in self.compared)
            and not any(i.start <= m.start() < i.end for i in self.items)
            and not any(d.start <= m.start() < d.end for d in self.domains)
            and not any(q.qualified_from <= m.start() < q.start for q in self.numbers)
        ]

    def parameter(self, name: str) -> Parameter:
        """Return a parameter of the function."""
        return self.function.parameter(name)

    def use(self, *things: Item | Time | Domain | Comparative | Ratio | Printed | Span) -> None:
        """Note what an interpretation accounts for."""
        for thing in things:
            end = thing.unit_end if isinstance(thing, Printed) else thing.end
            start = thing.qualified_from if isinstance(thing, Printed) else thing.start
            self.used.append(Span(text="", start=min(start, thing.start), end=end))

    def keep(self, *spans: Span) -> None:
        """Note words that an interpretation holds in another form than they are printed in."""
        self.kept += spans
        self.used += spans

    def _from_times(self) -> list[Item]:
        """Return times as values of years and periods, where the function has such inputs."""
        found: list[Item] = []
        for parameter in self.function.parameters:
            for time in self.times:
                if parameter.kind == "year":
                    value: JsonValue = time.middle_year
                    if time.first.year != time.last.year:
                        self.assumed.append(f"{parameter.name}: {value} for its decades")
                elif parameter.periods and (name := _whole_period(parameter, time)):
                    value = name
                elif self._compared_week(parameter, time) or self._starts(parameter, time):
                    value = time.first.isoformat()
                else:
                    continue
                found.append(
                    Item(parameter=parameter.name, value=value, start=time.start, end=time.end)
                )
        return found

    def _starts(self, parameter: Parameter, time: Time) -> bool:
        """Tell whether a day is the value of a date that its words name before it."""
        if parameter.kind != "date" or not parameter.required or time.grain != "day":
            return False
        before = self.text[max(0, time.start - 60) : time.start]
        if parameter.default_year is None:
            return False
        return bool(find_phrases(before, parameter.words) or _OPENS_SEASON.search(before))

    def _compared_week(self, parameter: Parameter, time: Time) -> bool:
        """Tell whether a week is one of several values of an input that takes a single day."""
        weeks = {t.first for t in self.times if t.grain == "week"}
        single = parameter.kind == "date" and not parameter.required
        return single and time.grain == "week" and len(weeks) > 1

    def _named_numbers(self) -> list[Span]:
        """Return numbers that belong to names: a base of a rate, a dose in an output's words."""
        spans = [s for _, s in self.topics]
        for output in self.function.outputs:
            spans += find_phrases(self.text, (*output.unit_words, *output.baseline_words))
        return [s for s in spans if re.search(r"\d", s.text) or _numeric_word(s.text)]


def _periods_named(heard: Sequence[Mention], simulator: Simulator) -> list[str]:
    """Return the periods that a sentence names, such as a season."""
    periods = [p.name for p in unique_parameters(simulator) if p.periods]
    return [str(m.value) for name in periods for m in heard if m.parameter == name]


def _others(heard: Sequence[Mention], simulator: Simulator, function: Function) -> list[Span]:
    """Return where settings are named that the function does not have, such as a place."""
    own = {p.name for p in function.parameters}
    telling = {
        p.name
        for p in unique_parameters(simulator)
        if p.name not in own and p.default is None and p.kind not in ("date", "year", "points")
    }
    usual = {
        p.name: (p.default, [p.default])
        for p in unique_parameters(simulator)
        if p.name not in own and p.default is not None and p.kind == "choice"
    }
    return [
        Span(text=m.words, start=m.start, end=m.end)
        for m in heard
        if not _is_period(m, simulator)
        and (m.parameter in telling or m.value not in usual.get(m.parameter, (m.value,)))
    ]


def _is_period(mention: Mention, simulator: Simulator) -> bool:
    return any(p.periods and p.name == mention.parameter for p in unique_parameters(simulator))


def _numeric_word(words: str) -> bool:
    return bool(
        re.search(
            r"\b(?:one|two|three|seven|twelve|hundred|thousand|million|trillion)\b", words, re.I
        )
    )


def _whole_period(parameter: Parameter, time: Time) -> str:
    """Return the period that a time names as a whole, "" where it lies inside one or in none."""
    for name in parameter.periods:
        first, last = days_of(parameter, name)
        if abs((time.first - first).days) <= 1 and abs((time.last - last).days) <= 1:
            return name
    return ""


_SINCE = re.compile(r"\bsince\s+(?:the\s+)?$", re.I)
#: "The second highest number" is no highest one, which would have a date.
_IN_ORDER = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th))[\s-]+$", re.I
)
#: "A season from 1 October on", "10 % immune on 1 October": the day on which a run begins.
_OPENS_SEASON = re.compile(
    r"\b(?:season|epidemic|outbreak|wave|winter|run)s?\b[^.;:]{0,30}?\b(?:from|as\s+of|since)\s+$|"
    r"\bimmun\w+\b[^.;:\d]{0,20}\b(?:on|by|before|as\s+of|from)\s+$",
    re.I,
)
#: A quarter of a degree is a number and no ratio.
_OF_DEGREE = re.compile(r"\s+(?:of\s+)?an?\s+degree\b", re.I)
#: "Twice as fast" is a multiple of no count.
_OF_SPEED = re.compile(
    r"\s+as\s+(?:fast|quick(?:ly)?|slow(?:ly)?|soon|rapid(?:ly)?|long|early|late)\b", re.I
)
#: What is said to be equal of everything but what is compared ("other things equal").
_ELSE = re.compile(
    r"\b(?:(?:things|else|everything|inputs|settings|conditions|factors|parameters|rest)"
    r"(?:\s+(?:being|is|are|was|left|kept|held|remains?|remaining|stays?)){0,2}|being)\s+$",
    re.I,
)
#: "Barely half a degree" denies nothing.
_LITTLE = re.compile(r"(?:barely|hardly|scarcely)\s+(?:\w+\s+)?(?:\d|half|one|two|three)", re.I)
#: Twelve months as people name them, of which only those that are held are values.
SEASONS = re.compile(r"(?<![\d-])(?:19|20)\d\d\s*[-/]\s*(?:(?:19|20)\d\d|\d\d)(?![\d-])")
_KEPT = re.compile(r"\s*(?:(?:other|remaining)\b|as before\b)", re.I)


def _holds_all(figure: Printed, taken: Sequence[Span]) -> bool:
    """Tell whether names lie whole inside a number: "one Kentuckian in five"."""
    met = [s for s in taken if s.start < figure.end and figure.start < s.end]
    return bool(met) and all(figure.start < s.start and s.end <= figure.end for s in met)
