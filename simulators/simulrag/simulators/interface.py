"""What a simulator tells the rest of the product about itself, and what it returns.

`Parameter` and `Output` are the only home of domain words: the grammar, the boundary, the
typed tools and the handbook tables are generic and read everything from here.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Literal, Protocol, runtime_checkable

from pydantic import Field, JsonValue

from simulrag.simulators.courses import CourseFeature
from simulrag.simulators.frozen import Frozen as Frozen
from simulrag.simulators.kept import once_for_each

ParameterKind = Literal["number", "integer", "share", "change", "year", "date", "choice",
                        "choices", "place", "points", "texts"]  # fmt: skip
OutputKind = Literal["number", "category", "date"]
Statistic = Literal["median", "mean"]

#: Most choices that a message lists one by one.
MOST_LISTED = 12


class Parameter(Frozen):
    """One input of a function.

    Kinds: `number` and `integer` carry `unit`; `share` is a percentage from 0 to 100 of a
    whole; `change` is a relative change in percent of an input (0 leaves it as it is);
    `year` a calendar year; `date` an ISO date; `choice` one of `choices`; `choices` a list of
    them; `place` a name that the simulator's `find` resolves; `points` a list of
    [longitude, latitude] pairs in degrees; `texts` a list of short texts that the simulator reads.
    """

    name: str
    kind: ParameterKind
    description: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    required: bool = True
    #: Taken when the parameter is not given. Only for parameters that are not required.
    default: JsonValue = None
    #: Phrases in text that name this parameter ("CO2", "carbon dioxide").
    words: tuple[str, ...] = ()
    #: Nouns with which text tells again what was done to it ("traffic is halved").
    nouns: tuple[str, ...] = ()
    #: Nouns for those who make it up, whom results may count as well ("fewer drivers").
    made_up_of: tuple[str, ...] = ()
    #: Phrases that name a family of parameters of which this is a member ("greenhouse gas").
    family: tuple[str, ...] = ()
    #: Value -> the phrases that mean it in text; for choices, and integers in digits.
    choices: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    #: The choices that its nouns count, where not all ("every scenario" counts no history).
    counted: tuple[str, ...] = ()
    #: Phrase -> the choices that it may mean ("projected" -> all future scenarios).
    groups: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    #: True where the words of `choices` count only next to one of `words` ("moderate").
    choices_need_words: bool = False
    #: True where any value but the default alters the state compared with, as a `change` does.
    alters: bool = False
    #: Other parameter -> range outside which this one has no meaning and is left out
    #: (an emission change applies from 2015 on).
    applies: Mapping[str, tuple[float | None, float | None]] = Field(default_factory=dict)
    #: For changes: the unit of what is changed. Text may give the change by two such values.
    changed_unit: str = ""
    #: The first years in which a change of it may act, to the year asked for. A text in which it
    #: begins or ends in another year speaks of what is not represented.
    acts_from: tuple[int, ...] = ()
    #: The choice that a run without it has, where calls are kept without it (`default` is None).
    unsaid: str = ""
    #: Value, or form of a value -> what it means and where it comes from, for the handbook.
    explained: Mapping[str, str] = Field(default_factory=dict)
    #: For choice: value -> its first and last ISO day. Where text names no value, its dates do.
    periods: Mapping[str, tuple[str, str]] = Field(default_factory=dict)
    #: For dates: the year taken where text gives none; the plan says that it was assumed.
    default_year: int | None = None
    #: Phrases for values that it cannot take ("COVID-19"): with one, text is of something else.
    foreign: tuple[str, ...] = ()
    #: Half-width of what "around" means for it, in its own unit (days for dates).
    about: float = 0.0
    #: Phrase -> the choices that it means in text without a question only ("the country").
    loose_groups: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    #: The output, of another function, whose value this is.
    level_of: str = ""
    #: Taken where plain text compares two settings that share this one and does not say which.
    typical: JsonValue = None
    #: Values at which a verdict is tried again where a text leaves it open; else its choices.
    plausible: tuple[JsonValue, ...] = ()
    #: Parameter -> the value of it with which this one only moves results in time.
    only_moves: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: Parameter -> the value of it with which a run holds each value of this list (`Run.parts`).
    parts_with: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: Words for a higher and a lower value of it ("more contagious", "less immunity").
    rise_words: tuple[str, ...] = ()
    fall_words: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        """Return the choices that its nouns count."""
        return self.counted or tuple(self.choices)

    def altered(self, value: JsonValue) -> bool:
        """Tell whether a value alters the state that results are compared with."""
        if self.kind == "change":
            return bool(value)
        return self.alters and value is not None and value != self.default

    def allowed(self) -> str:
        """Say in words which values are valid."""
        if self.choices:
            return f"one of {_listed(tuple(self.choices))}"
        if self.low is None and self.high is None:
            return f"any {self.kind}"
        unit = {"share": " %", "change": " %"}.get(self.kind, f" {self.unit}".rstrip())
        return f"{_plain(self.low)} to {_plain(self.high)}{unit}"


def _listed(names: tuple[str, ...]) -> str:
    """Return the names, or how many there are where they would fill a screen."""
    if len(names) <= MOST_LISTED:
        return ", ".join(names)
    return f"{len(names)} names from {names[0]} to {names[-1]}"


def _plain(number: float | None) -> str:
    return "unbounded" if number is None else f"{number:g}"


class Band(Frozen):
    """One label of a scale, for values from `low` up to `high`, in the output's unit."""

    label: str
    low: float | None = None
    high: float | None = None
    #: Other words for the label.
    words: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[float, ...]:
        """The limits that the band has, the lower first."""
        return tuple(end for end in (self.low, self.high) if end is not None)


class Scale(Frozen):
    """A named scale that turns a number into a word, with where it comes from."""

    name: str
    source: str
    bands: tuple[Band, ...]
    #: True where the scale grades the size of a difference and not the value itself.
    of_difference: bool = False


class Output(Frozen):
    """One result of a function, and every word in which text may speak of it."""

    name: str
    kind: OutputKind
    description: str
    #: A pint unit, "percent", or "" for a count. Differences of "degC" are "delta_degC".
    unit: str = ""
    #: Word for the unit in sentences ("°C", "patients", "weeks").
    unit_words: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    #: Phrases that name it in text without a question, where they would say too little beside one.
    loose_words: tuple[str, ...] = ()
    #: Everyday words for it that may mean other things as well. With one, a formula that takes it
    #: is believed to mean it; nobody reads it out of a text by them.
    synonyms: tuple[str, ...] = ()
    #: Who spends a time, beside whom a time without a name is this one.
    spent_by: tuple[str, ...] = ()
    #: Parameters that must be given for it to mean anything.
    needs: tuple[str, ...] = ()
    #: Parameters that together speak of it, in plain text that names no output.
    implied_by: tuple[str, ...] = ()
    #: Phrases for the state that its values are counted from ("1850-1900", "pre-industrial").
    baseline_words: tuple[str, ...] = ()
    #: The parameter over which this is the highest value of another output, and that output.
    highest_over: tuple[str, str] | None = None
    #: Where the value grows with an amount: unit -> its share of the amount that the value is for.
    proportional_to: Mapping[str, float] = Field(default_factory=dict)
    #: True for a published figure: claims are about the figure, however wide its range.
    published: bool = False
    #: Which feature of the course between two dates the value is.
    course: CourseFeature = ""
    #: For dates: how many days before it belong to it too (6 for the last day of a week).
    spans_days: int = 0
    #: The least that the model can give, and why: a value there may stand for less.
    least: float | None = None
    #: Why there is nothing below, for the warning that a run at it gets.
    least_why: str = ""
    decimals: int = 2
    #: What "about" means: relative on ratio scales, absolute in the output's unit else.
    about_relative: float = 0.0
    about_absolute: float = 0.0
    #: The same for differences of two values.
    about_difference: float = 0.0
    #: Words for a higher and a lower value, the n-th of one list the opposite of the other's n-th.
    rise_words: tuple[str, ...] = ()
    fall_words: tuple[str, ...] = ()
    #: The same in text without a question.
    loose_rise_words: tuple[str, ...] = ()
    loose_fall_words: tuple[str, ...] = ()
    #: For categories: value -> phrases that mean it.
    choices: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    scales: tuple[Scale, ...] = ()
    #: True where `low` and `high` are quantiles of an ensemble and `value` its median.
    stochastic: bool = False
    #: What a value is of the members behind it (see `Sampled`).
    statistic: Statistic = "median"
    #: The output that holds this one's change against the call without changes.
    changes_of: str = ""
    #: True for a percentage that is itself a change: its sign says whether something rises.
    is_change: bool = False
    #: For `date` and duration outputs: the date parameter that they are counted from.
    since: str = ""
    #: Dotted path under which recorded evidence in JSON holds it ("peak_magnitude.median_value").
    record_path: str = ""
    record_interval_path: str = ""
    #: The same for the state without any change, where evidence holds both.
    record_baseline_path: str = ""
    #: The unit of recorded figures, where it is another than `unit`.
    record_unit: str = ""
    #: Sentence for an answer made from runs: {value}, {conditions} and the call's arguments.
    template: str = ""


class Function(Frozen):
    """One thing a simulator can be asked."""

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]
    #: The paper's textual context template (A.2.6), filled with arguments and outputs.
    context: str
    #: Arguments that work, for the handbook and for tests.
    example: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: True where outputs come from measurements and not from a model.
    observed: bool = False
    #: Results are what a condition changes; what a text leaves open is then `typical`.
    compares: bool = False
    #: False where the resources leave it out to stay few; tools and the command line have it.
    offered: bool = True
    #: The input of others that it looks for, or the word for it; one of its own is `level_of`.
    seeks: str = ""
    #: Of a simulator of one's own: with how many seeds a call is made, each a member (0: with one).
    seeds: int = Field(default=0, ge=0, le=100)
    #: Phrases for what it is about, which change nothing beside its outputs ("influenza").
    words: tuple[str, ...] = ()

    def parameter(self, name: str) -> Parameter:
        """Return the parameter of that name; KeyError if there is none."""
        return _by_name(self)[0][name]

    def output(self, name: str) -> Output:
        """Return the output of that name; KeyError if there is none."""
        return _by_name(self)[1][name]


@once_for_each
def _by_name(function: Function) -> tuple[Mapping[str, Parameter], Mapping[str, Output]]:
    return {p.name: p for p in function.parameters}, {o.name: o for o in function.outputs}


class Call(Frozen):
    """A request to a simulator. Two equal calls are the same run."""

    simulator: str
    function: str
    arguments: Mapping[str, JsonValue]
    seed: int = 0

    def __hash__(self) -> int:
        """Return the same for equal calls, whose numbers may be written otherwise."""
        return hash((self.simulator, self.function, self.seed, frozenset(self.arguments)))

    def canonical(self) -> str:
        """Return canonical JSON: keys sorted, no spaces."""
        return _canonical(self)

    def run_id(self, version: str) -> str:
        """Return the id of the run that this call makes on that version of the simulator."""
        text = f"{version}\n{self.canonical()}"
        return f"{self.simulator}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


@once_for_each
def _canonical(call: Call) -> str:
    fields = call.model_dump(mode="json")
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Range(Frozen):
    """The ends between which a number lies with probability `level`."""

    low: float
    high: float
    level: float


class Quantity(Frozen):
    """A number with its spread.

    `low` and `high` bound the spread of the ensemble at probability `level`; `value_low` and
    `value_high` bound `value` itself: the Monte-Carlo error of a median, or the rounding of a
    recorded figure. Both None where the value is exact. `ranges` are those of other levels.
    """

    kind: Literal["number"] = "number"
    value: float
    unit: str = ""
    low: float | None = None
    high: float | None = None
    level: float | None = None
    value_low: float | None = None
    value_high: float | None = None
    ranges: tuple[Range, ...] = ()


class Label(Frozen):
    """A category ("land", "rapid growth")."""

    kind: Literal["category"] = "category"
    value: str


class Day(Frozen):
    """An ISO date, with the ends of its interval where there is one."""

    kind: Literal["date"] = "date"
    value: str
    low: str | None = None
    high: str | None = None


Value = Annotated[Quantity | Label | Day, Field(discriminator="kind")]


class Series(Frozen):
    """Values over dates, years or another number; all lists have the same length."""

    unit: str
    times: tuple[str, ...]
    #: What `times` are where they are neither dates nor years, and their unit.
    axis: str = ""
    axis_unit: str = ""
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    #: Ends of the middle half of an ensemble, where `low` and `high` are those of 90 %.
    lower: tuple[float, ...] = ()
    upper: tuple[float, ...] = ()

    @property
    def by_day(self) -> bool:
        """True where the times are dates, not years or other numbers."""
        return all("-" in time[1:] for time in self.times)


class Check(Frozen):
    """Which invariant or reference was tested in a run; at most 300 bytes as JSON."""

    tested: str
    verdict: Literal["passed", "failed", "not_evaluated"]
    residual: float | None = None
    tolerance: float | None = None


class Run(Frozen):
    """What a call returned."""

    id: str
    call: Call
    version: str
    #: Library versions and processor that made it ("numpy 2.4.6, x86_64").
    build: str
    outputs: Mapping[str, Value]
    #: Outputs of each thing that was asked for by itself, by its name (see `parts`).
    parts: Mapping[str, Mapping[str, Value]] = Field(default_factory=dict)
    series: Mapping[str, Series] = Field(default_factory=dict)
    #: The textual context (paper, A.2.6).
    context: str
    #: The question as it was resolved: place with coordinates, period, unit.
    resolved: Mapping[str, str] = Field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    check: Check
    source: Literal["simulated", "recorded", "observed"] = "simulated"


class Candidate(Frozen):
    """A meaning of a name: `value` selects it; `sure`, where nobody need be asked for another."""

    name: str
    title: str
    value: JsonValue
    sure: bool = False


@runtime_checkable
class Simulator(Protocol):
    """A registered simulator. See `simulrag.simulators.registry` for how one is found."""

    name: str
    title: str
    version: str
    #: One or two sentences: what it decides and what it does not.
    description: str
    functions: tuple[Function, ...]

    def run(self, call: Call) -> Run:
        """Run a call; its arguments have passed `arguments.validate`.

        Raises SimulatorError for what only the simulator can find out, such as an unknown place.
        """
        ...

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what `text` may mean as a value of a `place` parameter, best first."""
        ...

    def handbook(self) -> str:
        """Return the handbook's Markdown, with `{{tables}}` where rendered tables belong."""
        ...
